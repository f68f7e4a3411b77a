"""Values as C: the IR's order of operations, with only the parentheses that keep it."""

from __future__ import annotations

import math
from collections.abc import Callable

from adc.diagnostics import InternalError
from adc.emit.clike.integers import IntegerText
from adc.ir.build import const_value
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, IntValue, Read
from adc.ops import ALL_OPS
from adc.schedule.selections import Whole

C_TYPES = {
    DType.FLOAT64: "double",
    DType.FLOAT32: "float",
    DType.INT64: "int64_t",
    DType.INT32: "int32_t",
    DType.BOOL: "bool",
}

#: Precedence levels of C, weakest first.
_WHERE, _OR, _AND, _EQUAL, _ORDER, _SUM, _PRODUCT, _UNARY, _ATOM = range(9)

#: sign: text, own level, level asked of the left and of the right operand. `-Wall` asks for the
#: parentheses around `&&` inside `||` and around compared comparisons that a reader wants too.
_INFIX = {
    "+": (" + ", _SUM, _SUM, _PRODUCT),
    "-": (" - ", _SUM, _SUM, _PRODUCT),
    "*": ("*", _PRODUCT, _PRODUCT, _UNARY),
    "/": ("/", _PRODUCT, _PRODUCT, _UNARY),
    "<": (" < ", _ORDER, _SUM, _SUM),
    "<=": (" <= ", _ORDER, _SUM, _SUM),
    ">": (" > ", _ORDER, _SUM, _SUM),
    ">=": (" >= ", _ORDER, _SUM, _SUM),
    "==": (" == ", _EQUAL, _SUM, _SUM),
    "!=": (" != ", _EQUAL, _SUM, _SUM),
    "&&": (" && ", _AND, _AND, _EQUAL),
    "||": (" || ", _OR, _EQUAL, _EQUAL),
    "&": (" & ", _AND, _PRODUCT, _PRODUCT),
    "|": (" | ", _OR, _PRODUCT, _PRODUCT),
    "^": (" ^ ", _OR, _PRODUCT, _PRODUCT),
}

#: What IntegerText's levels (sum, quotient, product, atom) are among these.
_INTEGER_LEVELS = (_SUM, _PRODUCT, _PRODUCT, _ATOM)


#: Exponents, up to their sign, of a root and so few products that they are as exact as libmvec.
_ROOTED = (0.5, 1.5, 2.5, 3.5)


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
        sign = ALL_OPS[op].in_code().sign
        if isinstance(expr, Whole):
            return self._whole(expr, sign)
        if op == "where":
            condition, a, b = args
            return (
                f"{self._at(condition, _OR)} ? {self._at(a, _OR)} : {self._at(b, _OR)}",
                _WHERE,
            )
        if sign and len(args) == 2:
            return self._infix(sign, *args)
        if sign:
            # Compilers warn of `!a == b`, which reads as if it denied the comparison.
            return sign + self._at(args[0], _ATOM), _EQUAL if op == "not" else _PRODUCT
        if op == "cast":
            return self._cast(args[0], expr.dtype)
        if op == "pow":
            return self._power(args[0], args[1], expr.dtype)
        return self._call(function_name(op, args[0].dtype), args)

    def _whole(self, expr: Whole, sign: str) -> tuple[str, int]:
        """What computes all of its values: a function's arguments, or bits that are combined."""
        if expr.op == "where":
            return self._call(
                "adc_selectf" if expr.dtype is DType.FLOAT32 else "adc_select", expr.args
            )
        return self._infix(sign[0], *expr.args)

    def _infix(self, sign: str, a: Expr, b: Expr) -> tuple[str, int]:
        if sign == "/" and not a.dtype.is_float:
            raise InternalError("a true division of integers")
        text, own, left, right = _INFIX[sign]
        last = self._at(b, right)
        if last.startswith("-") and sign in ("+", "-", "*", "/"):
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
        """NumPy's own short cuts: `x**2` is `x*x`, `x**0.5` is `sqrt(x)`, `x**-1` is `1/x`. Other
        small multiples of 1/2 are a root and products."""
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
        if number is not None and dtype.is_float and abs(number) in _ROOTED:
            halves = int(2 * number)
            return f"adc_half_power{suffix}({self(base)}, {halves})", _ATOM
        return self._call(function_name("pow", dtype), (base, exponent))


def function_name(op: str, dtype: DType) -> str:
    """The C function that computes `op` on arguments of `dtype`."""
    code = ALL_OPS[op].in_code()
    name = code.single if dtype is DType.FLOAT32 else code.double
    if not dtype.is_float and code.integer:
        return code.integer
    if not name:
        raise InternalError(f"no C for the operation {op!r}")
    return name


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
