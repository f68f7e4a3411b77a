"""The generated code against the user's own source: values, and tangents against its differences.

The self-check says at which inputs it was, what the primal left in each output, and the tangents.
The source is run at the same inputs and around them. Where the two differ by more than rounding
explains, the translation is wrong. Rounding is measured as in the self-check: by what changing
every input in its last place, and rounding in another direction, do to the source's own results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from adc.check.differences import (
    AGREES,
    AT_A_KINK,
    DIFFERS,
    DOUBLE,
    SINGLE,
    STEPS,
    Judgement,
    Precision,
    Samples,
    as_exact,
    extrapolated,
    half_a_place,
    judge,
    step_size,
)
from adc.check.gfortran import UnavailableError
from adc.check.original import (
    MOST_NUMBERS,
    Evaluation,
    Inputs,
    MismatchError,
    Original,
    Outputs,
    Reference,
)
from adc.check.report import CheckReport, Figure
from adc.emit.precision import ends_however_rounded

if TYPE_CHECKING:
    import numpy as np

#: As in the self-check: how often inputs are nudged in their last place, how numbers are rounded in
#: trials besides (upwards at last: a loop that looks for the last place of 1 does not end then),
#: and how much is excused of what each of the two does.
_NUDGES, _ROUNDINGS = 8, 128
_DIRECTIONS, _DIRECTED_ROUNDINGS = ("zero", "zero", "down", "down", "up", "up"), 16

#: What one draw of the self-check saved, by kind and name: `input:x`, `tangent:x` and so on.
Draw = Mapping[str, "np.ndarray"]


@dataclass
class Finding:
    """What one draw shows: the largest relative errors, what is wrong, and what proves nothing.

    `difference` is None where no differences could be had. `aside` is what nothing says about, of
    outputs that no derivative was asked of.
    """

    value: float = 0.0
    difference: float | None = None
    wrong: str = ""
    doubt: str = ""
    aside: str = ""


def compare_with_original(
    report: CheckReport, reference: Reference, draws: Sequence[Draw], folder: Path
) -> CheckReport:
    """`report` with what a run of the source says. Raises UnavailableError where it cannot run."""
    usable = [d for d in draws if any(key.startswith("output:") for key in d)]
    usable.sort(key=_shows_nothing)  # all may be more than there is time for
    if not usable:
        return report
    try:
        return _judged(report, _at_best_precision(reference, usable, folder), reference)
    except MismatchError as error:
        return replace(report, verdict="wrong", reason=f"adc reads the source wrongly: {error}")


def _at_best_precision(reference: Reference, draws: Sequence[Draw], folder: Path) -> Comparison:
    """Of a program in single precision, the source is promoted to double; where that gives other
    values than the generated code in double, it is run as it stands. So it is where no draw shows
    anything: a conversion to a kind by its number (`cmplx(a, b, kind=4)`) is not promoted, and
    the source then rounds its own values to single precision."""
    double, single = (as_exact(p, reference.exact) for p in (DOUBLE, SINGLE))
    if not reference.single:
        found = Comparison.of(Original(reference, folder), draws, double)
        if any(f.wrong for f in found.findings) and reference.exact.searched:
            return _with_finer_solvers(found, draws, folder)
        return found
    try:
        found = Comparison.of(Original(reference, folder, promoted=True), draws, double)
    except (UnavailableError, MismatchError):
        return Comparison.of(Original(reference, folder), draws, single)
    if any(f.wrong for f in found.findings):
        return Comparison.of(Original(reference, folder), draws, single)
    if all(f.doubt for f in found.findings):
        as_it_stands = Comparison.of(Original(reference, folder), draws, single)
        if not any(f.wrong or f.doubt for f in as_it_stands.findings):
            return as_it_stands
    return found


def _with_finer_solvers(found: Comparison, draws: Sequence[Draw], folder: Path) -> Comparison:
    """What a run with finer tolerances shows, where that agrees: then the source's own solver is
    off by what differs in `found`."""
    original = Original(found.original.reference, folder, fine=True)
    try:
        finer = Comparison.of(original, draws, found.precision)
    except (UnavailableError, MismatchError):
        return found
    return found if any(f.wrong for f in finer.findings) else finer


def _judged(report: CheckReport, found: Comparison, reference: Reference) -> CheckReport:
    language = "python" if reference.calling is None else "fortran"
    limits = found.precision
    counted = [f for f in found.findings if f.wrong or not f.doubt] or found.findings
    figures = [Figure(f"{language}_value", max(f.value for f in counted), limits.value)]
    differences = [f.difference for f in counted if f.difference is not None]
    worst = max(differences, default=float("nan"))
    figures.append(
        Figure(f"{language}_difference", worst, limits.difference, compared=bool(differences))
    )
    report = replace(report, original=found.original.by, notes=(*report.notes, *found.notes()))
    report = report.with_figures(*figures)
    wrong = next((f.wrong for f in found.findings if f.wrong), "")
    if wrong and report.verdict != "wrong":
        return replace(report, verdict="wrong", reason=wrong)
    doubts = [f.doubt for f in found.findings if f.doubt]
    if report.verdict == "pass" and len(doubts) == len(found.findings):
        return replace(report, verdict="inconclusive", reason=doubts[0])
    return report


@dataclass
class Comparison:
    """Draws held against the source. `findings` are of the draws that it was run at; `directed` is
    whether numbers may be rounded in other directions."""

    original: Original
    precision: Precision
    draws: Sequence[Draw]
    sets: list[Inputs]
    results: dict[Evaluation, Outputs]
    findings: list[Finding]
    directed: bool

    @classmethod
    def of(cls, original: Original, draws: Sequence[Draw], precision: Precision) -> Comparison:
        original.prepare()
        reference = original.reference
        draws = _affordable(reference, draws)
        sets = [_inputs(reference, d) for d in draws]
        results = original.evaluate(sets, _points(reference, draws))
        directed = ends_however_rounded(reference.primal)
        self = cls(original, precision, draws, sets, results, [], directed)
        for number in range(len(draws)):
            if (number, "", 0.0) in results:
                self.findings.append(self._finding(number))
        return self

    def notes(self) -> list[str]:
        """What was left out, and the precision where it is not double."""
        notes = []
        whole = len(self.original.reference.wrt)
        asked = [d for d in self.draws if sum(k.startswith("tangent:") for k in d) == whole]
        missing = len(asked) - sum(f.difference is not None for f in self.findings)
        if missing > 0 and not any(f.wrong for f in self.findings):
            why = self.original.trouble or "it takes too long"
            left = f"of {missing} of {len(asked)} draws" if missing < len(asked) else ""
            notes.append(f"differences of the source itself are left out {left}: {why}")
        if self.precision.last_place == SINGLE.last_place:
            notes.append(
                "the source itself computes in single precision, which is how well it is compared"
            )
        if absent := self.original.absent:
            names = ", ".join(f"`{n}`" for n in absent)
            words = ("is", "it") if len(absent) == 1 else ("are", "them")
            notes.append(f"{names} {words[0]} not installed: the source ran without {words[1]}")
        notes += list(dict.fromkeys(f.aside for f in self.findings if f.aside))
        exact = self.original.reference.exact
        if self.original.fine:
            notes.append(
                "the source's solver of initial values is off by more than its tolerance here: it"
                " was run with tolerances of a ten-thousandth of the source's"
            )
        if exact.tolerance and exact.tolerance == exact.searched:
            notes.append(
                f"the source searches to {exact.tolerance:.0e}, and is as exact itself: limits of"
                f" what is held against it are {exact.limit(0.0):.0e} at the least"
            )
        elif exact.tolerance:
            notes.append(
                f"loops solve to {exact.tolerance:.0e}, and derivatives are as exact: limits are"
                f" {exact.limit(0.0):.0e} at the least"
            )
        if exact.halved:
            notes.append(
                f"intervals are halved to {exact.halved:.0e}: limits of values and of differences"
                f" are {exact.limit(0.0):.0e} at the least"
            )
        return [" ".join(note.replace(" :", ":").split()) for note in notes]

    # -- one draw ------------------------------------------------------------------------------

    def _finding(self, number: int) -> Finding:
        finding = Finding()
        self._compare_values(number, finding)
        tangents = [n for n in self.original.reference.wrt if f"tangent:{n}" in self.draws[number]]
        if not finding.wrong and tangents:
            for name in tangents:
                self._compare_differences(number, name, finding)
        return finding

    def _compare_values(self, number: int, finding: Finding) -> None:
        import numpy as np

        results = self.results[number, "", 0.0]
        for name, wanted in results.items():
            draw = self.draws[number]  # what is returned unchanged is an input alone
            got = draw[f"output:{name}"] if f"output:{name}" in draw else draw[f"input:{name}"]
            distance, scale = _distance(wanted, got)
            ratio = np.divide(distance, scale, out=np.zeros_like(distance), where=distance > 0.0)
            over = ratio > self.precision.value
            unset = self._unset(number, name) if np.any(over) else over
            if np.any(over & unset) and name not in self.original.reference.of:
                finding.aside = self._leaves_unset(name, over & unset)
                over, ratio = over & ~unset, np.where(unset, 0.0, ratio)
            finding.value = max(finding.value, float(np.max(ratio, initial=0.0)))
            if not np.any(over):
                continue
            if np.all(unset[over]):
                finding.doubt = self._leaves_unset(name, over)
                continue
            nudged, directed = self._value_sensitivity(number, name)
            allowed = np.fmax(_ROUNDINGS * nudged, _DIRECTED_ROUNDINGS * directed)
            excused = unset | (distance <= allowed)
            if np.all(excused[over]):
                finding.doubt = f"{name} may differ from the source's by rounding at these inputs"
                continue
            at = int(np.argmax(np.where(over & ~excused, ratio, -1.0)))
            finding.wrong = (
                f"adc reads the source wrongly: {self._element(name, at)} is {got[at]:.9g} in the"
                f" generated code, {wanted[at]:.9g} where the source itself runs"
            )
            return

    def _compare_differences(self, number: int, name: str, finding: Finding) -> None:
        """Holds the tangents along the independent `name` against differences."""
        import numpy as np

        start = smooth = kinks = 0
        reference = self.original.reference
        for dependent in reference.of:
            samples = self._samples(self.results, number, name, dependent)
            if samples is None:
                return
            stop = start + samples.here.size
            tangent = self.draws[number][f"tangent:{name}"][start:stop]
            start = stop
            found = judge(samples, tangent, self.precision)
            rounding = None
            if np.any(found.verdict == DIFFERS):
                rounding = np.fmax(*self._value_sensitivity(number, dependent))
                found = judge(samples, tangent, self.precision, rounding)
            differs = found.verdict == DIFFERS
            if np.any(differs):
                differs &= ~self._left_unset(number, dependent, differs, finding)
            if np.any(differs):
                differs &= ~self._excused(number, name, dependent, found, tangent, rounding)
            if np.any(differs):
                at = int(np.argmax(np.where(differs, found.ratio, -1.0)))
                finding.wrong = finding.wrong or (
                    f"adc reads the source wrongly: {self._element(dependent, at)} has the tangent"
                    f" {tangent[at]:.9g} along {name}, differences of the source itself give"
                    f" {found.estimate[at]:.9g}"
                )
            judged = (found.verdict == AGREES) | differs
            smooth += int(np.sum(judged))
            kinks += int(np.sum(found.verdict == AT_A_KINK))
            worst = float(np.max(found.ratio, initial=0.0, where=judged))
            finding.difference = max(finding.difference or 0.0, worst)
            unsettled = int(np.sum(~judged & (found.verdict != AT_A_KINK)))
            if unsettled:
                finding.doubt = finding.doubt or (
                    f"differences of the source itself do not settle at {unsettled} of"
                    f" {found.verdict.size} elements of {dependent}"
                )
        if kinks and not smooth:
            finding.doubt = finding.doubt or f"all elements lie at a kink along {name}"

    def _left_unset(
        self, number: int, name: str, differs: np.ndarray, finding: Finding
    ) -> np.ndarray:
        """Where elements of the dependent `name` are made of memory that nothing was written to:
        differences say nothing there. Noted in `finding` where some of `differs` are such."""
        import numpy as np

        unset = self._unset(number, name)
        if np.any(differs & unset):
            finding.doubt = finding.doubt or self._leaves_unset(name, differs & unset)
        return unset

    def _leaves_unset(self, name: str, where: np.ndarray) -> str:
        """The doubt about the first of the elements `where` of `name`."""
        import numpy as np

        element = self._element(name, int(np.argmax(where)))
        return f"the source leaves {element} to what memory happens to hold"

    def _element(self, name: str, at: int) -> str:
        """`u[1, 2]`, or `u(3,2)` as Fortran counts."""
        import numpy as np

        reference = self.original.reference
        shape = reference.shape(name)
        if not shape:
            return name
        index = [int(k) for k in np.unravel_index(at, shape)]
        if reference.calling is None:
            return f"{name}[{', '.join(map(str, index))}]"
        return f"{name}({','.join(str(k + 1) for k in reversed(index))})"

    def _samples(
        self, results: Mapping[Evaluation, Outputs], number: int, name: str, dependent: str
    ) -> Samples | None:
        """The values of a dependent around a set of inputs; None where some are missing."""
        import numpy as np

        rows: dict[int, list[np.ndarray]] = {1: [], -1: []}
        for level in range(STEPS):
            for sign, row in rows.items():
                found = results.get((number, name, sign * step_size(level)))
                if found is None:
                    return None
                row.append(found[dependent])
        return Samples(np.array(rows[1]), np.array(rows[-1]), results[number, "", 0.0][dependent])

    # -- rounding ------------------------------------------------------------------------------

    def _nudged(self, number: int, directions: Sequence[str] = ("",) * _NUDGES) -> list[Inputs]:
        """The inputs of a draw, changed in their last place, for each of the directions of rounding
        ("" is none)."""
        import numpy as np

        rng = np.random.default_rng(number)
        held = self.original.reference.held
        given = self.sets[number]
        return [
            replace(
                given,
                values={
                    n: v * (1.0 + self.precision.last_place * _signs(rng, v.size))
                    if held[n].dtype.is_float
                    else v
                    for n, v in given.values.items()
                },
                rounding=direction,
            )
            for direction in directions
        ]

    def _value_sensitivity(self, number: int, name: str) -> tuple[np.ndarray, np.ndarray]:
        """How much an output of the source changes, at most, with the last places of its inputs,
        and where numbers are rounded in other directions, too."""
        import numpy as np

        here = self.results[number, "", 0.0][name]
        sets = self._nudged(number, ("",) * _NUDGES + _DIRECTIONS * self.directed)
        found = self._evaluated(sets, [(k, "", 0.0) for k in range(len(sets))])
        self.directed = self.directed and len(found) == len(sets)
        changes = [np.zeros_like(here), np.zeros_like(here)]
        for (k, _, _), values in found.items():
            kind = int(k >= _NUDGES)
            changes[kind] = np.fmax(changes[kind], np.abs(values[name] - here))
        return changes[0], changes[1]

    def _unset(self, number: int, name: str) -> np.ndarray:
        """Where an output of the source is made of memory that nothing was ever written to."""
        import numpy as np

        here = self.results[number, "", 0.0][name]
        marked = self._marked.get((number, "", 0.0), {name: here})[name]
        distance, scale = _distance(here, marked)
        return np.where(np.isnan(marked), ~np.isnan(here), distance > self.precision.value * scale)

    @cached_property
    def _marked(self) -> dict[Evaluation, Outputs]:
        """The outputs at all inputs, where memory holds NaN before it is written to, and in
        Fortran zeros where it is integers', which is what the generated code takes."""
        original = replace(self.original, unset=True)
        try:
            original.prepare()
            return original.evaluate(self.sets, [(k, "", 0.0) for k in range(len(self.sets))])
        except (UnavailableError, MismatchError):
            return {}

    def _excused(
        self,
        number: int,
        name: str,
        dependent: str,
        found: Judgement,
        tangent: np.ndarray,
        rounding: np.ndarray | None,
    ) -> np.ndarray:
        """Where rounding in the source's differences may explain how far tangents are off."""
        import numpy as np

        points = [
            point for k in range(_NUDGES) for point in [(k, "", 0.0), *_around(k, name)]
        ]  # fmt: skip
        results = self._evaluated(self._nudged(number), points)
        most = np.zeros_like(tangent)
        for k in range(_NUDGES):
            samples = self._samples(results, k, name, dependent)
            if samples is not None:
                off = half_a_place(samples, self.precision.last_place)
                off = off if rounding is None else np.fmax(off, rounding)
                estimate, _ = extrapolated(samples, off)
                most = np.fmax(most, np.abs(estimate - found.estimate))
        return np.abs(found.estimate - tangent) <= _ROUNDINGS * most

    def _evaluated(
        self, sets: Sequence[Inputs], points: Sequence[Evaluation]
    ) -> dict[Evaluation, Outputs]:
        try:
            return self.original.evaluate(sets, points)
        except (UnavailableError, MismatchError):
            return {}


