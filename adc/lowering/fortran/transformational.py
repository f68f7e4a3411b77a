"""Intrinsics of whole arrays. Axes are reversed: Fortran's dimension d of rank r is axis r - d."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Const, Expr, Index
from adc.lowering import elementwise, linear_algebra, reductions, reshaping
from adc.lowering.broadcasting import broadcast_to
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.numpy import joins as numpy_joins
from adc.lowering.numpy import positions as numpy_positions
from adc.lowering.promotion import cast_array, convert, kind
from adc.lowering.store import materialise
from adc.lowering.values import Array, Integer, Items, Sequenced, Value, of_view, scalar

Handler = Callable[[Context, CallSite], Value]


def array_of(cx: Context, site: CallSite, value: Value) -> Array:
    """An array operand; a constructor's items are joined."""
    return joined(cx, site, value) if isinstance(value, Items) else site.array(value)


def joined(cx: Context, site: CallSite, items: Items) -> Array:
    """`[a, b, …]`: all elements, in order, as a vector."""
    parts = []
    for item in items.items:
        part = array_of(cx, site, item)
        if part.rank == 0:
            part = reshaping.expand_dims(part, (0,))
        elif part.rank > 1:
            part = reshaping.reshape(cx, part, (sympy.Integer(-1),), site.span)
        parts.append(replace(part, weak=False))
    if not parts:
        raise site.error("an array constructor without elements is not supported")
    if any(kind(p.dtype) == 2 for p in parts):
        dtype = next(p.dtype for p in parts if kind(p.dtype) == 2)
        parts = [p if kind(p.dtype) == 2 else cast_array(p, dtype) for p in parts]
    return numpy_joins.join(cx, site, parts, 0)


def constructor(cx: Context, site: CallSite) -> Value:
    return array_of(cx, site, site.arguments[0])


def axes_of(site: CallSite, value: Array, dim: Value | None) -> tuple[int, ...]:
    """The axes that `dim` names, all where it is left out."""
    if dim is None:
        return tuple(range(value.rank))
    number = site.number(dim, "dim")
    if not 1 <= number <= value.rank:
        raise site.error(f"dim={number} of an array with {value.rank} dimensions")
    return (value.rank - number,)


def reduction(name: str, neutral: Callable[[DType], Expr], rule: Callable[..., Array]) -> Handler:
    """A reduction `name(array[, dim][, mask])`; a masked element counts as `neutral`."""

    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("array", "dim mask")
        value = replace(array_of(cx, site, bound["array"]), weak=False)
        dim, mask = bound.get("dim"), bound.get("mask")
        if isinstance(dim, Array) and dim.dtype is DType.BOOL and mask is None:
            dim, mask = None, dim
        axes = axes_of(site, value, dim)
        if mask is not None:
            fill = scalar(neutral(value.dtype), stable=True)
            value = elementwise.where(cx, [mask, value, fill], site.span)
        return rule(cx, value, axes, site)

    return call


def extreme(name: str) -> Callable[..., Array]:
    return lambda cx, value, axes, site: reductions.extreme(cx, value, axes, name, site)


def highest(dtype: DType) -> Expr:
    """The largest number of a type."""
    texts = {DType.FLOAT64: "1.7976931348623157e308", DType.FLOAT32: "3.40282347e38",
             DType.INT32: str(2**31 - 1)}  # fmt: skip
    return Const(texts.get(dtype, str(2**63 - 1)), dtype)


def lowest(dtype: DType) -> Expr:
    return build.neg(highest(dtype))


def same_kind(result: Array, value: Array) -> Array:
    """A sum of integers keeps their type."""
    return result if result.dtype is value.dtype else cast_array(result, value.dtype)


def add_up(cx: Context, value: Array, axes: tuple[int, ...], site: CallSite) -> Array:
    del site
    return same_kind(reductions.total(cx, value, axes), value)


