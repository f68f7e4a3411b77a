"""What a mask selects, as a value: whether two are of the same elements, the whole array with
something else where nothing is selected, copies."""

from __future__ import annotations

from dataclasses import replace

from adc.diagnostics import AdcError, Span
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, Index, IntValue
from adc.ir.shapes import same
from adc.lowering.context import Context
from adc.lowering.promotion import convert
from adc.lowering.store import materialise
from adc.lowering.values import Array, Selected, of_view, places

ADVICE = "choose by element: `np.where(mask, a, b)`, which keeps the length of the array"


def refused(what: str, span: Span | None, help: str = ADVICE) -> AdcError:
    return AdcError.of("ADC0216", what, span, help=help)


def axis_of(value: Selected) -> int | None:
    """The axis of the mask along which `value` are the positions that it selects, as `np.nonzero`
    gives them; None where it is anything else."""
    rank = value.mask.rank
    if value.array.rank != rank or value.array.dtype is not DType.INT64:
        return None
    if not all(same(a, b) for a, b in zip(value.array.shape, value.mask.shape, strict=True)):
        return None
    found = value.array.at(places(rank))
    return next((a for a, v in enumerate(places(rank)) if found == IntValue(v)), None)


def same_mask(one: Selected, other: Selected) -> bool:
    """Whether both are surely of the same elements."""
    shapes = zip(one.mask.shape, other.mask.shape, strict=False)
    if one.mask.rank != other.mask.rank or not all(same(a, b) for a, b in shapes):
        return False
    here = places(one.mask.rank)
    return one.mask.at(here) == other.mask.at(here)


def filled(value: Selected, other: Expr) -> Array:
    """The whole array, with `other` where the mask does not hold."""
    array = value.array

    def at(position: Index) -> Expr:
        return build.where(value.held(position), array.at(position), convert(other, array.dtype))

    return Array(array.shape, array.dtype, at)


def zeroed(value: Selected) -> Array:
    return filled(value, build.zero(value.array.dtype))


def with_own_mask(cx: Context, value: Selected) -> Selected:
    """`value` with its mask in memory: evaluated once for all that it selects."""
    if value.mask.view is not None or value.length is not None:
        return value
    view = materialise(cx, value.mask, "mask")
    return replace(value, mask=of_view(view, DType.BOOL))


def copied(cx: Context, value: Selected, stem: str, *, mask: bool = False) -> Selected:
    """A copy of the elements, under a mask that nothing computes again; with `mask` it is copied,
    too, where it is in memory."""
    if mask and value.mask.view is not None:
        view = materialise(cx, value.mask, "mask")
        value = replace(value, mask=of_view(view, DType.BOOL))
    value = with_own_mask(cx, value)
    if axis_of(value) is not None:
        return value
    view = materialise(cx, zeroed(value), stem, user=True)
    return replace(value, array=of_view(view, value.array.dtype), own=True, sliced=False)
