"""Fortran kernels in CUDA, under the emulator: the interpreter's numbers, and no findings."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cuda_emulator.build import build, missing
from tests.fortran.harness import case_of, compile_spec, with_found_sizes
from tests.fortran.specs import Spec, kernel_specs
from tests.proof.harness import draw_case
from tests.proof.matrix import variants
from tests.proof.on_device import Emulated, Make, built, prove_drawn

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())
KERNELS = kernel_specs(Path(__file__).parent / "kernels")
#: Column-major sweeps, limiters and flags, sums and branches on data.
USUAL = ("advect", "cg", "tridiag")


@pytest.mark.parametrize(
    "name", [n if n in USUAL else pytest.param(n, marks=pytest.mark.long) for n in KERNELS]
)
def test_kernel(name: str, tmp_path: Path) -> None:
    prove_kernel(KERNELS[name], tmp_path)


def prove_kernel(spec: Spec, folder: Path, make: Make = build) -> None:
    """A kernel in all its variants, as `prove_on_device` does with cases."""
    compiled = compile_spec(spec, target="cuda")
    found = [with_found_sizes(v, compiled.primal) for v in variants(case_of(spec))]
    emulated = Emulated(compiled, built(compiled.files, folder, make))
    prove_drawn(emulated, [draw_case(variant) for variant in found])
