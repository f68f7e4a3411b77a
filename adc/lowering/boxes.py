"""Arrays without axes: names share them, as they do arrays, where numbers are values.

NumPy gives its scalars, which nothing can change, wherever it computes; arrays without axes come of
the functions that are listed here, and of subscripts with `...`.
"""

from __future__ import annotations

from dataclasses import replace

from adc.diagnostics import AdcError, Span
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.filled import Filled
from adc.lowering.indexing import Item
from adc.lowering.numbers_on_paths import number_on_a_path
from adc.lowering.objects.references import refers
from adc.lowering.store import materialise
from adc.lowering.values import (
    Array,
    Complex,
    Dots,
    Integer,
    Items,
    Nothing,
    Value,
    in_heap,
    of_view,
)

#: What makes a new array; those that fill one leave it where it is.
_NEW = frozenset({
    "numpy.zeros", "numpy.ones", "numpy.empty", "numpy.ndarray", "numpy.full", "numpy.zeros_like",
    "numpy.ones_like", "numpy.empty_like", "numpy.full_like",
})  # fmt: skip
_COPIES = frozenset({
    "numpy.copy", "numpy.where", "numpy.select", "numpy.piecewise", "numpy.tensordot",
    "numpy.cross", "numpy.i0", "numpy.cov", "numpy.astype", "numpy.apply_along_axis",
    "numpy.resize", "scipy.interpolate.splev", "scipy.interpolate.pchip_interpolate",
})  # fmt: skip
#: What gives its first argument, or a view of it, where that is an array, and else a new one.
_VIEWS = frozenset({
    "numpy.array", "numpy.asarray", "numpy.asanyarray", "numpy.broadcast_to", "numpy.roll",
})  # fmt: skip
#: The same, but that NumPy's own scalars, whose methods these are, stay what they are.
_METHODS = frozenset({
    "numpy.reshape", "numpy.transpose", "numpy.permute_dims", "numpy.squeeze",
})  # fmt: skip
#: The same, but that all numbers do.
_KEPT = frozenset({"numpy.real", "copy.copy", "copy.deepcopy"})
#: Python's own functions that give one of their arguments, or of these arguments' items.
_HANDING_ON = frozenset({"max", "min", "sorted", "functools.reduce"})


def is_boxed(value: Value) -> bool:
    """Whether it is an array without axes."""
    if isinstance(value, Complex):
        return value.re.boxed
    return isinstance(value, Array) and value.boxed


def is_array(value: Value) -> bool:
    """Whether it is an array, with axes or without."""
    if isinstance(value, Complex):
        return value.re.is_shared
    return isinstance(value, Items) or (isinstance(value, Array) and value.is_shared)


def _made(value: Value, boxed: bool, copied: bool = False) -> Value:
    """A value without axes as an array or as a number; a copy is no part of what it is of."""
    if isinstance(value, Complex):
        re, im = (_made(part, boxed, copied) for part in value.items)
        return replace(value, items=(re, im))
    if isinstance(value, Integer) and boxed:
        from adc.lowering.promotion import as_array

        value = replace(as_array(value), weak=False)
    if not isinstance(value, Array) or value.shape:
        return value
    value = replace(value, boxed=boxed, stable=value.stable and not boxed)
    return replace(value, view=None, ways=()) if copied else value


def boxed_result(cx: Context, site: CallSite, value: Value) -> Value:
    """What the call `site` gives, as an array without axes where NumPy gives one."""
    made = _as_given(cx, site, value)
    if any(map(is_boxed, made.items if isinstance(made, Items) else (made,))):
        note_box(cx)
    return made


def _as_given(cx: Context, site: CallSite, value: Value) -> Value:
    if cx.fortran or isinstance(value, Nothing):
        return value
    if isinstance(value, Items) and site.name == "numpy.broadcast_arrays":
        given = zip(value.items, site.arguments, strict=False)
        return replace(value, items=tuple(_made(v, True, not is_array(a)) for v, a in given))
    given_out = site.keywords.get("out", Nothing())
    if not isinstance(given_out, Nothing) or not isinstance(value, (Array, Complex)):
        return value
    if value.shape:
        return value
    first = next(iter((*site.arguments, *site.keywords.values())), Nothing())
    if site.name in _NEW:
        return _made(value, True)
    if site.name in _COPIES:
        return _made(value, True, copied=True)
    if site.name in _VIEWS or (site.name in _METHODS and _is_pythons(first)):
        return _made(value, True, copied=not is_array(first))
    if site.name in _KEPT or site.name in _METHODS:
        return _made(value, is_array(first))
    return _made(value, False) if is_boxed(value) else value


def _is_pythons(value: Value) -> bool:
    return isinstance(value, Integer) or (isinstance(value, Array) and value.weak)


def of_method(owner: Value, name: str, value: Value) -> Value:
    """What the method `name` of `owner` gives: methods of numbers give numbers."""
    if name in ("conj", "conjugate") and isinstance(owner, Array) and owner.is_shared:
        return owner  # of real numbers it is the very array
    if not isinstance(value, (Array, Complex)) or value.shape:
        return value
    return value if is_array(owner) else _made(value, False)


