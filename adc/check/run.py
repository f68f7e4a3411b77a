"""Checks rendered files: builds their self-check, runs it, and reads what it found."""

from __future__ import annotations

import signal
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from adc.check.build import build
from adc.check.example import Example, read_example
from adc.check.numpy_reference import Reference, compare_with_numpy
from adc.check.report import CheckReport, parsed
from adc.check.vectors import read_vectors, write_vectors
from adc.diagnostics import AdcError
from adc.emit.checksizes import default_sizes
from adc.ir.nodes import Program
from adc.options import Request


@dataclass(frozen=True)
class Subject:
    """What is checked: the rendered files, the primal, and the request's names resolved."""

    files: Mapping[str, str]
    entry: str
    primal: Program
    wrt: tuple[str, ...]
    of: tuple[str, ...]


def check(subject: Subject, request: Request, *, against_python: bool = False) -> CheckReport:
    """Builds and runs the self-check at the request's sizes, ranges and example.

    With `against_python` the user's file is run, too, under NumPy in a process of its own.
    Raises AdcError where the request names what is not there or no compiler is found.
    """
    _refuse_unknown(subject.primal, request)
    example = _example(subject.primal, request)
    with tempfile.TemporaryDirectory(prefix="adc-check-") as name:
        folder = Path(name)
        program = build(subject.files, subject.entry, folder, openmp=request.openmp)
        words = _words(subject.primal, request, example)
        if example.arrays:
            path = folder / "inputs"
            write_vectors(path, example.arrays)
            words.append(f"--inputs={path}")
        saved = folder / "saved"
        if against_python:
            words.append(f"--save={saved}")
        report = _run(program, words, subject.entry)
        if against_python and saved.exists():
            reference = Reference(
                request.sources[0], subject.primal, subject.wrt, subject.of, report.sizes
            )
            report = _compared(report, reference, saved, folder)
    return report


def _compared(report: CheckReport, reference: Reference, saved: Path, folder: Path) -> CheckReport:
    vectors = read_vectors(saved)
    complete = all(f"tangent:{name}" in vectors for name in reference.wrt)
    return compare_with_numpy(report, reference, vectors, folder) if complete else report


def _example(primal: Program, request: Request) -> Example:
    if request.example is None:
        return Example({}, {})
    return read_example(request.example, primal, request.sizes)


def _refuse_unknown(primal: Program, request: Request) -> None:
    """`--size` and `--set` must name what the function has."""
    arguments = [p.name for p in primal.parameters if p.kind in ("scalar", "array")]
    for option, given, known in (
        ("--size", request.sizes, list(primal.symbols)),
        ("--set", request.settings, arguments),
    ):
        for name in given:
            if name not in known:
                listed = ", ".join(f"`{k}`" for k in known) or "none"
                raise AdcError.of(
                    "ADC0504",
                    f"{option} names `{name}`, which `{primal.name}` does not have",
                    help=f"name one of {listed}",
                )


def _words(primal: Program, request: Request, example: Example) -> list[str]:
    """The program's arguments: sizes (the ones left open follow those given), then ranges."""
    sizes = default_sizes(primal, {**example.sizes, **request.sizes})
    ranges = {n: r for n, r in request.settings.items() if n not in example.arrays}
    return [
        "--json",
        *(f"{name}={value}" for name, value in sizes.items()),
        *(f"{name}={low!r}:{high!r}" for name, (low, high) in ranges.items()),
    ]


def _run(program: Path, words: list[str], entry: str) -> CheckReport:
    done = subprocess.run([str(program), *words], capture_output=True, text=True)
    if done.returncode < 0:
        reason = f"the self-check was ended by {signal.Signals(-done.returncode).name}"
        return CheckReport("wrong", reason, entry)
    if done.returncode > 1:
        first = done.stderr.strip().partition("\n")[0]
        raise AdcError.of(
            "ADC0503",
            first.partition(": ")[2] or "the self-check did not start",
            help="give sizes and samples that fit the function's arguments",
        )
    return parsed(done.stdout, entry)
