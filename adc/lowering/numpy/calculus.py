"""Differences, slopes and integrals of samples, polynomials, Kronecker products, convolutions."""

from __future__ import annotations

from collections.abc import Callable

import sympy

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Expr, Index, IntValue
from adc.ir.nodes import Loop
from adc.lowering import elementwise, reshaping
from adc.lowering.broadcasting import broadcast_to
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.elementwise import arithmetic
from adc.lowering.indexing import SliceValue, require, subscript
from adc.lowering.linear_algebra import operand, zeroed
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.joins import join, window
from adc.lowering.promotion import common, convert, kind, promote_strong, strong
from adc.lowering.reductions import scan, total
from adc.lowering.store import Points, store
from adc.lowering.values import Array, Integer, Items, Nothing, Text, Value, View, of_view, place

Handler = Callable[[Context, CallSite], Value]

#: A polynomial of at most so many known coefficients is one expression, else a loop.
MOST_TERMS = 16


def _whole(number: int) -> Integer:
    return Integer(sympy.Integer(number))


def _operand(cx: Context, site: CallSite, value: Value) -> Array:
    return strong(array_operand(cx, site, value))


def along(cx: Context, site: CallSite, value: Array, axis: int, low: int, high: int) -> Array:
    """`value[low:high]` along `axis`; 0 as `high` is the end."""
    stop = sympy.Integer(high) if high else None
    part = SliceValue(sympy.Integer(low), stop, 1, site.span)
    whole = SliceValue(None, None, 1, site.span)
    items = [(part if a == axis else whole, site.span) for a in range(value.rank)]
    return subscript(cx, value, list(items), site.span)


def _difference(cx: Context, site: CallSite, value: Array, axis: int) -> Array:
    """Each element along `axis` less the one before it."""
    after, before = along(cx, site, value, axis, 1, 0), along(cx, site, value, axis, 0, -1)
    return arithmetic(cx, "sub", [after, before], site.span)


def _diff(cx: Context, site: CallSite) -> Value:
    bound = site.bind("a", "n axis prepend append")
    value = _operand(cx, site, bound["a"])
    if not value.shape:
        raise site.error("a number has no differences", help="pass an array")
    axis = site.axis(bound.get("axis", _whole(-1)), value.rank)
    times = site.number(bound["n"], "n") if "n" in bound else 1
    if times < 0:
        raise site.error("the order of a difference is not negative")
    value = _with_ends(cx, site, value, axis, bound) if times else value
    for _ in range(times):
        value = _difference(cx, site, value, axis)
    return value


def _with_ends(
    cx: Context, site: CallSite, value: Array, axis: int, bound: dict[str, Value]
) -> Array:
    """`value` between what `prepend` and `append` give; a number counts as one element."""
    parts = [value]
    for name in ("prepend", "append"):
        if isinstance(bound.get(name, Nothing()), Nothing):
            continue
        end = _operand(cx, site, bound[name])
        if not end.shape:
            shape = tuple(sympy.Integer(1) if a == axis else n for a, n in enumerate(value.shape))
            end = broadcast_to(cx, end, shape, f"`{name}`", site.span)
        parts.insert(0 if name == "prepend" else len(parts), end)
    return join(cx, site, parts, axis) if len(parts) > 1 else value


def _ediff1d(cx: Context, site: CallSite) -> Value:
    """The differences of all elements in order."""
    value = _operand(cx, site, site.bind("ary")["ary"])
    flat = reshaping.reshape(cx, value, (sympy.Integer(-1),), site.span)
    return _difference(cx, site, flat, 0)


def _trapezoid(cx: Context, site: CallSite) -> Value:
    """The integral along an axis by the trapezoidal rule, over `x` or in steps of `dx`."""
    bound = site.bind("y", "x dx axis")
    y = _operand(cx, site, bound["y"])
    axis = site.axis(bound.get("axis", _whole(-1)), y.rank)
    steps = _steps(cx, site, bound, y, axis)
    after, before = along(cx, site, y, axis, 1, 0), along(cx, site, y, axis, 0, -1)
    both = arithmetic(cx, "add", [after, before], site.span)
    areas = arithmetic(cx, "mul", [steps, both], site.span)
    two = elementwise.literal("2.0", DType.FLOAT64)
    return total(cx, arithmetic(cx, "div", [areas, two], site.span), (axis,), "integral")


