"""What routines set first is not passed to them, and what they may leave alone is."""

from __future__ import annotations

import numpy as np
import pytest

from adc.ir.call import each_routine
from adc.ir.enums import Role
from adc.ir.program import Program
from adc.ir.verify import verify
from adc.simplify.blanks import settle_blanks
from adc.simplify.outputs import settle_outputs
from tests.lowering.harness import agree, lowered

#: By name: what the routine does to `out`, and whether all of it is set before any of it is read.
BODIES = {
    "at once": ("out[:] = np.sin(u)", True),
    "one by one": ("for i in range(len(u)):\n        out[i] = u[i]*2.0", True),
    "ends apart": (
        "for i in range(1, len(u) - 1):\n        out[i] = u[i - 1] + u[i + 1]\n"
        "    out[0] = u[0]\n    out[-1] = 1.0",
        True,
    ),
    "set, then read": ("out[:] = u\n    out[0] = out[1]*out[0]", True),
    "from the last one on": (
        "out[-1] = 1.0\n    for i in range(len(u) - 2, -1, -1):\n        out[i] = out[i + 1]*u[i]",
        True,
    ),
    "inside alone": ("out[1:-1] = u[2:] + u[:-2]", False),
    "read, then set": ("s = out[0]\n    out[:] = u*s", False),
    "added to": ("out += u", False),
    "where data says so": ("if u[0] > 1.0:\n        out[:] = u", False),
    "either way": ("if u[0] > 1.0:\n        out[:] = u\n    else:\n        out[:] = 2.0", True),
    "by a loop that data ends": (
        "s = u[0]\n    while s < 2.0:\n        s = s*2.0\n        out[:] = u*s",
        False,
    ),
    "in a loop that may not run": ("for t in range(steps):\n        out[:] = u*t", False),
    "by another routine": ("inner(u, out)", True),
    "by another routine in part": ("inner(u[1:], out[1:])", False),
}


def source(body: str) -> str:
    return f"""
def inner(u, out):
    for i in range(len(u)):
        out[i] = u[i]*3.0

def filled(u, out, steps):
    {body}

def f(u: "float64[N]", w: "float64[N]", steps: "int"):
    filled(u, w, steps)
    v = np.full(len(u), 0.3)
    filled(w, v, steps)
    return v
"""


def settled(program: Program) -> Program:
    found = settle_outputs(program)
    verify(found, "lowered")
    found = each_routine(found, lambda each: settle_blanks(each, []))
    verify(found, "built")
    return found


@pytest.mark.parametrize("name", BODIES)
def test_what_is_set_first_is_an_output(name: str) -> None:
    body, whole = BODIES[name]
    program = settled(lowered(source(body), inline="none"))
    filled = program.routine("filled")
    assert (filled["out"].role == Role.OUTPUT) is whole
    assert ("out" in {p.name for p in filled.parameters}) is not whole
    rng = np.random.default_rng(7)
    for size, steps in ((4, 2), (3, 0)):
        u, w = rng.uniform(0.5, 1.5, (2, size))
        agree(source(body), {"u": u, "w": w, "steps": steps}, program)


def test_a_variable_without_a_value_is_given_one_by_the_call() -> None:
    text = """
    def filled(u, out):
        for i in range(len(u)):
            out[i] = u[i]*2.0

    def f(u: "float64[N]"):
        v = np.empty(len(u))
        filled(u, v)
        return v
    """
    program = settled(lowered(text, inline="none"))
    assert [type(node).__name__ for node in program.body] == ["Call"]
    agree(text, {"u": np.array([0.5, 1.5, 2.5])}, program)


def test_a_variable_that_a_call_may_leave_alone_is_zero_first() -> None:
    text = """
    def first(u, out):
        out[0] = u[0]

    def f(u: "float64[N]"):
        v = np.empty(len(u))
        first(u, v)
        return v
    """
    warnings: list[object] = []
    program = settle_outputs(lowered(text, inline="none"))
    program = each_routine(program, lambda each: settle_blanks(each, warnings))  # type: ignore[arg-type]
    agree(text.replace("empty", "zeros"), {"u": np.array([0.5, 1.5])}, program)
    assert not warnings
