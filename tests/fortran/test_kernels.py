"""Complete kernels: adc against the originals built by gfortran."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fortran.harness import prove_spec
from tests.fortran.specs import kernel_specs
from tests.proof.marks import with_or_without_value

HERE = Path(__file__).parent
KERNELS = kernel_specs(HERE / "kernels")
#: Those that take longest: their like is in the others.
LONG = (
    "bicgstab", "cavity", "keps", "kronrod", "limiter", "ljones", "lupiv", "multigrid", "phase",
    "rkf", "roe", "shallow", "twostream",
)  # fmt: skip


@pytest.mark.parametrize(("name", "value"), with_or_without_value(KERNELS, long=LONG))
def test_kernel(name: str, value: bool, tmp_path: Path) -> None:
    prove_spec(KERNELS[name], tmp_path, values=(value,))
