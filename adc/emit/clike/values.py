"""Values as C: the IR's order of operations, with only the parentheses that keep it."""

from __future__ import annotations

import math
from collections.abc import Callable

from adc.diagnostics import InternalError
from adc.emit.clike.integers import IntegerText
from adc.ir.build import const_value
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, IntValue, Read

C_TYPES = {
    DType.FLOAT64: "double",
    DType.FLOAT32: "float",
    DType.INT64: "int64_t",
    DType.INT32: "int32_t",
    DType.BOOL: "bool",
}

#: Precedence levels of C, weakest first.
_WHERE, _OR, _AND, _EQUAL, _ORDER, _SUM, _PRODUCT, _UNARY, _ATOM = range(9)

#: op: text, own level, level asked of the left and of the right operand. `-Wall` asks for the
#: parentheses around `&&` inside `||` and around compared comparisons that a reader wants too.
_INFIX = {
    "add": (" + ", _SUM, _SUM, _PRODUCT),
    "sub": (" - ", _SUM, _SUM, _PRODUCT),
    "mul": ("*", _PRODUCT, _PRODUCT, _UNARY),
    "div": ("/", _PRODUCT, _PRODUCT, _UNARY),
    "lt": (" < ", _ORDER, _SUM, _SUM),
    "le": (" <= ", _ORDER, _SUM, _SUM),
    "gt": (" > ", _ORDER, _SUM, _SUM),
    "ge": (" >= ", _ORDER, _SUM, _SUM),
    "eq": (" == ", _EQUAL, _SUM, _SUM),
    "ne": (" != ", _EQUAL, _SUM, _SUM),
    "and": (" && ", _AND, _AND, _EQUAL),
    "or": (" || ", _OR, _EQUAL, _EQUAL),
}

#: What IntegerText's levels (sum, quotient, product, atom) are among these.
_INTEGER_LEVELS = (_SUM, _PRODUCT, _PRODUCT, _ATOM)

#: Functions of <math.h>; the single-precision ones end in f.
_MATH = {
    "sqrt": "sqrt", "cbrt": "cbrt", "exp": "exp", "exp2": "exp2", "expm1": "expm1", "log": "log",
    "log2": "log2", "log10": "log10", "log1p": "log1p", "sin": "sin", "cos": "cos", "tan": "tan",
    "arcsin": "asin", "arccos": "acos", "arctan": "atan", "arctan2": "atan2", "sinh": "sinh",
    "cosh": "cosh", "tanh": "tanh", "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh",
    "hypot": "hypot", "fmax": "fmax", "fmin": "fmin", "floor": "floor", "ceil": "ceil",
    "trunc": "trunc", "rint": "rint", "copysign": "copysign", "erf": "erf", "erfc": "erfc",
    "gamma": "tgamma", "lgamma": "lgamma", "fmod": "fmod", "abs": "fabs", "pow": "pow",
}  # fmt: skip

MATH_FUNCTIONS = tuple(_MATH.values())

#: Helpers that the file defines (`adc.emit.clike.support`); the single-precision ones end in f.
_FLOAT_HELPERS = {
    "maximum": "adc_maximum", "minimum": "adc_minimum", "sign": "adc_sign",
    "heaviside": "adc_heaviside", "logaddexp": "adc_logaddexp", "logaddexp2": "adc_logaddexp2",
    "floordiv": "adc_fdiv", "mod": "adc_mod", "zmul": "adc_zmul", "zdiv": "adc_zdiv",
    "digamma": "adc_digamma", "trigamma": "adc_trigamma",
}  # fmt: skip
_INTEGER_HELPERS = {
    "maximum": "adc_imax", "minimum": "adc_imin", "fmax": "adc_imax", "fmin": "adc_imin",
    "abs": "adc_iabs", "sign": "adc_isign", "floordiv": "adc_floordiv", "mod": "adc_floormod",
    "pow": "adc_ipow",
}  # fmt: skip


