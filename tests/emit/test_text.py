"""The spelling of integers, values, names, comments and long lines."""

from __future__ import annotations

import pytest

from adc.diagnostics import Span
from adc.emit.c import C
from adc.emit.clike.integers import IntegerText
from adc.emit.clike.names import spellings
from adc.emit.clike.values import constant
from adc.emit.quoting import Quoter, safe
from adc.emit.wrapping import WIDTH, wrap
from adc.ir.dtypes import DType
from adc.ir.expressions import Const
from adc.ir.shapes import floordiv, floormod, maximum, minimum, symbol
from adc.ir.shapes import wrap as wrapped_index
from adc.schedule import schedule
from tests.emit.native import parsed

N, M, i, j = (symbol(name) for name in ("N", "M", "i", "j"))


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (N - i - 1, "N - i - 1"),
        (-i, "-i"),
        (3 - i, "3 - i"),
        (2 * (N + 1), "2*N + 2"),
        (N * (M - 1), "N*(M - 1)"),
        (2 * floordiv(N, 2), "2*(N/2)"),
        (floordiv(i, 2), "adc_floordiv(i, 2)"),
        (floordiv(N * M + 1, 3) - 1, "(M*N + 1)/3 - 1"),
        (floordiv(2 * N, 3), "2*N/3"),
        (floordiv(N, M), "adc_floordiv(N, M)"),
        (floormod(i, 3), "adc_floormod(i, 3)"),
        (floormod(N, 3), "N % 3"),
        (3 * floormod(N, 5), "3*(N % 5)"),
        (N * (N + 1) / 2, "N*(N + 1)/2"),
        (N**2, "N*N"),
        (minimum(i, N), "adc_imin(i, N)"),
        (maximum(i, 0), "adc_imax(i, 0)"),
        (wrapped_index(i - 1, N), "adc_wrap(i - 1, N)"),
        (symbol("N") * 0 + 2**40, "INT64_C(1099511627776)"),
    ],
)
def test_integers(expr: object, text: str) -> None:
    assert IntegerText({}, frozenset({"N", "M"}))(expr) == text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "dtype", "spelled"),
    [
        ("1.0", DType.FLOAT64, "1.0"),
        ("2", DType.FLOAT64, "2.0"),
        ("0.1", DType.FLOAT32, "0.1f"),
        ("3.", DType.FLOAT64, "3.0"),
        ("3.e-2", DType.FLOAT64, "3.0e-2"),
        (".5", DType.FLOAT64, ".5"),
        ("1E5", DType.FLOAT64, "1e5"),
        ("1_000.5", DType.FLOAT64, "1000.5"),
        ("0x10", DType.FLOAT64, "16.0"),
        ("1.5d0", DType.FLOAT64, "1.5"),
        ("pi", DType.FLOAT64, "3.141592653589793"),
        ("e", DType.FLOAT32, "2.718281828459045f"),
        ("-inf", DType.FLOAT64, "-INFINITY"),
        ("nan", DType.FLOAT32, "NAN"),
        ("7", DType.INT64, "7"),
        ("0x1f", DType.INT32, "31"),
        (str(2**40), DType.INT64, "INT64_C(1099511627776)"),
        (str(-(2**63)), DType.INT64, "INT64_MIN"),
        ("True", DType.BOOL, "true"),
    ],
)
def test_constants(text: str, dtype: DType, spelled: str) -> None:
    assert constant(Const(text, dtype)) == spelled


HEAD = "program p(N: size, a: scalar, b: scalar, x: array, n: array)\ninput a: float64\n\
inout b: float64\ninout x: float64[N]\ninout n: int64[N]\n\n"


@pytest.mark.parametrize(
    ("statement", "spelled"),
    [
        ("b = a - (b - a) - (a - b)", "*b = a - (*b - a) - (a - *b);"),
        ("b = a*(b*a)/(a/b)", "*b = a*(*b*a)/(a/(*b));"),
        ("b = a/b", "*b = a/(*b);"),
        ("b = -(a + b)*a", "*b = -(a + *b)*a;"),
        ("b = a - -b", "*b = a - (-(*b));"),
        ("b = b + a", "*b += a;"),
        ("b = b/(a + 1.0)", "*b /= a + 1.0;"),
        ("b = a + b", "*b = a + *b;"),
        ("x[i] += -a*x[0] for i in 0:N", "x[i] -= a*x[0];"),
        ("x[i] += -2.0*a/b for i in 0:N", "x[i] -= 2.0*a/(*b);"),
        ("x[i] += -a + b for i in 0:N", "x[i] += -a + *b;"),
        ("x[i] = x[i]**2.0 for i in 0:N", "x[i] = x[i]*x[i];"),
        ("x[i] = (x[i] + a)**2.0 for i in 0:N", "x[i] = adc_square(x[i] + a);"),
        ("x[i] = x[i]**0.5 + a**3.0 for i in 0:N", "x[i] = sqrt(x[i]) + pow(a, 3.0);"),
        ("x[i] = float64({i + 1})*a for i in 0:N", "x[i] = (double)(i + 1)*a;"),
        ("x[i] = where(a < b and (a > 1.0 or b > 1.0), a, b) for i in 0:N",
         "x[i] = a < *b && (a > 1.0 || *b > 1.0) ? a : *b;"),
        ("x[i] = where(a < b, 1.0, where(b < a, 2.0, a))*b for i in 0:N",
         "x[i] = (a < *b ? 1.0 : (*b < a ? 2.0 : a))*(*b);"),
        ("n[i] = int64(x[i] + a) - 2*n[i]%{N} for i in 0:N",
         "n[i] = (int64_t)(x[i] + a) - adc_floormod(2*n[i], N);"),
        ("x[i] = where(not a < b and (not a > 1.0) != True, a, b) for i in 0:N",
         "x[i] = !(a < *b) && (!(a > 1.0)) != true ? a : *b;"),
        ("x[i] = maximum(x[i], a) + arctan2(a, b) for i in 0:N",
         "x[i] = adc_maximum(x[i], a) + atan2(a, *b);"),
    ],
)  # fmt: skip
def test_statements(statement: str, spelled: str) -> None:
    scheduled = schedule(parsed(HEAD + f"S1: {statement}\n"), openmp=False, blas=False)
    lines = [line.strip() for line in C.function_text(scheduled, "p").split("\n")]
    assert spelled in lines


