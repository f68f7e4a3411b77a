"""Subscripts: integers, slices, `newaxis` and `...` become index maps.

Python's rules hold for every size: negative subscripts count from the end, slice bounds are
clamped. Where neither can be decided, an assumption to be checked at run time is recorded.
"""

from __future__ import annotations

from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir import build, shapes
from adc.ir.expressions import Expr, Index
from adc.ir.relations import balanced
from adc.ir.shapes import Shape
from adc.ir.spelling import spelled
from adc.lowering.context import Context
from adc.lowering.control.where_run import ask, seen_to
from adc.lowering.integers.expressions import expression_of
from adc.lowering.lengths.read_slices import DataSlice, SliceValue, read_slice, refused_slice
from adc.lowering.positions.tables import (
    counts_through_table,
    from_either_end,
    in_range,
    integer_of,
)
from adc.lowering.values import (
    Array,
    Dots,
    Integer,
    Nothing,
    Value,
    View,
    at_places,
    of_view,
    place,
)

_ZERO = sympy.Integer(0)
#: Sizes are taken to be larger than this where the sign of a bound depends on it.
_FEW = 1
Item = tuple[Value | SliceValue | DataSlice, Span]


def one_of(ways: tuple[tuple[Expr, Array], ...]) -> Array:
    """One of several arrays in memory, of one shape and type."""

    def at(position: Index) -> Expr:
        *tested, (_, last) = ways
        value = last.at(position)
        for test, way in reversed(tested):
            value = build.where(test, way.at(position), value)
        return value

    first = ways[0][1]
    return Array(first.shape, first.dtype, at, ways=ways)


def remap(value: Array, shape: Shape, index: Index) -> Array:
    """The array whose element at p is the element `index` (in places) of `value`: a view, but of
    a number, which Python's names share as a value."""
    if value.ways:
        return one_of(tuple((test, remap(way, shape, index)) for test, way in value.ways))
    if value.view is not None and (value.is_shared or not shape):
        return of_view(
            value.view.select(shape, index), value.dtype, weak=value.weak, stable=value.stable,
            boxed=value.boxed,
        )  # fmt: skip
    return Array(
        shape, value.dtype, lambda p: value.at(tuple(at_places(i, p) for i in index)), value.weak,
        boxed=value.boxed and not shape,
    )  # fmt: skip


def subscript(
    cx: Context, value: Array, items: list[Item], span: Span, exact: bool = False
) -> Array:
    """`value[items]`: a view where `value` is one. `exact`: see surface.Subscript."""
    shape: list[sympy.Expr] = []
    index: list[sympy.Expr] = []
    for item, item_span in expanded(value, items, span):
        if isinstance(item, Nothing):
            shape.append(sympy.Integer(1))
            continue
        index.append(along(cx, item, value.shape[len(index)], item_span, exact, shape))
    if value.view is not None and value.view.lacks != 0:
        require_stored(cx, value.view, tuple(index), span)
    return remap(value, tuple(shape), tuple(index))


def whole_rows(array: Array) -> Array:
    """The array without a last row that is there in part: for who looks at more than elements."""
    view = array.view
    if view is None or view.lacks == 0:
        return array
    rows = View(view.container, (view.shape[0] - 1, *view.shape[1:]), view.index)
    return of_view(rows, array.dtype)


def require_stored(cx: Context, view: View, index: Index, span: Span) -> None:
    """See to it that the element of a view that lacks some is there."""
    number, size = _ZERO, sympy.Integer(1)
    for position, extent in zip(reversed(index), reversed(view.shape), strict=True):
        number += size * position
        size *= extent
    what = "an element of an array of assumed size is there"
    require(cx, sympy.expand(size - view.lacks - 1 - number), what, span)


def along(
    cx: Context, item: Value | SliceValue | DataSlice, extent: sympy.Expr, span: Span, exact: bool,
    shape: list[sympy.Expr],
) -> sympy.Expr:  # fmt: skip
    """The subscript, in places, that `item` stands for on an axis of `extent` elements; a slice
    adds its length to `shape`."""
    if isinstance(item, DataSlice):
        raise refused_slice(item)
    if not isinstance(item, SliceValue):
        return _integer(cx, item, extent, span, exact)
    if item.by is not None:
        start, length = _stepped(cx, item, item.by, extent)
        shape.append(length)
        return start + item.by * place(len(shape) - 1)
    if shapes.entries(item.start or _ZERO) or shapes.entries(item.stop or _ZERO):
        start, step, length = read_slice(cx, item, extent)
    else:
        start, step, length = (_exact_slice if exact else _slice)(cx, item, extent)
    shape.append(length)
    return start + step * place(len(shape) - 1)


