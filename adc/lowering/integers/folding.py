"""Arithmetic of literals in double precision, as Python does it."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable

import numpy as np
import sympy

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, IntValue


def _with_sign(rounded: Callable[[float], int]) -> Callable[[float], float]:
    """The same as a floating number, which has the sign of the operand where it is 0."""
    return lambda v: math.copysign(rounded(v), v)


def _extreme(chosen: Callable[..., float]) -> Callable[..., float]:
    """The same of numbers that differ: of equal ones, 0 and -0 say, and of NaN it is the order
    that decides."""

    def value(one: float, other: float) -> float:
        if one != one or other != other or (one == other and str(one) != str(other)):
            raise ValueError("no number is the extreme")
        return chosen(one, other)

    return value


def _agreed(name: str) -> Callable[[float], float]:
    """The function `name` of `math` and of NumPy, which may differ in the last place."""
    of_python, of_numpy = getattr(math, name), getattr(np, name)

    def value(v: float) -> float:
        found: float = of_python(v)
        if found != float(of_numpy(v)):
            raise ValueError(f"{name}({v!r}) is not the same in all libraries")
        return found

    return value


_FOLDED: dict[str, Callable[..., float]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "div": operator.truediv,
    "floordiv": operator.floordiv, "mod": operator.mod, "fmod": math.fmod, "neg": operator.neg,
    "pow": math.pow, "sqrt": math.sqrt, "abs": abs,
    **dict.fromkeys(("maximum", "larger"), _extreme(max)),
    **dict.fromkeys(("minimum", "smaller"), _extreme(min)),
    "ceil": _with_sign(math.ceil), "floor": _with_sign(math.floor),
    "trunc": _with_sign(math.trunc), "rint": _with_sign(round),
    "spacing": lambda v: float(np.spacing(v)),
    **{name: _agreed(name) for name in ("exp", "log", "log2", "log10", "sin", "cos", "tan")},
}  # fmt: skip


def folded(expr: Expr) -> float | None:
    """The number that arithmetic of literals in double precision gives in Python; None for
    anything else."""
    if expr.dtype is not DType.FLOAT64:
        return None
    if isinstance(expr, Const):
        return float(build.const_value(expr))
    if not isinstance(expr, Apply):
        return None
    if expr.op == "cast":
        whole = _integer_of(expr)
        return float(whole) if whole is not None and whole.is_Integer else None
    values = [folded(a) for a in expr.args]
    known = [v for v in values if v is not None]
    if expr.op not in _FOLDED or len(known) < len(values):
        return None
    try:
        return float(_FOLDED[expr.op](*known))
    except (ArithmeticError, ValueError):
        return None


def _integer_of(expr: Expr) -> sympy.Expr | None:
    """The integer that a floating operand was converted from, or spells."""
    if isinstance(expr, Apply) and expr.op == "cast" and isinstance(expr.args[0], IntValue):
        return expr.args[0].value
    if isinstance(expr, Const) and float(build.const_value(expr)).is_integer():
        return sympy.Integer(int(build.const_value(expr)))
    return None
