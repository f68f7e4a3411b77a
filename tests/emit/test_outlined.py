"""Parts of programs as routines, down to C: the numbers of the interpreter, in both modes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from adc.analysis.cost import cost
from adc.checkpoint.estimates.pricing import seconds
from adc.finishing import verified
from adc.interpret.machine import run
from adc.ir.operation import in_loops
from adc.ir.program import Program
from adc.schedule import schedule
from adc.schedule.verify import verify_scheduled
from tests.differentiate.outlining import outlined
from tests.differentiate.test_outlined import PROGRAMS, WAYS, derived, inlined
from tests.emit.native import build, inputs_for
from tests.proof.harness import draw_case

#: One in so many is tried where not all are.
USUAL = 20


def chosen() -> list[Any]:
    """Each program with one of the ways, in turns that try all of them on the usual ones."""
    ways = list(WAYS)
    return [
        pytest.param(
            name,
            ways[(k + k // USUAL) % len(ways)],
            marks=() if k % USUAL == 0 else pytest.mark.long,
        )
        for k, name in enumerate(PROGRAMS)
    ]


def in_routines(name: str, way: str) -> list[Program]:
    """The gradient, the tangent and the primal of a program whose parts are routines."""
    wanted = inlined(name)
    program = verified(outlined(wanted.primal, WAYS[way]), "differentiable")
    if not program.routines:
        pytest.skip("no such part")
    found = derived(program, PROGRAMS[name].wrt, tuple(wanted.dependents(PROGRAMS[name])))
    return [replace(p, name="f") for p in (found.gradient, found.tangent, found.primal)]


def expect_close(got: Any, wanted: Any, key: str) -> None:
    tolerance = 1e-4 if np.asarray(wanted).dtype == np.float32 else 1e-9
    np.testing.assert_allclose(got, wanted, rtol=tolerance, atol=tolerance, err_msg=key)


@pytest.mark.parametrize(("name", "way"), chosen())
def test_numbers_stay(name: str, way: str, tmp_path: Path) -> None:
    case, drawn = PROGRAMS[name], draw_case(PROGRAMS[name])
    sizes = dict(case.sizes)
    for k, program in enumerate(in_routines(name, way)):
        inputs = inputs_for(program, sizes)
        inputs |= {n: v for n, v in drawn.inputs.items() if n in inputs}
        with np.errstate(all="ignore"):
            wanted, plain = run(program, sizes, inputs), run(in_loops(program), sizes, inputs)
        verify_scheduled(schedule(program, openmp=True, blas=True))
        assert seconds(cost(program.body, program, sizes)) > 0.0
        (tmp_path / str(k)).mkdir()
        (built,) = build([program], tmp_path / str(k), openmp=True, blas=True)
        for key, value in built.call(sizes, inputs).items():
            expect_close(value, wanted[key], key)
            expect_close(plain[key], wanted[key], key)