def expanded(value: Array, items: list[Item], span: Span) -> list[Item]:
    """The items with `...` and missing trailing slices written out."""
    used = sum(not isinstance(i, (Nothing, Dots)) for i, _ in items)
    if used > value.rank:
        raise AdcError.of(
            "ADC0215",
            f"{used} subscripts for an array with {value.rank} "
            f"{'axis' if value.rank == 1 else 'axes'}",
            span,
            help="give at most one subscript for each axis",
        )
    whole: list[Item] = [(SliceValue(None, None, 1, span), span)] * (value.rank - used)
    positions = [k for k, (i, _) in enumerate(items) if isinstance(i, Dots)]
    if len(positions) > 1:
        raise AdcError.of(
            "ADC0215", "more than one `...` in a subscript", span, help="keep one `...`"
        )
    if positions:
        return [*items[: positions[0]], *whole, *items[positions[0] + 1 :]]
    return [*items, *whole]


def _integer(
    cx: Context, item: Value | SliceValue, extent: sympy.Expr, span: Span, exact: bool
) -> sympy.Expr:
    assert not isinstance(item, SliceValue)
    read = integer_of(cx, item)
    if read is not None and shapes.entries(read):
        return (in_range if exact else from_either_end)(cx, read, extent, span)
    if read is not None and read.is_Integer:
        item = Integer(read)
    position = expression_of(cx, item, "subscript", "ADC0216", span).value
    if counts_through_table(cx, position):
        return in_range(cx, position, extent, span)
    if exact:
        return exact_index(cx, position, extent, span)
    return element_index(cx, position, extent, span)


def exact_index(cx: Context, i: sympy.Expr, extent: sympy.Expr, span: Span) -> sympy.Expr:
    """The position `i` on an axis of `extent` elements, which the language says is in range."""
    for slack in (i, extent - 1 - i):
        if not cx.prover.nonneg(slack):  # to spell what is asked takes longer than to prove it
            require(cx, slack, f"position {i} (from 0) on an axis of {extent}", span)
    return i


def _exact_slice(
    cx: Context, item: SliceValue, extent: sympy.Expr
) -> tuple[sympy.Expr, int, sympy.Expr]:
    """As `_slice`, for bounds that are positions in range unless the slice is empty."""
    down = item.step < 0
    start = item.start if item.start is not None else extent - 1 if down else sympy.Integer(0)
    stop = item.stop if item.stop is not None else sympy.Integer(-1) if down else extent
    count = sympy.expand(start - stop if down else stop - start)
    stride = abs(item.step)
    if stride > 1:
        count = shapes.floordiv(count + stride - 1, stride)
    _require_ends(cx, item, start, count, extent)
    return sympy.expand(start), item.step, count


def _require_ends(
    cx: Context, item: SliceValue, start: sympy.Expr, count: sympy.Expr, extent: sympy.Expr
) -> None:
    """See to it that the ends of a section of `count` elements are in range, if it has any."""
    surely = cx.prover.nonneg(count - 1)
    last = start + (count - 1) * item.step
    low, high = (start, last) if item.step > 0 else (last, start)
    for end, slack in ((low, low), (high, extent - 1 - high)):
        what = f"position {sympy.expand(end)} (from 0) on an axis of {extent}"
        if surely:
            require(cx, slack, what, item.span)
        else:
            ask(cx, (sympy.expand(slack), -count), what, item.span)


def element_index(cx: Context, i: sympy.Expr, extent: sympy.Expr, span: Span) -> sympy.Expr:
    """The position that subscript `i` denotes on an axis of `extent` elements."""
    if cx.prover.nonneg(i):
        require(cx, extent - 1 - i, f"subscript {i} on an axis of {extent}", span)
        return i
    if cx.prover.nonneg(-1 - i):
        require(cx, extent + i, f"subscript {i} on an axis of {extent}", span)
        return sympy.expand(extent + i)
    require(cx, extent - 1 - i, f"subscript {i} on an axis of {extent}", span)
    require(cx, extent + i, f"subscript {i} on an axis of {extent}", span)
    return shapes.wrap(i, extent)


def require(cx: Context, slack: sympy.Expr, what: str, span: Span) -> None:
    """See to it that `slack >= 0`; AdcError ADC0217 where it is surely wrong."""
    if not seen_to(cx, slack, what, span):
        raise AdcError.of(
            "ADC0217", f"{what} is out of range", span, help="keep the subscript inside the axis"
        )


def _slice(cx: Context, item: SliceValue, extent: sympy.Expr) -> tuple[sympy.Expr, int, sympy.Expr]:
    """First element, step and number of elements of a slice."""
    if item.step > 0:
        start = sympy.Integer(0) if item.start is None else _bound(cx, item.start, extent, item)
        stop = extent if item.stop is None else _upper(cx, item.stop, extent, item, start)
        count = stop - start
    else:
        start = extent - 1 if item.start is None else _down_start(cx, item.start, extent, item)
        stop = sympy.Integer(-1) if item.stop is None else _down_stop(cx, item.stop, extent, item)
        count = start - stop
    stride = abs(item.step)
    count = sympy.expand(count)
    if stride > 1:
        count = shapes.floordiv(count + stride - 1, stride)
    return sympy.expand(start), item.step, count


