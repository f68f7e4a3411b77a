"""Sizes from shapes, and sizes for the self-check."""

import pytest
import sympy

from adc.emit.checksizes import default_sizes
from adc.emit.interface import Argument
from adc.emit.solving import solve_sizes
from adc.ir.declarations import Assumption, Parameter
from adc.ir.dtypes import DType
from adc.ir.nodes import Loop
from adc.ir.program import Program
from adc.ir.shapes import floordiv, integer, symbol
from adc.ir.text_parser import parse_program
from tests.emit_files.kernels import array, gemm, scaled, smoothing
from tests.lowering.harness import lowered

N, M, K, T = (symbol(name) for name in "NMKT")


def argument(name, *shape):
    extents = tuple(integer(e) for e in shape)
    return Argument(name, "array", "input", DType.FLOAT64, extents)


@pytest.mark.parametrize(
    ("shapes", "steps"),
    [
        ([(N, M)], {"N": "A.shape[0]", "M": "A.shape[1]"}),
        ([(N + 4,), (2 * N,)], {"N": "A.shape[0] - 4"}),
        ([(2 * N,), (N,)], {"N": "B.shape[0]"}),
        ([(N + M,), (M,)], {"M": "B.shape[0]", "N": "A.shape[0] - M"}),
        ([(2 * N + K - 3,)], {"N": "(A.shape[0] - K + 3)//2"}),
        (
            [(N + M,), (N - M,)],
            {"N": "(A.shape[0] + B.shape[0])//2", "M": "(A.shape[0] - B.shape[0])//2"},
        ),
        ([(floordiv(N, 2), N)], {"N": "A.shape[1]"}),
        ([(5, N)], {"N": "A.shape[1]"}),
    ],
)
def test_solves(shapes, steps):
    arrays = [argument("ABC"[k], *shape) for k, shape in enumerate(shapes)]
    sizes = [n for n in ("N", "M") if any(symbol(n) in e.free_symbols for a in arrays
                                           for e in a.shape)]  # fmt: skip
    solution = solve_sizes(sizes, ["K"], arrays)
    assert dict(solution.steps) == steps
    assert solution.unsolved == ()


def test_says_what_no_shape_tells():
    solution = solve_sizes(["N", "M"], [], [argument("A", floordiv(N, 2)), argument("B", N * M)])
    assert solution.unsolved == ("N", "M")


def program(parameters, containers=(), body=(), assumptions=()):
    listed = tuple(Parameter(name, kind) for name, kind in parameters)
    return Program("f", listed, tuple(containers), tuple(body), assumptions=tuple(assumptions))


def test_sizes_are_small_and_distinct():
    assert default_sizes(gemm(), {}) == {"NI": 7, "NJ": 6, "NK": 5}
    assert default_sizes(gemm(), {"NJ": 2}) == {"NI": 6, "NJ": 2, "NK": 5}


def test_equal_sizes_are_equal():
    sizes = default_sizes(scaled(), {})
    assert sizes["N"] == sizes["M"]
    assert default_sizes(scaled(), {"N": 9}) == {"N": 9, "M": 9}


def test_sizes_fit_where_data_decides():
    text = """
    def f(y: "float64[M]", x: "float64[N]", n: int):
        s = np.sum(x) + np.sum(y)
        if s > 0.1:
            s += np.sum(x * y)
            if n > 3:
                s *= x[9]
        return s
    """
    sizes = default_sizes(lowered(text), {})
    assert sizes["N"] == sizes["M"] >= 10
    other = text.replace("n > 3:", "n > 100:\n                s = 0.5\n            elif s > 0.2:")
    assert default_sizes(lowered(other), {})["N"] >= 10


def test_sizes_fit_what_constants_ask_for():
    """Radiation schemes go through all spectral intervals, which are one number of the source's,
    in arrays of any extent; those that a loop touches that data may end are as long."""
    text = """
    def f(y: "float64[M]", x: "float64[N, K]", z: "float64[L]", n: int):
        s = 0.0
        for i in range(n):
            for k in range(140):
                s += x[i, k] * y[k]
        k = 0
        while k < 160 and s < 100.0:
            if s > 0.1:
                s += z[k] ** 2
            k += 1
        return s
    """
    sizes = default_sizes(lowered(text), {})
    assert sizes["K"] >= 140
    assert sizes["M"] >= 140
    assert sizes["L"] >= 160
    assert sizes["N"] >= sizes["n"]


