"""Functions of what a mask selects: functions of elements, sums and the like, products."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import sympy

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Const, Expr
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.misfits import fail_where
from adc.lowering.first_extremes import selected_extreme
from adc.lowering.lengths import calls as length_calls
from adc.lowering.lengths import stacks as length_stacks
from adc.lowering.lengths.arrays import note_most
from adc.lowering.linear_algebra import operand
from adc.lowering.lists.counted import as_now, refuse_list
from adc.lowering.masks import positions as mask_positions
from adc.lowering.masks.complex import SelectedComplex, call_with_complex
from adc.lowering.masks.elements import harmless, is_of_elements
from adc.lowering.masks.products import dot
from adc.lowering.masks.selections import copied, filled, refused, with_own_mask, zeroed
from adc.lowering.masks.subscripts import mapped, mapped_real
from adc.lowering.numpy import elementwise as numpy_elementwise
from adc.lowering.numpy.written import call_written
from adc.lowering.path_types import of_sum
from adc.lowering.promotion import cast_array, convert
from adc.lowering.reductions import (
    Axes,
    as_number,
    counted,
    extreme,
    floating,
    product,
    quotient,
    squared,
    total,
)
from adc.lowering.reductions import count as extents_of
from adc.lowering.reshaping import expand_dims
from adc.lowering.store import materialise
from adc.lowering.values import (
    Array,
    Complex,
    Integer,
    Items,
    Nothing,
    Selected,
    Type,
    Value,
    of_view,
)

Handler = Callable[[Context, CallSite], Value]
#: Functions of elements that stand elsewhere than NumPy's, or under names of Python's own.
_OF_ELEMENTS = ("abs", "pow", "numpy.conj", "numpy.conjugate", "array.conjugate")
#: Functions of what has a length that data decide, packed.
_BY_LENGTH = length_calls.TABLE | length_stacks.TABLE
#: Functions of the elements of one argument, and of others as a whole: their parameters, and the
#: place of that one.
_OF_POINTS = {
    "numpy.polyval": (("p", "x"), 1),
    "numpy.interp": (("x", "xp", "fp", "left", "right", "period"), 0),
}
#: Functions of Python's own that take lists as they take arrays.
_OF_LISTS = ("len", "sum", "max", "min", "any", "all")


def call_selected(cx: Context, site: CallSite, plain: Handler) -> Value:
    """A call of a function that adc knows with what a mask selects; `plain` is the call of it with
    arrays."""
    if site.name not in _OF_LISTS and not site.name.startswith("numpy."):
        for value in site.arguments:
            refuse_list(value, f"`{site.short}`", site.span)
    arguments = tuple(as_now(cx, value) for value in site.arguments)
    site = replace(
        site, arguments=arguments, keywords={k: as_now(cx, v) for k, v in site.keywords.items()}
    )
    given = (*site.arguments, *site.keywords.values())
    if any(isinstance(v, (Complex, SelectedComplex)) for v in given):
        return call_with_complex(cx, site, plain, mapped)
    for key in ("out", "where"):
        if key in site.keywords:
            raise refused(f"`{key}=` beside what a mask selects is not supported", site.span)
    if length_stacks.stacks(site):
        return length_stacks.stacked(cx, site, plain)
    if (handler := TABLE.get(site.name)) is not None:
        return handler(cx, site)
    if site.name in _WITHOUT_NAN:
        return _without_nan(cx, site, plain)
    if (of_points := _call_at_points(cx, site, plain)) is not None:
        return of_points
    by_length = _BY_LENGTH.get(site.name) if cx.learned.lengths else None
    if by_length is not None:
        return by_length(cx, site, plain)
    one = site.name == "numpy.where" and len(site.arguments) == 1
    if cx.learned.lengths and (one or site.name in mask_positions.TABLE):
        return mask_positions.TABLE.get(site.name, mask_positions.nonzero)(cx, site)
    further = is_of_elements(site.name)
    known = site.name in numpy_elementwise.TABLE or site.name in _OF_ELEMENTS or further
    if one or not known:
        raise refused(f"`{site.short}` of what a mask selects is not supported", site.span)
    values = (*site.arguments, *site.keywords.values())

    def call(parts: list[Value]) -> Value:
        given, named = parts[: len(site.arguments)], parts[len(site.arguments) :]
        keywords = dict(zip(site.keywords, named, strict=True))
        return plain(cx, replace(site, arguments=tuple(given), keywords=keywords))

    return mapped(cx, [harmless(v) for v in values] if further else values, call, site.span)


def _call_at_points(cx: Context, site: CallSite, plain: Handler) -> Value | None:
    """A call with what a mask selects as the one argument that the function takes by element."""
    names, place = _OF_POINTS.get(site.name, ((), 0))
    given = {**dict(zip(names, site.arguments, strict=False)), **site.keywords}
    selected = [name for name, value in given.items() if isinstance(value, Selected)]
    if not names or selected != [names[place]]:
        return None

    def call(parts: list[Value]) -> Value:
        keywords = {**given, names[place]: parts[0]}
        return plain(cx, replace(site, arguments=(), keywords=keywords))

    return mapped(cx, (given[names[place]],), call, site.span)


# -- reductions ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """A reduction of what a mask selects, over `axes` of the whole array; `all` where the selected
    elements are among what is reduced, which else are selected of the result."""

    value: Selected
    axes: Axes
    all: bool
    bound: dict[str, Value]
    site: CallSite

    def result(self, reduced: Array) -> Value:
        if self.all:
            return reduced
        axis = self.value.axis - sum(a < self.value.axis for a in self.axes)
        return Selected(reduced, self.value.mask, axis, length=self.value.length)

    def of(self, array: Array) -> Asked:
        return replace(self, value=replace(self.value, array=array, own=False))


_REFUSED = ("out", "where", "keepdims", "initial", "returned")


def _asked(cx: Context, site: CallSite, options: str, known: tuple[str, ...] = ()) -> Asked:
    bound = site.bind("a", options)
    for key in set(_REFUSED) - set(known):
        if not isinstance(bound.get(key, Nothing()), Nothing):
            raise refused(f"`{key}=` beside what a mask selects is not supported", site.span)
    value = bound["a"]
    if not isinstance(value, Selected):
        raise refused("what a mask selects is not supported as this argument", site.span)
    value = with_own_mask(cx, value)
    if "dtype" in bound:
        array = cast_array(value.array, site.dtype(bound["dtype"], value.array.dtype))
        value = replace(value, array=array, own=False)
    given = site.axes(bound.get("axis"), value.rank)
    over = tuple(range(value.rank)) if given is None else given
    return Asked(value, _whole_axes(value, over), value.axis in over, bound, site)


def _whole_axes(value: Selected, axes: Axes) -> Axes:
    """The axes of the whole array that `axes` of what is selected are."""
    found: list[int] = []
    for axis in axes:
        if axis == value.axis:
            found += range(axis, axis + value.mask.rank)
        else:
            found.append(axis if axis < value.axis else axis + value.mask.rank - 1)
    return tuple(found)


def length(cx: Context, value: Selected) -> Array:
    """How many elements the mask selects, as a number of Python's."""
    known = value if value.packed is None else value.packed
    if known.length is not None:
        return known.length
    found = total(cx, value.mask, tuple(range(value.mask.rank)), "number")
    note_most(cx, found, sympy.Mul(*map(cx.extent, value.mask.shape)))
    return replace(found, weak=True)


