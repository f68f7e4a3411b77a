"""Fields of arguments that the function sets: the caller finds them in the object.

The generated function has an argument for each field. What a field is in the end goes into that
argument when all else is done, where it is another number, or another array, than on entry.
"""

from __future__ import annotations

from dataclasses import replace

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.ir.dtypes import DType
from adc.ir.enums import Role
from adc.lowering.binding import settled
from adc.lowering.context import Context, TableChangedError
from adc.lowering.control.returns import RETURN
from adc.lowering.merging import same_value
from adc.lowering.promotion import as_array
from adc.lowering.store import parallel_copies
from adc.lowering.values import Array, Integer, Undefined, Value, View


def hand_back(cx: Context, function: surface.Function) -> None:
    """Stores the fields that have changed; ADC0212 for what does not fit their arguments."""
    pending: list[tuple[View, DType, Array]] = []
    for part, begun in cx.given.items():
        value = cx.scope.names.get(part)
        if value is None or same_value(value, begun):
            continue
        pending.append(_fitting(cx, part.strip(), begun, value, function))
    if not pending:
        return
    written = {view.container for view, _, _ in pending}
    for name, value in list(cx.scope.names.items()):
        if name.startswith(RETURN):
            cx.scope.names[name] = settled(cx, value, written)
    for container in sorted(written):
        if container in cx.tables:
            raise TableChangedError(container)
        cx.written.setdefault(container, function.span)
        cx.containers[container] = replace(cx.containers[container], role=Role.INOUT)
    parallel_copies(cx, pending)


def _fitting(
    cx: Context, field: str, begun: Value, value: Value, function: surface.Function
) -> tuple[View, DType, Array]:
    """The argument of a field, and its new value."""
    if isinstance(value, Undefined):
        raise AdcError.of("ADC0224", f"`{field}` {value.reason}", value.span, help=value.help)
    if not isinstance(begun, Array) or begun.view is None:
        raise AdcError.of(
            "ADC0212", f"`{field}` of the caller is set, and no floating number or array",
            function.span,
            help="work on a copy: `list(xs)` of a list, `dataclasses.replace` of an object",
        )  # fmt: skip
    if not isinstance(value, (Array, Integer)):
        raise AdcError.of(
            "ADC0212", f"`{field}` is no number or array any more when `{function.name}` ends",
            function.span, help="give the field what it had before",
        )  # fmt: skip
    array = as_array(value, function.span)
    alike = array.rank == begun.rank and (array.dtype is begun.dtype or not array.shape)
    extents = zip(array.shape, begun.shape, strict=False)
    if not alike or not all(cx.prover.equal(a, b) for a, b in extents):
        raise AdcError.of(
            "ADC0212", f"`{field}` has another shape or type when `{function.name}` ends",
            function.span, help="work on a copy, and return it",
        )  # fmt: skip
    return begun.view, begun.dtype, array
