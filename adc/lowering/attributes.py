"""Attributes: `A.shape`, `A.T`, `np.pi`, `np.linalg`, and the methods of arrays."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import sympy

from adc.diagnostics import AdcError, Span
from adc.ir.dtypes import DType
from adc.lowering import reshaping, texts
from adc.lowering.callsite import CallSite
from adc.lowering.complex import by_data
from adc.lowering.complex.arithmetic import zero_like
from adc.lowering.complex.types import type_of
from adc.lowering.context import Context
from adc.lowering.limits import limit
from adc.lowering.lists import methods as list_methods
from adc.lowering.lists import ranges
from adc.lowering.lists.counted import refuse_list
from adc.lowering.masks.calls import length, size_of
from adc.lowering.masks.complex import SelectedComplex
from adc.lowering.masks.selections import refused
from adc.lowering.numpy import strided
from adc.lowering.numpy.dtypes import part_of_type
from adc.lowering.numpy.vocabulary import (
    METHODS,
    is_known_module,
    module_member,
    module_members,
    table,
)
from adc.lowering.objects import dictionaries
from adc.lowering.objects.enumerations import has_plain_members
from adc.lowering.objects.record_types import RecordType
from adc.lowering.objects.records import no_attribute, of_class, of_super, part
from adc.lowering.path_checks import check_type
from adc.lowering.plain_values import IntegerRange, Limits
from adc.lowering.promotion import as_array
from adc.lowering.suggestions import close_name, instead_of, owner_of_name, way_to
from adc.lowering.undecided import ByData
from adc.lowering.values import (
    Array,
    Bound,
    Builtin,
    Complex,
    Grown,
    Integer,
    Items,
    Keywords,
    Method,
    Namespace,
    Record,
    Selected,
    Super,
    Text,
    Type,
    Value,
    anywhere,
    describe,
)

#: What names of methods of arrays begin with that are asked of their class.
OF_ARRAYS = "numpy.ndarray."


def attribute(cx: Context, owner: Value, name: str, span: Span) -> Value:
    """`owner.name`."""
    if isinstance(owner, Namespace):
        return member(owner.name, name, span)
    if isinstance(owner, Keywords):
        if name not in dictionaries.READING + dictionaries.CHANGING:
            raise no_attribute(owner, name, span)
        return Bound(owner, name)
    if isinstance(owner, Text) and name in texts.METHODS:
        return Bound(owner, name)
    if name == "value" and isinstance(owner, (Integer, Text)) and has_plain_members(cx):
        return owner
    if isinstance(owner, Limits):
        return limit(owner, name, span)
    known = part_of_type(owner, name) if isinstance(owner, (Type, Builtin)) else None
    if known is not None:
        return known
    end = ranges.attribute(owner, name) if isinstance(owner, IntegerRange) else None
    if end is not None:
        return end
    if isinstance(owner, Integer):
        owner = as_array(owner, span)
    if isinstance(owner, Array):
        return _of_array(cx, owner, name, span)
    if isinstance(owner, ByData):
        return by_data.attribute(cx, owner, name, span, lambda v: attribute(cx, v, name, span))
    if isinstance(owner, Complex):
        return _of_complex(cx, owner, name, span)
    if isinstance(owner, (Record, RecordType, Super)) or (isinstance(owner, Items) and owner.type):
        return _of_object(cx, owner, name, span)
    if isinstance(owner, Items) and owner.is_list and name in ("copy", *list_methods.METHODS):
        return Bound(owner, name)
    if isinstance(owner, Selected):
        return _of_selected(cx, owner, name, span)
    if isinstance(owner, SelectedComplex):
        return _of_selected_complex(cx, owner, name, span)
    of_class = isinstance(owner, Builtin) and owner.name == OF_ARRAYS[:-1] and name in METHODS
    if isinstance(owner, Builtin) and (of_class or f"{owner.name}.{name}" in table()):
        return Builtin(f"{owner.name}.{name}")
    grows = isinstance(owner, Grown) or (isinstance(owner, Items) and owner.is_list)
    raise AdcError.of(
        "ADC0226", f"{describe(owner)} has no attribute `{name}` that is supported here", span,
        help=_of_grown(name) if grows else "use attributes of arrays and of numpy and math",
    )  # fmt: skip


def of_first(cx: Context, site: CallSite) -> tuple[Value, CallSite]:
    """The method, and its call, that `np.ndarray.flatten(a, …)` asks for."""
    name, first = site.name.removeprefix(OF_ARRAYS), next(iter(site.arguments), None)
    if not isinstance(first, Selected) and not (
        isinstance(first, (Array, Complex)) and first.shape
    ):
        raise site.error("a method of NumPy's class of arrays takes an array first",
                         help=f"write `np.asarray(a).{name}()`")  # fmt: skip
    method = attribute(cx, first, name, site.span)
    return method, replace(site, name=name, arguments=site.arguments[1:], spans=site.spans[1:])


def _of_grown(name: str) -> str:
    """The way out for a method of a list that it does not have here."""
    if name == "reverse":
        return "write `xs[::-1]`"
    if name == "pop":
        return "read the item, and go on with the others: `v = xs[-1]`, then `xs = xs[:-1]`"
    return "make an array of the final size with `np.zeros` and assign its elements"


def _of_object(
    cx: Context, owner: Items | Record | RecordType | Super, name: str, span: Span
) -> Value:
    if isinstance(owner, Super):
        found = of_super(cx, owner, name, span)
    elif isinstance(owner, RecordType):
        found = of_class(cx, owner, name)
    else:
        found = part(cx, owner, name, span)
    if found is None:
        raise no_attribute(owner, name, span)
    return found


def member(module: str, name: str, span: Span) -> Value:
    """A constant, function or submodule of a module that adc knows."""
    value = module_member(module, name)
    if value is not None:
        return value
    full = f"{module}.{name}"
    close = close_name(name, module_members(module), owner_of_name(full))
    raise AdcError.of(
        "ADC0227", f"`{full}` is not supported", span,
        help=f"did you mean `{module}.{close}`?" if close else instead_of(full),
    )  # fmt: skip


def imported(path: str, span: Span) -> Value:
    """What `import a.b` ("a.b") or `from a import b` ("a:b") inside a function binds."""
    module, _, name = path.partition(":")
    if not is_known_module(module):
        raise AdcError.of(
            "ADC0121", f"this import of `{module}`, which adc does not read, is inside a function",
            span, help=way_to(module) or "define what it gives here, or make it an argument",
        )  # fmt: skip
    return member(module, name, span) if name else Namespace(module)


def _of_array(cx: Context, owner: Array, name: str, span: Span) -> Value:
    extents = tuple(cx.extent(n) for n in owner.shape)
    match name:
        case "shape":
            return Items(tuple(Integer(n) for n in extents))
        case "T":
            return reshaping.transpose(owner, tuple(reversed(range(owner.rank))))
        case "mT" if owner.rank > 1:
            rank = owner.rank
            return reshaping.transpose(owner, (*range(rank - 2), rank - 1, rank - 2))
        case "size":
            return Integer(sympy.expand(sympy.Mul(*extents)))
        case "ndim":
            return Integer(sympy.Integer(owner.rank))
        case "dtype":
            check_type(cx, anywhere(owner), span)
            return Type(owner.dtype, instance=True)
        case "flat":
            return replace(reshaping.flat(cx, owner), flat=True)
        case "real":
            return owner
        case "imag":
            return zero_like(owner)
        case "itemsize":
            return Integer(sympy.Integer(owner.dtype.itemsize))
        case "nbytes":
            return Integer(sympy.expand(sympy.Mul(*extents) * owner.dtype.itemsize))
        case "strides" if owner.view is not None:
            return strided.strides_of(owner.view)
    if name in METHODS:
        return Method(owner, name)
    close = close_name(name, [*METHODS, "shape", "T", "size", "ndim", "dtype"], np.ndarray)
    raise AdcError.of(
        "ADC0227", f"the attribute `{name}` of an array is not supported", span,
        help=f"did you mean `{close}`?" if close else "use a NumPy function",
    )  # fmt: skip


def _of_complex(cx: Context, owner: Complex, name: str, span: Span) -> Value:
    """Both parts are arrays that may be written to, where the array is in memory."""
    match name:
        case "real":
            return owner.re
        case "imag":
            return owner.im
        case "dtype":
            return type_of(owner)
        case "T" | "mT":
            re, im = (_of_array(cx, part, name, span) for part in (owner.re, owner.im))
            return Complex((re, im))
        case "shape" | "size" | "ndim":
            return _of_array(cx, owner.re, name, span)
    if name in METHODS:
        return Method(owner, name)
    raise AdcError.of(
        "ADC0227", f"the attribute `{name}` of complex numbers is not supported", span,
        help="use `real`, `imag` and functions of NumPy",
    )  # fmt: skip


def _of_selected(cx: Context, owner: Selected, name: str, span: Span) -> Value:
    """An attribute of what a mask selects: lengths are numbers that data decide."""
    refuse_list(owner, f"`{name}`", span)
    match name:
        case "shape":
            first, last = owner.axis, owner.axis + owner.mask.rank
            extents = [Integer(cx.extent(n)) for n in owner.array.shape]
            return Items((*extents[:first], length(cx, owner), *extents[last:]))
        case "T" if owner.mask.rank == 1:
            turned = reshaping.transpose(owner.array, tuple(reversed(range(owner.rank))))
            return replace(owner, array=turned, axis=owner.tail)
        case "size":
            return size_of(cx, owner)
        case "ndim":
            return Integer(sympy.Integer(owner.rank))
        case "dtype":
            return Type(owner.array.dtype, instance=True)
    if name in METHODS:
        return Method(owner, name)
    raise refused(f"the attribute `{name}` of what a mask selects is not supported", span)


def _of_selected_complex(cx: Context, owner: SelectedComplex, name: str, span: Span) -> Value:
    """The same of complex numbers, both parts of which are copies."""
    match name:
        case "real":
            return owner.re
        case "imag":
            return owner.im
        case "dtype":
            return type_of(owner.whole)
        case "T" if owner.re.rank == 1:
            return owner
        case "ndim" | "size" | "shape":
            return _of_selected(cx, owner.re, name, span)
    if name in METHODS:
        return Method(owner, name)
    raise refused(f"the attribute `{name}` of what a mask selects is not supported", span)


__all__ = ["DType", "attribute", "member"]
