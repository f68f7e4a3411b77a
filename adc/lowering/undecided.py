"""What an expression stands for where data decide whether its numbers are real or complex."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from adc.ir.shapes import Shape
from adc.lowering.values import Array, Complex, Held, Value


@dataclass(frozen=True)
class ByData(Held):
    """Numbers that are real unless a truth value that data tell holds: `items` are the numbers as
    complex ones, or what a mask selects of these, and the truth values."""

    words: ClassVar[str] = "what data make real or complex"

    @property
    def numbers(self) -> Any:
        return self.items[0]

    @property
    def decided(self) -> tuple[Array, ...]:
        return tuple(test for test in self.items[1:] if isinstance(test, Array))

    @property
    def shape(self) -> Shape:
        shape: Shape = self.numbers.re.shape
        return shape

    def of(self, numbers: Value) -> ByData:
        """Other numbers of the same type."""
        return replace(self, items=(numbers, *self.items[1:]))


def is_number(value: Value) -> bool:
    """Whether what holds other values is numbers: complex ones, or such as may be."""
    return isinstance(value, (Complex, ByData))
