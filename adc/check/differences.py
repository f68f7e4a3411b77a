"""Tangents against differences of a function that is known by samples alone.

The rules are those of the self-check's C text (templates/c/check_differences.c.j2), for all
elements at once. Samples are arrays (step, element): the values at +h and -h, h = 2^-5, 2^-6, …
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from adc.differentiate.implicit.tolerances import Exactness

FIRST_STEP, STEPS = 5, 14

AGREES, AT_A_KINK, UNSETTLED, DIFFERS = range(4)


@dataclass(frozen=True)
class Precision:
    """What passes: relative errors of values and of differences, relative to no less than `floor`
    times the largest tangent; `last_place` is the relative distance of neighbouring numbers, and
    `solved` the part of the largest value by which differences may be off where loops solve to a
    tolerance."""

    value: float
    difference: float
    floor: float
    last_place: float
    solved: float = 0.0


DOUBLE = Precision(1e-9, 1e-6, 1e-3, 2.0**-52)
#: Where the function itself computes in single precision, with differences of such values.
SINGLE = Precision(1e-4, 2e-2, 1.0, 2.0**-23)


def as_exact(precision: Precision, exact: Exactness) -> Precision:
    """`precision`, for a function whose loops solve no more exactly than that."""
    value, difference = exact.limit(precision.value), exact.limit(precision.difference)
    last_place = max(precision.last_place, exact.halved)
    return replace(
        precision, value=value, difference=difference, solved=exact.unsure,
        last_place=last_place,
    )  # fmt: skip


@dataclass(frozen=True)
class Samples:
    """Values of some outputs around a point, and there."""

    plus: np.ndarray
    minus: np.ndarray
    here: np.ndarray


@dataclass(frozen=True)
class Judgement:
    """Per element: AGREES and so on, the relative distance, and what the differences give."""

    verdict: np.ndarray
    ratio: np.ndarray
    estimate: np.ndarray


def step_size(level: int) -> float:
    return 2.0 ** -(FIRST_STEP + level)


def central(f: Samples, level: int) -> np.ndarray:
    return (f.plus[level] - f.minus[level]) / (2.0 * step_size(level))


def half_a_place(f: Samples, last_place: float = DOUBLE.last_place) -> np.ndarray:
    """By how much values are off at least."""
    import numpy as np

    return 0.5 * last_place * np.abs(f.here)


def extrapolated(
    f: Samples, off: np.ndarray, first: int = 0, steps: int = STEPS
) -> tuple[np.ndarray, np.ndarray]:
    """Central differences extrapolated to step 0 from level `first` on, and their uncertainty: no
    less than that of the values, which are `off` by so much.

    Of Neville's tableau the entry that agrees best with its neighbours (Ridders, Advances in
    Engineering Software 4, 1982).
    """
    import numpy as np

    best = np.full_like(f.here, np.nan)
    least = np.full_like(best, np.inf)
    last: list[np.ndarray] = []
    for level in range(steps):
        rounding = off / step_size(first + level)
        row = [central(f, first + level)]
        for j in range(1, level + 1):
            row.append(row[j - 1] + (row[j - 1] - last[j - 1]) / (4.0**j - 1.0))
            change = np.fmax(np.abs(row[j] - row[j - 1]), np.abs(row[j] - last[j - 1]))
            error = np.fmax(change, rounding)
            better = (error < least) & np.isfinite(row[j])
            best, least = np.where(better, row[j], best), np.where(better, error, least)
        last = row
    return best, least


def judge(
    f: Samples, tangent: np.ndarray, precision: Precision, rounding: np.ndarray | None = None
) -> Judgement:
    """Compares the tangents of one output with differences of it; `rounding` is by how much its
    values are off, where that was measured."""
    import numpy as np

    from adc.differentiate.implicit.tolerances import NEAR

    least_off = half_a_place(f, precision.last_place)
    off = least_off if rounding is None else np.fmax(least_off, rounding)
    estimate, error = extrapolated(f, off)
    finite = np.where(np.isfinite(tangent), np.abs(tangent), 0.0)
    size = float(np.max(np.abs(f.here), initial=0.0))
    least = max(precision.floor * float(np.max(finite, initial=0.0)), 1e-7 * size)
    scale = np.fmax(np.fmax(np.abs(estimate), finite), least)
    distance = np.abs(estimate - tangent)
    ratio, in_a_row = (_relative(d, scale) for d in (distance, _distance_in_a_row(f, tangent)))
    sure = ~np.isfinite(tangent) | (_trusted(f, estimate, distance, off) & ~_too_steep(f, tangent))
    settled = error <= np.fmax(0.1 * precision.difference * scale, 0.01 * distance)
    noisy = distance <= (precision.solved * size if np.isfinite(size) else 0.0)
    differs = settled & sure & np.isfinite(estimate) & (ratio > precision.difference) & ~noisy
    ratio = np.where(differs, ratio, np.fmin(ratio, in_a_row))
    near = noisy & (ratio <= NEAR)
    ratio = np.where(near, np.fmin(ratio, precision.difference), ratio)
    verdict = np.where(ratio <= precision.difference, AGREES, UNSETTLED)
    verdict = np.where(differs, DIFFERS, verdict)
    at_a_kink = _at_a_kink(f, tangent, scale) & (ratio > precision.difference)
    verdict = np.where(at_a_kink, AT_A_KINK, verdict)
    return Judgement(verdict, ratio, estimate)


def _relative(distance: np.ndarray, scale: np.ndarray) -> np.ndarray:
    import numpy as np

    ratio = np.divide(distance, scale, out=np.zeros_like(scale), where=distance != 0.0)
    return np.where(np.isfinite(ratio), ratio, np.inf)


def _distance_in_a_row(f: Samples, tangent: np.ndarray) -> np.ndarray:
    """How far tangents are from two differences in a row, not extrapolated: one large step across
    a kink spoils all that is extrapolated from it."""
    import numpy as np

    last = np.full_like(f.here, np.inf)
    least = np.full_like(f.here, np.inf)
    for level in range(STEPS):
        distance = np.abs(central(f, level) - tangent)
        distance = np.where(np.isnan(distance), np.inf, distance)
        least = np.fmin(least, np.fmax(distance, last))
        last = distance
    return least


def _at_a_kink(f: Samples, tangent: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """Where the one-sided derivatives differ, however small the step, and the tangent is between
    them: a subgradient."""
    import numpy as np

    gap = []
    for level in (STEPS // 2 - 4, STEPS // 2 + 2):
        forward = (f.plus[level] - f.here) / step_size(level)
        backward = (f.here - f.minus[level]) / step_size(level)
        gap.append(np.abs(forward - backward))
    low, high = np.fmin(forward, backward), np.fmax(forward, backward)
    stays = (gap[1] > 0.5 * gap[0]) & (gap[1] > 1e-3 * scale)
    return stays & (tangent >= low - 1e-3 * scale) & (tangent <= high + 1e-3 * scale)


def _trusted(f: Samples, estimate: np.ndarray, distance: np.ndarray, off: np.ndarray) -> np.ndarray:
    """Whether estimates from the larger and from the smaller steps alone, and the smallest step,
    side with the one that calls a tangent wrong which is so far from it."""
    import numpy as np

    larger, _ = extrapolated(f, off, 0, STEPS - 4)
    smaller, _ = extrapolated(f, off, 4, STEPS - 4)
    smallest = central(f, STEPS - 1)
    rounding = 8.0 * off / step_size(STEPS - 1)
    return (np.abs(larger - smaller) <= 0.3 * distance) & (
        np.abs(smallest - estimate) <= 0.5 * distance + rounding
    )


def _too_steep(f: Samples, tangent: np.ndarray) -> np.ndarray:
    """Whether no difference can show a slope: at the smallest step it is far beyond all values."""
    import numpy as np

    most = np.fmax.reduce(np.abs(np.vstack([f.here[None], f.plus, f.minus])), axis=0)
    return np.isfinite(tangent) & (np.abs(tangent) * step_size(STEPS - 1) > most)
