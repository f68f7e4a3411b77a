"""The containers' contents while a program runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import sympy

from adc.interpret.domains import Points
from adc.interpret.errors import InterpreterError
from adc.ir.declarations import Container
from adc.ir.enums import READ_ONLY, Role
from adc.ir.evaluation import compiled
from adc.ir.program import Program

#: Roles that hold something on entry.
GIVEN = READ_ONLY | {Role.INOUT}
#: What unwritten integers hold: no value that a program computes by accident.
_POISON = {"int64": -0x5555_5555_5555_5555, "int32": -0x5555_5555, "bool": True}


class Memory:
    """Every container as a C-contiguous array; elements are addressed by their flat position."""

    def __init__(self, program: Program, sizes: Mapping[str, int]) -> None:
        self.program = program
        self.shapes = {
            c.name: tuple(max(0, compiled(n)(sizes)) for n in c.shape) for c in program.containers
        }
        self.arrays: dict[str, np.ndarray] = {}

    def allocate(self, container: Container, fill: float | None) -> None:
        """Give `container` its elements: NaN or poison, or `fill`."""
        dtype = container.dtype.value
        if container.dtype.is_float:
            content: Any = np.nan if fill is None else fill
        else:
            content = _POISON[dtype] if fill is None or not np.isfinite(fill) else fill
        self.arrays[container.name] = np.full(self.shapes[container.name], content, dtype=dtype)

    def load(self, container: Container, value: Any) -> None:
        """Fill `container` with a copy of the caller's value; ValueError where it does not fit."""
        dtype, shape = container.dtype.value, self.shapes[container.name]
        if isinstance(value, np.ndarray) and value.ndim and value.dtype != dtype:
            raise ValueError(f"{container.name} is of {value.dtype}, not of {dtype}")
        array = np.array(value, dtype=dtype, order="C")
        if array.shape != shape:
            raise ValueError(f"{container.name} has the shape {array.shape}, not {shape}")
        self.arrays[container.name] = array

    def flat(self, name: str) -> np.ndarray:
        return self.arrays[name].reshape(-1)

    def positions(
        self, name: str, index: tuple[sympy.Expr, ...], points: Points, label: str
    ) -> Any:
        """The flat positions of `name[index]`: a number, or an array that broadcasts to the points.

        An index outside the container is an InterpreterError; nothing wraps.
        """
        shape = self.shapes[name]
        if len(index) != len(shape):
            raise InterpreterError(f"{label}: {name} has {len(shape)} axes, not {len(index)}")
        position: Any = 0
        for axis, (expr, extent) in enumerate(zip(index, shape)):
            i = compiled(expr)(points.values)
            low, high = (i, i) if isinstance(i, int) else _extremes(i)
            if points.count and (low < 0 or high >= extent):
                worst = low if low < 0 else high
                raise InterpreterError(
                    f"{label}: {name}[{', '.join(map(str, index))}]: index {worst} on axis {axis} "
                    f"is out of range for extent {extent}"
                )
            position = position * extent + i
        return position


def _extremes(index: np.ndarray) -> tuple[int, int]:
    if not index.size:
        return (0, 0)
    # What `min` and `max` come to, without their detour.
    return int(np.minimum.reduce(index, None)), int(np.maximum.reduce(index, None))