def _number(cx: Context, asked: Asked, dtype: DType) -> Expr:
    """How many elements each result is made of."""
    value = asked.value
    if not asked.all:
        return as_number(extents_of(cx, value.array, asked.axes), dtype)
    own = range(value.axis, value.axis + value.mask.rank)
    rest = extents_of(cx, value.array, tuple(a for a in asked.axes if a not in own))
    found = convert(length(cx, value).at(()), dtype)
    return found if rest == 1 else build.apply("mul", found, as_number(rest, dtype))


def _sum(cx: Context, asked: Asked) -> Array:
    return total(cx, zeroed(asked.value), asked.axes)


def _product(cx: Context, asked: Asked) -> Array:
    one = build.one(asked.value.array.dtype)
    return product(cx, filled(asked.value, one), asked.axes)


def _mean(cx: Context, asked: Asked) -> Array:
    asked = asked.of(floating(asked.value.array))
    return quotient(_sum(cx, asked), _number(cx, asked, asked.value.array.dtype))


def _variance(cx: Context, asked: Asked) -> Array:
    if not asked.all:
        raise refused("a variance for each of what a mask selects is not supported",
                      asked.site.span)  # fmt: skip
    value = replace(asked.value, array=floating(asked.value.array))
    asked = replace(asked, value=copied(cx, value, "tmp"))
    array = asked.value.array
    centre = of_view(materialise(cx, _mean(cx, asked), "mean"), array.dtype)
    centre = expand_dims(centre, asked.axes)
    spread = elementwise.arithmetic(cx, "sub", [array, centre], asked.site.span)
    number = _number(cx, asked, array.dtype)
    ddof = asked.bound.get("ddof")
    if ddof is not None:
        taken = convert(asked.site.array(ddof).at(()), array.dtype)
        left = build.apply("sub", number, taken)
        number = build.apply("maximum", left, build.zero(array.dtype))
    return quotient(_sum(cx, asked.of(squared(spread))), number)


