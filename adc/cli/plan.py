"""`adc plan`: print the store/recompute plan and its memory timeline, write nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from adc.cli import options
from adc.cli.observer import TerminalObserver
from adc.cli.request import build_request
from adc.cli.run import Outcome, run
from adc.diagnostics.amounts import format_bytes

if TYPE_CHECKING:
    import sympy

    from adc.checkpoint.plan import PlanRow
    from adc.options import Request
    from adc.schedule import Scheduled

_BAR = 24  # columns of the timeline's longest bar


@click.command(short_help="Print the store/recompute plan and its memory timeline.")
@options.sources
@options.wrt
@options.of
@options.reverse
@options.memory
@options.target
@options.report
def plan(as_json: bool, quiet: bool, verbose: bool, **given: Any) -> None:
    """Print what is kept, recomputed and stored, and the memory of a call; write nothing.

    Bytes are numbers where --size gives all the sizes that they depend on, else formulas.
    """
    run(
        lambda observer: _plan(observer, given),
        as_json=as_json,
        quiet=quiet,
        verbose=verbose,
    )


def _plan(observer: TerminalObserver, given: dict[str, Any]) -> Outcome:
    request = build_request("grad", observer.sources, **given)
    from adc.pipeline import front_half, gradient_of

    front = front_half(request, observer)
    gradient = gradient_of(front, request, observer)
    rows, scheduled = gradient.rows, gradient.scheduled
    parts = [_decisions(rows, request), _memory(scheduled, request)]
    if _numbers(scheduled.peak_bytes, request) is not None:
        parts.append(_timeline(scheduled, request))
    payload = _payload(scheduled, rows, request)
    return Outcome("\n\n".join(parts), payload, front.warnings)


def _decisions(rows: tuple[PlanRow, ...], request: Request) -> str:
    if not rows:
        return "Nothing of the forward sweep is needed in reverse."
    table = [("array", "decision", "bytes", "flops", "where", "")]
    for row in rows:
        size = _amount(row.bytes, request)
        table.append((row.array, row.decision, size, str(row.flops), row.where, row.why))
    return _columns(table)


def _memory(scheduled: Scheduled, request: Request) -> str:
    table = [("arguments", _amount(scheduled.arguments_bytes, request), "")]
    table += [
        (", ".join(slot.containers), _amount(slot.bytes, request), "" if i else "arena")
        for i, slot in enumerate(scheduled.arena)
    ]
    peak = _numbers(scheduled.peak_bytes, request)
    people = format_bytes(peak) if peak is not None else ""
    table.append(("peak", _amount(scheduled.peak_bytes, request), people))
    return "Memory of a call, in bytes\n" + _columns(table)


def _timeline(scheduled: Scheduled, request: Request) -> str:
    """Bytes of buffers in use in the generated function, from top to bottom."""
    from adc.schedule.tree import Comment

    live = _live_bytes(scheduled, request)
    highest = max([1, *live])
    steps: list[tuple[str, int]] = []
    for node, amount in zip(scheduled.tree, live, strict=True):
        if isinstance(node, Comment):
            steps.append((node.text.split(":")[0], -1))
            continue
        place = f"  {_place(node)}"
        if steps and steps[-1][0] == place:  # one line of the source, in several loop nests
            amount = max(amount, steps.pop()[1])
        steps.append((place, amount))
    rows = [
        (p, str(a), "#" * round(_BAR * a / highest)) if a >= 0 else (p, "", "") for p, a in steps
    ]
    return "Buffers in use, in bytes\n" + _columns(rows)


def _place(node: Any) -> str:
    """The lines of the source that `node` of the loop tree comes from."""
    from adc.schedule.tree import walk

    spans = [span for n in walk((node,)) if (span := getattr(n, "span", None))]
    lines = sorted({span.line for span in spans})
    if not lines:
        return "clearing"
    return f"line {lines[0]}" if lines[0] == lines[-1] else f"lines {lines[0]}-{lines[-1]}"


def _live_bytes(scheduled: Scheduled, request: Request) -> list[int]:
    sizes = {name: _numbers(size, request) or 0 for name, size in scheduled.timeline.sizes.items()}
    return [
        sum(
            size
            for name, size in sizes.items()
            if scheduled.lifetimes[name][0] <= position <= scheduled.lifetimes[name][1]
        )
        for position in range(len(scheduled.tree))
    ]


def _numbers(size: sympy.Expr, request: Request) -> int | None:
    """`size` at the sizes that the request gives; None where one is missing."""
    from adc.ir.shapes import evaluate

    try:
        return evaluate(size, dict(request.sizes))
    except KeyError:
        return None


def _amount(size: sympy.Expr, request: Request) -> str:
    from adc.ir.shapes_text import python_text

    number = _numbers(size, request)
    return python_text(size) if number is None else str(number)


def _payload(scheduled: Scheduled, rows: tuple[PlanRow, ...], request: Request) -> dict[str, Any]:
    from adc.ir.shapes_text import python_text

    def amount(size: sympy.Expr) -> dict[str, Any]:
        return {"bytes": _numbers(size, request), "expression": python_text(size)}

    return {
        "plan": [
            {
                "array": row.array,
                "decision": row.decision,
                **amount(row.bytes),
                "flops": row.flops,
                "where": row.where,
                "why": row.why,
            }
            for row in rows
        ],
        "sizes": dict(request.sizes),
        "limit_bytes": request.mem_limit,
        "arguments": amount(scheduled.arguments_bytes),
        "arena": amount(scheduled.arena_bytes),
        "peak": amount(scheduled.peak_bytes),
        "buffers": [
            {"arrays": list(slot.containers), **amount(slot.bytes)} for slot in scheduled.arena
        ],
        "timeline": _live_bytes(scheduled, request)
        if _numbers(scheduled.peak_bytes, request) is not None
        else None,
    }


def _columns(table: Sequence[tuple[str, ...]]) -> str:
    widths = [max(len(row[c]) for row in table) for c in range(len(table[0]))]
    lines = ("  ".join(t.ljust(w) for t, w in zip(row, widths, strict=True)) for row in table)
    return "\n".join("  " + line.rstrip() for line in lines)
