"""`adc calibrate`: measure the constants of the present machine for `--machine`."""

from __future__ import annotations

import shlex
import subprocess
import tempfile
from pathlib import Path

import click

from adc.cli import options
from adc.cli.observer import TerminalObserver
from adc.cli.run import Outcome, run
from adc.diagnostics import AdcError, Note

_FLAGS = ("-std=c11", "-O3", "-fno-math-errno")
#: Stands in the first line of the file: it may be measured again, any other file stays.
_MARK = "measured by adc calibrate"
#: Ways to link a BLAS; the last one does without.
_LIBRARIES: tuple[tuple[str, ...], ...] = (
    ("-DCALIBRATE_BLAS", "-lopenblas"),
    ("-DCALIBRATE_BLAS", "-lblas"),
    (),
)
#: What each constant is, for the file's comments, in its order.
_MEANINGS = {
    "flops_per_second": "additions and products over neighbouring elements",
    "scalar_flops_per_second": "the same where one waits for another",
    "call_seconds": "one exp, sin or log",
    "blas_flops_per_second": "a large matrix product by BLAS",
    "private_cache_bytes": "the core's own cache",
    "private_cache_bytes_per_second": "streams from it",
    "cache_bytes": "what one core can fill of the last-level cache",
    "cache_bytes_per_second": "streams from it",
    "memory_bytes_per_second": "streams from memory",
    "page_seconds_per_byte": "the first touch of memory that the system has just handed out",
    "page_threshold_bytes": "arenas up to this size are memory in use before (not measured)",
    "loop_seconds": "one iteration of a sequential loop",
    "statement_seconds": "one run of an array statement, besides its elements",
    "host_bytes_per_second": "copies between a device and the host's memory (not measured)",
}
#: So many of them are not measured.
_NOT_MEASURED = sum("(not measured)" in text for text in _MEANINGS.values())


@click.command(short_help="Measure the constants of this machine for --machine.")
@click.option(
    "-o",
    "path",
    metavar="F",
    type=options.PATH,
    default="machine.toml",
    show_default=True,
    help="The file to write.",
)
@click.option(
    "--passes",
    metavar="N",
    type=click.IntRange(1, 1000),
    default=7,
    show_default=True,
    help="How often each is measured; the best counts.",
)
@options.report
def calibrate(path: str, passes: int, as_json: bool, quiet: bool, verbose: bool) -> None:
    """Measure how fast this machine computes and moves bytes, and write it as a TOML file.

    It compiles and runs a small C program for some seconds; leave the machine alone meanwhile.
    `adc grad --machine F` and `adc plan --machine F` then plan with these constants. Without the
    option adc uses its own, and never those of the machine that it runs on.
    """
    run(
        lambda observer: _calibrate(observer, path, passes),
        as_json=as_json,
        quiet=quiet,
        verbose=verbose,
    )


def _calibrate(observer: TerminalObserver, path: str, passes: int) -> Outcome:
    from adc.cli.files import write_one

    with tempfile.TemporaryDirectory(prefix="adc-calibrate-") as folder:
        with observer.stage("compile"):
            program = _built(Path(folder))
        constants = _measured(program, passes, observer)
    text = machine_text(constants)
    write_one(path, text, _MARK)
    shown = "\n".join(f"  {line}" for line in text.splitlines() if line[:1] not in ("", "#"))
    return Outcome(f"wrote {path}\n{shown}", {"file": path, "constants": constants})


def _built(folder: Path) -> Path:
    """The program, with the first BLAS that links."""
    from adc.check.build import find_compiler
    from adc.resources import read_text

    compiler = find_compiler()
    source = folder / "calibrate.c"
    source.write_text(read_text("templates", "c/calibrate.c"), encoding="utf-8")
    program = folder / "calibrate"
    for libraries in _LIBRARIES:
        words = [*compiler, *_FLAGS, source.name, "-o", program.name, *libraries, "-lm"]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
        if done.returncode == 0:
            return program
    raise AdcError.of(
        "ADC0502",
        f"`{shlex.join(compiler)}` cannot compile the program that measures",
        help="set CC to a compiler for C11, such as gcc or clang",
        notes=tuple(Note(line) for line in done.stderr.splitlines()[:5]),
    )


def _measured(program: Path, passes: int, observer: TerminalObserver) -> dict[str, float]:
    """What the program reports, a line at a time."""
    constants: dict[str, float] = {}
    words = [str(program), str(passes)]
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None and running.stderr is not None
        line = "first"
        while line:
            number_of = f"{len(constants) + 1} of {len(_MEANINGS) - _NOT_MEASURED}"
            with observer.stage(f"measure ({number_of})"):
                line = running.stdout.readline()
            if line:
                name, _, number = line.partition(" ")
                constants[name] = float(number)
                observer.note(line.rstrip())
        reason = running.stderr.read().strip()
    if running.returncode:
        raise AdcError.of(
            "ADC0506",
            reason or f"the program that measures ended with status {running.returncode}",
            help="try again with 1 GiB of memory free, or write the file by hand",
        )
    return constants


def machine_text(constants: dict[str, float]) -> str:
    """The file for `--machine`; what was not measured stands as a comment with its default."""
    from adc.checkpoint.machine import DEFAULT

    lines = [f"# Constants of a machine for adc --machine, {_MARK}.", ""]
    for name, meaning in _MEANINGS.items():
        default = getattr(DEFAULT, name)
        value = constants.get(name)
        lines.append(f"# {meaning}")
        if value is None:
            lines.append(f"# {name} = {_number(default, default)}")
        else:
            lines.append(f"{name} = {_number(value, default)}")
    return "\n".join(lines) + "\n"


def _number(value: float, default: float) -> str:
    """In the type of the default: whole bytes, or three digits."""
    return str(int(value)) if isinstance(default, int) else f"{value:.3g}"
