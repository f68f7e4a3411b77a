"""Procedures that stay functions: what is lowered, run, leaves behind what gfortran's run does."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.ir.program import Program
from adc.observer import Silent
from adc.pipeline import front_half
from tests.fortran.construct_cases import cases_of_text, construct_cases
from tests.fortran.harness import case_of, located_at, request_for, with_found_sizes
from tests.fortran.specs import Spec, blocks, kernel_specs
from tests.proof.cases import Case
from tests.proof.compiled import Compiled
from tests.proof.harness import check_primal, check_untouched, draw_case
from tests.proof.matrix import variants

HERE = Path(__file__).parent
WRITTEN = {
    name.partition(": ")[2]: found
    for path in sorted((HERE / "routines").iterdir())
    for name, found in cases_of_text(path, list(blocks(path))).items()
}
CONSTRUCTS = construct_cases()
KERNELS = kernel_specs(HERE / "kernels")
#: What stays a function in each of WRITTEN.
KEPT = {
    "arrays by sections and in sequence": "column matrix matrix_2",
    "numbers by reference, written and read again": "exchange step",
    "modules hold what routines use": "advance inner",
    "loops that do not run, empty arrays, branches on data": "shrink total early",
    "logical, optional and single precision arguments": "changed changed_2 changed_3",
    "one array for two dummies": "product_of_2",
    "locals of routines are new in each call": "fill",
    "integers that a routine changes, and sizes that change with the caller's loop": "part_2 at"
    " at_2",
    "common in routines, whole and by storage": "addto total addto_2 shift total_2",
}
#: Constructs and kernels with calls of many kinds.
SOME_CONSTRUCTS = [
    name
    for name, (spec, _) in CONSTRUCTS.items()
    if name.startswith(("aliases", "hosts", "traps", "free: optional", "free: sections as"))
    and not spec.either
]
SOME_KERNELS = ("cavity", "cg", "column", "kessler", "ljones", "multigrid", "roe", "shallow")


def lowered(spec: Spec, inline: str) -> Program:
    return front_half(request_for(spec, {"inline": inline}), Silent()).primal


def prove_primal(program: Program, case: Case) -> None:
    compiled = Compiled(program, program, program, {})
    for variant in variants(case):
        variant = with_found_sizes(variant, program)
        with located_at(variant):
            drawn = draw_case(variant)
            check_primal(compiled, drawn)
            check_untouched(compiled, drawn)


@pytest.mark.parametrize("name", WRITTEN)
def test_routines(name: str) -> None:
    spec, case = WRITTEN[name]
    prove_primal(lowered(spec, "all"), case)
    program = lowered(spec, "none")
    assert [r.name for r in program.routines] == KEPT[name].split()
    prove_primal(program, case)


@pytest.mark.parametrize("name", SOME_CONSTRUCTS)
def test_constructs(name: str) -> None:
    spec, case = CONSTRUCTS[name]
    prove_primal(lowered(spec, "none"), case)


@pytest.mark.parametrize("name", SOME_KERNELS)
def test_kernels(name: str) -> None:
    program = lowered(KERNELS[name], "none")
    assert program.routines
    prove_primal(program, case_of(KERNELS[name]))
