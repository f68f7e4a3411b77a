"""Surface tree → IR: names, types, shapes, slices, broadcasting, calls, NumPy's vocabulary."""

from adc.lowering.program import lower

__all__ = ["lower"]
