"""Operations that are linear in their first operand: what differentiates them is themselves."""

from __future__ import annotations

from dataclasses import dataclass

from adc.ir.node import Body, Write
from adc.ir.operation import Making, Operation, Section


@dataclass(frozen=True)
class LinearOperation(Operation):
    """`results` is linear in the first of two `operands`; the second one has no derivative."""

    def tangent(
        self, dots: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        (dot, _), (result,) = dots, into
        if dot is None or result is None:
            return ()
        return (type(self)(make.label(), (dot, make.operands[1]), (result,), self.span),)
