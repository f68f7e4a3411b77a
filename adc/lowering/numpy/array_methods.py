"""Methods of arrays that are no function of NumPy with the same arguments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.numpy import order
from adc.lowering.numpy.written import call_as
from adc.lowering.store import materialise
from adc.lowering.values import Builtin, Value, of_view

Handler = Callable[[Context, CallSite], Value]


def _compress(cx: Context, site: CallSite) -> Value:
    """`a.compress(condition, axis)`."""
    return call_as(cx, site, "adc_compressed")


def _view(cx: Context, site: CallSite) -> Value:
    """`a.view()`: the same elements, under one more name."""
    bound = site.bind("a", "dtype")
    plain = "dtype" not in bound or bound["dtype"] == Builtin("numpy.ndarray")
    owner = site.array(bound["a"])
    if not plain or owner.ways:
        raise site.error("`view` is supported for one array, and without a type",
                         help="leave it out, or convert by `astype`")  # fmt: skip
    return owner if owner.view is not None else of_view(materialise(cx, owner, "seen"), owner.dtype)


def _partition(cx: Context, site: CallSite) -> Value:
    """`a.partition(kth)`: all in order, as `np.partition` has it."""
    bound = site.bind("a kth", "axis kind order")
    order.warn_of_partition(cx, site)
    keywords = {k: v for k, v in bound.items() if k == "axis"}
    sort = replace(site, name="array.sort", arguments=(bound["a"],), keywords=keywords)
    return order.TABLE["array.sort"](cx, sort)


TABLE: dict[str, Handler] = {
    "array.compress": _compress, "array.view": _view, "array.partition": _partition,
}  # fmt: skip
