"""Elements outside their arrays, which a program touches at given sizes.

What generated code assumes of its sizes does not cover everything: nothing is assumed for
statements that data may pass over. The self-check wants sizes at which they are right, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import sympy

from adc.ir.declarations import Assumption
from adc.ir.evaluation import compiled
from adc.ir.expressions import Apply, Expr, Index, IntValue, Read, children
from adc.ir.node import Body, Dim, Node
from adc.ir.nodes import Branch, Compute, Loop, While
from adc.ir.program import Program
from adc.ir.shapes import maximum, minimum, names
from adc.ir.walking import walk_nodes

_SPELLED = {"eq": "==", "le": "<=", "ge": ">="}
_COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")
_MOST_ITERATIONS = 5000  # a loop that may have more is meant to end by itself
_DEEPEST = 6  # of deeper nests, the innermost loops are looked at in their first iteration only


@dataclass(frozen=True)
class Overrun:
    """The element `position` of an axis of the given extent: negative, or too large."""

    extent: sympy.Expr
    position: int


def checks(program: Program) -> tuple[Assumption, ...]:
    """What `program` checks of sizes and integer arguments where data decides on its statements."""
    found = dict.fromkeys(
        relation
        for node in walk_nodes(program.body)
        if program.checks_sizes(node)
        for relation in _relations(node.condition)
    )
    return tuple(a for a in found if names(a.left) | names(a.right) <= set(program.symbols))


def _relations(test: Expr) -> list[Assumption]:
    """A test of integers, of those that checks make, as relations that all hold."""
    if not isinstance(test, Apply):
        return []
    if test.op == "and":
        return [relation for part in test.args for relation in _relations(part)]
    if test.op == "or":
        slacks = [_slack(*_relations(part)) for part in test.args]
        return [Assumption(maximum(*slacks), ">=", sympy.Integer(0))]
    left, right = (a.value for a in test.args if isinstance(a, IntValue))
    return [Assumption(left, _SPELLED[test.op], right)]


def _slack(*relations: Assumption) -> sympy.Expr:
    """What is not negative where all of `relations` hold."""
    both = [s for a in relations for s in _slacks(a)]
    return minimum(*both)


def _slacks(relation: Assumption) -> tuple[sympy.Expr, ...]:
    difference = relation.left - relation.right
    return {">=": (difference,), "<=": (-difference,)}.get(
        relation.relation, (difference, -difference)
    )


def overruns(program: Program, values: dict[str, int]) -> list[Overrun]:
    """What lies outside its array in the first and last iterations of all loops."""
    found = _Search(program, dict(values))
    found.body(program.body, 0)
    return list(found.overruns)


@dataclass
class _Search:
    program: Program
    values: dict[str, int]
    overruns: dict[Overrun, None] = field(default_factory=dict)

    def body(self, body: Body, depth: int) -> None:
        for node in body:
            self.node(node, depth)

    def node(self, node: Node, depth: int) -> None:
        if isinstance(node, Compute):
            self.domain(node, node.domain, depth)
        elif isinstance(node, Loop):
            steps = _range(node, self.values)
            if steps is not None:
                for value in _ends(steps, depth):
                    self.values[node.var] = value
                    self.body(node.body, depth + 1)
                self.values.pop(node.var, None)
        elif isinstance(node, Branch):
            self.expression(node.condition)
            holds = self.truth(node.condition)
            if self.program.checks_sizes(node):
                self.body(node.then, depth)
                return
            for arm, taken in ((node.then, True), (node.orelse, False)):
                if holds is None or holds is taken:
                    self.body(arm, depth)
        elif isinstance(node, While):
            for value in _ends(_iterations(node, self.values), depth):
                self.values[node.var] = value
                self.body(node.body, depth + 1)
            self.values.pop(node.var, None)
        else:
            for part in node.parts:
                self.body(part, depth)

    def domain(self, node: Compute, dims: Sequence[Dim], depth: int) -> None:
        if not dims:
            self.touch(node.container, node.target.index)
            self.expression(node.expr)
            return
        first, *rest = dims
        start, stop = self.number(first.start), self.number(first.stop)
        if start is None or stop is None:
            return
        for value in _ends(range(start, stop), depth):
            self.values[first.var] = value
            self.domain(node, rest, depth + 1)
        self.values.pop(first.var, None)

    def expression(self, expr: Expr) -> None:
        """Looks at the reads; of what `where` leaves out, none."""
        if isinstance(expr, Read):
            self.touch(expr.container, expr.index)
        elif isinstance(expr, Apply) and expr.op == "where":
            condition, *arms = expr.args
            self.expression(condition)
            holds = self.truth(condition)
            for arm, taken in zip(arms, (True, False), strict=True):
                if holds is None or holds is taken:
                    self.expression(arm)
        else:
            for child in children(expr):
                self.expression(child)

    def touch(self, container: str, index: Index) -> None:
        for subscript, extent in zip(index, self.program[container].shape, strict=True):
            position, count = self.number(subscript), self.number(extent)
            if position is not None and count is not None and not 0 <= position < count:
                self.overruns[Overrun(extent, position)] = None

    def number(self, expr: sympy.Expr) -> int | None:
        return _number(expr, self.values)

    def truth(self, condition: Expr) -> bool | None:
        """Whether a condition on integers holds; None where it depends on data."""
        if isinstance(condition, Apply) and condition.op in _COMPARISONS:
            left, right = map(self.integer, condition.args)
            return None if left is None or right is None else _compared(condition.op, left, right)
        if isinstance(condition, Apply) and condition.op in ("and", "or", "not"):
            return _joined(condition.op, [self.truth(a) for a in condition.args])
        return None

    def integer(self, expr: Expr) -> int | None:
        return self.number(expr.value) if isinstance(expr, IntValue) else None


def _number(expr: sympy.Expr, values: dict[str, int]) -> int | None:
    """The value of `expr`; None where it depends on what has none."""
    try:
        return int(compiled(expr)(values))
    except (KeyError, ZeroDivisionError):
        return None


def _range(loop: Loop, values: dict[str, int]) -> range | None:
    start, stop = _number(loop.start, values), _number(loop.stop, values)
    return None if start is None or stop is None else range(start, stop, loop.step)


def _iterations(loop: While, values: dict[str, int]) -> range:
    """Those that a loop that data ends may have: the first, where no number limits it."""
    limit = None if loop.limit is None else _number(loop.limit, values)
    return range(limit if limit is not None and limit <= _MOST_ITERATIONS else 1)


def _ends(steps: range, depth: int) -> Iterator[int]:
    """The first and the last step."""
    yield from steps[:1]
    if len(steps) > 1 and depth < _DEEPEST:
        yield steps[-1]


def _compared(op: str, left: int, right: int) -> bool:
    return {
        "lt": left < right,
        "le": left <= right,
        "gt": left > right,
        "ge": left >= right,
        "eq": left == right,
        "ne": left != right,
    }[op]


def _joined(op: str, truths: list[bool | None]) -> bool | None:
    """The truth of `and`, `or` and `not` where some operands are unknown."""
    if op == "not":
        return None if truths[0] is None else not truths[0]
    decisive = op == "or"
    if decisive in truths:
        return decisive
    return None if None in truths else not decisive
