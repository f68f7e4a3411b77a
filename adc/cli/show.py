"""`adc show`: print one stage of the compiler."""

from __future__ import annotations

from typing import Any

import click

from adc.cli import options
from adc.cli.observer import TerminalObserver
from adc.cli.request import build_request
from adc.cli.run import Outcome, run

STAGES = ("ir", "activity", "adjoint", "plan", "loops")


@click.command(short_help="Print one stage of the compiler.")
@options.sources
@options.targets
@options.reverse
@options.memory
@options.target
@options.host_snapshots
@options.tuned
@click.option("--stage", type=click.Choice(STAGES), required=True, help="The stage to print.")
@click.option("--dot", is_flag=True, help="A graph for Graphviz instead of text.")
@options.report
def show(stage: str, dot: bool, as_json: bool, quiet: bool, verbose: bool, **given: Any) -> None:
    """Print what one stage of the compiler makes of a source.

    \b
      ir        the program in the compiler's own form
      activity  what depends on the independents and reaches the dependents
      adjoint   both sweeps, before anything is decided about memory
      plan      the store/recompute decisions
      loops     the loop nests that are written as C
    """
    run(
        lambda observer: _show(observer, stage, dot, given),
        as_json=as_json,
        quiet=quiet,
        verbose=verbose,
    )


def _show(observer: TerminalObserver, stage: str, dot: bool, given: dict[str, Any]) -> Outcome:
    request = build_request("grad", observer.sources, needs_targets=stage != "ir", **given)
    from adc.cli.stages import stage_text

    text = stage_text(request, stage, dot, observer)
    return Outcome(text.rstrip("\n"), {"stage": stage, "dot": dot, "text": text})
