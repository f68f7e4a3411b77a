"""Checks rendered files: builds their self-check, runs it, and reads what it found."""

from __future__ import annotations

import math
import signal
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from adc.analysis.activity import activity
from adc.check.build import build
from adc.check.comparison import compare_with_original
from adc.check.ended import with_place
from adc.check.example import Example, read_example, sample_arrays
from adc.check.external_rules import Finding, checked_rules
from adc.check.fine_steps import with_fine_steps
from adc.check.gfortran import UnavailableError
from adc.check.linking import linked
from adc.check.original import Fixed, Reference
from adc.check.report import CheckReport, parsed
from adc.check.vectors import read_draws, write_vectors
from adc.diagnostics import AdcError
from adc.differentiate.implicit.tolerances import exactness
from adc.emit.checkretries import other_sizes, with_integers
from adc.emit.checksizes import default_sizes
from adc.frontends.calling import Calling
from adc.frontends.fixing import values_of
from adc.frontends.objects import ObjectArgument
from adc.frontends.rules import Rule
from adc.ir.call import link_flags
from adc.ir.dtypes import DType
from adc.ir.enums import ParameterKind
from adc.ir.program import Program
from adc.options import Request

#: Seconds for the self-check at sizes and inputs of its own, which are small.
_PATIENCE = 300.0
#: The same at inputs that nobody has asked for, for which a loop of the source may not end.
_PATIENCE_ELSEWHERE = 30.0


@dataclass(frozen=True)
class Subject:
    """What is checked: the rendered files, the primal, and the request's names resolved;
    `calling` is how the routine of a Fortran source is called; `rules` are those of the libraries'
    routines that the primal calls; `objects` are arguments whose fields are arguments; `usual` are
    the defaults of arguments without axes; `functions` are those that `--fix` gives functions,
    `shared` those that are variables of a Python file."""

    files: Mapping[str, str]
    entry: str
    primal: Program
    wrt: tuple[str, ...]
    of: tuple[str, ...]
    calling: Calling | None = None
    rules: tuple[Rule, ...] = ()
    objects: tuple[ObjectArgument, ...] = ()
    usual: Mapping[str, float] = field(default_factory=dict)
    functions: frozenset[str] = frozenset()
    shared: tuple[str, ...] = ()


