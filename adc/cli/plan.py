"""`adc plan`: print the store/recompute plan and its memory timeline."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import click

from adc.cli import options, plan_table
from adc.cli.observer import TerminalObserver
from adc.cli.plan_json import payload
from adc.cli.plan_summary import summary
from adc.cli.plan_svg import SVG_MARK, svg
from adc.cli.plan_timeline import drawing, points
from adc.cli.request import build_request, input_files
from adc.cli.run import Outcome, run
from adc.diagnostics.amounts import format_exactly

if TYPE_CHECKING:
    from adc.options import Request
    from adc.pipeline import Front, Gradient


@click.command(short_help="Print the store/recompute plan and its memory timeline.")
@options.sources
@options.targets
@options.reverse
@options.memory
@options.target
@options.host_snapshots
@options.tuned
@click.option(
    "--sweep",
    "sweep_count",
    metavar="K",
    type=click.IntRange(2, 100),
    help="Also tell up to K plans, from the one of least memory to the fastest.",
)
@click.option(
    "--plot",
    metavar="F.svg",
    type=options.PATH,
    help="Draw the memory timeline (and the sweep) as SVG.",
)
@options.report
def plan(
    as_json: bool,
    quiet: bool,
    verbose: bool,
    plot: str | None,
    sweep_count: int | None,
    **given: Any,
) -> None:
    """Print what is kept, stored, recomputed and checkpointed, why, and the memory of a call.

    Nothing is written but the file of --plot. Bytes and times are at the sizes of --size; where
    one is missing, adc plans for 1000 (a size) or 100 (an integer argument).
    """
    run(
        lambda observer: _plan(observer, plot, sweep_count, given),
        as_json=as_json,
        quiet=quiet,
        verbose=verbose,
    )


def _plan(
    observer: TerminalObserver, plot: str | None, sweep_count: int | None, given: dict[str, Any]
) -> Outcome:
    request = build_request("grad", observer.sources, **given)
    from adc.pipeline import depth_of, front_half

    front = front_half(request, observer)
    with depth_of(front):
        return _planned(observer, front, request, plot, sweep_count)


def _planned(
    observer: TerminalObserver,
    front: Front,
    request: Request,
    plot: str | None,
    sweep_count: int | None,
) -> Outcome:
    from adc.cli import plan_device
    from adc.emit.backends import backend_of
    from adc.pipeline import gradient_of

    gradient = gradient_of(front, request, observer)
    sizes = gradient.scenario.sizes
    chosen = points(gradient.scheduled, sizes)
    stored = points(gradient.search.trials.base.finished.scheduled, sizes)
    found = None
    if sweep_count is not None:
        from adc.checkpoint.search.sweep import sweep

        with observer.stage("sweep"):
            found = sweep(gradient.search, sweep_count)
    limit = request.mem_limit
    sections = [
        headline(gradient, limit),
        plan_table.decisions(gradient.rows, sizes),
        "Memory of a call\n" + plan_table.memory(gradient.scheduled, sizes),
        "Bytes held in the course of a call, loops folded\n" + drawing(chosen, stored, limit),
    ]
    if backend_of(request.target).device:
        sections += [
            told for told in [plan_device.section(gradient.scheduled, gradient.cited)] if told
        ]
    if found is not None:
        table = plan_table.sweep(found, gradient.stored_seconds)
        sections.append("Predicted time against memory limit\n" + table)
    if plot is not None:
        from adc.cli.files import write_one

        text = svg(front.primal.name, chosen, stored, limit, found)
        write_one(plot, text, SVG_MARK, input_files(request, tuple(front.texts)))
        sections.append(f"wrote {plot}")
    told = payload(gradient, request, chosen, stored, found)
    return Outcome("\n\n".join(sections), told, front.warnings)


def headline(gradient: Gradient, limit: int | None) -> str:
    """What was planned for, and the plan in a line."""
    scenario = gradient.scenario
    sizes = ", ".join(f"{name}={value}" for name, value in scenario.sizes.items())
    text = f"Planned for {sizes}" if sizes else "Planned"
    if scenario.assumed:
        text += f" ({', '.join(scenario.assumed)} not given)"
    if limit is not None:
        text += f" within {format_exactly(limit)}"
    return "\n".join([text, *textwrap.wrap(summary(gradient, limit), plan_table.WIDTH)])
