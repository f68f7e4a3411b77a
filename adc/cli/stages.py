"""The stages of the compiler as text, for `adc show`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adc.observer import Observer, Silent
from adc.options import Request
from adc.pipeline import Front, depth_of, front_half, gradient_of, reversed_of

if TYPE_CHECKING:
    from adc.checkpoint.plan import PlanRow


def stage_text(
    request: Request, stage: str, dot: bool = False, observer: Observer | None = None
) -> str:
    """One stage of the compiler as text (or, with `dot`, its dataflow graph for Graphviz)."""
    observer = observer or Silent()
    front = front_half(request, observer, needs_targets=stage != "ir")
    with depth_of(front):
        return text_of(front, request, stage, dot, observer)


def text_of(front: Front, request: Request, stage: str, dot: bool, observer: Observer) -> str:
    """The same of what the front half has made."""
    from adc.ir.dataflow import dataflow_graph, to_dot
    from adc.ir.text import program_text

    if stage == "activity":
        return activity_text(front)
    program = front.primal
    if stage == "adjoint":
        from adc.differentiate.whole import whole_program

        program = whole_program(reversed_of(front, request, observer))
    elif stage in ("plan", "loops"):
        gradient = gradient_of(front, request, observer)
        program = gradient.program
        if stage == "plan" and not dot:
            return plan_text(gradient.rows) + program_text(program)
        if stage == "loops" and not dot:
            from adc.schedule.text import tree_text

            return tree_text(gradient.scheduled)
    return to_dot(dataflow_graph(program.body)) if dot else program_text(program)


def activity_text(front: Front) -> str:
    """Per statement: what is varied before it, what is useful after it, whether it is active."""
    from adc.analysis.activity import activity
    from adc.ir.text import statement_text
    from adc.ir.walking import statements

    found = activity(front.primal, front.wrt, front.of)
    lines = []
    for statement in statements(front.primal.body):
        active = found.active_reads(statement)
        lines.append(("* " if active else "  ") + statement_text(statement))
        varied = ", ".join(sorted(found.varied_before[statement.label])) or "-"
        useful = ", ".join(sorted(found.useful_after[statement.label])) or "-"
        lines.append(f"      varied before: {varied}; useful after: {useful}")
    return "\n".join(lines) + "\n"


def plan_text(rows: tuple[PlanRow, ...]) -> str:
    """The plan's rows, one a line."""
    from adc.ir.shapes_text import python_text

    lines = [
        f"# {row.decision} {row.array}: {python_text(row.bytes)} bytes, {row.flops} flops;"
        f" {row.where} {row.why}".rstrip()
        for row in rows
    ]
    return "".join(line + "\n" for line in lines)
