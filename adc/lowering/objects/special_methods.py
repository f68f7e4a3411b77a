"""Operators, subscripts, calls and comparisons of objects: methods of their classes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import Item, SliceValue
from adc.lowering.lengths.read_slices import DataSlice
from adc.lowering.objects.classes import member
from adc.lowering.objects.enumerations import ENUMERATIONS, member_named
from adc.lowering.objects.record_types import RecordType
from adc.lowering.objects.records import called, part
from adc.lowering.objects.slice_objects import as_value
from adc.lowering.values import (
    Array,
    Bound,
    Builtin,
    Complex,
    Integer,
    Items,
    Record,
    Value,
    describe,
)

#: The value of a sum of two values.
Add = Callable[[Context, str, Value, Value, Span], Value]
#: Python's own functions that a class may answer.
_SPECIAL = frozenset({"abs", "len", "float", "int", "round", "complex", "bool"})
_OPERATORS = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow",
    "@": "matmul", "&": "and", "|": "or", "^": "xor", "<<": "lshift", ">>": "rshift",
}  # fmt: skip
_SIGNS = {"-": "neg", "+": "pos", "~": "invert"}
#: A comparison's method, and that which the other operand is asked for.
_COMPARISONS = {
    "==": ("eq", "eq"), "!=": ("ne", "ne"), "<": ("lt", "gt"), ">": ("gt", "lt"),
    "<=": ("le", "ge"), ">=": ("ge", "le"),
}  # fmt: skip
#: What a method returns that leaves the operation to the other operand.
NOT_IMPLEMENTED = Builtin("NotImplemented")
#: A method of classes of adc's own text whose `__array_priority__` is above that of arrays.
_BEFORE_ARRAYS = "adc_before_arrays"
#: A method of those that are derived from NumPy's arrays, whose operators Python asks first.
_OF_ARRAYS = "adc_of_arrays"
#: NumPy's functions that ask them: others take them for an array of one object.
_BY_METHODS = frozenset({"sum", "mean", "transpose"})
#: What makes an array of an object, where NumPy meets it.
_OF_SEQUENCES = ("__len__", "__getitem__", "__iter__")


def _method(cx: Context, owner: Value, name: str, span: Span) -> Bound | None:
    if not isinstance(owner, Record):
        return None
    found = member(owner.type.classes, name)
    if found is None:
        return None
    bound = part(cx, owner, name, span)
    if not isinstance(bound, Bound):
        raise AdcError.of(
            "ADC0232", f"`{name}` of `{owner.type.name}` is no method that adc follows", span,
            help="define it as a method",
        )  # fmt: skip
    return bound


def _asked(cx: Context, owner: Value, name: str, other: Value, span: Span) -> Value:
    """What the object's method says to the other operand, if there is one."""
    method = _method(cx, owner, name, span)
    if method is None:
        return NOT_IMPLEMENTED
    return called(cx, method, CallSite(name, (other,), {}, (span,), span))


def operated(cx: Context, op: str, left: Value, right: Value, span: Span) -> Value:
    """`left op right`, where one of them is an object."""
    name = _OPERATORS[op]
    reflected = "" if _same_class(left, right) else f"__r{name}__"
    found = _asked_both(cx, left, f"__{name}__", right, reflected, span)
    if found is None:
        raise _no_operation(op, left, right, span)
    return found


def _asked_both(
    cx: Context, left: Value, method: str, right: Value, reflected: str, span: Span
) -> Value | None:
    """What the first of two values answers that has one, the right one by the `reflected` method,
    if any; that is asked first where it is of a class below the left one's. None where none has."""
    tries = [(left, method, right)]
    if reflected:
        tries.append((right, reflected, left))
        if _is_below(right, left) and _overrides(right, left, reflected):
            tries.reverse()
    if not isinstance(left, Record):
        _refuse_numpys(left, right, span)
    for owner, name, other in tries:
        value = _asked(cx, owner, name, other, span)
        if value != NOT_IMPLEMENTED:
            return value
    return None


def _same_class(left: Value, right: Value) -> bool:
    if not isinstance(left, Record) or not isinstance(right, Record):
        return False
    ours = left.type.home is not None and right.type.home is not None
    return left.type == right.type or (ours and left.type.name == right.type.name)


def _is_below(right: Value, left: Value) -> bool:
    """Whether the right operand's class is derived from that of the left one."""
    if not isinstance(left, Record) or not isinstance(right, Record) or _same_class(left, right):
        return False
    return left.type.name in {c.name for c in right.type.classes}


def _overrides(right: Value, left: Value, name: str) -> bool:
    assert isinstance(left, Record) and isinstance(right, Record)
    return member(right.type.classes, name) != member(left.type.classes, name)


def _refuse_numpys(left: Value, right: Value, span: Span) -> None:
    """NumPy's own operators take an object on their right for an array of objects."""
    assert isinstance(right, Record)
    own = right.type.classes if right.type.home is not None else ()
    if any(member(own, name) is not None for name in (_BEFORE_ARRAYS, _OF_ARRAYS)):
        return
    array = isinstance(left, (Array, Complex)) and bool(left.shape)
    numpys = isinstance(left, Array) and not left.weak
    sequence = any(member(right.type.classes, n) for n in _OF_SEQUENCES)
    if array or (numpys and sequence):
        raise AdcError.of(
            "ADC0232", "NumPy takes the object on the right for an array of objects, or for one of"
            " its items", span, help="write the object first",
        )  # fmt: skip


