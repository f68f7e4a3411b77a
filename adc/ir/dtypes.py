"""The element types of the IR."""

from __future__ import annotations

from enum import Enum


class DType(Enum):
    """An element type; the value is NumPy's name of it."""

    FLOAT64 = "float64"
    FLOAT32 = "float32"
    INT64 = "int64"
    INT32 = "int32"
    BOOL = "bool"

    @property
    def itemsize(self) -> int:
        """Bytes of one element."""
        return {"float64": 8, "float32": 4, "int64": 8, "int32": 4, "bool": 1}[self.value]

    @property
    def is_float(self) -> bool:
        return self in (DType.FLOAT64, DType.FLOAT32)

    @property
    def is_integer(self) -> bool:
        return self in (DType.INT64, DType.INT32)

    def __str__(self) -> str:
        return self.value


#: The types of complex numbers by those of their parts, by NumPy's names.
COMPLEX = {DType.FLOAT64: "complex128", DType.FLOAT32: "complex64"}
