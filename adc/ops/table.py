"""The one table of operations."""

from __future__ import annotations

from collections.abc import Callable
from keyword import iskeyword
from typing import Any

from adc.ops.arithmetic import ARITHMETIC, ROUNDING, TRUTH
from adc.ops.elementary import ELEMENTARY
from adc.ops.operation import Operation

#: Every scalar operation that adc knows, by the name that `Apply.op` holds.
ALL_OPS: dict[str, Operation] = {
    operation.name: operation for operation in ARITHMETIC + ROUNDING + ELEMENTARY + TRUTH
}


def numpy_meaning(op: str) -> Callable[..., Any]:
    """The operation on NumPy arrays (`cast` is not among them: its node states the type)."""
    return ALL_OPS[op].numpy


def by_spelling() -> dict[str, Operation]:
    """Operations by their Python names (`np.sin`, `math.sin`, `abs`), operators left out."""
    return {
        spelling: operation
        for operation in ALL_OPS.values()
        for spelling in operation.spellings
        if spelling.replace(".", "").isidentifier()
        and not iskeyword(spelling)
        and operation.name != "cast"
    }
