"""The simplifying passes, in the order in which they run on a planned program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from adc.ir.program import Program
from adc.simplify.copies import propagate_copies
from adc.simplify.dead import drop_dead, drop_unread
from adc.simplify.decisions import decide_in_place
from adc.simplify.sinking import sink_zeros
from adc.simplify.tapes import read_tapes
from adc.simplify.zeroing import assign_first


@dataclass(frozen=True)
class Pass:
    """A transformation of programs under its name, with what it does in one line."""

    run: Callable[[Program], Program]
    line: str

    @property
    def name(self) -> str:
        return self.run.__name__


PASSES = (
    Pass(drop_unread, "drop what is written and never read, whatever the order"),
    Pass(assign_first, "make the first accumulation into zeros an assignment"),
    Pass(read_tapes, "read stored values from the tape instead of putting them back"),
    Pass(drop_dead, "drop statements whose results never reach what the caller sees"),
    Pass(propagate_copies, "read copies of what never changes at their source"),
    Pass(sink_zeros, "move zeroing down to where the array is first used"),
    Pass(decide_in_place, "test a condition where the branch is, not in a flag before it"),
)
