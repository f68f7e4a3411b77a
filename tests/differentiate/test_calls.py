"""Calls of routines in both modes: against finite differences of the program that calls them, and
against the same program with the routines' statements in their place, whatever is planned."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from adc import interpret
from adc.checkpoint.configuration import STORE_ALL, CheckpointSchedule, Configuration
from adc.checkpoint.transform.planner import plan
from adc.diagnostics import InternalError
from adc.differentiate.gradient import Reversed, reverse_program
from adc.differentiate.whole import whole_program
from adc.finishing import simplified, verified
from adc.ir.call import calls_in
from adc.ir.program import Program
from adc.ir.text_parser import parse_program
from adc.observer import Silent
from tests.calls_ir import OUTER, outer
from tests.differentiate.harness import prove

NESTED = """\
program f(N: size, x: array, y: array) -> r
input x: float64[N]
inout y: float64[N]
local h: float64[N]
output r: float64

S1: do both[N](x[i] for i in 0:N; y[i] for i in 0:N) -> y[i] for i in 0:N; h[i] for i in 0:N
S2: do both[N](h[j] for j in 0:N; y[j] for j in 0:N) -> y[j] for j in 0:N; h1[j] for j in 0:N
S3: r = 0.0
S4: r += h1[k]*y[k]*x[k] for k in 0:N
"""
NESTED = (
    NESTED.replace("output r", "local h1: float64[N]\noutput r")
    + """
routine both(n: size, a: array, b: array) -> c
input a: float64[n]
inout b: float64[n]
output c: float64[n]

R1: b[p] = b[p]*a[p] for p in 0:n
R2: do square[n](b[p] for p in 0:n) -> c[p] for p in 0:n
R3: b[p1] = b[p1] + c[p1]*c[p1] for p1 in 0:n

routine square(n: size, v: array) -> w
input v: float64[n]
output w: float64[n]
local t: float64[n]

Q1: t[q] = sin(v[q]) for q in 0:n
Q2: w[q1] = t[q1]*t[q1] + v[q1] for q1 in 0:n
"""
)

#: Calls in branches of data, rows of an array in place, a scalar by reference that changes.
ROWS = """\
program f(N: size, M: size, u: array, w: array, s: scalar) -> r
inout u: float64[N, M]
input w: float64[N, M]
input s: float64
local e: float64
output r: float64

S0: e = s
L1: for t in range(1, N):
    S1: do step[M, t](w[t - 1, i] for i in 0:M; u[t, j] for j in 0:M; e*2.0; e) -> u[t, j] for j in 0:M; e
    B1: if u[t, 0] > 1.5:
        S2: do step[M, 0](w[t, k] for k in 0:M; u[0, l] for l in 0:M; 0.5; e) -> u[0, l] for l in 0:M; e
S3: r = e
S4: r += u[p, q] for p in 0:N, q in 0:M

routine step(m: size, k: integer, old: array, new: array, c: scalar, e: scalar)
input old: float64[m]
inout new: float64[m]
input c: float64
inout e: float64
local h: float64[m]

R1: h[a] = exp(0.1*old[a])*c for a in 0:m
R2: new[b] = new[b]*h[b] + e for b in 0:m
R3: e = e*cos(c) + 0.01*float64({k})
R4: e += 0.1*h[d] for d in 0:m
"""  # noqa: E501

#: One routine whose argument varies in one call alone, and one whose result nobody uses.
PATTERNS = """\
program f(N: size, x: array, y: array) -> r
input x: float64[N]
input y: float64[N]
local a: float64[N]
local b: float64[N]
local c: float64[N]
output r: float64

S1: do mix[N](x[i] for i in 0:N; y[i] for i in 0:N) -> a[i] for i in 0:N
S2: do mix[N](y[j] for j in 0:N; y[j] for j in 0:N) -> b[j] for j in 0:N
S3: do mix[N](x[k] for k in 0:N; a[k] for k in 0:N) -> c[k] for k in 0:N
S4: r = 0.0
S5: r += a[l]*b[l] for l in 0:N

routine mix(n: size, p: array, q: array) -> s
input p: float64[n]
input q: float64[n]
output s: float64[n]

R1: s[i] = p[i]*p[i]*q[i] for i in 0:n
"""

#: A loop that data ends, around a call.
UNTIL = """\
program f(N: size, x: array) -> r
inout x: float64[N]
local trips: int64
output r: float64

S1: r = 0.0
W1: while r < 6.0 as w into trips:
    S2: do grow[N](x[i] for i in 0:N; r) -> x[i] for i in 0:N; r

routine grow(n: size, v: array, total: scalar)
inout v: float64[n]
inout total: float64

for k in range(0, n):
    C1: if v[k] > 1.2:
        R1: v[k] = sin(v[k])*1.1
    else:
        R2: v[k] = v[k]*v[k] + 0.3