def without_axes(cx: Context, owner: Value, items: list[Item], value: Value) -> Value:
    """`owner[items]`: with `...` NumPy gives an array, without it a number."""
    if cx.fortran or not isinstance(value, (Array, Complex)) or value.shape:
        return value
    dots = any(isinstance(item, Dots) for item, _ in items)
    if dots and any(isinstance(item, Array) for item, _ in items):
        raise AdcError.of(
            "ADC0211", "this is a part of the array at a position that the source computes, which "
            "`...` makes an array without axes", items[0][1], help="leave out `...`",
        )  # fmt: skip
    if dots:
        note_box(cx)
    return _made(value, dots, copied=dots and not is_array(owner))


def handed_on(cx: Context, site: CallSite, value: Value) -> Value:
    """What the call `site` gives, which is the very array without axes that it was given where
    Python's own functions choose one: nothing may write to it then."""
    if site.name not in _HANDING_ON:
        return value
    given = [*site.arguments, *site.keywords.values()]
    items = [i for v in given for i in (v.items if isinstance(v, Items) else (v,))]
    boxed = [i for i in items if isinstance(i, Array) and i.boxed]
    if not boxed or not isinstance(value, (Array, Items)):
        return value
    if isinstance(value, Items) or site.name not in ("max", "min"):
        raise site.error(
            f"`{site.short}` hands arrays without axes on as they are",
            help="give it numbers: `float(v)`",
        )
    made = materialise(cx, value, "chosen")
    numbers = any(not is_boxed(i) for i in items if isinstance(i, (Array, Integer)))
    if numbers and not any(_is_named(cx, item) for item in boxed):
        cx.stretched[made.container] = Filled(f"`{site.short}`", False)
    for part in (p for item in boxed if _is_named(cx, item) for p in item.stored):
        assert part.view is not None
        cx.merged[made.container] = ("the choice", site.span)
        cx.watch(part.view.container, made.container, "the choice", site.span)
    return of_view(made, value.dtype, boxed=True)


def _is_named(cx: Context, value: Array) -> bool:
    """Whether a variable, or what is in the heap, refers to the array `value`."""
    stored = [part.view.container for part in value.stored if part.view is not None]
    return any(
        refers(v, container) and (n in scope.live or in_heap(n))
        for container in stored for scope in cx.scopes for n, v in scope.names.items()
    )  # fmt: skip


def note_box(cx: Context) -> None:
    """Notes that an array without axes is made; ADC0213 where a number might be one, after all."""
    cx.told.boxes = True
    if cx.told.no_boxes is not None:
        raise AdcError.of(
            "ADC0213", "this may be a number or an array without axes", cx.told.no_boxes,
            help="ask how many axes it has: `np.ndim(v) > 0`",
        )  # fmt: skip


def surely_number(cx: Context, value: Array, span: Span) -> bool:
    """Whether `value`, of which is asked at `span`, is no array without axes: nothing has made one
    so far, which `note_box` holds against what comes. (Python's own functions hand such arrays on
    as they are, `max(a, b)`, so that what a value comes of does not tell.)"""
    if value.shape or value.boxed or cx.told.boxes:
        return False
    cx.told.no_boxes = cx.told.no_boxes or span
    return True


# -- numbers on other paths ------------------------------------------------------------------------


def is_surely_boxed(cx: Context, value: Array) -> bool:
    """Whether `value` is an array without axes on every path."""
    return value.boxed and (value.view is None or value.view.container not in cx.stretched)


def refuse_unsure(cx: Context, value: Array, name: str, span: Span) -> None:
    """ADC0212 where `name`, which is updated, is a number on one path and an array on another, and
    another name stands for it."""
    boxed = value.boxed and not is_surely_boxed(cx, value)
    if value.view is None or not (boxed or number_on_a_path(cx, value)):
        return
    container = value.view.container
    others = {
        n if in_heap(n) else (n, id(scope))  # callers have what is in the heap, too
        for scope in cx.scopes for n, v in scope.names.items()
        if refers(v, container) and (n in scope.live or in_heap(n))
        and (scope is not cx.scope or n != name)
    }  # fmt: skip
    if len(others) > (not name):
        raise AdcError.of(
            "ADC0212", f"{cx.stretched[container].name} is a number on one path and an array "
            f"{'without axes ' if boxed else ''}on another, and is updated under one of two names",
            span,
            help="make it a number on all paths, by `float(…)`, or an array, by `np.array(…)`",
        )  # fmt: skip


def check_boxed(name: str, item: Array, boxed: bool, span: Span) -> None:
    """ADC0212 where a list has numbers and arrays without axes for items."""
    if item.boxed != boxed:
        what = "arrays without axes" if boxed else "numbers"
        other = "a number" if boxed else "an array without axes"
        raise AdcError.of(
            "ADC0212", f"`{name}` has {what} for items and gets {other}", span,
            help="append numbers alone: `float(v)`",
        )  # fmt: skip
