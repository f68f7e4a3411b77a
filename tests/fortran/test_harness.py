"""The harness: what it must catch."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.fortran.construct_cases import construct_cases
from tests.fortran.harness import case_of, prove_gradient, prove_original, swappable
from tests.fortran.specs import argument, kernel_specs
from tests.proof.harness import Drawn, MismatchError, draw_case
from tests.proof.inputs import Arrays

KERNELS = kernel_specs(Path(__file__).parent / "kernels")


def rosenbrock() -> tuple[Drawn, Arrays]:
    """A draw of the extended Rosenbrock function, and its gradient by hand."""
    drawn = draw_case(case_of(KERNELS["rosenbrock"]))
    x = drawn.inputs["x"]
    first, second = x[::2], x[1::2]
    gradient = np.empty_like(x)
    gradient[::2] = -2 * (1 - first) - 400 * first * (second - first**2)
    gradient[1::2] = 200 * (second - first**2)
    return drawn, {"x": gradient}


def test_the_right_gradient_passes() -> None:
    prove_gradient(*rosenbrock())


def test_a_wrong_element_is_caught() -> None:
    drawn, gradients = rosenbrock()
    gradients["x"][3] *= 1.001
    with pytest.raises(MismatchError):
        prove_gradient(drawn, gradients)


def test_a_result_that_depends_on_nothing_is_caught() -> None:
    case = case_of(KERNELS["biggs"]).with_sizes({"m": 0})
    with pytest.raises(MismatchError, match="no dependence"):
        prove_original(case)


def test_squares_are_caught() -> None:
    spec = KERNELS["shallow"]
    assert swappable(spec) == []
    equal = {**spec.sizes, "nx": spec.sizes["ny"]}
    assert any("bottom" in found for found in swappable(replace(spec, sizes=equal)))


def test_arguments_are_read() -> None:
    read = argument("w: float64(n*(n+1)//2, 2*m) outside")
    assert read.extents == ("n*(n+1)//2", "2*m")
    assert read.is_outside
    assert argument("k: int32").by_value


def test_names_of_constructs_are_short() -> None:
    """pytest numbers the ones with longer names, and nothing finds them by name any more."""
    assert not [name for name in construct_cases() if len(name) > 100]
