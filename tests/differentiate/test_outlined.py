"""Parts of programs as routines: the same derivatives as without, in both modes."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from adc.checkpoint.transform.planner import plan
from adc.differentiate.forward import tangent_program
from adc.differentiate.gradient import Reversed, reverse_program
from adc.finishing import simplified, verified
from adc.ir.program import Program
from adc.observer import Silent
from adc.pipeline import front_half
from tests.differentiate.outlining import every_part, every_statement, halves, outlined
from tests.proof.cases import function_of, load_cases
from tests.proof.compiled import Compiled, request_of, run_gradient, run_tangent
from tests.proof.harness import draw_case
from tests.proof.inputs import draw_directions
from tests.proof.traps import TRAPS

PROGRAMS = {**load_cases(), **TRAPS}
WAYS = {"parts": every_part, "statements": every_statement, "halves": halves}


def planned(reversed_: Reversed) -> Program:
    return simplified(verified(plan(reversed_).program, "planned"), Silent())


def derived(primal: Program, wrt: tuple[str, ...], of: tuple[str, ...]) -> Compiled:
    """Both derivatives of `primal`, everything that is not cheap stored."""
    tangent = simplified(verified(tangent_program(primal, wrt, of), "tangent"), Silent(), "tangent")
    reversed_ = reverse_program(primal, wrt, of, plan_routine=planned)
    return Compiled(primal, tangent, planned(reversed_), {})


@cache
def inlined(name: str) -> Compiled:
    case = PROGRAMS[name]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / f"{function_of(case).name}.py"
        source.write_text(case.source)
        front = front_half(request_of(case, source), Silent())
    return derived(front.primal, front.wrt, front.of)


def chosen() -> list[Any]:
    """Half of the programs with one of the ways, in turn; the others take long."""
    ways = [*WAYS, *[""] * len(WAYS)]
    return [
        pytest.param(name, way, marks=() if ways[k % len(ways)] == way else pytest.mark.long)
        for k, name in enumerate(PROGRAMS)
        for way in WAYS
    ]


@pytest.mark.parametrize(("name", "way"), chosen())
def test_derivatives_stay(name: str, way: str) -> None:
    case, drawn = PROGRAMS[name], draw_case(PROGRAMS[name])
    wanted = inlined(name)
    program = verified(outlined(wanted.primal, WAYS[way]), "differentiable")
    if not program.routines:
        pytest.skip("no such part")
    found = derived(program, case.wrt, tuple(wanted.dependents(case)))
    both = (wanted, found)
    gradients = [run_gradient(c, case, drawn.inputs, drawn.seeds) for c in both]
    for n in case.wrt:
        np.testing.assert_allclose(gradients[1][n], gradients[0][n], rtol=1e-11, atol=1e-13)
    directions = draw_directions(drawn.inputs, case.wrt, np.random.default_rng(4))
    tangents = [run_tangent(c, case, drawn.inputs, directions) for c in both]
    for one, other in zip(*tangents, strict=True):
        np.testing.assert_allclose(other, one, rtol=1e-11, atol=1e-13)


def test_what_is_outlined() -> None:
    """The ways make routines, of loops as of statements, and of both ends of loops."""
    primal = inlined("burgers").primal
    counts = {way: len(outlined(primal, chosen).routines) for way, chosen in WAYS.items()}
    assert all(counts.values())
    assert counts["statements"] > counts["parts"]
    assert replace(outlined(primal, halves), routines=()) != primal
