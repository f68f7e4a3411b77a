"""How many binary digits a size has, and the powers of two next to it: lengths of transforms.

Both are sums of one term for each digit, which is 1 where the size reaches that power of two, else
0. Each stands under a name of its own, with that sum for its definition.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import numpy as np
import sympy

from adc.diagnostics import Span
from adc.ir import shapes
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.where_run import seen_to
from adc.lowering.integers.folding import folded
from adc.lowering.promotion import as_array, integer_of
from adc.lowering.values import Array, Integer, Value

#: Sizes have no more digits than this. Up to there the logarithm of a size in double precision is
#: rounded up or down as the exact one is.
_DIGITS = 40


def digits(
    cx: Context, size: sympy.Expr, span: Span | None, most: int = _DIGITS
) -> sympy.Expr | None:
    """The number of binary digits of `size`, which is not negative and has `most` of them: 0 of 0;
    None where it is surely another number or no expression of sizes."""
    size = sympy.expand(size)
    if size.is_Integer:
        return sympy.Integer(int(size).bit_length()) if 0 <= size < 2**most else None
    if not cx.of_sizes(size) or not seen_to(cx, size, f"the negative number {size}", span):
        return None
    if not seen_to(cx, 2**most - 1 - size, f"a size of more than {most} binary digits", span):
        return None
    found = _named(cx, "digits", sympy.Add(*(_reaches(size, k) for k in range(_DIGITS))))
    cx.digits[found] = size
    cx.assume_inside(found)
    return found


def _reaches(size: sympy.Expr, k: int) -> sympy.Expr:
    """1 where `size` is 2**k or more, else 0."""
    return shapes.minimum(1, shapes.maximum(0, size - 2**k + 1))


def _named(cx: Context, name: str, definition: sympy.Expr) -> sympy.Expr:
    if definition not in cx.defined:
        cx.defined[definition] = shapes.Defined(cx.new_name(name), definition)
    return cx.defined[definition]


def of_logarithm(cx: Context, expr: Expr, op: str) -> sympy.Expr | None:
    """What `op` rounds the binary logarithm `expr` of a size to; None for anything else."""
    of_what = _binary_logarithm(expr)
    if of_what is None:
        return None
    inner, most = of_what
    size = _whole(inner)
    if size is None or not cx.of_sizes(size):
        return None
    if not seen_to(cx, size - 1, f"a logarithm of {size}", cx.span):
        return None
    found = digits(cx, size - 1 if op == "ceil" else size, cx.span, most)
    return found if found is None or op == "ceil" else found - 1


def _whole(expr: Expr) -> sympy.Expr | None:
    """The integer that a number is, in floating point as well: `n + k - 1.0` of sizes, which is
    exact there."""
    if not isinstance(expr, Apply) or not expr.dtype.is_float:
        known = folded(expr) if isinstance(expr, Const) and expr.dtype.is_float else None
        whole = known is not None and known.is_integer() and abs(known) < 2**_DIGITS
        return sympy.Integer(int(known)) if known is not None and whole else integer_of(expr)
    if expr.dtype is not DType.FLOAT64 or expr.op not in ("cast", "add", "sub", "mul"):
        return None
    if expr.op == "cast":
        return _whole(expr.args[0])
    left, right = map(_whole, expr.args)
    if left is None or right is None:
        return None
    if expr.op == "mul":
        return left * right if left.is_Integer or right.is_Integer else None
    return left + right if expr.op == "add" else left - right


def _binary_logarithm(expr: Expr) -> tuple[Expr, int] | None:
    """What `expr` is the binary logarithm of: `log2(n)`, `log(n) / log(2)`, `log10(n) / log10(2)`;
    and how many digits that may have for it to be rounded as the exact logarithm is."""
    if not isinstance(expr, Apply) or expr.dtype is not DType.FLOAT64:
        return None
    if expr.op == "log2":
        return expr.args[0], _DIGITS
    top = expr.args[0]
    if expr.op != "div" or not isinstance(top, Apply) or top.op not in _QUOTIENTS:
        return None
    of_number, of_arrays = _QUOTIENTS[top.op]
    if folded(expr.args[1]) != of_number(2.0):
        return None
    powers = itertools.takewhile(
        lambda k: of_number(2.0**k) / of_number(2.0) == k == of_arrays(2.0**k) / of_arrays(2.0),
        range(_DIGITS),
    )
    return top.args[0], len(list(powers)) - 1


#: Logarithms of which Python's and NumPy's have to agree.
_QUOTIENTS: dict[str, tuple[Callable[[float], float], Callable[[float], float]]] = {
    "log": (math.log, np.log), "log10": (math.log10, np.log10),
}  # fmt: skip


def power_of_two(cx: Context, exponent: sympy.Expr) -> sympy.Expr | None:
    """2**exponent, where that is a number of digits and a constant; None for anything else."""
    symbols = [s for s in exponent.free_symbols if s in cx.digits]
    if len(symbols) != 1 or not sympy.expand(exponent - symbols[0]).is_Integer:
        return None
    size, more = cx.digits[symbols[0]], int(sympy.expand(exponent - symbols[0]))
    terms = (2**k * _reaches(size, k) for k in range(_DIGITS))
    whole = _named(cx, "power", 1 + sympy.Add(*terms))
    cx.assume_inside(sympy.expand(whole - size - 1))
    if more >= 0:
        return 2**more * whole
    below = 2**-more
    if not cx.prover.nonneg(sympy.expand(size - below // 2)):
        return None
    return shapes.floordiv(whole, below)


def _bit_length(cx: Context, site: CallSite) -> Value:
    """`n.bit_length()` of a size."""
    (value,) = site.bind("self").values()
    number = as_array(value)
    size = integer_of(number.at(())) if isinstance(number, Array) and not number.shape else None
    found = None if size is None or not number.weak else digits(cx, size, site.span)
    if found is None:
        raise site.error(
            "`bit_length` is supported of sizes and integer arguments that are not negative",
            help="make the number an integer argument, or assert that it is not negative",
        )
    return Integer(found)


TABLE = {"int.bit_length": _bit_length}

__all__ = ["TABLE", "digits", "of_logarithm", "power_of_two"]
