"""NumPy's functions that see an array in another shape or order; diagonals and triangles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.ir import build, shapes
from adc.ir.expressions import Expr, Index, IntValue
from adc.lowering import reshaping
from adc.lowering.broadcasting import broadcast, broadcast_to
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.where_run import ask
from adc.lowering.indexing import remap
from adc.lowering.numpy.create import array_operand
from adc.lowering.promotion import strong
from adc.lowering.store import store
from adc.lowering.values import Array, Integer, Items, Text, Value, of_view, place, places

Handler = Callable[[Context, CallSite], Value]


def _transpose(cx: Context, site: CallSite) -> Value:
    """`np.transpose(a)`, `(a, axes)`, `a.transpose(1, 0)`."""
    del cx
    value = strong(site.array(site.arguments[0] if site.arguments else site.bind("a")["a"]))
    given: tuple[Value, ...] = site.arguments[1:]
    if "axes" in site.keywords:
        given = (site.keywords["axes"],)
    if not given:
        return reshaping.transpose(value, tuple(reversed(range(value.rank))))
    items = given[0].items if len(given) == 1 and isinstance(given[0], Items) else given
    axes = tuple(site.axis(v, value.rank) for v in items)
    if sorted(axes) != list(range(value.rank)):
        raise site.error("the axes are no permutation", help="name each axis once")
    return reshaping.transpose(value, axes)


def _swapaxes(cx: Context, site: CallSite) -> Value:
    del cx
    bound = site.bind("a axis1 axis2")
    value = site.array(bound["a"])
    first, second = site.axis(bound["axis1"], value.rank), site.axis(bound["axis2"], value.rank)
    order = list(range(value.rank))
    order[first], order[second] = second, first
    return reshaping.transpose(value, tuple(order))


def _matrix_transpose(cx: Context, site: CallSite) -> Value:
    del cx
    value = site.array(site.bind("x")["x"])
    if value.rank < 2:
        raise site.error("a matrix has two axes", help="transpose an array of two axes")
    return reshaping.transpose(value, (*range(value.rank - 2), value.rank - 1, value.rank - 2))


def _moveaxis(cx: Context, site: CallSite) -> Value:
    del cx
    bound = site.bind("a source destination")
    value = strong(site.array(bound["a"]))
    source, destination = (
        _axis_list(site, bound[n], value.rank) for n in ("source", "destination")
    )
    if len(source) != len(destination):
        raise site.error("as many destinations as sources are needed")
    order = [a for a in range(value.rank) if a not in source]
    for to, axis in sorted(zip(destination, source, strict=True)):
        order.insert(to, axis)
    return reshaping.transpose(value, tuple(order))


def _axis_list(site: CallSite, value: Value, rank: int) -> list[int]:
    items = value.items if isinstance(value, Items) else (value,)
    return [site.axis(v, rank) for v in items]


def _reshape(cx: Context, site: CallSite) -> Value:
    if not site.arguments:
        raise site.error("`reshape` needs an array")
    value, given = strong(site.array(site.arguments[0])), site.arguments[1:]
    if set(site.keywords) - {"shape", "newshape", "order"}:
        raise site.error("`reshape` takes a shape and an order")
    given += tuple(v for name, v in site.keywords.items() if name != "order")
    items = given[0].items if len(given) == 1 and isinstance(given[0], Items) else given
    shape = site.shape(Items(tuple(items)))
    if not _by_columns(site, site.keywords.get("order")):
        return reshaping.reshape(cx, value, shape, site.span)
    made = reshaping.reshape(cx, _turned(value), tuple(reversed(shape)), site.span)
    return _turned(made)


def _by_columns(site: CallSite, order: Value | None) -> bool:
    """Whether `order` is Fortran's; what depends on how an array is stored is refused."""
    if order is None or order == Text("C"):
        return False
    if order != Text("F"):
        raise site.error(f"only the orders C and F of `{site.short}` are supported")
    return True


def _turned(value: Array) -> Array:
    """`value` with its axes in the opposite order."""
    return reshaping.transpose(value, tuple(reversed(range(value.rank))))


