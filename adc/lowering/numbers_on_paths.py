"""Numbers that some path makes arrays, for which there are arrays full of them
(`Context.stretched`): what tells the two apart is refused."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import walk
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Const
from adc.ir.shapes import Shape
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context, containers_read
from adc.lowering.control.returns import meant
from adc.lowering.control.where_run import seen_to
from adc.lowering.filled import Filled, is_zero
from adc.lowering.promotion import as_array, convert
from adc.lowering.values import Array, Integer, Value, anywhere


def number_on_a_path(cx: Context, value: Value) -> str:
    """The variable that an array is made of, and no other array, which is a number on some path;
    "" where there is none."""
    if not cx.stretched or not isinstance(value, Array) or not value.shape:
        return ""
    arrays = {c for c in containers_read(value) if cx.containers[c].shape}
    return cx.stretched[min(arrays)].name if arrays and arrays <= cx.stretched.keys() else ""


def may_be_number(cx: Context, value: Value) -> bool:
    """Whether `value` is a number, if only on some path."""
    number = isinstance(value, Integer) or (isinstance(value, Array) and not value.shape)
    return number or bool(number_on_a_path(cx, value))


def is_zero_on_paths(cx: Context, value: Value) -> bool:
    """Whether `value` is the number 0 wherever it is a number."""
    if isinstance(value, Integer):
        return bool(value.value == 0)
    if not isinstance(value, Array):
        return False
    some = bool(value.shape) and _has_elements(cx, value)
    return is_zero(anywhere(value), cx.stretched, some)


def after_update(cx: Context, current: Array, op: str, value: Value) -> Filled | None:
    """What `current` is filled with after an update by the operation `op`, where it is a number on
    some path that stays one; None where it is none."""
    filled = cx.stretched.get(current.view.container) if current.view else None
    if filled is None:
        return None
    zero = False
    if isinstance(value, (Array, Integer)):
        operand = convert(anywhere(as_array(value)), current.dtype)
        result = build.apply(op, anywhere(current), operand)
        zero = is_zero(result, cx.stretched, _has_elements(cx, current))
    return replace(filled, zero=zero)


def _has_elements(cx: Context, value: Array) -> bool:
    """Whether it is sure that `value` has elements."""
    return all(cx.prover.at_most(sympy.Integer(1), n) for n in value.shape)


def stands_for_none(cx: Context, name: str, value: Value) -> bool:
    """Whether `value` is the NaN that stands for None in the variable `name`, whose shape nothing
    can ask for (`absent/names.py`). It is not told apart in functions that speak of NaN."""
    number = isinstance(value, Array) and not value.shape and anywhere(value)
    if not isinstance(number, Const) or number.text != "nan":
        return False
    function = cx.scope.function
    here, own = (function.name, str(function.span)), name.strip()
    if all(o.function != here or o.name.strip() != own for o in cx.learned.maybe_none):
        return False
    return not any(_says_nan(node) for node in walk(function, inside=True))


def _says_nan(node: object) -> bool:
    if isinstance(node, (surface.Attribute, surface.Name)):
        return node.name.lower() == "nan"
    return isinstance(node, surface.String) and "nan" in node.value.lower()


def note_number(cx: Context, name: str, values: list[Value], place: Array) -> None:
    """Marks an array in which `values` meet where one of them is a number, if only on a path."""
    numbers = [v for v in values if may_be_number(cx, v) and not stands_for_none(cx, name, v)]
    if place.shape and place.view and numbers:
        zero = all(is_zero_on_paths(cx, value) for value in numbers)
        cx.stretched[place.view.container] = Filled(meant(name), zero)


def refuse_number(cx: Context, value: Value, what: str, span: Span | None) -> None:
    """Refuses `value` where an array and a number that fills it give different results."""
    name = number_on_a_path(cx, value)
    if name:
        raise _differs(name, what, span)


#: What is the same of the number 0 and of an array of any length that is full of it; of one that
#: has elements; and of both operands if they are of one variable.
_OF_ZEROS = frozenset({"numpy.sum", "numpy.any", "numpy.count_nonzero"})
_OF_SOME_ZEROS = frozenset({
    "numpy.max", "numpy.min", "numpy.amax", "numpy.amin", "numpy.ptp", "numpy.mean", "numpy.prod",
    "numpy.var",
})  # fmt: skip
_OF_TWO = frozenset({"numpy.dot", "numpy.vdot", "numpy.inner"})


def is_same_of_zeros(cx: Context, site: CallSite) -> bool:
    """Whether a call gives the same where its arguments, which are arrays, are numbers on some
    path: they are 0 there. An axis without elements is refused where that counts."""
    values = site.arguments
    if site.keywords or not all(map(partial(_zeros, cx), values)):
        return False
    if site.name in _OF_TWO:
        both = [containers_read(v) for v in values if isinstance(v, Array) and v.rank == 1]
        same = len(both) == 2 and both[0] == both[1]
        return same and len(both[0] & cx.stretched.keys()) == 1
    of = values[0] if len(values) == 1 else None
    if not isinstance(of, Array) or site.name not in _OF_ZEROS | _OF_SOME_ZEROS:
        return False
    if site.name in _OF_ZEROS and is_zero(anywhere(of), cx.stretched):
        return True
    what = f"`{site.short}` of an array or 0"
    return all(seen_to(cx, extent - 1, what, site.span) for extent in of.shape)


def has_method(cx: Context, site: CallSite) -> bool:
    """Whether a method of the first argument gives the same, too: a loop that does not run leaves a
    number of Python's, which has no such method."""
    if not is_same_of_zeros(cx, site) or not isinstance(site.arguments[0], Array):
        return False
    own = containers_read(site.arguments[0]) & cx.stretched.keys()
    return all(cx.stretched[c].looped for c in own)


def _zeros(cx: Context, value: Value) -> bool:
    """Whether `value` is such an array, of the type that NumPy takes the number 0 in."""
    if not isinstance(value, Array) or value.dtype not in (DType.FLOAT64, DType.INT64):
        return False
    unsure = bool(number_on_a_path(cx, value))
    return unsure and is_zero(anywhere(value), cx.stretched, some=True)


def refuse_spread(
    cx: Context, values: list[Array], shape: Shape, what: str, span: Span | None
) -> None:
    """Refuses operands which together have `shape` by an array that is a number on another path,
    where the others have a shape of their own."""
    if not cx.stretched:
        return
    arrays = [v for v in values if v.shape]
    unsure = [(name, v) for v in arrays if (name := number_on_a_path(cx, v))]
    sure = [v.shape for v in arrays if not number_on_a_path(cx, v)]
    there = [sure] if sure else [[v.shape] for _, v in unsure]
    if unsure and not all(_span(parts, shape) for parts in there):
        raise _differs(unsure[0][0], f"the shape of {what}", span)


def _span(parts: list[Shape], whole: Shape) -> bool:
    """Whether arrays of the shapes `parts` have the shape `whole` without any other."""
    for axis, extent in enumerate(reversed(whole), start=1):
        found = [own[-axis] for own in parts if axis <= len(own)]
        if not found or (extent != 1 and all(n == 1 for n in found)):
            return False
    return True


def _differs(name: str, what: str, span: Span | None) -> AdcError:
    return AdcError.of(
        "ADC0212", f"{name} is a number on one path and an array on another: {what} differs",
        span, help="make it an array of one shape on every path, for example by `np.full`",
    )  # fmt: skip
