"""Expressions of Fortran: precedence, literals, references, and where they stand."""

from __future__ import annotations

import pytest

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.expressions import read_expression
from adc.frontends.fortran.line import Line
from adc.frontends.fortran.statements import read
from tests.frontends.fortran.lines import FORMS, fixed, free
from tests.frontends.fortran.shown import shown


def expression(line: Line) -> tree.Expr:
    return read_expression(line, 0, len(line.text))


def both(text: str) -> str:
    """The expression as text, which must be the same in either form."""
    first, second = (shown(expression(form(text))) for form in FORMS)
    assert first == second
    return first


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a + b * c", "(a + (b * c))"),
        ("a - b - c", "((a - b) - c)"),
        ("a / b / c * d", "(((a / b) / c) * d)"),
        ("a ** b ** c", "(a ** (b ** c))"),
        ("a * b ** c * d", "((a * (b ** c)) * d)"),
        ("-a ** b", "(- (a ** b))"),
        ("-a * b + c", "((- (a * b)) + c)"),
        ("- a + b", "((- a) + b)"),
        ("+a - b", "((+ a) - b)"),
        ("a * (-b)", "(a * (- b))"),
        ("(a + b) * c", "((a + b) * c)"),
        ("a // b // c", "((a // b) // c)"),
        ("a // b == c // d", "((a // b) == (c // d))"),
        ("a + b < c * d", "((a + b) < (c * d))"),
        ("a < -b", "(a < (- b))"),
        ("-a < b", "((- a) < b)"),
        ("-a ** b * c < d .and. e", "(((- ((a ** b) * c)) < d) .and. e)"),
        (".not. a .and. b", "((.not. a) .and. b)"),
        (".not. a == b .or. c", "((.not. (a == b)) .or. c)"),
        ("a .or. b .and. c", "(a .or. (b .and. c))"),
        ("a .and. .not. b .or. c", "((a .and. (.not. b)) .or. c)"),
        ("a .eqv. b .or. c .neqv. d", "((a .eqv. (b .or. c)) .neqv. d)"),
        ("a .eqv. .not. b", "(a .eqv. (.not. b))"),
        ("a.lt.b.or.c.ge.d", "((a < b) .or. (c >= d))"),
        ("a.eq.b .and. c.ne.d", "((a == b) .and. (c /= d))"),
        ("a .le. b .eqv. c .gt. d", "((a <= b) .eqv. (c > d))"),
        ("((a))", "a"),
        ("a + b .x. c * d", "((a + b) .x. (c * d))"),
        ("a .x. b .y. c", "((a .x. b) .y. c)"),
        (".not. a .x. b .or. c", "((.not. a) .x. (b .or. c))"),
        ("a .x. -b", "(a .x. (- b))"),
        (".x. a ** b", "((.x. a) ** b)"),
        ("- .x. .y. a + b", "((- (.x. (.y. a))) + b)"),
        ("1.x.2", "(integer:1 .x. integer:2)"),
    ],
)
def test_precedence(text: str, expected: str) -> None:
    assert both(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1", "integer:1"),
        ("1_8", "integer:1_integer:8"),
        ("12_ik", "integer:12_ik"),
        ("1.", "real:1."),
        (".5", "real:.5"),
        ("1.e-3", "real:1.e-3"),
        ("1e5", "real:1e5"),
        ("1.5E+2", "real:1.5e+2"),
        ("1d0", "double:1d0"),
        ("1.D-3", "double:1.d-3"),
        ("1.0_dp", "real:1.0_dp"),
        ("2.5e1_4", "real:2.5e1_integer:4"),
        ("1.eq.x", "(integer:1 == x)"),
        ("1..eq.x", "(real:1. == x)"),
        ("x.eq.1.and.y", "((x == integer:1) .and. y)"),
        ("1.e5.lt.x", "(real:1.e5 < x)"),
        ("x.eq..5", "(x == real:.5)"),
        ("x.gt.1.e-5.or.y", "((x > real:1.e-5) .or. y)"),
        ("x.gt.1.d0.or.y", "((x > double:1.d0) .or. y)"),
        ("2.**3", "(real:2. ** integer:3)"),
        ("1./x", "(real:1. / x)"),
        (".TRUE. .or. .false._4", "(.true. .or. .false.)"),
        ("'it''s' // \"A 'b'\"", '("it\'s" // "A \'b\'")'),
        ("\"say \"\"x\"\"\"", "'say \"x\"'"),
        ("ck_'x  y'", "'x  y'"),
    ],
)  # fmt: skip
def test_literals(text: str, expected: str) -> None:
    assert both(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a(i, j+1)", "a(i, (j + integer:1))"),
        ("f()", "f()"),
        ("a(:, 1:n, ::2, k:, :m:3)", "a(::, integer:1:n:, ::integer:2, k::, :m:integer:3)"),
        ("f(x, dim = 2, mask = a > 0)", "f(x, dim=integer:2, mask=(a > integer:0))"),
        ("f((x), (a(i)), (x + y))", "f((() x), (() a(i)), (x + y))"),
        ("p%q", "p%q"),
        ("p(i)%q(1:2)%r * 2", "(p(i)%q(integer:1:integer:2:)%r * integer:2)"),
        ("(/ 1, 2, n /)", "[integer:1, integer:2, n]"),
        ("[x, (y(i), i = 1, n)]", "[x, <y(i); i=integer:1, n, >]"),
        ("[((i*j, i = 1, 2), j = 1, m, 3)]",
         "[<<(i * j); i=integer:1, integer:2, >; j=integer:1, m, integer:3>]"),
        ("(/ real(dp) :: 1, 2 /)", "[real(dp) :: integer:1, integer:2]"),
        ("[double precision :: ]", "[double precision :: ]"),
        ("a(if, do(end))", "a(if, do(end))"),
        ("sum(a(1:n) * b) / 2", "(sum((a(integer:1:n:) * b)) / integer:2)"),
    ],
)  # fmt: skip
def test_references(text: str, expected: str) -> None:
    assert both(text) == expected


