"""Random `while` loops against CPython: what is lowered, with elements in numbers of their own, and
its gradient with loops run again from snapshots and stored step by step."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from adc import interpret
from adc.checkpoint.policy import Policy
from adc.checkpoint.transform.light import light_loops
from adc.checkpoint.transform.planner import plan
from adc.diagnostics import AdcError
from adc.differentiate.gradient import reverse_program
from adc.finishing import simplified
from adc.interpret.machine import SizesError
from adc.ir.enums import FLAGS, Role
from adc.ir.program import Program
from adc.ir.verify import verify
from adc.observer import Silent
from adc.simplify.promotion import promoted
from tests.checkpoint.random_whiles import drawn
from tests.readings.reference import by_python, in_pairs, lowered, run_tangent, sizes_of
from tests.readings.table import HEADER, Reading, text

Arrays = dict[str, Any]


@pytest.mark.parametrize("seed", range(150))
def test_random_whiles(seed: int) -> None:
    reading = text(HEADER + drawn(seed))
    arguments = reading.arguments()
    try:
        program = lowered(reading)
    except AdcError:
        pytest.skip("refused")
    try:
        wanted, after = by_python(reading, arguments)
    except IndexError:
        wanted = after = None
    others = promoted(program)
    verify(others, "built")
    try:
        for each in (program, others):
            found = run(each, arguments)
            ends = any(bool(found[c.name]) for c in each.containers if c.role in FLAGS)
            assert ends == (wanted is None), "the original ends with an error, or adc's program"
            if wanted is not None and after is not None:
                agree(each, found, wanted, after)
    except SizesError:
        assert wanted is None, "refused on entry, and the original runs"
    if wanted is not None:
        agree_in_gradients(program, others, reading, arguments)


def run(program: Program, arguments: Arrays) -> Arrays:
    given = {n: in_pairs(v) for n, v in arguments.items() if n in program.by_name}
    with np.errstate(all="ignore"):
        return interpret.run(program, sizes_of(program, arguments), given, fill=np.nan)


def agree(program: Program, found: Arrays, wanted: Any, after: Arrays) -> None:
    for name, value in zip(program.returns, wanted, strict=True):
        np.testing.assert_allclose(found[name], value, rtol=1e-12)
    for name in ("x", "y", "s"):
        if name in program.by_name:
            np.testing.assert_allclose(found[name], after[name], rtol=1e-12)


def agree_in_gradients(
    program: Program, others: Program, reading: Reading, arguments: Arrays
) -> None:
    """Adjoints by both ways against the tangent."""
    wrt = tuple(n for n in ("x", "y", "s") if n in program.by_name)
    written = (n for n in wrt if program[n].role is Role.INOUT)
    of = tuple(dict.fromkeys((*program.returns, *written)))
    rng = np.random.default_rng(5)
    sizes = sizes_of(program, arguments)
    directions = {n: rng.uniform(-1, 1, np.shape(arguments[n])) for n in wrt}
    tangents = run_tangent(program, wrt, of, arguments, directions, sizes)
    seeds = {f"{n}_seed": rng.uniform(-1, 1, np.shape(tangents[n])) for n in of}
    left = sum(float(np.sum(tangents[n] * seeds[f"{n}_seed"])) for n in of)
    reversed_ = reverse_program(others, wrt, of)
    for policy in (Policy(), replace(Policy(), stored=light_loops(reversed_, Policy()))):
        adjoint = simplified(plan(reversed_, policy).program, Silent())
        found = run(adjoint, {**arguments, **seeds})
        terms = [found[f"{n}_bar"] * directions[n] for n in wrt]
        scale = sum(float(np.sum(np.abs(t))) for t in terms)
        assert abs(left - sum(float(np.sum(t)) for t in terms)) <= 1e-10 * scale
