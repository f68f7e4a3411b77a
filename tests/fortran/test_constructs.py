"""Every construct of the language: primal, differences, dot products, C."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.diagnostics import AdcError
from tests.fortran.construct_cases import construct_cases
from tests.fortran.harness import prove_small
from tests.fortran.intrinsics import intrinsic_cases
from tests.proof.marks import half_of

CONSTRUCTS = {**construct_cases(), **intrinsic_cases()}
#: Half of them are left to the long run.
NAMES = half_of(CONSTRUCTS)


@pytest.mark.parametrize("name", NAMES)
def test_construct(name: str, tmp_path: Path) -> None:
    spec, case = CONSTRUCTS[name]
    try:
        prove_small(spec, case, tmp_path)
    except AdcError:
        if not spec.either:  # a diagnostic is as good as a right gradient
            raise