class ValueText:
    """Spells values; `element` spells the element or scalar that a Read is."""

    def __init__(self, integers: IntegerText, element: Callable[[Read], str]) -> None:
        self.integers = integers
        self.element = element

    def __call__(self, expr: Expr) -> str:
        return self._spell(expr)[0]

    def factor(self, expr: Expr) -> str:
        """`expr` as the right operand of a product."""
        return self._at(expr, _UNARY)

    def _at(self, expr: Expr, level: int) -> str:
        text, own = self._spell(expr)
        return text if own >= level else f"({text})"

    def _spell(self, expr: Expr) -> tuple[str, int]:
        if isinstance(expr, Const):
            text = constant(expr)
            return text, _UNARY - 1 if text.startswith("-") else _ATOM
        if isinstance(expr, IntValue):
            return self._integer(expr)
        if isinstance(expr, Read):
            text = self.element(expr)
            # `x/*p` would begin a comment: on the right of an operator `*p` stands in brackets.
            return text, _PRODUCT if text.startswith("*") else _ATOM
        if isinstance(expr, Apply):
            return self._apply(expr)
        raise InternalError(f"no C for the value {expr}")

    def _integer(self, expr: IntValue) -> tuple[str, int]:
        text, level = self.integers.spell(expr.value)
        if expr.dtype.is_float:
            return f"({C_TYPES[expr.dtype]}){self.integers.atom(expr.value)}", _UNARY
        return text, _INTEGER_LEVELS[level]

    def _apply(self, expr: Apply) -> tuple[str, int]:
        op, args = expr.op, expr.args
        if op in _INFIX:
            return self._infix(op, *args)
        if op in ("neg", "not"):
            inner = self._at(args[0], _ATOM)
            return ("-" if op == "neg" else "!") + inner, _UNARY if op == "not" else _PRODUCT
        if op == "where":
            condition, a, b = args
            return (
                f"{self._at(condition, _OR)} ? {self._at(a, _OR)} : {self._at(b, _OR)}",
                _WHERE,
            )
        if op == "cast":
            return self._cast(args[0], expr.dtype)
        if op == "pow":
            return self._power(args[0], args[1], expr.dtype)
        if op in ("isnan", "isinf", "isfinite"):
            return f"{op}({self(args[0])})", _ATOM
        return self._call(function_name(op, args[0].dtype), args)

    def _infix(self, op: str, a: Expr, b: Expr) -> tuple[str, int]:
        if op == "div" and not a.dtype.is_float:
            raise InternalError("a true division of integers")
        text, own, left, right = _INFIX[op]
        last = self._at(b, right)
        if last.startswith("-") and op in ("add", "sub", "mul", "div"):
            last = f"({last})"
        return self._at(a, left) + text + last, own

    def _call(self, name: str, args: tuple[Expr, ...]) -> tuple[str, int]:
        return f"{name}({', '.join(self(a) for a in args)})", _ATOM

    def _cast(self, value: Expr, dtype: DType) -> tuple[str, int]:
        if value.dtype is dtype:
            return self._spell(value)
        if dtype is DType.BOOL:
            return f"{self._at(value, _SUM)} != 0", _EQUAL
        if value.dtype is DType.BOOL and dtype.is_integer and isinstance(value, Apply):
            # A comparison may meet any integer; compilers warn of one that it never is.
            return f"({C_TYPES[dtype]})({self._at(value, _OR)} ? 1 : 0)", _UNARY
        return f"({C_TYPES[dtype]}){self._at(value, _ATOM)}", _UNARY

    def _power(self, base: Expr, exponent: Expr, dtype: DType) -> tuple[str, int]:
        """NumPy's own short cuts: `x**2` is `x*x`, `x**0.5` is `sqrt(x)`, `x**-1` is `1/x`."""
        suffix = "f" if dtype is DType.FLOAT32 else ""
        number = const_value(exponent) if isinstance(exponent, Const) else None
        if number == 2 and isinstance(base, (Read, IntValue)):
            text = self._at(base, _UNARY)
            return f"{text}*{text}", _PRODUCT
        if number == 2:
            helper = f"adc_square{suffix}" if dtype.is_float else "adc_isquare"
            return self._call(helper, (base,))
        if number == 0.5 and dtype.is_float:
            return self._call("sqrt" + suffix, (base,))
        if number == -1 and dtype.is_float:
            return f"1.0{suffix}/{self._at(base, _UNARY)}", _PRODUCT
        return self._call(function_name("pow", dtype), (base, exponent))


def function_name(op: str, dtype: DType) -> str:
    """The C function that computes `op` on arguments of `dtype`."""
    if not dtype.is_float and op in _INTEGER_HELPERS:
        return _INTEGER_HELPERS[op]
    name = _FLOAT_HELPERS.get(op) or _MATH.get(op)
    if name is None:
        raise InternalError(f"no C for the operation {op!r}")
    return name + ("f" if dtype is DType.FLOAT32 else "")


def constant(literal: Const) -> str:
    """A literal in C: the source's spelling, as a constant of its type."""
    value = const_value(literal)
    if literal.dtype is DType.BOOL:
        return "true" if value else "false"
    if literal.dtype.is_integer:
        return _integer_constant(int(value))
    suffix = "f" if literal.dtype is DType.FLOAT32 else ""
    if math.isnan(value):
        return "NAN"
    if math.isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    return _float_spelling(literal.text, float(value)) + suffix


def _integer_constant(value: int) -> str:
    if value == -(2**63):
        return "INT64_MIN"
    return str(value) if abs(value) < 2**31 else f"INT64_C({value})"


def _float_spelling(text: str, value: float) -> str:
    """`text` if C reads it as a floating constant too, else the number's shortest spelling."""
    text = text.replace("_", "").lower()
    if text.lstrip("-+").isdigit():
        return f"{text}.0"
    if not any(c.isdigit() for c in text) or not all(c in "0123456789.e+-" for c in text):
        return repr(value)
    text = text.replace(".e", ".0e")
    return text + "0" if text.endswith(".") else text
