"""`adc jvp`: write the tangent sources."""

from __future__ import annotations

from typing import Any

import click

from adc.cli import options
from adc.cli.generate import generate
from adc.cli.run import run


@click.command(short_help="Write the tangent sources (forward mode).")
@options.sources
@options.targets
@options.value
@options.memory
@options.target
@options.name_pattern("--tangent-name", "tangent")
@options.output
@options.report
def jvp(
    folder: str, depfile: str | None, as_json: bool, quiet: bool, verbose: bool, **given: Any
) -> None:
    """Write the tangent sources (forward mode): C, header, build files, self-check, wrapper."""
    run(
        lambda observer: generate(observer, "jvp", folder, depfile, given),
        as_json=as_json,
        quiet=quiet,
        verbose=verbose,
    )