def _deviation(cx: Context, asked: Asked) -> Array:
    return elementwise.float_function(cx, "sqrt", [_variance(cx, asked)], asked.site.span)


def _counted(name: str) -> Callable[[Context, Asked], Array]:
    def call(cx: Context, asked: Asked) -> Array:
        asked = asked.of(elementwise.truth(asked.value.array, asked.site.span))
        other = build.const(name == "all", DType.BOOL)
        return counted(cx, filled(asked.value, other), asked.axes, name)

    return call


def _count_nonzero(cx: Context, asked: Asked) -> Array:
    asked = asked.of(elementwise.truth(asked.value.array, asked.site.span))
    return total(cx, zeroed(asked.value), asked.axes, "number")


def _extreme(name: str) -> Callable[[Context, Asked], Array]:
    """The largest or smallest: of no elements it is an error, unless `initial=` is one."""

    def call(cx: Context, asked: Asked) -> Array:
        value, site = asked.value, asked.site
        if not value.array.dtype.is_float and cx.learned.lengths and asked.all:
            name_of = "adc_largest" if name == "max" else "adc_smallest"
            found = call_written(cx, site, name_of, length_calls.vector(cx, site, value))
            assert isinstance(found, Array)
            return found
        if not value.array.dtype.is_float:
            raise refused(f"`{site.short}` of integers or booleans that a mask selects is not "
                          "supported", site.span)  # fmt: skip
        start = asked.bound.get("initial", Nothing())
        if asked.all and isinstance(start, Nothing):
            none = build.compare("eq", length(cx, value).at(()), build.zero(DType.INT64))
            fail_where(cx, none, f"`{site.short}` of no elements", site.span)
        if site.name == name:
            whole = operand(cx, filled(value, _least(name, value.array.dtype)))
            return selected_extreme(cx, value, whole, name)
        result = extreme(cx, filled(value, _least(name, value.array.dtype)), asked.axes, name, site)
        if isinstance(start, Nothing):
            return result
        first = elementwise.in_dtype(site.array(start), result.dtype)
        op = "maximum" if name == "max" else "minimum"
        return elementwise.arithmetic(cx, op, [first, result], site.span, strong=True)

    return call


def _least(name: str, dtype: DType) -> Expr:
    """What no other value is less than, for `max`, or greater, for `min`."""
    infinite = Const("inf", DType.FLOAT64)
    return convert(build.neg(infinite) if name == "max" else infinite, dtype)


def _range(cx: Context, asked: Asked) -> Array:
    ends: list[Value] = [_extreme(name)(cx, asked) for name in ("max", "min")]
    return elementwise.arithmetic(cx, "sub", ends, asked.site.span)


def _reduction(options: str, rule: Callable[[Context, Asked], Array], *known: str) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        asked = _asked(cx, site, options, known)
        return asked.result(rule(cx, asked))

    return call