def check(subject: Subject, request: Request, *, against: str = "source") -> CheckReport:
    """Builds and runs the self-check at the request's sizes, ranges and example.

    `against` says what values and differences are taken from besides: "source", a run of the
    user's own source where that is possible; "source alone" where it has to be; "translation" for
    none. Raises AdcError where the request names what is not there, no compiler is found, or a
    source that has to run does not.
    """
    request = _with_integers(subject.primal, request)
    _refuse_unknown(subject.primal, request)
    example = _example(subject.primal, request)
    with tempfile.TemporaryDirectory(prefix="adc-check-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        link = linked(link_flags(subject.primal))
        program = build(subject.files, subject.entry, folder, openmp=request.openmp, link=link)
        words = _words(subject, request, example)
        if example.arrays:
            path = folder / "inputs"
            write_vectors(path, example.arrays)
            words.append(f"--inputs={path}")
        saved = folder / "saved"
        if against != "translation":
            words.append(f"--save={saved}")
        chosen = request.sizes or request.settings or example.arrays
        report = _run(program, words, subject.entry, None if chosen else _PATIENCE)
        report = _elsewhere(report, subject, request, program, words)
        usual = _usual(subject, request, example, report)
        unused = [f"the sample `{n}` is of no argument" for n in example.unused]
        report = replace(report, usual=usual, notes=(*report.notes, *unused))
        if "ADC_USE_CBLAS" in subject.files.get(f"{subject.entry}.c", ""):
            report = replace(report, products="by the generated file itself, no BLAS is linked")
        if saved.exists() and report.figures:  # else it crashed
            reference = _reference(subject, request, report.sizes)
            report = with_place(report, subject.primal, read_draws(saved))
            report = _compared(report, reference, saved, folder, against)
        report = with_fine_steps(report, subject.primal)
        summed, cut = _summed(subject, request), _cut_off(subject)
        report = replace(report, summed=summed, cut_off=cut)
        return _with_rules(report, checked_rules(subject.rules, folder))


def _summed(subject: Subject, request: Request) -> tuple[str, ...]:
    """The dependents, as the request names them, where several are numbers, and nothing else."""
    several = len(request.of) > 1 and len(subject.of) == len(request.of)
    plain = several and not any(subject.primal[n].shape for n in subject.of)
    return tuple(request.of) if plain else ()


def _cut_off(subject: Subject) -> tuple[str, ...]:
    """The independents from which no differentiable path leads to a dependent."""
    found = activity(subject.primal, subject.wrt, subject.of)
    return tuple(name for name in subject.wrt if name not in found.useful_at_start)


def _with_rules(report: CheckReport, found: Iterable[Finding]) -> CheckReport:
    """`report` with what came of the rules: a wrong one is a wrong derivative."""
    for finding in found:
        notes = (*report.notes, *([finding.note] if finding.note else []))
        report = replace(report, notes=notes).with_figures(*finding.figures)
        if finding.wrong:
            report = replace(report, verdict="wrong", reason=finding.wrong)
    return report


def _reference(subject: Subject, request: Request, sizes: dict[str, int]) -> Reference:
    return Reference(
        request.sources, subject.primal, subject.wrt, subject.of, sizes, subject.calling,
        request.defines, request.includes, request.form,
        subject.objects, {} if subject.calling else _fixed(subject, request),
        exactness(subject.primal, request.settings).of_source, request.python_path,
        _program(request), subject.shared, request.unrounded,
    )  # fmt: skip


def _program(request: Request) -> dict[str, Any]:
    """How the Python program that is asked for is a function; nothing where none is."""
    from adc.frontends.python.program import as_request
    from adc.frontends.source import read_source

    if not request.program or request.language != "python":
        return {}
    path = request.sources[0]
    return as_request(path, read_source(path), request.wrt, request.of, request.function)


def _fixed(subject: Subject, request: Request) -> dict[str, Fixed]:
    """The values of `--fix`, but for those of fields, which are in the objects."""
    kept = {path.replace(".", "_") for made in subject.objects for path, _ in made.kept()}
    values: dict[str, Fixed] = {n: v for n, v in values_of(request.texts).items() if n not in kept}
    return values | {n: {"function": request.texts[n]} for n in subject.functions}


def _compared(
    report: CheckReport, reference: Reference, saved: Path, folder: Path, against: str
) -> CheckReport:
    try:
        return compare_with_original(report, reference, read_draws(saved), folder)
    except UnavailableError as error:
        if against == "source alone":
            message = f"the source cannot be run: {error}"
            way_out = "leave `--against-python` out, or see to it that the source runs here"
            raise AdcError.of("ADC0505", message, help=way_out) from None
        note = f"the source was not run, the check rests on adc's translation alone: {error}"
        return replace(report, notes=(*report.notes, note))


def _example(primal: Program, request: Request) -> Example:
    fortran = request.language == "fortran"
    return read_example(sample_arrays(request), primal, request.sizes, fortran=fortran)


def _with_integers(primal: Program, request: Request) -> Request:
    """`request` with whole numbers that `--set` gives integer arguments among its sizes."""
    given = {
        name: int(low)
        for name, (low, high) in request.settings.items()
        if name in primal.symbols and name not in request.sizes and low == high == math.floor(low)
    }
    left = {n: ends for n, ends in request.settings.items() if n not in given}
    return replace(request, sizes={**request.sizes, **given}, settings=left) if given else request


def _refuse_unknown(primal: Program, request: Request) -> None:
    """`--size` and `--set` must name what the function has."""
    known = {
        "--size": list(primal.symbols),
        "--set": [
            p.name
            for p in primal.parameters
            if p.kind in (ParameterKind.SCALAR, ParameterKind.ARRAY)
        ],
    }
    lows = {name: low for name, (low, _) in request.settings.items()}
    lows |= dict.fromkeys(request.samples, 0.0)
    given: list[tuple[str, str, Mapping[str, float]]] = [
        ("--size", "--set", request.sizes), ("--set", "--size", lows),
    ]  # fmt: skip
    for option, other, values in given:
        for name in (n for n in values if n not in known[option]):
            if name in known[other]:
                what = f"`{name}` is given by {other}, not by {option}"
                way_out = f"write `{other} {name}={math.floor(values[name])}`"
            else:
                what = f"{option} names `{name}`, which `{primal.name}` does not have"
                listed = ", ".join(f"`{k}`" for k in known[option]) or "none"
                way_out = f"name one of {listed}"
            raise AdcError.of("ADC0504", what, help=way_out)
    _refuse_fractions(primal, request.settings)


def _refuse_fractions(primal: Program, settings: Mapping[str, tuple[float, float]]) -> None:
    """`--set` of what is no floating number takes whole ones."""
    for name, ends in settings.items():
        dtype = primal[name].dtype
        values = (0.0, 1.0) if dtype == DType.BOOL else map(math.floor, ends)
        if dtype.is_float or set(ends) <= set(values):
            continue
        kind = "truth values" if dtype == DType.BOOL else "integers"
        usual = "True" if dtype == DType.BOOL else "0:3"
        raise AdcError.of(
            "ADC0503", f"`{name}` takes {kind} from --set", help=f"write `--set {name}={usual}`"
        )


def _words(subject: Subject, request: Request, example: Example) -> list[str]:
    """The program's arguments: sizes (the ones left open follow those given), then ranges."""
    sizes = default_sizes(subject.primal, {**example.sizes, **request.sizes}, subject.usual)
    ranges = {n: r for n, r in request.settings.items() if n not in example.arrays}
    return [
        "--json",
        *(f"{name}={value}" for name, value in sizes.items()),
        *(f"{name}={low!r}:{high!r}" for name, (low, high) in ranges.items()),
    ]


def _elsewhere(
    report: CheckReport, subject: Subject, request: Request, program: Path, words: list[str]
) -> CheckReport:  # fmt: skip
    """`report`, or where that proves nothing what comes out at other sizes, with integers that
    are all alike, if that does."""
    if not report.shows_nothing or request.example is not None or request.samples:
        return report
    for more, ranges in _other_words(subject, request, report):
        found = _run(program, [*words, *more], subject.entry, _PATIENCE_ELSEWHERE)
        if found.verdict != "inconclusive" and found.figures:  # else it crashed
            return replace(found, ranges={**found.ranges, **ranges})
    if report.sizes:  # what is saved is to be that of the report
        return _run(program, words, subject.entry, _PATIENCE)
    return report


def _other_words(
    subject: Subject, request: Request, report: CheckReport
) -> Iterator[tuple[list[str], dict[str, tuple[float, float]]]]:
    """Words that ask the self-check for other sizes, then for other inputs, with the ranges among
    them: what looks for elements of one kind finds them where all integers are alike. Integers
    that have defaults keep them at first."""
    primal = subject.primal
    usual = {n: int(v) for n, v in subject.usual.items() if n in primal.symbols}
    for given in ({**usual, **request.sizes}, request.sizes) if usual else (request.sizes,):
        for sizes in other_sizes(primal, given, report.sizes):
            yield _words_of(sizes), {}
    alike = {
        p.name: (1.0, 1.0)
        for p in primal.parameters
        if p.kind == ParameterKind.ARRAY
        and primal[p.name].dtype in (DType.INT64, DType.INT32)
        and p.name not in request.settings
    }
    if alike:
        words = [f"{name}=1.0:1.0" for name in alike]
        yield words, alike
        sizes = with_integers(primal, 1, request.sizes, report.sizes)
        yield [*words, *_words_of(sizes)], alike


def _words_of(sizes: Mapping[str, int]) -> list[str]:
    return [f"{name}={value}" for name, value in sizes.items()]


def _usual(
    subject: Subject, request: Request, example: Example, report: CheckReport
) -> tuple[str, ...]:
    """The arguments that were drawn from their defaults on."""
    tolerances = exactness(subject.primal, request.settings).arguments
    chosen = (request.settings, example.arrays, tolerances, report.ranges, subject.primal.symbols)
    drawn = (n for n, v in subject.usual.items() if math.isfinite(v) or n not in subject.wrt)
    return tuple(n for n in drawn if not any(n in names for names in chosen))


def _run(program: Path, words: list[str], entry: str, patience: float | None) -> CheckReport:
    try:
        done = subprocess.run(
            [str(program), *words], capture_output=True, text=True, timeout=patience
        )
    except subprocess.TimeoutExpired:
        reason = f"the self-check has not ended after {patience:.0f} s: a loop of the source may"
        return CheckReport("inconclusive", f"{reason} not end at these inputs", entry)
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
