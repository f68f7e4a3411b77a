"""Loop variables renamed: joined loops share one, and names are unique only where it matters."""

from __future__ import annotations

import re
from dataclasses import replace

import sympy

from adc.ir.expressions import Index, substitute_expr
from adc.ir.node import Access
from adc.ir.nodes import Compute
from adc.ir.shapes import IntLike, substitute, symbol
from adc.schedule.tree import (
    Call,
    Copy,
    Declare,
    Fill,
    For,
    If,
    Keep,
    LibraryCall,
    Node,
    Operand,
    Rewind,
    RoutineCall,
    Statement,
    Tree,
    part_variables,
    parts,
    walk,
    with_parts,
)

Table = dict[str, IntLike]


def renamed(tree: Tree, old: str, new: str) -> Tree:
    """`tree` with the loop variable `old` called `new`."""
    return tree if old == new else placed(tree, old, symbol(new))


def placed(tree: Tree, variable: str, value: sympy.Expr) -> Tree:
    """`tree` with `value` in the place of the loop variable."""
    table: Table = {variable: value}
    return tuple(_renamed(node, table) for node in tree)


def _renamed(node: Node, table: Table) -> Node:
    inner = tuple(tuple(_renamed(n, table) for n in part) for part in parts(node))
    node = with_parts(node, inner)
    if isinstance(node, For):
        start, stop = substitute(node.start, table), substitute(node.stop, table)
        parallel = node.parallel
        if parallel is not None:
            parallel = replace(parallel, work=substitute(parallel.work, table))
        test = None if node.test is None else substitute_expr(node.test, table)
        return replace(node, start=start, stop=stop, parallel=parallel, test=test)
    if isinstance(node, Keep):
        steps = None if node.steps is None else substitute(node.steps, table)
        return replace(node, step=substitute(node.step, table), steps=steps)
    if isinstance(node, Rewind):
        return replace(node, step=substitute(node.step, table))
    if isinstance(node, If):
        return replace(node, condition=substitute_expr(node.condition, table))
    if isinstance(node, Declare):
        return replace(node, expr=substitute_expr(node.expr, table))
    if isinstance(node, Statement):
        expr = substitute_expr(node.expr, table)
        return replace(node, target=_access(node.target, table), expr=expr)
    if isinstance(node, (Fill, Copy, LibraryCall)):
        return _renamed_call(node, table)
    if isinstance(node, RoutineCall):
        return node.mapped(lambda e: substitute(e, table), lambda e: substitute_expr(e, table))
    return node


def _renamed_call(node: Fill | Copy | LibraryCall, table: Table) -> Node:
    compute = _compute(node.compute, table)
    if isinstance(node, Fill):
        return replace(node, compute=compute, prefix=_index(node.prefix, table))
    if isinstance(node, Copy):
        return replace(
            node,
            compute=compute,
            prefix=_index(node.prefix, table),
            source_prefix=_index(node.source_prefix, table),
        )
    return replace(
        node,
        compute=compute,
        scale=substitute_expr(node.scale, table),
        operands=tuple(_operand(o, table) for o in node.operands),
        extents=_index(node.extents, table),
    )


def _compute(compute: Compute, table: Table) -> Compute:
    domain = tuple(
        replace(d, start=substitute(d.start, table), stop=substitute(d.stop, table))
        for d in compute.domain
    )
    expr = substitute_expr(compute.expr, table)
    return replace(compute, target=_access(compute.target, table), expr=expr, domain=domain)


def _operand(operand: Operand, table: Table) -> Operand:
    return replace(operand, origin=_index(operand.origin, table))


def _access(access: Access, table: Table) -> Access:
    return Access(access.container, _index(access.index, table))


def _index(index: Index, table: Table) -> Index:
    return tuple(substitute(e, table) for e in index)


def short_names(tree: Tree, taken: frozenset[str]) -> Tree:
    """`tree` with `i_17` called `i` wherever nothing around it or inside it has that name.

    `taken` are the names of sizes and containers.
    """
    stems = {n.var for n in walk(tree) if isinstance(n, For)}
    return tuple(_short(node, taken, frozenset(stems)) for node in tree)


def _short(node: Node, taken: frozenset[str], stems: frozenset[str]) -> Node:
    if isinstance(node, For):
        inner = variables(node.body)
        name = _stem(node, stems)
        if name != node.var and name not in taken | inner:
            test = node.test
            if test is not None:
                test = substitute_expr(test, {node.var: symbol(name)})
            body = renamed(node.body, node.var, name)
            node = replace(node, var=name, body=body, test=test)
    elif isinstance(node, (Keep, Rewind)):
        node = _short_own(node, taken)
    own = part_variables(node)
    inside = zip(own, parts(node), strict=True)
    return with_parts(
        node, tuple(tuple(_short(n, taken.union(v), stems) for n in part) for v, part in inside)
    )


def _short_own(node: Node, taken: frozenset[str]) -> Node:
    """The slot `k_2` called `k`, the step `r_1` called `r`: these names are adc's own."""
    for old in dict.fromkeys(v for own in part_variables(node) for v in own):
        new = re.sub(r"_\d+$", "", old)
        if new == old or new in taken | variables((node,)):
            continue
        node = with_parts(node, tuple(renamed(part, old, new) for part in parts(node)))
        if isinstance(node, Rewind) and node.var == old:
            node = replace(node, var=new)
        elif isinstance(node, (Keep, Rewind)):
            node = replace(node, slot=new)
    return node


def variables(tree: Tree) -> frozenset[str]:
    """The variables of all loops in `tree`, those inside calls too."""
    found: set[str] = set()
    for node in walk(tree):
        if isinstance(node, (For, Keep, Rewind)):
            found |= {v for own in part_variables(node) for v in own}
        elif isinstance(node, Call):
            found |= {d.var for d in node.compute.domain}
    return frozenset(found)


def _stem(node: For, stems: frozenset[str]) -> str:
    """A domain's variable without its number; a source loop's only where another has that name."""
    stem = re.sub(r"_\d+$", "", node.var)
    return stem if not node.sequential or stem in stems else node.var
