"""Every construct of the language: primal, differences, dot products, C."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.diagnostics import AdcError
from tests.fortran.construct_cases import construct_cases
from tests.fortran.harness import compile_spec, prove_spec
from tests.fortran.intrinsics import intrinsic_cases

CONSTRUCTS = {**construct_cases(), **intrinsic_cases()}


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_construct(name: str, tmp_path: Path) -> None:
    spec, case = CONSTRUCTS[name]
    if spec.either:
        try:
            compile_spec(spec)
        except AdcError:
            return  # a diagnostic is as good as a right gradient
    prove_spec(spec, tmp_path, case, seeds=(0,), optimise="-O0")
