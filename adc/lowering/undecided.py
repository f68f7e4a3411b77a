"""What an expression stands for where data decide whether its numbers are real or complex."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from adc.ir.shapes import Shape


@dataclass(frozen=True, eq=False)
class ByData:
    """Numbers that are real unless one of the truth values `decided`, which are scalar arrays,
    holds: `numbers` are they as complex ones, or what a mask selects of these."""

    numbers: Any
    decided: tuple[Any, ...]
    words: ClassVar[str] = "what data make real or complex"

    @property
    def shape(self) -> Shape:
        shape: Shape = self.numbers.re.shape
        return shape
