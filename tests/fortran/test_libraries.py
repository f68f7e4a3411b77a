"""Calls of BLAS and LAPACK: the original is linked with the libraries themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fortran.construct_cases import cases_of_text
from tests.fortran.harness import prove_small
from tests.fortran.specs import blocks
from tests.proof.marks import half_of

FOLDER = Path(__file__).parent / "libraries"
CASES = {
    name: found
    for path in sorted(FOLDER.iterdir())
    for name, found in cases_of_text(path, list(blocks(path))).items()
}


@pytest.mark.parametrize("name", half_of(CASES))
def test_library(name: str, tmp_path: Path) -> None:
    spec, case = CASES[name]
    prove_small(spec, case, tmp_path)
