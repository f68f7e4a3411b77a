"""What is asked of complex numbers: whether they are equal, finite, or have an attribute."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from adc.ir.dtypes import DType
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.complex.arithmetic import compared, refused
from adc.lowering.context import Context
from adc.lowering.kinds import has_attribute
from adc.lowering.values import Complex, Text, Value

Handler = Callable[[Context, CallSite], Value]


def equal(cx: Context, site: CallSite) -> Value:
    left, right = site.bind("x1 x2").values()
    op = "==" if site.name == "numpy.equal" else "!="
    return compared(cx, op, left, right, site.span)


def any_part(op: str, join: str) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        (value,) = site.bind("x").values()
        assert isinstance(value, Complex)
        parts: list[Value] = [elementwise.predicate(cx, op, p, site.span) for p in value.items]
        return elementwise.logical(cx, join, parts, site.span)

    return call


def has_attribute_of(cx: Context, site: CallSite) -> Value:
    """What complex arrays and numbers have, those of reals have, too."""
    bound = site.bind("obj name")
    value, name = bound["obj"], bound["name"]
    if not isinstance(value, Complex) or not isinstance(name, Text):
        raise refused("`hasattr`", site.span)
    known = has_attribute(cx, value.re, name.value, site.span)
    numbers = (np.ndarray,) if value.re.shape else (complex, np.complex128)
    if any(hasattr(kind, name.value) != known for kind in numbers):
        raise refused(f"`hasattr` for `{name.value}`", site.span)
    return elementwise.literal(str(known), DType.BOOL)
