"""What a comparison that chooses a half of the interval says to be zero at the root."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adc.differentiate.implicit.stopping import resolved
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, reads

_ORDERS = ("lt", "le", "gt", "ge")
_SAME = ("eq", "ne")
_CONNECTIVES = ("and", "or", "not")


def residual_of(
    condition: Expr, moving: frozenset[str], known: Mapping[str, Expr]
) -> Expr | None:  # fmt: skip
    """The one expression in `condition` that depends on what is `moving` and whose sign decides;
    `known` are booleans' values. None where there is none, or more than one."""
    found = set(_signs(condition, moving, known))
    return found.pop() if len(found) == 1 else None


def _signs(
    expr: Expr, moving: frozenset[str], known: Mapping[str, Expr]
) -> Iterator[Expr | None]:  # fmt: skip
    """What decides by its sign; None for what decides in another way."""
    expr = resolved(expr, known)
    if not _depends(expr, moving):
        return
    if not isinstance(expr, Apply):
        yield None
        return
    of_booleans = expr.op in _SAME and all(a.dtype is DType.BOOL for a in expr.args)
    chosen = expr.op == "where" and expr.dtype is DType.BOOL
    if expr.op in _CONNECTIVES or of_booleans or chosen:
        for part in expr.args:
            yield from _signs(part, moving, known)
    elif expr.op in _ORDERS and expr.args[0].dtype.is_float:
        left, right = expr.args
        yield _compared(left, right, moving)
    elif expr.op in _SAME and all(_is_sign(a) for a in expr.args):
        yield _factor(expr.args[0], moving) or _factor(expr.args[1], moving)
    else:
        yield None


def _depends(expr: Expr, moving: frozenset[str]) -> bool:
    """Whether a read of what is moving stands in `expr`, or may do so behind a boolean."""
    return any(r.container in moving for r in reads(expr))


def _compared(left: Expr, right: Expr, moving: frozenset[str]) -> Expr | None:
    """What is zero where both sides are equal."""
    if _is_zero(right):
        return _factor(left, moving)
    if _is_zero(left):
        return _factor(right, moving)
    return build.sub(left, right)


def _factor(expr: Expr, moving: frozenset[str]) -> Expr | None:
    """The one factor of a product that moves; None where two do."""
    while isinstance(expr, Apply) and expr.op in ("mul", "div", "neg", "sign"):
        inside = [a for a in expr.args if _depends(a, moving)]
        if len(inside) != 1:
            return None
        expr = inside[0]
    return expr if _depends(expr, moving) and expr.dtype.is_float else None


def _is_sign(expr: Expr) -> bool:
    return isinstance(expr, Apply) and expr.op == "sign" and expr.dtype.is_float


def _is_zero(expr: Expr) -> bool:
    return isinstance(expr, Const) and build.is_zero(expr)
