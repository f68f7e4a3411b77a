"""Arrays walked along their axes by strides: `as_strided(x, shape, strides)`.

Strides are those of the array itself, times integers. So the layout in memory does not matter: each
axis of the result walks along one axis of the array, by so many elements.
"""

from __future__ import annotations

from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import require
from adc.lowering.integers.known import note_number_asked
from adc.lowering.numpy.create import array_operand
from adc.lowering.plain_values import Stride
from adc.lowering.promotion import integer_of
from adc.lowering.store import clashes
from adc.lowering.values import (
    Array,
    Integer,
    Items,
    Nothing,
    Value,
    View,
    describe,
    of_view,
    place,
)

_ONE = sympy.Integer(1)


def strides_of(view: View) -> Items:
    """`x.strides` of a stored array."""
    axes = range(len(view.shape))
    return Items(tuple(Stride(view.container, view.shape, view.index, k, _ONE) for k in axes))


def is_integer_number(value: Value) -> bool:
    one = isinstance(value, Array) and not value.shape and value.dtype.is_integer
    return one or isinstance(value, Integer)


def scaled_stride(cx: Context, stride: Stride, times: Value, span: Span) -> Stride:
    """`stride * times`, an integer that sizes and literals tell."""
    known = times.value if isinstance(times, Integer) else None
    if isinstance(times, Array):
        known = integer_of(times.at(()))
        note_number_asked(cx, [times])
    if known is None:
        raise AdcError.of(
            "ADC0216", f"a stride times {describe(times)} that no sizes tell is not supported",
            span, help="multiply it by an integer of sizes, integer arguments and literals",
        )  # fmt: skip
    return stride.scaled(known)


def as_strided(cx: Context, site: CallSite) -> Value:
    bound = site.bind("x", "shape strides subok writeable")
    value = array_operand(cx, site, bound["x"])
    if value.view is None:
        raise site.error("`as_strided` of what is not stored is not supported", help="name it")
    strides = _strides(bound.get("strides", Nothing()), value.view, site.span)
    given = bound.get("shape", Nothing())
    shape = value.shape if isinstance(given, Nothing) else site.shape(given)
    if len(shape) != len(strides):
        raise site.error("`as_strided` takes a stride for each axis of its shape",
                         help="give as many strides as extents")  # fmt: skip
    extents = [cx.extent(n) for n in value.shape]
    index = [sympy.Integer(0)] * value.rank
    last = list(index)
    for axis, (extent, stride) in enumerate(zip(shape, strides, strict=True)):
        require(cx, extent, f"an extent of {extent}", site.span)
        require(cx, stride.times, f"a stride of {stride.times} elements", site.span)
        index[stride.axis] += stride.times * place(axis)
        last[stride.axis] += stride.times * (extent - 1)
    for extent, end in zip(extents, last, strict=True):
        what = f"elements as far as {sympy.expand(end)} of an axis of {extent}"
        require(cx, sympy.expand(extent - 1 - end), what, site.span)
    view = value.view.select(tuple(shape), tuple(sympy.expand(i) for i in index))
    return of_view(replace(view, overlaps=True), value.dtype)


def _strides(given: Value, view: View, span: Span) -> tuple[Stride, ...]:
    items = strides_of(view).items if isinstance(given, Nothing) else None
    if isinstance(given, Items):
        items = given.items
    found: list[Stride] = []
    for item in (given,) if items is None else items:
        if not isinstance(item, Stride):
            raise _foreign(describe(item), span)
        if (item.container, item.shape, item.index) != (view.container, view.shape, view.index):
            raise _foreign("of another array", span)
        found.append(item)
    return tuple(found)


def _foreign(what: str, span: Span) -> AdcError:
    return AdcError.of(
        "ADC0213", f"a stride of `as_strided` has to be one of the array's own: this is {what}",
        span, help="take it of the same array: `x.strides[0]`",
    )  # fmt: skip


def set_flags(cx: Context, site: CallSite) -> Value:
    """`w.setflags(write=…)`, which says of what `as_strided` gave that nothing writes to it, as is
    so in any case."""
    bound = site.bind("a", "write align uic")
    value = bound["a"]
    if not isinstance(value, Array) or value.view is None or not value.view.overlaps:
        raise site.error("`setflags` is supported of what `as_strided` gives",
                         help="leave it out: it changes no number")  # fmt: skip
    if set(bound) - {"a", "write"}:
        raise site.error("`setflags` is supported with `write=` alone", help="leave the rest out")
    return Nothing()


def overlapping(cx: Context, site: CallSite) -> Value:
    """1 where `target[...] = value`, or an update of it by that, may write an element before it is
    read for another one, if it goes on element by element; else 0."""
    bound = site.bind("target value")
    target, value = (array_operand(cx, site, bound[n]) for n in ("target", "value"))
    found = target.view is not None and clashes(cx, target.view, value)
    return Integer(sympy.Integer(found))


TABLE = {
    "numpy.lib.stride_tricks.as_strided": as_strided, "array.setflags": set_flags,
    "adc.overlapping": overlapping,
}  # fmt: skip
