"""The checks that a case must pass, from the primal to the compiled adjoint."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np

from adc.ir.enums import Role
from adc.ir.program import Program
from tests.proof.cases import Case, argument_types
from tests.proof.compiled import Compiled, run_gradient, run_primal, run_tangent
from tests.proof.inputs import Arrays, draw_directions, draw_inputs
from tests.proof.reference import (
    Outcome,
    dependents,
    difference,
    one_sided,
    run_original,
)

#: Relative tolerances by element type: rounding differences, and the dot-product test.
ROUNDING = {"float64": 1e-11, "float32": 2e-5}
DOT = {"float64": 1e-12, "float32": 1e-5}
#: The differences are extrapolated in double; what is compared may be single.
DIFFERENCE = {"float64": 2e-6, "float32": 1e-4}


class MismatchError(AssertionError):
    """A check failed: adc is wrong about this case. `check` names the check."""

    def __init__(self, check: str, text: str) -> None:
        super().__init__(f"{check}: {text}")
        self.check = check


@dataclass(frozen=True)
class Drawn:
    """One draw of everything random about a case, and what the original makes of it."""

    case: Case
    inputs: Arrays
    directions: Arrays
    seeds: list[np.ndarray]
    outcome: Outcome

    @property
    def dtype(self) -> str:
        """The precision to judge by: the coarsest among the case's arguments."""
        single = any(a.dtype == np.float32 for a in self.inputs.values())
        return "float32" if single else "float64"


def draw_case(case: Case, seed: int = 0) -> Drawn:
    """Random inputs, directions and seeds; a scalar dependent has seed 1."""
    rng = np.random.default_rng([seed, zlib.crc32(case.name.encode())])
    inputs = draw_inputs(case, rng)
    outcome = run_original(case, inputs)
    seeds = []
    for value in dependents(case, outcome):
        seed_value = rng.uniform(-1.0, 1.0, value.shape) if value.shape else np.ones(())
        seeds.append(seed_value.astype(value.dtype))
    return Drawn(case, inputs, draw_directions(inputs, case.wrt, rng), seeds, outcome)


def gap(found: np.ndarray, wanted: np.ndarray) -> float:
    """The largest difference relative to the larger array's scale; NaN agrees with NaN."""
    found, wanted = np.asarray(found, np.float64), np.asarray(wanted, np.float64)
    if found.shape != wanted.shape:
        return float("inf")
    if wanted.size == 0:
        return 0.0
    finite = np.isfinite(wanted)
    if not np.array_equal(finite, np.isfinite(found)) or not np.array_equal(
        found[~finite], wanted[~finite], equal_nan=True
    ):
        return float("inf")
    scale = max(np.max(np.abs(wanted[finite]), initial=0.0), 1e-3)
    return float(np.max(np.abs(found[finite] - wanted[finite]), initial=0.0) / scale)


def expect(check: str, name: str, found: np.ndarray, wanted: np.ndarray, tolerance: float) -> None:
    size = gap(found, wanted)
    if not size <= tolerance:
        raise MismatchError(check, f"{name} differs by {size:.1e}\nfound {found}\nwanted {wanted}")


def check_primal(compiled: Compiled, drawn: Drawn) -> None:
    """The interpreted primal leaves behind what the NumPy run does."""
    result = run_primal(compiled, drawn.case, drawn.inputs)
    tolerance = ROUNDING[drawn.dtype]
    for name, value in drawn.outcome.arguments.items():
        if compiled.primal.by_name.get(name) and compiled.primal[name].role == Role.INOUT:
            expect("primal", name, result[name], value, tolerance)
    for name, value in zip(compiled.primal.returns, drawn.outcome.returned, strict=True):
        expect("primal", name, result[name], value, tolerance)


def check_untouched(compiled: Compiled, drawn: Drawn) -> None:
    """What the NumPy run changed, the primal knows to be written."""
    types = argument_types(drawn.case)
    for name, before in drawn.inputs.items():
        changed = before.tobytes() != drawn.outcome.arguments[name].tobytes()
        if changed and types[name].extents and compiled.primal[name].role != Role.INOUT:
            raise MismatchError("primal", f"{name} is changed by NumPy but not by the program")


def check_tangent(compiled: Compiled, drawn: Drawn) -> list[np.ndarray]:
    """The interpreted tangent is the derivative of the NumPy run; returns the tangents."""
    tangents = run_tangent(compiled, drawn.case, drawn.inputs, drawn.directions)
    if drawn.case.oracle == "difference":
        wanted = difference(drawn.case, drawn.inputs, drawn.directions)
        for name, found, value in zip(compiled.dependents(drawn.case), tangents, wanted,
                                      strict=True):  # fmt: skip
            expect("tangent", f"{name}_dot", found, value, DIFFERENCE[drawn.dtype])
    if drawn.case.oracle == "between":
        bounds = one_sided(drawn.case, drawn.inputs, drawn.directions)
        for found, (low, high) in zip(tangents, bounds, strict=True):
            if not (np.all(found >= low - 1e-4) and np.all(found <= high + 1e-4)):
                raise MismatchError("tangent", f"{found} is not between {low} and {high}")
    return tangents


def check_adjoint(
    compiled: Compiled, drawn: Drawn, tangents: list[np.ndarray], program: Program | None = None
) -> Arrays:
    """<seed, O_dot> = <A_bar, A_dot>, relative to the sum of absolute terms."""
    gradients = run_gradient(compiled, drawn.case, drawn.inputs, drawn.seeds, program)
    check_dot(drawn, tangents, gradients)
    return gradients


def check_dot(drawn: Drawn, tangents: list[np.ndarray], gradients: Arrays) -> None:
    for name in drawn.case.wrt:
        if gradients[name].shape != drawn.inputs[name].shape:
            raise MismatchError("adjoint", f"{name}_bar has shape {gradients[name].shape}")
    left = [(s, t) for s, t in zip(drawn.seeds, tangents, strict=True)]
    right = [(gradients[n], drawn.directions[n]) for n in drawn.case.wrt]
    terms = [[_terms(a, b) for a, b in side] for side in (left, right)]
    sums = [sum(float(np.sum(t)) for t in side) for side in terms]
    scale = sum(float(np.sum(np.abs(t))) for side in terms for t in side)
    if not all(np.isfinite(sums)):
        raise MismatchError("adjoint", f"not finite: {sums}")
    if not abs(sums[0] - sums[1]) <= DOT[drawn.dtype] * scale:
        ratio = abs(sums[0] - sums[1]) / scale if scale else float("inf")
        raise MismatchError(
            "adjoint", f"dot-product test: {sums[0]!r} against {sums[1]!r}, {ratio:.1e}"
        )


def _terms(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.asarray(a, np.float64) * np.asarray(b, np.float64)


def check_expected(drawn: Drawn, gradients: Arrays) -> None:
    """The gradients that the case states outright (subgradients at kinks)."""
    for name, value in drawn.case.expected.items():
        expect("expected", f"{name}_bar", gradients[name], np.array(value), 1e-12)


def prove_interpreted(compiled: Compiled, case: Case, seed: int = 0) -> tuple[Drawn, Arrays]:
    """All checks that need no C compiler; returns the draw and its gradients."""
    drawn = draw_case(case, seed)
    check_untouched(compiled, drawn)
    check_primal(compiled, drawn)
    tangents = check_tangent(compiled, drawn)
    gradients = check_adjoint(compiled, drawn, tangents)
    check_expected(drawn, gradients)
    return drawn, gradients
