"""Which loops may run their iterations at the same time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import sympy

from adc.ir.enums import Update
from adc.ir.expressions import Const
from adc.ir.shapes import floordiv, names, substitute, symbol
from adc.schedule.accesses import Touch, apart, by_container, touches
from adc.schedule.tree import (
    Comment,
    Copy,
    Declare,
    Fill,
    For,
    Keep,
    MatrixProduct,
    Node,
    Rewind,
    Statement,
    Tree,
    part_variables,
    parts,
    walk,
    with_parts,
)


def parallel(tree: Tree, around: int = 0, outer: frozenset[str] = frozenset()) -> Tree:
    """`tree` with `work` set on the outermost loops that may run in parallel.

    Starting threads is not for the inside of deep loops: a nest is marked if it is at least as
    deep as the number of loops `around` it, whose variables are `outer`. A loop over segments and
    the loop over the steps of one count as one.
    """
    return tuple(_marked(node, around, outer) for node in tree)


def _marked(node: Node, around: int, outer: frozenset[str]) -> Node:
    if isinstance(node, For):
        if depth(node) >= around and is_parallel(node):
            return replace(node, work=work_of(node))
        around += not _in_segment(node, outer)
    inside = zip(part_variables(node), parts(node), strict=True)
    return with_parts(node, tuple(parallel(part, around, outer.union(own)) for own, part in inside))


def _in_segment(loop: For, outer: frozenset[str]) -> bool:
    """Whether `loop` begins at a multiple of a variable around it: the steps of one segment."""
    counted = names(loop.start) & outer
    return any(loop.start.coeff(symbol(v), 1) not in (0, 1, -1) for v in counted)


def depth(node: Node) -> int:
    """How many loops stand inside each other in `node`."""
    inner = max((depth(n) for part in parts(node) for n in part), default=0)
    return inner + isinstance(node, For)


def is_parallel(loop: For) -> bool:
    """Whether no iteration of `loop` touches an element that another one writes.

    Scalars declared in the loop belong to one iteration. Others may be given one and the same
    number by all, as a flag is. A matrix product inside is left alone: it is parallel itself.
    """
    if open_ended(loop):
        return False
    if any(isinstance(n, (Keep, MatrixProduct, Rewind)) for n in walk(loop.body)):
        return False
    private = {n.name for n in walk(loop.body) if isinstance(n, Declare)}
    groups = by_container(touches(loop.body))
    return all(
        apart(group, loop.var) or _is_flag(loop, name, group)
        for name, group in groups.items()
        if name not in private and any(_writes(t) for t in group)
    )


def _is_flag(loop: For, name: str, group: Sequence[Touch]) -> bool:
    """Whether the scalar `name` is only ever given one literal in `loop`."""
    given = [n for n in walk(loop.body) if isinstance(n, Statement) and n.target.container == name]
    literals = {n.expr for n in given if n.op == Update.ASSIGN and isinstance(n.expr, Const)}
    alike = len(literals) == 1 and all(n.op == Update.ASSIGN and n.expr in literals for n in given)
    return alike and all(t.kind == "write" and not t.index for t in group)


def _writes(touch: Touch) -> bool:
    return touch.kind != "read"


def work_of(loop: For) -> sympy.Expr:
    """An estimate of the statements that the whole loop executes: the terms of highest degree."""
    return leading(_work(loop))


def leading(expr: sympy.Expr) -> sympy.Expr:
    """The terms of `expr` with most factors, each counted once; `expr` if it is no polynomial."""
    expanded = sympy.expand(expr)
    if not expanded.free_symbols or not expanded.is_polynomial():
        return expr
    by_degree: dict[int, list[sympy.Expr]] = {}
    for term in sympy.Add.make_args(expanded):
        factor, rest = term.as_coeff_Mul()
        if factor > 0:
            by_degree.setdefault(sum(rest.as_powers_dict().values()), []).append(rest)
    return sympy.Add(*by_degree[max(by_degree)]) if by_degree else expr


def _work(loop: For) -> sympy.Expr:
    """The statements that the whole loop executes.

    The variable of a triangular loop's bound stands at the end of its range.
    """
    inside = sum((_node_work(n) for n in loop.body), sympy.Integer(0))
    if loop.var in names(inside):
        last = loop.stop if loop.step > 0 else loop.start
        inside = substitute(inside, {loop.var: _trips(loop) if open_ended(loop) else last})
    return _trips(loop) * inside


def open_ended(loop: For) -> bool:
    """Whether only data tells the number of iterations."""
    return loop.test is not None or loop.count is not None


def _trips(loop: For) -> sympy.Expr:
    """The number of iterations; 1 where only data tells."""
    if open_ended(loop):
        return sympy.Integer(1)
    length = loop.stop - loop.start if loop.step > 0 else loop.start - loop.stop
    return length if abs(loop.step) == 1 else floordiv(length, abs(loop.step))


def _node_work(node: Node) -> sympy.Expr:
    if isinstance(node, For):
        return _work(node)
    if isinstance(node, (Fill, Copy)):
        return node.count
    if isinstance(node, Comment):
        return sympy.Integer(0)
    inner = [n for part in parts(node) for n in part]
    return sum((_node_work(n) for n in inner), sympy.Integer(1))
