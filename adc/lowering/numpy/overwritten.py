"""`overwrite_a=True` and the like of SciPy's functions, and `overwrite_input=True`: arrays whose
elements a call may leave as anything.

They are NaN afterwards, so that what the source takes from them all the same is seen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adc.ir import build
from adc.ir.enums import Role
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.store import materialise, put
from adc.lowering.values import Array, Items, Value, of_view

Handler = Callable[[Context, CallSite], Value]

_PREFIX = "overwrite_"
#: The first arguments of those functions that do not begin with `a` and `b`.
_ARGUMENTS = {
    "cho_solve": ("c_and_lower", "b"), "lu_solve": ("lu_and_piv", "b"),
    "solve_banded": ("l_and_u", "ab", "b"), "solveh_banded": ("ab", "b"),
    "dgetrs": ("lu", "piv", "b"), "dpotrs": ("c", "b"), "dptsv": ("d", "e", "b"),
}  # fmt: skip


_OF_INPUT = {
    f"numpy.{name}"
    for name in ("median", "quantile", "percentile", "nanmedian", "nanquantile", "nanpercentile")
}


def concerns(site: CallSite) -> bool:
    known = site.name.startswith("scipy.linalg.") and ".blas." not in site.name
    return (known or site.name in _OF_INPUT) and any(k.startswith(_PREFIX) for k in site.keywords)


def call(cx: Context, site: CallSite, rest: Handler) -> Value:
    """The call without these flags; what it was allowed to overwrite has no value afterwards."""
    kept = {k: v for k, v in site.keywords.items() if not k.startswith(_PREFIX)}
    flags = [k for k in site.keywords if k not in kept and site.flag(site.keywords[k], k)]
    spent = [(flag, _argument(site, flag.removeprefix(_PREFIX))) for flag in flags]
    lost = [array for flag, value in spent for array in _lost(cx, site, flag, value)]
    result = rest(cx, replace(site, keywords=kept))
    if not lost:
        return result
    result = _in_memory(cx, result)
    for array in lost:
        assert array.view is not None
        cx.will_write(array.view.container, site.span)
        put(cx, array.view, array.dtype, _nothing(array), site.span)
    return result


def _nothing(array: Array) -> Array:
    nan = build.const("nan", array.dtype)
    return Array(array.shape, array.dtype, lambda _: nan)


def _argument(site: CallSite, name: str) -> Value | None:
    given = "a" if name == "input" else name
    if given in site.keywords:
        return site.keywords[given]
    short = site.name.rpartition(".")[2]
    names = ("input",) if site.name in _OF_INPUT else _ARGUMENTS.get(short, ("a", "b"))
    place = names.index(name) if name in names else len(site.arguments)
    return site.arguments[place] if place < len(site.arguments) else None


def _lost(cx: Context, site: CallSite, flag: str, value: Value | None) -> list[Array]:
    """The array in memory that the flag gives away; none where it is a new one, or is converted."""
    if not isinstance(value, Array) or not value.in_memory:
        return []
    if not value.dtype.is_float:
        if site.name in _OF_INPUT:  # LAPACK gets a converted copy
            raise site.error(f"what `{flag}` leaves is unknown", help="leave it out")
        return []
    container = cx.containers[value.view.container] if value.view is not None else None
    if container is None or container.role is not Role.LOCAL:
        raise site.error(f"what `{flag}` leaves is unknown", help="leave it out")
    return [value]


def _in_memory(cx: Context, result: Value) -> Value:
    if isinstance(result, Items):
        return replace(result, items=tuple(_in_memory(cx, v) for v in result.items))
    if isinstance(result, Array) and result.shape and not result.in_memory:
        return of_view(materialise(cx, result, "found"), result.dtype)
    return result