def _no_operation(op: str, left: Value, right: Value, span: Span) -> AdcError:
    names = [v.type.name if isinstance(v, Record) else describe(v) for v in (left, right)]
    return AdcError.of(
        "ADC0232", f"`{op}` is not defined for `{names[0]}` and `{names[1]}`", span,
        help="define the operator in the class of the left operand",
    )  # fmt: skip


def updated_object(cx: Context, op: str, left: Value, right: Value, span: Span) -> Value | None:
    """What `left op= right` binds; None where the object has no method for that of its own."""
    value = _asked(cx, left, f"__i{_OPERATORS[op]}__", right, span)
    return None if value == NOT_IMPLEMENTED else value


def signed_object(cx: Context, op: str, value: Record, span: Span) -> Value:
    method = _method(cx, value, f"__{_SIGNS[op]}__", span)
    if method is None:
        raise AdcError.of(
            "ADC0232", f"`{op}` is not defined for `{value.type.name}`", span,
            help="define the operator in the class",
        )  # fmt: skip
    return called(cx, method, CallSite(op, (), {}, (), span))


def compared_objects(cx: Context, op: str, left: Value, right: Value, span: Span) -> Value | None:
    """A comparison of objects; None where neither has a method for it. Members of enumerations
    have none: see `comparisons.py`."""
    name, reflected = _COMPARISONS[op]
    written = (_method(cx, v, "__ne__", span) for v in (left, right))
    if op == "!=" and all(method is None for method in written):  # Python's own asks `__eq__`
        equal = _asked_both(cx, left, "__eq__", right, "__eq__", span)
        if not isinstance(equal, Array) or equal.shape:
            return None
        return elementwise.logical(cx, "not", [equal], span)
    return _asked_both(cx, left, f"__{name}__", right, f"__{reflected}__", span)


def item_of_object(cx: Context, owner: Record | RecordType, items: list[Item], span: Span) -> Value:
    """`owner[items]`."""
    if isinstance(owner, RecordType):
        if owner.kind in ENUMERATIONS and len(items) == 1:
            value, where = items[0]
            if not isinstance(value, (SliceValue, DataSlice)):
                return member_named(cx, owner, value, where)
        return _no_items(owner, span)
    method = _method(cx, owner, "__getitem__", span)
    if method is None:
        return _no_items(owner.type, span)
    return called(cx, method, CallSite("[]", (_key(items, span),), {}, (span,), span))


def set_item_of_object(
    cx: Context, owner: Record, items: list[Item], value: Value, span: Span
) -> None:
    """`owner[items] = value`."""
    method = _method(cx, owner, "__setitem__", span)
    if method is None:
        _no_items(owner.type, span)
        return
    given = (_key(items, span), value)
    called(cx, method, CallSite("[]", given, {}, (span, span), span))


def _no_items(kind: RecordType, span: Span) -> Value:
    raise AdcError.of(
        "ADC0232", f"`{kind.name}` defines no subscripts of this kind", span,
        help="name a field, or define `__getitem__` and `__setitem__`",
    )  # fmt: skip


def _key(items: list[Item], span: Span) -> Value:
    values: list[Value] = []
    for item, where in items:
        if isinstance(item, DataSlice):
            raise AdcError.of(
                "ADC0232", "a slice of an object is not supported", where,
                help="slice the array that the object holds",
            )  # fmt: skip
        values.append(as_value(item) if isinstance(item, SliceValue) else item)
    return values[0] if len(values) == 1 else Items(tuple(values))


def call_of_objects(cx: Context, function: Value, site: CallSite, add: Add) -> Value | None:
    """The call of an object, or of one of Python's own functions that asks an object; None where it
    is another call. `add` gives the value of a sum."""
    if isinstance(function, Record):
        return _called_object(cx, function, site)
    if not isinstance(function, Builtin) or not site.arguments:
        return None
    if function.name == "sum":
        return _summed(cx, site, add)
    if function.name.startswith("numpy."):
        return _asked_by_numpy(cx, site)
    if function.name not in _SPECIAL or len(site.arguments) > 1 or site.keywords:
        return None
    method = _method(cx, site.arguments[0], f"__{function.name}__", site.span)
    if method is None:
        return None
    return called(cx, method, CallSite(function.name, (), {}, (), site.span))


def _asked_by_numpy(cx: Context, site: CallSite) -> Value | None:
    """NumPy's function of an object of adc's own text: the object's method of that name."""
    owner = site.arguments[0]
    if not isinstance(owner, Record) or owner.type.home is None:
        return None
    unlike = member(owner.type.classes, _BEFORE_ARRAYS) is not None
    if unlike and site.short not in _BY_METHODS:
        return None
    method = _method(cx, owner, site.short, site.span)
    rest = replace(site, arguments=site.arguments[1:], spans=site.spans[1:])
    return called(cx, method, rest) if method is not None else None


def _called_object(cx: Context, owner: Record, site: CallSite) -> Value:
    """`owner(…)`."""
    method = _method(cx, owner, "__call__", site.span)
    if method is None:
        raise AdcError.of(
            "ADC0232", f"objects of `{owner.type.name}` cannot be called", site.span,
            help="define `__call__`, or call a method",
        )  # fmt: skip
    return called(cx, method, site)


def _summed(cx: Context, site: CallSite, add: Add) -> Value | None:
    """Python's `sum` of items of which one is an object; None of any other."""
    items = site.arguments[0]
    if not isinstance(items, Items) or not any(isinstance(v, Record) for v in items.items):
        return None
    start = [*site.arguments[1:], *site.keywords.values()]
    total: Value = start[0] if start else Integer(sympy.Integer(0))
    for item in items.items:
        total = add(cx, "+", total, item, site.span)
    return total
