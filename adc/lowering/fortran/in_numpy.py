"""Intrinsics of Fortran that are functions of NumPy's text (`lowering/numpy/written.py`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.fortran import transformational
from adc.lowering.numpy.written import call_written
from adc.lowering.promotion import cast_array, is_literal_bool
from adc.lowering.values import Array, Value

Handler = Callable[[Context, CallSite], Value]


def in_numpy(cx: Context, site: CallSite, name: str, *arguments: Value) -> Value:
    """The value of the function `name` of the text, which means what NumPy means by it."""
    module = cx.module
    cx.module = replace(module, language="python")
    try:
        return call_written(cx, site, name, *arguments)
    finally:
        cx.module = module


def _mask(site: CallSite, value: Value) -> Array:
    mask = elementwise.truth(value, site.span)
    if not mask.rank:
        raise site.error("the mask must be an array here", help="write it as an array")
    return mask


def unpacked(cx: Context, site: CallSite) -> Value:
    """`unpack(vector, mask, field)`: the elements of a vector, in their order, where the mask
    holds; those of the field elsewhere."""
    bound = site.bind("vector mask field")
    vector = transformational.array_of(cx, site, bound["vector"])
    field = cast_array(site.array(bound["field"]), vector.dtype)
    mask = _mask(site, bound["mask"])
    return in_numpy(cx, site, "adc_unpacked", vector, mask, field)


def packed_into(cx: Context, site: CallSite) -> Value:
    """`pack(array, mask, vector)`: the elements where the mask holds, and behind them those of the
    vector."""
    bound = site.bind("array mask vector")
    array, vector = (transformational.array_of(cx, site, bound[n]) for n in ("array", "vector"))
    if is_literal_bool(bound["mask"]) is not None:
        raise site.error("the mask must be an array here", help="write it as an array")
    mask = _mask(site, bound["mask"])
    return in_numpy(cx, site, "adc_packed", array, mask, vector)


TABLE: dict[str, Handler] = {"unpack": unpacked}