def _ravel(cx: Context, site: CallSite) -> Value:
    bound = site.bind("a", "order")
    value = strong(site.array(bound["a"]))
    value = _turned(value) if _by_columns(site, bound.get("order")) else value
    value = reshaping.in_order(cx, value, site.span)
    return reshaping.reshape(cx, value, (sympy.Integer(-1),), site.span)


def _flatten(cx: Context, site: CallSite) -> Value:
    bound = site.bind("a", "order")
    value = site.array(bound["a"])
    value = _turned(value) if _by_columns(site, bound.get("order")) else value
    value = replace(value, view=None, ways=())
    return reshaping.reshape(cx, value, (sympy.Integer(-1),), site.span)


def _expand_dims(cx: Context, site: CallSite) -> Value:
    del cx
    bound = site.bind("a axis")
    value = strong(site.array(bound["a"]))
    number = len(bound["axis"].items) if isinstance(bound["axis"], Items) else 1
    return reshaping.expand_dims(value, site.axes(bound["axis"], value.rank + number) or ())


def _squeeze(cx: Context, site: CallSite) -> Value:
    bound = site.bind("a", "axis")
    value = strong(site.array(bound["a"]))
    axes = site.axes(bound.get("axis"), value.rank)
    if axes is None:
        axes = tuple(a for a, n in enumerate(value.shape) if n == 1)
        if not all(n == 1 or _never_one(cx, n, site) for n in value.shape):
            raise site.error(
                "which axes `squeeze` drops depends on the sizes", help="name them with `axis=`"
            )
    if any(value.shape[a] != 1 for a in axes):
        raise site.error("an axis to squeeze must have the extent 1", help="name such an axis")
    return reshaping.squeeze(value, axes)


def _never_one(cx: Context, extent: sympy.Expr, site: CallSite) -> bool:
    """Whether an extent is not 1 where the call is run, which is asked of sizes: NumPy's result
    would have an axis less."""
    if not cx.of_sizes(extent):  # one that a loop changes may be 1 now and then
        return cx.prover.nonneg(extent - 2)
    return ask(cx, (extent - 2, -extent), f"`squeeze` keeps an axis of {extent}", site.span)


def _flip(cx: Context, site: CallSite) -> Value:
    del cx
    bound = site.bind("m", "axis")
    value = strong(site.array(bound["m"]))
    own = {"flipud": 0, "fliplr": 1}.get(site.short)
    if own is None:
        axes = site.axes(bound.get("axis"), value.rank)
    elif value.rank <= own or "axis" in bound:
        raise site.error(f"`{site.short}` takes an array of {own + 1} axes or more, and no axis")
    else:
        axes = (own,)
    return reshaping.flip(value, tuple(range(value.rank)) if axes is None else axes)


def _shape(cx: Context, site: CallSite) -> Value:
    value = site.array(site.bind("a")["a"])
    return Items(tuple(Integer(cx.extent(n)) for n in value.shape))


def _size(cx: Context, site: CallSite) -> Value:
    bound = site.bind("a", "axis")
    value = site.array(bound["a"])
    axes = site.axes(bound.get("axis"), value.rank)
    extents = [value.shape[a] for a in (range(value.rank) if axes is None else axes)]
    return Integer(sympy.expand(sympy.Mul(*(cx.extent(n) for n in extents))))


def _ndim(cx: Context, site: CallSite) -> Value:
    del cx
    return Integer(sympy.Integer(site.array(site.bind("a")["a"]).rank))


def _rot90(cx: Context, site: CallSite) -> Value:
    """A quarter turn from the first of two axes towards the second, k times."""
    del cx
    bound = site.bind("m", "k axes")
    value = site.array(bound["m"])
    turns = (site.number(bound["k"], "k") if "k" in bound else 1) % 4
    if value.rank < 2:
        raise site.error("a rotation needs two axes", help="rotate an array of two axes")
    axes = _axis_list(site, bound["axes"], value.rank) if "axes" in bound else [0, 1]
    if len(axes) != 2 or axes[0] == axes[1]:
        raise site.error("a rotation needs two different axes", help="write `axes=(0, 1)`")
    first, second = axes
    if turns == 2:
        return reshaping.flip(value, (first, second))
    if turns:
        order = list(range(value.rank))
        order[first], order[second] = second, first
        swapped = reshaping.transpose(value, tuple(order))
        return reshaping.flip(swapped, (first,) if turns == 1 else (second,))
    return value


