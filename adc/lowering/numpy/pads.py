"""Arrays with margins around them: `np.pad`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import remap, require
from adc.lowering.numpy.create import filled
from adc.lowering.numpy.joins import join
from adc.lowering.numpy.written import call_written
from adc.lowering.store import store
from adc.lowering.values import Array, Builtin, Integer, Items, Nothing, Text, Value, of_view, place

Handler = Callable[[Context, CallSite], Value]
#: What an option says before and behind.
Ends = tuple[Value | None, Value | None]
_TWO = Integer(sympy.Integer(2))
Width = tuple[sympy.Expr, sympy.Expr]


def _pad(cx: Context, site: CallSite) -> Value:
    """`np.pad`, one axis after the other, as NumPy does it."""
    options = {k: v for k, v in site.keywords.items() if k in _OPTIONS.values()}
    site = replace(site, keywords={k: v for k, v in site.keywords.items() if k not in options})
    bound = site.bind("array pad_width", "mode")
    value = site.array(bound["array"])
    widths = _widths(site, bound["pad_width"], value.rank)
    mode = bound.get("mode", Text("constant"))
    if not isinstance(mode, Text) or mode.value not in _OPTIONS:
        raise site.error("this mode of `pad` is not supported", help=f"use {', '.join(_OPTIONS)}")
    beside = [name for name in options if name != _OPTIONS[mode.value]]
    if beside:
        raise site.error(f"`{beside[0]}` is no option of the mode {mode.value}",
                         help=f"leave out `{beside[0]}=`")  # fmt: skip
    given = next(iter(options.values()), None)
    if mode == Text("constant"):
        given = given or Integer(sympy.Integer(0))
        if isinstance(given, Items):
            return _framed_by_ends(cx, site, value, widths, given)
        return _framed(cx, site, value, widths, site.array(given))
    ends = _for_each_axis(site, given, value.rank)
    for axis, width in enumerate(widths):
        if width != (0, 0):
            value = _padded(cx, site, value, axis, width, mode.value, ends[axis])
    return value


def _padded(
    cx: Context, site: CallSite, value: Array, axis: int, width: Width, mode: str, given: Ends
) -> Array:
    """`value` with margins along one axis."""
    if mode in _MARGINS:
        odd = given[0] == Text("odd")
        if given[0] not in (None, Text("even"), Text("odd")):
            raise site.error("`reflect_type` of `pad` is 'even' or 'odd'")
        return _with_margins(cx, site, value, axis, width, mode, odd)
    if not value.dtype.is_float:
        raise site.error(f"the mode {mode} of `pad` is supported for arrays of floating numbers",
                         help="convert the array by `astype`")  # fmt: skip
    places = [Integer(n) for n in (*width, sympy.Integer(axis))]
    if mode == "linear_ramp":
        zero = Integer(sympy.Integer(0))
        ends = [zero if end is None else end for end in given]
        found = call_written(cx, site, "adc_padded_by_ramps", value, *places, *ends)
    else:
        statistic = Builtin(f"numpy.{_STATISTICS[mode]}")
        whole = Integer(cx.extent(value.shape[axis]))
        lengths = [whole if n is None or isinstance(n, Nothing) else n for n in given]
        text = "adc_padded_by_statistics"
        found = call_written(cx, site, text, value, *places, statistic, *lengths)
    return elementwise.in_dtype(site.array(found), value.dtype)


def _for_each_axis(site: CallSite, given: Value | None, rank: int) -> list[Ends]:
    """What an option says before and behind along each axis: one value, a pair, or a pair for each
    axis."""
    if not isinstance(given, Items):
        return [(given, given)] * rank
    pairs = list(given.items)
    if not any(isinstance(p, Items) for p in pairs):
        pairs = [given]
    pairs = pairs * rank if len(pairs) == 1 else pairs
    found = [p.items if isinstance(p, Items) else (p,) for p in pairs]
    if len(found) != rank or any(len(ends) not in (1, 2) for ends in found):
        raise site.error(f"this option of `pad` takes a number, a pair, or {rank} pairs")
    return [(ends[0], ends[-1]) for ends in found]


def _widths(site: CallSite, value: Value, rank: int) -> list[Width]:
    """Elements added before and after, for each axis."""
    if not isinstance(value, Items):
        number = site.integer(value, "pad_width")
        return [(number, number)] * rank
    if all(isinstance(v, Integer) for v in value.items):
        pairs = [_width(site, value)] * rank
    else:
        pairs = [_width(site, v) for v in value.items]
    if len(pairs) == 1:
        pairs *= rank
    if len(pairs) != rank:
        raise site.error(f"`pad_width` needs a pair for each of {rank} axes")
    return pairs


def _width(site: CallSite, value: Value) -> Width:
    numbers = [site.integer(v, "pad_width") for v in getattr(value, "items", (value,))]
    if len(numbers) > 2:
        raise site.error("`pad_width` takes pairs of numbers")
    return numbers[0], numbers[-1]


def _framed(cx: Context, site: CallSite, value: Array, widths: list[Width], filler: Array) -> Array:
    """`value` in the middle of an array of `filler`."""
    if filler.shape:
        raise site.error("`constant_values` must be one number", help="give a number")
    shape = tuple(
        sympy.expand(cx.extent(n) + a + b) for n, (a, b) in zip(value.shape, widths, strict=True)
    )
    view = cx.new_container(cx.new_name("padded"), value.dtype, shape)
    around = Array(shape, filler.dtype, lambda _: filler.at(()), filler.weak)
    store(cx, view, value.dtype, around, site.span)
    index = tuple(place(axis) + before for axis, (before, _) in enumerate(widths))
    store(cx, view.select(value.shape, index), value.dtype, value, site.span)
    return of_view(view, value.dtype)


def _framed_by_ends(
    cx: Context, site: CallSite, value: Array, widths: list[Width], given: Items
) -> Array:
    """`value` with another number before than behind, along each axis, as NumPy has it: one axis
    after the other."""
    for axis, (ends, width) in enumerate(
        zip(_for_each_axis(site, given, value.rank), widths, strict=True)
    ):
        parts = []
        for number, end in zip(width, ends, strict=True):
            assert end is not None
            filler = elementwise.in_dtype(site.array(end), value.dtype).at(())
            shape = tuple(number if a == axis else n for a, n in enumerate(value.shape))
            parts.append(filled(shape, filler))
        value = join(cx, site, [parts[0], value, parts[1]], axis)
    return value


#: For each mode: elements that the axis must have beyond the width, and where the margins before
#: and after the array come from, given the position in the margin, its width and the extent.
_MARGINS: dict[str, tuple[int | None, Callable[..., sympy.Expr], Callable[..., sympy.Expr]]] = {
    "edge": (None, lambda p, w, n: sympy.Integer(0), lambda p, w, n: n - 1),
    "wrap": (0, lambda p, w, n: n - w + p, lambda p, w, n: p),
    "reflect": (1, lambda p, w, n: w - p, lambda p, w, n: n - 2 - p),
    "symmetric": (0, lambda p, w, n: w - 1 - p, lambda p, w, n: n - 1 - p),
}


#: The option that each mode has.
_OPTIONS = {
    "constant": "constant_values", "edge": "", "wrap": "", "reflect": "reflect_type",
    "symmetric": "reflect_type", "linear_ramp": "end_values", "mean": "stat_length",
    "maximum": "stat_length", "minimum": "stat_length", "median": "stat_length",
}  # fmt: skip
_STATISTICS = {"mean": "mean", "maximum": "max", "minimum": "min", "median": "median"}


def _with_margins(
    cx: Context, site: CallSite, value: Array, axis: int, width: Width, mode: str, odd: bool
) -> Array:
    """The margins are elements of the array, or, if `odd`, twice its last one less these."""
    extra, before, after = _MARGINS[mode]
    extent = value.shape[axis]
    parts: list[Array] = []
    for number, source in zip(width, (before, after), strict=True):
        needed = sympy.Integer(1) if extra is None else number + extra
        what = f"padding {number} elements along an axis of {extent}"
        require(cx, extent - needed, what, site.span)
        shape = tuple(number if a == axis else n for a, n in enumerate(value.shape))
        here = source(place(axis), number, extent)
        index = tuple(here if a == axis else place(a) for a in range(value.rank))
        part = remap(value, shape, index)
        if odd:
            end = sympy.Integer(0) if not parts else sympy.expand(extent - 1)
            edge = remap(value, shape, tuple(end if a == axis else p for a, p in enumerate(index)))
            twice = elementwise.arithmetic(cx, "mul", [site.array(_TWO), edge], site.span)
            part = elementwise.arithmetic(cx, "sub", [twice, part], site.span)
        parts.append(part)
    kept = [p for p in (parts[0], value, parts[1]) if p.shape[axis] != 0]
    return join(cx, site, kept, axis)


TABLE: dict[str, Handler] = {"numpy.pad": _pad}