def _steps(cx: Context, site: CallSite, bound: dict[str, Value], y: Array, axis: int) -> Array:
    """The distances of the samples of `y` along `axis`, in a shape that fits its differences."""
    if isinstance(bound.get("x", Nothing()), Nothing):
        step = site.array(bound.get("dx", elementwise.literal("1.0", DType.FLOAT64)))
        if step.shape:
            raise site.error("`dx` of `trapezoid` is a number", help="pass positions as `x`")
        return step
    x = _operand(cx, site, bound["x"])
    if x.rank == 1:
        others = tuple(a for a in range(y.rank) if a != axis)
        return reshaping.expand_dims(_difference(cx, site, x, 0), others)
    if x.rank != y.rank:
        raise site.error("`x` of `trapezoid` has one axis, or as many as `y`")
    return _difference(cx, site, x, axis)


def _gradient(cx: Context, site: CallSite) -> Value:
    """`np.gradient(f, *spacing, axis=, edge_order=)`: central inside, one-sided at the ends.

    A spacing is a number, or a vector of positions along its axis.
    """
    unknown = set(site.keywords) - {"axis", "edge_order"}
    if not site.arguments or unknown:
        raise site.error("`gradient` takes an array, spacings, `axis` and `edge_order`")
    value = _operand(cx, site, site.arguments[0])
    value = value if kind(value.dtype) == 2 else elementwise.in_dtype(value, DType.FLOAT64)
    axes = _axes_as_given(site, site.keywords.get("axis", Nothing()), value.rank)
    order = site.number(site.keywords.get("edge_order", _whole(1)), "edge_order")
    if order not in (1, 2):
        raise site.error("`edge_order` of `gradient` is 1 or 2")
    spacings = list(site.arguments[1:]) or [_whole(1)]
    if len(spacings) == 1:
        spacings *= len(axes)
    if len(spacings) != len(axes):
        raise site.error("`gradient` takes one spacing, or one for each axis")
    found = tuple(
        _slope(cx, site, value, site.array(spacing), axis, order)
        for spacing, axis in zip(spacings, axes, strict=True)
    )
    return found[0] if len(found) == 1 else Items(found)


def _axes_as_given(site: CallSite, given: Value, rank: int) -> list[int]:
    if isinstance(given, Nothing):
        return list(range(rank))
    axes = [site.axis(v, rank) for v in (given.items if isinstance(given, Items) else (given,))]
    if len(set(axes)) != len(axes):
        raise site.error("an axis is named twice", help="name each axis once")
    return axes


Weights = list[Array]


def _slope(
    cx: Context, site: CallSite, value: Array, spacing: Array, axis: int, order: int
) -> Array:
    """The slope along `axis`: sums of neighbours, weighted as the distances ask for."""
    extent = value.shape[axis]
    what = f"`gradient` along an axis of {extent} elements"
    require(cx, extent - order - 1, what, site.span)
    inner = _Slopes(cx, site, value, spacing, axis)
    one, last = sympy.Integer(1), sympy.expand(extent - 1)
    zero = sympy.Integer(0)
    pieces = [
        (one, extent - 2, inner.central()),
        (zero, one, inner.edge(zero, order, first=True)),
        (last, one, inner.edge(sympy.expand(extent - 1 - order), order, first=False)),
    ]
    view = cx.new_container(cx.new_name("gradient"), value.dtype, value.shape)
    for to, length, piece in pieces:
        index = tuple(place(a) + (to if a == axis else 0) for a in range(value.rank))
        shape = tuple(length if a == axis else n for a, n in enumerate(value.shape))
        store(cx, view.select(shape, index), value.dtype, piece, site.span)
    return of_view(view, value.dtype)


