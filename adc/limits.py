"""What `--mem-limit` asks of a schedule, whatever was planned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adc.diagnostics import AdcError
from adc.options import Request

if TYPE_CHECKING:
    from adc.schedule import Scheduled


def planning_limit(request: Request) -> int | None:
    """The bytes that the planner may take: the user's limit, and what measuring chose of it."""
    limits = [b for b in (request.mem_limit, request.choice.plan_bytes) if b is not None]
    return min(limits, default=None)


def check_limit(scheduled: Scheduled, request: Request) -> None:
    """Refuses a plan whose peak at the given sizes exceeds the limit (exit status 3)."""
    if request.mem_limit is None:
        return
    from adc.ir.shapes import evaluate

    check_sizes_given(scheduled, request)
    peak = evaluate(scheduled.peak_bytes, dict(request.sizes))
    if peak > request.mem_limit:
        raise AdcError.of(
            "ADC0403",
            f"the call would hold {peak} bytes, more than the limit of {request.mem_limit}",
            help=f"raise --mem-limit to {peak} bytes or more",
            exit_status=3,
        )


def check_sizes_given(scheduled: Scheduled, request: Request) -> None:
    """Refuses a limit where the peak depends on sizes that nobody gave (ADC0401)."""
    from adc.ir.shapes import names

    missing = sorted(n for n in names(scheduled.peak_bytes) if n not in request.sizes)
    if missing:
        raise AdcError.of(
            "ADC0401",
            f"--mem-limit needs numbers for the sizes {', '.join(f'`{n}`' for n in missing)}",
            help=f"add --size {','.join(f'{n}=…' for n in missing)}",
        )
