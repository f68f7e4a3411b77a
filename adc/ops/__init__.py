"""Every scalar operation: NumPy meaning, cost, derivative, samples."""

from adc.ops.operation import Edge, Operation
from adc.ops.partials import flops, partial
from adc.ops.table import ALL_OPS, by_spelling, numpy_meaning

__all__ = ["ALL_OPS", "Edge", "Operation", "by_spelling", "flops", "numpy_meaning", "partial"]
