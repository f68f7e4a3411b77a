"""The largest and the smallest over a loop, found in vector registers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import sympy

from adc.ir.enums import Update
from adc.ir.expressions import Expr
from adc.ir.node import Access
from adc.schedule.sums import extremum
from adc.schedule.tree import Declare, For, Node, Statement
from tests.differentiate.programs import N, i, op, r
from tests.emit.native import build, parsed
from tests.proof.cases import Case
from tests.proof.compiled import compile_case
from tests.proof.harness import prove_interpreted
from tests.proof.native import build as build_case
from tests.proof.native import prove_native

OWN = Access("m", ())


def found(expr: Expr, how: Update = Update.ASSIGN, *more: Node) -> str:
    loop = For("i", sympy.Integer(0), N, (Statement(OWN, how, expr), *more))
    return extremum(loop, OWN)


def test_one_statement_makes_it_the_larger_of_itself_and_a_value() -> None:
    beside = Declare("t", r("x", i), True)
    assert found(op("maximum", r("m"), r("x", i))) == "maximum"
    assert found(op("minimum", r("m"), r("x", i)), Update.ASSIGN, beside) == "minimum"


def test_what_needs_the_value_of_the_iteration_before() -> None:
    larger = op("maximum", r("m"), r("x", i))
    assert not found(op("maximum", r("m"), op("mul", r("x", i), r("m"))))
    assert not found(op("maximum", op("neg", r("m")), r("x", i)))
    assert not found(op("mul", r("m"), r("x", i)))
    assert not found(larger, Update.ADD)
    assert not found(larger, Update.ASSIGN, Statement(Access("y", (i,)), Update.ASSIGN, r("m")))
    assert not found(larger, Update.ASSIGN, Declare("t", r("m"), True))
    assert not found(larger, Update.ASSIGN, Statement(OWN, Update.ASSIGN, larger))
    assert not found(larger, Update.ASSIGN, Statement(Access("m", (i,)), Update.ASSIGN, larger))


ROWS = """\
program rows(N: size, M: size, A: array, high: array, low: array)
input A: REAL[N, M]
output high: REAL[N]
output low: REAL[N]
local top: REAL[N]
local least: REAL[N]

S1: top[i] max= A[i, j] for i in 0:N, j in 0:M
S2: high[i] = -top[i] for i in 0:N
S3: least[i] min= A[i, j] for i in 0:N, j in 0:M
S4: low[i] = -least[i] for i in 0:N
"""


@pytest.mark.parametrize("real", ["float64", "float32"])
@pytest.mark.parametrize("flags", [(), ("-fopenmp-simd", "-march=native")])
def test_infinities_and_nan_are_found_wherever_they_are(
    real: str, flags: tuple[str, ...], tmp_path: Path
) -> None:
    program = parsed(ROWS.replace("REAL", real))
    more = flags or ("-Wno-unknown-pragmas",)
    (native,) = build([program], tmp_path, openmp=True, optimise="-O3", more=more)
    assert "reduction(adc_largest" in (tmp_path / "all.c").read_text()
    for length in (0, 1, 2, 3, 8, 19):
        size = {"N": max(3 * length, 1), "M": length}
        A = np.random.default_rng(length).uniform(-2, 2, (size["N"], length)).astype(real)
        for at in range(3 * length):
            A[at, at // 3] = (np.nan, np.inf, -np.inf)[at % 3]
        got = native.call(size, {"A": A})
        np.testing.assert_array_equal(got["high"], -A.max(axis=1, initial=-np.inf))
        np.testing.assert_array_equal(got["low"], -A.min(axis=1, initial=np.inf))


SPREAD = """
import numpy as np

def spread(x):
    y = np.exp(x - np.max(x, axis=-1, keepdims=True)) * np.min(x, axis=1, keepdims=True)
    return y / np.sum(y) + np.max(x * x)
"""
MIXED = """
import numpy as np

def mixed(x):
    m = np.max(x, axis=1)
    for i in range(x.shape[0]):
        m[i] = max(m[i], 0.5 * m[i] + x[i, 0]) + np.max(m[i] * x[i])
    return m
"""
CASES = (
    Case("spread", SPREAD, ("x",), signature="spread(x: float64[N, M])"),
    Case("mixed", MIXED, ("x",), signature="mixed(x: float64[N, M])"),
)


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_gradients_are_those_of_the_source(case: Case, tmp_path: Path) -> None:
    compiled = compile_case(case)
    library = build_case(tmp_path, [compiled])
    for size in ((1, 1), (2, 3), (3, 2), (4, 19)):
        sizes = dict(zip("NM", size, strict=True))
        drawn, gradients = prove_interpreted(compiled, case.with_sizes(sizes))
        prove_native(library, compiled, drawn, gradients)


def test_the_source_s_order_has_none() -> None:
    default, source = (compile_case(CASES[0], schedule=s).files for s in ("auto", "source"))
    assert any("adc_smallest:" in text for text in default.values())
    assert not any("adc_smallest" in text for text in source.values())
