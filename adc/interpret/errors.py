"""What the interpreter says about a program that breaks the IR's rules."""

from __future__ import annotations

from adc.diagnostics import InternalError
from adc.ir.declarations import Assumption


class InterpreterError(InternalError):
    """A statement that has no meaning: its label, and what is wrong with it."""


class SizesError(ValueError):
    """The sizes of a call are none that the program is for: generated code returns ESIZE.

    `broken` are the relations of sizes that do not hold on entry; none where it shows later that a
    statement does not fit them.
    """

    def __init__(self, message: str, broken: tuple[Assumption, ...] = ()) -> None:
        super().__init__(message)
        self.broken = broken


class PositionsError(SizesError):
    """An integer array holds what is no position on the axis that subscripts read it for: generated
    code returns EINVAL."""
