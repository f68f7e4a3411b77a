"""What data select of an array in Fortran: `pack(x, mask)`, and sections `x(1:m)` whose bounds are
data, which are the elements at the positions that a mask of the axis tells.

Both are `values.Selected`: functions of elements are taken of the whole array, reductions choose by
the mask, and assignments too. All else refuses them. Sections are taken so once the function is
refused without (`attempts.py`); bounds that leave the array are an error where there is an element
between them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.frontends import surface
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, Index, IntValue
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.misfits import fail_where
from adc.lowering.fortran import transformational
from adc.lowering.fortran.in_numpy import packed_into
from adc.lowering.lengths.arrays import counted
from adc.lowering.masks.calls import length
from adc.lowering.masks.selections import refused, with_own_mask, zeroed
from adc.lowering.masks.subscripts import check_fit, mapped, mapped_real
from adc.lowering.promotion import as_array, cast_array, convert, is_literal_bool, kind
from adc.lowering.reshaping import reshape
from adc.lowering.store import materialise
from adc.lowering.values import Array, Integer, Items, Nothing, Selected, Value, of_view
from adc.ops import intrinsics

Call = Callable[[Context, CallSite], Value]
_HELP = "write a loop over the elements"

#: Functions of one element that are no operations of their own.
OF_ELEMENTS = frozenset({
    "float32", "float64", "real", "real of 8 bytes", "int", "nint", "anint", "dim", "ddim",
    "dprod", "merge",
    *intrinsics(),
})  # fmt: skip
_REDUCTIONS = frozenset({"sum", "product", "maxval", "minval"})


# -- sections --------------------------------------------------------------------------------------


def section_mask(cx: Context, item: surface.Slice, extent: sympy.Expr) -> Array:
    """Where on an axis the elements from `start` to before `stop` are, of which one is data."""
    start = _bound(cx, item.start, sympy.Integer(0))
    stop = _bound(cx, item.stop, extent)
    size = convert(IntValue(cx.extent(extent)), DType.INT64)
    from_first = build.is_zero(start)
    outside = build.compare("gt", stop, size)
    if not from_first:
        before = build.compare("lt", start, build.zero(DType.INT64))
        outside = before if item.stop is None else build.apply("or", before, outside)
    if not from_first:  # else there is an element where the last one is outside
        outside = build.apply("and", build.compare("lt", start, stop), outside)
    fail_where(cx, outside, "the bounds of a section stay inside the array", item.span)

    def at(position: Index) -> Expr:
        here = convert(IntValue(position[0]), DType.INT64)
        below = build.compare("lt", here, stop)
        if from_first:
            return below
        after = build.compare("ge", here, start)
        return after if item.stop is None else build.apply("and", after, below)

    return Array((extent,), DType.BOOL, at)


def _bound(cx: Context, bound: surface.Expr | None, default: sympy.Expr) -> Expr:
    """A bound, which is the same expression in sections of the same elements."""
    value: Value = Integer(default) if bound is None else cx.evaluate(bound)
    span = None if bound is None else bound.span
    array = as_array(value, span)
    if array.shape or kind(array.dtype) != 1:
        raise refused("this bound of a section is no integer", span, _HELP)
    return convert(array.at(()), DType.INT64)


# -- pack ------------------------------------------------------------------------------------------


def pack(cx: Context, site: CallSite) -> Value:
    """`pack(array, mask)`: the elements where the mask holds, in the order of storage."""
    bound = site.bind("array mask", "vector")
    array, mask = transformational.array_of(cx, site, bound["array"]), bound["mask"]
    if "vector" in bound:
        return packed_into(cx, site)
    if is_literal_bool(mask) is True:
        return reshape(cx, array, (sympy.Integer(-1),), site.span)
    test = elementwise.truth(mask, site.span)
    if test.rank != array.rank:
        raise site.error("the mask of `pack` must be an array, or `.true.`", help=_HELP)
    return with_own_mask(cx, Selected(replace(array, weak=False), test))


# -- what is computed of both ----------------------------------------------------------------------


def call_selected(cx: Context, site: CallSite, plain: Call) -> Value:
    """The value of an intrinsic of what data select; `plain` is the call of it with arrays."""
    name = site.name.removeprefix("fortran.")
    first = site.arguments[0] if site.arguments else None
    alone = len(site.arguments) == 1 and not site.keywords
    if alone and isinstance(first, Selected):
        if name == "copy":
            return first
        if name == "packed":
            return counted(cx, first, site.span).array
        if name == "size":
            return replace(length(cx, with_own_mask(cx, first)), weak=False)
        if name in _REDUCTIONS:
            return _reduced(cx, site, first, plain)
        if name in ("any", "all", "count"):
            return plain(cx, replace(site, arguments=(_filled(first, name == "all"),)))
        if name == "norm2":
            squares = mapped_real(
                cx, [first], lambda v: _product(cx, [v[0], v[0]], site), site.span
            )
            total = _reduced(cx, replace(site, name="fortran.sum"), squares, plain)
            return elementwise.float_function(cx, "sqrt", [total], site.span)
    if name == "dot_product" and len(site.arguments) == 2 and not site.keywords:
        both = [*site.arguments]
        product = mapped_real(cx, both, lambda v: _product(cx, v, site), site.span)
        return _reduced(cx, replace(site, name="fortran.sum"), product, plain)
    if name in ("minloc", "maxloc"):
        return _place(cx, site, plain)
    if name not in OF_ELEMENTS or site.keywords:
        raise refused(f"`{name}` of what data select is not supported", site.span, _HELP)
    return mapped(
        cx, site.arguments, lambda v: plain(cx, replace(site, arguments=tuple(v))), site.span
    )


def _product(cx: Context, values: list[Value], site: CallSite) -> Array:
    return elementwise.arithmetic(cx, "mul", values, site.span)


def _reduced(cx: Context, site: CallSite, value: Selected, plain: Call) -> Value:
    """The reduction of the elements where the mask holds; several dimensions at once."""
    if value.tail or value.axis:
        raise refused("this reduction of what data select is not supported", site.span, _HELP)
    check_fit(value, value, site.span)
    mask = with_own_mask(cx, value).mask
    return plain(cx, replace(site, arguments=(value.array,), keywords={"mask": mask}))


def _place(cx: Context, site: CallSite, plain: Call) -> Value:
    """Where the extreme of selected elements is among them, from 1 on, or 0 where there is none:
    how many of them there are up to its place in the whole array."""
    bound = site.bind("array", "dim mask kind")
    value, dim, chosen = bound["array"], bound.get("dim"), bound.get("mask")
    if isinstance(dim, Selected) or (isinstance(dim, Array) and dim.dtype is DType.BOOL):
        dim, chosen = None, dim
    if not isinstance(value, Selected) or value.rank != 1 or value.mask.rank != 1:
        raise refused(f"`{site.short}` of what data select is not supported", site.span, _HELP)
    if chosen is not None:
        check_fit(value, chosen, site.span, fortran=True)
    value = with_own_mask(cx, value)
    keywords: dict[str, Value] = {
        "dim": Integer(sympy.Integer(1)) if dim is None else dim,
        "mask": value.mask if chosen is None else _also(value, chosen, site),
    }
    found = plain(cx, replace(site, arguments=(zeroed(value),), keywords=keywords))
    assert isinstance(found, Array)
    place = convert(of_view(materialise(cx, found, "place"), found.dtype).at(()), DType.INT64)

    def until(position: Index) -> Expr:
        before = build.compare("lt", convert(IntValue(position[0]), DType.INT64), place)
        return build.apply("and", value.held(position), before)

    upto = Selected(value.array, Array(value.mask.shape, DType.BOOL, until))
    number = cast_array(length(cx, upto), found.dtype)
    return (
        number
        if dim is not None
        else transformational.joined(cx, site, Items((number,), is_list=True))
    )


def _also(value: Selected, chosen: Value, site: CallSite) -> Array:
    """Where an element is selected and the mask of the call, of these elements, holds."""
    holds = elementwise.truth(chosen.array if isinstance(chosen, Selected) else chosen, site.span)

    def at(position: Index) -> Expr:
        return build.apply("and", value.held(position), holds.at(position[: holds.rank]))

    return Array(value.mask.shape, DType.BOOL, at)


def _filled(value: Selected, other: bool) -> Array:
    def at(position: Index) -> Expr:
        held = value.held(position)
        own = value.array.at(position)
        if other:
            return build.apply("or", build.apply("not", held), own)
        return build.apply("and", held, own)

    return Array(value.array.shape, DType.BOOL, at)


def conforming(cx: Context, site: CallSite) -> Value:
    """Have two extents be equal, of which negative ones mean none: two of sections whose bounds
    data may decide."""
    one, other = site.arguments
    both = isinstance(one, Integer) and isinstance(other, Integer)
    if both and cx.prover.equal(one.value, other.value):  # type: ignore[union-attr]
        return Nothing()
    zero = build.zero(DType.INT64)

    def extent(value: Value) -> Expr:
        array = as_array(value, site.span)
        return build.apply("maximum", convert(array.at(()), DType.INT64), zero)

    differ = build.compare("ne", extent(one), extent(other))
    fail_where(cx, differ, "sections of different extents", site.span)
    return Nothing()


def packed(cx: Context, site: CallSite) -> Value:
    """The array whose first elements are those of the argument, one behind the other."""
    return transformational.array_of(cx, site, site.arguments[0])


TABLE = {"pack": pack, "conforming": conforming, "packed": packed}