class _Slopes:
    """The slopes of `value` along `axis`, inside and at the ends.

    The weights are those of the parabola through three samples (of the line through two): Fornberg,
    Generation of finite difference formulas on arbitrarily spaced grids, Math. Comp. 51 (1988).
    """

    def __init__(
        self, cx: Context, site: CallSite, value: Array, spacing: Array, axis: int
    ) -> None:
        self.cx, self.site, self.value, self.axis = cx, site, value, axis
        self.steps: Array | None = None
        if spacing.rank > 1:
            raise site.error("a spacing of `gradient` is a number or a vector of positions")
        if spacing.shape:
            extent = sympy.expand(cx.extent(value.shape[axis]))
            spacing = broadcast_to(cx, spacing, (extent,), "`gradient`", site.span)
            self.steps = operand(cx, _difference(cx, site, spacing, 0))
        self.spacing = spacing

    def op(self, name: str, a: Value, b: Value) -> Array:
        return arithmetic(self.cx, name, [a, b], self.site.span)

    def number(self, text: str) -> Array:
        return elementwise.literal(text, DType.FLOAT64)

    def part(self, start: sympy.Expr, length: sympy.Expr) -> Array:
        return window(self.value, self.axis, start, length)

    def step(self, start: sympy.Expr, length: sympy.Expr) -> Array:
        """The distances from `start` on, along the axis of the value."""
        assert self.steps is not None
        others = tuple(a for a in range(self.value.rank) if a != self.axis)
        return reshaping.expand_dims(window(self.steps, 0, start, length), others)

    def central(self) -> Array:
        one, length = sympy.Integer(1), self.value.shape[self.axis] - 2
        before, here, after = (self.part(sympy.Integer(k), length) for k in range(3))
        if self.steps is None:
            width = self.op("mul", self.number("2.0"), self.spacing)
            return self.op("div", self.op("sub", after, before), width)
        h, k = self.step(sympy.Integer(0), length), self.step(one, length)
        both = self.op("add", h, k)
        weights = [
            self.op("div", elementwise.same_type(self.cx, "neg", k, None), self.op("mul", h, both)),
            self.op("div", self.op("sub", k, h), self.op("mul", h, k)),
            self.op("div", h, self.op("mul", k, both)),
        ]
        return self.weighted(weights, [before, here, after])

    def edge(self, start: sympy.Expr, order: int, *, first: bool) -> Array:
        """The slope at the first or last of the `order + 1` samples from `start` on."""
        one = sympy.Integer(1)
        samples = [self.part(sympy.expand(start + k), one) for k in range(order + 1)]
        if order == 1:
            step = self.spacing if self.steps is None else self.step(start, one)
            return self.op("div", self.op("sub", samples[1], samples[0]), step)
        if self.steps is None:
            texts = ("-1.5", "2.0", "-0.5") if first else ("0.5", "-2.0", "1.5")
            weights = [self.op("div", self.number(t), self.spacing) for t in texts]
            return self.weighted(weights, samples)
        h, k = self.step(start, one), self.step(sympy.expand(start + 1), one)
        weights = self.ends(h, k) if first else self.ends(k, h)[::-1]
        if not first:
            weights = [elementwise.same_type(self.cx, "neg", w, None) for w in weights]
        return self.weighted(weights, samples)

    def ends(self, near: Array, far: Array) -> Weights:
        """The weights at the end of three samples, `near` the end's own distance."""
        both = self.op("add", near, far)
        twice = self.op("add", self.op("mul", self.number("2.0"), near), far)
        return [
            elementwise.same_type(
                self.cx, "neg", self.op("div", twice, self.op("mul", near, both)), None
            ),
            self.op("div", both, self.op("mul", near, far)),
            elementwise.same_type(
                self.cx, "neg", self.op("div", near, self.op("mul", far, both)), None
            ),
        ]

    def weighted(self, weights: Weights, samples: list[Array]) -> Array:
        terms = [self.op("mul", w, s) for w, s in zip(weights, samples, strict=True)]
        return self.op("add", self.op("add", terms[0], terms[1]), terms[2])


