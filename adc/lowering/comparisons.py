"""Comparisons of two values, by what they are: numbers, arrays, tuples, texts, types, None."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.ir import build
from adc.ir.dtypes import DType
from adc.lowering import elementwise
from adc.lowering.absent.unread import refuse_said
from adc.lowering.binding import bind
from adc.lowering.callsite import CallSite
from adc.lowering.complex import by_data
from adc.lowering.complex.arithmetic import compared, is_complex
from adc.lowering.complex.types import same_type
from adc.lowering.context import Context
from adc.lowering.control.flagging import flag, raised
from adc.lowering.fortran import operators as fortran_operators
from adc.lowering.integers.conditions import integer_compare
from adc.lowering.keys import as_key
from adc.lowering.learned import ToldApartError
from adc.lowering.logic import and_or
from adc.lowering.masks.subscripts import is_selected, mapped
from adc.lowering.objects.heap import referred
from adc.lowering.objects.record_types import flag_of
from adc.lowering.objects.slice_objects import is_slice
from adc.lowering.objects.special_methods import NOT_IMPLEMENTED, compared_objects
from adc.lowering.plain_values import ABSTRACT_TYPES, FOREIGN_TYPES, IntegerRange
from adc.lowering.promotion import as_array, is_literal_bool, literal_number, own_number
from adc.lowering.values import (
    Array,
    Builtin,
    Integer,
    Items,
    Keywords,
    Nothing,
    Record,
    Text,
    Type,
    UserFunction,
    Value,
    scalar,
)

_NAMES = (Text, Nothing, Type)


_ORDERS: dict[str, Callable[..., bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


def compare_pair(cx: Context, op: str, left: Value, right: Value, span: Span) -> Value:
    """`left op right`, where `op` is any of Python's comparisons."""
    if cx.fortran and is_selected(left, right):
        return mapped(cx, [left, right], lambda v: compare_pair(cx, op, v[0], v[1], span), span)
    if cx.fortran:
        return fortran_operators.compare(cx, op, left, right, span)
    refuse_said((left, right) if op not in ("is", "is not") else (), span)
    if isinstance(left, Record) or isinstance(right, Record):
        of_objects = _of_objects(cx, op, left, right, span)
        if of_objects is not None:
            return of_objects
    if op in ("in", "not in") and isinstance(right, Items):
        return _membership(cx, op, left, right, span)
    if op in ("in", "not in") and isinstance(right, IntegerRange) and right.step in (1, -1):
        return _within(cx, op, left, right, span)
    if op in ("in", "not in") and isinstance(left, Text) and isinstance(right, Text):
        return elementwise.literal(str((left.value in right.value) == (op == "in")), DType.BOOL)
    if op in ("is", "is not", "in", "not in"):
        return _identity(op, left, right, span)
    if by_data.by_data(left, right):
        return by_data.compared(cx, op, left, right, span, compare_pair)
    if isinstance(left, Integer) and isinstance(right, Integer):
        return integer_compare(cx, op, left.value, right.value)
    numbers = [own_number(v) for v in (left, right)]
    if op in _ORDERS and None not in numbers:  # exact, as Python compares
        return elementwise.literal(str(bool(_ORDERS[op](*numbers))), DType.BOOL)
    if is_complex(left, right) and not is_selected(left, right):
        return compared(cx, op, left, right, span)
    if is_selected(left, right):
        return mapped(cx, [left, right], lambda v: compare_pair(cx, op, v[0], v[1], span), span)
    if isinstance(left, Items) and isinstance(right, Items) and op in _ORDERS:
        return _compare_items(cx, op, left, right, span)
    if op in ("==", "!=") and (
        (isinstance(left, Items) and _is_no_sequence(right))
        or (isinstance(right, Items) and _is_no_sequence(left))
    ):
        return elementwise.literal(str(op == "!="), DType.BOOL)
    if op in ("==", "!=") and (
        (isinstance(left, (Text, Nothing)) and _is_number(right))
        or (isinstance(right, (Text, Nothing)) and _is_number(left))
    ):
        return elementwise.literal(str(op == "!="), DType.BOOL)
    alike = same_type(left, right) if op in ("==", "!=") else None
    if alike is not None:
        return elementwise.literal(str(alike == (op == "==")), DType.BOOL)
    if _is_foreign(left, right) and op in ("==", "!="):
        return elementwise.literal(str((left == right) == (op == "==")), DType.BOOL)
    if isinstance(left, _NAMES) and isinstance(right, _NAMES) and op in ("==", "!="):
        return elementwise.literal(str(_alike(left, right, span) == (op == "==")), DType.BOOL)
    if isinstance(left, Text) and isinstance(right, Text) and op in _ORDERS:
        return elementwise.literal(str(_ORDERS[op](left.value, right.value)), DType.BOOL)
    exact = _exactly(cx, op, left, right, span)
    return exact or elementwise.compare(cx, elementwise.COMPARISONS[op], [left, right], span)


