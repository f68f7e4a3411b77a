"""Zeroing belongs where the zeroed array is first used, not at the start of the sweep."""

from __future__ import annotations

from adc.ir.build import is_zero
from adc.ir.enums import Update
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.walking import mentioned_in


def sink_zeros(program: Program) -> Program:
    """`program` with each `X = 0` at the top level moved down to the first node that names X."""
    body = list(program.body)
    for position in reversed(range(len(body))):
        node = body[position]
        if not (isinstance(node, Compute) and node.op == Update.ASSIGN and is_zero(node.expr)):
            continue
        container = node.target.container
        place = position
        while place + 1 < len(body) and container not in mentioned_in((body[place + 1],)):
            place += 1
        if place + 1 < len(body):
            body.insert(place, body.pop(position))
    return program.with_body(tuple(body))
