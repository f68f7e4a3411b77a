"""The plan in the words of the generated file's first comment."""

from __future__ import annotations

from adc.checkpoint.plan import Decision, PlanRow
from adc.diagnostics.amounts import format_bytes, format_exactly
from adc.emit.comments import listed
from adc.emit.facts import Facts, PlanFacts
from adc.ir.shapes import evaluate
from adc.ir.shapes_text import python_text
from adc.schedule import Scheduled

#: Predicted times closer than this share are told as equal.
_ALIKE = 0.02


def plan_lines(scheduled: Scheduled, facts: Facts) -> list[str]:
    """What the plan was made for, then a sentence for each decision."""
    if facts.mode != "grad":
        return []
    lines = []
    if facts.planned:
        for sentence in _head(scheduled, facts, facts.planned):
            lines += listed(sentence)
    lines += [line for row in facts.plan for line in listed(row_words(row))]
    if not facts.plan:
        lines += listed("no array is kept from the forward to the reverse sweep")
    return lines


def _head(scheduled: Scheduled, facts: Facts, planned: PlanFacts) -> list[str]:
    sizes = ", ".join(f"{name}={value}" for name, value in planned.sizes.items())
    text = f"planned for {sizes}" if sizes else "planned"
    if planned.assumed:
        whose = "all" if len(planned.assumed) == len(planned.sizes) else ", ".join(planned.assumed)
        text += f" (adc's choice: {whose}; the code is right for any sizes)"
    if facts.limit_bytes is not None:
        text += f" within {format_exactly(facts.limit_bytes)}"
    if sizes or facts.limit_bytes is not None:
        peak = evaluate(scheduled.peak_bytes, planned.sizes)
        text += f"; a call then holds {format_bytes(peak)}"
    sentences = [text] if text != "planned" else []
    ratio = planned.seconds / planned.stored_seconds if planned.stored_seconds else 1.0
    if abs(ratio - 1) > _ALIKE:
        sentences.append(f"predicted time: {ratio:.2g} times that of storing everything")
    return sentences


def row_words(row: PlanRow) -> str:
    """One decision as a sentence, in the source's names."""
    where = f" ({row.where})" if row.where else ""
    return f"{row.array}{where}: {_decision_words(row)}"


def _decision_words(row: PlanRow) -> str:
    amount = f"{python_text(row.bytes)} bytes"
    if row.decision == Decision.KEEP:
        return f"kept from the forward to the reverse sweep, {row.why}; {amount}"
    if row.decision == Decision.STORE:
        return f"stored, {row.why}; {amount}"
    if row.decision == Decision.CHECKPOINT:
        return f"what this loop goes on from is checkpointed: {row.why}; {amount}"
    if row.rebuilt:
        return (
            f"not kept, but {row.why}, which frees its memory in between; {amount}, {_flops(row)}"
        )
    each = f", {_flops(row)}" if row.flops else ""
    return f"computed again wherever the reverse sweep uses it{each}"


def _flops(row: PlanRow) -> str:
    return f"{row.flops} flop{'' if row.flops == 1 else 's'} per element"
