"""What never changes in a loop, computed once before it under a name.

Only operations on numbers that are given, or declared as constants around the loop, are taken out:
these have their values whether or not the loop runs.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from adc.diagnostics import Span
from adc.ir.declarations import Container
from adc.ir.enums import Role
from adc.ir.expressions import Apply, Expr, IntValue, Read, walked
from adc.ir.names import NameSource
from adc.ir.shapes import names
from adc.ops import flops
from adc.schedule.accesses import written
from adc.schedule.shared import LEAST_SAVED, stem
from adc.schedule.tree import (
    Declare,
    For,
    Node,
    Statement,
    Tree,
    part_variables,
    parts,
    walk,
    with_parts,
)  # fmt: skip


def with_invariants(
    tree: Tree, containers: tuple[Container, ...], given: frozenset[str], taken: frozenset[str]
) -> tuple[Tree, tuple[Container, ...]]:
    """`tree` with what loops compute anew in each iteration, and need not, in constants before
    them; `given` are the arguments, `taken` the names that are in use."""
    changed = frozenset(name for node in tree for name in written(node))
    fixed = {c.name for c in containers if not c.shape and c.name in given} - changed
    work = _Invariants(NameSource(set(taken)), [])
    tree = work.tree(tree, frozenset(fixed))
    return tree, (*containers, *work.new)


@dataclass
class _Invariants:
    fresh: NameSource
    new: list[Container]

    def tree(self, tree: Tree, fixed: frozenset[str]) -> Tree:
        """`tree`, where `fixed` are constants."""
        result: list[Node] = []
        known: dict[Expr, str] = {}
        for node in tree:
            node = _named(node, known)
            if isinstance(node, For):
                for expr, span in invariant(node, fixed):
                    if expr not in known:
                        known[expr] = self.local(expr)
                        fixed |= {known[expr]}
                        result.append(Declare(known[expr], expr, True, span))
                node = _named(node, known)
            result.append(with_parts(node, tuple(self.tree(part, fixed) for part in parts(node))))
            if isinstance(node, Declare) and node.constant:
                fixed |= {node.name}
        return tuple(result)

    def local(self, expr: Expr) -> str:
        name = self.fresh.fresh(stem(expr))
        self.new.append(Container(name, expr.dtype, (), Role.LOCAL))
        return name


def invariant(loop: For, fixed: frozenset[str]) -> Iterator[tuple[Expr, Span | None]]:
    """The largest operations in `loop` on what is `fixed` and on sizes, each with its place."""
    inside = frozenset(v for n in walk((loop,)) for part in part_variables(n) for v in part)
    for node in walk(loop.body):
        if isinstance(node, (Statement, Declare)):
            for expr in _parts(node.expr, fixed, inside):
                yield expr, node.span


def _parts(expr: Expr, fixed: frozenset[str], inside: frozenset[str]) -> Iterator[Expr]:
    if not isinstance(expr, Apply):
        return
    if flops(expr) >= LEAST_SAVED and _is_fixed(expr, fixed, inside):
        yield expr
        return
    for arg in expr.args:
        yield from _parts(arg, fixed, inside)


def _is_fixed(expr: Expr, fixed: frozenset[str], inside: frozenset[str]) -> bool:
    """Whether `expr` has one value in all iterations, which can be computed at any time."""
    for e in walked(expr):
        if isinstance(e, Read) and (e.index or e.container not in fixed):
            return False
        if isinstance(e, IntValue) and (names(e.value) & inside or not e.value.is_polynomial()):
            return False
        if isinstance(e, Apply) and not e.dtype.is_float:
            return False
    return True


def _named(node: Node, known: Mapping[Expr, str]) -> Node:
    """`node` with what is `known` read by its name, in all that it holds: what is taken out of
    the loops inside is made of these names then."""
    if not known:
        return node
    if isinstance(node, (Statement, Declare)):
        expr = _read_by_name(node.expr, known)
        return node if expr is node.expr else replace(node, expr=expr)
    inner = tuple(tuple(_named(n, known) for n in part) for part in parts(node))
    same = all(
        a is b for a, b in zip(itertools.chain(*inner), itertools.chain(*parts(node)), strict=True)
    )
    return node if same else with_parts(node, inner)


def _read_by_name(expr: Expr, known: Mapping[Expr, str]) -> Expr:
    """`expr` with what is `known` in it, the largest first."""
    if not isinstance(expr, Apply):
        return expr
    if expr in known:
        return Read(known[expr], (), expr.dtype)
    args = tuple(_read_by_name(arg, known) for arg in expr.args)
    same = all(a is b for a, b in zip(args, expr.args, strict=True))
    return expr if same else replace(expr, args=args)
