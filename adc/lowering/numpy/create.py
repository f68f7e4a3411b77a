"""Arrays from nothing: `zeros`, `arange`, `linspace`, `eye`, `array` and the like."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.ir import build, shapes
from adc.ir.dtypes import DType
from adc.ir.expressions import Const, Expr, Index, IntValue
from adc.ir.shapes import Shape, floordiv
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.stepped_loops import steps
from adc.lowering.indexing import leading_axis
from adc.lowering.integers.dyadic import exact
from adc.lowering.integers.folding import folded
from adc.lowering.integers.formulas import MOST_ITEMS, as_formula, note_items
from adc.lowering.integers.known import note_number_asked
from adc.lowering.path_checks import check_type
from adc.lowering.precisions import refuse_type
from adc.lowering.promotion import common, common_strong, convert, kind, literal_number, strong
from adc.lowering.reshaping import expand_dims, in_order
from adc.lowering.store import floating, materialise, store, without_value
from adc.lowering.values import (
    Array,
    Grown,
    Integer,
    Items,
    Keywords,
    Nothing,
    Text,
    Token,
    Value,
    View,
    anywhere,
    of_view,
)

Handler = Callable[[Context, CallSite], Value]
#: Functions of one array, which may be a list, that have no other way to take one.
OF_ONE_ARRAY = frozenset({
    "numpy.diag", "numpy.diagonal", "numpy.trace", "numpy.tril", "numpy.triu", "numpy.squeeze",
    "numpy.transpose", "numpy.swapaxes", "numpy.moveaxis", "numpy.reshape", "numpy.ravel",
    "numpy.flip", "numpy.flipud", "numpy.fliplr", "numpy.rot90", "numpy.tile", "numpy.repeat",
    "numpy.expand_dims", "numpy.broadcast_to", "numpy.atleast_1d", "numpy.atleast_2d",
    "numpy.shape", "numpy.size", "numpy.ndim",
})  # fmt: skip


def filled(shape: Shape, value: Expr) -> Array:
    return Array(shape, value.dtype, lambda _: value)


def _constant(number: int) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        del cx
        bound = site.bind("shape", "dtype order")
        dtype = site.dtype(bound.get("dtype"), DType.FLOAT64)
        return filled(site.shape(bound["shape"]), build.const(number, dtype))

    return call


def _constant_like(number: int) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("a", "dtype order shape")
        shape, dtype = _like(cx, site, bound)
        return filled(shape, build.const(number, dtype))

    return call


def _like(cx: Context, site: CallSite, bound: dict[str, Value]) -> tuple[Shape, DType]:
    prototype = site.array(bound["a"])
    if "dtype" not in bound:
        check_type(cx, anywhere(prototype), site.span)
    shape = site.shape(bound["shape"]) if "shape" in bound else prototype.shape
    return shape, site.dtype(bound.get("dtype"), prototype.dtype)


def _empty(cx: Context, site: CallSite) -> Value:
    bound = site.bind("shape", "dtype order")
    dtype = site.dtype(bound.get("dtype"), DType.FLOAT64)
    return _uninitialised(cx, site.shape(bound["shape"]), dtype)


def _ndarray(cx: Context, site: CallSite) -> Value:
    """`np.ndarray(shape)`; what it makes of a buffer would be a view of that."""
    bound = site.bind("shape", "dtype buffer offset strides order")
    for name in ("buffer", "offset", "strides"):
        if not isinstance(bound.get(name, Nothing()), Nothing):
            raise site.error(f"`{name}` of `ndarray` is not supported",
                             help="write `np.empty(shape)`, or reshape the array")  # fmt: skip
    return _uninitialised(
        cx, site.shape(bound["shape"]), site.dtype(bound.get("dtype"), DType.FLOAT64)
    )


def _empty_like(cx: Context, site: CallSite) -> Value:
    return _uninitialised(cx, *_like(cx, site, site.bind("a", "dtype order shape")))


def _uninitialised(cx: Context, shape: Shape, dtype: DType) -> Array:
    return of_view(without_value(cx, cx.new_name("empty"), dtype, shape), dtype)


def _full(cx: Context, site: CallSite) -> Value:
    bound = site.bind("shape fill_value", "dtype order")
    return _spread(cx, site, site.shape(bound["shape"]), bound, None)


def _full_like(cx: Context, site: CallSite) -> Value:
    bound = site.bind("a fill_value", "dtype order")
    prototype = site.array(bound["a"])
    if "dtype" not in bound:
        check_type(cx, anywhere(prototype), site.span)
    return _spread(cx, site, prototype.shape, bound, prototype.dtype)


def _spread(
    cx: Context, site: CallSite, shape: Shape, bound: dict[str, Value], default: DType | None
) -> Array:
    from adc.lowering.broadcasting import broadcast_to

    if isinstance(bound["fill_value"], Nothing):
        raise site.error(
            "an array of None is not supported",
            help="make a list, `[None] * n`, or an array of numbers: `np.empty(n)`",
        )
    value = site.array(bound["fill_value"])
    dtype = site.dtype(bound.get("dtype"), default or value.dtype)
    if "dtype" in bound or default:
        value = floating(cx, value)
    wide = broadcast_to(cx, value, shape, "`full`", site.span)
    return Array(shape, dtype, lambda p: convert(wide.at(p), dtype))


def _arange(cx: Context, site: CallSite) -> Value:
    names = "stop" if len(site.arguments) == 1 else "start stop"
    bound = site.bind(names, "step dtype")
    start = bound.get("start", Integer(sympy.Integer(0)))
    step = bound.get("step", Integer(sympy.Integer(1)))
    values = (start, bound["stop"], step)
    if not all(isinstance(v, Integer) for v in values):
        return _float_range(cx, site, values, bound.get("dtype"))
    first, stop, by = (v.value for v in values if isinstance(v, Integer))
    if by == 0:
        raise site.error("the step of `arange` is not zero")
    if by.is_Integer:
        count = sympy.expand(stop - first if by > 0 else first - stop)
        if abs(by) != 1:
            count = shapes.floordiv(count + abs(by) - 1, abs(by))
    else:
        count = steps(cx, first, stop, by, site.span)
    dtype = site.dtype(bound.get("dtype"), DType.INT64)
    return Array((count,), dtype, lambda p: convert(IntValue(first + by * p[0]), dtype))


def _float_range(
    cx: Context, site: CallSite, values: tuple[Value, ...], given: Value | None
) -> Array:
    """`arange` of floats: of literals the number of elements is computed here, as NumPy does; of
    what is exact but for sizes it is an expression of these."""
    dtype = site.dtype(given, DType.FLOAT64)
    parts = [site.array(v) for v in values]
    if any(p.shape or p.dtype is DType.BOOL for p in parts):
        raise site.error("the bounds of `arange` are numbers")
    known = [_known(p) for p in parts]
    numbers = [n for n in known if n is not None]
    if len(numbers) == len(known):
        count = sympy.Integer(max(0, math.ceil((numbers[1] - numbers[0]) / numbers[2])))
        step = (numbers[0] + numbers[2]) - numbers[0]
        first: Expr = build.const(numbers[0], dtype)
    else:
        count, step = _exact_range(cx, site, parts, dtype)
        first = convert(parts[0].at(()), dtype)

    def at(position: Index) -> Expr:
        by = build.apply("mul", _as_float(position[0], dtype), build.const(step, dtype))
        return build.apply("add", first, by)

    return Array((count,), dtype, at)


def _known(number: Array) -> float | None:
    """The number that a literal is, or arithmetic of such in double precision."""
    found = literal_number(number)
    return folded(convert(number.at(()), DType.FLOAT64)) if found is None else found


def _exact_range(
    cx: Context, site: CallSite, parts: list[Array], dtype: DType
) -> tuple[sympy.Expr, float]:
    """How many steps there are, and the step."""
    if dtype is not DType.FLOAT64:
        raise site.error("`arange` of floats is in double precision here", help="convert it after")
    known = [exact(cx, convert(p.at(()), DType.FLOAT64)) for p in parts]
    start, stop, step = known
    note_number_asked(cx, parts)
    if start is None or stop is None or step is None:
        raise site.error(
            "how long this `arange` gets is no expression of sizes",
            help="give the number of its elements: `start + step * np.arange(k)`",
        )
    if not step[0].is_Integer or step[0] <= 0:
        raise site.error("the step of `arange` must be a literal above zero beside sizes")
    distance = sympy.expand((stop[0] * start[1] - start[0] * stop[1]) * step[1])
    steps = start[1] * stop[1] * step[0]
    count = floordiv(sympy.expand(distance + steps - 1), steps)
    return count, float(int(step[0]) / step[1])


def _as_float(position: sympy.Expr, dtype: DType) -> Expr:
    if position.is_Integer:
        return convert(Const(str(position), DType.INT64), dtype)
    return build.cast(IntValue(position), dtype)


def _linspace(cx: Context, site: CallSite) -> Value:
    """`start + i*step`, the last element exactly `stop`."""
    bound = site.bind("start stop", "num endpoint retstep dtype")
    number = site.integer(bound["num"], "num") if "num" in bound else sympy.Integer(50)
    ends = [site.array(bound["start"]), site.array(bound["stop"])]
    if any(v.shape for v in ends):
        raise site.error("`linspace` takes scalar ends")
    dtype, _ = common(ends)
    dtype = dtype if kind(dtype) == 2 and not all(v.weak for v in ends) else DType.FLOAT64
    endpoint = "endpoint" not in bound or site.flag(bound["endpoint"], "endpoint")
    start, stop = (convert(v.at(()), dtype) for v in ends)
    gaps = number - 1 if endpoint else number
    if not cx.prover.nonneg(gaps - 1):
        gaps = shapes.maximum(gaps, 1)
    step = build.apply("div", build.apply("sub", stop, start), _as_float(gaps, dtype))

    def at(position: Index) -> Expr:
        inside = build.apply("add", build.apply("mul", _as_float(position[0], dtype), step), start)
        if not endpoint or number == 1:
            return inside
        last = build.compare("eq", IntValue(position[0]), IntValue(shapes.maximum(number - 1, 1)))
        return build.apply("where", last, stop, inside)

    result = Array((number,), dtype, at)
    made = elementwise.in_dtype(result, site.dtype(bound.get("dtype"), dtype))
    if not site.flag(bound.get("retstep"), "retstep"):
        return made
    if not cx.prover.nonneg((number - 1 if endpoint else number) - 1):
        raise site.error("`retstep` needs points between the ends", help="give their number")
    return Items((made, Array((), dtype, lambda _: step)))


def _eye(cx: Context, site: CallSite) -> Value:
    del cx
    bound = site.bind("N", "M k dtype")
    rows = site.integer(bound["N"], "N")
    given = bound.get("M")
    columns = rows if given is None or isinstance(given, Nothing) else site.integer(given, "M")
    shift = site.integer(bound["k"], "k") if "k" in bound else sympy.Integer(0)
    dtype = site.dtype(bound.get("dtype"), DType.FLOAT64)

    def at(position: Index) -> Expr:
        test = build.compare("eq", IntValue(position[1]), IntValue(position[0] + shift))
        return build.apply("where", test, build.one(dtype), build.zero(dtype))

    return Array((rows, columns), dtype, at)


def _tri(cx: Context, site: CallSite) -> Value:
    """Ones on and below the k-th diagonal."""
    square = _eye(cx, site)
    assert isinstance(square, Array)
    shift = site.integer(site.keywords.get("k", _third(site)), "k")
    dtype = square.dtype

    def at(position: Index) -> Expr:
        test = build.compare("le", IntValue(position[1]), IntValue(position[0] + shift))
        return build.apply("where", test, build.one(dtype), build.zero(dtype))

    return Array(square.shape, dtype, at)


def _third(site: CallSite) -> Value:
    return site.arguments[2] if len(site.arguments) > 2 else Integer(sympy.Integer(0))


def _identity(cx: Context, site: CallSite) -> Value:
    return _eye(cx, site)


def _copy(cx: Context, site: CallSite) -> Value:
    del cx
    value = site.array(site.bind("a", "order")["a"])
    return Array(value.shape, value.dtype, value.at)


def _array(cx: Context, site: CallSite) -> Value:
    """`np.array` of nested lists of numbers, or a copy of an array; `ndmin=` puts axes before."""
    bound = site.bind("object", "dtype copy order ndmin")
    least = site.number(bound.pop("ndmin"), "ndmin") if "ndmin" in bound else 0
    if not least:
        return _as_it_is(cx, site, bound)
    array = site.array(_as_it_is(cx, site, bound))
    if array is bound["object"]:
        raise site.error("`ndmin` beside `copy` is not supported", help="use `np.atleast_2d`")
    more = max(0, least - len(array.shape))
    shape = (sympy.Integer(1),) * more + array.shape
    return Array(shape, array.dtype, lambda p: array.at(p[more:]))


def _as_it_is(cx: Context, site: CallSite, bound: dict[str, Value]) -> Value:
    """The array or the copy, with the axes that it has."""
    value = bound["object"]
    if isinstance(value, Items):
        return _from_items(cx, site, value, bound.get("dtype"))
    array = site.array(value)
    dtype = site.dtype(bound.get("dtype"), array.dtype)
    if "copy" in bound and _only_if_needed(site, bound["copy"]):
        if dtype is not array.dtype and not isinstance(bound["copy"], Nothing):
            raise site.error("NumPy refuses to convert with `copy=False`", help="use `np.asarray`")
        if dtype is array.dtype:
            return array
    if "dtype" in bound:
        array = floating(cx, array)
    return Array(array.shape, dtype, lambda p: convert(array.at(p), dtype))


def _only_if_needed(site: CallSite, copy: Value) -> bool:
    """Whether `copy=` is None or False."""
    return isinstance(copy, Nothing) or not site.flag(copy, "copy")


def _asarray(cx: Context, site: CallSite) -> Value:
    bound = site.bind("a", "dtype order")
    value = bound["a"]
    if isinstance(value, Array) and site.dtype(bound.get("dtype"), value.dtype) is value.dtype:
        return strong(value)
    site = CallSite(site.name, (value,), {k: v for k, v in bound.items() if k == "dtype"},
                    site.spans, site.span)  # fmt: skip
    return _array(cx, site)


def _ascontiguousarray(cx: Context, site: CallSite) -> Value:
    """The array itself where its elements lie in order, else a copy; a number has one axis then."""
    value = _asarray(cx, site)
    if not isinstance(value, Array):
        return value
    if not value.shape:
        return of_view(materialise(cx, expand_dims(value, (0,)), "array"), value.dtype)
    return in_order(cx, value, site.span)


def _from_items(cx: Context, site: CallSite, items: Items, given: Value | None) -> Array:
    if not items.items:  # NumPy takes float64 for what nothing is in
        none = cx.new_container(
            cx.new_name("array"), site.dtype(given, DType.FLOAT64), (sympy.Integer(0),)
        )
        return of_view(none, cx.containers[none.container].dtype)
    leaves = list(_leaves(site, items))
    shape = tuple(sympy.Integer(n) for n in _nesting(site, items)) + leaves[0].shape
    if any(len(v.shape) != len(leaves[0].shape) for v in leaves):
        raise site.error("the rows have different numbers of axes")
    if given is None:
        refuse_type(cx, leaves, site.span)
    dtype = site.dtype(given, common_strong(leaves))
    view = cx.new_container(cx.new_name("array"), dtype, shape)
    if given is not None:
        cx.types.settle(view.container)
    _fill(cx, site, view, dtype, items)
    if len(shape) == 1:
        note_items(cx, view, [convert(leaf.at(()), dtype) for leaf in leaves])
    return of_view(view, dtype)


def array_operand(cx: Context, site: CallSite, value: Value) -> Array:
    """An argument as an array; NumPy makes arrays of tuples and lists."""
    if isinstance(value, Items):
        return _from_items(cx, site, value, None)
    return strong(site.array(value))


def with_arrays(cx: Context, site: CallSite) -> CallSite:
    """The call with arrays for the lists and tuples that NumPy makes arrays of: all arguments of a
    function of elements, the first one of others."""
    number = 1 if site.name in OF_ONE_ARRAY else len(site.arguments)
    if not any(isinstance(value, Items) for value in site.arguments[:number]):
        return site
    parts = [array_operand(cx, site, value) for value in site.arguments[:number]]
    return replace(site, arguments=(*parts, *site.arguments[number:]))


def _leaves(site: CallSite, items: Items) -> list[Array]:
    found: list[Array] = []
    for item in items.items:
        found += _leaves(site, item) if isinstance(item, Items) else [_leaf(site, item)]
    if not found:
        raise site.error("an empty list has no element type", help="use `np.zeros`")
    return found


def _leaf(site: CallSite, item: Value) -> Array:
    """What NumPy makes of an item that is no list of known items: of one that grows an array."""
    if isinstance(item, Grown) and not item.is_complex:
        return item.array
    return site.array(item)


def _nesting(site: CallSite, items: Items) -> list[int]:
    """The extents of the nested lists, which must be regular."""
    inner = [_nesting(site, i) if isinstance(i, Items) else [] for i in items.items]
    if any(n != inner[0] for n in inner):
        raise site.error("the rows have different lengths")
    return [len(items.items), *inner[0]]


def _fill(cx: Context, site: CallSite, view: View, dtype: DType, items: Items) -> None:
    for number, item in enumerate(items.items):
        part = leading_axis(cx, of_view(view, dtype), sympy.Integer(number), site.span).view
        assert part is not None
        if isinstance(item, Items):
            _fill(cx, site, part, dtype, item)
        else:
            store(cx, part, dtype, _leaf(site, item), site.span)


def _length(cx: Context, site: CallSite) -> Value:
    value = site.bind("x")["x"]
    if isinstance(value, (Items, Keywords)):
        return Integer(sympy.Integer(len(value.items)))
    if isinstance(value, Text):
        return Integer(sympy.Integer(len(value.value)))
    array = site.array(value)
    if not array.shape:
        raise site.error("a scalar has no length", help="take the length of an array")
    return Integer(cx.extent(array.shape[0]))


def sequence(cx: Context, site: CallSite) -> Value:
    """`tuple(x)`, `list(x)` of items that are known, and of arrays of a few."""
    if not site.arguments and not site.keywords:
        return Items((), site.short == "list", Token(str(site.span)))
    value = site.bind("x")["x"]
    if isinstance(value, Items):
        if site.short == "list":
            return Items(value.items, True, Token(str(site.span)))
        return Items(value.items, token=None if value.is_list else value.token)
    few = isinstance(value, Array) and value.shape and value.shape[0].is_Integer
    if isinstance(value, Array) and few and value.shape[0] <= MOST_ITEMS:
        parts = map(sympy.Integer, range(int(value.shape[0])))
        return Items(tuple(as_formula(cx, leading_axis(cx, value, k, site.span)) for k in parts))
    raise site.error(f"`{site.short}` of an array is not supported")


TABLE: dict[str, Handler] = {
    "numpy.zeros": _constant(0), "numpy.ones": _constant(1), "numpy.empty": _empty,
    "numpy.ndarray": _ndarray,
    "numpy.zeros_like": _constant_like(0), "numpy.ones_like": _constant_like(1),
    "numpy.empty_like": _empty_like, "numpy.full": _full, "numpy.full_like": _full_like,
    "numpy.arange": _arange, "numpy.linspace": _linspace, "numpy.eye": _eye,
    "numpy.identity": _identity, "numpy.tri": _tri, "numpy.copy": _copy, "numpy.array": _array,
    "numpy.asarray": _asarray, "numpy.asanyarray": _asarray,
    "numpy.ascontiguousarray": _ascontiguousarray, "len": _length,
    "tuple": sequence,
}  # fmt: skip
