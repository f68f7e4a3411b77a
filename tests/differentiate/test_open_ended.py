"""Loops that data ends: the tangent against differences, the gradient against the tangent."""

from __future__ import annotations

import numpy as np
import pytest

from adc import interpret
from adc.checkpoint.transform.planner import plan
from adc.differentiate.forward import tangent_program
from adc.differentiate.gradient import reverse_program
from adc.interpret import verify_ops
from adc.ir.nodes import ReverseWhile, While
from adc.ir.program import Program
from adc.ir.text import program_text
from adc.ir.text_parser import parse_program
from adc.ir.verify import verify
from adc.ir.walking import walk_nodes
from tests.differentiate.harness import gradient, prove

HEAD = """\
program f(N: size, m: integer, x: array, a: array, p: scalar) -> r
input x: float64[N]
inout a: float64[N]
input p: float64
output r: float64
local b: float64[N]
local s: float64
local old: float64
local n: int64
local n_2: int64
local k: int64
local stop: bool

"""
PROGRAMS = {
    "newton": """
S1: s = p
L1: while abs(s*s - p) > 1e-12*p as t into n:
    S2: s = 0.5*(s + p/s)
S3: r = s*s*s
""",
    "unequal trips in every turn": """
S1: r = 0.0
L2: for u in range(0, N):
    S2: s = x[u]*30.0*float64({u + 1})
    L1: while s > 1.0 as t into n:
        S3: s = s*s/(2.0*s + a[u]) + s/4.0
    S4: r = r + s*x[u]
""",
    "not once": """
S1: s = p
L1: while s > 100.0 as t into n:
    S2: s = s*s/2.0
S3: r = s*s + p
""",
    "break": """
S1: s = p
S2: stop = False
L1: while not stop as t to N into n:
    S3: s = s*x[t]*2.0 + sin(s)
    B1: if s > 4.0:
        S4: stop = True
    B2: if not stop:
        S5: s = s + a[t]*s
S6: r = s*s
""",
    "arrays": """
S1: s = 9.0
L1: while s > 0.5 as t to 40 into n:
    S2: b[i] = a[i]*x[i]/2.0 for i in 0:N
    S3: a[j] = sin(b[j]) + 0.1*b[j]*b[0] for j in 0:N
    S4: s = 0.0
    S5: s += a[l]*a[l] for l in 0:N
S6: r = 0.0
S7: r += a[q]*a[q]*x[q] for q in 0:N
""",
    "nested": """
S1: s = 40.0*p
L1: while s > 1.0 as t into n:
    S2: old = s
    L2: while old > 2.0 as u to 5 into n_2:
        S3: old = old*old/(2.0*old + p) + old/5.0
    S4: s = s/4.0 + old*old/80.0
S5: r = s*s + old
""",
    "under a condition": """
S1: s = 8.0*p
B1: if x[0] > 0.0:
    L1: while s > 1.0 as t into n:
        S2: s = s*s/(2.0*s + 1.0)
else:
    S3: s = p*p
S4: r = s*s
""",
    "branches inside": """
S1: s = 20.0*p
S2: old = p
L1: while s > 1.0 as t into n:
    B1: if s > 6.0:
        S3: old = old*s
        S4: s = s/3.0
    else:
        S5: s = s*0.8 - 0.01*old*s
S6: r = s*old
""",
    "the number of the iteration": """
S1: s = 0.0
L1: while s < 3.0 as t to N into n:
    S2: s = s + x[t]*x[t]*float64({t + 1})
S3: k = n
S4: r = s*float64(k)
""",
    "the number in a loop": """
S1: r = 0.0
L2: for u in range(0, N):
    S2: s = x[u]*9.0
    L1: while s > 1.0 as t into n:
        S3: s = s*s/(s + 1.5)
    S4: k = n
    S5: r = r + s*s*float64(k)
""",
    "a loop inside": """
S1: s = 10.0
L1: while s > 0.6 as t to 4 into n:
    L2: for u in range(1, N):
        S2: a[u] = a[u]*a[u - 1]*0.4 + x[u]*0.1
    S3: a[0] = a[N - 1]*x[0]
    S4: s = a[0]*5.0
S5: r = a[0]*a[1]
""",
    "one after another": """
S1: s = 30.0*p
L1: while s > 3.0 as t into n:
    S2: s = s*s/(s + 2.0)
S3: old = s*s
L2: while old > 0.3 as u into n_2:
    S4: old = old*sin(old/9.0)
S5: r = old*s
""",
}