def _kron(cx: Context, site: CallSite) -> Value:
    """The Kronecker product: axes in pairs, then each pair joined."""
    bound = site.bind("a b")
    a, b = (_operand(cx, site, bound[name]) for name in ("a", "b"))
    rank = max(a.rank, b.rank)
    a, b = (operand(cx, reshaping.expand_dims(v, tuple(range(rank - v.rank)))) for v in (a, b))
    outer = reshaping.expand_dims(a, tuple(range(1, 2 * rank, 2)))
    inner = reshaping.expand_dims(b, tuple(range(0, 2 * rank, 2)))
    product = arithmetic(cx, "mul", [outer, inner], site.span)
    shape = tuple(
        sympy.expand(cx.extent(m) * cx.extent(n)) for m, n in zip(a.shape, b.shape, strict=True)
    )
    return reshaping.reshape(cx, product, shape, site.span)


def _vander(cx: Context, site: CallSite) -> Value:
    """The powers of a vector's elements: products along the rows, turned round by default."""
    bound = site.bind("x", "N increasing")
    x = operand(cx, _operand(cx, site, bound["x"]))
    if x.rank != 1:
        raise site.error("`vander` takes a vector", help="pass an array of one axis")
    given = bound.get("N", Nothing())
    columns = cx.extent(x.shape[0]) if isinstance(given, Nothing) else site.integer(given, "N")
    dtype = promote_strong(x.dtype, DType.INT64)

    def at(position: Index) -> Expr:
        first = build.compare("eq", IntValue(position[1]), IntValue(sympy.Integer(0)))
        return build.where(first, build.one(dtype), convert(x.at(position[:1]), dtype))

    powers = scan(cx, Array((x.shape[0], columns), dtype, at), 1, "mul")
    return (
        powers if site.flag(bound.get("increasing"), "increasing") else reshaping.flip(powers, (1,))
    )


def _polyval(cx: Context, site: CallSite) -> Value:
    """A polynomial by Horner's rule, the coefficient of the highest power first."""
    bound = site.bind("p x")
    p, x = _operand(cx, site, bound["p"]), _operand(cx, site, bound["x"])
    if p.rank != 1:
        raise site.error("the coefficients of `polyval` are a vector")
    dtype = common([p, x])[0]
    if dtype is DType.BOOL:
        raise site.error("`polyval` of booleans is not supported", help="convert them first")
    terms = cx.extent(p.shape[0])
    x = x if not x.shape else operand(cx, x)
    if terms.is_Integer and 1 <= terms <= MOST_TERMS:
        return Array(x.shape, dtype, lambda position: _horner(p, x.at(position), int(terms), dtype))
    result = zeroed(cx, "polynomial", dtype, x.shape)
    assert result.view is not None
    step = cx.domain_symbol(x.rank)
    points = Points(cx, x.shape)
    here = convert(x.at(points.position), dtype)
    value = build.apply("mul", result.at(points.position), here)
    value = build.apply("add", value, convert(p.at((step,)), dtype))
    with cx.block() as body:
        cx.emit(result.view, points.position, Update.ASSIGN, value, points.dims)
    cx.body.append(Loop(step.name, sympy.Integer(0), terms, 1, tuple(body), cx.span))
    return result


def _horner(p: Array, x: Expr, terms: int, dtype: DType) -> Expr:
    x = convert(x, dtype)
    value: Expr = build.apply("mul", build.zero(dtype), x)  # NaN where x is not finite
    for k in range(terms):
        coefficient = convert(p.at((sympy.Integer(k),)), dtype)
        value = build.apply("add", value if not k else build.apply("mul", value, x), coefficient)
    return value


