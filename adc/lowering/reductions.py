"""Reductions and scans over axes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Const, Expr, IntValue
from adc.ir.nodes import Loop
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.linear_algebra import zeroed
from adc.lowering.promotion import convert, kind
from adc.lowering.reshaping import expand_dims, reshape
from adc.lowering.store import Points, materialise
from adc.lowering.values import Array, Integer, Items, Nothing, Text, Value, of_view

Axes = tuple[int, ...]


def _outer(value: Array, axes: Axes) -> list[int]:
    return [a for a in range(value.rank) if a not in axes]


def _sum_dtype(dtype: DType) -> DType:
    """NumPy adds up booleans and short integers as int64."""
    return DType.INT64 if kind(dtype) < 2 else dtype


def total(cx: Context, value: Array, axes: Axes, stem: str = "total") -> Array:
    """The sum over `axes`: one accumulation of the whole expression."""
    dtype = _sum_dtype(value.dtype)
    kept = _outer(value, axes)
    result = zeroed(cx, stem, dtype, tuple(value.shape[a] for a in kept))
    points, position = _points(cx, value, kept, axes)
    expr = convert(value.at(position), dtype)
    assert result.view is not None
    cx.emit(result.view, points.position[: len(kept)], "+=", expr, points.dims)
    return result


def extreme(cx: Context, value: Array, axes: Axes, op: str, stem: str) -> Array:
    """The largest (`max=`) or smallest (`min=`) value over `axes`."""
    kept = _outer(value, axes)
    shape = tuple(value.shape[a] for a in kept)
    view = cx.new_container(cx.new_name(stem), value.dtype, shape)
    points, position = _points(cx, value, kept, axes)
    cx.emit(view, points.position[: len(kept)], op, value.at(position), points.dims)
    return of_view(view, value.dtype)


def _points(
    cx: Context, value: Array, kept: list[int], axes: Axes
) -> tuple[Points, tuple[sympy.Expr, ...]]:
    """A domain over kept axes, then reduced ones, and the position in `value` of its points."""
    order = [*kept, *axes]
    points = Points(cx, tuple(value.shape[a] for a in order))
    position: list[sympy.Expr] = [sympy.Integer(0)] * value.rank
    for axis, where in zip(order, points.position, strict=True):
        position[axis] = where
    return points, tuple(position)


def product(cx: Context, value: Array, axes: Axes) -> Array:
    """The product over `axes`: a sequential loop over each of them."""
    dtype = _sum_dtype(value.dtype)
    kept = _outer(value, axes)
    shape = tuple(value.shape[a] for a in kept)
    view = cx.new_container(cx.new_name("product"), dtype, shape)
    points = Points(cx, shape)
    cx.emit(view, points.position, "=", build.one(dtype), points.dims)
    variables = [cx.domain_symbol(len(kept) + n) for n in range(len(axes))]
    points = Points(cx, shape)
    position: list[sympy.Expr] = [sympy.Integer(0)] * value.rank
    for axis, where in zip([*kept, *axes], [*points.position, *variables], strict=True):
        position[axis] = where
    current = of_view(view, dtype).at(points.position)
    expr = build.apply("mul", current, convert(value.at(tuple(position)), dtype))
    with cx.block() as body:
        cx.emit(view, points.position, "=", expr, points.dims)
    for variable, axis in reversed(list(zip(variables, axes, strict=True))):
        stop = value.shape[axis]
        body = [Loop(variable.name, sympy.Integer(0), stop, 1, tuple(body), cx.span)]
    cx.body.extend(body)
    return of_view(view, dtype)


def scan(cx: Context, value: Array, axis: int, op: str) -> Array:
    """`cumsum` (`add`) or `cumprod` (`mul`) along `axis`: a copy, then a sequential loop."""
    dtype = _sum_dtype(value.dtype)
    view = materialise(cx, value, "running", dtype=dtype)
    step = cx.domain_symbol(axis)
    points = Points(cx, tuple(sympy.Integer(1) if a == axis else n
                              for a, n in enumerate(value.shape)))  # fmt: skip
    here = tuple(step if a == axis else p for a, p in enumerate(points.position))
    before = tuple(step - 1 if a == axis else p for a, p in enumerate(points.position))
    result = of_view(view, dtype)
    with cx.block() as body:
        cx.emit(view, here, "=", build.apply(op, result.at(before), result.at(here)), points.dims)
    stop = value.shape[axis]
    cx.body.append(Loop(step.name, sympy.Integer(1), stop, 1, tuple(body), cx.span))
    return result


def count(cx: Context, value: Array, axes: Axes, dtype: DType) -> Expr:
    """How many elements `axes` span, as a number."""
    number = sympy.expand(sympy.Mul(*(cx.extent(value.shape[a]) for a in axes)))
    if number.is_Integer:
        return convert(Const(str(number), DType.INT64), dtype)
    return build.cast(IntValue(number), dtype)


def _floating(value: Array) -> Array:
    return value if kind(value.dtype) == 2 else elementwise.in_dtype(value, DType.FLOAT64)


def mean(cx: Context, value: Array, axes: Axes) -> Array:
    value = _floating(value)
    number = count(cx, value, axes, value.dtype)
    summed = total(cx, value, axes)
    return Array(
        summed.shape, value.dtype, lambda p: build.apply("div", summed.at(p), number)
    )


def variance(cx: Context, value: Array, axes: Axes, ddof: Value | None, site: CallSite) -> Array:
    """The mean squared distance from the mean; `ddof` is taken off the count."""
    value = _floating(value)
    if value.view is None:
        value = of_view(materialise(cx, value, "tmp"), value.dtype)
    centre = of_view(materialise(cx, mean(cx, value, axes), "mean"), value.dtype)
    spread = elementwise.arithmetic(cx, "sub", [value, expand_dims(centre, axes)], site.span)
    square = _squared(spread)
    summed = total(cx, square, axes)
    number = _degrees(cx, value, axes, ddof, site)
    return Array(summed.shape, value.dtype, lambda p: build.apply("div", summed.at(p), number))


def _degrees(
    cx: Context, value: Array, axes: Axes, ddof: Value | None, site: CallSite
) -> Expr:
    number = count(cx, value, axes, value.dtype)
    if ddof is None:
        return number
    taken = site.array(ddof)
    if taken.shape:
        raise site.error("`ddof` must be a number")
    return build.sub(number, convert(taken.at(()), value.dtype))


def _squared(value: Array) -> Array:
    two = build.const(2, value.dtype)
    return Array(value.shape, value.dtype, lambda p: build.apply("pow", value.at(p), two))


def counted(cx: Context, value: Array, axes: Axes, name: str) -> Array:
    """`any` and `all`: how many hold (do not hold), compared with zero."""
    tested = elementwise.truth(value, cx.span)
    if name == "all":
        held = tested
        tested = Array(held.shape, DType.BOOL, lambda p: build.apply("not", held.at(p)))
    number = total(cx, tested, axes, "number")
    op = "ne" if name == "any" else "eq"
    zero = build.zero(DType.INT64)
    return Array(number.shape, DType.BOOL, lambda p: build.compare(op, number.at(p), zero))


def reduction(cx: Context, site: CallSite) -> Value:
    """`sum`, `mean`, `max`, `min`, `prod`, `var`, `std`, `any`, `all` with axis and keepdims."""
    name = _ALIASES.get(site.short, site.short)
    options = "axis dtype keepdims" if name in ("sum", "prod", "mean") else "axis keepdims"
    if name in ("var", "std"):
        options = "axis dtype ddof keepdims"
    bound = site.bind("a", options)
    value = site.array(bound["a"])
    axes = site.axes(bound.get("axis"), value.rank)
    axes = tuple(range(value.rank)) if axes is None else axes
    if "dtype" in bound:
        value = elementwise.in_dtype(value, site.dtype(bound["dtype"], value.dtype))
    value = replace(value, weak=False)
    if name in ("var", "std"):
        result = variance(cx, value, axes, bound.get("ddof"), site)
        if name == "std":
            result = elementwise.float_function(cx, "sqrt", [result], site.span)
    else:
        result = _SIMPLE[name](cx, value, axes)
    keep = site.flag(bound.get("keepdims"), "keepdims")
    return expand_dims(result, axes) if keep else result


_ALIASES = {"amax": "max", "amin": "min"}
_SIMPLE: dict[str, Callable[[Context, Array, Axes], Array]] = {
    "sum": total,
    "mean": mean,
    "prod": product,
    "max": lambda cx, v, axes: extreme(cx, v, axes, "max=", "largest"),
    "min": lambda cx, v, axes: extreme(cx, v, axes, "min=", "smallest"),
    "any": lambda cx, v, axes: counted(cx, v, axes, "any"),
    "all": lambda cx, v, axes: counted(cx, v, axes, "all"),
}


def cumulative(cx: Context, site: CallSite) -> Value:
    """`cumsum` and `cumprod`; without an axis over all elements in order."""
    bound = site.bind("a", "axis dtype")
    value = site.array(bound["a"])
    axes = site.axes(bound.get("axis"), value.rank)
    if "dtype" in bound:
        value = elementwise.in_dtype(value, site.dtype(bound["dtype"], value.dtype))
    if axes is None and value.rank != 1:
        value, axes = reshape(cx, value, (sympy.Integer(-1),), site.span), (0,)
    axis = 0 if axes is None else axes[0]
    return scan(cx, value, axis, "add" if site.short == "cumsum" else "mul")


def norm(cx: Context, site: CallSite) -> Value:
    """`np.linalg.norm` of vectors (2, 1, p, inf, -inf) and matrices (fro, 1, inf)."""
    bound = site.bind("x", "ord axis keepdims")
    value = _floating(site.array(bound["x"]))
    axes = site.axes(bound.get("axis"), value.rank)
    order = bound.get("ord")
    if isinstance(order, Nothing):
        order = None
    everywhere = tuple(range(value.rank)) if axes is None else axes
    absolute = elementwise.same_type(cx, "abs", value, site.span)
    if order is None or (isinstance(order, Text) and order.value == "fro"):
        result = _root_of_squares(cx, value, everywhere, site)
    elif len(everywhere) == 1:
        result = _vector_norm(cx, value, absolute, everywhere, order, site)
    else:
        result = _matrix_norm(cx, absolute, everywhere, order, site)
    keep = site.flag(bound.get("keepdims"), "keepdims")
    return expand_dims(result, everywhere) if keep else result


def _root_of_squares(cx: Context, value: Array, axes: Axes, site: CallSite) -> Array:
    summed = total(cx, _squared(value), axes)
    return elementwise.float_function(cx, "sqrt", [summed], site.span)


def _order(order: Value, site: CallSite) -> float:
    """The order of a norm as a number."""
    if isinstance(order, Integer) and order.value.is_Integer:
        return float(order.value)
    expr = order.at(()) if isinstance(order, Array) and not order.shape else None
    sign = 1.0
    if expr is not None and build.is_op(expr, "neg"):
        expr, sign = expr.args[0], -1.0  # type: ignore[union-attr]
    if isinstance(expr, Const):
        return sign * float(build.const_value(expr))
    raise site.error("`ord` must be a literal", help="use ord=1, 2, np.inf or 'fro'")


def _vector_norm(
    cx: Context, value: Array, absolute: Array, axes: Axes, order: Value, site: CallSite
) -> Array:
    p = _order(order, site)
    if p == 2:
        return _root_of_squares(cx, value, axes, site)
    if p == 1:
        return total(cx, absolute, axes)
    if p == float("inf"):
        return extreme(cx, absolute, axes, "max=", "largest")
    if p == -float("inf"):
        return extreme(cx, absolute, axes, "min=", "smallest")
    if p == 0:
        raise site.error("the norm of order 0 has no derivative", help="use another order")
    powers = elementwise.arithmetic(cx, "pow", [absolute, order], site.span)
    one = elementwise.literal("1.0", DType.FLOAT64)
    exponent = elementwise.arithmetic(cx, "div", [one, order], site.span)
    return elementwise.arithmetic(cx, "pow", [total(cx, powers, axes), exponent], site.span)


def _matrix_norm(
    cx: Context, absolute: Array, axes: Axes, order: Value, site: CallSite
) -> Array:
    p = _order(order, site)
    if len(axes) != 2 or abs(p) not in (1.0, float("inf")):
        raise site.error(
            "this matrix norm is not supported", help="use 'fro', 1, -1, np.inf or -np.inf"
        )
    summed_axis = axes[0] if abs(p) == 1 else axes[1]
    other = axes[1] if summed_axis == axes[0] else axes[0]
    sums = total(cx, absolute, (summed_axis,))
    rest = other - (1 if summed_axis < other else 0)
    stem = "largest" if p > 0 else "smallest"
    return extreme(cx, sums, (rest,), "max=" if p > 0 else "min=", stem)


def trace(cx: Context, site: CallSite) -> Value:
    bound = site.bind("a", "offset")
    from adc.lowering.numpy_shapes import diagonal_of

    line = diagonal_of(cx, site.array(bound["a"]), bound.get("offset"), site)
    return total(cx, line, (line.rank - 1,))


def python_sum(cx: Context, site: CallSite) -> Value:
    """Python's `sum` of a vector or of a tuple of numbers."""
    bound = site.bind("iterable", "start")
    value = bound["iterable"]
    if isinstance(value, Items):
        result: Value = bound.get("start", Integer(sympy.Integer(0)))
        for item in value.items:
            if isinstance(result, Integer) and isinstance(item, Integer):
                result = Integer(result.value + item.value)
            else:
                result = elementwise.arithmetic(cx, "add", [result, item], site.span)
        return result
    return total(cx, site.array(value), (0,))


TABLE = {
    f"numpy.{name}": reduction
    for name in ("sum", "mean", "max", "min", "amax", "amin", "prod", "var", "std", "any", "all")
} | {
    "numpy.cumsum": cumulative,
    "numpy.cumprod": cumulative,
    "numpy.linalg.norm": norm,
    "numpy.trace": trace,
    "sum": python_sum,
}
