"""Intrinsic functions that are made of others (Fortran 2018, 16.9), by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import sympy

from adc.ir import build, shapes
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, Index, IntValue
from adc.lowering import elementwise, reductions
from adc.lowering.broadcasting import broadcast_to
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.elementwise import combine
from adc.lowering.fortran import bits, transformational
from adc.lowering.fortran.operators import binary
from adc.lowering.fortran.texts import known
from adc.lowering.linear_algebra import operand
from adc.lowering.numpy.positions import first_best
from adc.lowering.promotion import cast_array, convert, is_literal_bool
from adc.lowering.reshaping import expand_dims
from adc.lowering.values import Array, Integer, Items, Text, Value, scalar

Handler = Callable[[Context, CallSite], Value]


def shifted_off(cx: Context, site: CallSite) -> Value:
    """`eoshift(array, shift, boundary, dim)`: element i is element i + shift, or the boundary
    where there is none."""
    bound = site.bind("array shift", "boundary dim")
    value = transformational.array_of(cx, site, bound["array"])
    axis = value.rank - (site.number(bound["dim"], "dim") if "dim" in bound else 1)
    shift = site.integer(bound["shift"], "shift")
    circle = {"dim": bound["dim"]} if "dim" in bound else {}
    rolled = transformational.cshift(
        cx, replace(site, arguments=(value, bound["shift"]), keywords=circle)
    )
    filler = cast_array(site.array(bound["boundary"]), value.dtype) if "boundary" in bound else None
    filler = filler or scalar(build.zero(value.dtype), stable=True)
    if filler.rank:
        filler = expand_dims(filler, (axis,))
    filler = broadcast_to(cx, filler, value.shape, "the boundary", site.span)
    extent = convert(IntValue(cx.extent(value.shape[axis])), DType.INT64)

    def inside(position: Index) -> Expr:
        place = convert(IntValue(sympy.expand(position[axis] + shift)), DType.INT64)
        first = build.apply("not", build.compare("lt", place, build.zero(DType.INT64)))
        return build.apply("and", first, build.compare("lt", place, extent))

    mask = Array(value.shape, DType.BOOL, inside)
    return elementwise.where(cx, [mask, site.array(rolled), filler], site.span)


def found_at(cx: Context, site: CallSite) -> Value:
    """`findloc(array, value[, dim][, mask][, kind][, back])`: where the first element is that
    equals a value, counted from 1, or 0."""
    bound = site.bind("array value", "dim mask kind back")
    array = transformational.array_of(cx, site, bound["array"])
    dim, mask, last = bound.get("dim"), bound.get("mask"), False
    if "back" in bound:
        known_ = is_literal_bool(bound["back"])
        if known_ is None:
            raise site.error("`back` of `findloc` must be known", help="write `.true.`")
        last = known_
    if isinstance(dim, Array) and dim.dtype is DType.BOOL and mask is None:
        dim, mask = None, dim
    held = _equal(cx, array, bound["value"], site)
    if mask is not None:
        more = broadcast_to(
            cx, elementwise.truth(mask, site.span), array.shape, "the mask", site.span
        )
        both = held
        held = Array(array.shape, DType.BOOL, lambda p: build.apply("and", both.at(p), more.at(p)))
    held = operand(cx, held)
    axes = transformational.axes_of(site, array, dim)
    found = first_best(cx, held, axes, lambda _new, _best: build.const(last, DType.BOOL), held)
    from_one = [transformational.counted_from_one(v) for v in found]
    if dim is not None:
        return from_one[0]
    return transformational.joined(cx, site, Items(tuple(reversed(from_one)), is_list=True))


def _equal(cx: Context, array: Array, value: Value, site: CallSite) -> Array:
    if array.dtype is not DType.BOOL:
        return elementwise.compare(cx, "eq", [array, value], site.span)
    other = elementwise.truth(value, site.span)
    other = broadcast_to(cx, other, array.shape, "the value", site.span)
    return Array(array.shape, DType.BOOL, lambda p: build.compare("eq", array.at(p), other.at(p)))


def odd(cx: Context, site: CallSite) -> Value:
    """`parity(mask[, dim])`: whether an odd number of elements hold."""
    bound = site.bind("mask", "dim")
    value = elementwise.truth(bound["mask"], site.span)
    number = reductions.total(cx, value, transformational.axes_of(site, value, bound.get("dim")))
    return _is_odd(number)


def _is_odd(number: Array) -> Array:
    def at(position: Index) -> Expr:
        whole = convert(number.at(position), DType.INT64)
        rest = build.apply("mod", whole, build.const(2, DType.INT64))
        return build.compare("eq", rest, build.one(DType.INT64))

    return Array(number.shape, DType.BOOL, at)


def odd_bits(cx: Context, site: CallSite) -> Value:
    """`poppar(i)`: whether an odd number of the 32 bits are 1, as a number."""
    ones = bits.TABLE["popcnt"](cx, site)
    if isinstance(ones, Integer):
        return Integer(shapes.floormod(ones.value, sympy.Integer(2)))
    return cast_array(_is_odd(site.array(ones)), DType.INT64)


def zeros_in_a_row(from_top: bool) -> Handler:
    """`leadz(i)` and `trailz(i)`: the zeros of the 32 bits before the first one that is 1, from the
    top or from below."""

    def call(cx: Context, site: CallSite) -> Value:
        value = cast_array(site.array(site.bind("i")["i"]), DType.INT64)

        def make(i: Expr) -> Expr:
            unsigned = build.apply("mod", i, build.const(2**32, DType.INT64))
            total: Expr = build.zero(DType.INT64)
            for k in range(32):
                op, power = ("floordiv", 2**k) if from_top else ("mod", 2 ** (k + 1))
                rest = build.apply(op, unsigned, build.const(power, DType.INT64))
                none = build.compare("eq", rest, build.zero(DType.INT64))
                total = build.add(total, convert(none, DType.INT64))
            return total

        return combine(cx, [value], DType.INT64, make, site.name, site.span)

    return call


def bits_of_all(reduction: Handler) -> Handler:
    """`iall`, `iany` and `iparity` of an array: each of the 32 bits by itself."""

    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("array", "dim")
        array = transformational.array_of(cx, site, bound["array"])
        more = (bound["dim"],) if "dim" in bound else ()
        found = []
        for k in range(32):
            bit = _bit(cx, site, array, k)
            held = reduction(cx, replace(site, arguments=(bit, *more), keywords={}))
            found.append(cast_array(site.array(held), DType.INT64))

        def make(*held: Expr) -> Expr:
            total: Expr = build.zero(DType.INT64)
            for k, bit in enumerate(held):
                weight = 2**k if k < 31 else -(2**31)
                total = build.add(total, build.mul(build.const(weight, DType.INT64), bit))
            return total

        return combine(cx, found, DType.INT64, make, site.name, site.span)

    return call


def _bit(cx: Context, site: CallSite, array: Array, k: int) -> Array:
    """Whether the bit `k` of each element is 1."""

    def make(i: Expr) -> Expr:
        down = build.apply("floordiv", convert(i, DType.INT64), build.const(2**k, DType.INT64))
        rest = build.apply("mod", down, build.const(2, DType.INT64))
        return build.compare("ne", rest, build.zero(DType.INT64))

    return combine(cx, [array], DType.BOOL, make, site.name, site.span)


def merged_bits(cx: Context, site: CallSite) -> Value:
    """`merge_bits(i, j, mask)`: the bits of i where the mask has ones, those of j elsewhere."""
    bound = site.bind("i j mask")
    mask = bound["mask"]

    def picked(name: str) -> Value:
        one = replace(site, arguments=(bound[name], mask), keywords={})
        return bits.TABLE["iand"](cx, one)

    rest = binary(cx, "-", bound["j"], picked("j"), site.span)
    return binary(cx, "+", picked("i"), rest, site.span)


# -- texts -----------------------------------------------------------------------------------------


def _place(search: Callable[[str, str, bool], int]) -> Handler:
    """A function of two known texts, and of whether it looks from the end."""

    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("string other", "back kind")
        from_end = is_literal_bool(bound["back"]) if "back" in bound else False
        if from_end is None:
            raise site.error("`back` must be known", help="write `.true.`")
        one, other = (known(site, bound[n]) for n in ("string", "other"))
        return Integer(sympy.Integer(search(one, other, from_end)))

    return call


def _index(text: str, part: str, from_end: bool) -> int:
    return (text.rfind(part) if from_end else text.find(part)) + 1


def _scan(text: str, letters: str, from_end: bool, among: bool = True) -> int:
    """Where a letter is that is one of `letters`, or is not `among` them."""
    places = [k for k, letter in enumerate(text, start=1) if (letter in letters) == among]
    return (places[-1] if from_end else places[0]) if places else 0


def repeated(cx: Context, site: CallSite) -> Value:
    bound = site.bind("string ncopies")
    return Text(known(site, bound["string"]) * max(0, site.number(bound["ncopies"], "ncopies")))


TABLE: dict[str, Handler] = {
    "eoshift": shifted_off, "findloc": found_at, "parity": odd, "merge_bits": merged_bits,
    "leadz": zeros_in_a_row(True), "trailz": zeros_in_a_row(False), "iparity": bits_of_all(odd),
    "iall": bits_of_all(transformational.TABLE["all"]),
    "iany": bits_of_all(transformational.TABLE["any"]),
    "poppar": odd_bits, "repeat": repeated, "index": _place(_index),
    "scan": _place(_scan), "verify": _place(partial(_scan, among=False)),
}  # fmt: skip