#: The least integer above which not all are floating numbers.
_WIDE = 2**53


def _exactly(cx: Context, op: str, left: Value, right: Value, span: Span) -> Array | None:
    """What Python says of own numbers of both kinds, of which one is a literal that the other kind
    may not have; None for others, which are compared as floating numbers."""
    own = all(isinstance(v, Integer) or (isinstance(v, Array) and v.weak) for v in (left, right))
    numbers = [own_number(v) for v in (left, right)]
    at = next((k for k, n in enumerate(numbers) if n is not None and abs(n) >= _WIDE), None)
    if at is None or not own or op not in _ORDERS:
        return None
    number, other = numbers[at], (right, left)[at]
    whole = isinstance(other, Integer) or (isinstance(other, Array) and other.dtype.is_integer)
    literal: Value
    if isinstance(number, float) and whole and abs(number) < 2.0**63:
        literal = Integer(sympy.Integer(int(number)))
    elif isinstance(number, int) and not whole and int(float(number)) != number:
        if op in ("==", "!="):
            return elementwise.literal(str(op == "!="), DType.BOOL)
        # No floating number is this one: `v < 2**53 + 1` is `v <= 2.0**53`.
        above = (op[0] == "<") == (at == 0)
        nearest = float(number)
        if (nearest > number) != above:
            nearest = math.nextafter(nearest, math.inf if above else -math.inf)
        size = scalar(build.const(abs(nearest), DType.FLOAT64), weak=True)
        literal = size if nearest > 0 else elementwise.same_type(cx, "neg", size, span)
        op = f"{op[0]}="
    else:
        return None
    pair = [literal, other] if at == 0 else [other, literal]
    return elementwise.compare(cx, elementwise.COMPARISONS[op], pair, span)


def _fields_equal(cx: Context, site: CallSite) -> Value:
    """What `__eq__` of a dataclass says: its fields as tuples, of objects of one class."""
    left, right = site.arguments[:2]
    if not isinstance(left, Record) or not isinstance(right, Record) or left.type != right.type:
        return NOT_IMPLEMENTED
    left_out = _uncompared(left.type.classes)
    own = [p.name for p in left.type.parameters if p.name not in left_out]
    optional = [name for name in own if flag_of(name) in left.type.names]
    if optional:
        raise AdcError.of(
            "ADC0212", f"`{optional[0]}` is None on some paths only, and objects of"
            f" `{left.type.name}` are compared", site.span,
            help="compare the fields, and ask whether each is None before",
        )  # fmt: skip
    places = [left.type.names.index(name) for name in own]
    one, other = (Items(tuple(v.items[k] for k in places)) for v in (left, right))
    return compare_pair(cx, "==", one, other, site.span)


def _uncompared(classes: tuple[surface.Class, ...]) -> set[str]:
    """The fields with `compare=False`, by the equality of each class, which lists its own."""
    found: set[str] = set()
    for made in reversed(classes):
        found -= {p.name for p in made.parameters}
        for function in made.functions:
            returned = function.body[0] if function.name == "__eq__" else None
            values = returned.values if isinstance(returned, surface.Return) else None
            call = values[0] if values else None
            if isinstance(call, surface.Call) and _is_fields_equal(call.function):
                found |= {a.value for a in call.arguments if isinstance(a, surface.String)}
    return found


