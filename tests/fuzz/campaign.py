"""A run of many random programs: each through interpreter, differences and compiled C."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from adc.diagnostics import AdcError
from tests.fuzz.generator import generate
from tests.fuzz.reduce import reduce_case
from tests.proof.cases import Case
from tests.proof.compiled import Compiled, compile_case, holds
from tests.proof.harness import Drawn, MismatchError, draw_case, prove_interpreted
from tests.proof.inputs import Arrays
from tests.proof.native import build, prove_native
from tests.proof.reference import InconclusiveError, dependents, difference

LARGEST = 1e3  # beyond it rounding spoils the differences


@dataclass
class Failure:
    """A program that adc gets wrong, and how."""

    case: Case
    symptom: str
    text: str

    def __str__(self) -> str:
        c = self.case
        request = f"--wrt {','.join(c.wrt)} --of {','.join(c.of)}  sizes {dict(c.sizes)}"
        return f"{c.name}: {self.text}\n{request}\n{c.source}"


@dataclass
class Report:
    """Counts by outcome: proved, refused (with its code), trivial, unfit; and the failures."""

    counts: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)

    def is_new(self, text: str) -> bool:
        """Whether no failure so far begins alike: only the first of a kind is worth reducing."""
        return all(f.text[:50] != text[:50] for f in self.failures)

    def __str__(self) -> str:
        return ", ".join(f"{k} {v}" for k, v in sorted(self.counts.items()))


@dataclass(frozen=True)
class Proved:
    """A program that passed by interpreter and now waits for its C."""

    case: Case
    compiled: Compiled
    drawn: Drawn
    gradients: Arrays


def unfit(case: Case) -> str:
    """Why a program cannot be used, by NumPy alone; "" where it can."""
    try:
        drawn = draw_case(case)
        values = dependents(case, drawn.outcome)
        if not all(np.all(np.isfinite(v)) and np.all(np.abs(v) < LARGEST) for v in values):
            return "unfit"
        slopes = difference(case, drawn.inputs, drawn.directions)
    except InconclusiveError:
        return "inconclusive"
    except Exception:  # an arbitrary program may fail in any way under NumPy
        return "invalid"
    return "" if any(np.any(s != 0) for s in slopes) else "trivial"


def symptom_of(error: BaseException) -> str:
    if isinstance(error, MismatchError):
        return error.check
    return f"crash {type(error).__name__}"


def examine(case: Case) -> Proved | tuple[str, str]:
    """Compiles and interprets one program; otherwise (symptom, text)."""
    try:
        compiled = compile_case(case)
        return Proved(case, compiled, *prove_interpreted(compiled, case))
    except AdcError as error:
        return "refused " + error.diagnostics[0].code, str(error)
    except Exception as error:  # whatever happens is the compiler's fault, and a finding
        return symptom_of(error), f"{type(error).__name__}: {error}"


def prove_edges(proved: Proved) -> None:
    """The other sizes, as far as NumPy itself can run them, the values are finite, and the
    compiled function does not state on entry that it assumes otherwise."""
    for sizes in proved.case.edges:
        case = proved.case.with_sizes(sizes)
        if holds(proved.compiled, case.sizes) and unfit(case) in ("", "trivial"):
            prove_interpreted(proved.compiled, case)


def prove_batch(batch: list[Proved], folder: Path) -> Iterator[tuple[Case, BaseException]]:
    """The C of many programs, in one library; yields what fails."""
    try:
        library = build(folder, [p.compiled for p in batch])
    except MismatchError as error:
        if len(batch) == 1:
            yield batch[0].case, error
            return
        middle = len(batch) // 2
        yield from prove_batch(batch[:middle], folder / "a")
        yield from prove_batch(batch[middle:], folder / "b")
        return
    for p in batch:
        try:
            prove_native(library, p.compiled, p.drawn, p.gradients)
        except Exception as error:
            yield p.case, error


def run_campaign(
    seeds: Iterable[int], *, batch: int = 40, edges: bool = True, reduce: bool = True
) -> Report:
    report = Report()
    waiting: list[Proved] = []
    for seed in seeds:
        _run_one(generate(seed), report, waiting, edges, reduce)
        if len(waiting) >= batch:
            _flush(waiting, report)
    _flush(waiting, report)
    return report


def _run_one(case: Case, report: Report, waiting: list[Proved], edges: bool, reduce: bool) -> None:
    why = unfit(case)
    if why:
        report.counts[why] += 1
        return
    result = examine(case)
    if isinstance(result, tuple):
        symptom, text = result
        report.counts[symptom] += 1
        if not symptom.startswith("refused"):
            report.failures.append(_reduced(case, symptom, text, reduce and report.is_new(text)))
        return
    try:
        if edges:
            prove_edges(result)
    except Exception as error:
        report.counts["edge " + symptom_of(error)] += 1
        report.failures.append(Failure(case, "edge", f"at a small size: {error}"))
        return
    report.counts["proved"] += 1
    waiting.append(result)


def _reduced(case: Case, symptom: str, text: str, reduce: bool) -> Failure:
    if reduce:
        case = reduce_case(case, lambda c: _fails_as(c, symptom))
        result = examine(case)
        text = result[1] if isinstance(result, tuple) else text
    return Failure(case, symptom, text)


def _fails_as(case: Case, symptom: str) -> bool:
    if unfit(case) not in ("", "trivial"):
        return False
    result = examine(case)
    return isinstance(result, tuple) and result[0] == symptom


def _flush(waiting: list[Proved], report: Report) -> None:
    if not waiting:
        return
    with tempfile.TemporaryDirectory() as folder:
        for case, error in prove_batch(waiting, Path(folder)):
            report.counts["proved"] -= 1
            report.counts[symptom_of(error)] += 1
            report.failures.append(Failure(case, symptom_of(error), str(error)))
    waiting.clear()
