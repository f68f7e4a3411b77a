"""NumPy's products under their names."""

from __future__ import annotations

from collections.abc import Callable

from adc.lowering import linear_algebra
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.values import Array, Text, Value

Handler = Callable[[Context, CallSite], Value]


def _product(rule: Callable[..., Array]) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("a b")
        return rule(cx, site.array(bound["a"]), site.array(bound["b"]), site.span)

    return call


def _einsum(cx: Context, site: CallSite) -> Value:
    spec = site.arguments[0] if site.arguments else None
    if not isinstance(spec, Text) or site.keywords:
        raise site.error("`einsum` takes a literal of subscripts and arrays")
    values = [site.array(v) for v in site.arguments[1:]]
    return linear_algebra.einsum(cx, spec.value, values, site.span)


TABLE: dict[str, Handler] = {
    "numpy.dot": _product(linear_algebra.dot),
    "numpy.matmul": _product(linear_algebra.matmul),
    "numpy.inner": _product(linear_algebra.inner),
    "numpy.outer": _product(linear_algebra.outer),
    "numpy.vdot": _product(linear_algebra.vdot),
    "numpy.einsum": _einsum,
}
