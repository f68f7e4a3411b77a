"""Flags that are set for one branch are its condition."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update
from adc.ir.expressions import Read
from adc.ir.node import Body, Node
from adc.ir.nodes import Branch, Compute
from adc.ir.program import Program
from adc.ir.walking import map_body, walk_nodes, written_in
from adc.simplify.dead import drop_unused_containers


def decide_in_place(program: Program) -> Program:
    """`program` with the condition of a branch in place of a flag that is set just before it and
    read nowhere else, unless the branch writes what the condition reads."""
    flags = _flags(program)
    found = {
        branch.label: compute
        for body in (program.body, *(part for n in walk_nodes(program.body) for part in n.parts))
        for compute, branch in pairwise(body)
        if isinstance(compute, Compute) and compute.container in flags
        and isinstance(branch, Branch) and _decides(compute, branch)
    }  # fmt: skip
    if not found:
        return program
    gone = {compute.label for compute in found.values()}

    def visit(node: Node) -> Body:
        if isinstance(node, Branch) and node.label in found:
            return (replace(node, condition=found[node.label].expr),)
        return () if node.label in gone else (node,)

    return drop_unused_containers(program.with_body(map_body(program.body, visit)))


def _flags(program: Program) -> set[str]:
    """The truth values that are set once and read once, so far as they are the program's own."""
    reads: Counter[str] = Counter()
    writes: Counter[str] = Counter()
    for node in walk_nodes(program.body):
        reads.update(u.container for u in node.reads)
        writes.update(w.container for w in node.writes)
    return {
        c.name
        for c in program.containers
        if c.dtype is DType.BOOL and not c.shape and c.role is Role.LOCAL
        and reads[c.name] == writes[c.name] == 1 and c.name not in program.returns
    }  # fmt: skip


def _decides(compute: Compute, branch: Branch) -> bool:
    flag, decided = branch.condition, replace(branch, condition=compute.expr)
    changed = written_in((*branch.then, *branch.orelse))
    return (
        isinstance(flag, Read)
        and flag.container == compute.container
        and compute.op is Update.ASSIGN
        and not compute.domain
        and not any(use.container in changed for use in decided.uses)
    )
