"""Steps in place that go from one array to another: which do, and that every value stays."""

from __future__ import annotations

from textwrap import indent

import numpy as np
import pytest

from adc.finishing import verified
from adc.interpret.machine import run
from adc.ir.enums import Role
from adc.ir.program import Program
from adc.ir.text import program_text
from adc.rewrite.turns import in_turns, taken_from
from adc.schedule import schedule
from adc.schedule.tree import Swap, walk
from tests.emit.native import inputs_for, parsed

HEAD = """
program p(N: size, T: integer, x: array, y: array, z: array)
inout x: float64[N]
inout y: float64[N]
inout z: float64[N, N]
local u: float64[N]
local k: float64[N]
adjoint v: float64[N]
adjoint b: float64[max(0, N - 2)]
adjoint B: float64[max(0, N - 1), max(0, N - 2)]
adjoint V: float64[N, N]
local s: float64[max(0, N - 2)]

S0: v[i] = x[i] for i in 0:N
S0a: u[i] = y[i] for i in 0:N
S0b: V[i, j] = z[i, j] for i in 0:N, j in 0:N
"""
END = """
E1: x[i] = v[i] for i in 0:N
E2: y[i] = u[i] for i in 0:N
E3: z[i, j] = V[i, j] for i in 0:N, j in 0:N
"""
LOOP = "for t in range(0, T):\n"
#: The adjoint of a step of a stencil: what is kept, and sums into neighbours.
KEEP = "    S2a: b[i - 1] = v[i] for i in 1:N - 1\n"
SUMS = """\
    S2: v[i + 2] += 0.5*b[i] for i in 0:N - 2
    S2b: v[i] += 0.25*y[i]*b[i] for i in 0:N - 2
"""
CLEAR = "    S3: v[i] = 0.0 for i in 1:N - 1\n"
#: A step that is made in a temporary.
MAKE = "    S5: s[i] = 0.5*u[i] + 0.25*u[i + 2] for i in 0:N - 2\n"
PUT = "    S6: u[i] = s[i - 1] for i in 1:N - 1\n"
#: A step that reads what it has kept.
COPY = "    S7: k[i] = u[i] for i in 0:N\n"
SET = "    S8: u[i] = 0.5*k[i - 1] + 0.1*k[i + 1] for i in 1:N - 1\n"

#: Bodies with the arrays that go to others.
TURNS = {
    "sums into neighbours": (LOOP + KEEP + SUMS, {"v"}),
    "backwards": (LOOP.replace("):", ") backwards:") + KEEP + SUMS, {"v"}),
    "cleared first": (LOOP + KEEP + CLEAR + SUMS, {"v"}),
    "a number, too": (LOOP + KEEP + "    S4: y[0] += b[i]*b[i] for i in 0:N - 2\n" + SUMS, {"v"}),
    "changed before and after": (
        LOOP + "    S4: v[i] += 0.1*y[i] for i in 0:1\n" + KEEP + SUMS
        + "    S9: v[N - 1 - i] = 0.5*v[i] for i in 0:min(1, N)\n", {"v"},
    ),
    "read in a loop": (
        LOOP + KEEP + SUMS + "    for r in range(0, 2):\n"
        + "        S4: y[r] += b[r]*v[r] for i in r:r + max(0, min(1, N - 3))\n", {"v"},
    ),
    "rows": (
        LOOP + "    S2a: B[i - 1, j] = V[i, j + 1] for i in 1:N, j in 0:N - 2\n"
        + "    S2: V[i + 1, j] += 0.5*B[i, j] for i in 0:N - 1, j in 0:N - 2\n"
        + "    S2b: V[i, j + 2] += 0.5*B[i, j] for i in 0:N - 1, j in 0:N - 2\n", {"V"},
    ),
    "a temporary": (LOOP + MAKE + PUT, {"u"}),
    "a temporary that is added to": (
        LOOP + MAKE + "    S5b: s[i] += 0.1*u[N - 1] for i in 1:N - 2\n"
        + "    S5c: y[i] += s[i] for i in 0:N - 2\n" + PUT, {"u"},
    ),
    "set where it lies": (
        LOOP + MAKE + PUT + "    S9: u[i] = u[N - 1 - i] for i in 0:min(1, N)\n", {"u"},
    ),
    "kept as a whole": (LOOP + COPY + SET, {"u"}),
    "two arrays": (LOOP + KEEP + SUMS + MAKE + PUT, {"u", "v"}),
    "in a loop": ("for q in range(0, 2):\n" + indent(LOOP + KEEP + SUMS + MAKE + PUT, "    "),
                  {"u", "v"}),
    "on the spot": (LOOP + indent(LOOP.replace("t", "r", 1).replace("T", "2"), "    ")
                    + indent(MAKE + PUT, "    ") + COPY.replace("S7", "S11") + SET, {"u"}),
}  # fmt: skip

