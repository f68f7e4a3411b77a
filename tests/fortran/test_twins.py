"""Cases of the Python suite written in Fortran: equal primals and equal gradients."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.fortran.harness import case_of, compile_spec, prove_spec, with_found_sizes
from tests.fortran.specs import Spec, kernel_specs
from tests.proof.cases import Case, load_cases
from tests.proof.compiled import Compiled, compile_case, run_gradient, run_primal
from tests.proof.harness import Drawn, draw_case, expect
from tests.proof.inputs import Arrays
from tests.proof.marks import half_of, with_or_without_value

TWINS = kernel_specs(Path(__file__).parent / "twins")
CASES = load_cases()


def turned(array: np.ndarray) -> np.ndarray:
    """A Python array as the Fortran array with the same subscripts, seen from NumPy."""
    return np.array(array.T, order="C")


def fortran_side(spec: Spec, drawn: Drawn) -> tuple[Case, Arrays]:
    """The twin's case at the Python sizes, and its inputs: those of the Python draw, and NaN in
    what only the Fortran routine has, its results."""
    sizes = {name.lower(): value for name, value in drawn.case.sizes.items()}
    case = case_of(spec).with_sizes(sizes)
    inputs = {name.lower(): turned(value) for name, value in drawn.inputs.items()}
    for name, kind in (case.types or {}).items():
        if not kind.is_integer and name not in inputs:
            inputs[name] = np.full(kind.shape(case.sizes), np.nan)
    return case, inputs


def padded(value: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """`value` in the first rows and columns of zeros."""
    result = np.zeros(shape)
    result[tuple(slice(n) for n in value.shape)] = value
    return result


def given(compiled: Compiled, inputs: Arrays) -> Arrays:
    return {n: v for n, v in inputs.items() if n in compiled.primal.by_name}


@pytest.mark.parametrize("name", half_of(TWINS))
def test_equal_gradients(name: str) -> None:
    spec = TWINS[name]
    compiled, python = compile_spec(spec), compile_case(CASES[spec.twin])
    drawn = draw_case(CASES[spec.twin])
    case, inputs = fortran_side(spec, drawn)
    case = with_found_sizes(case, compiled.primal)
    inputs = given(compiled, inputs)
    found = run_primal(compiled, case, inputs)
    wanted = run_primal(python, drawn.case, drawn.inputs)
    for ours, theirs in zip(case.of, python.dependents(drawn.case), strict=True):
        value = turned(np.asarray(wanted[theirs]))
        expect("twin", ours, found[ours], padded(value, found[ours].shape), 1e-12)
    shapes = [(case.types or {})[n].shape(case.sizes) for n in case.of]
    seeds = [padded(turned(s), shape) for s, shape in zip(drawn.seeds, shapes, strict=True)]
    ours_bar = run_gradient(compiled, case, inputs, seeds)
    theirs_bar = run_gradient(python, drawn.case, drawn.inputs, drawn.seeds)
    for variable in drawn.case.wrt:
        theirs_value = turned(theirs_bar[variable])
        expect("twin", f"{variable}_bar", ours_bar[variable.lower()], theirs_value, 1e-11)


@pytest.mark.parametrize(("name", "value"), with_or_without_value(TWINS))
def test_twin_proved(name: str, value: bool, tmp_path: Path) -> None:
    prove_spec(TWINS[name], tmp_path, values=(value,))
