"""Loops that shrink an interval by what they compare, however they are written: each iteration is
run on numbers, on every path, with two variables known and nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import permutations

import numpy as np

from adc.differentiate.bisection.elements import axes, computed
from adc.differentiate.bisection.values import carried, reached, read_after
from adc.differentiate.implicit.stopping import flags_of, leaves
from adc.ir.build import const_value
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Apply, Const, Expr, Read, reads, walk
from adc.ir.node import Body, Node
from adc.ir.nodes import Branch, Compute, Loop, While
from adc.ir.program import Program
from adc.ir.walking import walk_nodes, written_in
from adc.ops import ALL_OPS

#: What is left of an interval at most; golden sections leave 0.62 of it.
_LEFT = 0.75
#: The variables whose pairs are tried, and the paths through an iteration: more are not looked at.
_MOST_NAMES = 8
_MOST_PATHS = 64
#: An interval's ends, and a point and a step.
_ENDS = ((1.0, 4.0), (2.5, 3.0))
_STEPS = ((1.0, 0.5), (2.0, 3.0))

#: Values of operations that compare, without a derivative.
_CHOICES = {"sign": (-1.0, 1.0), "heaviside": (0.0, 1.0)}

#: The numbers that are known at some place of an iteration, by their containers, and what was
#: decided on the way there, by the conditions.
_Known = dict[str | Expr, float]


def shrinks(program: Program, loop: Loop | While) -> bool:
    """Whether every iteration of `loop` that is not its last shrinks an interval, or halves a step
    that it goes or does not, and anything is read behind it that depends on that."""
    asked = {r.container for expr in _conditions(loop.body) for r in reads(expr)}
    if not asked:
        return False
    names = _candidates(program, loop)
    if not 2 <= len(names) <= _MOST_NAMES:
        return False
    sources = _sources(loop.body, names)
    for one, other in permutations(names, 2):
        if other not in sources[one] and one not in sources[other]:
            continue
        if not (_is_interval(program, loop, one, other) or _is_step(program, loop, one, other)):
            continue
        touched = reached(loop.body, {one, other})
        floats = {n for n in touched if program[n].dtype.is_float}
        if asked & touched and floats & read_after(program, loop):
            return True
    return False


def _sources(body: Body, names: list[str]) -> dict[str, set[str]]:
    """What each of the numbers `names` is computed of in `body`, directly or not: of two ends of an
    interval one goes to where both tell, and a point goes by its step."""
    direct: dict[str, set[str]] = {}
    for node in walk_nodes(body):
        for target in {w.container for w in node.writes}:
            direct.setdefault(target, set()).update(r.container for r in node.reads)
    found: dict[str, set[str]] = {}
    for name in names:
        seen, waiting = set[str](), [name]
        while waiting:
            more = direct.get(waiting.pop(), set()) - seen
            seen |= more
            waiting += more
        found[name] = seen
    return found


def _conditions(body: Body) -> Iterator[Expr]:
    """What decides in `body`: of branches, and of what chooses between values."""
    for node in walk_nodes(body):
        if isinstance(node, Branch):
            yield node.condition
        elif isinstance(node, Compute):
            for expr in walk(node.expr):
                if isinstance(expr, Apply) and (expr.op == "where" or expr.op in _CHOICES):
                    yield expr.args[0]
                elif isinstance(expr, Apply) and expr.op == "cast":
                    yield from (a for a in expr.args if a.dtype is DType.BOOL)


def _candidates(program: Program, loop: Loop | While) -> list[str]:
    """The numbers, and the arrays whose elements are computed alike, that iterations hand on: those
    of the source, for what adc writes for a call of a library stands where that does."""
    found = [n for n in walk_nodes(loop.body) if n.span != loop.span]
    source = {w.container for n in found for w in n.writes}
    state = [n for n in carried(program, loop.body) if program[n].dtype.is_float and n in source]
    inner = (n for n in walk_nodes(loop.body) if isinstance(n, (Loop, While)))
    inside = {name for n in inner for name in written_in(n.body)}
    writers: dict[str, list[Node]] = {name: [] for name in state if name not in inside}
    for node in walk_nodes(loop.body):
        for name in {w.container for w in node.writes} & writers.keys():
            writers[name].append(node)
    return [
        name for name, nodes in writers.items()
        if all(_new(program, n, name) is not None for n in nodes)
    ]  # fmt: skip


def _new(program: Program, node: Node, name: str) -> Expr | None:
    """What `node` gives `name`, a number or each element of an array."""
    if isinstance(node, Compute) and node.op == Update.ADD and not program[name].shape:
        return None if node.domain else node.expr
    return computed(program, node)


# -- what an iteration does ------------------------------------------------------------------------


def _is_interval(program: Program, loop: Loop | While, one: str, other: str) -> bool:
    for low, high in _ENDS:
        found = _outcomes(program, loop, {one: low, other: high})
        if found is None or len(set(found)) < 2:
            return False
        for ends in found:
            inside = all(low <= end <= high for end in ends)
            if not inside or abs(ends[1] - ends[0]) > _LEFT * (high - low):
                return False
    return True


def _is_step(program: Program, loop: Loop | While, point: str, step: str) -> bool:
    for at, length in _STEPS:
        found = _outcomes(program, loop, {point: at, step: length})
        if found is None or len({p for p, _ in found}) < 2 or len({s for _, s in found}) > 1:
            return False
        if not 0.0 < abs(found[0][1]) <= _LEFT * abs(length):
            return False
        if any(abs(p - at) > abs(length) for p, _ in found):
            return False
    return True


def _outcomes(
    program: Program, loop: Loop | While, begin: dict[str, float]
) -> list[tuple[float, float]] | None:
    """What becomes of two numbers on all paths on which the loop goes on; None if that is not by
    them alone."""
    flags = flags_of(loop) if isinstance(loop, While) else frozenset[str]()
    known: _Known = dict.fromkeys(flags, 1.0)
    known.update(begin.items())
    one, other = begin
    found = []
    try:
        for end in _Paths(program, flags).through(loop.body, known):
            if all(end.get(f, 1.0) for f in flags):
                if one not in end or other not in end:
                    return None
                found.append((end[one], end[other]))
    except _ManyPathsError:
        return None
    return found or None


class _ManyPathsError(Exception):
    """There are too many ways through an iteration."""


class _UndecidedError(Exception):
    """A condition is not known yet; `expr` is that, or what has a sign."""

    def __init__(self, expr: Expr) -> None:
        super().__init__(expr)
        self.expr = expr


class _Paths:
    """The ways through the statements of `program`, of a loop that goes by `flags`."""

    def __init__(self, program: Program, flags: frozenset[str]) -> None:
        self.program = program
        self.flags = flags
        self.ends = {program.stop, program.misfit} - {""}
        #: The containers that conditions read, by their identity; they are kept with them.
        self._read: dict[int, tuple[Expr, frozenset[str]]] = {}

    def through(self, body: Body, known: _Known) -> list[_Known]:
        """What is known behind `body`, on each path that does not end the loop or the call."""
        found = [known]
        for node in body:
            found = [after for before in found for after in self.behind(node, before)]
            if len(found) > _MOST_PATHS:
                raise _ManyPathsError
        return found

    def behind(self, node: Node, known: _Known) -> list[_Known]:
        try:
            return self.behind_decided(node, known)
        except _UndecidedError as undecided:
            expr = undecided.expr
        found = list[_Known]()
        choice = expr.op if isinstance(expr, Apply) else ""
        for value in _CHOICES.get(choice, (0.0, 1.0)):
            told: _Known = {**known, expr: value}
            if isinstance(expr, Read):
                told[expr.container] = value
            found += self.behind(node, told)
            if len(found) > _MOST_PATHS:
                raise _ManyPathsError
        return found

    def behind_decided(self, node: Node, known: _Known) -> list[_Known]:
        if isinstance(node, Branch):
            arm = node.then if self.decided(node.condition, known) else node.orelse
            ended = leaves(arm, self.flags) or any(
                isinstance(n, Compute) and n.container in self.ends for n in arm
            )
            return [] if ended else self.through(arm, known)
        if isinstance(node, Compute):
            return [self.computed(node, known)]
        return [self.without(known, {*written_in((node,))})]

    def computed(self, node: Compute, known: _Known) -> _Known:
        expr = _new(self.program, node, node.container)
        value = None if expr is None else self.value(expr, known)
        before = known.get(node.container)
        if node.op == Update.ADD and value is not None:
            value = None if before is None else before + value
        after = self.without(known, {node.container})
        return after if value is None else {**after, node.container: value}

    def value(self, expr: Expr, known: _Known) -> float | None:
        """The value of `expr`, where it is of what is known alone."""
        if expr in known:
            return known[expr]
        if isinstance(expr, Const):
            return float(const_value(expr))
        if isinstance(expr, Read):
            whole = expr.index == axes(len(self.program[expr.container].shape))
            return known.get(expr.container) if whole else None
        if not isinstance(expr, Apply):
            return None
        if expr.op == "not":
            return float(not self.decided(expr.args[0], known))
        if expr.op == "where":
            chosen = self.decided(expr.args[0], known)
            return self.value(expr.args[1] if chosen else expr.args[2], known)
        parts = [self.value(a, known) for a in expr.args]
        if None not in parts and expr.op != "cast":
            kinds = [a.dtype.value for a in expr.args]
            numbers = [np.asarray(p, k) for p, k in zip(parts, kinds, strict=True)]
            with np.errstate(all="ignore"):
                found = float(ALL_OPS[expr.op].numpy(*numbers))
            return None if math.isnan(found) else found
        if expr.op in _CHOICES:
            raise _UndecidedError(expr)
        if expr.op == "cast":
            of_boolean = expr.args[0].dtype is DType.BOOL
            return self.decided(expr.args[0], known) if of_boolean else parts[0]
        return None

    def decided(self, condition: Expr, known: _Known) -> float:
        value = self.value(condition, known)
        if value is None:
            raise _UndecidedError(condition)
        return value

    def without(self, known: _Known, written: set[str]) -> _Known:
        """What is still known where the containers that are `written` have new values."""
        gone = [key for key in known if not written.isdisjoint(self._told_of(key))]
        if not gone:
            return known
        left = dict(known)
        for key in gone:
            del left[key]
        return left

    def _told_of(self, key: str | Expr) -> Iterable[str]:
        """The containers of whose values it is told."""
        if isinstance(key, str):
            return (key,)
        if id(key) not in self._read:
            self._read[id(key)] = key, frozenset(r.container for r in reads(key))
        return self._read[id(key)][1]
