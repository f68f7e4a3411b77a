"""Fortran kernels in CUDA, under the emulator: the interpreter's numbers, and no findings."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from adc.interpret import SizesError
from tests.cuda_emulator.build import build, missing
from tests.fortran.harness import case_of, compile_spec, with_found_sizes
from tests.fortran.specs import Spec, kernel_specs
from tests.proof.cases import Case, argument_types
from tests.proof.compiled import Compiled, holds, run_primal
from tests.proof.harness import Drawn, draw_case
from tests.proof.inputs import draw_directions, draw_inputs
from tests.proof.matrix import variants
from tests.proof.on_device import Emulated, Make, built, prove_drawn
from tests.proof.reference import Outcome

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())
KERNELS = kernel_specs(Path(__file__).parent / "kernels")
#: Column-major sweeps, limiters and flags, sums and branches on data.
USUAL = ("advect", "limiter", "tridiag")


@pytest.mark.parametrize(
    "name", [n if n in USUAL else pytest.param(n, marks=pytest.mark.long) for n in KERNELS]
)
def test_kernel(name: str, tmp_path: Path) -> None:
    prove_kernel(KERNELS[name], tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", KERNELS)
def test_sizes_around_a_warp(name: str, tmp_path: Path) -> None:
    """All extents 0, 1, 31, 33, 37, where the routine takes such sizes. The interpreter's numbers
    are the reference: the original has no checks of its own."""
    spec = KERNELS[name]
    extents = " ".join(e for a in spec.arguments for e in a.extents)
    named = [n for n in spec.sizes if re.search(rf"\b{n}\b", extents)]
    if not named:
        pytest.skip("no size is an argument's")
    compiled = compile_spec(spec, target="cuda")
    emulated = Emulated(compiled, built(compiled.files, tmp_path))
    drawn = []
    for n in (0, 1, 31, 33, 37):
        case = case_of(spec).with_sizes(dict.fromkeys(named, n))
        case = with_found_sizes(case, compiled.primal)
        if holds(compiled, case.sizes) and drawable(case):
            with suppress(SizesError):
                drawn.append(drawn_alone(compiled, case))
    if not drawn:
        pytest.skip("not for these sizes")
    prove_drawn(emulated, drawn)


def drawable(case: Case) -> bool:
    """Whether all extents are extents, and what its inputs are given as fits its sizes."""
    types = argument_types(case)
    if any(extent < 0 for kind in types.values() for extent in kind.shape(case.sizes)):
        return False
    return all(
        np.shape(hint["values"]) == types[name].shape(case.sizes)
        for name, hint in case.inputs.items()
        if "values" in hint
    )


def drawn_alone(compiled: Compiled, case: Case) -> Drawn:
    """Random inputs, directions and seeds, without a run of the original."""
    rng = np.random.default_rng(3)
    inputs = draw_inputs(case, rng)
    result = run_primal(compiled, case, inputs)
    values = [np.asarray(result[name]) for name in compiled.dependents(case)]
    seeds = [np.asarray(rng.uniform(-1.0, 1.0, v.shape), v.dtype) for v in values]
    seeds = [s if s.shape else np.ones((), s.dtype) for s in seeds]
    return Drawn(case, inputs, draw_directions(inputs, case.wrt, rng), seeds, Outcome({}, []))


def prove_kernel(spec: Spec, folder: Path, make: Make = build) -> None:
    """A kernel in all its variants, as `prove_on_device` does with cases."""
    compiled = compile_spec(spec, target="cuda")
    found = [with_found_sizes(v, compiled.primal) for v in variants(case_of(spec))]
    emulated = Emulated(compiled, built(compiled.files, folder, make))
    prove_drawn(emulated, [draw_case(variant) for variant in found])
