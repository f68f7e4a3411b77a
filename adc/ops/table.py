"""The one table of operations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from keyword import iskeyword
from types import MappingProxyType
from typing import Any

from adc.ops.arithmetic import ARITHMETIC, BITS, GUARDED, ROUNDING, SELECTION, TRUTH
from adc.ops.elementary import DERIVATIVES, ELEMENTARY
from adc.ops.operation import Operation
from adc.ops.spelling import Intrinsic

_ROWS = ARITHMETIC + SELECTION + ROUNDING + BITS + ELEMENTARY + TRUTH + GUARDED + DERIVATIVES

#: Every scalar operation that adc knows, by the name that `Apply.op` holds.
ALL_OPS: dict[str, Operation] = {operation.name: operation for operation in _ROWS}


def numpy_meaning(op: str) -> Callable[..., Any]:
    """The operation on NumPy arrays (`cast` is not among them: its node states the type)."""
    return ALL_OPS[op].numpy


def by_spelling() -> dict[str, Operation]:
    """Operations by their Python names (`np.sin`, `math.sin`, `abs`), operators left out."""
    return {
        spelling: operation
        for operation in ALL_OPS.values()
        for spelling in operation.python
        if spelling.replace(".", "").isidentifier()
        and not iskeyword(spelling)
        and operation.name != "cast"
    }


@cache
def by_full_name() -> Mapping[str, Operation]:
    """Operations by the names that modules give them: `numpy.sin`, `math.sin`."""
    named = {
        name.replace("np.", "numpy.", 1): operation
        for name, operation in by_spelling().items()
        if "." in name
    }
    return MappingProxyType(named)


def by_sign(result: str, arity: int = 2) -> dict[str, str]:
    """Operators of Python, and the operations that they are, of the given result and arity."""
    return {
        sign: operation.name
        for operation in ALL_OPS.values()
        if (operation.result, operation.arity) == (result, arity)
        for sign in operation.python
        if not any(c.isalnum() for c in sign)
    }


def intrinsics() -> dict[str, tuple[Intrinsic, Operation]]:
    """Fortran's names of operations."""
    return {i.name: (i, operation) for operation in ALL_OPS.values() for i in operation.fortran}