def test_time_steps_are_at_least_four():
    assert default_sizes(smoothing(), {}) == {"N": 5, "T": 4}
    late = program([("T", "integer")], body=[Loop("t", integer(1), T, 1, ())])
    assert default_sizes(late, {}) == {"T": 5}
    every_other = program([("T", "integer")], body=[Loop("t", integer(0), T, 2, ())])
    assert default_sizes(every_other, {}) == {"T": 7}


def test_sizes_grow_until_all_is_well():
    wide = program([("N", "size")], assumptions=[Assumption(N, ">=", integer(9))])
    assert default_sizes(wide, {}) == {"N": 9}
    thin = program([("N", "size")], [array("A", "input", N - 8)])
    assert default_sizes(thin, {}) == {"N": 9}
    inner = program([("N", "size")], body=[Loop("k", integer(7), N, 1, ())])
    assert default_sizes(inner, {}) == {"N": 8}


def test_one_size_grows_where_only_that_helps():
    holds = Assumption(M, ">=", N)
    pair = program([("N", "size"), ("M", "size")], assumptions=[holds])
    assert default_sizes(pair, {}) == {"N": 6, "M": 6}
    assert default_sizes(pair, {"N": 9}) == {"N": 9, "M": 9}
    work = program([("N", "integer"), ("M", "integer")],
                   assumptions=[Assumption(M, ">=", 3*N + 5)])  # fmt: skip
    assert default_sizes(work, {}) == {"N": 4, "M": 17}


def test_relations_that_sympy_cannot_solve():
    holds = Assumption(sympy.Max(integer(0), M - N), "==", integer(4))
    pair = program([("N", "integer"), ("M", "integer")], assumptions=[holds])
    assert default_sizes(pair, {}) == {"N": 4, "M": 8}
    assert default_sizes(pair, {"M": 9}) == {"N": 5, "M": 9}


OVERRUNS = """\
program touch(N: size, M: size, A: array, B: array, c: scalar) -> s
input A: float64[N]
input B: float64[M]
input c: float64
output s: float64

S1: if {condition}:
    S2: s += A[i] * B[i{offset}] for i in 0:N
"""


@pytest.mark.parametrize(
    ("condition", "offset", "sizes"),
    [
        ("c > 0.5", "", {"N": 6, "M": 6}),
        ("c > 0.5", " + 2", {"N": 6, "M": 8}),
        ("{N} > {7}", "", {"N": 6, "M": 5}),
    ],
)
def test_arrays_hold_what_is_touched(condition, offset, sizes):
    text = OVERRUNS.format(condition=condition, offset=offset)
    assert default_sizes(parse_program(text), {}) == sizes


@pytest.mark.parametrize(
    ("test", "value"),
    [
        ("k == 1", 1),
        ("k == 3 or k == 2", 2),
        ("k == 4", 4),
        ("k == 0", 4),
        ("k == -1", 4),
        ("k == 0 or k == 2", 2),
        ("k > 1", 4),
        ("k != 1", 4),
        ("x[0] > 0.2 and k == 1", 1),
    ],
)
def test_what_only_selects_is_what_it_is_compared_with(test: str, value: int) -> None:
    text = f"""
    def f(x: "float64[N]", k: int):
        s = np.sum(x)
        if {test}:
            s = s**2
        return s
    """
    assert default_sizes(lowered(text), {}) == {"N": 5, "k": value}
    assert default_sizes(lowered(text), {"k": 7}) == {"N": 5, "k": 7}
    assert default_sizes(lowered(text), {}, {"k": 2.0}) == {"N": 5, "k": 2}


@pytest.mark.parametrize("use", ["s *= x[k]", "s *= k", "s = np.sum(x[:k])", "s = s**k"])
def test_what_counts_is_no_selection(use: str) -> None:
    text = f"""
    def f(x: "float64[N]", k: int):
        s = np.sum(x)
        if k == 1:
            s = s**2
        else:
            {use}
        return s
    """
    assert default_sizes(lowered(text), {})["k"] == 4