def _without_nan(cx: Context, site: CallSite, plain: Handler) -> Value:
    """`np.nansum` and the like: what the mask does not select is as good as NaN."""
    name = site.name.replace("nan", "")
    if not site.bind("a", _WITHOUT_NAN[site.name])["a"].array.dtype.is_float:  # type: ignore[union-attr]
        return TABLE[name](cx, replace(site, name=name))
    asked = _asked(cx, site, _WITHOUT_NAN[site.name])
    value, keywords = asked.value, dict[str, Value]()
    if asked.all and name in ("numpy.max", "numpy.min"):
        none = build.compare("eq", length(cx, value).at(()), build.zero(DType.INT64))
        fail_where(cx, none, f"`{site.short}` of no elements", site.span)
    whole = value.array
    if asked.all:
        whole = filled(value, convert(Const("nan", DType.FLOAT64), value.array.dtype))
    if len(asked.axes) < whole.rank:
        keywords["axis"] = Items(tuple(Integer(sympy.Integer(a)) for a in asked.axes))
    if "ddof" in asked.bound:
        keywords["ddof"] = asked.bound["ddof"]
    found = plain(cx, replace(site, arguments=(operand(cx, whole),), keywords=keywords))
    assert isinstance(found, Array)
    return asked.result(found)


def _average(cx: Context, site: CallSite) -> Value:
    """`np.average` with weights that the same mask selects."""
    asked = _asked(cx, site, "axis weights returned keepdims")
    weights = asked.bound.get("weights", Nothing())
    if isinstance(weights, Nothing):
        return asked.result(_mean(cx, asked))
    if not isinstance(weights, Selected) or asked.value.rank != 1 or weights.rank != 1:
        raise refused("these weights of what a mask selects are not supported", site.span)
    both = mapped_real(
        cx, [asked.value, weights],
        lambda v: elementwise.arithmetic(cx, "mul", v, site.span), site.span,
    )  # fmt: skip
    sums: list[Value] = [
        total(cx, zeroed(replace(v, array=floating(v.array))), asked.axes)
        for v in (both, weights)
    ]  # fmt: skip
    return elementwise.arithmetic(cx, "div", sums, site.span)


# -- Python's own functions, norms and copies ------------------------------------------------------


def _of_python(rule: Callable[[Context, Asked], Array]) -> Handler:
    """Python's `sum`, `max` and `min` of a vector."""

    def call(cx: Context, site: CallSite) -> Value:
        asked = _asked(cx, site, "")
        if asked.value.rank != 1:
            raise refused(f"`{site.short}` of rows that a mask selects is not supported", site.span,
                          f"use `np.{site.short}` with `axis=`")  # fmt: skip
        return asked.result(rule(cx, asked))

    return call


def _sum_of_python(cx: Context, asked: Asked) -> Array:
    result = _sum(cx, asked)
    if result.view is not None and result.dtype.is_float and not result.shape:
        cx.types.meet(result.view.container, of_sum(None, asked.site.span))
    return result


def _len(cx: Context, site: CallSite) -> Value:
    value = site.bind("x")["x"]
    assert isinstance(value, Selected)
    if value.axis:
        return Integer(cx.extent(value.array.shape[0]))
    return length(cx, value)


def _size(cx: Context, site: CallSite) -> Value:
    value = site.bind("a")["a"]
    assert isinstance(value, Selected)
    return size_of(cx, value)


def size_of(cx: Context, value: Selected) -> Array:
    """How many elements what a mask selects has, over all axes."""
    own = range(value.axis, value.axis + value.mask.rank)
    rest = extents_of(cx, value.array, tuple(a for a in range(value.array.rank) if a not in own))
    found = length(cx, value)
    if rest == 1:
        return found
    return replace(elementwise.arithmetic(cx, "mul", [found, Integer(rest)], cx.span), weak=True)


def _ndim(cx: Context, site: CallSite) -> Value:
    value = site.bind("a")["a"]
    assert isinstance(value, Selected)
    return Integer(sympy.Integer(value.rank))


def _norm(cx: Context, site: CallSite) -> Value:
    """The Euclidean norm."""
    asked = _asked(cx, replace(site, name="norm"), "ord axis")
    order = asked.bound.get("ord", Nothing())
    if not isinstance(order, Nothing) and (asked.value.rank != 1 or order != Integer(_TWO)):
        raise refused("this norm of what a mask selects is not supported", site.span,
                      "use the norm without `ord`, or write it as a sum")  # fmt: skip
    array = floating(asked.value.array)
    squares = _sum(cx, asked.of(squared(array)))
    return asked.result(elementwise.float_function(cx, "sqrt", [squares], site.span))


