"""Functions of arrays whose length data decide that look at more than an element at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import sympy

from adc.diagnostics import Span
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Const, Expr, Index, IntValue
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.misfits import fail_where
from adc.lowering.lengths.arrays import counted, first_of, kept_integer, note_most, put_at, together
from adc.lowering.lists.counted import as_now, list_of
from adc.lowering.masks.selections import filled, refused, zeroed
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.written import call_written
from adc.lowering.promotion import common_strong, convert
from adc.lowering.reshaping import reshape
from adc.lowering.store import Points, materialise
from adc.lowering.values import (
    Array,
    Integer,
    Items,
    Nothing,
    Selected,
    Text,
    Unknown,
    Value,
    of_view,
    scalar,
)

#: The call of a function with arrays.
Plain = Callable[[Context, CallSite], Value]
#: The same with arrays whose length data decide.
Handler = Callable[[Context, CallSite, Plain], Value]

_ZERO = sympy.Integer(0)
_LEAST = -(2**63) + 1


def vector(cx: Context, site: CallSite, value: Value) -> Selected:
    """`value`, one behind the other, which has to have one axis."""
    if not isinstance(value, Selected) or value.rank != 1:
        raise refused(f"`{site.short}` of what a mask selects is not supported in this form",
                      site.span)  # fmt: skip
    return counted(cx, value, site.span)


def _bound(site: CallSite, names: str, **known: tuple[object, ...]) -> dict[str, Value]:
    """The arguments; those that are not `known` have to be left out, or None."""
    first, _, others = names.partition("|")
    bound = site.bind(first.strip(), others.strip())
    for key in others.split():
        given = bound.get(key, Nothing())
        if not isinstance(given, Nothing) and given not in known.get(key, ()):
            raise refused(f"`{key}=` beside what a mask selects is not supported", site.span)
    return bound


_AXES = (Integer(sympy.Integer(0)), Integer(sympy.Integer(-1)))


def _written(name: str, options: str = "") -> Handler:
    def call(cx: Context, site: CallSite, plain: Plain) -> Value:
        bound = _bound(site, f"a | {options}", axis=_AXES)
        return call_written(cx, site, name, vector(cx, site, bound["a"]))

    return call


def _diff(cx: Context, site: CallSite, plain: Plain) -> Value:
    bound = _bound(site, "a | n axis", axis=_AXES, n=(Integer(sympy.Integer(1)),))
    return call_written(cx, site, "adc_diff", vector(cx, site, bound["a"]))


def _trapezoid(cx: Context, site: CallSite, plain: Plain) -> Value:
    bound = site.bind("y", "x dx axis")
    y = vector(cx, site, bound["y"])
    x = bound.get("x", Nothing())
    if not isinstance(x, Nothing):
        return call_written(cx, site, "adc_trapezoid", y, x)
    step = bound.get("dx", elementwise.literal("1.0", DType.FLOAT64))
    return call_written(cx, site, "adc_trapezoid_even", y, step)


def _running(number: int) -> Handler:
    """`cumsum` and `cumprod`, which beyond the end go on with what changes nothing."""

    def call(cx: Context, site: CallSite, plain: Plain) -> Value:
        bound = _bound(site, "a | axis", axis=_AXES)
        value = vector(cx, site, bound["a"])
        whole = filled(value, build.const(number, value.array.dtype))
        return _of_whole(cx, site, plain, value, whole)

    return call


def _of_whole(cx: Context, site: CallSite, plain: Plain, value: Selected, whole: Array) -> Value:
    """The function that `site` calls of the `whole` array instead, as far as `value` goes."""
    found = plain(cx, replace(site, arguments=(whole,), keywords={}))
    assert isinstance(found, Array) and value.length is not None
    return first_of(found, value.length)


def _sort(cx: Context, site: CallSite, plain: Plain) -> Value:
    """What is beyond the end comes last: NaN, behind which NumPy has nothing either."""
    bound = _bound(site, "a | axis", axis=_AXES)
    value = vector(cx, site, bound["a"])
    dtype = value.array.dtype
    if dtype.is_float:
        last: Expr = convert(Const("nan", DType.FLOAT64), dtype)
    elif dtype is DType.INT64:
        last = build.const(-_LEAST, dtype)
    else:
        raise refused(f"`{site.short}` of {dtype} that a mask selects is not supported",
                      site.span)  # fmt: skip
    return _of_whole(cx, site, plain, value, filled(value, last))


def _extreme_at(sign: int) -> Handler:
    def call(cx: Context, site: CallSite, plain: Plain) -> Value:
        bound = _bound(site, "a | axis", axis=_AXES)
        value = vector(cx, site, bound["a"])
        assert value.length is not None
        none = build.compare("eq", value.length.at(()), build.zero(DType.INT64))
        fail_where(cx, none, f"`{site.short}` of no elements", site.span)
        dtype = value.array.dtype
        if dtype.is_float:
            infinite = Const("inf", DType.FLOAT64)
            other = convert(build.neg(infinite) if sign > 0 else infinite, dtype)
        elif dtype is DType.INT64:
            other = build.const(_LEAST, dtype) if sign > 0 else build.const(-_LEAST, dtype)
        else:
            raise refused(f"`{site.short}` of {dtype} that a mask selects is not supported",
                          site.span)  # fmt: skip
        found = plain(cx, replace(site, arguments=(filled(value, other),), keywords={}))
        assert isinstance(found, Array)
        note_most(cx, found, value.array.shape[0])
        return found

    return call


def _quantile(name: str) -> Handler:
    def call(cx: Context, site: CallSite, plain: Plain) -> Value:
        bound = _bound(site, "a q | axis method", axis=_AXES)
        value = vector(cx, site, bound["a"])
        share = bound["q"]
        if isinstance(share, Items):
            each = tuple(call_written(cx, site, name, value, q) for q in share.items)
            return array_operand(cx, site, replace(share, items=each))
        if site.array(share).shape:
            raise refused("quantiles of a vector of what a mask selects are not supported",
                          site.span, "ask for one at a time")  # fmt: skip
        return call_written(cx, site, name, value, share)

    return call


def _search(cx: Context, site: CallSite, plain: Plain) -> Value:
    bound = site.bind("a v", "side")
    side = bound.get("side")
    right = getattr(side, "value", "left") == "right"
    if site.array(bound["v"]).shape:
        raise refused("`searchsorted` of several numbers in what a mask selects is not supported",
                      site.span, "search for one at a time")  # fmt: skip
    told = elementwise.literal(str(right), DType.BOOL)
    return call_written(cx, site, "adc_searchsorted", vector(cx, site, bound["a"]), bound["v"],
                        told)  # fmt: skip


def _corrcoef(cx: Context, site: CallSite, plain: Plain) -> Value:
    bound = site.bind("x y")
    x, y = (vector(cx, site, bound[name]) for name in ("x", "y"))
    return call_written(cx, site, "adc_corrcoef", x, y)


def _interp(cx: Context, site: CallSite, plain: Plain) -> Value:
    bound = site.bind("x xp fp", "left right")
    x, xp, fp, left, right = (
        bound.get(name, Nothing()) for name in ("x", "xp", "fp", "left", "right")
    )
    if isinstance(x, Selected):
        points = vector(cx, site, x)
        assert points.length is not None
        found = call_written(cx, site, "adc_interp", zeroed(points), xp, fp, left, right)
        assert isinstance(found, Array)
        return first_of(found, points.length)
    return call_written(cx, site, "adc_interp", array_operand(cx, site, x), xp, fp, left, right)


def _gradient(cx: Context, site: CallSite, plain: Plain) -> Value:
    edges = (Integer(sympy.Integer(1)),)
    if len(site.arguments) > 1:
        bound = _bound(site, "f h | axis edge_order", axis=_AXES, edge_order=edges)
    else:
        bound = _bound(site, "f | axis edge_order", axis=_AXES, edge_order=edges)
    spacing = bound.get("h", elementwise.literal("1.0", DType.FLOAT64))
    value = vector(cx, site, bound["f"])
    _check_double(site, DType.FLOAT64 if value.array.dtype.is_integer else value.array.dtype)
    return call_written(cx, site, "adc_gradient", value, spacing)


def _convolve(cx: Context, site: CallSite, plain: Plain) -> Value:
    bound = site.bind("a v", "mode")
    mode = bound.get("mode", Text("full"))
    both = [bound["a"], bound["v"]]
    arrays = [v.array if isinstance(v, Selected) else array_operand(cx, site, v) for v in both]
    _check_double(site, common_strong(arrays))
    return call_written(cx, site, "adc_convolve", bound["a"], bound["v"], mode)


def _check_double(site: CallSite, dtype: DType) -> None:
    """What adc's own text makes is of double precision."""
    if dtype is not DType.FLOAT64:
        raise refused(f"`{site.short}` in {dtype} of what a mask selects is not supported",
                      site.span, "compute in double precision: `.astype(float)`")  # fmt: skip


