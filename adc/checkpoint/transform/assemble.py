"""The gradient program: forward sweep, seeds, reverse sweep, in this order."""

from __future__ import annotations

from dataclasses import replace

from adc.checkpoint.transform.draft import Draft
from adc.differentiate.gradient import Reversed
from adc.ir.node import Body
from adc.ir.nodes import Heading
from adc.ir.program import Program


def assemble(reversed_: Reversed, draft: Draft) -> Program:
    """The whole gradient program: forward sweep, seeds, reverse sweep."""
    forward = draft.forward
    body: Body = (
        Heading("Forward sweep: what the derivatives need"),
        *forward.body,
        Heading("Reverse sweep: adjoints, back to front"),
        *reversed_.initial,
        *draft.reverse,
        *reversed_.closing,
    )
    containers = dict.fromkeys((*forward.containers, *reversed_.new, *draft.tapes))
    program = replace(
        forward,
        name=f"{reversed_.primal.name}_grad",
        parameters=reversed_.parameters,
        containers=tuple(containers),
        body=body,
        returns=(),
    )
    return program


def note_empty_forward(program: Program) -> Program:
    """Says so under the forward sweep's heading where nothing is left of it."""
    body = program.body
    for position, node in enumerate(body[:-1]):
        if isinstance(node, Heading) and isinstance(body[position + 1], Heading):
            noted = Heading("Forward sweep: the derivatives need nothing of it")
            body = (*body[:position], noted, *body[position + 1 :])
    return program.with_body(body)
