"""Every scalar operation: NumPy meaning, cost, derivative, range, samples, spellings.

Operations on whole arrays are in `adc.ops.library`, known to the IR's text form from here on."""

from adc.ops import library as library
from adc.ops.operation import Edge, Operation
from adc.ops.partials import flops, partial
from adc.ops.table import (
    ALL_OPS,
    by_full_name,
    by_sign,
    by_spelling,
    intrinsics,
    numpy_meaning,
)

__all__ = [
    "ALL_OPS",
    "Edge",
    "Operation",
    "by_full_name",
    "by_sign",
    "by_spelling",
    "flops",
    "intrinsics",
    "numpy_meaning",
    "partial",
]
