"""Copies that stand for what they were made of, until one of the two changes.

    C_bar[i, j] = C_seed[i, j]                P_bar[i, j] = C_bar[i, j]
    P_bar[i, j] = C_bar[i, j]          ->     C_bar[i, j] = beta*C_seed[i, j]
    C_bar[i, j] = beta*C_bar[i, j]

A copy of a whole array that is overwritten as a whole, or not at all, before what it was made of
changes is not made: its readers read the source.
"""

from __future__ import annotations

from dataclasses import replace

from adc.analysis.activity import covers
from adc.ir.enums import Update
from adc.ir.expressions import Expr, Read, transform
from adc.ir.node import Body, Node
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.walking import rename_in_body, written_in
from adc.simplify.dead import drop_unused_containers


def without_copies(program: Program) -> Program:
    """`program` without whole copies that nothing tells from their source."""
    body, k = program.body, 0
    while k < len(body):
        new = _without(program, body, k)
        body, k = (body, k + 1) if new is None else (new, k)
    if body is program.body:
        return program
    return drop_unused_containers(program.with_body(body))


def _without(program: Program, body: Body, k: int) -> Body | None:
    """`body` without its `k`-th node, if that is a copy nobody needs."""
    node = body[k]
    if not isinstance(node, Compute) or not isinstance(node.expr, Read):
        return None
    name, source = node.container, node.expr.container
    end = _end(program, body, k) if _is_whole_copy(program, node) else None
    if end is None or source in written_in(body[k + 1 : end + 1]):
        return None
    read = rename_in_body(body[k + 1 : end], {name: source})
    last = body[end : end + 1] if end > k else ()
    return (*body[:k], *read, *_reading(last, name, source), *body[end + 1 :])


def _is_whole_copy(program: Program, node: Compute) -> bool:
    """Whether `node` copies all of an array, and the copy is not all that keeps its place: what the
    caller sees has it anyway, and would only make the source live longer."""
    assert isinstance(node.expr, Read)
    target, source = program[node.container], program[node.expr.container]
    alike = target.dtype is source.dtype and target.shape == source.shape
    if node.op != Update.ASSIGN or node.blank or target is source or not alike or not target.shape:
        return False
    if target.whole or (target.name in program.passed and source.name not in program.passed):
        return False
    whole = covers(node.target.index, node.domain, target.shape)
    return whole and node.expr.index == node.target.index


def _end(program: Program, body: Body, k: int) -> int | None:
    """Up to which node of `body` the copy that the `k`-th makes is read: the one that overwrites
    all of it, or the last that says anything of it. None where it is changed in part, or seen."""
    node = body[k]
    assert isinstance(node, Compute)
    name = node.container
    mentioning = [m for m in range(k + 1, len(body)) if name in body[m].mentioned_inside]
    for m in mentioning:
        if name in written_in((body[m],)):
            return m if _overwrites(program, body[m], name) else None
    if name in {*program.passed, *program.returns}:
        return None
    return mentioning[-1] if mentioning else k


def _overwrites(program: Program, node: Node, name: str) -> bool:
    if not isinstance(node, Compute) or node.op != Update.ASSIGN or node.container != name:
        return False
    return covers(node.target.index, node.domain, program[name].shape)


def _reading(last: Body, name: str, source: str) -> Body:
    """`last`, a node, with what it reads of `name` read from `source`; it may overwrite `name`."""
    if not last or not isinstance(node := last[0], Compute) or node.container != name:
        return rename_in_body(last, {name: source})

    def visit(expr: Expr) -> Expr:
        if isinstance(expr, Read) and expr.container == name:
            return replace(expr, container=source)
        return expr

    return (replace(node, expr=transform(node.expr, visit)),)
