"""Recurrences with a constant factor, four elements at once.

In a sweep `x_bar[i] += c*x_bar[i - 1]` each element waits for the one before it. Of four elements
in a row, what they give each other is summed first, and what comes from the element before them,
`x`, is added to all of them then:

    b = x_bar[i + 1] + c*x_bar[i]          x_bar[i]     += c*x
    d = x_bar[i + 2] + c*b                 x_bar[i + 1]  = b + c*c*x
    e = x_bar[i + 3] + c*d                 x_bar[i + 2]  = d + c*c*c*x
                                           x_bar[i + 3]  = e + c*c*c*c*x

so that only one product and one sum per four elements wait for the ones before (Kogge & Stone, A
parallel algorithm for the efficient solution of a general class of recurrence equations, 1973).
The sums are rounded in another order. So only derivatives are summed so, on which nothing depends
but by products and sums, and only with factors up to 1, whose powers neither grow nor vanish.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import sympy

from adc.ir.build import add, const_value, mul
from adc.ir.declarations import Container
from adc.ir.enums import Role, Update
from adc.ir.expressions import Apply, Const, Expr, Read
from adc.ir.names import NameSource
from adc.ir.node import Access
from adc.ir.nodes import NOTE
from adc.ir.shapes import IntLike, floormod, maximum, names, same, substitute, symbol
from adc.schedule.tree import Comment, Declare, For, Node, Statement, Tree, parts, with_parts

#: So many elements are summed at once.
_WIDTH = 4
#: The least magnitude of a factor, so that its powers are normal numbers in single precision, too.
_LEAST = 2.0**-24


def with_recurrences(
    tree: Tree, containers: tuple[Container, ...], taken: frozenset[str]
) -> tuple[Tree, tuple[Container, ...]]:
    """`tree` with loops that carry a derivative from element to element, times a number, in fours;
    `taken` are the names in use. Arrays in the arena are left alone: their lifetimes are seen in
    loops over single elements."""
    seen = frozenset(c.name for c in containers if c.role in (Role.GRADIENT, Role.TANGENT_OUT))
    work = _Fours(seen, NameSource(set(taken)), [])
    return work.tree(tree), (*containers, *work.new)


@dataclass(frozen=True)
class _Recurrence:
    """`target(i) += factor*target(i before)` for all iterations of `loop`."""

    loop: For
    statement: Statement
    factor: Expr
    carried: Read

    @property
    def direction(self) -> int:
        return -1 if self.loop.backwards else 1

    def element(self, ahead: int) -> Read:
        """The target `ahead` iterations later."""
        by = ahead * self.direction
        return replace(self.carried, index=_moved(self.statement.target, self.loop.var, by))


@dataclass
class _Fours:
    seen: frozenset[str]
    fresh: NameSource
    new: list[Container]

    def tree(self, tree: Tree) -> Tree:
        return tuple(new for node in tree for new in self.node(node))

    def node(self, node: Node) -> Sequence[Node]:
        found = recurrence(node, self.seen) if isinstance(node, For) else None
        if found is None:
            return (with_parts(node, tuple(self.tree(part) for part in parts(node))),)
        return self.loops(found)

    def loops(self, found: _Recurrence) -> Sequence[Node]:
        """The powers of the factor, the loop over fours, and that over what is left."""
        loop, span = found.loop, found.statement.span
        powers = [found.factor]
        declared = []
        for exponent in range(2, _WIDTH + 1):
            power = self.constant(f"power_{exponent}", mul(powers[-1], found.factor))
            declared.append(replace(power, span=span))
            powers.append(Read(power.name, (), found.carried.dtype))
        low, high = loop.start, loop.stop
        left = floormod(maximum(high - low, 0), _WIDTH)
        if loop.backwards:
            fours = replace(loop, start=high - 1, stop=low + _WIDTH - 2, step=-_WIDTH)
            rest = replace(loop, stop=low + left)
        else:
            fours = replace(loop, stop=high - (_WIDTH - 1), step=_WIDTH)
            rest = replace(loop, start=maximum(high, low) - left)
        fours = replace(fours, backwards=False, body=self.body(found, powers))
        note = Comment("four elements at once: only what comes from before them has to wait", NOTE)
        return (note, *declared, fours, rest)

    def body(self, found: _Recurrence, powers: Sequence[Expr]) -> Tree:
        """Four iterations: what the elements give each other, then what all get from before."""
        span, statement = found.statement.span, found.statement
        before = self.constant("before", found.carried)
        given: list[Declare] = []
        value: Expr = found.element(0)
        for k in range(1, _WIDTH):
            sum_ = add(found.element(k), mul(value, found.factor))
            given.append(self.constant(f"given_{k}", sum_))
            value = Read(given[-1].name, (), found.carried.dtype)
        carried = Read(before.name, (), found.carried.dtype)
        result = [replace(statement, expr=mul(carried, found.factor))]
        for k, own in enumerate(given, start=1):
            read = Read(own.name, (), found.carried.dtype)
            target = replace(statement.target, index=found.element(k).index)
            expr = add(read, mul(carried, powers[k]))
            result.append(replace(statement, target=target, op=Update.ASSIGN, expr=expr))
        return (*(replace(d, span=span) for d in (before, *given)), *result)

    def constant(self, name: str, expr: Expr) -> Declare:
        name = self.fresh.fresh(name)
        self.new.append(Container(name, expr.dtype, (), Role.LOCAL))
        return Declare(name, expr, True)


def recurrence(loop: For, seen: frozenset[str]) -> _Recurrence | None:
    """`loop` as a recurrence of an array that is `seen`, with a number as its factor."""
    if loop.step != 1 or loop.test or loop.count or loop.parallel or len(loop.body) != 1:
        return None
    statement = loop.body[0]
    if not isinstance(statement, Statement) or statement.op != Update.ADD or statement.atomic:
        return None
    target, product = statement.target, statement.expr
    if target.container not in seen or not (isinstance(product, Apply) and product.op == "mul"):
        return None
    carried, factor = sorted(product.args, key=lambda e: not isinstance(e, Read))
    if not isinstance(carried, Read) or carried.container != target.container:
        return None
    number = _number(factor)
    if number is None or not _LEAST <= abs(number) <= 1.0:
        return None
    before = _moved(target, loop.var, 1 if loop.backwards else -1)
    if not _steps(target, loop.var) or not all(map(same, carried.index, before)):
        return None
    return _Recurrence(loop, statement, factor, carried)


def _moved(target: Access, var: str, by: int) -> tuple[sympy.Expr, ...]:
    """The target's index where the loop's variable is larger by `by`."""
    values: dict[str, IntLike] = {var: symbol(var) + by}
    return tuple(substitute(e, values) for e in target.index)


def _steps(target: Access, var: str) -> bool:
    """Whether one position of the target moves by one element per iteration, and nothing else."""
    moving = [e for e in target.index if var in names(e)]
    return len(moving) == 1 and any(
        var not in names(moving[0] + sign * symbol(var)) for sign in (1, -1)
    )


def _number(expr: Expr) -> float | None:
    """The value of a literal, its negative or its reciprocal; None of anything else."""
    if isinstance(expr, Const) and expr.dtype.is_float:
        return float(const_value(expr))
    if isinstance(expr, Apply) and expr.op in ("neg", "div"):
        values = [_number(arg) for arg in expr.args]
        if len(values) == 1 and values[0] is not None:
            return -values[0]
        if len(values) == 2 and values[0] is not None and values[1]:
            return values[0] / values[1]
    return None