@pytest.mark.parametrize("form", FORMS)
def test_spans_are_those_of_the_source(form: object) -> None:
    line = (fixed if form is fixed else free)("aa + f( x , 2.5 ) * ( c - d )")
    total = expression(line)
    assert isinstance(total, tree.Binary)
    product = total.right
    assert isinstance(product, tree.Binary)
    call, bracketed = product.left, product.right
    assert isinstance(call, tree.Apply)
    assert columns(total.span) == (1, 30)
    assert columns(total.left.span) == (1, 3)
    assert columns(product.span) == (6, 30)
    assert columns(call.span) == (6, 18)
    assert columns(call.name_span) == (6, 7)
    assert [columns(a.span) for a in call.arguments] == [(9, 10), (13, 16)]
    assert columns(bracketed.span) == (21, 30)


def columns(span: Span | None) -> tuple[int, int]:
    assert span is not None and span.line == span.end_line == 1
    return span.column, span.end_column


@pytest.mark.parametrize(
    ("text", "code", "place", "help_"),
    [
        ("a * -b", "ADC0159", (3, 6), "put `-` and its operand into parentheses"),
        ("a ** -2", "ADC0159", (3, 7), "put `-` and its operand into parentheses"),
        ("a + -b", "ADC0159", (3, 6), "put `-` and its operand into parentheses"),
        ("a == .not. b", "ADC0159", (3, 11), "put `.not.` and its operand into parentheses"),
        ("a < b < c", "ADC0159", (7, 8), "join two comparisons with `.and.`"),
        (".not. a < b == c", "ADC0159", (13, 15), "join two comparisons with `.and.`"),
        (".plus. -b", "ADC0159", (1, 9), "put `-` and its operand into parentheses"),
        ("(1.0, x(2))", "ADC0158", (7, 11), "write `cmplx(…, …)`, with the kind as its third"),
        ("1 + z'ff'", "ADC0158", (5, 10), "write it as a decimal integer"),
        ("a +", "ADC0155", (3, 4), "write an expression here"),
        ("f(a", "ADC0155", (2, 3), "close it"),
        ("a + (b * [c, d)", "ADC0155", (15, 16), ""),
        ("a)", "ADC0155", (2, 3), "remove it, or open it before"),
        ("a = b", "ADC0155", (3, 4), "compare with `==`"),
        ("a(i)(1:2)", "ADC0157", (5, 6), "use whole elements"),
        ("f(a, b = 2, c)", "ADC0155", (13, 14), "put it in front, or give it its keyword"),
        ("a[2]", "ADC0157", (2, 3), "remove the coarray's brackets"),
        ("a ^ 2", "ADC0161", (3, 4), "write a power as `**`"),
        ("a \N{MINUS SIGN} b", "ADC0161", (3, 4), "use the plain minus `-`"),
        ("(a, b, c)", "ADC0155", (1, 10), "write one expression"),
        ("(a, i = 1)", "ADC0155", (1, 11), "write `(items, i = 1, n)`"),
        ("[i = 1]", "ADC0155", (2, 7), "put an implied DO into parentheses"),
    ],
)
def test_refused(text: str, code: str, place: tuple[int, int], help_: str) -> None:
    for form in FORMS:
        with pytest.raises(AdcError) as caught:
            expression(form(text))
        (found,) = caught.value.diagnostics
        assert (found.code, columns(found.span)) == (code, place)
        assert help_ in found.help and found.help


def test_blanks_separate_words_in_free_form_alone() -> None:
    with pytest.raises(AdcError) as caught:
        expression(free("a + b c"))
    (found,) = caught.value.diagnostics
    assert found.message == "unexpected `c`" and columns(found.span) == (7, 8)
    assert shown(expression(fixed("a + b c"))) == "(a + bc)"


def test_too_deep_an_expression_is_refused() -> None:
    with pytest.raises(AdcError, match="nested too deeply"):
        read(free("x = " + "(" * 3000 + "a" + ")" * 3000))
