"""Iterations that do not converge are told of, in C and by the interpreter; no gradient is."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.ir.text import program_text
from adc.ir.text_parser import parse_program
from tests.implicit.programs import BETWEEN, CASES, Case
from tests.proof.compiled import compile_case
from tests.proof.harness import draw_case
from tests.proof.marks import long_among
from tests.proof.native import Call, build

ENOCONV = 7


def edited(name: str, old: str, new: str) -> Case:
    made = CASES[name]
    assert old in made.source
    return Case(**{**made.__dict__, "source": made.source.replace(old, new)})


MEETING = Case(
    "meeting",
    """import numpy as np


def meeting(p: "float64"):
    a = 0.0
    b = 2.0
    # adc: fixed-point a, b tolerance 1e-3
    while b - a > 1e-9:
        d = 0.25 * p * (b - a)
        a, b = a + d, b - d
    return a
""",
    ("p",),
    ("return",),
    inputs={"p": BETWEEN},
)

#: The number of iterations ends the loop; the step is not Newton's; a slope of one attracts
#: nothing; the derivatives' own number of iterations is too small.
FAILING = {
    "number": edited("kepler", "it < 200", "it < 3"),
    "chord": edited("cubic", "(3.0 * x * x + a)", "(4.0 * x * x + a + 1.0)"),
    "meeting": MEETING,
    "limit": edited("kepler", "fixed-point x", "fixed-point x limit 3"),
}


@pytest.mark.parametrize("name", long_among(FAILING, ("limit",)))
def test_error_code(name: str, tmp_path: Path) -> None:
    case = FAILING[name]
    compiled = compile_case(case)
    call = Call(build(tmp_path, [compiled]), compiled, draw_case(case))
    assert call.run() == ENOCONV


def test_a_number_of_iterations_that_is_not_reached_is_no_error(tmp_path: Path) -> None:
    case = edited("kepler", "fixed-point x", "fixed-point x tolerance 1e-6 limit 100")
    compiled = compile_case(case.with_inputs({"e": BETWEEN}))
    call = Call(build(tmp_path, [compiled]), compiled, draw_case(case))
    assert call.run() == 0


@pytest.mark.parametrize("name", ["bratu", "cubic"])
def test_text_of_what_is_solved(name: str) -> None:
    primal = compile_case(CASES[name]).primal
    text = program_text(primal, spans=False)
    read = parse_program(text)
    assert [r.implicit for r in read.routines] == [r.implicit for r in primal.routines]
    assert program_text(read, spans=False) == text