def test_reserved_names_change_and_others_stay() -> None:
    table = spellings(["A", "new", "new_", "exp", "sin_", "adc_row", "gamma"])
    assert table == {
        "A": "A", "new": "new__1", "new_": "new_", "exp": "exp_", "sin_": "sin_",
        "adc_row": "adc_row_", "gamma": "gamma",
    }  # fmt: skip
    assert len(set(table.values())) == len(table)


def test_long_lines_break_at_the_shallowest_operator() -> None:
    term = "alpha*(u[i + 1][j] - 2.0*u[i][j] + u[i - 1][j])"
    lines = wrap(f"u_new[i][j] = {term} + {term} + {term};", 8)
    assert all(len(line) <= WIDTH for line in lines)
    assert lines[0] == f"        u_new[i][j] = {term}"
    assert lines[1] == f"            + {term} + {term};"[: len(lines[1])]
    assert " ".join(line.strip() for line in lines) == f"u_new[i][j] = {term} + {term} + {term};"


def test_breaking_changes_nothing_but_blanks() -> None:
    text = "x = " + "*".join(f"(variable_{k} - f(a, b)/other_{k})" for k in range(20)) + ";"
    lines = wrap(text, 4)
    assert all(len(line) <= WIDTH for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_a_subscript_does_not_break() -> None:
    long = "x" * 40
    text = f"w_bar[j - 1] -= adc_zmul(0.02*adc_zmul(u_bar[j - 1][i - 1], v[j - 1][i - 1]), {long});"
    lines = wrap(text, 12)
    assert lines[0] == "            w_bar[j - 1]"
    assert lines[1].startswith("                -= adc_zmul(0.02*adc_zmul(u_bar[j - 1][i - 1],")
    assert " ".join(line.strip() for line in lines) == text


def test_comments_quote_the_source_and_cannot_end_early() -> None:
    quoter = Quoter({"k.py": ["x = 1", "y = (x  +", "     2) # */ /* "]})
    assert quoter.comment(Span("dir/k.py", 1, 1, 1, 6), 4) == "    /* k.py:1: x = 1 */"
    assert quoter.comment(Span("k.py", 2, 1, 3), 0) == "/* k.py:2: y = (x + 2) # * / / * */"
    assert quoter.comment(Span("other.py", 7), 0) == "/* other.py:7 */"
    assert len(Quoter({"k.py": ["x" * 300]}).comment(Span("k.py", 1), 8)) == WIDTH
    assert safe("a **/ b") == "a ** / b"


def test_only_used_helpers_and_headers_appear() -> None:
    text = "void f(void) { x = adc_signf(y) + sqrt(z); }"
    helpers = C.support_text(text)
    assert "adc_signf" in helpers and "adc_maximum" not in helpers
    assert C.includes(text, helpers) == ("math.h",)
    assert C.support_text("void g(void) {}") == ""


@pytest.mark.parametrize("entry", ["x", "y", "z", "X", "int", "x_y"])
def test_an_argument_named_like_the_function(entry: str) -> None:
    """Every name is another, and none begins as the function's helpers do."""
    names = ["x", "y", "z", "x_", "x_x", "y_x", "X_A", "__x", "int", "int_", "x_y_z"]
    table = spellings(names, entry=entry)
    assert len(set(table.values())) == len(names)
    for spelled in table.values():
        assert spelled != entry and not spelled.startswith((f"{entry}_", f"{entry.upper()}_"))


def test_comments_of_deeply_nested_statements_keep_some_room():
    quoter = Quoter({"k.py": ["y = x"]})
    span = Span("k.py", 1, 1, 1, 5)
    assert quoter.comment(span, 400).strip() == "/* k.py:1: y = x */"
    assert [line.strip() for line in quoter.heading("some words", 3, 400)] == ["/* some words */"]
