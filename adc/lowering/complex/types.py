"""The types of complex numbers, and `z.dtype`."""

from __future__ import annotations

from typing import Any

import numpy as np

from adc.ir.dtypes import DType
from adc.lowering.values import Builtin, Complex, Text, Type, Value

#: Of `z.dtype`, which equals all that names its type, where types themselves are what they are.
_OF_ARRAYS = {
    DType.FLOAT64: "numpy.dtype(complex128)", DType.FLOAT32: "numpy.dtype(complex64)",
}  # fmt: skip
#: The types of complex numbers, and the type of their parts.
TYPES = {
    "complex": DType.FLOAT64, "numpy.complex128": DType.FLOAT64, "numpy.complex64": DType.FLOAT32,
    "numpy.cdouble": DType.FLOAT64, "numpy.csingle": DType.FLOAT32,
    **{name: dtype for dtype, name in _OF_ARRAYS.items()},
}  # fmt: skip
_TYPE_TEXTS = {
    "complex": DType.FLOAT64, "complex128": DType.FLOAT64, "complex64": DType.FLOAT32,
    "c16": DType.FLOAT64, "c8": DType.FLOAT32, "D": DType.FLOAT64, "F": DType.FLOAT32,
}  # fmt: skip


def complex_type(value: Value | None) -> DType | None:
    """The type of the parts where `value` is a type of complex numbers."""
    if isinstance(value, Builtin):
        return TYPES.get(value.name)
    return _TYPE_TEXTS.get(value.value) if isinstance(value, Text) else None


def dtype_of(value: Value) -> np.dtype[Any] | None:
    """NumPy's type that a type of complex numbers is, or is named by; None for any other value."""
    parts = TYPES.get(value.name) if isinstance(value, Builtin) else None
    if parts is None:
        return None
    return np.dtype(np.complex128 if parts is DType.FLOAT64 else np.complex64)


def type_named(found: np.dtype[Any]) -> Builtin:
    """The value that a type of complex numbers is, as arrays have it."""
    return Builtin(f"numpy.dtype({found.name})")


def is_type_of_arrays(value: Builtin) -> bool:
    """Whether it is `z.dtype`, and not a type such as `complex`."""
    return value.name in _OF_ARRAYS.values()


def type_of(value: Complex) -> Builtin:
    """`z.dtype`."""
    return Builtin(_OF_ARRAYS[value.re.dtype])


def same_type(left: Value, right: Value) -> bool | None:
    """Whether `z.dtype` equals what names a type, or that of an array of reals one of complex
    numbers; None where neither is compared."""
    for one, other in ((left, right), (right, left)):
        of_array = isinstance(one, Builtin) and one.name in _OF_ARRAYS.values()
        if of_array and isinstance(other, (Builtin, Text, Type)):
            return complex_type(one) is complex_type(other)
        if isinstance(one, Type) and one.instance and isinstance(other, Builtin):
            return False if complex_type(other) is not None else None
    return None
