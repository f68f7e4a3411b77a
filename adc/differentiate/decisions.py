"""Branches that change what they were decided on keep their decision for the reverse sweep."""

from __future__ import annotations

from dataclasses import replace

from adc.differentiate.names import names_of
from adc.differentiate.reverse import apart
from adc.ir.dtypes import DType
from adc.ir.expressions import Read, reads
from adc.ir.nodes import (
    Access,
    Body,
    Branch,
    Compute,
    Container,
    Heading,
    NameSource,
    Node,
    Program,
    computes,
    map_body,
    walk_nodes,
)


def with_decisions(program: Program) -> Program:
    """`program` with each branch that may write what its condition reads decided by a flag, set
    just before it.

    The adjoint of the branch stands where these values are overwritten; they are put back inside
    it, once it is known which way to go.
    """
    fresh = names_of(program)
    labels = NameSource({n.label for n in walk_nodes(program.body) if not isinstance(n, Heading)})
    flags: list[Container] = []

    def visit(node: Node) -> Body:
        if not isinstance(node, Branch) or not overwrites_condition(node):
            return (node,)
        flag = Container(fresh.fresh("taken"), DType.BOOL, (), "local", span=node.span)
        flags.append(flag)
        label = labels.fresh(f"{node.label}_taken")
        decide = Compute(label, Access(flag.name, ()), "=", node.condition, (), node.span)
        return decide, replace(node, condition=Read(flag.name, (), DType.BOOL))

    body = map_body(program.body, visit)
    return program.with_containers(*flags).with_body(body) if flags else program


def overwrites_condition(node: Branch) -> bool:
    """Whether a statement in either part may write an element that the condition reads."""
    targets = [s.target for s in computes((*node.then, *node.orelse))]
    return any(
        t.container == r.container and not apart(t.index, r.index)
        for r in reads(node.condition)
        for t in targets
    )
