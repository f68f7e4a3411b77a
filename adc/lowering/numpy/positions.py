"""Where something is in an array: `argmax`, `argmin`, `argsort`, `searchsorted`.

What they give are integers, which have no derivative, and may be positions (`picks.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import sympy

from adc.diagnostics import Span
from adc.ir import build
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update
from adc.ir.expressions import Expr, Index, IntValue, Read
from adc.ir.node import Node
from adc.ir.nodes import Branch, Loop, While
from adc.ir.shapes import Shape
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import require
from adc.lowering.integers.picks import Pick, picking
from adc.lowering.linear_algebra import operand, zeroed
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.written import call_written
from adc.lowering.promotion import cast_array, common, kind
from adc.lowering.reductions import requested
from adc.lowering.reshaping import reshape, transpose
from adc.lowering.store import Points, store
from adc.lowering.values import (
    Array,
    Integer,
    Nothing,
    Text,
    Value,
    View,
    of_view,
    place,
    scalar,
)

Handler = Callable[[Context, CallSite], Value]
#: Whether an element takes the place of the best one so far.
Better = Callable[[Expr, Expr], Expr]

_ZERO = sympy.Integer(0)


# -- extremes --------------------------------------------------------------------------------------


def first_best(
    cx: Context, value: Array, axes: Sequence[int], better: Better, mask: Array | None = None
) -> list[Array]:
    """Where the best element is over `axes`, along each of them: the first one that no other is
    `better` than; -1 where there is none, or none that the `mask` holds."""
    kept = [a for a in range(value.rank) if a not in axes]
    shape = tuple(value.shape[a] for a in kept)
    best = cx.new_container(cx.new_name("best"), value.dtype, ())
    now = [cx.new_container(cx.new_name("best_at"), DType.INT64, ()) for _ in axes]
    found = [cx.new_container(cx.new_name("found"), DType.INT64, shape) for _ in axes]
    variables = [cx.domain_symbol(a) for a in range(value.rank)]
    element = value.at(tuple(variables))
    none = build.compare("lt", of_view(now[0], DType.INT64).at(()), IntValue(_ZERO))
    test = build.apply("or", none, better(element, of_view(best, value.dtype).at(())))
    if mask is not None:
        test = build.apply("and", mask.at(tuple(variables)), test)
    taken = _assigned(cx, [(best, element)], value.dtype)
    taken += _assigned(
        cx, [(v, IntValue(variables[a])) for v, a in zip(now, axes, strict=True)], DType.INT64
    )
    body: list[Node] = [Branch(test, tuple(taken), (), cx.span)]
    body = _looped(cx, value, variables, axes, body)
    begun = _assigned(cx, [(best, build.zero(value.dtype))], value.dtype)
    begun += _assigned(cx, [(v, build.const(-1, DType.INT64)) for v in now], DType.INT64)
    here = tuple(variables[a] for a in kept)
    ends = [
        (v.select((), here), of_view(w, DType.INT64).at(()))
        for v, w in zip(found, now, strict=True)
    ]
    body = [*begun, *body, *_assigned(cx, ends, DType.INT64)]
    cx.body.extend(_looped(cx, value, variables, kept, body))
    return [of_view(v, DType.INT64) for v in found]


def _assigned(cx: Context, moves: Sequence[tuple[View, Expr]], dtype: DType) -> list[Node]:
    with cx.block() as body:
        for target, expr in moves:
            store(cx, target, dtype, scalar(expr), cx.span)
    return body


def _looped(
    cx: Context, value: Array, variables: Sequence[sympy.Symbol], axes: Sequence[int],
    body: list[Node],
) -> list[Node]:  # fmt: skip
    for axis in reversed(axes):
        stop = cx.extent(value.shape[axis])
        body = [Loop(variables[axis].name, _ZERO, stop, 1, tuple(body), cx.span)]
    return body


def _extreme_at(op: str) -> Handler:
    """`np.argmax` (`op` "gt") and `np.argmin` ("lt"): the first of equal ones; NaN comes first."""

    def call(cx: Context, site: CallSite) -> Value:
        request = requested(cx, site, "axis out keepdims")
        value = operand(cx, _comparable(request.value))
        for axis in request.axes:
            extent = cx.extent(value.shape[axis])
            require(cx, extent - 1, f"`{site.short}` over an axis of {extent} elements", site.span)
        if not value.rank:
            return request.shaped(scalar(build.zero(DType.INT64)))
        found = first_best(cx, value, request.axes, _with_nan(op, value.dtype))
        return request.shaped(_flat(cx, value.shape, request.axes, found))

    return call


def _comparable(value: Array) -> Array:
    return cast_array(value, DType.INT64) if value.dtype is DType.BOOL else value


def _with_nan(op: str, dtype: DType) -> Better:
    def better(new: Expr, best: Expr) -> Expr:
        test = build.compare(op, new, best)
        if kind(dtype) < 2:
            return test
        first_nan = build.apply(
            "and", build.apply("isnan", new), build.apply("not", build.apply("isnan", best))
        )
        return build.apply("or", test, first_nan)

    return better


def _flat(cx: Context, shape: Shape, axes: Sequence[int], found: list[Array]) -> Array:
    """The position in storage order among the elements of `axes`."""

    def at(position: Index) -> Expr:
        result = found[0].at(position)
        for axis, one in zip(axes[1:], found[1:], strict=True):
            width = IntValue(cx.extent(shape[axis]))
            result = build.add(build.mul(result, width), one.at(position))
        return result

    if len(found) == 1:
        return found[0]
    return Array(found[0].shape, DType.INT64, at)


# -- order -----------------------------------------------------------------------------------------


def _less(a: Expr, b: Expr) -> Expr:
    """Whether `a` is sorted before `b`: NaN comes last."""
    test = build.compare("lt", a, b)
    if kind(a.dtype) < 2:
        return test
    number = build.apply(
        "and", build.apply("isnan", b), build.apply("not", build.apply("isnan", a))
    )
    return build.apply("or", test, number)


def _argsort(cx: Context, site: CallSite) -> Value:
    """`np.argsort` along an axis; equal elements stay in their order. For each element those before
    it are counted, which takes as many steps as there are pairs."""
    bound = site.bind("a", "axis kind order stable")
    value = operand(cx, _comparable(array_operand(cx, site, bound["a"])))
    if "order" in bound:
        raise site.error("`order` of `argsort` is not supported", help="leave it out")
    if isinstance(bound.get("axis"), Nothing):
        value = reshape(cx, value, (sympy.Integer(-1),), site.span)
    if not value.shape:
        raise site.error("a number has no order", help="pass an array")
    last = Integer(sympy.Integer(-1))
    given = bound.get("axis", last)
    axis = site.axis(last if isinstance(given, Nothing) else given, value.rank)
    turn = [a for a in range(value.rank) if a != axis] + [axis]
    order = _order(cx, transpose(value, tuple(turn)), site)
    return transpose(order, tuple(turn.index(a) for a in range(value.rank)))


def _order(cx: Context, value: Array, site: CallSite) -> Array:
    """The positions along the last axis in the order of their elements."""
    shape = tuple(cx.extent(e) for e in value.shape)
    rank = zeroed(cx, "rank", DType.INT64, shape)
    assert rank.view is not None
    points = Points(cx, (*shape, shape[-1]))
    *lead, i, j = points.position
    one, other = value.at((*lead, i)), value.at((*lead, j))
    earlier = build.compare("lt", IntValue(j), IntValue(i))
    before = build.where(earlier, build.apply("not", _less(one, other)), _less(other, one))
    counted = build.where(before, build.one(DType.INT64), build.zero(DType.INT64))
    cx.emit(rank.view, (*lead, i), Update.ADD, counted, points.dims)
    return _inverse(cx, rank, shape, site)


def _inverse(cx: Context, rank: Array, shape: Shape, site: CallSite) -> Array:
    """What is at each position of its line, if `rank` says where everything goes."""
    order = zeroed(cx, "order", DType.INT64, shape)
    assert order.view is not None
    here = [cx.domain_symbol(a) for a in range(len(shape))]
    at = cx.domain_symbol(len(shape))
    pick = Pick(at, shape[-1], rank, tuple(place(a) for a in range(len(shape))))
    with cx.block() as body, picking(cx, (pick,), tuple(here), site.span):
        target = order.view.select((), (*here[:-1], at))
        store(cx, target, DType.INT64, scalar(IntValue(here[-1])), site.span)
    for variable, extent in reversed(list(zip(here, shape, strict=True))):
        body = [Loop(variable.name, _ZERO, extent, 1, tuple(body), site.span)]
    cx.body.extend(body)
    return order


def _searchsorted(cx: Context, site: CallSite) -> Value:
    """`np.searchsorted(a, v)`: how many elements of the sorted `a` come before each of `v`."""
    bound = site.bind("a v", "side sorter")
    side = bound.get("side", Text("left"))
    if side not in (Text("left"), Text("right")):
        raise site.error("`side` of `searchsorted` is 'left' or 'right'")
    if not isinstance(bound.get("sorter", Nothing()), Nothing):
        bound["a"] = call_written(cx, site, "adc_in_order", bound["a"], bound["sorter"])
    given = [_comparable(array_operand(cx, site, bound[n])) for n in ("a", "v")]
    dtype, _ = common(given)
    a, v = (operand(cx, cast_array(replace(g, weak=False), dtype)) for g in given)
    if a.rank != 1:
        raise site.error("`searchsorted` looks things up in a vector")
    return Search(cx, a, v, side == Text("left"), site.span).found()


@dataclass(frozen=True)
class Search:
    """Halves what is left of the vector `a` until there is nothing, for each of `v`, in `NumPy`'s
    own steps: what these find in a vector that is not sorted is found here, too."""

    cx: Context
    a: Array
    v: Array
    left: bool
    span: Span

    def found(self) -> Array:
        cx, shape = self.cx, self.v.shape
        number = IntValue(cx.extent(self.a.shape[0]))
        found = cx.new_container(cx.new_name("place"), DType.INT64, shape)
        first, last = self._integer("first", build.zero(DType.INT64)), self._integer("last", number)
        variables = [cx.domain_symbol(axis) for axis in range(len(shape))]
        key = self._number("key")
        with cx.block() as body:
            if shape:
                self._begin_again(first, last, key, self.v.at(tuple(variables)), number)
            self._put(key, self.v.at(tuple(variables)))
            self._halve(first, last, key)
            self._put(found.select((), tuple(variables)), _read(first))
        cx.body.extend(_looped(cx, self.v, variables, range(len(shape)), body))
        return of_view(found, DType.INT64)

    def _begin_again(self, first: View, last: View, key: View, new: Expr, number: Expr) -> None:
        """Where the next one is looked for: `key` is the one before, if there is one."""
        cx = self.cx
        before = Read(key.container, (), self.v.dtype)
        with cx.block() as behind:
            self._put(last, number)
        with cx.block() as anywhere:
            self._put(first, build.zero(DType.INT64))
            more = build.add(_read(last), build.one(DType.INT64))
            self._put(last, build.where(build.compare("lt", _read(last), number), more, number))
        cx.body.append(Branch(self._before(before, new), tuple(behind), tuple(anywhere), self.span))

    def _halve(self, first: View, last: View, key: View) -> None:
        cx, two = self.cx, build.const(2, DType.INT64)
        with cx.block() as body:
            between = build.sub(_read(last), _read(first))
            half = build.apply("floordiv", between, two)
            middle = self._integer("middle", build.add(_read(first), half))
            sample = self._number("sample")
            at = cx.domain_symbol(0)
            pick = Pick(at, cx.extent(self.a.shape[0]), of_view(middle, DType.INT64), ())
            with picking(cx, (pick,), (), self.span):
                self._put(sample, self.a.at((at,)))
            with cx.block() as above:
                self._put(first, build.add(_read(middle), build.one(DType.INT64)))
            with cx.block() as below:
                self._put(last, _read(middle))
            test = self._before(
                Read(sample.container, (), self.a.dtype), Read(key.container, (), self.v.dtype)
            )
            cx.body.append(Branch(test, tuple(above), tuple(below), self.span))
        trips = cx.new_name("trips")
        cx.containers[trips] = Container(trips, DType.INT64, (), Role.LOCAL, span=self.span)
        goes_on = build.compare("lt", _read(first), _read(last))
        variable = cx.domain_symbol(1).name
        cx.body.append(While(variable, goes_on, tuple(body), trips, None, self.span))

    def _before(self, a: Expr, b: Expr) -> Expr:
        return _less(a, b) if self.left else build.apply("not", _less(b, a))

    def _integer(self, stem: str, value: Expr) -> View:
        view = self.cx.new_container(self.cx.new_name(stem), DType.INT64, ())
        self._put(view, value)
        return view

    def _number(self, stem: str) -> View:
        view = self.cx.new_container(self.cx.new_name(stem), self.v.dtype, ())
        self._put(view, build.zero(self.v.dtype))
        return view

    def _put(self, view: View, value: Expr) -> None:
        store(self.cx, view, self.cx.containers[view.container].dtype, scalar(value), self.span)


def _read(view: View) -> Expr:
    return Read(view.container, view.index, DType.INT64)


TABLE: dict[str, Handler] = {
    "numpy.argmax": _extreme_at("gt"), "numpy.argmin": _extreme_at("lt"),
    "numpy.argsort": _argsort, "numpy.searchsorted": _searchsorted,
}  # fmt: skip