def program(name: str) -> Program:
    found = parse_program(HEAD + PROGRAMS[name])
    verify(found, "built")
    verify_ops(found)
    return found


@pytest.mark.parametrize("value", [False, True])
@pytest.mark.parametrize("name", PROGRAMS)
def test_derivatives(name: str, value: bool) -> None:
    found = program(name)
    proven = prove(found, ("x", "a", "p"), ("r",), {"N": 5, "m": 3}, value=value)
    verify(proven, "planned")
    verify_ops(proven)


@pytest.mark.parametrize("name", PROGRAMS)
def test_derivatives_are_loops_of_their_own_kind(name: str) -> None:
    found = program(name)
    tangent = tangent_program(found, ("x", "a", "p"), ("r",))
    verify(tangent, "planned")
    whiles = [n for n in walk_nodes(found.body) if isinstance(n, While)]
    kept = [n for n in walk_nodes(tangent.body) if isinstance(n, While)]
    assert [(n.condition, n.trips, n.limit) for n in kept] == [
        (n.condition, n.trips, n.limit) for n in whiles
    ]
    adjoint = reverse_program(found, ("x", "a", "p"), ("r",))
    unwound = [n for n in walk_nodes(adjoint.reverse) if isinstance(n, ReverseWhile)]
    assert sorted((n.var, n.trips) for n in unwound) == sorted((n.var, n.trips) for n in whiles)
    shown = parse_program(program_text(tangent))
    assert program_text(shown) == program_text(tangent)


IDLE = """
S1: r = p*s_0
S2: s = p
L1: while s > 0.2 as t into n:
    S3: s = s*0.5
S4: r = r*r
""".replace("s_0", "p")


def test_a_while_without_derivative_is_not_unwound() -> None:
    found = parse_program(HEAD + IDLE)
    adjoint = reverse_program(found, ("p",), ("r",))
    assert not [n for n in walk_nodes(adjoint.reverse) if isinstance(n, ReverseWhile)]
    left = gradient(found, ("p",), ("r",))
    assert not [n for n in walk_nodes(left.body) if isinstance(n, (While, ReverseWhile))]
    prove(found, ("p",), ("r",), {"N": 3, "m": 1})


@pytest.mark.parametrize("value", [False, True])
def test_what_a_while_without_derivative_overwrites_is_put_back(value: bool) -> None:
    text = """
S1: r = sin(a[0])*a[1]
L1: while a[0] > 0.2 as t into n:
    S2: a[i] = a[i]*0.5 for i in 0:N
"""
    found = parse_program(HEAD + text)
    prove(found, ("a",), ("r",), {"N": 3, "m": 1}, value=value)


def test_outputs_are_the_primals() -> None:
    found = program("arrays")
    planned = plan(reverse_program(found, ("x", "p"), ("r",), value=True)).program
    rng = np.random.default_rng(3)
    inputs = {"x": rng.uniform(0.5, 1.5, 5), "a": rng.uniform(0.5, 1.5, 5), "p": 0.7}
    sizes = {"N": 5, "m": 3}
    wanted = interpret.run(found, sizes, inputs)
    result = interpret.run(planned, sizes, inputs)
    assert result["value"] == wanted["r"]
    np.testing.assert_array_equal(result["a"], wanted["a"])