def _is_fields_equal(function: surface.Expr) -> bool:
    return isinstance(function, surface.Intrinsic) and function.name in TABLE


TABLE = {"adc.fields_equal": _fields_equal}


def _of_objects(cx: Context, op: str, left: Value, right: Value, span: Span) -> Value | None:
    """A comparison of objects, members of enumerations among them, of which there is one each."""
    if op in ("in", "not in"):
        return None
    pair = (left, right)
    members = [isinstance(v, Record) and v.type.kind == "enum" for v in pair]
    asked = op in ("is", "is not") or not any(isinstance(v, Array) and v.shape for v in pair)
    if any(members) and op in ("==", "!=", "is", "is not") and asked:
        return elementwise.literal(str((left == right) == (op in ("==", "is"))), DType.BOOL)
    if op in ("is", "is not"):
        both = isinstance(left, Record) and isinstance(right, Record)
        return _one_object(cx, op == "is", left, right, span) if both else None
    found = compared_objects(cx, op, left, right, span)
    if found is None and op in ("==", "!="):
        return _one_object(cx, op == "==", left, right, span)
    return found


def _one_object(cx: Context, wanted: bool, left: Value, right: Value, span: Span) -> Array | None:
    """Whether two values are one object, or are not if that is not `wanted`: what Python's `==`
    asks of objects whose classes have no `__eq__`. None where NumPy would be asked."""
    if not isinstance(left, Record) or not isinstance(right, Record):
        other = right if isinstance(left, Record) else left
        single = isinstance(other, (Integer, Text, Nothing, Items)) or _is_number(other)
        return elementwise.literal(str(not wanted), DType.BOOL) if single else None
    if left.type != right.type:
        return elementwise.literal(str(not wanted), DType.BOOL)
    if left.token is None or right.token is None:
        if left.type.name not in cx.learned.told_apart:
            raise ToldApartError(left.type.name)
        raise AdcError.of(
            "ADC0213", "adc does not tell these objects apart, which several names share", span,
            help="compare what they hold, or keep their positions",
        )  # fmt: skip
    same = left.token is right.token
    if not same and left.given and right.given:
        raise AdcError.of(
            "ADC0213", "whether these are one object depends on the call", span,
            help="compare what they hold",
        )  # fmt: skip
    return elementwise.literal(str(same == wanted), DType.BOOL)


def _is_no_sequence(value: Value) -> bool:
    """Whether it is something of Python's own that equals no tuple: numbers of NumPy's would be
    compared with the items."""
    number = isinstance(value, Array) and value.weak and literal_number(value) is not None
    return number or isinstance(value, (Integer, Text, Nothing))


def _is_number(value: Value) -> bool:
    return isinstance(value, Integer) or (isinstance(value, Array) and not value.shape)


