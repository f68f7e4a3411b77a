"""Calls of BLAS and LAPACK: the original is linked with the libraries themselves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adc.frontends.fortran.library import UNLINKED, complex_names, known_names, single
from adc.ir.operation import Operation, in_loops
from adc.ir.text import program_text
from adc.ir.text_parser import parse_program
from adc.ir.walking import walk_nodes
from tests.fortran.construct_cases import cases_of_text
from tests.fortran.harness import compile_spec, located_at, prove_small, with_found_sizes
from tests.fortran.specs import blocks
from tests.proof.compiled import run_gradient
from tests.proof.harness import draw_case, gap
from tests.proof.marks import long_among
from tests.proof.matrix import variants

FOLDER = Path(__file__).parent / "libraries"
CASES = {
    name: found
    for path in sorted(FOLDER.iterdir())
    for name, found in cases_of_text(path, list(blocks(path))).items()
}


#: The costly ones, and those of which others show as much.
LONG = {
    "blas: matrices",
    "blas: vectors at distances",
    "blas: matrices and vectors, in every direction",
    "blas: parts of one matrix, eliminated in place",
    "blas: a work array, handed down",
    "lapack: one factorisation for many systems",
    "lapack: positive definite systems",
    "lapack: bands",
    "lapack: inverses by factors",
    "lapack: reflectors, applied and written out",
    "lapack: three diagonals",
}


@pytest.mark.parametrize("name", long_among(CASES, LONG))
def test_library(name: str, tmp_path: Path) -> None:
    spec, case = CASES[name]
    prove_small(spec, case, tmp_path)


def test_the_documents_list_what_is_known() -> None:
    text = (Path(__file__).parents[2] / "docs" / "fortran.md").read_text(encoding="utf-8")
    section = text.partition("\n## BLAS and LAPACK\n")[2].partition("\n## ")[0]
    table = "\n".join(line for line in section.splitlines() if line.startswith("| "))
    listed = set(re.findall(r"`(\w{4,})`", table))
    known = known_names()
    double = {n for n in known if single(n) != n and single(n) in known}
    double |= {n for n in complex_names() if single(n) in complex_names() and single(n) != n}
    assert listed - {"isamax", "r1mach"} == double | known & UNLINKED - {"r1mach", "spmpar"}


@pytest.mark.parametrize(
    "name",
    ["lapack: factors and pivots that are read again", "lapack: what is not positive definite goes"
     " another way"],
)  # fmt: skip
def test_operations_are_the_loops_that_they_equal(name: str) -> None:
    spec, case = CASES[name]
    compiled = compile_spec(spec)
    for variant in variants(case):
        variant = with_found_sizes(variant, compiled.primal)
        with located_at(variant):
            drawn = draw_case(variant)
        plain = in_loops(compiled.gradient)
        assert not any(isinstance(n, Operation) for n in walk_nodes(plain.body))
        given = (compiled, drawn.case, drawn.inputs, drawn.seeds)
        whole, found = run_gradient(*given), run_gradient(*given, plain)
        assert all(gap(found[n], whole[n]) < 1e-11 for n in drawn.case.wrt)
    text = program_text(compiled.gradient, spans=False)
    assert program_text(parse_program(text), spans=False) == text
