"""Arrays put together from others: joined, stacked, shifted, padded, repeated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from adc.diagnostics import Span
from adc.ir import shapes
from adc.lowering import reshaping
from adc.lowering.broadcasting import unify
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import Item, SliceValue, remap, require
from adc.lowering.lengths.read_slices import DataSlice
from adc.lowering.numpy.create import TABLE as CREATORS
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.written import call_written
from adc.lowering.promotion import common_strong
from adc.lowering.store import materialise, store
from adc.lowering.values import Array, Builtin, Integer, Items, Nothing, Value, of_view, place

Handler = Callable[[Context, CallSite], Value]

#: A roll by a literal shift that may be longer than the axis takes as many steps at most.
MOST_STEPS = 4


def parts_of(cx: Context, site: CallSite, value: Value) -> list[Array]:
    if not isinstance(value, Items) or not value.items:
        raise site.error(
            f"`{site.short}` takes a tuple or list of arrays", help="put the arrays into a tuple"
        )
    return [array_operand(cx, site, v) for v in value.items]


def flat_array(cx: Context, site: CallSite, value: Array) -> Array:
    return reshaping.reshape(cx, value, (sympy.Integer(-1),), site.span)


def join(cx: Context, site: CallSite, parts: list[Array], axis: int) -> Array:
    """The parts one after the other along `axis`, each stored into its range of a new array."""
    shape = [cx.extent(n) for n in parts[0].shape]
    for part in parts[1:]:
        if part.rank != len(shape):
            raise site.error("the arrays have different numbers of axes")
        for a in range(part.rank):
            if a == axis:
                shape[a] += cx.extent(part.shape[a])
            else:
                shape[a] = unify(cx, shape[a], part.shape[a], f"`{site.short}`", site.span)
    dtype = common_strong(parts)
    view = cx.new_container(cx.new_name("joined"), dtype, tuple(map(sympy.expand, shape)))
    offset = sympy.Integer(0)
    for part in parts:
        index = tuple(place(a) + (offset if a == axis else 0) for a in range(len(shape)))
        store(cx, view.select(part.shape, index), dtype, part, site.span)
        offset = sympy.expand(offset + cx.extent(part.shape[axis]))
    return of_view(view, dtype)


def _raised(value: Array, rank: int) -> Array:
    """`value` with axes of extent one in front."""
    return reshaping.expand_dims(value, tuple(range(rank - value.rank)))


def joined(cx: Context, owner: Value, items: list[Item], span: Span) -> Value:
    """`np.r_[…]` and `np.c_[…]` of arrays and numbers: joined, or as columns."""
    site = CallSite("numpy.r_", (), {}, (), span)
    items = [(_counted(cx, item, at), at) for item, at in items]
    if not all(isinstance(item, (Array, Integer, Items)) for item, _ in items):
        raise site.error("`np.r_` and `np.c_` take arrays and numbers", help="use `np.concatenate`")
    parts = [
        array_operand(cx, site, item) for item, _ in items
        if not isinstance(item, (SliceValue, DataSlice))
    ]  # fmt: skip
    if owner == Builtin("numpy.r_"):
        return join(cx, site, [_raised(p, 1) for p in parts], 0)
    parts = [_raised(p, 1) for p in parts]
    columns = [p if p.rank > 1 else reshaping.expand_dims(p, (1,)) for p in parts]
    return join(cx, site, columns, columns[0].rank - 1)


def _counted(cx: Context, item: Any, span: Span) -> Any:
    """What a slice with an end stands for in `np.r_`: integers counted up."""
    if not isinstance(item, SliceValue) or item.stop is None:
        return item
    bounds = (item.start or sympy.Integer(0), item.stop, sympy.Integer(item.step))
    arguments = tuple(map(Integer, bounds))
    return CREATORS["numpy.arange"](cx, CallSite("numpy.arange", arguments, {}, (span,) * 3, span))


def _no_call(cx: Context, site: CallSite) -> Value:
    raise site.error(f"`{site.short}` is not called", help="subscript it: `np.r_[a, b]`")


def _linspace(cx: Context, site: CallSite) -> Value:
    """`np.linspace` of numbers, or of arrays that stand for one line of numbers each."""
    bound = site.bind("start stop", "num endpoint retstep dtype")
    ends = [site.array(bound["start"]), site.array(bound["stop"])]
    if not any(v.shape for v in ends):
        return CREATORS["numpy.linspace"](cx, site)
    if "retstep" in bound or "dtype" in bound:
        raise site.error("`linspace` of arrays takes a number of points and `endpoint=`")
    number = bound.get("num", Integer(sympy.Integer(50)))
    endpoint = "endpoint" not in bound or site.flag(bound["endpoint"], "endpoint")
    flag = Integer(sympy.Integer(int(endpoint)))
    return call_written(cx, site, "adc_many_between", *ends, number, flag)


def _append(cx: Context, site: CallSite) -> Value:
    bound = site.bind("arr values", "axis")
    parts = [array_operand(cx, site, bound[name]) for name in ("arr", "values")]
    if isinstance(bound.get("axis", Nothing()), Nothing):
        return join(cx, site, [flat_array(cx, site, p) for p in parts], 0)
    return join(cx, site, parts, site.axis(bound["axis"], parts[0].rank))


def _block(cx: Context, site: CallSite) -> Value:
    """`np.block` of a list of rows of matrices."""
    value = site.bind("arrays")["arrays"]
    rows = value.items if isinstance(value, Items) else ()
    if not rows or not all(isinstance(r, Items) for r in rows):
        raise site.error("`block` takes a list of rows, each a list of matrices")
    found = [[_raised(p, 2) for p in parts_of(cx, site, r)] for r in rows]
    joined = [join(cx, site, parts, parts[0].rank - 1) for parts in found]
    return join(cx, site, joined, joined[0].rank - 2)


def _roll(cx: Context, site: CallSite) -> Value:
    """Elements move by `shift` along an axis; those that fall off come back at the other end."""
    bound = site.bind("a shift", "axis")
    value = array_operand(cx, site, bound["a"])
    shift = bound["shift"]
    of_data = isinstance(shift, Array) and not shift.shape and shift.dtype.is_integer
    if of_data and value.rank and not isinstance(bound.get("axis"), Items):
        axes = [bound["axis"]] if "axis" in bound else []
        return call_written(cx, site, "adc_rolled", value, shift, *axes)
    if not isinstance(bound.get("axis", Nothing()), Nothing):
        return _rolled_along(cx, site, value, bound["shift"], bound["axis"])
    by = site.integer(shift, "shift")
    if not value.rank:
        return Array((), value.dtype, value.at)
    if value.rank > 1:
        shape = value.shape
        flat = reshaping.reshape(cx, value, (sympy.Integer(-1),), site.span)
        return reshaping.reshape(cx, _rolled(cx, site, flat, by, 0), shape, site.span)
    return _rolled(cx, site, value, by, 0)


def _rolled_along(cx: Context, site: CallSite, value: Array, amounts: Value, axes: Value) -> Array:
    """One shift after the other, each along its own axis; a single one serves all of the others."""
    shifts, along = (list(v.items) if isinstance(v, Items) else [v] for v in (amounts, axes))
    number = max(len(shifts), len(along)) if shifts and along else 0
    shifts, along = (v * number if len(v) == 1 else v for v in (shifts, along))
    if len(shifts) != len(along) or not number:
        raise site.error("as many axes as shifts are needed")
    for shift, axis in zip(shifts, along, strict=True):
        where = site.axis(axis, value.rank)
        value = _rolled(cx, site, value, site.integer(shift, "shift"), where)
    return value


def _rolled(cx: Context, site: CallSite, value: Array, by: sympy.Expr, axis: int) -> Array:
    """A new array with the elements moved `by` places along `axis`."""
    extent = value.shape[axis]
    if not by.is_Integer:
        return _wrapped(cx, value, by, axis)
    shift = int(by)
    if shift == 0:
        return Array(value.shape, value.dtype, value.at)
    if abs(shift) > 1 and not cx.prover.at_most(sympy.Integer(abs(shift)), extent):
        return _rolled_around(cx, site, value, shift, axis)
    view = cx.new_container(cx.new_name("rolled"), value.dtype, value.shape)
    # The elements that wrap: none in an empty array, |shift| otherwise.
    edge = sympy.Integer(abs(shift))
    if not cx.prover.at_most(edge, extent):
        edge = shapes.minimum(edge, extent)
    low, high = (edge, abs(shift)) if shift > 0 else (abs(shift), edge)
    if shift > 0:
        pieces = [(shift, 0, extent - shift), (0, extent - shift, low)]
    else:
        pieces = [(0, -shift, extent + shift), (extent + shift, 0, high)]
    for to, start, length in pieces:
        source = window(value, axis, shapes.integer(start), shapes.integer(length))
        index = tuple(place(a) + (to if a == axis else 0) for a in range(value.rank))
        store(cx, view.select(source.shape, index), value.dtype, source, site.span)
    return of_view(view, value.dtype)


def _rolled_around(cx: Context, site: CallSite, value: Array, shift: int, axis: int) -> Array:
    """`value` moved by a `shift` that may be longer than the axis: step by step where it is short,
    so that positions stay affine."""
    if abs(shift) > MOST_STEPS:
        return _wrapped(cx, value, sympy.Integer(shift), axis)
    for _ in range(abs(shift)):
        value = _rolled(cx, site, value, sympy.Integer(1 if shift > 0 else -1), axis)
    return value


def _wrapped(cx: Context, value: Array, shift: sympy.Expr, axis: int) -> Array:
    """The elements moved by any `shift`, in a new array that `value` has no part in."""
    extent = cx.extent(value.shape[axis])
    index = tuple(
        shapes.floormod(place(a) - shift, extent) if a == axis else place(a)
        for a in range(value.rank)
    )
    moved = remap(value, value.shape, index)
    return of_view(materialise(cx, moved, "rolled"), value.dtype)


def window(value: Array, axis: int, start: sympy.Expr, length: sympy.Expr) -> Array:
    """The `length` positions from `start` on along `axis`."""
    shape = tuple(length if a == axis else n for a, n in enumerate(value.shape))
    index = tuple(place(a) + (start if a == axis else 0) for a in range(value.rank))
    return remap(value, shape, index)


def _tile(cx: Context, site: CallSite) -> Value:
    bound = site.bind("A reps")
    value, reps = site.array(bound["A"]), bound["reps"]
    given = reps.items if isinstance(reps, Items) else (reps,)
    numbers = [site.integer(v, "reps") for v in given]
    if not all(n.is_Integer for n in numbers):
        return _tiled(cx, site, value, numbers)
    value = _raised(value, len(numbers))
    numbers = [1] * (value.rank - len(numbers)) + numbers
    for axis, number in enumerate(numbers):
        if number < 1:
            raise site.error("`tile` needs positive numbers of repetitions")
        if number > 1:
            value = join(cx, site, [value] * number, axis)
    return Array(value.shape, value.dtype, value.at) if set(numbers) == {1} else value


def _tiled(cx: Context, site: CallSite, value: Array, numbers: list[sympy.Expr]) -> Array:
    """`value` repeated by numbers that sizes and integer arguments give."""
    value = _raised(value, max(len(numbers), value.rank))
    numbers = [sympy.Integer(1)] * (value.rank - len(numbers)) + numbers
    for number in numbers:
        require(cx, number, f"`tile` by {number} repetitions", site.span)
    shape = tuple(
        sympy.expand(cx.extent(n) * times) for n, times in zip(value.shape, numbers, strict=True)
    )
    index = tuple(
        place(a) if times == 1 else sympy.Integer(0) if n == 1 else shapes.floormod(place(a), n)
        for a, (n, times) in enumerate(zip(value.shape, numbers, strict=True))
    )
    return of_view(materialise(cx, remap(value, shape, index), "tiled"), value.dtype)


def _repeat(cx: Context, site: CallSite) -> Value:
    """Each element `repeats` times: one strided store for each copy."""
    bound = site.bind("a repeats", "axis")
    value, repeats = site.array(bound["a"]), bound["repeats"]
    if isinstance(repeats, Items):
        return _repeated(cx, site, value, repeats, bound.get("axis", Nothing()))
    if isinstance(repeats, Array) and not repeats.shape:
        repeats = Integer(site.integer(repeats, "repeats"))
    if isinstance(repeats, Integer) and not repeats.value.is_Integer:
        return _repeated_so_often(cx, site, value, repeats, bound.get("axis", Nothing()))
    if isinstance(repeats, Array):
        raise site.error(
            "how often `repeat` repeats each element is up to data: so is the result's length",
            help="write the loop: `for k in range(counts[i])`",
        )
    number = site.number(repeats, "repeats")
    if number < 1:
        raise site.error("`repeat` needs a positive number of repetitions")
    axis = 0
    if isinstance(bound.get("axis", Nothing()), Nothing):
        value = flat_array(cx, site, value)
    else:
        axis = site.axis(bound["axis"], value.rank)
    shape = tuple(cx.extent(n) * (number if a == axis else 1) for a, n in enumerate(value.shape))
    view = cx.new_container(cx.new_name("repeated"), value.dtype, shape)
    for copy in range(number):
        index = tuple(
            number * place(a) + copy if a == axis else place(a) for a in range(value.rank)
        )
        store(cx, view.select(value.shape, index), value.dtype, value, site.span)
    return of_view(view, value.dtype)


def _repeated_so_often(
    cx: Context, site: CallSite, value: Array, repeats: Integer, given: Value
) -> Value:
    """Each element as often as a size or an integer argument says."""
    whole = isinstance(given, Nothing)
    value = flat_array(cx, site, value) if whole else value
    axis = sympy.Integer(0 if whole else site.axis(given, value.rank))
    return call_written(cx, site, "adc_repeated", value, repeats, Integer(axis))


def _repeated(cx: Context, site: CallSite, value: Array, repeats: Items, given: Value) -> Value:
    """Each element as often as a list says."""
    whole = isinstance(given, Nothing)
    value = flat_array(cx, site, value) if whole else value
    axis = 0 if whole else site.axis(given, value.rank)
    numbers = [site.number(v, "repeats") for v in repeats.items]
    extent, one = cx.extent(value.shape[axis]), sympy.Integer(1)
    unify(cx, extent, sympy.Integer(len(numbers)), "`repeat`", site.span)
    if min(numbers, default=0) < 0 or not sum(numbers):
        raise site.error("`repeat` needs numbers of repetitions that are not negative")
    parts = [
        window(value, axis, sympy.Integer(k), one) for k, n in enumerate(numbers) for _ in range(n)
    ]
    return join(cx, site, parts, axis)


TABLE: dict[str, Handler] = {
    "numpy.linspace": _linspace,
    "numpy.r_": _no_call, "numpy.c_": _no_call, "numpy.mgrid": _no_call, "numpy.ogrid": _no_call,
    "numpy.append": _append, "numpy.block": _block,
    "numpy.roll": _roll, "numpy.tile": _tile, "numpy.repeat": _repeat,
}  # fmt: skip
