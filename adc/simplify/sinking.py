"""Zeroing belongs where the zeroed array is first used, not at the start of the sweep."""

from __future__ import annotations

from adc.ir.build import is_zero
from adc.ir.expressions import reads
from adc.ir.nodes import Body, Branch, Compute, Node, Program, walk_nodes


def sink_zeros(program: Program) -> Program:
    """`program` with each `X = 0` at the top level moved down to the first node that names X."""
    body = list(program.body)
    for position in reversed(range(len(body))):
        node = body[position]
        if not (isinstance(node, Compute) and node.op == "=" and is_zero(node.expr)):
            continue
        container = node.target.container
        place = position
        while place + 1 < len(body) and not mentions(body[place + 1], container):
            place += 1
        if place + 1 < len(body):
            body.insert(place, body.pop(position))
    return program.with_body(tuple(body))


def mentions(node: Node, container: str) -> bool:
    """Whether `node`, or anything in it, reads or writes `container`."""
    inside: Body = (node,)
    for part in walk_nodes(inside):
        if isinstance(part, Compute) and (
            part.target.container == container
            or any(r.container == container for r in reads(part.expr))
        ):
            return True
        if isinstance(part, Branch) and any(
            r.container == container for r in reads(part.condition)
        ):
            return True
    return False