_TWO = sympy.Integer(2)


def _copy(cx: Context, site: CallSite) -> Value:
    del cx
    value, *types = site.arguments
    types += [v for k, v in site.keywords.items() if k == "dtype"]
    plain = isinstance(value, Selected) and set(site.keywords) <= {"dtype"} and len(types) < 2
    if not plain or not isinstance(value, Selected) or not all(_is_type(t, value) for t in types):
        raise refused(f"`{site.short}` of what a mask selects takes nothing else", site.span,
                      "take the copy as it is, and `.astype(…)` of it")  # fmt: skip
    return replace(value, array=replace(value.array, view=None, ways=()), own=False, sliced=False)


def _is_type(given: Value, value: Selected) -> bool:
    """Whether a `dtype=` is the type that there is."""
    return isinstance(given, Type) and given.dtype is value.array.dtype and not value.array.weak


def _itself(cx: Context, site: CallSite) -> Value:
    copy = _copy(cx, site)
    return site.arguments[0] if isinstance(copy, Selected) else copy


def _raveled(cx: Context, site: CallSite) -> Value:
    """A vector itself, or a copy of it, as its method `flatten` makes one."""
    value = site.arguments[0]
    if not isinstance(value, Selected) or value.rank != 1:
        raise refused(f"`{site.short}` of rows that a mask selects is not supported", site.span)
    return _itself(cx, site) if site.name == "numpy.ravel" else _copy(cx, site)


_PLAIN = "axis dtype out keepdims initial where"
_EXTREMES = "axis out keepdims initial where"
_SPREAD = "axis dtype out ddof keepdims where"

_LEAST, _GREATEST = ("numpy.min", "numpy.amin"), ("numpy.max", "numpy.amax")

#: Reductions that leave out NaN, with what they may be given besides.
_WITHOUT_NAN = {
    "numpy.nansum": _PLAIN, "numpy.nanprod": _PLAIN,
    "numpy.nanmean": "axis dtype out keepdims where",
    "numpy.nanvar": _SPREAD, "numpy.nanstd": _SPREAD, "numpy.nanmax": _EXTREMES,
    "numpy.nanmin": _EXTREMES,
}  # fmt: skip

TABLE: dict[str, Handler] = {
    "numpy.sum": _reduction(_PLAIN, _sum),
    "numpy.prod": _reduction(_PLAIN, _product),
    "numpy.mean": _reduction("axis dtype out keepdims where", _mean),
    "numpy.var": _reduction(_SPREAD, _variance),
    "numpy.std": _reduction(_SPREAD, _deviation),
    **dict.fromkeys(_GREATEST, _reduction(_EXTREMES, _extreme("max"), "initial")),
    **dict.fromkeys(_LEAST, _reduction(_EXTREMES, _extreme("min"), "initial")),
    "numpy.ptp": _reduction("axis out keepdims", _range),
    "numpy.any": _reduction("axis out keepdims where", _counted("any")),
    "numpy.all": _reduction("axis out keepdims where", _counted("all")),
    "numpy.count_nonzero": _reduction("axis keepdims", _count_nonzero),
    "numpy.average": _average,
    "numpy.linalg.norm": _norm,
    "numpy.dot": dot, "numpy.matmul": dot, "numpy.inner": dot, "numpy.vdot": dot,
    "numpy.copy": _copy, "numpy.array": _copy,
    "numpy.asarray": _itself, "numpy.asanyarray": _itself, "numpy.ascontiguousarray": _itself,
    "numpy.ravel": _raveled, "numpy.flatten": _raveled,
    "numpy.size": _size, "numpy.ndim": _ndim, "len": _len,
    "sum": _of_python(_sum_of_python), "max": _of_python(_extreme("max")),
    "min": _of_python(_extreme("min")), "any": _of_python(_counted("any")),
    "all": _of_python(_counted("all")),
}  # fmt: skip

__all__ = ["call_selected", "length", "size_of"]
