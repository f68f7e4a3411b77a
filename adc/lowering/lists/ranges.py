"""`range(…)` as a value, and as an argument of functions: NumPy's make a vector of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.stepped_loops import steps
from adc.lowering.indexing import Item
from adc.lowering.numpy.create import TABLE as CREATORS
from adc.lowering.plain_values import IntegerRange
from adc.lowering.values import Array, Integer, Items, Value

#: As many items are followed one by one.
MOST_ITEMS = 64
#: Functions for which integers may be a shape or axes.
_OF_SHAPES = frozenset({
    "zeros", "ones", "empty", "full", "ndarray", "reshape", "resize", "transpose", "moveaxis",
    "broadcast_to", "squeeze", "expand_dims", "tile", "indices", "ndindex", "unravel_index",
    "ravel_multi_index", "apply_over_axes", "fromfunction", "flip", "rot90", "roll", "pad",
})  # fmt: skip


def made(cx: Context, site: CallSite) -> Value:
    """`range(…)` that is bound to a name, handed on or subscripted."""
    ends = [v.value for v in site.arguments if isinstance(v, Integer)]
    known = len(ends) == len(site.arguments) and not site.keywords and 1 <= len(ends) <= 3
    if not known or ends[2:] == [0]:
        raise AdcError.of(
            "ADC0227",
            "a range is a value where its ends are integers of which sizes tell, and its step is"
            " not zero", site.span, help="loop over it where it is made: `for i in range(…)`",
        )  # fmt: skip
    start, stop = ends[:2] if len(ends) > 1 else (sympy.Integer(0), ends[0])
    step = ends[2] if len(ends) > 2 else sympy.Integer(1)
    return IntegerRange(start, stop, step, steps(cx, start, stop, step, site.span))


def vector(cx: Context, value: IntegerRange, span: Span) -> Array:
    """What NumPy makes of a range."""
    ends = tuple(map(Integer, (value.start, value.stop, value.step)))
    found = CREATORS["numpy.arange"](cx, CallSite("numpy.arange", ends, {}, (span,) * 3, span))
    assert isinstance(found, Array)
    return found


def as_items(value: IntegerRange) -> Items | None:
    """The integers, where numbers tell them and there are not too many."""
    if not (value.start.is_Integer and value.step.is_Integer and value.count.is_Integer):
        return None
    if value.count > MOST_ITEMS:
        return None
    at = range(int(value.count))
    return Items(tuple(Integer(sympy.expand(value.start + value.step * k)) for k in at))


def item(cx: Context, value: IntegerRange, items: list[Item], exact: bool) -> Integer | None:
    """The integer at a position that is surely one of the range (`exact`), or that it can be
    proved to be; None where the range has to be a vector."""
    position = items[0][0]
    if len(items) != 1 or not isinstance(position, Integer):
        return None
    at = position.value
    if not exact and cx.prover.nonneg(-at - 1):
        at = at + value.count
    inside = cx.prover.nonneg(at) and cx.prover.at_most(at, value.count - 1)
    return Integer(sympy.expand(value.start + value.step * at)) if exact or inside else None


def concerns(site: CallSite) -> bool:
    """Whether the call is given a range."""
    return any(isinstance(v, IntegerRange) for v in (*site.arguments, *site.keywords.values()))


def call(cx: Context, site: CallSite, plain: Callable[[Context, CallSite], Value]) -> Value:
    """A call with ranges, of which NumPy and SciPy make vectors; Python's own functions get their
    integers where numbers tell these."""
    one = site.arguments[0] if len(site.arguments) == 1 and not site.keywords else None
    if site.name == "len" and isinstance(one, IntegerRange):
        return Integer(one.count)
    library = site.name.startswith(("numpy.", "scipy.", "array."))
    vectors = library and site.name.rpartition(".")[2] not in _OF_SHAPES
    vectors = vectors or site.name in ("sum", "min", "max")

    def taken(value: Value) -> Value:
        if not isinstance(value, IntegerRange):
            return value
        if vectors:
            return vector(cx, value, site.span)
        found = as_items(value)
        if found is None:
            raise site.error(
                f"`{site.short}` of a range under a name is not supported where no number tells "
                "how long it is", help=f"write the range there: `{site.short}(range(…))`",
            )  # fmt: skip
        return found

    keywords = {k: taken(v) for k, v in site.keywords.items()}
    return plain(cx, replace(site, arguments=tuple(map(taken, site.arguments)), keywords=keywords))


def attribute(value: IntegerRange, name: str) -> Integer | None:
    """`r.start`, `r.stop` or `r.step`; None for any other name."""
    return Integer(getattr(value, name)) if name in ("start", "stop", "step") else None


TABLE = {"range": made}
