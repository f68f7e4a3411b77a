"""What is measured beside the default: other plans, passes left out, other thresholds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace

from adc.options import Choice, Request
from adc.pipeline import Gradient
from adc.rewrite.passes import REWRITES
from adc.schedule import OPTIONAL
from adc.tuned import PASSES

DEFAULT = Choice()
#: Plans between the one of least memory and the fastest that are measured at most.
MOST_PLANS = 4
#: Element operations of a loop that goes to threads.
THRESHOLDS = (10_000, 1_000_000)
#: More work than any loop has: nothing runs on threads.
NEVER = 10**15


def candidates(request: Request, threads: int, has_threads: bool) -> Iterator[Choice]:
    """The choices to measure, the likeliest first; plans within limits are `plans`."""
    if free(request):
        yield from (Choice(strategy=strategy) for strategy in ("store", "recompute"))
    yield from (Choice(without=(name,)) for name in PASSES)
    if threads > 1 and has_threads:
        yield from (Choice(threads_from=least) for least in (NEVER, *THRESHOLDS))
    yield Choice(without=tuple(each.name for each in REWRITES))
    yield Choice(without=OPTIONAL)
    yield Choice(without=PASSES)


def free(request: Request) -> bool:
    """Whether the user leaves the plan to adc."""
    return request.strategy == "auto" and not (request.store or request.recompute)


def plans(gradient: Gradient) -> list[Choice]:
    """The planner's answers for smaller limits, the nearest to the fastest first."""
    from adc.checkpoint.search.sweep import sweep

    peak = gradient.trial.peak
    points = sweep(gradient.search, MOST_PLANS)
    return [Choice(plan_bytes=p.limit) for p in reversed(points) if p.limit < peak]


def together(first: Choice, second: Choice) -> Choice:
    """Both at once; what both choose is as `first` has it."""
    without = tuple(p for p in PASSES if p in (*first.without, *second.without))
    return Choice(
        first.strategy or second.strategy,
        first.plan_bytes or second.plan_bytes,
        without,
        first.threads_from or second.threads_from,
    )


def described(choice: Choice) -> str:
    """In the words of the file: `without gather`, `threads_from 10000`."""
    if choice == DEFAULT:
        return "the default"
    if choice == replace(DEFAULT, without=PASSES):
        return "without all passes"
    words = []
    for field in fields(Choice):
        value = getattr(choice, field.name)
        if value == NEVER:
            words.append("no threads")
        elif value:
            text = ", ".join(value) if isinstance(value, tuple) else str(value)
            words.append(f"{field.name} {text}")
    return "; ".join(words)