def _insert(cx: Context, site: CallSite, plain: Plain) -> Value:
    bound = _bound(site, "arr obj values | axis", axis=_AXES)
    if any(isinstance(bound[n], Selected) or site.array(bound[n]).shape for n in ("obj", "values")):
        raise refused("`insert` of several elements is not supported here", site.span)
    value = vector(cx, site, bound["arr"])
    return call_written(cx, site, "adc_inserted", value, bound["obj"], bound["values"])


def _delete(cx: Context, site: CallSite, plain: Plain) -> Value:
    bound = _bound(site, "arr obj | axis", axis=_AXES)
    array, at = bound["arr"], bound["obj"]
    one = not isinstance(at, (Selected, Items)) and not site.array(at).shape
    if one or not isinstance(array, Selected):
        return call_written(cx, site, "adc_deleted" if one else "adc_without", array, at)
    raise refused("`delete` of several of what a mask selects is not supported", site.span)


def _polyfit(cx: Context, site: CallSite, plain: Plain) -> Value:
    """Of rows of zeros, which change no sum of squares, beyond the end; in double precision."""
    bound = site.bind("x y deg")
    x, y = together(cx, [bound["x"], bound["y"]], 0, site.span)
    if not isinstance(x, Selected) or not isinstance(y, Selected) or x.rank != 1 or y.rank != 1:
        raise refused("this `polyfit` of what a mask selects is not supported", site.span)
    degree = bound["deg"]
    if not isinstance(degree, Integer):
        raise refused("`polyfit` takes a degree that is known", site.span)
    _as_many(cx, x, degree.value + 1, "points of `polyfit`", site.span)
    weights = Array(x.mask.shape, DType.FLOAT64, lambda p: convert(x.mask.at(p), DType.FLOAT64))
    parts = (zeroed(x), zeroed(y), degree)
    return plain(cx, replace(site, arguments=parts, keywords={"w": weights}))