def _at_least(rank: int) -> Handler:
    """`np.atleast_1d` and `np.atleast_2d`: axes of extent one are put in front."""

    def call(cx: Context, site: CallSite) -> Value:
        value = array_operand(cx, site, site.bind("a")["a"])
        return reshaping.expand_dims(value, tuple(range(rank - value.rank)))

    return call


def _meshgrid(cx: Context, site: CallSite) -> Value:
    """The coordinates of all points of a grid, an array per axis (`xy`: first two swapped): copies,
    or with `copy=False` views of the vectors."""
    given = site.keywords.get("indexing", Text("xy"))
    sparse = site.flag(site.keywords.get("sparse"), "sparse")
    views = "copy" in site.keywords and not site.flag(site.keywords["copy"], "copy")
    if set(site.keywords) - {"indexing", "sparse", "copy"} or given not in (Text("xy"), Text("ij")):
        raise site.error("only `indexing='xy'` and `indexing='ij'` of `meshgrid` are supported")
    values = [array_operand(cx, site, v) for v in site.arguments]
    if any(v.rank != 1 for v in values):
        raise site.error("`meshgrid` takes vectors", help="give one vector for each axis")
    order = list(range(len(values)))
    if given == Text("xy") and len(values) > 1:
        order[:2] = [1, 0]
    shape = tuple(values[order.index(a)].shape[0] for a in range(len(values)))
    made = []
    for axis, value in zip(order, values, strict=True):
        others = tuple(a for a in range(len(values)) if a != axis)
        if sparse:
            found = reshaping.expand_dims(value, others)
        else:
            found = remap(value, shape, (place(axis),))
        made.append(found if views else Array(found.shape, found.dtype, found.at))
    return Items(tuple(made))


def _broadcast_to(cx: Context, site: CallSite) -> Value:
    bound = site.bind("a shape")
    shape = site.shape(bound["shape"])
    return broadcast_to(cx, strong(site.array(bound["a"])), shape, "`broadcast_to`", site.span)


def _broadcast_arrays(cx: Context, site: CallSite) -> Items:
    """All arrays in the shape that they have together, as `np.broadcast_to` gives it."""
    parts = [strong(site.array(value)) for value in site.arguments]
    shape = broadcast(cx, [p.shape for p in parts], "these arrays", site.span)
    return Items(tuple(broadcast_to(cx, p, shape, "an array", site.span) for p in parts))


def _broadcast_shapes(cx: Context, site: CallSite) -> Items:
    """The shape that arrays of these shapes have together."""
    if site.keywords:
        raise site.error("`broadcast_shapes` takes shapes by position")
    shapes = [site.shape(value) for value in site.arguments]
    shape = broadcast(cx, shapes, "these shapes", site.span)
    return Items(tuple(map(Integer, shape)))


def _rollaxis(cx: Context, site: CallSite) -> Value:
    """One axis moved to stand before another."""
    del cx
    bound = site.bind("a axis", "start")
    value = site.array(bound["a"])
    axis = site.axis(bound["axis"], value.rank)
    start = site.number(bound["start"], "start") if "start" in bound else 0
    if not -value.rank <= start <= value.rank:
        raise site.error(f"there is no axis {start} to move another before")
    start += value.rank if start < 0 else 0
    order = [a for a in range(value.rank) if a != axis]
    order.insert(start - (axis < start), axis)
    return reshaping.transpose(value, tuple(order))


def _real(cx: Context, site: CallSite) -> Value:
    del cx
    return site.array(site.bind("val")["val"])


