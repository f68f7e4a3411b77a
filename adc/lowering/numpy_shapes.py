"""NumPy's functions that move elements: views, joins, shifts, triangles."""

from __future__ import annotations

from collections.abc import Callable

import sympy

from adc.ir import build, shapes
from adc.ir.expressions import Expr, Index, IntValue
from adc.lowering import reshaping
from adc.lowering.broadcasting import broadcast_to, unify
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.elementwise import arithmetic
from adc.lowering.indexing import SliceValue, remap, require, subscript
from adc.lowering.promotion import common
from adc.lowering.store import store
from adc.lowering.values import Array, Integer, Items, Value, of_view, place, places

Handler = Callable[[Context, CallSite], Value]


def _transpose(cx: Context, site: CallSite) -> Value:
    """`np.transpose(a)`, `(a, axes)`, `a.transpose(1, 0)`."""
    del cx
    value = site.array(site.arguments[0]) if site.arguments else site.array(site.bind("a")["a"])
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


def _moveaxis(cx: Context, site: CallSite) -> Value:
    del cx
    bound = site.bind("a source destination")
    value = site.array(bound["a"])
    source = site.axis(bound["source"], value.rank)
    order = [a for a in range(value.rank) if a != source]
    order.insert(site.axis(bound["destination"], value.rank), source)
    return reshaping.transpose(value, tuple(order))


def _reshape(cx: Context, site: CallSite) -> Value:
    if not site.arguments:
        raise site.error("`reshape` needs an array")
    value, given = site.array(site.arguments[0]), site.arguments[1:]
    if set(site.keywords) - {"shape", "newshape"}:
        raise site.error("only C order is supported", help="leave out `order`")
    given += tuple(site.keywords.values())
    items = given[0].items if len(given) == 1 and isinstance(given[0], Items) else given
    return reshaping.reshape(cx, value, site.shape(Items(tuple(items))), site.span)


def _ravel(cx: Context, site: CallSite) -> Value:
    value = site.array(site.bind("a")["a"])
    return reshaping.reshape(cx, value, (sympy.Integer(-1),), site.span)


def _flatten(cx: Context, site: CallSite) -> Value:
    flat = _ravel(cx, site)
    assert isinstance(flat, Array)
    return Array(flat.shape, flat.dtype, flat.at)


def _expand_dims(cx: Context, site: CallSite) -> Value:
    del cx
    bound = site.bind("a axis")
    value = site.array(bound["a"])
    number = len(bound["axis"].items) if isinstance(bound["axis"], Items) else 1
    return reshaping.expand_dims(value, site.axes(bound["axis"], value.rank + number) or ())


def _squeeze(cx: Context, site: CallSite) -> Value:
    del cx
    bound = site.bind("a", "axis")
    value = site.array(bound["a"])
    axes = site.axes(bound.get("axis"), value.rank)
    if axes is None:
        axes = tuple(a for a, n in enumerate(value.shape) if n == 1)
    if any(value.shape[a] != 1 for a in axes):
        raise site.error("an axis to squeeze must have the extent 1", help="name such an axis")
    return reshaping.squeeze(value, axes)


def _flip(cx: Context, site: CallSite) -> Value:
    del cx
    bound = site.bind("a", "axis")
    value = site.array(bound["a"])
    axes = {"flipud": (0,), "fliplr": (1,)}.get(site.short) or site.axes(
        bound.get("axis"), value.rank
    )
    return reshaping.flip(value, tuple(range(value.rank)) if axes is None else axes)


def _broadcast_to(cx: Context, site: CallSite) -> Value:
    bound = site.bind("a shape")
    shape = site.shape(bound["shape"])
    wide = broadcast_to(cx, site.array(bound["a"]), shape, "`broadcast_to`", site.span)
    return Array(wide.shape, wide.dtype, wide.at)


def _parts(site: CallSite, value: Value) -> list[Array]:
    if not isinstance(value, Items) or not value.items:
        raise site.error(f"`{site.short}` takes a tuple or list of arrays")
    return [site.array(v) for v in value.items]


def _concatenate(cx: Context, site: CallSite) -> Value:
    bound = site.bind("arrays", "axis")
    parts = _parts(site, bound["arrays"])
    axis = site.axis(bound.get("axis", Integer(sympy.Integer(0))), parts[0].rank)
    return join(cx, site, parts, axis)


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
    dtype, _ = common(parts)
    view = cx.new_container(cx.new_name("joined"), dtype, tuple(map(sympy.expand, shape)))
    offset = sympy.Integer(0)
    for part in parts:
        index = tuple(place(a) + (offset if a == axis else 0) for a in range(len(shape)))
        store(cx, view.select(part.shape, index), dtype, part, site.span)
        offset = sympy.expand(offset + cx.extent(part.shape[axis]))
    return of_view(view, dtype)


def _stack(cx: Context, site: CallSite) -> Value:
    bound = site.bind("arrays", "axis")
    parts = _parts(site, bound["arrays"])
    axis = site.axis(bound.get("axis", Integer(sympy.Integer(0))), parts[0].rank + 1)
    return join(cx, site, [reshaping.expand_dims(p, (axis,)) for p in parts], axis)


def _vstack(cx: Context, site: CallSite) -> Value:
    parts = _parts(site, site.bind("tup")["tup"])
    return join(cx, site, [p if p.rank > 1 else reshaping.expand_dims(p, (0,)) for p in parts], 0)