#: Bodies whose arrays stay as they are.
STAYS = {
    "only the elements themselves": LOOP + KEEP + CLEAR
    + "    S2: y[i + 1] += b[i] for i in 0:N - 2\n    S2b: v[i + 1] += 0.5*b[i] for i in 0:N - 2\n",
    "a few elements": LOOP + "    S2a: b[i] = v[i] for i in 0:1\n" + SUMS.replace("N - 2", "1"),
    "kept for later": LOOP + KEEP + SUMS + "S10: y[i] = b[i] for i in 0:N - 2\n",
    "kept for the next iteration": "S0c: b[i] = 0.0 for i in 0:N - 2\n" + LOOP
    + "    S4: y[i] += b[i] for i in 0:N - 2\n" + KEEP + SUMS,
    "changed itself": LOOP + KEEP + "    S4: b[i] += 1.0 for i in 0:N - 2\n" + SUMS,
    "under a condition": LOOP + KEEP + "    B1: if y[0] > 0.0:\n" + indent(SUMS, "    "),
    "not changed": LOOP + KEEP + "    S4: y[i] += b[i] for i in 0:N - 2\n",
    "not in a loop": (KEEP + SUMS).replace("    S", "S"),
    "values that are added to": LOOP + (KEEP + SUMS).replace("v[", "u["),
    "a temporary with what was there": "S0c: s[i] = 0.0 for i in 0:N - 2\n" + LOOP
    + MAKE.replace(" = ", " += ") + PUT,
    "a temporary that is read later": LOOP + MAKE + PUT
    + "    S9: y[i] += s[i] for i in 0:N - 2\n",
    "a temporary made of the elements": LOOP
    + "    S5: s[i] = 0.5*u[i + 1]*y[i] for i in 0:N - 2\n" + PUT,
}  # fmt: skip
SIZES = [{"N": n, "T": m} for n in (3, 4, 5, 8) for m in (-1, 0, 1, 2, 3)]
SMALL = [{"N": n, "T": 3} for n in (0, 1, 2)]


def program(body: str) -> Program:
    return parsed(HEAD + body + END)


def new_arrays(before: Program, after: Program) -> set[str]:
    return {c.name for c in after.containers} - {c.name for c in before.containers}


def expect_same(before: Program, after: Program) -> None:
    for sizes in SIZES:
        inputs = inputs_for(before, sizes)
        wanted, got = (run(p, dict(sizes), inputs) for p in (before, after))
        for name in before.passed:
            np.testing.assert_allclose(
                got[name], wanted[name], rtol=1e-13, err_msg=f"{name} {sizes}"
            )


@pytest.mark.parametrize("name", TURNS)
def test_steps_go_to_another_array(name: str) -> None:
    body, wanted = TURNS[name]
    before = program(body)
    after = verified(in_turns(before), "planned")
    new = new_arrays(before, after)
    assert taken_from(after, new) == wanted, program_text(after)
    expect_same(before, after)
    found = schedule(after, openmp=True, blas=False, source_order=False)
    assert {n.source for n in walk(found.tree) if isinstance(n, Swap)} >= new


@pytest.mark.parametrize("name", STAYS)
def test_arrays_stay(name: str) -> None:
    before = program(STAYS[name])
    assert in_turns(before) is before


@pytest.mark.parametrize("sizes", SMALL)
def test_too_few_elements_for_a_step(sizes: dict[str, int]) -> None:
    before = program(LOOP + KEEP + CLEAR + SUMS + MAKE + PUT + COPY + SET)
    after = in_turns(before)
    inputs = inputs_for(before, sizes)
    wanted, got = (run(p, dict(sizes), inputs) for p in (before, after))
    for name in before.passed:
        np.testing.assert_allclose(got[name], wanted[name], rtol=1e-13, err_msg=name)


def test_arrays_that_are_left_alone() -> None:
    before = program(LOOP + KEEP + SUMS + MAKE + PUT)
    after = in_turns(before, frozenset({"v"}))
    assert taken_from(after, new_arrays(before, after)) == {"u"}


def test_the_new_array_is_an_adjoint_like_the_old_one() -> None:
    before = program(LOOP + KEEP + SUMS + MAKE + PUT)
    after = in_turns(before)
    assert {after[n].role for n in new_arrays(before, after)} == {Role.ADJOINT, Role.LOCAL}
