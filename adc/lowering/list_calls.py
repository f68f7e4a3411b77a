"""Functions that are given lists that have grown, of which NumPy makes arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.lists import is_grown
from adc.lowering.reshaping import reshape, transpose
from adc.lowering.values import Grown, Integer, Value

Handler = Callable[[Context, CallSite], Value]
#: Functions that would make another list, which an array is not.
_OF_LISTS = ("list", "tuple", "sorted", "reversed")
#: Functions that join the items, along axes that they have.
_JOINING = ("numpy.concatenate", "numpy.hstack", "numpy.vstack", "numpy.column_stack",
            "numpy.dstack", "numpy.block", "numpy.stack", "numpy.row_stack")  # fmt: skip


def call_with_lists(cx: Context, site: CallSite, plain: Handler) -> Value:
    """A call with lists, of which NumPy, and Python's `len` and `sum`, make arrays."""
    if site.name in _OF_LISTS:
        raise site.error(f"`{site.short}` of a list that grows is not supported",
                         help="make an array of it: `np.array(xs)`")  # fmt: skip
    if site.name in _JOINING:
        return _joined(cx, site)
    nested = any(isinstance(v, Grown) and v.nested for v in site.arguments)
    if site.name in ("sum", "max", "min") and (nested or is_grown(*site.arguments[1:])):
        raise site.error(f"`{site.short}` of lists is not supported",
                         help="make an array of them: `np.array(xs)`")  # fmt: skip
    arguments = tuple(v.array if isinstance(v, Grown) else v for v in site.arguments)
    keywords: dict[str, Value] = {
        k: v.array if isinstance(v, Grown) else v for k, v in site.keywords.items()
    }
    return plain(cx, replace(site, arguments=arguments, keywords=keywords))


def _joined(cx: Context, site: CallSite) -> Value:
    """`stack`, `concatenate` and their kin along the first axis, as a reshaped copy."""
    value = site.arguments[0]
    axis = site.arguments[1] if len(site.arguments) > 1 else site.keywords.get("axis")
    stacked = site.name == "numpy.stack"
    known = isinstance(axis, Integer) and axis.value.is_Integer
    if isinstance(value, Grown) and isinstance(axis, Integer) and stacked and known:
        return _along(value, int(axis.value), site)
    if site.name == "numpy.column_stack" and isinstance(value, Grown) and len(value.shape) == 1:
        return _along(value, 1, site)
    first = axis is None or axis == Integer(sympy.Integer(0))
    if not isinstance(value, Grown) or not first or len(site.arguments) > 2:
        raise _not_joined(site)
    if site.name == "numpy.stack" or (site.name == "numpy.vstack" and len(value.shape) == 1):
        return replace(value.array, view=None)
    flat = site.name in ("numpy.hstack", "numpy.concatenate") and len(value.shape) == 1
    rows = site.name in ("numpy.vstack", "numpy.concatenate") and len(value.shape) == 2
    if not flat and not rows:
        raise _not_joined(site)
    count = sympy.expand(value.count * value.shape[0])
    return reshape(cx, value.array, (count, *value.shape[1:]), site.span)


def _along(value: Grown, axis: int, site: CallSite) -> Value:
    """The items side by side along a new axis."""
    rank = 1 + len(value.shape)
    if not -rank <= axis < rank:
        raise _not_joined(site)
    others = list(range(1, rank))
    others.insert(axis % rank, 0)
    return replace(transpose(value.array, tuple(others)), view=None)


def _not_joined(site: CallSite) -> AdcError:
    return site.error(f"`{site.short}` of a list that grows is not supported in this form",
                      help="make an array of it: `np.array(xs)`, or `np.stack(xs)`")  # fmt: skip