def _hstack(cx: Context, site: CallSite) -> Value:
    parts = _parts(site, site.bind("tup")["tup"])
    return join(cx, site, parts, 0 if parts[0].rank == 1 else 1)


def _column_stack(cx: Context, site: CallSite) -> Value:
    parts = _parts(site, site.bind("tup")["tup"])
    return join(cx, site, [p if p.rank > 1 else reshaping.expand_dims(p, (1,)) for p in parts], 1)


def diagonal_of(cx: Context, value: Array, offset: Value | None, site: CallSite) -> Array:
    """The elements (i, i + offset) of the first two axes, as a view, along the last axis."""
    if value.rank < 2:
        raise site.error("a diagonal needs two axes")
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


def _diagonal(cx: Context, site: CallSite) -> Value:
    bound = site.bind("a", "offset")
    line = diagonal_of(cx, site.array(bound["a"]), bound.get("offset"), site)
    return Array(line.shape, line.dtype, line.at)


def _diag(cx: Context, site: CallSite) -> Value:
    """The diagonal of a matrix, or a matrix from its diagonal."""
    bound = site.bind("v", "k")
    value = site.array(bound["v"])
    if value.rank != 1:
        return _diagonal(cx, CallSite(site.name, (value, *site.arguments[1:]),
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
    return {"offset": v for k, v in keywords.items() if k == "k"}


def _triangle(cx: Context, site: CallSite) -> Value:
    """`tril`, `triu`: zero above (below) the k-th diagonal."""
    bound = site.bind("m", "k")
    value = site.array(bound["m"])
    shift = site.integer(bound["k"], "k") if "k" in bound else sympy.Integer(0)
    op = "le" if site.short == "tril" else "ge"
    zero = build.zero(value.dtype)

    def at(position: Index) -> Expr:
        row, column = IntValue(position[-2] + shift), IntValue(position[-1])
        return build.apply("where", build.compare(op, column, row), value.at(position), zero)

    del cx
    return Array(value.shape, value.dtype, at)


def _roll(cx: Context, site: CallSite) -> Value:
    """Elements move by `shift` along an axis; those that fall off come back at the other end."""
    bound = site.bind("a shift", "axis")
    value, shift = site.array(bound["a"]), site.number(bound["shift"], "shift")
    axes = site.axes(bound.get("axis"), value.rank)
    if axes is None and value.rank > 1:
        shape = value.shape
        flat = reshaping.reshape(cx, value, (sympy.Integer(-1),), site.span)
        return reshaping.reshape(cx, _rolled(cx, site, flat, shift, 0), shape, site.span)
    return _rolled(cx, site, value, shift, (axes or (0,))[0])


def _rolled(cx: Context, site: CallSite, value: Array, shift: int, axis: int) -> Array:
    extent = value.shape[axis]
    if shift == 0:
        return Array(value.shape, value.dtype, value.at)
    if abs(shift) > 1:
        require(cx, extent - abs(shift), f"a shift of {shift} on an axis of {extent}", site.span)
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
        source = _window(value, axis, sympy.sympify(start), sympy.sympify(length))
        index = tuple(place(a) + (to if a == axis else 0) for a in range(value.rank))
        store(cx, view.select(source.shape, index), value.dtype, source, site.span)
    return of_view(view, value.dtype)


def _window(value: Array, axis: int, start: sympy.Expr, length: sympy.Expr) -> Array:
    shape = tuple(length if a == axis else n for a, n in enumerate(value.shape))
    index = tuple(place(a) + (start if a == axis else 0) for a in range(value.rank))
    return remap(value, shape, index)


def _diff(cx: Context, site: CallSite) -> Value:
    bound = site.bind("a", "n axis")
    value: Array = site.array(bound["a"])
    axis = site.axis(bound.get("axis", Integer(sympy.Integer(-1))), value.rank)
    times = site.number(bound["n"], "n") if "n" in bound else 1
    for _ in range(times):
        after = _along(cx, value, axis, SliceValue(sympy.Integer(1), None, 1, site.span))
        before = _along(cx, value, axis, SliceValue(None, sympy.Integer(-1), 1, site.span))
        value = arithmetic(cx, "sub", [after, before], site.span)
    return value


def _along(cx: Context, value: Array, axis: int, part: SliceValue) -> Array:
    whole = SliceValue(None, None, 1, part.span)
    items = [(part if a == axis else whole, part.span) for a in range(value.rank)]
    return subscript(cx, value, list(items), part.span)


TABLE: dict[str, Handler] = {
    "numpy.transpose": _transpose, "numpy.permute_dims": _transpose, "numpy.swapaxes": _swapaxes,
    "numpy.moveaxis": _moveaxis, "numpy.reshape": _reshape, "numpy.ravel": _ravel,
    "numpy.flatten": _flatten, "numpy.expand_dims": _expand_dims, "numpy.squeeze": _squeeze,
    "numpy.flip": _flip, "numpy.flipud": _flip, "numpy.fliplr": _flip,
    "numpy.broadcast_to": _broadcast_to, "numpy.concatenate": _concatenate,
    "numpy.concat": _concatenate, "numpy.stack": _stack, "numpy.vstack": _vstack,
    "numpy.hstack": _hstack, "numpy.column_stack": _column_stack, "numpy.diagonal": _diagonal,
    "numpy.diag": _diag, "numpy.tril": _triangle, "numpy.triu": _triangle, "numpy.roll": _roll,
    "numpy.diff": _diff,
}  # fmt: skip
