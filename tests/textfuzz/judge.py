"""What the original says of values and derivatives, and how far that can be trusted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

Arrays = dict[str, np.ndarray]
#: Beyond it rounding spoils differences.
LARGEST = 1e6


class WrongError(Exception):
    """adc is silently wrong: the check that failed, and the figures."""

    def __init__(self, check: str, text: str) -> None:
        super().__init__(f"{check}: {text}")
        self.check, self.text = check, text


class SkipError(Exception):
    """Nothing can be said, for a reason in a few words."""


class OriginalError(Exception):
    """The original does not run to its end on these inputs."""


@dataclass(frozen=True)
class Ran:
    """What a call of the original leaves behind: the arguments on exit, and what it returns."""

    arguments: Arrays
    returned: tuple[np.ndarray, ...]

    def dependent(self, name: str) -> np.ndarray:
        """An argument, `return` or `return_1`."""
        if name in self.arguments:
            return self.arguments[name]
        if name == "return":
            return self.returned[0]
        return self.returned[int(name.removeprefix("return_"))]


def gap(found: np.ndarray, wanted: np.ndarray, least: float = 1e-3) -> float:
    """The largest difference relative to the scale of `wanted`; what is not finite has to agree
    exactly."""
    found, wanted = np.asarray(found), np.asarray(wanted)
    if found.shape != wanted.shape:
        return np.inf
    found, wanted = found.astype(np.float64), wanted.astype(np.float64)
    finite = np.isfinite(wanted)
    same = np.array_equal(finite, np.isfinite(found))
    if not same or not np.array_equal(found[~finite], wanted[~finite], equal_nan=True):
        return np.inf
    scale = max(float(np.max(np.abs(wanted[finite]), initial=0.0)), least)
    return float(np.max(np.abs(found[finite] - wanted[finite]), initial=0.0)) / scale


def unsuitable(values: Sequence[np.ndarray]) -> str:
    """Why values cannot be differenced; "" where they can."""
    if not all(np.all(np.isfinite(v)) for v in values):
        return "values that are not finite"
    return "large values" if any(np.any(np.abs(v) > LARGEST) for v in values) else ""


# -- differences -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Difference:
    """A directional derivative of each dependent, and an estimate of its error."""

    values: list[np.ndarray]
    errors: list[np.ndarray]


def differences(
    at: Callable[[float], list[np.ndarray]], tolerance: float = 1e-7
) -> Difference:  # fmt: skip
    """The derivative at step 0 of `at(step)`: central differences extrapolated over the steps
    (Ridders 1982). SkipError where they do not settle to `tolerance` of their scale, where the
    two sides differ (a kink: central differences would settle to the mean of both), or where far
    smaller steps say otherwise (values that jump as often as the steps halve)."""
    middle = at(0.0)
    reason = unsuitable(middle)
    if reason:
        raise SkipError(reason)
    close = check_sides(at, middle)
    worst = np.inf
    for first in (1e-3, 2e-5):
        found = _extrapolated(at, first)
        worst = max((_relative(v, e) for v, e in zip(found.values, found.errors)), default=0.0)
        if worst <= tolerance and all(map(_agree, found.values, close)):
            return found
    raise SkipError("differences that do not settle")


def _agree(found: np.ndarray, close: np.ndarray) -> bool:
    """Whether a derivative is about what differences at a very small step are."""
    scale = 1e-2 + float(np.max(np.abs(found), initial=0.0))
    return bool(np.all(np.abs(found - close) <= 0.1 * scale))


def check_sides(
    at: Callable[[float], list[np.ndarray]], middle: list[np.ndarray]
) -> list[np.ndarray]:
    """The slopes at the smallest step. SkipError where those on the two sides differ, or values
    jump; where they differ less at a tenth of the step it is curvature."""
    jumps = []
    slopes: list[np.ndarray] = []
    for step in (1e-6, 1e-7):
        right, left = at(step), at(-step)
        worst = 0.0
        for m, r, le in zip(middle, right, left, strict=True):
            if m.shape != r.shape or m.shape != le.shape:
                raise SkipError("shapes that depend on data")
            up, down = (r - m) / step, (m - le) / step
            scale = 1e-3 + float(np.max(np.abs(up), initial=0.0)) + 1e-9 / step
            worst = max(worst, float(np.max(np.abs(up - down), initial=0.0)) / scale)
        jumps.append(worst)
        slopes = [(r - le) / (2 * step) for r, le in zip(right, left, strict=True)]
    if not np.isfinite(jumps[1]) or (jumps[1] > 1e-3 and jumps[1] > 0.3 * jumps[0]):
        raise SkipError("a kink or a jump")
    return slopes


def _relative(value: np.ndarray, error: np.ndarray) -> float:
    if value.size == 0:
        return 0.0
    ratio = float(np.max(error) / (1e-2 + np.max(np.abs(value))))
    return ratio if np.isfinite(ratio) else np.inf


def _extrapolated(at: Callable[[float], list[np.ndarray]], first: float) -> Difference:
    best: list[np.ndarray] = []
    error: list[np.ndarray] = []
    last: list[list[np.ndarray]] = []
    for level in range(4):
        step = first / 2**level
        row = [[(p - m) / (2 * step) for p, m in zip(at(step), at(-step), strict=True)]]
        if level == 0:
            best = [np.asarray(v) for v in row[0]]
            error = [np.full(v.shape, np.inf) for v in best]
        for k in range(1, level + 1):
            row.append([
                fine + (fine - coarse) / (4**k - 1)
                for fine, coarse in zip(row[k - 1], last[k - 1], strict=True)
            ])  # fmt: skip
            for i, new in enumerate(row[k]):
                off = np.maximum(np.abs(new - row[k - 1][i]), np.abs(new - last[k - 1][i]))
                better = off < error[i]
                best[i] = np.where(better, new, best[i])
                error[i] = np.where(better, off, error[i])
        last = row
    return Difference(best, error)


# -- checks ----------------------------------------------------------------------------------------


def check_tangent(name: str, found: np.ndarray, wanted: np.ndarray, error: np.ndarray,
                  tolerance: float) -> None:  # fmt: skip
    """A tangent against differences of the original."""
    if found.shape != wanted.shape:
        raise WrongError("tangent", f"{name}: shape {found.shape}, not {wanted.shape}")
    scale = 1e-2 + float(np.max(np.abs(wanted), initial=0.0))
    off = np.abs(found - wanted)
    if not np.all(off <= tolerance * scale + 10 * error):
        check = "tangent" if np.all(np.isfinite(found)) else "tangent not finite"
        raise WrongError(check, f"{name}: {found} instead of {wanted}")


def check_gradients(
    gradients: Mapping[str, np.ndarray], directions: Mapping[str, np.ndarray],
    seeds: Sequence[np.ndarray], tangents: Sequence[np.ndarray], tolerance: float, check: str,
    error: float = 0.0,
) -> None:  # fmt: skip
    """<seed, O_dot> = <A_bar, A_dot>, relative to the sum of the absolute terms, or to a hundredth
    where they are smaller; `error` is that of the tangents in this sum."""
    left = [np.asarray(s * t, np.float64) for s, t in zip(seeds, tangents, strict=True)]
    for name, direction in directions.items():
        if gradients[name].shape != direction.shape:
            raise WrongError(check, f"{name}_bar has the shape {gradients[name].shape}")
        if not np.all(np.isfinite(gradients[name])):
            raise WrongError(f"{check} not finite", f"{name}_bar is {gradients[name]}")
    right = [np.asarray(gradients[n] * d, np.float64) for n, d in directions.items()]
    one, other = (sum(float(np.sum(t)) for t in side) for side in (left, right))
    scale = sum(float(np.sum(np.abs(t))) for t in (*left, *right))
    # Inputs are of the order of 1: where all terms cancel, what is left is their rounding.
    if not abs(one - other) <= tolerance * (scale + 1e-2) + error:
        raise WrongError(check, f"<seed, O_dot> = {one!r}, <A_bar, A_dot> = {other!r}")
