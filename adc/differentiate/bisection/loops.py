"""Which loops halve an interval around a root: by their statements, whatever language they were."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from adc.differentiate.bisection.elements import assigned_once, axes, computed, element
from adc.differentiate.bisection.residuals import residual_of
from adc.differentiate.bisection.values import (
    carried,
    computed_with,
    feeding,
    of_the_last,
    reached,
    read_after,
    read_from_before,
)
from adc.ir.build import const_value
from adc.ir.call import Call
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, Read, reads
from adc.ir.node import Body, Node
from adc.ir.nodes import Branch, Compute, Loop, While
from adc.ir.program import Program
from adc.ir.walking import walk_nodes, written_in


@dataclass(frozen=True)
class Move:
    """`statement` gives `end` the middle where `condition` is `holds`: in an arm of the branch
    `choice`, or by choosing between the two itself."""

    statement: Compute
    end: str
    choice: Branch | Compute
    condition: Expr
    holds: bool

    @property
    def side(self) -> tuple[str | Expr, bool]:
        """The same for all that happens together."""
        alone = isinstance(self.choice, Compute)
        return (self.condition if alone else self.choice.label), self.holds


@dataclass(frozen=True)
class Bisection:
    """A loop that looks for where `residual` is zero between `ends`; one alone where a `step` that
    is halved makes the middle of it. `before` are the statements of an iteration up to `middle`,
    the assignment of that; empty where an iteration begins with the last one's. `between` are
    those from the middle to where `residual` decides; `choice` is the node there. `carried` is what
    an iteration has of the last one."""

    loop: Loop | While
    middle: Compute
    ends: tuple[str, ...]
    moves: tuple[Move, ...]
    choice: Branch | Compute
    residual: Expr
    before: Body
    between: Body
    carried: tuple[str, ...]
    step: str = ""


def bisection_of(program: Program, loop: Loop | While) -> Bisection | None:
    """What `loop` looks for; None where it is no such loop, or not surely."""
    for statement in _own(loop.body):
        interval = _interval(program, statement, loop.body)
        if interval is not None and isinstance(statement, Compute):
            found = _sought(program, loop, statement, interval)
            if found is not None:
                return found
    return None


def _own(body: Body) -> Iterator[Node]:
    """The statements of an iteration that inner loops do not run again."""
    for node in body:
        yield node
        if isinstance(node, Branch):
            yield from chain(_own(node.then), _own(node.orelse))


# -- the middle ------------------------------------------------------------------------------------


class _Interval(NamedTuple):
    """The variables that are its ends; or one, and a step that is halved."""

    ends: tuple[str, ...]
    step: str = ""


def _interval(program: Program, node: Node, body: Body) -> _Interval | None:
    """The interval of which `node` makes the middle, where `body` changes it."""
    value = computed(program, node)
    if value is None or not value.dtype.is_float:
        return None
    (middle,) = (program[w.container] for w in node.writes)
    changing = dict.fromkeys(r for r in reads(value) if r.container in written_in(body))
    alike = all(r.index == element(middle).index for r in changing)
    if len(changing) != 2 or not alike or any(r.container == middle.name for r in changing):
        return None
    one, other = (r.container for r in changing)
    corners = [_worth(value, {one: x, other: y}) for x, y in _CORNERS]
    known = [c for c in corners if c is not None]
    if len(known) == 4 and known[0] == 0.0 and abs(known[3] - 1.0) < 1e-9:
        return _Interval((one, other)) if min(known[1], known[2]) > 0.0 else None
    for end, step in ((one, other), (other, one)):
        sums = ([0.0, 1.0, 1.0, 2.0], [0.0, 1.0, -1.0, 0.0])
        at = [_worth(value, {end: x, step: y}) for x, y in _CORNERS]
        if at in sums and _is_halved(program, step, body):
            return _Interval((end,), step)
    return None


_CORNERS = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0))


def _is_halved(program: Program, step: str, body: Body) -> bool:
    """Whether all that `body` does to `step` is to halve it, once."""
    writers = [n for n in walk_nodes(body) if any(w.container == step for w in n.writes)]
    if len(writers) != 1 or writers[0] not in body:
        return False
    value = computed(program, writers[0])
    return value is not None and [_worth(value, {step: x}) for x in (0.0, 1.0)] == [0.0, 0.5]


def _worth(expr: Expr, at: Mapping[str, float]) -> float | None:
    """The value of arithmetic where variables are what `at` says; None for anything else."""
    if isinstance(expr, Const) and expr.dtype is not DType.BOOL:
        return float(const_value(expr))
    if isinstance(expr, Read):
        return at.get(expr.container)
    if not isinstance(expr, Apply) or expr.op not in _OPERATIONS:
        return None
    parts = [_worth(a, at) for a in expr.args]
    numbers = [p for p in parts if p is not None]
    if len(numbers) < len(parts) or (expr.op == "div" and numbers[1] == 0.0):
        return None
    return float(_OPERATIONS[expr.op](*numbers))


_OPERATIONS: dict[str, Callable[..., float]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv,
    "neg": operator.neg,
}  # fmt: skip


# -- what moves ------------------------------------------------------------------------------------


def _sought(
    program: Program, loop: Loop | While, middle: Compute, interval: _Interval
) -> Bisection | None:
    """The search of `loop` by the `middle` of `interval`, if it is one."""
    ends, step = interval
    moves = _moves(program, loop.body, middle, ends)
    if not moves:
        return None
    choice = moves[0].choice
    way, start = list(_path(loop.body, choice)), list(_path(loop.body, middle))
    if not way or len(start) > len(way) or start[-1][0] is not way[len(start) - 1][0]:
        return None
    before, between = _stretches(way, len(start) - 1, start[-1][1])
    known = assigned_once(program, loop.body)
    moving = reached(between, {middle.container})
    found = {residual_of(m.condition, moving, known) for m in moves}
    residual = found.pop()
    if residual is None or found or not _can_be_run_again(program, (*before, *between)):
        return None
    named = {*ends, middle.container}
    touched = {n for n in reached(loop.body, named) if program[n].dtype.is_float} - named
    earlier = touched & read_from_before(program, (*before, *between), residual)
    aside = reached((*before[:-1], *between), {*ends} | earlier)
    if any(r.container in aside for r in reads(residual)):
        return None
    if middle.domain and not _each_by_itself(program, between, middle, residual):
        return None
    state = carried(program, loop.body)
    restored = (touched | ({middle.container} if before else set())) & {*state}
    if _is_handed_on(program, loop, named, touched, restored) or not {*ends} <= {*state}:
        return None
    return Bisection(
        loop, middle, ends, moves, choice, residual, before, between, state, step
    )  # fmt: skip


def _each_by_itself(program: Program, between: Body, middle: Compute, residual: Expr) -> bool:
    """Whether each element of the residual depends on that of the middle alone: then the slopes
    along all of them at once are those of each."""
    moving = reached(between, {middle.container})
    fed = moving & feeding(between, residual)
    own, shape = axes(len(middle.domain)), program[middle.container].shape
    values: list[Expr | None] = [residual]
    for node in between:
        written = fed & {*written_in((node,))}
        if written:
            alike = not node.parts and all(program[name].shape == shape for name in written)
            values.append(computed(program, node) if alike else None)
    return all(
        value is not None and all(r.index == own for r in reads(value) if r.container in moving)
        for value in values
    )


def _is_handed_on(
    program: Program, loop: Loop | While, named: set[str], touched: set[str], restored: set[str]
) -> bool:
    """Whether anything of earlier iterations that is `touched` by what is `named` is read behind
    the loop, or goes into what is: what is `restored` of that has other derivatives."""
    after = read_after(program, loop) - named
    stale = computed_with(loop.body, restored)
    return bool(after & stale) or not touched & after <= of_the_last(program, loop)


def _moves(
    program: Program, body: Body, middle: Compute, ends: tuple[str, ...]
) -> tuple[Move, ...]:
    """How the ends become the middle; none where something else happens to them, to both at once
    or to one alone, or to the middle."""
    found: list[Move] = []
    own = list(_own_moves(program, body, middle, ends))
    for node in walk_nodes(body):
        for write in node.writes:
            if write.container == middle.container and node is not middle:
                return ()
            if write.container in ends:
                move = next((m for m in own if m.statement is node), None)
                if move is None:
                    return ()
                found.append(move)
    sides = {end: {m.side for m in found if m.end == end} for end in ends}
    if not all(sides.values()) or len(set().union(*sides.values())) < sum(map(len, sides.values())):
        return ()
    return tuple(found)


def _own_moves(
    program: Program, body: Body, middle: Compute, ends: tuple[str, ...],
    within: tuple[Branch, bool] | None = None,
) -> Iterator[Move]:  # fmt: skip
    """The assignments of the middle to an end, each with the innermost branch around it."""
    for node in body:
        if isinstance(node, Branch):
            yield from _own_moves(program, node.then, middle, ends, (node, True))
            yield from _own_moves(program, node.orelse, middle, ends, (node, False))
        elif isinstance(node, Compute) and node.container in ends:
            value = computed(program, node)
            taken = element(program[middle.container])
            kept = element(program[node.container])
            if value == taken and within is not None:
                branch, holds = within
                yield Move(node, node.container, branch, branch.condition, holds)
            elif isinstance(value, Apply) and value.op == "where":
                condition, first, second = value.args
                if {first, second} == {taken, kept}:
                    yield Move(node, node.container, node, condition, first == taken)


def _path(body: Body, node: Node) -> Iterator[tuple[Body, int]]:
    """The bodies around `node`, outermost first, each with the place that leads to it."""
    for place, inner in enumerate(body):
        if inner is node:
            yield body, place
            return
        for part in inner.parts if isinstance(inner, Branch) else ():
            below = list(_path(part, node))
            if below:
                yield body, place
                yield from below
                return


def _stretches(way: list[tuple[Body, int]], depth: int, place: int) -> tuple[Body, Body]:
    """The statements of an iteration up to that at `place` in the body at `depth` of `way`, and
    those from behind it to where `way` leads; none and those around the end of an iteration where
    the way comes first."""
    body, at = way[depth]
    outer: Body = tuple(chain.from_iterable(b[:p] for b, p in way[:depth]))
    inner: Body = tuple(chain.from_iterable(b[:p] for b, p in way[depth + 1 :]))
    if place < at:
        return (*outer, *body[: place + 1]), (*body[place + 1 : at], *inner)
    rest: Body = tuple(chain.from_iterable(b[p + 1 :] for b, p in reversed(way[:depth])))
    return (), (*body[place + 1 :], *rest, *outer, *body[:at], *inner)


def _can_be_run_again(program: Program, body: Body) -> bool:
    """Whether the statements have tangents that are made in their place."""
    for node in walk_nodes(body):
        if isinstance(node, While) and node.marked is not None:
            return False
        if isinstance(node, Call):
            routine = program.routine(node.routine)
            if routine.external is not None or routine.implicit is not None:
                return False
    return True