R3: total += 0.2*v[i]*v[i] for i in 0:n
"""

PROGRAMS = {
    "outer": (OUTER, ("u", "f", "s"), ("total",)),
    "outer, in place": (OUTER, ("u", "s"), ("u",)),
    "nested": (NESTED, ("x", "y"), ("r", "y")),
    "rows": (ROWS, ("u", "w", "s"), ("r",)),
    "patterns": (PATTERNS, ("x",), ("r",)),
    "until": (UNTIL, ("x",), ("r", "x")),
}


SIZES = {"N": 4, "M": 5, "T": 3}


def planned(reversed_: Reversed) -> Program:
    """The routine's gradient, everything that is not cheap stored."""
    return simplified(verified(plan(reversed_).program, "planned"), Silent())


@pytest.mark.parametrize("name", PROGRAMS)
def test_both_modes(name: str) -> None:
    text, wrt, of = PROGRAMS[name]
    prove(parse_program(text), wrt, of, SIZES, plan_routine=planned)


@pytest.mark.parametrize("sizes", [{"N": 0, "M": 0, "T": 0}, {"N": 1, "M": 1, "T": 1}])
@pytest.mark.parametrize("name", [n for n in PROGRAMS if n != "until"])
def test_nothing_and_one(name: str, sizes: dict[str, int]) -> None:
    text, wrt, of = PROGRAMS[name]
    if name == "rows" and not sizes["M"]:
        pytest.skip("the source reads the first element of a row")
    prove(parse_program(text), wrt, of, sizes, plan_routine=planned)


def test_against_numpy() -> None:
    random = np.random.default_rng(3)
    u, f, s = random.normal(size=(4, 4)), random.normal(size=4), 0.3
    reversed_ = reverse_program(parse_program(OUTER), ("u", "f", "s"), ("total",),
                                plan_routine=planned)  # fmt: skip
    found = interpret.run(planned(reversed_), {"N": 4, "T": 3}, {"u": u, "f": f, "s": s})
    for _ in range(5):
        du, df, ds = random.normal(size=(4, 4)), random.normal(size=4), random.normal()
        up, down = (outer(u + e * du, f + e * df, s + e * ds, 3)[1] for e in (1e-6, -1e-6))
        slope = np.sum(found["u_bar"] * du) + found["f_bar"] @ df + found["s_bar"] * ds
        assert slope == pytest.approx((up - down) / 2e-6, rel=1e-7)


CONFIGURATIONS: dict[str, tuple[str, Any]] = {
    "rows, every step again": ("rows", Configuration({"L1": CheckpointSchedule()})),
    "rows, segments": ("rows", Configuration({"L1": CheckpointSchedule(3)})),
    "rows, few snapshots": ("rows", Configuration({"L1": CheckpointSchedule(1, 2)})),
    "nested, rebuilt": ("nested", Configuration(rebuilt=frozenset({"h"}))),
    "patterns, rebuilt": ("patterns", Configuration(rebuilt=frozenset({"a", "b"}))),
}


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_configurations_agree(name: str) -> None:
    """Whatever is stored, run again or rebuilt around a call, the gradient is the same."""
    program, configuration = CONFIGURATIONS[name]
    text, wrt, of = PROGRAMS[program]
    reversed_ = reverse_program(parse_program(text), wrt, of[:1], plan_routine=planned)
    verified(whole_program(reversed_), "reversed")
    random = np.random.default_rng(1)
    primal = reversed_.primal
    shapes = {"N": 6, "M": 5}
    inputs = {
        n: random.uniform(0.5, 1.5, [shapes[str(e)] for e in primal[n].shape])
        for n in ("u", "w", "s", "x", "y") if n in primal.by_name
    }  # fmt: skip
    sizes = {n: shapes[n] for n in primal.symbols}
    results = []
    for chosen in (STORE_ALL, configuration):
        program_ = verified(plan(reversed_, configuration=chosen, strict=False).program, "planned")
        results.append(interpret.run(simplified(program_, Silent()), sizes, inputs))
    for n in wrt:
        np.testing.assert_allclose(results[1][f"{n}_bar"], results[0][f"{n}_bar"], rtol=1e-13)


def test_each_pattern_is_reversed_once() -> None:
    reversed_ = reverse_program(parse_program(PATTERNS), ("x",), ("r",), plan_routine=planned)
    assert [c.routine for c in calls_in(reversed_.reverse)] == ["mix_bar"]
    both = reverse_program(parse_program(PATTERNS), ("x", "y"), ("r",), plan_routine=planned)
    made = [r.name for r in both.primal.routines]
    assert made == ["mix", "mix_bar"]
    inner = reverse_program(parse_program(NESTED), ("x", "y"), ("r",), plan_routine=planned)
    assert [r.name for r in inner.primal.routines] == ["both", "square", "square_bar", "both_bar"]


def test_arguments_that_no_derivative_needs_are_not_passed() -> None:
    linear = PATTERNS.replace("p[i]*p[i]*q[i]", "p[i] + 2.0*q[i]")
    reversed_ = reverse_program(parse_program(linear), ("x",), ("r",), plan_routine=planned)
    (call,) = calls_in(reversed_.reverse)
    assert {u.container for u in call.uses} == {"a_bar", "x_bar"}


def test_a_program_with_routines_asks_for_a_planner() -> None:
    with pytest.raises(InternalError, match="nothing plans the routine sweep"):
        reverse_program(parse_program(OUTER), ("u",), ("u",))