def _alike(left: Value, right: Value, span: Span) -> bool:
    """`left == right` for texts, types and None: `A.dtype` equals all that names its type."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Type) and one.instance and isinstance(other, Type):
            return one.dtype is other.dtype
        if isinstance(one, Type) and one.instance and isinstance(other, Text):
            return _dtype_named(other.value, span) == np.dtype(one.dtype.value)
        if isinstance(one, Type) and one.instance and isinstance(other, Nothing):
            return one.dtype is DType.FLOAT64  # NumPy's default is what None names
    return left == right


def _dtype_named(text: str, span: Span) -> np.dtype[Any]:
    try:
        return np.dtype(text)
    except TypeError:
        raise AdcError.of(
            "ADC0222", f"NumPy has no element type `{text}`", span,
            help="compare with a type: `np.float64`",
        ) from None  # fmt: skip


def _membership(cx: Context, op: str, left: Value, right: Items, span: Span) -> Value:
    """Whether a tuple has a number, a text or an object among its items."""
    if isinstance(left, Record) and len(right.items) > 1:
        referred(cx, "object", left, bind, span)  # several calls of `__eq__` get the very object
    result: Value = elementwise.literal("False", DType.BOOL)
    for item in right.items:
        both = isinstance(left, Record) and isinstance(item, Record) and left.type.kind != "enum"
        same_object = _one_object(cx, True, left, item, span) if both else None
        if same_object is not None and is_literal_bool(same_object):
            return elementwise.literal(str(op == "in"), DType.BOOL)  # no `__eq__` is asked
        objects = isinstance(left, Record) or isinstance(item, Record)
        if not objects and (isinstance(left, _NAMES) or isinstance(item, _NAMES)):
            same: Value = elementwise.literal(str(_alike(left, item, span)), DType.BOOL)
        else:
            same = _equal_items(cx, left, item, span)
        result = and_or(cx, "or", result, same, span)
    return _or_not(cx, op, result, span)


def _within(cx: Context, op: str, left: Value, right: IntegerRange, span: Span) -> Value:
    """Whether a range of all integers between two has a number."""
    first, last = right.start, right.start + right.step * (right.count - 1)
    low, high = (first, last) if right.step == 1 else (last, first)
    above = compare_pair(cx, ">=", left, Integer(sympy.expand(low)), span)
    below = compare_pair(cx, "<=", left, Integer(sympy.expand(high)), span)
    both: Value = and_or(cx, "and", above, below, span)
    number = as_array(left, span)
    if number.dtype.is_float and is_literal_bool(both) is not False:  # 2.5 is none of them
        whole = elementwise.rounding(cx, "floor", number, span)
        both = and_or(cx, "and", both, compare_pair(cx, "==", left, whole, span), span)
    return _or_not(cx, op, both, span)


def _or_not(cx: Context, op: str, result: Value, span: Span) -> Value:
    """`result`, which tells of `in`, or that it does not hold, for `not in`."""
    known = is_literal_bool(result)
    if op == "in":
        return result
    if known is not None:
        return elementwise.literal(str(not known), DType.BOOL)
    return elementwise.logical(cx, "not", [result], span)


def _identity(op: str, left: Value, right: Value, span: Span) -> Value:
    """`x is None`, `is True` of Python's own known truths, `kind is float` of classes; whether
    `**kwargs` has a name."""
    key = as_key(left) if isinstance(right, Keywords) else None
    if op in ("in", "not in") and key is not None and isinstance(right, Keywords):
        there = key in right.names
        return elementwise.literal(str(there == (op == "in")), DType.BOOL)
    if op in ("is", "is not") and (isinstance(left, Nothing) or isinstance(right, Nothing)):
        both = isinstance(left, Nothing) and isinstance(right, Nothing)
        return elementwise.literal(str(both == (op == "is")), DType.BOOL)
    first, second = is_literal_bool(left), is_literal_bool(right)
    own = all(isinstance(v, Array) and v.weak for v in (left, right))  # others are NumPy's
    if op in ("is", "is not") and first is not None and second is not None and own:
        return elementwise.literal(str((first == second) == (op == "is")), DType.BOOL)
    one_class = _one_class(left, right)
    if op in ("is", "is not") and one_class is not None:
        return elementwise.literal(str(one_class == (op == "is")), DType.BOOL)
    raise AdcError.of(
        "ADC0213",
        f"`{op}` is supported for None, classes, and for True and False that are known",
        span,
        help="compare with `==`",
    )


def _one_class(left: Value, right: Value) -> bool | None:
    """Whether two values, one of them a class such as `float`, are one class; None where adc cannot
    tell. `A.dtype` is no class, and neither is what a class makes."""
    if not any(_is_class(v) for v in (left, right)):
        return None
    if _is_class(left) and _is_class(right):
        return left == right
    one, other = (left, right) if _is_class(left) else (right, left)
    apart = (Type, Text, Integer, Array, Items, UserFunction)
    function = isinstance(one, Type) and isinstance(other, Builtin)
    return False if function or isinstance(other, apart) else None


def _is_foreign(left: Value, right: Value) -> bool:
    """Whether types are compared of which one is a type that no array has."""
    pair = (left, right)
    foreign = [isinstance(v, Builtin) and v.name in FOREIGN_TYPES for v in pair]
    return any(foreign) and all(
        f or isinstance(v, Type) for f, v in zip(foreign, pair, strict=True)
    )


def _is_class(value: Value) -> bool:
    if isinstance(value, Builtin):
        python = ("str", "list", "tuple", "dict", "set", "complex")
        return value.name in python or value.name in ABSTRACT_TYPES | FOREIGN_TYPES
    return isinstance(value, Type) and not value.instance


def _equal_items(cx: Context, left: Value, right: Value, span: Span) -> Value:
    """Whether items of sequences are equal, as these ask: an object is equal to itself, a NaN as
    well. What stands under one name is one object; an element of an array is another one each time
    that it is read. ADC0232 where neither is known of a number that may be NaN; of two variables,
    which may have one object, the call ends with an error where both are NaN."""
    numbers = [
        v for v in (left, right) if isinstance(v, Array) and v.dtype.is_float and not v.shape
    ]
    if len(numbers) < 2:
        return compare_pair(cx, "==", left, right, span)
    view = numbers[0].view
    one = left is right or (view is not None and view == numbers[1].view)
    kept = cx.containers.get(view.container) if one and view is not None else None
    if kept is not None and not kept.shape:
        return elementwise.literal("True", DType.BOOL)
    found = compare_pair(cx, "==", left, right, span)
    if is_literal_bool(found) is True:
        return found
    if one or all(math.isnan(literal_number(v) or 0.0) for v in numbers):
        raise AdcError.of(
            "ADC0232", "this may compare a NaN with itself, which is equal in a sequence if it is"
            " one object", span, help="compare the numbers themselves, or ask `np.isnan`",
        )  # fmt: skip
    if all(v.view is not None and not cx.containers[v.view.container].shape for v in numbers):
        unequal = [build.compare("ne", v.at(()), v.at(())) for v in numbers]
        told = raised(cx, "ArithmeticError", "a NaN may be compared with itself", span)
        flag(cx, build.apply("and", *unequal), told, span)
    return found


def _compare_items(cx: Context, op: str, left: Items, right: Items, span: Span) -> Value:
    if is_slice(left) != is_slice(right) and op in ("==", "!="):
        return elementwise.literal(str(op == "!="), DType.BOOL)
    if len(left.items) != len(right.items) and op in ("==", "!="):
        return elementwise.literal(str(op == "!="), DType.BOOL)
    if left.is_list != right.is_list:
        raise AdcError.of(
            "ADC0232", "this compares a list with a tuple", span,
            help="make a tuple of the list, or compare the items",
        )  # fmt: skip
    if op not in ("==", "!="):
        return _in_order(cx, op, left, right, span)
    result: Value = elementwise.literal("True", DType.BOOL)
    for a, b in zip(left.items, right.items, strict=True):
        result = and_or(cx, "and", result, _equal_items(cx, a, b, span), span)
    known = is_literal_bool(result)
    if op == "!=" and known is not None:
        return elementwise.literal(str(not known), DType.BOOL)
    if op == "!=":
        return elementwise.logical(cx, "not", [result], span)
    return result


def _in_order(cx: Context, op: str, left: Items, right: Items, span: Span) -> Value:
    """The first items that differ decide, and where there are none the numbers of items."""
    if any(isinstance(item, Record) for item in (*left.items, *right.items)):
        raise AdcError.of(
            "ADC0232", "this compares objects by order", span, help="compare what they hold"
        )
    longer = _ORDERS[op](len(left.items), len(right.items))
    result: Value = elementwise.literal(str(longer), DType.BOOL)
    for a, b in reversed([*zip(left.items, right.items, strict=False)]):
        same, before = (compare_pair(cx, c, a, b, span) for c in ("==", op[0]))
        result = and_or(cx, "and", same, result, span)
        result = and_or(cx, "or", before, result, span)
    return result