def multiply(cx: Context, value: Array, axes: tuple[int, ...], site: CallSite) -> Array:
    del site
    return same_kind(reductions.product(cx, value, axes), value)


def logical(name: str) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("mask", "dim")
        value = elementwise.truth(bound["mask"], site.span)
        axes = axes_of(site, value, bound.get("dim"))
        if name == "count":
            return reductions.total(cx, value, axes)
        return reductions.counted(cx, value, axes, name)

    return call


def dot_product(cx: Context, site: CallSite) -> Value:
    bound = site.bind("vector_a vector_b")
    a, b = (array_of(cx, site, v) for v in bound.values())
    return linear_algebra.dot(cx, a, b, site.span)


def matmul(cx: Context, site: CallSite) -> Value:
    """Of reversed axes: (A B)^T = B^T A^T."""
    bound = site.bind("matrix_a matrix_b")
    a, b = (array_of(cx, site, v) for v in bound.values())
    return linear_algebra.matmul(cx, b, a, site.span)


def transpose(cx: Context, site: CallSite) -> Value:
    value = array_of(cx, site, site.bind("matrix")["matrix"])
    return reshaping.transpose(value, (1, 0))


def size(cx: Context, site: CallSite) -> Value:
    bound = site.bind("array", "dim kind")
    if isinstance(bound["array"], Sequenced) and bound["array"].count is not None:
        return bound["array"].count
    value = array_of(cx, site, bound["array"])
    axes = axes_of(site, value, bound.get("dim"))
    return Integer(sympy.expand(sympy.Mul(*(cx.extent(value.shape[a]) for a in axes))))


def shape(cx: Context, site: CallSite) -> Value:
    value = array_of(cx, site, site.bind("source")["source"])
    return Items(tuple(Integer(cx.extent(n)) for n in reversed(value.shape)))


def reshape(cx: Context, site: CallSite) -> Value:
    bound = site.bind("source shape", "order")
    value = array_of(cx, site, bound["source"])
    if not isinstance(bound["shape"], Items):
        raise site.error("the shape of `reshape` must be a constructor", help="write `[n, m]`")
    extents = site.shape(bound["shape"])
    order = _order(site, bound.get("order"), len(extents))
    filled = tuple(extents[d] for d in reversed(order))
    found = reshaping.reshape(cx, value, filled, site.span)
    rank = len(extents)
    axes = tuple(rank - 1 - order[rank - 1 - axis] for axis in range(rank))  # of the result
    return Array(
        tuple(reversed(extents)), found.dtype, lambda p: found.at(tuple(p[axis] for axis in axes))
    )


def transfer(cx: Context, site: CallSite) -> Value:
    """`transfer(source, mold)` of reals where both have one kind: the elements in their order, or
    the first one where `mold` is a scalar."""
    bound = site.bind("source mold")
    source, mold = (array_of(cx, site, bound[name]) for name in ("source", "mold"))
    if source.dtype is not mold.dtype or kind(mold.dtype) < 2:
        raise AdcError.of(
            "ADC0227", "`transfer` but from reals to reals of the same kind is not supported",
            site.span, help="convert the value by `real`, `int` or `cmplx`",
        )  # fmt: skip
    flat = reshaping.reshape(cx, replace(source, weak=False), (sympy.Integer(-1),), site.span)
    return flat if mold.rank else scalar(flat.at((sympy.Integer(0),)))


def _order(site: CallSite, given: Value | None, rank: int) -> list[int]:
    """The dimensions of a result in the order in which `reshape` runs through them, from 0."""
    if given is None:
        return list(range(rank))
    items = given.items if isinstance(given, Items) else ()
    order = [site.number(item, "order") - 1 for item in items]
    if sorted(order) != list(range(rank)):
        raise site.error(
            "the order of `reshape` must be a constructor of the dimensions", help="write `[2, 1]`"
        )
    return order


