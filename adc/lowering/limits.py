"""The limits of types: `np.finfo(np.float64).eps`, `np.iinfo(np.int64).max`."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import sympy

from adc.diagnostics import AdcError, Span
from adc.ir.dtypes import DType
from adc.lowering.callsite import CallSite
from adc.lowering.complex.types import complex_type
from adc.lowering.context import Context
from adc.lowering.elementwise import literal
from adc.lowering.plain_values import Limits
from adc.lowering.values import Array, Complex, Integer, Text, Type, Value


def _limits(cx: Context, site: CallSite) -> Value:
    """`np.finfo(…)` and `np.iinfo(…)` of a type, or of a number or array of it."""
    value = next(iter(site.bind("dtype").values()))
    if isinstance(value, Integer):
        value = Type(DType.INT64)
    dtype = value.dtype if isinstance(value, (Type, Array)) else None
    dtype = value.re.dtype if isinstance(value, Complex) else dtype or complex_type(value)
    if isinstance(value, Text) and dtype is None:
        dtype = next((d for d in DType if d.value == value.value), None)
    wanted = "f" if site.name == "numpy.finfo" else "i"
    if dtype is None or np.dtype(dtype.value).kind != wanted:
        raise site.error(f"`{site.short}` has no limits for this", help="name a type: `np.float64`")
    return Limits(site.name, dtype)


#: What is a number of the type itself; the others are Python's integers.
_REALS = frozenset({
    "eps", "epsneg", "max", "min", "resolution", "smallest_normal", "smallest_subnormal", "tiny",
})  # fmt: skip


def limit(owner: Limits, name: str, span: Span) -> Value:
    """`np.finfo(np.float64).eps` and the like."""
    info = (np.finfo if owner.name == "numpy.finfo" else np.iinfo)(owner.dtype.value)
    found = getattr(info, name, None)
    if owner.name == "numpy.finfo" and name in _REALS:
        return literal(repr(float(found)), owner.dtype, weak=False)  # type: ignore[arg-type]
    if isinstance(found, int):
        return Integer(sympy.Integer(found))
    raise AdcError.of(
        "ADC0227", f"`{owner.name}` has no `{name}` that is supported", span,
        help="use `eps`, `tiny`, `min` or `max`",
    )  # fmt: skip


TABLE: dict[str, Callable[[Context, CallSite], Value]] = {
    "numpy.finfo": _limits, "numpy.iinfo": _limits,
}  # fmt: skip
