"""Constant expressions: PARAMETERs, kinds, and arithmetic, evaluated as Fortran does.

An integer is Python's int, a real numpy.float32 or numpy.float64, as its kind is.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable

import numpy as np

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.symbol import Scope, Symbol, Value
from adc.ir.dtypes import DType

#: The kind number, which is the number of bytes, of each type that adc computes with.
_BY_KIND = {
    ("real", 4): DType.FLOAT32,
    ("real", 8): DType.FLOAT64,
    ("complex", 4): DType.FLOAT32,
    ("complex", 8): DType.FLOAT64,
    ("integer", 4): DType.INT32,
    ("integer", 8): DType.INT64,
}
_HELP = {
    "real": "use the kind of `real` (4) or `double precision` (8)",
    "complex": "use the kind of `real` (4) or `double precision` (8)",
    "integer": "use an integer of kind 4 or 8",
}
#: Arguments that are no scalar, or none of an element.
_NO_VALUE = (tree.Section, tree.Keyword)
#: More digits than any array has elements: what is larger is not evaluated.
_LARGEST = 2**63


def integer_constant(expr: tree.Expr, scope: Scope) -> int | None:
    """The integer that `expr` in `scope` is; None where it is no integer or no constant."""
    found = constant(expr, scope)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def constant(expr: tree.Expr, scope: Scope) -> Value | None:
    """The value of a scalar constant expression; None where it is none that adc can evaluate."""
    with np.errstate(all="ignore"):
        found = _value(expr, scope)
    if isinstance(found, int) and abs(found) > _LARGEST:
        return None
    return found


def _value(expr: tree.Expr, scope: Scope) -> Value | None:
    if isinstance(expr, tree.Number):
        return _number(expr, scope)
    if isinstance(expr, (tree.Logical, tree.String)):
        return expr.value
    if isinstance(expr, tree.Name):
        return _named(scope.lookup(expr.name, expr.span))
    if isinstance(expr, tree.Unary):
        return _unary(expr.op, _value(expr.operand, scope))
    if isinstance(expr, tree.Binary):
        return _binary(expr.op, _value(expr.left, scope), _value(expr.right, scope))
    if isinstance(expr, tree.Apply):
        return _applied(expr, scope)
    return None


def _number(number: tree.Number, scope: Scope) -> Value:
    if number.kind == "integer":
        return int(number.text)
    text = number.text.replace("d", "e")
    return np.float32(text) if literal_dtype(number, scope) is DType.FLOAT32 else np.float64(text)


def _named(symbol: Symbol) -> Value | None:
    if symbol.storage != "constant" or symbol.init is None or symbol.bounds is not None:
        return None
    value = symbol.scope.values.scalar(symbol)
    if isinstance(value, str) and symbol.length is not None:
        return value[: symbol.length].ljust(symbol.length)
    return value


def converted(value: Value | None, dtype: DType | None) -> Value | None:
    """`value` as a constant of type `dtype` holds it: rounded, or truncated to an integer."""
    if value is None or isinstance(value, (str, bool)) or dtype is None or dtype is DType.BOOL:
        return value
    if dtype is DType.FLOAT32:
        return np.float32(value)
    if dtype is DType.FLOAT64:
        return np.float64(value)
    return _truncated(value)


def _truncated(value: int | np.floating) -> int | None:
    return int(value) if np.isfinite(float(value)) else None


def _unary(op: str, value: Value | None) -> Value | None:
    if value is None or isinstance(value, str):
        return None
    if op == ".not.":
        return not value if isinstance(value, bool) else None
    if isinstance(value, bool):
        return value if op == "()" else None
    return -value if op == "-" else value


def _divided(a: int | np.floating, b: int | np.floating) -> Value | None:
    if not (isinstance(a, int) and isinstance(b, int)):
        return None if b == 0 else np.true_divide(a, b)
    if b == 0:
        return None
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _power(a: int | np.floating, b: int | np.floating) -> Value | None:
    if not (isinstance(a, int) and isinstance(b, int)):
        return None if float(a) < 0 and not isinstance(b, int) else a**b
    if b < 0:
        return {1: 1, -1: 1 - 2 * (b % 2)}.get(a, 0) if a else None
    return int(a**b) if b * max(a.bit_length(), 1) < 128 else None


_ARITHMETIC: dict[str, Callable[..., Value | None]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divided,
    "**": _power,
}
_COMPARISONS: dict[str, Callable[..., bool]] = {
    "==": operator.eq,
    "/=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_LOGIC: dict[str, Callable[[bool, bool], bool]] = {
    ".and.": lambda a, b: a and b,
    ".or.": lambda a, b: a or b,
    ".eqv.": operator.eq,
    ".neqv.": operator.ne,
}


def _binary(op: str, a: Value | None, b: Value | None) -> Value | None:
    if isinstance(a, bool) and isinstance(b, bool):
        return _LOGIC[op](a, b) if op in _LOGIC else None
    if a is None or b is None or isinstance(a, (str, bool)) or isinstance(b, (str, bool)):
        return None
    if op in _COMPARISONS:
        return bool(_COMPARISONS[op](a, b))
    return _bounded(_ARITHMETIC[op](a, b)) if op in _ARITHMETIC else None


def _bounded(value: Value | None) -> Value | None:
    """`value`, but for integers that no kind holds."""
    return None if isinstance(value, int) and value.bit_length() > 128 else value


# -- elements of constant arrays -------------------------------------------------------------------


def items(expr: tree.Expr, scope: Scope) -> tuple[Value, ...] | None:
    """The elements of a constant array that a constructor, another such array, RESHAPE of one of
    both or a scalar (one item) gives, the first subscript running fastest; None for any others."""
    if isinstance(expr, tree.Constructor):
        parts = [items(item, scope) for item in expr.items] if expr.type is None else [None]
        known = [part for part in parts if part is not None]
        return tuple(v for part in known for v in part) if len(known) == len(parts) else None
    if isinstance(expr, tree.Name):
        symbol = scope.lookup(expr.name, expr.span)
        if symbol.storage == "constant" and symbol.bounds is not None:
            found, count = symbol.scope.values.items(symbol), math.prod(constant_shape(symbol))
            return found if found is None or len(found) != 1 else found * count
    if isinstance(expr, tree.Apply) and expr.name == "reshape" and len(expr.arguments) == 2:
        given = expr.arguments[0]
        is_own = scope.lookup(expr.name, expr.name_span).storage == "intrinsic"
        return None if not is_own or isinstance(given, _NO_VALUE) else items(given, scope)
    if isinstance(expr, tree.Binary) and expr.op != ",":
        return _paired(expr.op, items(expr.left, scope), items(expr.right, scope))
    value = constant(expr, scope)
    return None if value is None else (value,)


def _paired(
    op: str, left: tuple[Value, ...] | None, right: tuple[Value, ...] | None
) -> tuple[Value, ...] | None:
    """An operation of arrays, element by element; one item is the same for all."""
    if not left or not right or (len(left) != len(right) and 1 not in (len(left), len(right))):
        return None
    count = max(len(left), len(right))
    pairs = zip(left * (count // len(left)), right * (count // len(right)), strict=True)
    found = [_binary(op, a, b) for a, b in pairs]
    known = tuple(value for value in found if value is not None)
    return known if len(known) == count else None


def element(symbol: Symbol, expr: tree.Apply, scope: Scope) -> Value | None:
    """An element of a constant array of integers or logicals, where its subscripts are constants
    inside the bounds."""
    if symbol.base not in ("integer", "logical") or symbol.bounds is None:
        return None
    shape, place, stride = constant_shape(symbol), 0, 1
    if len(expr.arguments) != len(shape):
        return None
    for argument, bounds, size in zip(expr.arguments, symbol.bounds, shape, strict=True):
        at = None if isinstance(argument, _NO_VALUE) else integer_constant(argument, scope)
        low = lower_bound(bounds, symbol.scope)
        if at is None or low is None or not low <= at < low + size:
            return None
        place, stride = place + (at - low) * stride, stride * size
    found = symbol.scope.values.items(symbol)
    if found is None or len(found) not in (1, stride):
        return None
    return found[place % len(found)]


# -- kinds -----------------------------------------------------------------------------------------


def of_kind(base: str, kind: int, span: Span) -> DType:
    """The element type of a real or integer of this kind; raises ADC0222 for others."""
    found = _BY_KIND.get((base, kind))
    if found is None:
        message = f"`{base}` of kind {kind} is not supported"
        raise AdcError.of("ADC0222", message, span, help=_HELP[base])
    return found


def kind_number(expr: tree.Expr, scope: Scope) -> int:
    """The number that a kind is; raises ADC0179 where it is no constant."""
    found = integer_constant(expr, scope)
    if found is None:
        message = "adc cannot tell the value of this kind"
        raise AdcError.of("ADC0179", message, expr.span, help="use a constant, such as `kind(1d0)`")
    return found


def literal_dtype(number: tree.Number, scope: Scope) -> DType:
    """`1.0` is single precision, `1.0d0` double, `1.0_dp` of its kind, `1` a 4-byte integer."""
    if number.kind == "double":
        return DType.FLOAT64
    kind = None if number.suffix is None else kind_number(number.suffix, scope)
    kind = scope.reals.kind(kind) if number.kind == "real" else kind or 4
    return of_kind(number.kind, kind, number.span)


# -- intrinsic functions ---------------------------------------------------------------------------


def _applied(expr: tree.Apply, scope: Scope) -> Value | None:
    symbol = scope.lookup(expr.name, expr.name_span)
    if symbol.storage == "constant":
        return element(symbol, expr, scope)
    if symbol.storage != "intrinsic":
        return None
    if expr.name in _OF_TYPE:
        return _of_type(expr, scope)
    names = _KEYWORDS.get(expr.name, ())
    given = _arguments(expr, scope, names)
    if given is None or expr.name not in _FUNCTIONS:
        return None
    if expr.name in _TO_REAL and (len(given) < 2 or not given[1]):
        given = [*given[:1], scope.reals.default]
    try:
        return _FUNCTIONS[expr.name](*given)
    except (TypeError, ValueError, OverflowError):  # wrong number or kind of arguments
        return None


#: Conversions to default reals.
_TO_REAL = ("real", "float", "sngl")
_KEYWORDS = {
    "selected_real_kind": ("p", "r", "radix"),
    "selected_int_kind": ("r",),
    "real": ("a", "kind"),
    "int": ("a", "kind"),
    "nint": ("a", "kind"),
}


def _arguments(expr: tree.Apply, scope: Scope, names: tuple[str, ...]) -> list[Value] | None:
    """The values of the arguments, in order; of absent ones 0. None where one is not constant."""
    found: dict[int, Value] = {}
    for position, argument in enumerate(expr.arguments):
        if isinstance(argument, tree.Section):
            return None
        if isinstance(argument, tree.Keyword):
            if argument.name not in names:
                return None
            position, argument = names.index(argument.name), argument.value
        value = _value(argument, scope)
        if value is None:
            return None
        found[position] = value
    return [found.get(i, 0) for i in range(max(found, default=-1) + 1)]


def _selected_real_kind(precision: int = 0, exponent: int = 0, radix: int = 0) -> int:
    for kind, digits, largest in ((4, 6, 37), (8, 15, 307), (10, 18, 4931), (16, 33, 4931)):
        if precision <= digits and exponent <= largest and radix in (0, 2):
            return kind
    return -1


def _selected_int_kind(exponent: int) -> int:
    for kind, largest in ((1, 2), (2, 4), (4, 9), (8, 18), (16, 38)):
        if exponent <= largest:
            return kind
    return -1


def _modulus(a: int, b: int) -> Value | None:
    quotient = _divided(a, b)
    return a - b * quotient if isinstance(quotient, int) else None


def _int(value: int | np.floating, kind: int = 4) -> int | None:
    return _truncated(value)


def _nint(value: int | np.floating, kind: int = 4) -> int | None:
    size = abs(float(value))
    if not np.isfinite(size):
        return None
    below = math.floor(size)  # adding 0.5 first would round 0.49999999999999994 up
    rounded = below + (size - below >= 0.5)
    return rounded if value > 0 else -rounded


def _real(value: int | np.floating, kind: int = 4) -> np.floating | None:
    if kind not in (4, 8):
        return None
    return np.float64(value) if kind == 8 else np.float32(value)


def _root(value: np.floating) -> np.floating | None:
    return np.sqrt(value) if isinstance(value, np.floating) and value >= 0 else None


_FUNCTIONS: dict[str, Callable[..., Value | None]] = {
    "selected_real_kind": _selected_real_kind,
    "selected_int_kind": _selected_int_kind,
    "max": max,
    "max0": max,
    "min": min,
    "min0": min,
    "abs": abs,
    "mod": _modulus,
    "modulo": lambda a, b: None if b == 0 else a % b,
    "int": _int,
    "ifix": _int,
    "nint": _nint,
    "floor": lambda x: int(np.floor(x)),
    "ceiling": lambda x: int(np.ceil(x)),
    "real": _real,
    "float": _real,
    "sngl": _real,
    "dble": np.float64,
    "sqrt": _root,
    "dsqrt": _root,
    "len": len,
    "ichar": ord,
}

#: Functions of the type of their argument: `kind`, `precision`, `range`, `huge`.
_PRECISION = {DType.FLOAT32: 6, DType.FLOAT64: 15}
_RANGE = {DType.FLOAT32: 37, DType.FLOAT64: 307, DType.INT32: 9, DType.INT64: 18}
_HUGE = {DType.INT32: 2**31 - 1, DType.INT64: 2**63 - 1}
_KIND = {DType.BOOL: 4, DType.FLOAT32: 4, DType.FLOAT64: 8, DType.INT32: 4, DType.INT64: 8}
_OF_TYPE: dict[str, dict[DType, int]] = {
    "kind": _KIND,
    "precision": _PRECISION,
    "range": _RANGE,
    "huge": _HUGE,
    "digits": {DType.FLOAT32: 24, DType.FLOAT64: 53, DType.INT32: 31, DType.INT64: 63},
    "radix": dict.fromkeys(_RANGE, 2),
    "maxexponent": {DType.FLOAT32: 128, DType.FLOAT64: 1024},
    "minexponent": {DType.FLOAT32: -125, DType.FLOAT64: -1021},
    "bit_size": {DType.INT32: 32, DType.INT64: 64},
    "storage_size": {t: 64 if t in (DType.FLOAT64, DType.INT64) else 32 for t in _KIND},
}


def _of_type(expr: tree.Apply, scope: Scope) -> int | None:
    if len(expr.arguments) != 1 or isinstance(expr.arguments[0], (tree.Section, tree.Keyword)):
        return None
    dtype = constant_dtype(expr.arguments[0], scope)
    return None if dtype is None else _OF_TYPE[expr.name].get(dtype)


def constant_dtype(expr: tree.Expr, scope: Scope) -> DType | None:
    """The type of a literal, a variable or an element of one, or arithmetic of these."""
    if isinstance(expr, tree.Number):
        return literal_dtype(expr, scope)
    if isinstance(expr, tree.Logical):
        return DType.BOOL
    if isinstance(expr, tree.Name):
        return scope.lookup(expr.name, expr.span).dtype
    if isinstance(expr, tree.Apply):
        return scope.lookup(expr.name, expr.name_span).dtype
    if isinstance(expr, tree.Unary):
        return constant_dtype(expr.operand, scope)
    if isinstance(expr, tree.Binary) and expr.op == ",":  # a complex constant: of its parts
        parts = (constant_dtype(expr.left, scope), constant_dtype(expr.right, scope))
        return DType.FLOAT64 if DType.FLOAT64 in parts else DType.FLOAT32
    if isinstance(expr, tree.Binary) and expr.op in _ARITHMETIC:
        both = (constant_dtype(expr.left, scope), constant_dtype(expr.right, scope))
        order = (DType.FLOAT64, DType.FLOAT32, DType.INT64, DType.INT32)
        return next((d for d in order if d in both), None) if None not in both else None
    return None


def extent(bounds: tree.Bounds, scope: Scope) -> int | None:
    """The number of elements in one dimension; None where it is not constant."""
    if bounds.upper is None:
        return None
    lower = 1 if bounds.lower is None else integer_constant(bounds.lower, scope)
    upper = integer_constant(bounds.upper, scope)
    return None if lower is None or upper is None else max(upper - lower + 1, 0)


def lower_bound(bounds: tree.Bounds, scope: Scope) -> int | None:
    return 1 if bounds.lower is None else integer_constant(bounds.lower, scope)


def constant_shape(symbol: Symbol) -> tuple[int, ...]:
    """The extents of a variable, () for a scalar; raises ADC0179 where one is not constant."""
    found = []
    for bounds in symbol.bounds or ():
        size = extent(bounds, symbol.scope)
        if size is None:
            raise _not_constant(symbol.name, bounds.span)
        found.append(size)
    return tuple(found)


def _not_constant(name: str, span: Span) -> AdcError:
    message = f"the size of `{name}` must be a constant here"
    return AdcError.of("ADC0179", message, span, help="use numbers and PARAMETER constants")
