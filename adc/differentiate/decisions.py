"""Branches that change what they were decided on keep their decision for the reverse sweep."""

from __future__ import annotations

from dataclasses import replace

from adc.differentiate.names import names_of
from adc.differentiate.reverse import apart
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update
from adc.ir.expressions import Read, reads
from adc.ir.names import NameSource
from adc.ir.node import Access, Body, Node
from adc.ir.nodes import Branch, Compute
from adc.ir.program import Program
from adc.ir.walking import labels_in, map_body, statements


def with_decisions(program: Program) -> Program:
    """`program` with each branch that may write what its condition reads decided by a flag, set
    just before it.

    The adjoint of the branch stands where these values are overwritten; they are put back inside
    it, once it is known which way to go.
    """
    fresh = names_of(program)
    labels = NameSource(labels_in(program.body))
    flags: list[Container] = []

    def visit(node: Node) -> Body:
        if not isinstance(node, Branch) or not overwrites_condition(node):
            return (node,)
        flag = Container(fresh.fresh("taken"), DType.BOOL, (), Role.LOCAL, span=node.span)
        flags.append(flag)
        label = labels.fresh(f"{node.label}_taken")
        decide = Compute(label, Access(flag.name, ()), Update.ASSIGN, node.condition, (), node.span)
        return decide, replace(node, condition=Read(flag.name, (), DType.BOOL))

    body = map_body(program.body, visit)
    return program.with_containers(*flags).with_body(body) if flags else program


def overwrites_condition(node: Branch) -> bool:
    """Whether a statement in either part may write an element that the condition reads."""
    targets = [w.target for s in statements((*node.then, *node.orelse)) for w in s.writes]
    return any(
        t.container == r.container and not apart(t.index, r.index)
        for r in reads(node.condition)
        for t in targets
    )
