"""What was chosen and what it costs, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adc.diagnostics.amounts import format_bytes, format_seconds

if TYPE_CHECKING:
    from adc.pipeline import Gradient


def summary(gradient: Gradient, limit: int | None) -> str:
    """`plan: 449.9 MiB of 500 MiB; A0, A1 rebuilt (predicted 1.3x the time of storing all)`."""
    peak = format_bytes(gradient.trial.peak)
    within = f" of {format_bytes(limit)}" if limit is not None else ""
    text = f"plan: {peak}{within}; {gradient.choices}"
    base = gradient.search.trials.base.configuration
    if gradient.trial.configuration == base or not gradient.stored_seconds:
        return f"{text} (predicted {format_seconds(gradient.seconds)})"
    ratio = gradient.seconds / gradient.stored_seconds
    return f"{text} (predicted {ratio:.2g}x the time of storing everything)"
