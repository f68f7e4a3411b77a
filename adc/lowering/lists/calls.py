"""Functions that are given lists that have grown, of which NumPy makes arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.lists.growing import is_grown
from adc.lowering.lists.joined import JOINING, joined
from adc.lowering.values import Grown, Value

Handler = Callable[[Context, CallSite], Value]
#: Functions that would make another list, which an array is not.
_OF_LISTS = ("list", "tuple", "sorted", "reversed")


def call_with_lists(cx: Context, site: CallSite, plain: Handler) -> Value:
    """A call with lists, of which NumPy, and Python's `len` and `sum`, make arrays."""
    if site.name in _OF_LISTS:
        raise site.error(f"`{site.short}` of a list that grows is not supported",
                         help="make an array of it: `np.array(xs)`")  # fmt: skip
    if site.name in JOINING:
        return joined(cx, site)
    nested = any(isinstance(v, Grown) and v.nested for v in site.arguments)
    if site.name in ("sum", "max", "min") and (nested or is_grown(*site.arguments[1:])):
        raise site.error(f"`{site.short}` of lists is not supported",
                         help="make an array of them: `np.array(xs)`")  # fmt: skip
    arguments = tuple(v.array if isinstance(v, Grown) else v for v in site.arguments)
    keywords: dict[str, Value] = {
        k: v.array if isinstance(v, Grown) else v for k, v in site.keywords.items()
    }
    return plain(cx, replace(site, arguments=arguments, keywords=keywords))
