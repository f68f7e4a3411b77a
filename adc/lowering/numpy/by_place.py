"""Elements read, written and counted by place: along an axis, on the diagonal, in the triangles of
a matrix, in bins."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, Index, IntValue
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import Item, remap, require
from adc.lowering.linear_algebra import operand, zeroed
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.elementwise import TABLE as ELEMENTS
from adc.lowering.numpy.written import call_written
from adc.lowering.positions.gathers import gather, scatter
from adc.lowering.positions.subscripts import added_at
from adc.lowering.promotion import cast_array, strong
from adc.lowering.python_builtins import TABLE as PYTHON
from adc.lowering.reshaping import reshape
from adc.lowering.store import put
from adc.lowering.values import Array, Integer, Items, Nothing, Text, Value, place

Handler = Callable[[Context, CallSite], Value]

_ZERO = sympy.Integer(0)


# -- along an axis ---------------------------------------------------------------------------------


def _numbers(shape: tuple[sympy.Expr, ...], axis: int) -> Array:
    """0, 1, 2 and so on along `axis` of an array of `shape`."""
    return Array(shape, DType.INT64, lambda p: IntValue(p[axis]))


def _items_along(cx: Context, site: CallSite, value: Array, given: Value, axis: int) -> list[Item]:
    """The subscripts that take along `axis` the positions that `given` has for each line."""
    positions = operand(cx, strong(array_operand(cx, site, given)))
    if not positions.dtype.is_integer or positions.rank != value.rank:
        raise site.error(
            f"`{site.short}` takes an array of positions with as many axes as the array",
            help="give it the missing axis: `k[:, None]`",
        )
    items: list[Item] = []
    for a, extent in enumerate(value.shape):
        shape = tuple(extent if b == a else sympy.Integer(1) for b in range(value.rank))
        items.append((positions if a == axis else _numbers(shape, a), site.span))
    return items


def _take_along_axis(cx: Context, site: CallSite) -> Value:
    """`np.take_along_axis(arr, indices, axis)`: of each line its own positions."""
    bound = site.bind("arr indices", "axis")
    value = strong(array_operand(cx, site, bound["arr"]))
    if isinstance(bound.get("axis"), Nothing):
        value = reshape(cx, value, (sympy.Integer(-1),), site.span)
    last = Integer(sympy.Integer(-1))
    given = bound.get("axis", last)
    axis = site.axis(last if isinstance(given, Nothing) else given, value.rank)
    items = _items_along(cx, site, value, bound["indices"], axis)
    found = gather(cx, value, items, site.span, False)
    return Array(found.shape, found.dtype, found.at, found.weak)


def _put_along_axis(cx: Context, site: CallSite) -> Value:
    """`np.put_along_axis(arr, indices, values, axis)`, in place."""
    bound = site.bind("arr indices values axis")
    target = _target(cx, site, bound["arr"])
    axis = site.axis(bound["axis"], target.rank)
    items = _items_along(cx, site, target, bound["indices"], axis)
    value = strong(array_operand(cx, site, bound["values"]))
    scatter(cx, target, items, value, site.span, False)
    return Nothing()


def _target(cx: Context, site: CallSite, given: Value) -> Array:
    del cx
    target = site.array(given)
    if target.view is None or target.ways or not target.is_shared:
        raise site.error(f"`{site.short}` needs an array in memory", help="pass a variable")
    return target


def in_mode(
    cx: Context, site: CallSite, places: Value, mode: Value | None, extent: sympy.Expr
) -> Value:
    """The positions that `mode` makes of `places` on an axis of `extent` elements."""
    if mode is None or mode == Text("raise"):
        return places
    if mode not in (Text("wrap"), Text("clip")):
        raise site.error("the modes are raise, wrap and clip")
    number = Integer(cx.extent(extent))
    return call_written(cx, site, "adc_places_in_mode", places, number, mode)


def _put(cx: Context, site: CallSite) -> Value:
    """`np.put(a, ind, v)`: at positions in storage order."""
    bound = site.bind("a ind v", "mode")
    target = _target(cx, site, bound["a"])
    flat = reshape(cx, target, (sympy.Integer(-1),), site.span)
    if flat.view is None or flat.view.container != target.view.container:  # type: ignore[union-attr]
        raise site.error("`put` into what does not lie in order is not supported",
                         help="assign to the elements")  # fmt: skip
    value = strong(array_operand(cx, site, bound["v"]))
    where = bound["ind"]
    if isinstance(where, Items):
        where = Items(where.items, is_list=True)
    where = in_mode(cx, site, where, bound.get("mode"), flat.shape[0])
    items: list[Item] = [(where, site.span)]
    scatter(cx, flat, items, value, site.span, False)
    return Nothing()


def _ix(cx: Context, site: CallSite) -> Value:
    """`np.ix_(rows, columns)`: positions, each along an axis of its own."""
    if site.keywords or not site.arguments:
        raise site.error("`ix_` takes lists and arrays of positions")
    found = []
    for axis, given in enumerate(site.arguments):
        places = strong(array_operand(cx, site, given))
        if places.dtype is DType.BOOL:
            raise site.error(
                "`ix_` of masks gives a matrix whose shape is up to data",
                help="join the masks, and sum or set what they select: `A[m[:, None] & n]`",
            )
        if places.rank != 1 or not places.dtype.is_integer:
            raise site.error("`ix_` takes lists and vectors of integers")
        rank, extent = len(site.arguments), places.shape[0]
        shape = tuple(extent if a == axis else sympy.Integer(1) for a in range(rank))
        known = _progression(given)
        if known is not None:
            start, step = known
            found.append(Array(shape, DType.INT64, _counting(start, step, axis)))
            continue
        places = operand(cx, places)
        found.append(remap(places, shape, (place(axis),)))
    return Items(tuple(found))


def _counting(start: sympy.Expr, step: sympy.Expr, axis: int) -> Callable[[Index], Expr]:
    return lambda p: IntValue(sympy.expand(start + step * p[axis]))


def _progression(given: Value) -> tuple[sympy.Expr, sympy.Expr] | None:
    """First and step of a list of integers that are evenly spaced."""
    if not isinstance(given, Items) or not all(isinstance(v, Integer) for v in given.items):
        return None
    numbers = [v.value for v in given.items if isinstance(v, Integer)]
    steps = {sympy.expand(b - a) for a, b in itertools.pairwise(numbers)}
    if not numbers or len(steps) > 1 or not all(n.is_nonnegative for n in numbers):
        return None
    return numbers[0], next(iter(steps), _ZERO)


# -- diagonals and triangles -----------------------------------------------------------------------


def _fill_diagonal(cx: Context, site: CallSite) -> Value:
    """`np.fill_diagonal(a, val)` of a matrix, in place."""
    bound = site.bind("a val", "wrap")
    if site.flag(bound.get("wrap"), "wrap"):
        raise site.error("`wrap` of `fill_diagonal` is not supported", help="leave it out")
    target = _target(cx, site, bound["a"])
    if target.rank != 2:
        raise site.error("`fill_diagonal` is supported for matrices")
    value = strong(array_operand(cx, site, bound["val"]))
    if value.rank > 1:
        raise site.error("`fill_diagonal` takes a number or a vector")
    m, n = (cx.extent(e) for e in target.shape)
    if cx.prover.nonneg(sympy.expand(n - m)):
        length = m
    elif cx.prover.nonneg(sympy.expand(m - n)):
        length = n
    else:
        length = sympy.Min(m, n)
    view = target.view.select((length,), (place(0), place(0)))  # type: ignore[union-attr]
    cx.will_write(view.container, site.span)
    put(cx, view, target.dtype, value, site.span)
    return Nothing()


def _diag_indices(cx: Context, site: CallSite) -> Value:
    bound = site.bind("n", "ndim")
    extent = cx.extent(site.integer(bound["n"], "n"))
    number = site.number(bound["ndim"], "ndim") if "ndim" in bound else 2
    return Items((_numbers((extent,), 0),) * number)


def _diag_indices_from(cx: Context, site: CallSite) -> Value:
    value = site.array(site.bind("arr")["arr"])
    if value.rank < 2:
        raise site.error("`diag_indices_from` takes an array of two axes at least")
    return Items((_numbers((cx.extent(value.shape[0]),), 0),) * value.rank)


def _unravel_index(cx: Context, site: CallSite) -> Value:
    """`np.unravel_index(indices, shape)`: a position in storage order along each axis."""
    bound = site.bind("indices shape", "order")
    if "order" in bound:
        raise site.error("`order` of `unravel_index` is not supported", help="leave it out")
    given, rest = bound["shape"], bound["indices"]
    if isinstance(rest, Items):
        rest = array_operand(cx, site, rest)
    axes = given.items if isinstance(given, Items) else (given,)
    found: list[Value] = []
    for extent in reversed(axes[1:]):
        call = replace(site, name="divmod", arguments=(rest, extent), keywords={})
        pair = PYTHON["divmod"](cx, call)
        assert isinstance(pair, Items)
        rest, along = pair.items
        found.append(along)
    # A number that is computed is one that argmax has found, and lies within.
    if isinstance(rest, Integer) or (isinstance(rest, Array) and rest.rank):
        rest = _within(cx, site, rest, axes[0])
    return Items((rest, *reversed(found)))


def _within(cx: Context, site: CallSite, along: Value, extent: Value) -> Value:
    """The positions `along` an axis, of which NumPy lets none be negative or beyond `extent`."""
    if not isinstance(along, Integer) or not isinstance(extent, Integer):
        return call_written(cx, site, "adc_place_along", along, extent)
    reason = f"position {along.value} on an axis of {extent.value}"
    require(cx, along.value, reason, site.span)
    require(cx, sympy.expand(extent.value - 1 - along.value), reason, site.span)
    return along


def _ravel_multi_index(cx: Context, site: CallSite) -> Value:
    """`np.ravel_multi_index(multi_index, dims)`: the position in storage order."""
    bound = site.bind("multi_index dims")
    given, dims = bound["multi_index"], bound["dims"]
    if not isinstance(given, Items) or not isinstance(dims, Items):
        raise site.error("`ravel_multi_index` takes two tuples")
    if len(given.items) != len(dims.items) or not given.items:
        raise site.error("`ravel_multi_index` takes a position for each axis")
    if all(isinstance(v, Integer) for v in (*given.items, *dims.items)):
        found = _ZERO
        for along, extent in zip(given.items, dims.items, strict=True):
            assert isinstance(along, Integer)
            assert isinstance(extent, Integer)
            _within(cx, site, along, extent)
            found = sympy.expand(found * extent.value + along.value)
        return Integer(found)
    pairs = zip(given.items, dims.items, strict=True)
    places = [_within(cx, site, a, e) for a, e in pairs]
    result = places[0]
    for along, extent in zip(places[1:], dims.items[1:], strict=True):
        for name, value in (("multiply", extent), ("add", along)):
            call = replace(site, name=f"numpy.{name}", arguments=(result, value), keywords={})
            result = ELEMENTS[f"numpy.{name}"](cx, call)
    return result


def _indices(cx: Context, site: CallSite) -> Value:
    """`np.indices(dimensions)`: the position along each axis, for all axes."""
    del cx
    given = site.bind("dimensions")["dimensions"]
    shape = site.shape(given)

    def at(position: Index) -> Expr:
        result: Expr = IntValue(position[-1])
        for a in range(len(shape) - 2, -1, -1):
            here = build.compare("eq", IntValue(position[0]), IntValue(sympy.Integer(a)))
            result = build.where(here, IntValue(position[a + 1]), result)
        return result

    return Array((sympy.Integer(len(shape)), *shape), DType.INT64, at)


# -- bins ------------------------------------------------------------------------------------------


def _known_length(given: Value) -> Integer | None:
    """The length of the counts of integers in a list that are known."""
    if not isinstance(given, Items) or not given.items:
        return None
    known = [v.value for v in given.items if isinstance(v, Integer) and v.value.is_Integer]
    return Integer(max(known) + 1) if len(known) == len(given.items) and min(known) >= 0 else None


def _bincount(cx: Context, site: CallSite) -> Value:
    """`np.bincount(x, weights, minlength)` of integers below `minlength`, which is checked;
    without it the length of the result is up to data."""
    bound = site.bind("x", "weights minlength")
    x = operand(cx, strong(array_operand(cx, site, bound["x"])))
    least = bound.get("minlength", _known_length(bound["x"]))
    if least is None:  # no longer than the largest element asks for, as far as there is room
        pair = (bound["x"], bound.get("weights", Nothing()))
        try:
            return call_written(cx, site, "adc_bincount", *pair)
        except AdcError as error:
            if error.diagnostics[0].code != "ADC0235":
                raise
            raise AdcError.of(
                "ADC0235", "the length of what `bincount` gives is up to data", site.span,
                help="pass `minlength=`, above the largest element, or say how long it is at "
                "most, such as `--room 1000`",
            ) from error  # fmt: skip
    number = cx.extent(site.integer(least, "minlength"))
    if x.rank != 1 or not x.dtype.is_integer:
        raise site.error("`bincount` takes a vector of integers")
    given = bound.get("weights", Nothing())
    if isinstance(given, Nothing):
        one = build.one(DType.INT64)
        weights = Array(x.shape, DType.INT64, lambda _: one)
    else:
        weights = cast_array(strong(array_operand(cx, site, given)), DType.FLOAT64)
        if weights.rank != 1:
            raise site.error("the weights of `bincount` are a vector")
    result = zeroed(cx, "counted", weights.dtype, (number,))
    added_at(cx, result, [(x, site.span)], weights, False, site.span, exact=True)
    return result


TABLE: dict[str, Handler] = {
    "numpy.take_along_axis": _take_along_axis, "numpy.put_along_axis": _put_along_axis,
    "numpy.put": _put, "numpy.ix_": _ix, "numpy.fill_diagonal": _fill_diagonal,
    "numpy.diag_indices": _diag_indices, "numpy.diag_indices_from": _diag_indices_from,
    "numpy.unravel_index": _unravel_index, "numpy.ravel_multi_index": _ravel_multi_index,
    "numpy.indices": _indices, "numpy.bincount": _bincount,
}  # fmt: skip
