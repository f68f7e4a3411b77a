"""`adc grad`: write the adjoint sources."""

from __future__ import annotations

from typing import Any

import click

from adc.cli import options
from adc.cli.generate import generate
from adc.cli.run import run


@click.command(short_help="Write the adjoint sources (reverse mode).")
@options.sources
@options.targets
@options.reverse
@options.memory
@options.target
@options.host_snapshots
@options.tuned
@options.name_pattern("--adjoint-name", "adjoint")
@options.output
@options.report
def grad(
    folder: str, depfile: str | None, as_json: bool, quiet: bool, verbose: bool, **given: Any
) -> None:
    """Write the adjoint sources (reverse mode): C, header, build files, self-check, wrapper."""
    run(
        lambda observer: generate(observer, "grad", folder, depfile, given),
        as_json=as_json,
        quiet=quiet,
        verbose=verbose,
    )
