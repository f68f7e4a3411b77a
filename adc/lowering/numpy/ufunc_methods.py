"""Methods of NumPy's functions of two arrays beside those that are functions of their own:
`np.hypot.reduce`, `np.add.reduceat`, `np.maximum.at`."""

from __future__ import annotations

from collections.abc import Callable

import sympy

from adc.ir import build
from adc.ir.dtypes import DType
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.numpy import ufuncs
from adc.lowering.numpy.written import call_written
from adc.lowering.values import Array, Builtin, Integer, Items, Nothing, Value, scalar

Handler = Callable[[Context, CallSite], Value]

#: The functions of numbers; those of truth values have no such methods here.
_NAMES = (
    "add", "subtract", "multiply", "divide", "true_divide", "power", "mod", "remainder", "fmod",
    "maximum", "minimum", "fmax", "fmin", "hypot", "logaddexp", "logaddexp2", "arctan2",
    "copysign",
)  # fmt: skip


def _folded(name: str) -> Handler:
    """`np.hypot.reduce(a, axis)` of a function whose reduction has no name of its own: one element
    after the other along the axis, as NumPy has it."""

    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("array", "axis dtype out keepdims")
        axis = _one_axis(site, bound)
        flag = site.flag(bound.get("keepdims"), "keepdims")
        keepdims = scalar(build.const(flag, DType.BOOL), weak=True, stable=True)
        given = (Builtin(f"numpy.{name}"), bound["array"], axis, keepdims)
        return call_written(cx, site, "adc_reduced", *given)

    return call


def _folded_so_far(name: str) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("array", "axis dtype out")
        given = (Builtin(f"numpy.{name}"), bound["array"], _one_axis(site, bound))
        return call_written(cx, site, "adc_accumulated", *given)

    return call


def _folded_at(name: str) -> Handler:
    """`np.add.reduceat(a, indices, axis)`: of the elements from each position to the next."""

    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("array indices", "axis dtype out")
        given = (Builtin(f"numpy.{name}"), bound["array"], bound["indices"], _one_axis(site, bound))
        return call_written(cx, site, "adc_reduced_at", *given)

    return call


def _one_axis(site: CallSite, bound: dict[str, Value]) -> Value:
    """The axis, 0 where none is given."""
    axis = bound.get("axis", Integer(sympy.Integer(0)))
    for name, instead in (("dtype", "convert the array by `astype`"), ("out", "write `out=`")):
        if not isinstance(bound.get(name, Nothing()), Nothing):
            raise site.error(f"this `{name}` of `{site.short}` is not supported", help=instead)
    if not isinstance(axis, Integer):
        raise site.error(f"`{site.short}` goes along one axis here", help="name one: `axis=0`")
    return axis


def _combined_at(name: str) -> Handler:
    """`np.maximum.at(a, indices, b)`: one after the other."""

    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("a indices b")
        if not isinstance(bound["a"], Array) or bound["a"].view is None:
            raise site.error(f"`{site.short}` takes an array that has a name", help="name it")
        where = bound["indices"]
        if isinstance(where, Items) and not where.is_list and len(where.items) == 1:
            where = where.items[0]
        given = (Builtin(f"numpy.{name}"), bound["a"], where, bound["b"])
        return call_written(cx, site, "adc_combined_at", *given)

    return call


_METHODS = {
    "reduce": _folded, "accumulate": _folded_so_far, "reduceat": _folded_at, "at": _combined_at,
}  # fmt: skip

TABLE: dict[str, Handler] = {
    full: made(name)
    for method, made in _METHODS.items()
    for name in _NAMES
    if (full := f"numpy.{name}.{method}") not in ufuncs.TABLE
}