def diagonal_of(cx: Context, site: CallSite) -> Array:
    """The elements (i, i + offset) of two axes, the first ones if none are named, as a view, along
    the last axis."""
    bound = site.bind("a", "offset axis1 axis2")
    value, offset = site.array(bound["a"]), bound.get("offset")
    if value.rank < 2:
        raise site.error("a diagonal needs two axes")
    given = [bound.get(f"axis{k}", Integer(sympy.Integer(k - 1))) for k in (1, 2)]
    chosen = [site.axis(axis, value.rank) for axis in given]
    if chosen[0] == chosen[1]:
        raise site.error("a diagonal is one of two axes", help="name two axes")
    others = (k for k in range(value.rank) if k not in chosen)
    value = reshaping.transpose(value, (*chosen, *others))
    shift = 0 if offset is None else site.number(offset, "offset")
    rows, columns = value.shape[0], value.shape[1]
    down, right = max(-shift, 0), max(shift, 0)
    rows, columns = rows - down, columns - right
    if cx.prover.at_most(rows, columns):
        extent = rows
    elif cx.prover.at_most(columns, rows):
        extent = columns
    else:
        extent = shapes.minimum(rows, columns)
    rest = value.shape[2:]
    line = place(len(rest))
    index = (line + down, line + right, *places(len(rest)))
    return remap(value, (*rest, sympy.expand(extent)), index)


def _diag(cx: Context, site: CallSite) -> Value:
    """The diagonal of a matrix, or a matrix from its diagonal."""
    bound = site.bind("v", "k")
    value = site.array(bound["v"])
    if value.rank != 1:
        return diagonal_of(cx, CallSite(site.name, (value, *site.arguments[1:]),
                                      _renamed(site.keywords), site.spans, site.span))  # fmt: skip
    shift = site.number(bound["k"], "k") if "k" in bound else 0
    extent = sympy.expand(cx.extent(value.shape[0]) + abs(shift))
    view = cx.new_container(cx.new_name("matrix"), value.dtype, (extent, extent))
    zero = build.zero(value.dtype)
    store(cx, view, value.dtype, Array((extent, extent), value.dtype, lambda _: zero), site.span)
    index = (place(0) + max(-shift, 0), place(0) + max(shift, 0))
    store(cx, view.select(value.shape, index), value.dtype, value, site.span)
    return of_view(view, value.dtype)


def _renamed(keywords: dict[str, Value]) -> dict[str, Value]:
    return {"offset": keywords["k"]} if "k" in keywords else {}


def _triangle(cx: Context, site: CallSite) -> Value:
    """`tril`, `triu`: zero above (below) the k-th diagonal."""
    bound = site.bind("m", "k")
    value = site.array(bound["m"])
    shift = site.integer(bound["k"], "k") if "k" in bound else sympy.Integer(0)
    op = "le" if site.short == "tril" else "ge"
    zero = build.zero(value.dtype)
    if not value.shape:
        raise site.error("a triangle is one of an array's axes", help="pass an array")
    if value.rank == 1:  # the rows of a square, each of which is the vector
        value = broadcast_to(cx, value, (*value.shape, *value.shape), f"`{site.short}`", site.span)

    def at(position: Index) -> Expr:
        row, column = IntValue(position[-2] + shift), IntValue(position[-1])
        return build.apply("where", build.compare(op, column, row), value.at(position), zero)

    return Array(value.shape, value.dtype, at)


TABLE: dict[str, Handler] = {
    "numpy.transpose": _transpose, "numpy.permute_dims": _transpose, "numpy.swapaxes": _swapaxes,
    "numpy.matrix_transpose": _matrix_transpose, "numpy.linalg.matrix_transpose": _matrix_transpose,
    "numpy.moveaxis": _moveaxis, "numpy.reshape": _reshape, "numpy.ravel": _ravel,
    "numpy.flatten": _flatten, "numpy.expand_dims": _expand_dims, "numpy.squeeze": _squeeze,
    "numpy.flip": _flip, "numpy.flipud": _flip, "numpy.fliplr": _flip, "numpy.rot90": _rot90,
    "numpy.rollaxis": _rollaxis, "numpy.real": _real, "numpy.broadcast_arrays": _broadcast_arrays,
    "numpy.broadcast_shapes": _broadcast_shapes,
    "numpy.broadcast_to": _broadcast_to, "numpy.atleast_1d": _at_least(1),
    "numpy.atleast_2d": _at_least(2), "numpy.diagonal": diagonal_of, "numpy.diag": _diag,
    "numpy.shape": _shape, "numpy.size": _size, "numpy.ndim": _ndim,
    "numpy.tril": _triangle, "numpy.triu": _triangle, "numpy.meshgrid": _meshgrid,
}  # fmt: skip