def _stepped(
    cx: Context, item: SliceValue, by: sympy.Expr, extent: sympy.Expr
) -> tuple[sympy.Expr, sympy.Expr]:
    """First element and number of elements of a slice whose step is no number."""
    require(cx, by - 1, f"the step {by} of a slice that goes up", item.span)
    start, _, length = _slice(cx, replace(item, step=1, by=None), extent)
    return start, shapes.floordiv(sympy.expand(length + by - 1), by)


def _bound(cx: Context, bound: sympy.Expr, extent: sympy.Expr, item: SliceValue) -> sympy.Expr:
    """A lower slice bound as a position; one past the end is harmless."""
    if cx.prover.nonneg(bound):
        return bound
    if cx.prover.nonneg(-extent - bound):
        return sympy.Integer(0)
    if cx.prover.nonneg(-1 - bound):
        _need(cx, extent + bound, bound, item)
        return extent + bound
    if _minus(cx, bound):
        _need(cx, -1 - bound, bound, item)
        _need(cx, extent + bound, bound, item)
        return extent + bound
    _need(cx, bound, bound, item)
    return bound


def _minus(cx: Context, bound: sympy.Expr) -> bool:
    """Whether a bound that may be 0 or of unknown sign counts from the end elsewhere: it is never
    more, or is written so, as `-k` and `-(k - 1)` are."""
    added, taken = balanced(bound)
    sizes = bool(taken.free_symbols) and shapes.names(taken) <= cx.symbols
    few = added == 0 or (sizes and added.is_Integer and added <= _FEW)
    return bool(few) or cx.prover.nonneg(-bound)


def _upper(
    cx: Context, bound: sympy.Expr, extent: sympy.Expr, item: SliceValue, start: sympy.Expr
) -> sympy.Expr:
    """An upper slice bound as a position, of a slice that is empty where it is not after `start`:
    there it does not matter how the bound is read."""
    if cx.prover.nonneg(-1 - bound):
        return extent + bound
    if not cx.prover.nonneg(bound):
        if _minus(cx, bound):
            _need(cx, -1 - bound, bound, item)
            return extent + bound
        _need(cx, bound, bound, item, start - extent - bound)
    if cx.prover.at_most(bound, extent):
        return bound
    if cx.prover.at_most(extent, bound):
        return extent
    if not _assumable(cx, extent - bound):
        return shapes.minimum(bound, extent)
    _need(cx, extent - bound, bound, item, start - bound)
    return bound


def _down_start(cx: Context, bound: sympy.Expr, extent: sympy.Expr, item: SliceValue) -> sympy.Expr:
    if cx.prover.nonneg(-1 - bound):
        return extent + bound
    if not cx.prover.nonneg(bound):
        if _minus(cx, bound):
            _need(cx, -1 - bound, bound, item)
            return extent + bound
        _need(cx, bound, bound, item)
    if cx.prover.below(bound, extent):
        return bound
    if cx.prover.at_most(extent, bound):
        return extent - 1
    if not _assumable(cx, extent - 1 - bound):
        return shapes.minimum(bound, extent - 1)
    _need(cx, extent - 1 - bound, bound, item)
    return bound


def _down_stop(cx: Context, bound: sympy.Expr, extent: sympy.Expr, item: SliceValue) -> sympy.Expr:
    if cx.prover.nonneg(bound):
        return bound
    if cx.prover.nonneg(-1 - extent - bound):
        return sympy.Integer(-1)
    if cx.prover.nonneg(-1 - bound):
        _need(cx, extent + bound + 1, bound, item)
        return extent + bound
    if _minus(cx, bound):
        _need(cx, -1 - bound, bound, item)
        _need(cx, extent + bound + 1, bound, item)
        return extent + bound
    _need(cx, bound, bound, item)
    return bound


def _assumable(cx: Context, slack: sympy.Expr) -> bool:
    """Whether `slack >= 0` is no question of data or of loops' variables."""
    unknown = any(region.arm and region.escape is None for region in cx.regions)
    return not unknown and shapes.names(slack) <= cx.symbols


def _need(
    cx: Context, slack: sympy.Expr, bound: sympy.Expr, item: SliceValue, *escapes: sympy.Expr
) -> None:
    """`slack >= 0` decides what the slice bound means: proved, assumed or checked, or refused.
    Where one of `escapes` is not negative, it does not matter."""
    slack = sympy.expand(slack)
    if cx.prover.nonneg(slack):
        return
    wrong = cx.prover.nonneg(-1 - slack)
    if wrong or not ask(cx, (slack, *escapes), f"slice bound {bound}", item.span):
        raise AdcError.of(
            "ADC0218",
            f"the slice bound {spelled(bound)} leaves the array, where NumPy clips it",
            item.span,
            help="choose loop bounds that keep it inside, or write the slice as a loop",
        )
    cx.assume_inside(slack)


def leading_axis(cx: Context, value: Array, i: sympy.Expr, span: Span) -> Array:
    """`value[i]` for an unchecked position along the first axis."""
    index: Index = (i, *(place(axis) for axis in range(value.rank - 1)))
    return remap(value, value.shape[1:], index)


__all__ = ["Item", "SliceValue", "View", "element_index", "leading_axis", "remap", "subscript"]
