"""`adc check`: build primal, tangent and adjoint, and prove them right numerically."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from adc.cli import options
from adc.cli.observer import TerminalObserver
from adc.cli.request import build_request
from adc.cli.run import Outcome, run

if TYPE_CHECKING:
    from adc.check.report import CheckReport
    from adc.options import Request
    from adc.pipeline import Compiled


@click.command(short_help="Build primal, tangent and adjoint, and prove them right.")
@options.sources
@options.targets
@options.reverse
@options.memory
@options.settings
@options.target
@options.host_snapshots
@options.tuned
@click.option(
    "--against-python/--no-against-python",
    default=None,
    help="Compare with a run of the source itself, Python by NumPy, Fortran by gfortran: executes "
    "it. By default where it can be run; with --against-python it has to.",
)
@options.report
def check(
    against_python: bool | None, as_json: bool, quiet: bool, verbose: bool, **given: Any
) -> None:
    """Build primal, tangent and adjoint, and prove them right numerically.

    The primal is compared with a run of the source itself, the tangent with finite differences of
    both, the adjoint with the tangent by the dot-product test, on seeded inputs and small sizes
    that differ; --size, --set and --example choose others. The exit status is 4 where a derivative
    is wrong or nothing could be concluded.
    """
    run(
        lambda observer: _check(observer, against_python, given),
        as_json=as_json,
        quiet=quiet,
        verbose=verbose,
    )


#: What `--against-python` says, and what its absence does.
AGAINST = {None: "source", True: "source alone", False: "translation"}


def sizes_checked(request: Request) -> dict[str, int]:
    """Those of the request, but for those of a tuned file where checking at them takes long: these
    are what is planned for."""
    from adc.emit import CheckDefaults

    return CheckDefaults.of(request.sizes, {}).sizes if request.tuned else request.sizes


def checked(
    request: Request, observer: TerminalObserver, against: str
) -> tuple[Compiled, CheckReport]:
    """What the request compiles to, and what checking it against `against` has found."""
    from adc.check import Subject
    from adc.check import check as run_check
    from adc.diagnostics.nesting import not_too_deep
    from adc.frontends.literals import named_functions
    from adc.pipeline import compile_request

    compiled = compile_request(request, observer)
    primal = compiled.primal
    told = json.loads(compiled.files["manifest.json"])
    subject = Subject(
        compiled.files, told["entry"], primal, compiled.wrt, compiled.of, compiled.calling,
        compiled.rules, compiled.objects, compiled.usual, named_functions(told.get("fixed", {})),
        compiled.shared,
    )  # fmt: skip
    settled = replace(request, sizes=sizes_checked(request))
    with observer.stage("check"), not_too_deep(f"`{primal.name}`", primal.span):
        return compiled, run_check(subject, settled, against=against)


def _check(
    observer: TerminalObserver, against_python: bool | None, given: dict[str, Any]
) -> Outcome:
    request = build_request("grad", observer.sources, **given)
    compiled, report = checked(request, observer, AGAINST[against_python])
    text = report.text().rstrip("\n")
    return Outcome(text, report.as_json(), compiled.warnings, report.exit_status)
