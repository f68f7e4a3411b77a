"""`adc tune`: measure schedules and plans on this machine, and write the choice for --tuned."""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

import click

from adc.cli import options
from adc.cli.observer import TerminalObserver
from adc.cli.request import build_request, input_files, on_the_host
from adc.cli.run import Outcome, run
from adc.diagnostics.amounts import format_bytes, format_seconds

if TYPE_CHECKING:
    from adc.options import Request
    from adc.pipeline import Front
    from adc.tune.tuning import Result

#: Stands in the first lines of the file: it may be measured again, any other file stays.
_MARK = "measured by adc tune"
#: A table on the terminal has so many rows.
_MOST_ROWS = 12


@click.command(short_help="Measure schedules and plans here, for grad --tuned.")
@options.sources
@options.targets
@options.reverse
@options.memory
@options.settings
@options.target
@click.option(
    "-o",
    "path",
    metavar="F",
    type=options.PATH,
    help="The file to write; by default the function's name with .tuned.",
)
@click.option(
    "--budget",
    metavar="SECONDS",
    type=click.FloatRange(1, 86400),
    default=60,
    show_default=True,
    help="About how long all of it may take.",
)
@click.option(
    "--threads",
    metavar="N",
    type=click.IntRange(1, 1024),
    help="Measure on so many threads; by default on as many as this machine has processors.",
)
@options.report
def tune(
    path: str | None,
    budget: float,
    threads: int | None,
    as_json: bool,
    quiet: bool,
    verbose: bool,
    **given: Any,
) -> None:
    """Measure schedules and plans on this machine, and write the choice to a small text file.

    Gradients are generated with other plans (all stored, all recomputed, smaller limits), with
    single passes of --schedule auto left out, and with other thresholds for threads; each is built
    by its own Makefile and called at the sizes of --size, in turns, on the same inputs: those of
    --example, of --set, or drawn. They have to agree. The default is left only for what is clearly
    faster, in two rounds of calls.

    `adc grad --tuned F`, with the same options, then writes that gradient, without measuring. The
    file holds for this program, these options and sizes, and this version of adc. Measured again,
    it stays as it is where the choice is the same. Leave the machine alone meanwhile.

    \b
      adc tune kernel.py --wrt A --of O --size N=1000 -o kernel.tuned
      adc grad kernel.py --wrt A --of O --tuned kernel.tuned
    """
    count = threads or _processors()
    run(
        lambda observer: _tune(observer, path, budget, count, given),
        as_json=as_json,
        quiet=quiet,
        verbose=verbose,
    )


def _processors() -> int:
    """Those that this process may use, as far as the system says so."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _tune(
    observer: TerminalObserver, path: str | None, budget: float, threads: int, given: dict[str, Any]
) -> Outcome:
    request = build_request("grad", observer.sources, **given)
    on_the_host(request, "tune", "leave `--target` out: what is measured is C")
    if request.schedule == "source":
        raise click.UsageError(
            "adc tune measures what --schedule auto does: give it without source"
        )
    from adc.pipeline import depth_of, front_half
    from adc.tune.tuning import Tuning

    front = front_half(request, observer)
    with depth_of(front), tempfile.TemporaryDirectory(prefix="adc-tune-") as folder:
        request = replace(request, sizes=all_sizes(front, request))
        result = Tuning(front, request, observer, Path(folder), threads, budget).run()
    place = path or f"{front.primal.name}.tuned"
    changed = _write(place, front, request, result, threads)
    payload = {
        "file": place,
        "changed": changed,
        "choice": {k: v for k, v in vars(result.choice).items() if v},
        "ratio": result.ratio,
        "threads": threads,
        "sizes": dict(request.sizes),
        "measured": result.measured,
        "left_out": result.left_out,
    }
    return Outcome(_told(place, changed, result), payload, front.warnings)


def all_sizes(front: Front, request: Request) -> dict[str, int]:
    """A number for every size and integer argument: of `--size`, of the example's arrays, or the
    one that plans are made for where nobody says."""
    from adc.check.example import read_example, sample_arrays
    from adc.checkpoint.machine import DEFAULT
    from adc.checkpoint.scenario import scenario_of

    given, fortran = dict(request.sizes), request.language == "fortran"
    sample = read_example(sample_arrays(request), front.primal, given, fortran=fortran)
    given = {**sample.sizes, **given}
    found = scenario_of(given, front.primal.parameters, DEFAULT).sizes
    return {name: found[name] for name in front.primal.symbols}


def _write(place: str, front: Front, request: Request, result: Result, threads: int) -> bool:
    """Whether the file is another one now: it stays where what was measured and chosen is the
    same, for times are never twice the same."""
    import tomllib

    from adc.cli.files import write_one
    from adc.tuned import facts, options_of, tuned_text

    measured = {**facts(front.primal, front.wrt, front.of), "options": options_of(request)}
    comments = _comments(request, result, threads)
    text = tuned_text(measured, request.sizes, result.choice, comments)
    try:
        if tomllib.loads(Path(place).read_text(encoding="utf-8")) == tomllib.loads(text):
            return False
    except (OSError, ValueError):
        pass
    write_one(place, text, _MARK, input_files(request, tuple(front.texts)))
    return True


def _comments(request: Request, result: Result, threads: int) -> list[str]:
    """What was measured, by which command, and what came of it."""
    from adc.tune.candidates import described

    on = "one thread" if threads == 1 else f"{threads} threads"
    lines = [f"For adc grad --tuned, {_MARK} on {on}:", f"    {_command(request)}"]
    if result.ratio == 1:
        return [*lines, "The default stays: nothing was clearly faster."]
    lines.append(f"{described(result.choice)}: {result.ratio:.2f} of the default's time;")
    lines.append(f"a call holds {result.peak} bytes, by default {result.default_peak}.")
    return lines


def _command(request: Request) -> str:
    """The command without what only names files here."""
    from adc.tuned import options_of

    words = ["adc tune", *(PurePath(source).name for source in request.sources)]
    if request.program:
        words.append("--program")
    if request.function:
        words.append(f"--function {request.function}")
    words.append(f"--wrt {','.join(request.wrt)}")
    if request.of:
        words.append(f"--of {','.join(request.of)}")
    words += options_of(request)
    if request.sizes:
        words.append("--size " + ",".join(f"{k}={v}" for k, v in request.sizes.items()))
    return " ".join(words)


def _told(place: str, changed: bool, result: Result) -> str:
    """The table of what was measured, the fastest first, and what became of the file."""
    from adc.tune.candidates import described

    rows = sorted(result.measured.items(), key=lambda row: row[1])
    lines = [f"the default takes {format_seconds(result.default_seconds)}; of that:"]
    lines += [f"  {ratio:5.2f}  {name}" for name, ratio in rows[:_MOST_ROWS]]
    if len(rows) > _MOST_ROWS:
        lines.append(f"         {len(rows) - _MOST_ROWS} more that are slower")
    if not rows:
        lines = ["every other choice gives the same C as the default, or takes far longer"]
    if result.left_out:
        lines.append(f"{result.left_out} choices were not measured: give --budget more seconds")
    lines.append(f"chosen: {described(result.choice)}")
    if result.ratio != 1:
        was, now = format_bytes(result.default_peak), format_bytes(result.peak)
        lines.append(f"peak memory of a call: {now}, by default {was}")
    lines.append(f"wrote {place}" if changed else f"{place} says so already and stays as it is")
    return "\n".join(lines)