def _lstsq(cx: Context, site: CallSite, plain: Plain) -> Value:
    """The same, of a matrix of which as many rows count as data decide."""
    bound = _bound(site, "a b | rcond", rcond=(Integer(sympy.Integer(-1)),))
    a, b = together(cx, [bound["a"], bound["b"]], 0, site.span)
    if not isinstance(a, Selected) or not isinstance(b, Selected) or a.rank != 2:
        raise refused("this `lstsq` of what a mask selects is not supported", site.span)
    _as_many(cx, a, cx.extent(a.array.shape[1]), "equations of `lstsq`", site.span)
    found = plain(cx, replace(site, arguments=(zeroed(a), zeroed(b)), keywords={}))
    assert isinstance(found, Items)
    reason = "is empty where there are no more equations than unknowns"
    rest = Unknown(reason, "take the solution alone: `np.linalg.lstsq(a, b)[0]`", site.span,
                   "ADC0220")  # fmt: skip
    return replace(found, items=(found.items[0], rest, *found.items[2:]))


def _as_many(cx: Context, value: Selected, least: sympy.Expr, what: str, span: Span | None) -> None:
    """Have the call fail where there are fewer elements."""
    assert value.length is not None
    few = build.compare("lt", value.length.at(()), IntValue(least))
    fail_where(cx, few, f"too few {what}", span)


def _like(number: int) -> Handler:
    def call(cx: Context, site: CallSite, plain: Plain) -> Value:
        bound = _bound(site, "a | dtype", dtype=())
        value = bound["a"]
        assert isinstance(value, Selected)
        return constant(value, build.const(number, value.array.dtype))

    return call


def _full_like(cx: Context, site: CallSite, plain: Plain) -> Value:
    bound = site.bind("a fill_value")
    value, number = bound["a"], site.array(bound["fill_value"])
    if not isinstance(value, Selected) or number.shape:
        raise refused("`full_like` of what a mask selects takes a number", site.span)
    return constant(value, convert(number.at(()), value.array.dtype))


def constant(value: Selected, number: Expr) -> Selected:
    array = Array(value.array.shape, number.dtype, lambda _: number)
    return replace(value, array=array, own=False, packed=None, sliced=False)


# -- joining ---------------------------------------------------------------------------------------


def joins(site: CallSite) -> bool:
    """Whether what masks select is among what the call joins."""
    if site.name not in JOINING or not site.arguments:
        return False
    given = site.arguments[:2] if site.name == "numpy.append" else held(site.arguments[0])
    return any(isinstance(v, Selected) for v in given)


def held(value: Value) -> Sequence[Value]:
    return value.items if isinstance(value, Items) else ()


def _items(site: CallSite, value: Value) -> Sequence[Value]:
    """The arrays of a call that joins them; a list of numbers is none of arrays."""
    if isinstance(value, Items):
        return value.items
    raise site.error(
        f"`{site.short}` takes a tuple or list of arrays here",
        help="`np.array(a)` makes an array of a list of numbers",
    )


