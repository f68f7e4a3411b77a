"""Smart constructors of values.

They apply only identities that hold exactly in floating point (`x*1`, `x/1`, `x - 0`, `--x`, and
`x + 0`, which may change the sign of a zero) and never reassociate. `mul_zero_ok` and `scale`, for
derivative code, also know that a factor which is identically zero annihilates.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache

from adc.diagnostics import InternalError
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, IntValue

COMPARISONS = frozenset({"lt", "le", "gt", "ge", "eq", "ne"})
LOGICAL = frozenset({"and", "or", "not"})
PREDICATES = frozenset({"isnan", "isinf", "isfinite"})

_NAMED = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan, "pi": math.pi, "e": math.e}
_TRUTH = {"true": True, "false": False, ".true.": True, ".false.": False}
#: Integers up to this magnitude are exact in the type.
_EXACT = {DType.FLOAT64: 2**53, DType.FLOAT32: 2**24}


def const(value: str | float | int | bool, dtype: DType) -> Const:
    """A literal: a text is kept as it is spelled, a number gets the shortest exact spelling."""
    if isinstance(value, str):
        return Const(value, dtype)
    if dtype is DType.BOOL:
        return Const(str(bool(value)), dtype)
    if dtype.is_integer:
        return Const(str(int(value)), dtype)
    return Const(repr(float(value)), dtype)


def zero(dtype: DType) -> Const:
    return const(0, dtype)


def one(dtype: DType) -> Const:
    return const(1, dtype)


def const_value(literal: Const) -> float | int | bool:
    """The number or truth value of a literal: bool, int or float after its dtype.

    Python's spellings (`1_000`, `0x1f`, `1e-3`, `.5`) and Fortran's `1.5d0` are understood.
    """
    text = literal.text.lower()
    if text in _TRUTH:
        number: float | int = _TRUTH[text]
    elif text in _NAMED:
        number = _NAMED[text]
    else:
        number = _parse_number(text)
    if literal.dtype is DType.BOOL:
        return bool(number)
    return int(number) if literal.dtype.is_integer else float(number)


@lru_cache(maxsize=None)
def _parse_number(text: str) -> float | int:
    try:
        return int(text, 0)
    except ValueError:
        pass
    try:
        return float(re.sub(r"(?<=[\d.])d(?=[-+\d])", "e", text))
    except ValueError:
        raise InternalError(f"a literal that is no number: {text!r}") from None


def is_zero(expr: Expr) -> bool:
    """Whether `expr` is literally zero (or false)."""
    if isinstance(expr, IntValue):
        return expr.value == 0
    return isinstance(expr, Const) and const_value(expr) == 0


def is_one(expr: Expr) -> bool:
    """Whether `expr` is literally one (or true)."""
    if isinstance(expr, IntValue):
        return expr.value == 1
    return isinstance(expr, Const) and const_value(expr) == 1


def is_op(expr: Expr, op: str) -> bool:
    return isinstance(expr, Apply) and expr.op == op


def result_dtype(op: str, args: tuple[Expr, ...]) -> DType:
    """The element type of `op` on `args`, whose types already agree (`cast` states its own)."""
    if op in COMPARISONS or op in LOGICAL or op in PREDICATES:
        return DType.BOOL
    if op == "cast":
        raise InternalError("a cast states its type itself")
    return args[1].dtype if op == "where" else args[0].dtype


def apply(op: str, *args: Expr, dtype: DType | None = None) -> Apply:
    """The operation as it stands, nothing folded; the type follows from the arguments."""
    return Apply(op, args, dtype or result_dtype(op, args))


def add(a: Expr, b: Expr) -> Expr:
    if is_zero(b):
        return a
    if is_zero(a):
        return b
    if isinstance(b, Apply) and b.op == "neg":
        return apply("sub", a, b.args[0])
    return apply("add", a, b)


def sub(a: Expr, b: Expr) -> Expr:
    if is_zero(b):
        return a
    if isinstance(b, Apply) and b.op == "neg":
        return apply("add", a, b.args[0])
    return apply("sub", a, b)


def mul(a: Expr, b: Expr) -> Expr:
    if is_one(a):
        return b
    if is_one(b):
        return a
    return apply("mul", a, b)


def div(a: Expr, b: Expr) -> Expr:
    """True division of floating values; of integers only what is exact is written so."""
    return a if is_one(b) else apply("div", a, b)


def neg(a: Expr) -> Expr:
    if isinstance(a, Apply) and a.op == "neg":
        return a.args[0]
    return apply("neg", a)


def power(a: Expr, b: Expr) -> Expr:
    return a if is_one(b) else apply("pow", a, b)


def compare(op: str, a: Expr, b: Expr) -> Expr:
    if op not in COMPARISONS:
        raise InternalError(f"{op!r} is not a comparison")
    if a == b and not a.dtype.is_float:  # a NaN alone differs from itself
        return const(op in ("eq", "le", "ge"), DType.BOOL)
    return apply(op, a, b)


def where(condition: Expr, a: Expr, b: Expr) -> Expr:
    """`a` where the condition holds, else `b`; only the branch taken is evaluated."""
    if isinstance(condition, Const):
        return a if const_value(condition) else b
    return a if a == b else apply("where", condition, a, b)


def cast(x: Expr, dtype: DType) -> Expr:
    """`x` converted to `dtype`; a no-op where it has it, and folded for exact integer literals."""
    if x.dtype is dtype:
        return x
    if isinstance(x, Const) and x.dtype.is_integer and dtype in _EXACT:
        value = const_value(x)
        if abs(value) <= _EXACT[dtype]:
            return const(value, dtype)
    return Apply("cast", (x,), dtype)


def mul_zero_ok(a: Expr, b: Expr) -> Expr:
    """`a*b` where a literal zero annihilates: exact for finite factors, for derivatives only."""
    return zero(a.dtype) if is_zero(a) or is_zero(b) else mul(a, b)


def scale(x: Expr, factor: Expr, guarded: bool = False) -> Expr:
    """`factor * x` for derivative code: zero annihilates, signs move out, `(1/d)*x` is `x/d`.

    A factor that is zero in one branch of a `where` keeps the product inside the branch, so that
    what the branch excludes is not evaluated. `guarded`: zero annihilates infinity and NaN too.
    """
    if is_zero(x) or is_zero(factor):
        return zero(x.dtype)
    if isinstance(x, Apply) and x.op == "neg":
        return neg(scale(x.args[0], factor, guarded))
    if isinstance(factor, Apply):
        if factor.op == "neg":
            return neg(scale(x, factor.args[0], guarded))
        if factor.op == "div" and is_one(factor.args[0]):
            return apply("zdiv", x, factor.args[1]) if guarded else div(x, factor.args[1])
        if factor.op == "where" and (is_zero(factor.args[1]) or is_zero(factor.args[2])):
            condition, a, b = factor.args
            return where(condition, scale(x, a, guarded), scale(x, b, guarded))
    if guarded and not (is_one(factor) or is_one(x)):
        return apply("zmul", x, factor)
    return mul(factor, x)
