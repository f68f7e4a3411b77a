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
    known = _whole(right)
    if known is not None:
        return plus(left, -known, span)
    return surface.Binary("-", left, right, span)


def plus(left: surface.Expr, value: int, span: Span) -> surface.Expr:
    """`left` and a number, where `left` ends in a number the sum of the two: `m - 1 + 1` is `m`."""
    if value == 0:
        return left
    known = _whole(left)
    if known is not None:
        return number(known + value, span)
    if isinstance(left, surface.Binary) and left.op in ("+", "-"):
        last = _whole(left.right)
        if last is not None:
            return plus(left.left, value + (last if left.op == "+" else -last), span)
    op = "+" if value > 0 else "-"
    return surface.Binary(op, left, surface.Number(str(abs(value)), "int", span), span)


def _whole(expr: surface.Expr) -> int | None:
    """The number that a literal integer is, with its sign."""
    if isinstance(expr, surface.Unary) and expr.op == "-":
        known = _whole(expr.operand)
        return None if known is None else -known
    if isinstance(expr, surface.Number) and expr.kind == "int" and not expr.dtype:
        return int(expr.text)
    return None
