"""Numbers that some path makes arrays, for which there are arrays full of them
(`Context.stretched`): what tells the two apart is refused."""

from __future__ import annotations

from adc.diagnostics import AdcError, Span
from adc.ir.shapes import Shape
from adc.lowering.context import Context, containers_read
from adc.lowering.control.returns import meant
from adc.lowering.values import Array, Integer, Value


def number_on_a_path(cx: Context, value: Value) -> str:
    """The variable that an array is made of, and no other array, which is a number on some path;
    "" where there is none."""
    if not cx.stretched or not isinstance(value, Array) or not value.shape:
        return ""
    arrays = {c for c in containers_read(value) if cx.containers[c].shape}
    return cx.stretched[min(arrays)] if arrays and arrays <= cx.stretched.keys() else ""


def may_be_number(cx: Context, value: Value) -> bool:
    """Whether `value` is a number, if only on some path."""
    number = isinstance(value, Integer) or (isinstance(value, Array) and not value.shape)
    return number or bool(number_on_a_path(cx, value))


def note_number(cx: Context, name: str, values: list[Value], place: Array) -> None:
    """Marks an array in which `values` meet where one of them is a number, if only on a path."""
    if place.shape and place.view and any(may_be_number(cx, value) for value in values):
        cx.stretched[place.view.container] = meant(name)


def refuse_number(cx: Context, value: Value, what: str, span: Span | None) -> None:
    """Refuses `value` where an array and a number that fills it give different results."""
    name = number_on_a_path(cx, value)
    if name:
        raise _differs(name, what, span)


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
