"""Calls of routines: the text form, the meaning, and what the verifier refuses."""

from __future__ import annotations

import numpy as np
import pytest

from adc.diagnostics import InternalError
from adc.interpret.machine import run
from adc.ir.call import bindings, calls_in, routines_used
from adc.ir.text import program_text
from adc.ir.text_parser import parse_program
from adc.ir.verify import verify
from tests.calls_ir import OUTER, outer


def test_text_is_read_back() -> None:
    program = parse_program(OUTER)
    assert program_text(program) == OUTER
    assert [r.name for r in routines_used(program)] == ["sweep"]


def test_a_call_runs_its_routine() -> None:
    random = np.random.default_rng(0)
    u, f = random.normal(size=(4, 4)), random.normal(size=4)
    found = run(parse_program(OUTER), {"N": 4, "T": 3}, {"u": u, "f": f, "s": 0.3})
    v, total = outer(u, f, 0.3, 3)
    np.testing.assert_allclose(found["u"], v, rtol=1e-14)
    np.testing.assert_allclose(found["total"], total, rtol=1e-14)


def test_a_call_knows_what_it_works_on_in_place() -> None:
    program = parse_program(OUTER)
    (call,) = calls_in(program.body)
    v, g, w = bindings(call, program.routine("sweep"))
    assert v.in_place and v.operand and v.result
    assert g.operand and not g.result
    assert w.formal.shape == ()
    assert {w.container for w in call.writes} == {"u"}
    assert {u.container for u in call.reads} == {"u", "f", "c"}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("do sweep[N, t]", "do sweep[N]", "does not fit sweep"),
        ("do sweep[N, t]", "do sweep[N, M]", "M is not in scope"),
        ("do sweep", "do swept", "no routine swept"),
        ("; c) ->", ") ->", "does not fit sweep"),
        ("f[i] for i in 0:N; c", "f[0]; c", "over 0 axes"),
        ("; c) ->", "; u[0, 0]) ->", "shares a container"),
        ("input g: float64[n]", "input g: float32[n]", "gets float64"),
    ],
)
def test_calls_that_do_not_fit(old: str, new: str, told: str) -> None:
    with pytest.raises(InternalError, match=told):
        verify(parse_program(OUTER.replace(old, new)), "lowered")


def test_routines_are_verified_too() -> None:
    with pytest.raises(InternalError, match="q is not in scope"):
        verify(parse_program(OUTER.replace("range(1, n)", "range(1, q)")), "lowered")
