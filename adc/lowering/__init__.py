"""Surface tree → IR: names, types, shapes, slices, broadcasting, calls, NumPy's vocabulary."""

from adc.lowering.program import lower
from adc.lowering.shared_sizes import with_shared_sizes

__all__ = ["lower", "with_shared_sizes"]
