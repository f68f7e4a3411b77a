"""Small terms of the surface tree: numbers that are added one after the other are one."""

from __future__ import annotations

import pytest

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.terms import minus, number, plus

AT = Span("kernel.f90", 1, 1, 1, 2)
M = surface.Name("m", AT)


def text(expr: surface.Expr) -> str:
    match expr:
        case surface.Name():
            return expr.name
        case surface.Number():
            return expr.text
        case surface.Unary():
            return f"({expr.op}{text(expr.operand)})"
        case surface.Binary():
            return f"({text(expr.left)} {expr.op} {text(expr.right)})"
    raise AssertionError(expr)


@pytest.mark.parametrize(
    ("expr", "expected"),
    [
        (plus(M, 0, AT), "m"),
        (plus(M, -2, AT), "(m - 2)"),
        (plus(minus(M, number(1, AT), AT), 1, AT), "m"),
        (minus(plus(M, 1, AT), number(3, AT), AT), "(m - 2)"),
        (minus(M, number(-1, AT), AT), "(m + 1)"),
        (minus(number(2, AT), number(5, AT), AT), "(-3)"),
        (plus(number(-2, AT), 5, AT), "3"),
        (minus(M, M, AT), "(m - m)"),
        (plus(minus(number(3, AT), M, AT), 1, AT), "((3 - m) + 1)"),
        (plus(surface.Binary("*", M, number(3, AT), AT), 1, AT), "((m * 3) + 1)"),
        (plus(surface.Binary("-", M, surface.Number("1.0", "float", AT), AT), 1, AT),
         "((m - 1.0) + 1)"),
    ],
)  # fmt: skip
def test_numbers_are_one(expr: surface.Expr, expected: str) -> None:
    assert text(expr) == expected
