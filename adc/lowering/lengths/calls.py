"""Functions of arrays whose length data decide that look at more than an element at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import sympy

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Const, Expr, Index, IntValue
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.misfits import fail_where
from adc.lowering.lengths.arrays import counted, first_of, kept_integer, note_most, put_at
from adc.lowering.lists.counted import as_now
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
        share = site.array(bound["q"])
        if share.shape:
            raise refused("several quantiles of what a mask selects are not supported", site.span,
                          "ask for one at a time")  # fmt: skip
        value = vector(cx, site, bound["a"])
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
    bound = site.bind("x xp fp")
    x, xp, fp = (bound[name] for name in ("x", "xp", "fp"))
    if isinstance(x, Selected) or site.array(x).shape:
        raise refused("`interp` at several points of what a mask selects is not supported",
                      site.span, "write a loop over the points")  # fmt: skip
    return call_written(cx, site, "adc_interp", x, xp, fp)


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
    given = site.arguments[:2] if site.name == "numpy.append" else _held(site.arguments[0])
    return any(isinstance(v, Selected) for v in given)


def _held(value: Value) -> Sequence[Value]:
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
    "numpy.full_like": _full_like,
    "numpy.concatenate": _concatenate, "numpy.hstack": _concatenate, "numpy.append": _append,
}  # fmt: skip
