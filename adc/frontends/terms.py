"""Small terms of the surface tree, and what is known of them at once."""

from __future__ import annotations

from adc.diagnostics import Span
from adc.frontends import surface


def intrinsic(name: str, arguments: tuple[surface.Expr, ...], span: Span) -> surface.Call:
    return surface.Call(surface.Intrinsic(name, span), arguments, (), span)


def number(value: int, span: Span) -> surface.Expr:
    if value < 0:
        return surface.Unary("-", surface.Number(str(-value), "int", span), span)
    return surface.Number(str(value), "int", span)


def minus(left: surface.Expr, right: surface.Expr, span: Span) -> surface.Expr:
    if isinstance(right, surface.Number) and right.text == "0":
        return left
    if isinstance(left, surface.Number) and isinstance(right, surface.Number):
        return number(int(left.text) - int(right.text), span)
    return surface.Binary("-", left, right, span)


def plus(left: surface.Expr, value: int, span: Span) -> surface.Expr:
    if value == 0:
        return left
    op = "+" if value > 0 else "-"
    return surface.Binary(op, left, surface.Number(str(abs(value)), "int", span), span)