def _signs(rng: np.random.Generator, count: int) -> np.ndarray:
    """Numbers of either sign whose magnitude is between 1/2 and 1."""
    return rng.uniform(0.5, 1.0, count) * rng.choice([-1.0, 1.0], count)


def _distance(wanted: np.ndarray, got: np.ndarray) -> tuple[np.ndarray, float]:
    """How far the elements are apart, infinitely where one of them alone is no number, and the
    largest of those that are wanted."""
    import numpy as np

    same = (wanted == got) | (np.isnan(wanted) & np.isnan(got))
    with np.errstate(invalid="ignore", over="ignore"):
        distance = np.where(same, 0.0, np.abs(wanted - got))
    distance = np.where(np.isfinite(distance), distance, np.inf)
    finite = np.where(np.isfinite(wanted), np.abs(wanted), 0.0)
    return distance, max(float(np.max(finite, initial=0.0)), 5e-324)


def _inputs(reference: Reference, draw: Draw) -> Inputs:
    def of(kind: str) -> dict[str, np.ndarray]:
        head = f"{kind}:"
        return {key[len(head) :]: draw[key] for key in draw if key.startswith(head)}

    return Inputs(of("input"), of("direction"))


def _around(number: int, name: str) -> list[Evaluation]:
    """A set of inputs, one of them moved to either side by every step."""
    return [(number, name, s * step_size(k)) for k in range(STEPS) for s in (1, -1)]


def _points(reference: Reference, draws: Sequence[Draw]) -> list[Evaluation]:
    """All unmoved inputs first: values count most."""
    points: list[Evaluation] = [(number, "", 0.0) for number in range(len(draws))]
    for number, draw in enumerate(draws):
        for name in reference.wrt:
            if f"tangent:{name}" in draw:
                points += _around(number, name)
    return points


def _shows_nothing(draw: Draw) -> bool:
    """Whether no tangent of the draw differs from zero."""
    return not any(key.startswith("tangent:") and value.any() for key, value in draw.items())


def _affordable(reference: Reference, draws: Sequence[Draw]) -> Sequence[Draw]:
    """As many draws as can be held in memory, without their tangents where one is too many."""
    outputs = sum(d.size for key, d in draws[0].items() if key.startswith("output:"))
    each = outputs * (1 + 2 * STEPS * len(reference.wrt))
    if each > MOST_NUMBERS:
        return [{k: v for k, v in draws[0].items() if not k.startswith("tangent:")}]
    return draws[: max(1, MOST_NUMBERS // max(each, 1))]
