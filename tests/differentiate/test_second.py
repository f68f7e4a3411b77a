"""The gradient of a planned gradient: second derivatives against differences of the gradient."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from adc import interpret
from adc.checkpoint.transform.planner import plan
from adc.differentiate.again import as_primal
from adc.differentiate.forward import tangent_program
from adc.differentiate.gradient import reverse_program
from adc.differentiate.whole import whole_program
from adc.finishing import simplified, verified
from adc.ir.enums import ParameterKind, Role
from adc.ir.program import Program
from adc.ir.text_parser import parse_program
from adc.ir.walking import labels_in
from adc.observer import Silent
from tests.differentiate.harness import gradient, run_tangent
from tests.proof.cases import Case, load_cases
from tests.proof.compiled import Compiled, compile_case
from tests.proof.harness import Drawn, draw_case

CASES = load_cases()
CHOSEN = ("gemm", "lu", "cholesky", "burgers", "limiter", "mlp", "softmax", "trisolv", "durbin")
Arrays = dict[str, np.ndarray]


def given_to(compiled: Compiled, drawn: Drawn) -> Arrays:
    """The arguments of the gradient: the case's inputs and seeds."""
    given = dict(drawn.inputs)
    for name, seed in zip(compiled.dependents(drawn.case), drawn.seeds, strict=True):
        seeds = (c for c in compiled.gradient.containers if c.role == Role.SEED and c.of == name)
        given |= {c.name: seed for c in seeds}
    return given


def reversed_again(primal: Program, wrt: tuple[str, ...]) -> Program:
    """The gradient of all that `primal` returns, verified on the way."""
    reversed_ = reverse_program(primal, wrt, primal.returns)
    whole = verified(whole_program(reversed_), "reversed", "reverse")
    assert len(labels_in(whole.body)) > len(labels_in(primal.body))
    planned = verified(plan(reversed_).program, "planned", "plan")
    return simplified(planned, Silent())


@dataclass(frozen=True)
class Direction:
    """A direction in the inputs, and weights of the gradient's elements."""

    steps: Arrays
    weights: Arrays

    def along(self, program: Program, case: Case, given: Arrays, step: float) -> float:
        """The weighted sum of what `program` returns, `step` away from `given`."""
        moved = {name: given[name] + step * d for name, d in self.steps.items()}
        found = interpret.run(program, dict(case.sizes), {**given, **moved})
        return sum(float(np.sum(w * found[name])) for name, w in self.weights.items())


def drawn_direction(primal: Program, case: Case, given: Arrays) -> Direction:
    rng = np.random.default_rng(3)
    first = interpret.run(primal, dict(case.sizes), given)
    steps = {n: rng.uniform(-1, 1, np.shape(given[n])) for n in case.wrt}
    shapes = {n: first[n].shape for n in primal.returns}  # a scalar's seed is one
    return Direction(
        steps, {n: rng.uniform(-1, 1, s) if s else np.ones(()) for n, s in shapes.items()}
    )


@pytest.mark.parametrize("name", CHOSEN)
def test_second_derivatives(name: str) -> None:
    case, drawn = CASES[name], draw_case(CASES[name])
    compiled = compile_case(case)
    primal = verified(as_primal(compiled.gradient), "differentiable")
    given = given_to(compiled, drawn)
    direction = drawn_direction(primal, case, given)
    second = reversed_again(primal, case.wrt)
    seeds = {f"{n}_seed": w for n, w in direction.weights.items() if w.shape}
    found = interpret.run(second, dict(case.sizes), {**given, **seeds}, fill=np.nan)
    bars = {c.of: found[c.name] for c in second.containers if c.role == Role.GRADIENT}
    terms = {n: bars[n] * d for n, d in direction.steps.items()}
    h = 1e-4
    near, far = (
        direction.along(primal, case, given, s) - direction.along(primal, case, given, -s)
        for s in (h, 2 * h)
    )
    slope = (8 * near - far) / (12 * h)
    scale = sum(float(np.sum(np.abs(t))) for t in terms.values())
    assert scale > 0
    assert sum(float(np.sum(t)) for t in terms.values()) == pytest.approx(slope, abs=1e-8 * scale)


def test_forward_over_reverse_agrees_with_reverse_over_reverse() -> None:
    case, drawn = CASES["mlp"], draw_case(CASES["mlp"])
    compiled = compile_case(case)
    primal = as_primal(compiled.gradient)
    given = given_to(compiled, drawn)
    direction = drawn_direction(primal, case, given)
    verified(tangent_program(primal, case.wrt, primal.returns), "tangent")
    tangents = run_tangent(
        primal, case.wrt, primal.returns, given, direction.steps, dict(case.sizes)
    )
    second = reversed_again(primal, case.wrt)
    seeds = {f"{n}_seed": w for n, w in direction.weights.items() if w.shape}
    found = interpret.run(second, dict(case.sizes), {**given, **seeds}, fill=np.nan)
    bars = {c.of: found[c.name] for c in second.containers if c.role == Role.GRADIENT}
    left = sum(float(np.sum(tangents[n] * w)) for n, w in direction.weights.items())
    right = sum(float(np.sum(bars[n] * d)) for n, d in direction.steps.items())
    assert left == pytest.approx(right, rel=1e-11)


CUBE = """\
program cube(N: size, x: array) -> y
input x: float64[N]
output y: float64

S1: y = 0.0
S2: y += x[i]**3 for i in 0:N
"""


def test_roles_of_a_derivative_that_is_differentiated() -> None:
    source = parse_program(CUBE)
    assert as_primal(source) is source
    again = as_primal(gradient(source, ("x",), ("y",), value=True))
    assert again.returns == ("value", "x_bar")
    assert [p.name for p in again.parameters] == ["N", "x"]
    added = as_primal(gradient(source, ("x",), ("y",), accumulate=True))
    assert added["x_bar"].role == Role.INOUT and added.returns == ()
    assert [p.name for p in added.parameters if p.kind == ParameterKind.ARRAY] == ["x", "x_bar"]


def test_the_third_derivative_of_a_cube() -> None:
    program, returned = parse_program(CUBE), "y"
    x = np.array([2.0, 3.0, 5.0])
    given: Arrays = {"x": x}
    for wanted in (3 * x**2, 6 * x, np.full(3, 6.0)):
        program = as_primal(gradient(program, ("x",), (returned,)))
        (returned,) = program.returns
        found = interpret.run(program, {"N": 3}, given, fill=np.nan)
        np.testing.assert_allclose(found[returned], wanted, rtol=1e-14)
        given = {**given, f"{returned}_seed": np.ones(3)}