def _concatenate(cx: Context, site: CallSite, plain: Plain) -> Value:
    bound = _bound(site, "arrays | axis", axis=_AXES)
    return joined(cx, site, _items(site, bound["arrays"]))


def _append(cx: Context, site: CallSite, plain: Plain) -> Value:
    bound = site.bind("arr values", "axis")
    return joined(cx, site, [bound["arr"], bound["values"]])


def joined(cx: Context, site: CallSite, values: Sequence[Value]) -> Selected:
    """Vectors one behind the other, in an array that has room for the longest of each."""
    parts = [_part(cx, site, as_now(cx, value)) for value in values]
    dtype = common_strong([p.array for p in parts])
    room = sympy.expand(sympy.Add(*(cx.extent(p.array.shape[0]) for p in parts)))
    made = of_view(cx.new_container(cx.new_name("joined"), dtype, (room,)), dtype)
    assert made.view is not None
    points = Points(cx, made.shape)
    cx.emit(made.view, points.position, Update.ASSIGN, build.zero(dtype), points.dims)
    begin: Expr = IntValue(_ZERO)
    for part in parts:
        assert part.length is not None
        at = _from(begin, part.array.shape[0])
        put_at(cx, made, at, part.length, zeroed(part), site.span)
        after = build.add(begin, part.length.at(()))
        begin = kept_integer(cx, after, "count", room).at(())
    return first_of(made, scalar(begin, weak=True, stable=True), own=True)


def _from(begin: Expr, extent: sympy.Expr) -> Array:
    def at(position: Index) -> Expr:
        return build.add(begin, IntValue(position[0]))

    return Array((extent,), DType.INT64, at)


def _part(cx: Context, site: CallSite, value: Value) -> Selected:
    if isinstance(value, Selected):
        return vector(cx, site, value)
    array = array_operand(cx, site, value)
    if array.rank == 0 and site.name == "numpy.append":
        array = reshape(cx, array, (sympy.Integer(1),), site.span)
    if array.rank != 1:
        raise refused(f"`{site.short}` of arrays of more axes beside what a mask selects is not "
                      "supported", site.span)  # fmt: skip
    if array.view is None:
        array = of_view(materialise(cx, array, "tmp"), array.dtype)
    extent = scalar(IntValue(cx.extent(array.shape[0])), weak=True, stable=True)
    return first_of(array, extent)


JOINING = ("numpy.concatenate", "numpy.hstack", "numpy.append")


def _as_list(weak: bool) -> Handler:
    """`list(a)` and `a.tolist()`, whose items are numbers of Python's."""

    def call(cx: Context, site: CallSite, plain: Plain) -> Value:
        (value,) = site.arguments if len(site.arguments) == 1 and not site.keywords else (None,)
        if isinstance(value, Selected):
            value = as_now(cx, value)
        found = vector(cx, site, value or Nothing())
        if found.array.dtype is DType.BOOL or (weak and found.array.dtype is DType.FLOAT32):
            raise refused(f"`{site.short}` of {found.array.dtype} that a mask selects is not"
                          " supported", site.span, "keep the array")  # fmt: skip
        return list_of(cx, found, weak or found.array.weak, site.span)

    return call


TABLE: dict[str, Handler] = {
    "numpy.diff": _diff, "numpy.trapezoid": _trapezoid, "numpy.trapz": _trapezoid,
    "numpy.cumsum": _running(0), "numpy.cumprod": _running(1),
    "numpy.sort": _sort, "numpy.argsort": _sort,
    "numpy.argmax": _extreme_at(1), "numpy.argmin": _extreme_at(-1),
    "numpy.flip": _written("adc_flip", "axis"), "numpy.flipud": _written("adc_flip"),
    "numpy.median": _written("adc_median", "axis"),
    "numpy.quantile": _quantile("adc_quantile"), "numpy.percentile": _quantile("adc_percentile"),
    "numpy.searchsorted": _search, "numpy.corrcoef": _corrcoef, "numpy.interp": _interp,
    "numpy.zeros_like": _like(0), "numpy.ones_like": _like(1), "numpy.empty_like": _like(0),
    "numpy.full_like": _full_like, "numpy.gradient": _gradient, "numpy.convolve": _convolve,
    "numpy.insert": _insert, "numpy.delete": _delete, "numpy.polyfit": _polyfit,
    "numpy.linalg.lstsq": _lstsq,
    "numpy.concatenate": _concatenate, "numpy.hstack": _concatenate, "numpy.append": _append,
    "list": _as_list(False), "array.tolist": _as_list(True),
}  # fmt: skip