def spread(cx: Context, site: CallSite) -> Value:
    """`spread(source, dim, ncopies)`: a new dimension along which nothing changes."""
    bound = site.bind("source dim ncopies")
    value = array_of(cx, site, bound["source"])
    if value.view is None and value.shape:
        value = of_view(materialise(cx, value, "tmp"), value.dtype)
    axis = value.rank + 1 - site.number(bound["dim"], "dim")
    copies = site.integer(bound["ncopies"], "ncopies")
    extents = (*value.shape[:axis], copies, *value.shape[axis:])
    return Array(extents, value.dtype, lambda p: value.at((*p[:axis], *p[axis + 1 :])))


def norm2(cx: Context, site: CallSite) -> Value:
    bound = site.bind("x", "dim")
    value = array_of(cx, site, bound["x"])
    axes = axes_of(site, value, bound.get("dim"))
    total = reductions.total(cx, reductions.squared(value), axes)
    return elementwise.float_function(cx, "sqrt", [total], site.span)


def cshift(cx: Context, site: CallSite) -> Value:
    """`cshift(array, shift, dim)`: element i is element i + shift of the circle."""
    bound = site.bind("array shift", "dim")
    value = array_of(cx, site, bound["array"])
    dim = site.number(bound["dim"], "dim") if "dim" in bound else 1
    amount = Integer(-site.integer(bound["shift"], "shift"))
    axis = Integer(sympy.Integer(value.rank - dim))
    moved = replace(site, name="numpy.roll", arguments=(value, amount, axis), keywords={})
    return numpy_joins.TABLE["numpy.roll"](cx, moved)


def place_of(op: str) -> Handler:
    """`maxloc` (`op` "gt") and `minloc` ("lt"): the first of equal ones, counted from 1, or 0 where
    there is none; numbers come before NaN."""

    def better(new: Expr, best: Expr) -> Expr:
        if kind(new.dtype) < 2:
            return build.compare(op, new, best)
        number = build.apply("not", build.apply("isnan", new))
        first = build.apply("and", build.apply("isnan", best), number)
        return build.apply("or", build.compare(op, new, best), first)

    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("array", "dim mask kind")
        value = linear_algebra.operand(cx, array_of(cx, site, bound["array"]))
        dim, mask = bound.get("dim"), bound.get("mask")
        if isinstance(dim, Array) and dim.dtype is DType.BOOL and mask is None:
            dim, mask = None, dim
        held = None if mask is None else _spread_mask(cx, value, mask, site)
        axes = axes_of(site, value, dim)
        found = numpy_positions.first_best(cx, value, axes, better, held)
        from_one = [counted_from_one(v) for v in found]
        if dim is not None:
            return from_one[0]
        places = Items(tuple(reversed(from_one)), is_list=True)
        return joined(cx, site, places)

    return call


def _spread_mask(cx: Context, value: Array, mask: Value, site: CallSite) -> Array:
    held = elementwise.truth(mask, site.span)
    return broadcast_to(cx, held, value.shape, "the mask", site.span)


def counted_from_one(value: Array) -> Array:
    def at(position: Index) -> Expr:
        return convert(build.add(value.at(position), build.one(DType.INT64)), DType.INT32)

    return Array(value.shape, DType.INT32, at)


TABLE: dict[str, Handler] = {
    "maxloc": place_of("gt"), "minloc": place_of("lt"),
    "array": constructor, "sum": reduction("sum", build.zero, add_up),
    "product": reduction("product", build.one, multiply),
    "maxval": reduction("maxval", lowest, extreme("max")),
    "minval": reduction("minval", highest, extreme("min")),
    "any": logical("any"), "all": logical("all"), "count": logical("count"),
    "dot_product": dot_product, "matmul": matmul, "transpose": transpose, "size": size,
    "shape": shape, "reshape": reshape, "spread": spread, "norm2": norm2, "cshift": cshift,
    "transfer": transfer,
}  # fmt: skip