def _convolve(cx: Context, site: CallSite) -> Value:
    """`np.convolve`: all sums of products a[i]*v[k - i], or the middle of them."""
    bound = site.bind("a v", "mode")
    a, v = (operand(cx, _operand(cx, site, bound[name])) for name in ("a", "v"))
    if _shorter(cx, a, v):
        a, v = v, a
    return _convolved(cx, site, a, v, bound.get("mode", Text("full")))


def _correlate(cx: Context, site: CallSite) -> Value:
    """`np.correlate`: the convolution with `v` turned round."""
    bound = site.bind("a v", "mode")
    a, v = (operand(cx, _operand(cx, site, bound[name])) for name in ("a", "v"))
    mode = bound.get("mode", Text("valid"))
    if v.rank == 1:
        v = reshaping.flip(v, (0,))
    return _convolved(cx, site, a, v, mode)


def _shorter(cx: Context, a: Array, v: Array) -> bool:
    """Whether `a` surely has fewer elements than `v`."""
    return a.rank == 1 == v.rank and cx.prover.below(a.shape[0], v.shape[0])


def _convolved(cx: Context, site: CallSite, a: Array, v: Array, mode: Value) -> Array:
    if a.rank != 1 or v.rank != 1:
        raise site.error(f"`{site.short}` takes two vectors", help="pass arrays of one axis")
    if mode not in (Text("full"), Text("same"), Text("valid")):
        raise site.error(f"the mode of `{site.short}` is 'full', 'same' or 'valid'")
    dtype = common([a, v])[0]
    if dtype is DType.BOOL:
        raise site.error(f"`{site.short}` of booleans is not supported", help="convert them first")
    n, m = a.shape[0], v.shape[0]
    require(cx, m - 1, f"`{site.short}` with {m} elements", site.span)
    longer = n - 1 if mode == Text("full") else n - m
    require(cx, longer, f"`{site.short}` of {n} elements with {m}", site.span)
    if mode == Text("valid"):
        return _inner_sums(cx, a, v, dtype)
    sums = _all_sums(cx, a, v, dtype)
    return sums if mode == Text("full") else _middle(sums, n, m)


def _middle(sums: Array, n: sympy.Expr, m: sympy.Expr) -> Array:
    """As many of the sums as `n`, the odd one of those left out at the end."""
    from adc.ir.shapes import floordiv

    return window(sums, 0, floordiv(m - 1, sympy.Integer(2)), n)


def _all_sums(cx: Context, a: Array, v: Array, dtype: DType) -> Array:
    n, m = a.shape[0], v.shape[0]
    result = zeroed(cx, "convolved", dtype, (sympy.expand(n + m - 1),))
    assert result.view is not None
    points = Points(cx, (n, m))
    i, j = points.position
    term = build.apply("mul", convert(a.at((i,)), dtype), convert(v.at((j,)), dtype))
    target = View(result.view.container, (n, m), (place(0) + place(1),))
    cx.emit(target, points.position, Update.ADD, term, points.dims)
    return result


def _inner_sums(cx: Context, a: Array, v: Array, dtype: DType) -> Array:
    n, m = a.shape[0], v.shape[0]
    shape = (sympy.expand(n - m + 1),)
    result = zeroed(cx, "convolved", dtype, shape)
    assert result.view is not None
    points = Points(cx, (*shape, m))
    k, j = points.position
    left = convert(a.at((sympy.expand(k + j),)), dtype)
    right = convert(v.at((sympy.expand(m - 1 - j),)), dtype)
    cx.emit(result.view, (k,), Update.ADD, build.apply("mul", left, right), points.dims)
    return result


TABLE: dict[str, Handler] = {
    "numpy.diff": _diff, "numpy.ediff1d": _ediff1d, "numpy.gradient": _gradient,
    "numpy.trapezoid": _trapezoid, "numpy.trapz": _trapezoid, "numpy.kron": _kron,
    "numpy.vander": _vander, "numpy.polyval": _polyval, "numpy.convolve": _convolve,
    "numpy.correlate": _correlate,
}  # fmt: skip
