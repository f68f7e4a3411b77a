"""Temporaries of rows that a kernel computes again rather than keeping them in memory.

    for k:                                       for k:
        for l: grown[k, l] = exp(x[k, l])            for l: sum += exp(x[k, l])
               sum += grown[k, l]            →
        for l: bar[k, l] = grown[k, l]/sum           for l: bar[k, l] = exp(x[k, l])/sum

That moves fewer bytes where each element is made of at most one other, which was read before and is
likely still near, and computing it takes less time than memory does. The values are what the same
operations make of the same operands; what is tested for equality is the same to the last bit.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

import sympy

from adc.ir.declarations import Container
from adc.ir.enums import Update
from adc.ir.expressions import Expr, Index, Read, reads, substitute_expr, transform
from adc.ir.names import NameSource
from adc.ir.shapes import names, substitute, symbol
from adc.ops import flops
from adc.ops.bits import compared, same_bits
from adc.schedule.accesses import AccessKind, touched, touches, written
from adc.schedule.bounds import at_most
from adc.schedule.kernels import with_core
from adc.schedule.locals import with_expressions
from adc.schedule.tree import Comment, Declare, For, Node, Statement, Tree, parts, walk, with_parts
from adc.schedule.work import open_ended

#: A device computes about as much while an element goes to memory and comes back.
MOST_FLOPS = 64


def computed_again(
    nest: For, known: dict[str, Container], counts: Counter[str], local: frozenset[str],
    fresh: NameSource,
) -> tuple[For, dict[str, Container]]:  # fmt: skip
    """`nest`, whose iterations are apart, without those `local` arrays that it may as well compute
    again, and the containers of the scalars in their place; `counts` are the accesses in all of the
    tree, `known` the containers."""
    own = Counter(t.container for t in touches((nest,)))
    declared = {n.name for n in walk((nest,)) if isinstance(n, Declare)}
    new: dict[str, Container] = {}
    for name in sorted(own.keys() & local - declared):
        container = known[name]
        if own[name] != counts[name] or not container.shape or container.whole:
            continue

        def change(body: Tree, container: Container = container) -> Tree:
            row = _row(body, container.name)
            if row is None or row.dear() or row.tested(container.name):
                return body
            return row.applied(container, fresh, new)

        nest = with_core(nest, change)
    return nest, new


@dataclass(frozen=True)
class _Row:
    """An array that the loop `body[at]` makes element by element, by its node `maker`, and that
    only the loops `body[k]`, for each k of `readers`, read: where the maker's variable has the
    value that stands there."""

    body: Tree
    at: int
    maker: Statement
    readers: dict[int, sympy.Expr]

    @property
    def loop(self) -> For:
        loop = self.body[self.at]
        assert isinstance(loop, For)
        return loop

    def dear(self) -> bool:
        """Whether computing it again takes longer than memory does."""
        elements = {r for r in reads(self.maker.expr) if r.index}
        return len(elements) > 1 or (len(self.readers) - 1) * flops(self.maker.expr) > MOST_FLOPS

    def tested(self, array: str) -> bool:
        """Whether a test for equality asks for the very bits that `array` has, where computing them
        again may make others: whether an element is the largest one."""
        seen: list[Expr] = []

        def see(expr: Expr) -> Expr:
            seen.extend(compared(expr))
            return expr

        for node in walk(self.body):
            with_expressions(node, see)
        asked = any(isinstance(e, Read) and e.container == array for e in seen)
        return asked and not same_bits(self.maker.expr)

    def applied(self, array: Container, fresh: NameSource, new: dict[str, Container]) -> Tree:
        """The body with a scalar of its own, which is put into `new`, in each loop that reads."""
        found: list[Node] = []
        for k, node in enumerate(self.body):
            if k not in self.readers and k != self.at:
                found.append(node)
                continue
            assert isinstance(node, For)
            inside = node.body
            if k in self.readers:
                name = fresh.fresh(array.name)
                new[name] = replace(array, name=name, shape=())
                inside = self._read(node, self.readers[k], array.name, name)
            inside = tuple(n for n in inside if n is not self.maker)
            if any(not isinstance(n, Comment) for n in inside):
                found.append(replace(node, body=inside))
        return tuple(found)

    def _read(self, loop: For, value: sympy.Expr, array: str, name: str) -> Tree:
        """What is in `loop`, reading the scalar `name` in place of the array."""
        maker = self.maker
        expr = substitute_expr(maker.expr, {self.loop.var: value})
        begin = Declare(name, expr, True, maker.span, maker.note, maker.label)

        inside = [n if n is maker else _reading(n, array, name) for n in loop.body]
        if loop is not self.loop:
            return (begin, *inside)
        return tuple(begin if n is maker else n for n in inside)


def _reading(node: Node, array: str, name: str) -> Node:
    """`node`, and what it holds, with the scalar `name` in place of elements of `array`."""

    def visit(e: Expr) -> Expr:
        return Read(name, (), e.dtype) if isinstance(e, Read) and e.container == array else e

    inside = tuple(tuple(_reading(n, array, name) for n in part) for part in parts(node))
    return with_expressions(with_parts(node, inside), lambda e: transform(e, visit))


def _row(body: Tree, name: str) -> _Row | None:
    """The array `name` in `body`, which all that touches it stands in, as such a row; None where
    it is none."""
    at = next((k for k, n in enumerate(body) if name in touched(n)), None)
    maker = None if at is None else _maker(body[at], name)
    if at is None or maker is None or not _steady(body, at, maker.expr):
        return None
    loop = body[at]
    assert isinstance(loop, For)
    readers: dict[int, sympy.Expr] = {}
    for k, node in enumerate(body):
        accesses = [t for t in touches((node,)) if t.container == name]
        wanted = {t.index for t in accesses if t.kind == AccessKind.READ}
        if sum(t.kind != AccessKind.READ for t in accesses) != (k == at) or len(wanted) > 1:
            return None
        for index in wanted:
            value = _value(loop, maker.target.index, node, index)
            if value is None:
                return None
            readers[k] = value
    return _Row(body, at, maker, readers)


def _maker(loop: Node, name: str) -> Statement | None:
    """The statement right in `loop` that assigns to elements of `name` before anything reads
    them; None where there is none."""
    if not isinstance(loop, For) or not _plain(loop):
        return None
    first = next(n for n in loop.body if name in touched(n))
    if not isinstance(first, Statement) or first.op != Update.ASSIGN:
        return None
    return None if any(r.container == name for r in reads(first.expr)) else first


def _plain(loop: For) -> bool:
    """Whether `loop` runs through all of its range."""
    return loop.step == 1 and not loop.backwards and not open_ended(loop)


def _steady(body: Tree, at: int, expr: Expr) -> bool:
    """Whether what `expr` reads in `body[at]` is in sight, and the same, from there on to the end
    of `body`; no iteration writes elements that it reads."""
    declared = {n.name for n in walk(body) if isinstance(n, Declare)}
    before = {n.name for n in body[:at] if isinstance(n, Declare)}
    anywhere = {name for n in body for name in written(n)}
    changed = {name for n in body[at:] for name in written(n)} | (declared - before)
    return not any(r.container in (anywhere if r.index else changed) for r in reads(expr))


def _value(loop: For, made: Index, reader: Node, wanted: Index) -> sympy.Expr | None:
    """What the variable of `loop`, which makes the elements `made`, is where `reader` reads
    `wanted`; None where that is not one of its values, or another element."""
    axes = [k for k, e in enumerate(made) if loop.var in names(e)]
    if not isinstance(reader, For) or not _plain(reader) or len(axes) != 1:
        return None
    (axis,) = axes
    value = sympy.expand(wanted[axis] - made[axis] + symbol(loop.var))
    offset = sympy.expand(value - symbol(reader.var))
    if not offset.is_Integer:
        return None
    found = (sympy.expand(substitute(e, {loop.var: value})) for e in made)
    if any(sympy.expand(e - w) != 0 for e, w in zip(found, wanted, strict=True)):
        return None
    inside = at_most(loop.start, reader.start + offset) and at_most(reader.stop + offset, loop.stop)
    return value if inside else None
