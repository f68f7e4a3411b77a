"""What NumPy tells of element types: `np.dtype`, `result_type`, `issubdtype` and their like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.ir.dtypes import DType
from adc.lowering.callsite import CallSite
from adc.lowering.complex.types import dtype_of, is_type_of_arrays, type_named
from adc.lowering.context import Context
from adc.lowering.elementwise import literal
from adc.lowering.kinds import named_class
from adc.lowering.objects.record_types import RecordType
from adc.lowering.path_checks import check_type
from adc.lowering.plain_values import ABSTRACT_TYPES, FOREIGN_TYPES
from adc.lowering.values import (
    Array,
    Builtin,
    Complex,
    Integer,
    Text,
    Type,
    Value,
    anywhere,
    describe,
)

Handler = Callable[[Context, CallSite], Value]


def _stand_in(cx: Context, site: CallSite, value: Value) -> Any:
    """Something of the type of `value`, by NumPy's rules for what is mixed."""
    if isinstance(value, Type):
        return np.dtype(value.dtype.value)
    if isinstance(value, Text):
        return _named(value.value, site.span)
    if (complex_one := dtype_of(value)) is not None:
        return complex_one
    if isinstance(value, Complex):
        own = np.dtype(np.complex128 if value.re.dtype is DType.FLOAT64 else np.complex64)
        return 1j if value.re.weak and not value.shape else own
    if isinstance(value, Integer):
        return 1
    if isinstance(value, Array):
        check_type(cx, anywhere(value), site.span)
        if value.weak and not value.shape:
            return {DType.BOOL: True, DType.INT64: 1}.get(value.dtype, 1.0)
        return np.dtype(value.dtype.value)
    raise site.error(f"`{site.short}` of {describe(value)} is not supported", help="name a type")


def _named(text: str, span: Span) -> np.dtype[Any]:
    try:
        return np.dtype(text)
    except TypeError:
        raise AdcError.of(
            "ADC0222", f"NumPy has no element type `{text}`", span, help="name one: `np.float64`"
        ) from None


def _as_type(found: np.dtype[Any], site: CallSite) -> Value:
    if found.name in ("complex64", "complex128"):
        return type_named(found)
    known = next((d for d in DType if d.value == found.name), None)
    if known is None:
        raise AdcError.of(
            "ADC0222", f"the element type `{found.name}` is not supported", site.span,
            help="use float64, float32, int64, int32 or bool",
        )  # fmt: skip
    return Type(known, instance=True)


def _result_type(cx: Context, site: CallSite) -> Value:
    if site.keywords or not site.arguments:
        raise site.error("`result_type` takes arrays and types by position")
    return _as_type(np.result_type(*(_stand_in(cx, site, v) for v in site.arguments)), site)


def _promote_types(cx: Context, site: CallSite) -> Value:
    one, other = (np.dtype(_stand_in(cx, site, v)) for v in site.bind("type1 type2").values())
    return _as_type(np.promote_types(one, other), site)


def _common_type(cx: Context, site: CallSite) -> Value:
    arrays = [np.zeros(1, _stand_in(cx, site, v)) for v in site.arguments]
    found = np.dtype(np.common_type(*arrays))
    return _as_type(found, site) if found.kind == "c" else Type(DType(found.name))


def _can_cast(cx: Context, site: CallSite) -> Value:
    bound = site.bind("from_ to", "casting")
    casting = bound.get("casting", Text("safe"))
    given = bound["from_"]
    if isinstance(given, Integer) or (isinstance(given, Array) and given.weak):
        raise site.error("`can_cast` takes no numbers of Python's own", help="name a type")
    one, other = (_stand_in(cx, site, v) for v in (given, bound["to"]))
    rule: Any = casting.value if isinstance(casting, Text) else None
    if rule not in ("no", "equiv", "safe", "same_kind", "unsafe"):
        raise site.error("`casting` of `can_cast` is a text such as `'safe'`")
    return literal(str(np.can_cast(one, other, rule)), DType.BOOL)


def _dtype(cx: Context, site: CallSite) -> Value:
    """`np.dtype(…)` of a type or its name."""
    value = next(iter(site.bind("dtype").values()))
    if not isinstance(value, (Type, Text)) and dtype_of(value) is None:
        raise site.error("`dtype` takes a type or its name", help="write `np.dtype('float64')`")
    return _as_type(np.dtype(_stand_in(cx, site, value)), site)


def is_subtype(cx: Context, expr: surface.Call) -> Value:
    """`np.issubdtype(x.dtype, np.floating)`, decided."""
    value = cx.evaluate(expr.arguments[0])
    if isinstance(value, Text):
        own: np.dtype[Any] = _named(value.value, expr.span)
    elif isinstance(value, Type):
        own = np.dtype(value.dtype.value)
    elif (complex_one := dtype_of(value)) is not None:
        own = complex_one
    else:
        raise AdcError.of(
            "ADC0220", "`issubdtype` takes an element type", expr.span, help="write `x.dtype`"
        )
    asked = named_class(cx, expr.arguments[1])
    if asked is None or isinstance(asked, RecordType):
        other = cx.evaluate(expr.arguments[1])
        if isinstance(other, Builtin) and other.name in ABSTRACT_TYPES | FOREIGN_TYPES:
            asked = getattr(np, other.name.removeprefix("numpy."))
            return literal(str(np.issubdtype(own, asked)), DType.BOOL)
        if (complex_one := dtype_of(other)) is not None:
            return literal(str(np.issubdtype(own, complex_one.type)), DType.BOOL)
        if not isinstance(other, (Type, Text)):
            raise AdcError.of(
                "ADC0213", "adc does not know this class", expr.arguments[1].span,
                help="ask for a class of NumPy's: `np.floating`",
            )  # fmt: skip
        name = other.value if isinstance(other, Text) else other.dtype.value
        asked = _named(name, expr.span).type
    return literal(str(np.issubdtype(own, asked)), DType.BOOL)


def part_of_type(owner: Value, name: str) -> Value | None:
    """`x.dtype.kind` and the like; None for what is not known."""
    if isinstance(owner, Type) and owner.instance:
        found: np.dtype[Any] = np.dtype(owner.dtype.value)
    elif isinstance(owner, Builtin) and is_type_of_arrays(owner):
        found = np.dtype(dtype_of(owner))
    else:
        return None
    if name in ("kind", "char", "name", "str"):
        return Text(getattr(found, name))
    if name == "type" and isinstance(owner, Type):
        return Type(owner.dtype)
    if name == "type":
        return Builtin(f"numpy.{found.name}")
    if name == "itemsize":
        return Integer(sympy.Integer(found.itemsize))
    return None


TABLE: dict[str, Handler] = {
    "numpy.result_type": _result_type, "numpy.promote_types": _promote_types,
    "numpy.common_type": _common_type, "numpy.can_cast": _can_cast, "numpy.dtype": _dtype,
}  # fmt: skip
