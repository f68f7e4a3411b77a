"""`np.concatenate`, `np.stack` and the like: of a list of arrays, or of one array, whose first axis
is the list."""

from __future__ import annotations

from collections.abc import Callable

import sympy

from adc.ir.enums import Update
from adc.lowering import reshaping
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import require
from adc.lowering.numpy.joins import Handler, flat_array, join, parts_of
from adc.lowering.promotion import convert
from adc.lowering.store import Points
from adc.lowering.values import Array, Integer, Nothing, Value, of_view

#: The axes of extent one that an array of a rank gets.
Axes = Callable[[int], tuple[int, ...]]


def _put_together(
    cx: Context, site: CallSite, value: Value, added: Axes, axis: Callable[[int], int]
) -> Array:
    """The arrays of a list, or those that an array has along its first axis, joined along `axis` of
    their rank once each, of a rank, has got the axes `added`, which have extent one."""
    if isinstance(value, Array) and value.rank:
        new = added(value.rank - 1)
        along = _axis_of(site, axis, value.rank - 1 + len(new))
        return _rows_joined(cx, site, value, new, along)
    parts = [reshaping.expand_dims(p, added(p.rank)) for p in parts_of(cx, site, value)]
    return join(cx, site, parts, _axis_of(site, axis, parts[0].rank))


def _axis_of(site: CallSite, axis: Callable[[int], int], rank: int) -> int:
    if not rank:
        raise site.error("numbers cannot be concatenated", help="use `np.stack` or `np.array`")
    return axis(rank)


def _concatenate(cx: Context, site: CallSite) -> Value:
    bound = site.bind("arrays", "axis")
    value, axis = bound["arrays"], bound.get("axis", Integer(sympy.Integer(0)))
    if isinstance(axis, Nothing) and isinstance(value, Array) and value.rank > 1:
        return flat_array(cx, site, _put_together(cx, site, value, _none, lambda rank: 0))
    if isinstance(axis, Nothing):
        return join(cx, site, [flat_array(cx, site, p) for p in parts_of(cx, site, value)], 0)
    return _put_together(cx, site, value, _none, lambda rank: site.axis(axis, rank))


def _rows_joined(
    cx: Context, site: CallSite, value: Array, added: tuple[int, ...], axis: int
) -> Array:
    """A new array of the parts along the first axis of `value`, one after the other along `axis`
    of theirs, once each has got the axes `added`, which have extent one."""
    number = cx.extent(value.shape[0])
    require(cx, number - 1, "joining the parts of an empty array", site.span)
    rows = reshaping.expand_dims(value, tuple(a + 1 for a in added))
    shape = [cx.extent(n) for n in rows.shape[1:]]
    length, shape[axis] = shape[axis], sympy.expand(number * shape[axis])
    view = cx.new_container(cx.new_name("joined"), rows.dtype, tuple(shape))
    if 0 in shape:
        return of_view(view, rows.dtype)
    points = Points(cx, tuple(cx.extent(n) for n in rows.shape))
    row, *where = points.position
    where[axis] = sympy.expand(row * length + where[axis])
    value_there = convert(rows.at(points.position), rows.dtype)
    cx.emit(view, tuple(where), Update.ASSIGN, value_there, points.dims)
    return of_view(view, rows.dtype)


def _none(rank: int) -> tuple[int, ...]:
    return ()


def _in_front(least: int) -> Axes:
    """As many axes in front as there are to be at least."""
    return lambda rank: tuple(range(least - rank))


def _stack(cx: Context, site: CallSite) -> Value:
    bound = site.bind("arrays", "axis")
    given = bound.get("axis", Integer(sympy.Integer(0)))
    return _put_together(
        cx, site, bound["arrays"],
        lambda rank: (site.axis(given, rank + 1),), lambda rank: site.axis(given, rank),
    )  # fmt: skip


def _vstack(cx: Context, site: CallSite) -> Value:
    return _put_together(cx, site, site.bind("tup")["tup"], _in_front(2), lambda rank: 0)


def _hstack(cx: Context, site: CallSite) -> Value:
    value = site.bind("tup")["tup"]
    return _put_together(cx, site, value, _in_front(1), lambda rank: min(rank - 1, 1))


#: The axes of extent one that arrays of few axes get before they are joined in depth, and those
#: that lines get before they are columns.
_DEEP = {0: (0, 1, 2), 1: (0, 2), 2: (2,)}
_COLUMNS = {0: (0, 1), 1: (1,)}


def _dstack(cx: Context, site: CallSite) -> Value:
    value = site.bind("tup")["tup"]
    return _put_together(cx, site, value, lambda rank: _DEEP.get(rank, ()), lambda rank: 2)


def _column_stack(cx: Context, site: CallSite) -> Value:
    value = site.bind("tup")["tup"]
    return _put_together(cx, site, value, lambda rank: _COLUMNS.get(rank, ()), lambda rank: 1)


TABLE: dict[str, Handler] = {
    "numpy.concatenate": _concatenate, "numpy.concat": _concatenate, "numpy.stack": _stack,
    "numpy.vstack": _vstack, "numpy.hstack": _hstack, "numpy.dstack": _dstack,
    "numpy.column_stack": _column_stack,
}  # fmt: skip
