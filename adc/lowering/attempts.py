"""The ways in which a function may be lowered, from the one that gives the simplest program on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from adc.diagnostics import AdcError, Diagnostic
from adc.lowering.context import Context, TableChangedError
from adc.lowering.data_loops import DataLoopError

T = TypeVar("T")


def best_lowered(
    context: Callable[[bool, bool], Context],
    lowered: Callable[[Context], T],
    warnings: list[Diagnostic],
) -> T:
    """What `lowered` makes in a `context` (`ranges`, `ways`) of its own; where that is refused, in
    others: names that stand for several arrays as one of them, a `while` as it is written, and all
    of these with integers that are computed as positions. What turns out to be changed is no array
    that subscripts are read from."""
    first: AdcError | None = None
    before, ranges, ways, picks = len(warnings), True, False, False
    changed: frozenset[str] = frozenset()
    loops: frozenset[tuple[str, str]] = frozenset()
    while True:
        cx = context(ranges, ways)
        cx.changed, cx.data_loops, cx.told.picks = changed, loops, picks
        try:
            return lowered(cx)
        except TableChangedError as found:
            changed |= {found.container}
        except DataLoopError as found:
            loops |= {found.key}
        except AdcError as error:
            code = error.diagnostics[0].code
            # A bound that is none is of a loop that the source does not have.
            first = first or (error if code != "ADC0227" or not cx.ranged else None)
            if code == "ADC0211" and not ways:
                ways = True
            elif cx.ranged:
                ranges, ways = False, False
            elif not picks and _of_positions(first or error):
                first, ranges, ways, picks = None, True, False, True
            else:
                raise (first or error) from None
        del warnings[before:]


def _of_positions(error: AdcError) -> bool:
    return error.diagnostics[0].code == "ADC0216"
