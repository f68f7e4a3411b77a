"""Where each statement stands: its loops, its guards and its place in the program's order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy

from adc.ir.expressions import Apply, Const, Expr, IntValue
from adc.ir.node import Body, Statement
from adc.ir.nodes import Branch, Loop, Replay, ReverseWhile, Snapshot, While
from adc.ir.shapes import symbol
from adc.ir.walking import is_silent, unknown, walk_nodes

#: A schedule entry: a textual position, an arm, or a loop by its name and direction (+1, -1).
Entry = int | tuple[str, int]


class Arm(int):
    """Of a branch, the first arm or the second: in one iteration, no more than one of them runs."""


#: A `doubt` that sharing no entries removes.
NEVER = 1 << 30
NEGATED = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt", "eq": "ne", "ne": "eq"}
RELATIONS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "=", "ne": "!="}


@dataclass(frozen=True)
class Guard:
    """`left relation right` between integer expressions holds where the statement runs."""

    left: sympy.Expr
    relation: str
    right: sympy.Expr


@dataclass(frozen=True)
class Placed:
    """A statement (or a branch or a While, for what its condition reads) in its surroundings.

    `doubt` is how many entries of its schedule lead into the innermost condition on data around it,
    none where it surely runs: it runs whenever something does that shares these entries, in the
    same iterations. A While itself stands for its tests, each of which counts the trips so far.
    """

    node: Statement | Branch | While
    loops: tuple[Loop, ...]
    guards: tuple[Guard, ...]
    doubt: int
    schedule: tuple[Entry, ...]

    @property
    def certain(self) -> bool:
        """Whether it surely runs: it is under no condition on data."""
        return not self.doubt

    @property
    def label(self) -> str:
        return self.node.label

    @property
    def variables(self) -> tuple[str, ...]:
        return tuple(loop.var for loop in self.loops)


@dataclass(frozen=True)
class Iterations(Loop):
    """The iterations of a While or a ReverseWhile, or the tests of a While, as a loop.

    Their number is the symbol `trips`, named as what they are counted in: the number itself where
    the loop is entered once, else the largest of all. `limit` bounds it where the source does.
    """

    trips: str = ""
    limit: sympy.Expr | None = None

    @classmethod
    def of(cls, node: While | ReverseWhile) -> Iterations:
        limit = node.limit if isinstance(node, While) else None
        stop = symbol(node.trips)
        if limit is not None:
            stop = sympy.Min(stop, limit)
        return cls(
            node.var, sympy.Integer(0), stop, 1, (), node.span, trips=node.trips, limit=limit
        )

    @classmethod
    def tests(cls, node: While) -> Iterations:
        """One more than there are iterations; at the limit, the count is all that is looked at."""
        stop = symbol(node.trips) + 1
        return cls(
            node.var, sympy.Integer(0), stop, 1, (), node.span, trips=node.trips, limit=node.limit
        )


def counts_in(body: Body) -> tuple[str, ...]:
    """The containers that iterations are counted in: symbols to the analyses."""
    loops = (n for n in walk_nodes(body) if isinstance(n, (While, ReverseWhile)))
    return tuple(dict.fromkeys(n.trips for n in loops))


def place(body: Body) -> list[Placed]:
    """Every Statement, Branch and While of `body`, in program order."""
    return list(_place(body, (), (), 0, ()))


def _place(
    body: Body,
    loops: tuple[Loop, ...],
    guards: tuple[Guard, ...],
    doubt: int,
    schedule: tuple[Entry, ...],
) -> Iterator[Placed]:
    for position, node in enumerate(body):
        here = (*schedule, position)
        if isinstance(node, Statement):
            yield Placed(node, loops, guards, doubt, here)
        elif isinstance(node, Loop):
            direction = (1 if node.step > 0 else -1) * (-1 if node.backwards else 1)
            inner = (*here, (node.var, direction))
            yield from _place(node.body, (*loops, node), guards, doubt, inner)
        elif isinstance(node, Branch):
            yield Placed(node, loops, guards, doubt, here)
            yes, no = guards_of(node.condition), guards_of(node.condition, negate=True)
            for arm, (inside, known) in enumerate(((node.then, yes), (node.orelse, no))):
                own = doubt if known is not None else max(doubt, len(here) + 1)
                yield from _place(inside, loops, guards + (known or ()), own, (*here, Arm(arm)))
        elif isinstance(node, While):
            inner = (*here, (node.var, 1))
            yield Placed(node, (*loops, Iterations.tests(node)), guards, doubt, (*inner, -1))
            yield from _place_iterations(node, loops, guards, doubt, inner)
        elif isinstance(node, ReverseWhile):
            yield from _place_iterations(node, loops, guards, doubt, (*here, (node.var, -1)))
        elif isinstance(node, Snapshot):
            slots = Loop(node.slot, sympy.Integer(0), sympy.Integer(node.slots), 1, ())
            inner = (*here, (node.slot, 1))
            yield from _place(node.body, (*loops, slots), guards, NEVER, inner)
        elif isinstance(node, Replay):
            yield from _place_replay(node, loops, guards, doubt, here)
        elif not is_silent(node):
            raise unknown(node, "be placed")


def _place_iterations(
    node: While | ReverseWhile,
    loops: tuple[Loop, ...],
    guards: tuple[Guard, ...],
    doubt: int,
    here: tuple[Entry, ...],
) -> Iterator[Placed]:
    """The body for all iterations. Inside another loop their number differs from one time to the
    next, so that none is certain; a test is, as one that is not made would count the same."""
    own = Iterations.of(node)
    doubt = max(doubt, len(here)) if loops else doubt
    yield from _place(node.body, (*loops, own), guards, doubt, here)


def _place_replay(
    node: Replay,
    loops: tuple[Loop, ...],
    guards: tuple[Guard, ...],
    doubt: int,
    here: tuple[Entry, ...],
) -> Iterator[Placed]:
    """The state is surely loaded, from some slot; then steps may be run, and after each of them a
    state may be saved."""
    slots = Loop(node.slot, sympy.Integer(0), sympy.Integer(node.slots), 1, ())
    steps = Loop(node.var, sympy.Integer(0), node.step, 1, ())
    own = (node.slot, 1)
    step = (*here, 1, (node.var, 1))
    yield from _place(node.load, (*loops, slots), guards, doubt, (*here, 0, own))
    yield from _place(node.body, (*loops, steps), guards, NEVER, (*step, 0))
    yield from _place(node.save, (*loops, steps, slots), guards, NEVER, (*step, 1, own))


def guards_of(condition: Expr, negate: bool = False) -> tuple[Guard, ...] | None:
    """`condition` (or its negation) as guards; None where it is none of affine comparisons."""
    if isinstance(condition, Const) and condition.text in ("True", "False"):
        holds = (condition.text == "True") != negate
        return () if holds else (Guard(sympy.Integer(1), "=", sympy.Integer(0)),)
    if not isinstance(condition, Apply):
        return None
    if condition.op == "not":
        return guards_of(condition.args[0], not negate)
    if condition.op == ("or" if negate else "and"):
        parts = [guards_of(a, negate) for a in condition.args]
        return None if any(p is None for p in parts) else tuple(g for p in parts for g in p or ())
    if condition.op not in RELATIONS:
        return None
    left, right = condition.args
    if not (isinstance(left, IntValue) and isinstance(right, IntValue)):
        return None
    op = NEGATED[condition.op] if negate else condition.op
    return (Guard(left.value, RELATIONS[op], right.value),)
