"""Calls of BLAS and LAPACK: the original is linked with the libraries themselves."""

from __future__ import annotations

import ctypes
import ctypes.util
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

from adc.frontends.fortran.library import (
    UNLINKED,
    complex_names,
    known_names,
    part_names,
    single,
)
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
    "lapack: reflectors one by one",
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
    known = known_names() | part_names()
    double = {n for n in known if single(n) != n and single(n) in known}
    double |= {n for n in complex_names() if single(n) in complex_names() and single(n) != n}
    assert listed - {"isamax", "r1mach"} == double | known & UNLINKED - {"r1mach", "spmpar"}


#: Routines by what they are handed: numbers, vectors of five and integers; or a value.
PARTS = {
    "dladiv": "ddddoo",
    "dlartg": "ddooo",
    "dlarfg": "ndvio",
    "dlassq": "nvipp",
    "dlapy2": "dd",
    "dlapy3": "ddd",
}
#: Numbers of all magnitudes: squares of most are out of range, quotients of some.
SCALES = (0.0, 1.0, -1.0, 2.0**-1060, 2.0**-1022, 2.0**-700, -(2.0**-512), 2.0**480, 2.0**1022)


@pytest.mark.parametrize("name", PARTS)
def test_parts_are_those_of_the_library(name: str, tmp_path: Path) -> None:
    made = tmp_path / "parts.so"
    text = Path(__file__).parents[2] / "templates" / "lapack_parts.f90"
    subprocess.run(["gfortran", "-w", "-shared", "-fPIC", "-o", made, text], check=True)
    installed = ctypes.util.find_library("lapack")
    assert installed is not None
    rng = np.random.default_rng(2)
    for number in range(1500):
        drawn = rng.choice(SCALES, 9) * rng.uniform(0.5, 1, 9)
        count = rng.integers(0, 6)
        found = []
        for library in (ctypes.CDLL(str(made)), ctypes.CDLL(installed)):
            function = getattr(library, f"{name}_")
            function.restype = ctypes.c_double
            given = [_argument(kind, drawn[k:], count) for k, kind in enumerate(PARTS[name])]
            value = function(*(a.ctypes.data_as(ctypes.c_void_p) for a in given))
            outputs = given if name not in ("dlapy2", "dlapy3") else [np.array(value)]
            found.append(np.concatenate([a.ravel().astype(float) for a in outputs]))
        np.testing.assert_allclose(*found, rtol=4e-15, atol=1e-307, err_msg=f"{number}: {drawn}")


def _argument(kind: str, drawn: np.ndarray, count: int) -> np.ndarray:
    integers = {"n": count, "i": 1}
    if kind in integers:
        return np.array(integers[kind], np.int32)
    return drawn[:5].copy() if kind == "v" else np.array(abs(drawn[0]) if kind == "p" else drawn[0])


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
