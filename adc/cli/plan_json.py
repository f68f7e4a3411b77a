"""`adc plan --json`; docs/memory.md lists the fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import sympy

    from adc.checkpoint.plan import PlanRow
    from adc.checkpoint.search.sweep import Point as SweepPoint
    from adc.cli.plan_timeline import Point
    from adc.options import Request
    from adc.pipeline import Gradient
    from adc.schedule import Scheduled


def payload(
    gradient: Gradient,
    request: Request,
    chosen: Sequence[Point],
    stored: Sequence[Point],
    sweep: Sequence[SweepPoint] | None,
) -> dict[str, Any]:
    from adc.cli import plan_device
    from adc.emit.backends import backend_of

    scheduled, scenario = gradient.scheduled, gradient.scenario
    base = gradient.search.trials.base.finished
    given = request.sizes
    found: dict[str, Any] = {
        "plan": [_row(row, given) for row in gradient.rows],
        "choices": gradient.choices,
        "sizes": dict(given),
        "planned_sizes": dict(scenario.sizes),
        "assumed_sizes": {name: scenario.sizes[name] for name in scenario.assumed},
        "limit_bytes": request.mem_limit,
        "predicted_seconds": _rounded(gradient.seconds),
        "arguments": _amount(scheduled.arguments_bytes, given),
        "arena": _amount(scheduled.arena_bytes, given),
        "peak": _amount(scheduled.peak_bytes, given),
        **({"host": _host(scheduled, given)} if scheduled.host_snapshots else {}),
        "buffers": [
            {"arrays": list(slot.containers), **_amount(slot.bytes, given)}
            for slot in scheduled.arena
        ],
        "on_device": (
            plan_device.payload(scheduled, gradient.cited)
            if backend_of(request.target).device
            else []
        ),
        "scratch": [
            {"gradient": each.array, "arrays": list(each.containers)} for each in scheduled.scratch
        ],
        "timeline": _node_bytes(scheduled, scenario.sizes),
        "events": [_event(point) for point in chosen],
        "stored": {
            "peak_bytes": base.peak,
            "predicted_seconds": _rounded(gradient.stored_seconds),
            "events": [_event(point) for point in stored],
        },
    }
    if sweep is not None:
        found["sweep"] = [
            {
                "limit_bytes": p.limit,
                "peak_bytes": p.peak,
                "predicted_seconds": _rounded(p.seconds),
                "choices": p.words,
            }
            for p in sweep
        ]
    return found


def _host(scheduled: Scheduled, given: Mapping[str, int]) -> dict[str, Any]:
    """The host's memory beside a device's, and whether it is copied to and from beside kernels."""
    beside = {"copied_beside_kernels": scheduled.copies_beside}
    return {**_amount(scheduled.host_bytes, given), **beside}


def _row(row: PlanRow, given: Mapping[str, int]) -> dict[str, Any]:
    return {
        "array": row.array,
        "decision": row.decision,
        **_amount(row.bytes, given),
        "flops": row.flops,
        "where": row.where,
        "why": row.why,
        "snapshots": row.snapshots,
        "segment_steps": row.segment_steps,
        "rerun_steps": row.rerun_steps,
        "predicted_seconds": _rounded(row.predicted_seconds),
    }


def _event(point: Point) -> dict[str, Any]:
    return {
        "place": point.place,
        "sweep": "reverse" if point.reverse else "forward",
        "replay": point.again,
        "bytes": point.bytes,
        "live": list(point.live),
    }


def _node_bytes(scheduled: Scheduled, sizes: Mapping[str, int]) -> list[int]:
    """Per top-level statement of the generated function: the most bytes of buffers in use."""
    timeline = scheduled.timeline
    most: dict[int, int] = {}
    for event, live in zip(timeline.events, timeline.live_bytes_at(sizes), strict=True):
        most[event.top] = max(most.get(event.top, 0), live)
    return [most[top] for top in sorted(most)]


def _amount(size: sympy.Expr, given: Mapping[str, int]) -> dict[str, Any]:
    """Bytes at the sizes that the request gives (null where one is missing), and the formula."""
    from adc.ir.shapes import evaluate
    from adc.ir.shapes_text import python_text

    try:
        number: int | None = evaluate(size, dict(given))
    except KeyError:
        number = None
    return {"bytes": number, "expression": python_text(size)}


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else float(f"{seconds:.3g}")
