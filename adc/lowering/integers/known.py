"""Numbers that the source works out of literals: what a length may be rounded from."""

from __future__ import annotations

from collections.abc import Iterable

from adc.ir.expressions import Expr, reads
from adc.lowering.context import Context
from adc.lowering.integers.folding import folded
from adc.lowering.values import Array


def note_number_asked(cx: Context, numbers: Iterable[Array]) -> None:
    """Notes that a length may be what a number is rounded to that a variable holds."""
    read = {r.container for n in numbers for r in reads(n.at(()))}
    cx.told.asked_whole |= not read.isdisjoint(cx.told.numbers)


def note_number(cx: Context, container: str, expr: Expr) -> None:
    """Notes a variable that is given what literals tell, and other variables of which that is
    noted."""
    read = {r.container for r in reads(expr)}
    if read <= cx.told.numbers if read else folded(expr) is not None:
        cx.told.numbers.add(container)
