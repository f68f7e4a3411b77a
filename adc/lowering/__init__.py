"""Surface tree → IR: names, types, shapes, slices, broadcasting, calls, NumPy's vocabulary."""

from adc.lowering.program import lower
from adc.lowering.rule_texts import with_bodies
from adc.lowering.shared_sizes import with_shared_sizes

__all__ = ["lower", "with_bodies", "with_shared_sizes"]
