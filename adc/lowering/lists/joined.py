"""NumPy's functions that join the items of a list that grows: it is one array of them, whose axes
are put where the result has them."""

from __future__ import annotations

from dataclasses import replace

import sympy

from adc.diagnostics import AdcError
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.lists.as_items import array_of
from adc.lowering.reshaping import reshape, transpose
from adc.lowering.values import Array, Complex, Grown, Integer, Value

#: Functions that join the items of a list, and those of them that adc refuses here.
JOINING = ("numpy.concatenate", "numpy.hstack", "numpy.vstack", "numpy.column_stack",
           "numpy.dstack", "numpy.block", "numpy.stack", "numpy.row_stack")  # fmt: skip
_REFUSED = ("numpy.dstack", "numpy.block")


def joined(cx: Context, site: CallSite) -> Value:
    """The arrays in the list `site` is given, one behind the other along an axis, as a copy."""
    value, *rest = site.arguments or (None,)
    if not isinstance(value, Grown) or len(rest) > 1 or site.name in _REFUSED:
        raise _refused(site)
    if rest and "axis" in site.keywords:
        raise _refused(site)
    given = rest[0] if rest else site.keywords.get("axis")
    if set(site.keywords) - {"axis"} or (given is not None and not _takes_axis(site.name)):
        raise _refused(site)
    whole = array_of(value)
    parts = (whole.re, whole.im) if isinstance(whole, Complex) else (whole,)
    found = tuple(_along(cx, site, part, given) for part in parts)
    return Complex(found) if value.is_complex else found[0]


def _along(cx: Context, site: CallSite, items: Array, given: Value | None) -> Array:
    """The `items`, which lie along the first axis, joined along the axis that is `given`."""
    rank = items.rank - 1
    axis, new = _place(site, given, rank)
    moved = transpose(items, _moved(rank + 1, axis))
    if new:
        return replace(moved, view=None)
    count, *shape = items.shape
    shape[axis] = sympy.expand(count * shape[axis])
    return reshape(cx, replace(moved, view=None), tuple(shape), site.span)


def _takes_axis(name: str) -> bool:
    return name in ("numpy.concatenate", "numpy.stack")


def _place(site: CallSite, given: Value | None, rank: int) -> tuple[int, bool]:
    """The axis of the result along which the items of `rank` axes lie, and whether it is one that
    they have not."""
    if site.name == "numpy.stack":
        axis, new = _number(site, given), True
    elif site.name == "numpy.concatenate":
        axis, new = _number(site, given), False
    elif site.name == "numpy.column_stack":
        axis, new = 1, rank == 1
    elif site.name == "numpy.hstack":
        axis, new = max(min(rank, 2) - 1, 0), rank == 0
    else:
        axis, new = 0, rank == 1
    axes = rank + new
    if (rank == 0 and not new) or not -axes <= axis < axes:
        raise _refused(site)
    return axis % axes, new


def _number(site: CallSite, given: Value | None) -> int:
    if given is None:
        return 0
    if not isinstance(given, Integer) or not given.value.is_Integer:
        raise _refused(site)
    return int(given.value)


def _moved(rank: int, axis: int) -> tuple[int, ...]:
    """The order of `rank` axes that has the first one at `axis`."""
    others = list(range(1, rank))
    return (*others[:axis], 0, *others[axis:])


def _refused(site: CallSite) -> AdcError:
    return site.error(f"`{site.short}` of a list that grows is not supported in this form",
                      help="make an array of it: `np.array(xs)`, or `np.stack(xs)`")  # fmt: skip
