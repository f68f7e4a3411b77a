"""Sums over a loop, and the largest and smallest of it, kept in a local scalar and marked so that
they may run in vector registers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import sympy

from adc.ir.build import zero
from adc.ir.declarations import Container
from adc.ir.enums import Role, Update
from adc.ir.expressions import Apply, Index, Read, reads
from adc.ir.names import NameSource
from adc.ir.node import Access
from adc.ir.shapes import names, symbol
from adc.schedule.accesses import AccessKind, apart, by_container, touched, touches
from adc.schedule.tree import (
    Declare,
    For,
    If,
    Node,
    Parallel,
    Parallelism,
    Statement,
    Tree,
    parts,
    walk,
    with_parts,
)
from adc.schedule.work import open_ended

#: Operations by which a loop finds an extreme. Python's own pass over NaNs but a first one, so that
#: lanes that begin with what there was hold all a NaN or none, and either way meet as NumPy's do.
_EXTREMA = {
    "maximum": "maximum", "minimum": "minimum", "larger": "maximum", "smaller": "minimum",
}  # fmt: skip


@dataclass
class Sums:
    """Rewrites one tree; `scalars` are containers that C holds in plain local variables. With
    `beside` a sum may read other elements of the array that it is added to; with `extrema` the
    largest and the smallest over a loop are found in vector registers, too."""

    containers: dict[str, Container]
    scalars: set[str]
    fresh: NameSource
    new: list[Container]
    beside: bool
    extrema: bool

    def tree(self, tree: Tree, around: tuple[For, ...] = ()) -> Tree:
        """`tree`, which stands within the loops `around`, outermost first."""
        found: list[Node] = []
        for node in tree:
            if isinstance(node, For) and not node.sequential:
                found += self.nest(node, around)
            else:
                inside = (*around, node) if isinstance(node, For) else around
                found.append(with_parts(node, tuple(self.tree(p, inside) for p in parts(node))))
        return tuple(found)

    def nest(self, loop: For, around: tuple[For, ...]) -> Tree:
        """`loop` between the declaration of its local sums and their addition to the targets."""
        before: list[Node] = []
        after: list[Node] = []
        for target, first in self.targets(loop, around):
            container = self.containers[target.container]
            local = self.local(container)
            span = first.span
            before.append(Declare(local, zero(container.dtype), False, span))
            after.append(Statement(target, Update.ADD, Read(local, (), container.dtype), span))
            loop = replace(loop, body=redirected(loop.body, target, Access(local, ())))
        for target in self.elements(loop):
            container = self.containers[target.container]
            local = self.local(container, "found")
            value = Read(target.container, target.index, container.dtype)
            before.append(Declare(local, value, False))
            after.append(Statement(target, Update.ASSIGN, Read(local, (), container.dtype)))
            loop = replace(loop, body=tuple(_found_in(n, target, local) for n in loop.body))
        body = self.tree(loop.body, (*around, loop))
        loop = replace(loop, body=body)
        reduced = self.reduced(loop)
        if reduced:
            kinds = ("sums", "maximum", "minimum")
            sums, largest, smallest = (tuple(n for n in reduced if reduced[n] == k) for k in kinds)
            private = tuple(n.name for n in loop.body if isinstance(n, Declare))
            vector = Parallel(Parallelism.VECTOR, sympy.S.Zero, private, sums, largest, smallest)
            loop = replace(loop, parallel=vector)
        return (*before, loop, *after)

    def local(self, container: Container, what: str = "sum") -> str:
        name = self.fresh.fresh(f"{container.name}_{what}")
        new = Container(name, container.dtype, (), Role.LOCAL)
        self.new.append(new)
        self.containers[name] = new
        self.scalars.add(name)
        return name

    def targets(self, loop: For, around: tuple[For, ...]) -> list[tuple[Access, Statement]]:
        """What the whole of `loop` only adds to: one element, in one floating statement each."""
        groups = by_container(touches((loop,)))
        found = []
        for node in walk(loop.body):
            if not isinstance(node, Statement) or node.op != Update.ADD:
                continue
            name, index = node.target.container, node.target.index
            inner = next(t.inner for t in groups[name] if t.kind != AccessKind.READ)
            fixed = not any(names(e) & inner for e in index)
            others = [t for t in groups[name] if t.kind == AccessKind.READ]
            alone = len(groups[name]) == 1 and name not in self.scalars
            if self.beside and fixed and others and len(others) == len(groups[name]) - 1:
                loops = (*around, *(n for n in walk((loop,)) if isinstance(n, For)))
                alone = all(never_meet(t.index, index, loops) for t in others)
            if alone and fixed and self.containers[name].dtype.is_float and _vector(loop):
                found.append((node.target, node))
        return found

    def elements(self, loop: For) -> list[Access]:
        """The elements of which the whole of an innermost `loop` finds the largest or smallest
        value, and that no other statement touches."""
        if not self.extrema or not _plain(loop):
            return []
        targets = [n.target for n in loop.body if isinstance(n, Statement)]
        return [
            t
            for t in targets
            if t.container not in self.scalars
            and self.containers[t.container].dtype.is_float
            and not any(loop.var in names(e) for e in t.index)
            and extremum(loop, t)
        ]

    def reduced(self, loop: For) -> dict[str, str]:
        """The local sums and extrema of an innermost loop that nothing else keeps from vector
        registers: "sums", "maximum" or "minimum" by name."""
        if not _plain(loop):
            return {}
        groups = by_container(touches(loop.body))
        declared = {n.name for n in loop.body if isinstance(n, Declare)}
        found = {}
        for name, group in groups.items():
            if name in declared or all(t.kind == AccessKind.READ for t in group):
                continue
            if name in self.scalars and all(t.kind == AccessKind.ADD for t in group):
                found[name] = "sums"
            elif (
                self.extrema and name in self.scalars and (kind := extremum(loop, Access(name, ())))
            ):
                found[name] = kind
            elif not apart(group, loop.var):
                return {}
        return found if all(self.containers[n].dtype.is_float for n in found) else {}


def _plain(loop: For) -> bool:
    """Whether nothing but statements is in `loop`."""
    return all(isinstance(n, (Statement, Declare)) for n in loop.body)


def extremum(loop: For, target: Access) -> str:
    """Whether `target` becomes the "maximum" or "minimum" of itself and another value in one
    statement of `loop`, which alone touches its container; else ""."""
    steps = [n for n in loop.body if target.container in touched(n)]
    step = steps[0] if len(steps) == 1 else None
    if not isinstance(step, Statement) or step.op != Update.ASSIGN:
        return ""
    expr = step.expr
    found = _EXTREMA.get(expr.op, "") if isinstance(expr, Apply) else ""
    if step.target != target or not isinstance(expr, Apply) or not found:
        return ""
    so_far, value = expr.args
    alone = all(r.container != target.container for r in reads(value))
    return found if alone and so_far == Read(target.container, target.index, expr.dtype) else ""


def _found_in(node: Node, target: Access, local: str) -> Node:
    """The statement that finds the `extremum` in `target`, with the scalar `local` in its place;
    others as they are."""
    if not isinstance(node, Statement) or node.target != target:
        return node
    assert isinstance(node.expr, Apply)
    so_far = Read(local, (), node.expr.dtype)
    expr = replace(node.expr, args=(so_far, node.expr.args[1]))
    return replace(node, target=Access(local, ()), expr=expr)


def never_meet(one: Index, other: Index, loops: Sequence[For]) -> bool:
    """Whether along some axis `one` is behind or before `other` in all iterations of `loops`, of
    which the outer ones come first."""
    if len({loop.var for loop in loops}) < len(loops):
        return False
    return any(
        _least(sign * (a - b), loops) > 0
        for a, b in zip(one, other, strict=True)
        for sign in (1, -1)
    )


def _least(expr: sympy.Expr, loops: Sequence[For]) -> sympy.Expr:
    """A number that `expr` is never below in the loops, as its ends tell; 0 where they do not."""
    for loop in reversed(loops):
        if loop.var not in names(expr):
            continue
        variable = symbol(loop.var)
        factor = sympy.expand(expr).coeff(variable, 1)
        rest = sympy.expand(expr - factor * variable)
        if not factor.is_Integer or loop.var in names(rest) or loop.step != 1 or open_ended(loop):
            return sympy.S.Zero
        expr = sympy.expand(rest + factor * (loop.start if factor > 0 else loop.stop - 1))
    return expr if expr.is_Integer else sympy.S.Zero


def _vector(loop: For) -> bool:
    """Whether the innermost loops of the nest are plain: then a sum in them is worth a scalar."""
    return not any(
        isinstance(n, If) or (isinstance(n, For) and n.sequential) for n in walk((loop,))
    )


def redirected(tree: Tree, old: Access, new: Access) -> Tree:
    """`tree` with what it writes to `old` written to `new`."""

    def visit(node: Node) -> Node:
        if isinstance(node, Statement) and node.target == old:
            return replace(node, target=new)
        return with_parts(node, tuple(redirected(p, old, new) for p in parts(node)))

    return tuple(visit(node) for node in tree)


def with_sums(
    tree: Tree,
    containers: tuple[Container, ...],
    local: frozenset[str],
    taken: frozenset[str],
    beside: bool = False,
    extrema: bool = False,
) -> tuple[Tree, tuple[Container, ...]]:
    """`tree` with sums over loops in local scalars; `local` are the containers of adc's own.
    With `beside` also sums of other elements of the arrays that they are added to; with `extrema`
    also the largest and smallest over loops.

    The order of a sum's terms is the compiler's from then on: results agree to rounding. Of zeros
    of both signs, either may be the largest.
    """
    scalars = {c.name for c in containers if not c.shape and c.name in local}
    work = Sums(
        {c.name: c for c in containers}, scalars, NameSource(set(taken)), [], beside, extrema
    )
    tree = work.tree(tree)
    return tree, (*containers, *work.new)
