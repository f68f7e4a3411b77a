"""Integer expressions as text: a person's order, and Python's value."""

from __future__ import annotations

import operator
from collections.abc import Callable

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from adc.diagnostics import InternalError
from adc.ir.evaluation import compiled
from adc.ir.shapes import (
    choose,
    evaluate,
    floordiv,
    floormod,
    integer,
    maximum,
    minimum,
    symbol,
    wrap,
)
from adc.ir.shapes_text import IntegerPrinter, Text, enclose, ir_text, python_text

N, M, i = symbol("N"), symbol("M"), symbol("i")


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (i - 1, "i - 1"),
        (N - i - 1, "N - i - 1"),
        (-i - 1, "-i - 1"),
        (5 - i, "5 - i"),
        (-2 * i, "-2*i"),
        (i * -3 + N * M - N, "M*N - 3*i - N"),
        (N * (N - 1) / 2, "N*(N - 1)//2"),
        (floordiv(-N, 2), "(-N)//2"),
        (-floordiv(i, 2), "-(i//2)"),
        (N - floordiv(i, 2), "N - i//2"),
        (-floordiv(i, 2) - 1, "-(i//2) - 1"),
        (-floormod(i, N), "-(i % N)"),
        (N * floordiv(i, 2), "N*(i//2)"),
        (2 * floormod(i - 3, N) + 1, "2*((i - 3) % N) + 1"),
        (floordiv(floordiv(N, M), 3), "N//M//3"),
        (floordiv(N, M * i), "N//(M*i)"),
        (sympy.ceiling(N / M), "-((-N)//M)"),
        (N**2 * M, "M*N**2"),
        ((N - 1) ** 2, "(N - 1)**2"),
        (minimum(N, i + 32), "min(N, i + 32)"),
        (maximum(i - 2, 0), "max(0, i - 2)"),
        (wrap(i - 1, N), "wrap(i - 1, N)"),
        (integer(-3), "-3"),
        (choose(N - M, i, N), "(i if N < M else N)"),
        (2 * choose(N - 3, i, N) - 1, "2*(i if N < 3 else N) - 1"),
        (choose(-N, choose(i, M, N), i), "((M if i < 0 else N) if 0 < N else i)"),
        (choose(-N, choose(i, M, N), i) - M, "((M if i < 0 else N) if 0 < N else i) - M"),
        (choose(i, M, choose(N, M, i)), "(M if i < 0 else M if N < 0 else i)"),
        (choose(i - 3, M, choose(3 - i, M, N)), "(N if i == 3 else M)"),
        (choose(N - i, M, choose(i - N, M, N)), "(N if N == i else M)"),
        (choose(choose(N, i, M) - 2, i, N), "(i if (i if N < 0 else M) < 2 else N)"),
        (maximum(choose(N, i, M), 0), "max(0, i if N < 0 else M)"),
    ],
)
def test_the_order_is_a_persons(expr: sympy.Expr, text: str) -> None:
    assert python_text(expr) == text


def test_the_ir_keeps_exact_divisions_apart() -> None:
    assert ir_text(N * (N - 1) / 2) == "N*(N - 1)/2"
    assert ir_text(N**2 / 2 - N / 2) == "(N**2 - N)/2"
    assert ir_text(floordiv(N * (N - 1), 2)) == "N*(N - 1)//2"
    assert ir_text(sympy.ceiling(N / M)) == "ceildiv(N, M)"


def test_what_is_no_integer_expression_is_refused() -> None:
    with pytest.raises(InternalError, match="sin"):
        python_text(sympy.sin(N))
    with pytest.raises(InternalError, match="power"):
        python_text(N**i)


def test_another_language_overrides_the_hooks() -> None:
    class C(IntegerPrinter):
        def floor_division(self, a: Text, b: Text) -> Text:
            return self.call("floor_div", [a[0], b[0]])

        def power(self, base: Text, exponent: int) -> Text:
            return "*".join([enclose(base, 5)] * exponent), 3

    assert (
        C().text(2 * floordiv(N - 1, 2) + (N - 1) ** 2) == "(N - 1)*(N - 1) + 2*floor_div(N - 1, 2)"
    )


#: An expression, and what Python makes of the numbers N, M and i in its place. SymPy's own
#: substitution is no reference: it leaves `Min(1, 2)` as it is where it has factored that out.
Meant = tuple[sympy.Expr, Callable[..., int]]
leaves = st.one_of(
    st.sampled_from(
        [(N, lambda n, m, k: n), (M, lambda n, m, k: m), (i, lambda n, m, k: k)],
    ),
    st.integers(-4, 4).map(lambda c: (integer(c), lambda n, m, k: c)),
)


def of(meaning: Callable[..., int], expr: Callable[..., sympy.Expr], *parts: Meant) -> Meant:
    exprs, values = zip(*parts, strict=True)
    return expr(*exprs), lambda *numbers: meaning(*(value(*numbers) for value in values))


def equality(a: sympy.Expr, b: sympy.Expr) -> sympy.Expr:
    return choose(a - 1, b, choose(1 - a, b, a))


def combine(children: st.SearchStrategy[Meant]) -> st.SearchStrategy[Meant]:
    pair = st.tuples(children, children)
    divided = st.tuples(children, st.integers(2, 5).map(lambda c: (integer(c), lambda *_: c)))
    return st.one_of(
        pair.map(lambda p: of(operator.add, operator.add, *p)),
        pair.map(lambda p: of(operator.sub, operator.sub, *p)),
        pair.map(lambda p: of(operator.mul, operator.mul, *p)),
        pair.map(lambda p: of(min, minimum, *p)),
        pair.map(lambda p: of(max, maximum, *p)),
        pair.map(lambda p: of(lambda a, b: a if a == 1 else b, equality, *p)),
        st.tuples(children, children, children).map(
            lambda p: of(lambda c, a, b: a if c < 0 else b, choose, *p)
        ),
        divided.map(lambda p: of(operator.floordiv, floordiv, *p)),
        divided.map(lambda p: of(operator.mod, floormod, *p)),
    )


meant = st.recursive(leaves, combine, max_leaves=6)


@settings(deadline=None)  # how long it takes says nothing on a machine that has other work
@given(meant, st.integers(-5, 9), st.integers(-5, 9), st.integers(-5, 9))
def test_the_text_is_python_of_the_same_value(expr: Meant, n: int, m: int, k: int) -> None:
    expected, values = expr[1](n, m, k), {"N": n, "M": m, "i": k}
    assert eval(python_text(expr[0]), {"min": min, "max": max}, dict(values)) == expected
    assert evaluate(expr[0], values) == expected
    assert compiled(expr[0])(values) == expected


def test_what_sympy_factors_out_is_written_out() -> None:
    expr = maximum(minimum(N, 1), minimum(N, 2))
    assert expr.has(sympy.Max(1, 2, evaluate=False))
    for n in range(4):
        assert eval(python_text(expr), {"min": min, "max": max}, {"N": n}) == min(n, 2)
