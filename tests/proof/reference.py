"""The original source run by NumPy, and its derivative by extrapolated differences."""

from __future__ import annotations
import __future__

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from tests.proof.cases import Case, argument_types, function_of, return_names
from tests.proof.inputs import Arrays


class InconclusiveError(Exception):
    """The differences did not settle, or the run is not finite: no statement about adc."""


@lru_cache(maxsize=None)
def _load(source: str, name: str) -> Callable[..., Any]:
    scope: dict[str, Any] = {"__name__": __name__}  # dataclasses ask for a module that there is
    flags = __future__.annotations.compiler_flag  # annotations name types that need not exist
    exec(compile(source, f"<{name}>", "exec", flags=flags), scope)
    return scope[name]  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Outcome:
    """What a call leaves behind: its arguments on exit and its returned values in order."""

    arguments: Arrays
    returned: list[np.ndarray]


def run_original(case: Case, inputs: Arrays) -> Outcome:
    """One call of the case's function on copies of `inputs`."""
    if case.original is not None:
        return Outcome(*case.original(case, inputs))
    passed: dict[str, Any] = {}
    for name, kind in argument_types(case).items():
        if kind.extents:
            passed[name] = inputs[name].copy()
        elif kind.is_integer:
            passed[name] = case.sizes[name]
        else:
            # A Python float is weak under NEP 50; single precision needs the strong scalar.
            scalar = inputs[name][()]
            passed[name] = float(scalar) if scalar.dtype == np.float64 else scalar
    with np.errstate(all="ignore"):
        result = _load(case.source, function_of(case).name)(*passed.values())
    if result is None:
        returned = []
    else:
        returned = [_in_pairs(r) for r in (result if isinstance(result, tuple) else (result,))]
    return Outcome({n: np.array(v) for n, v in passed.items()}, returned)


def _in_pairs(value: Any) -> np.ndarray:
    """A copy as an array; complex numbers as pairs along a last axis, as generated functions give
    them."""
    array = np.array(value)
    return np.stack([array.real, array.imag], -1) if np.iscomplexobj(array) else array


def dependents(case: Case, outcome: Outcome) -> list[np.ndarray]:
    """The values of the case's `of`, in its order."""
    return [_dependent(case, outcome, name) for name in case.of or ("return",)]


def _dependent(case: Case, outcome: Outcome, name: str) -> np.ndarray:
    if name == "return":
        (value,) = outcome.returned
        return value
    if name.startswith("return_"):
        return outcome.returned[int(name.removeprefix("return_"))]
    names = return_names(case)
    if name in names:
        return outcome.returned[names.index(name)]
    return outcome.arguments[name]


def difference(
    case: Case, inputs: Arrays, direction: Arrays, tolerance: float = 1e-7
) -> list[np.ndarray]:
    """The derivative of the dependents along `direction`, by Richardson extrapolation of central
    differences (Ridders 1982), each element with its own best estimate.

    InconclusiveError unless the estimated error is below `tolerance` of each dependent's scale.
    """
    wide = {
        n: a if np.issubdtype(a.dtype, np.integer) else a.astype(np.float64)
        for n, a in inputs.items()
    }

    def at(step: float) -> list[np.ndarray]:
        moved = dict(wide)
        for name, d in direction.items():
            moved[name] = wide[name] + step * d
        return dependents(case, run_original(case, moved))

    worst = np.inf
    for first in (2e-3, 5e-5, 1e-6):
        estimates = _extrapolate(at, first)
        worst = max((_relative(v, e) for v, e in estimates), default=0.0)
        if worst <= tolerance:
            return [v for v, _ in estimates]
    raise InconclusiveError(f"differences settle only to {worst:.1e}")


def one_sided(
    case: Case, inputs: Arrays, direction: Arrays, step: float = 1e-6
) -> list[tuple[np.ndarray, np.ndarray]]:
    """The smaller and the larger of the forward and the backward difference quotients."""
    values = [
        dependents(case, run_original(case, {
            n: a + k * step * direction[n] if n in direction else a for n, a in inputs.items()
        }))
        for k in (-1, 0, 1)
    ]  # fmt: skip
    quotients = [((b - a) / step, (c - b) / step) for a, b, c in zip(*values, strict=True)]
    return [(np.minimum(p, q), np.maximum(p, q)) for p, q in quotients]


def _relative(value: np.ndarray, error: np.ndarray) -> float:
    if value.size == 0:
        return 0.0
    scale = 1e-3 + np.max(np.abs(value))
    ratio = float(np.max(error) / scale)
    return ratio if np.isfinite(ratio) else np.inf


def _extrapolate(
    at: Callable[[float], list[np.ndarray]], first: float, levels: int = 5
) -> list[tuple[np.ndarray, np.ndarray]]:
    """Per dependent the best estimate and its error, from steps `first`, `first/2`, …"""
    tableau: list[list[list[np.ndarray]]] = []
    for level in range(levels):
        step = first / 2**level
        row = [[(p - m) / (2 * step) for p, m in zip(at(step), at(-step), strict=True)]]
        for k in range(1, level + 1):
            row.append([
                (4**k * fine - coarse) / (4**k - 1)
                for fine, coarse in zip(row[k - 1], tableau[-1][k - 1], strict=True)
            ])  # fmt: skip
        tableau.append(row)
    return [_best(tableau, i) for i in range(len(tableau[0][0]))]


def _best(tableau: list[list[list[np.ndarray]]], i: int) -> tuple[np.ndarray, np.ndarray]:
    best = np.asarray(tableau[0][0][i])
    error = np.full(best.shape, np.inf)
    for level in range(1, len(tableau)):
        for k in range(1, level + 1):
            candidate = np.asarray(tableau[level][k][i])
            gap = np.maximum(
                np.abs(candidate - tableau[level][k - 1][i]),
                np.abs(candidate - tableau[level - 1][k - 1][i]),
            )
            closer = gap < error
            best = np.where(closer, candidate, best)
            error = np.where(closer, gap, error)
    return best, error


def same_values(a: Mapping[str, np.ndarray], b: Mapping[str, np.ndarray]) -> bool:
    """Bitwise equality of two sets of arrays, NaNs included."""
    return a.keys() == b.keys() and all(
        a[n].shape == b[n].shape and a[n].tobytes() == b[n].tobytes() for n in a
    )
