"""Calls of BLAS and LAPACK: the original is linked with the libraries themselves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adc.frontends.fortran.library import known_names
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


def test_the_documents_list_what_is_known() -> None:
    text = (Path(__file__).parents[2] / "docs" / "fortran.md").read_text(encoding="utf-8")
    section = text.partition("\n## BLAS and LAPACK\n")[2].partition("\n## ")[0]
    table = "\n".join(line for line in section.splitlines() if line.startswith("| "))
    listed = set(re.findall(r"`(\w{4,})`", table))
    known = known_names()
    double = {n for n in known if "d" in n and n.replace("d", "s", 1) in known}
    assert listed - {"isamax"} == double
