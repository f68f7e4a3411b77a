"""The interpreter of the IR on NumPy, slow and plain: the reference semantics."""

from adc.interpret.errors import InterpreterError, PositionsError, SizesError
from adc.interpret.machine import run
from adc.interpret.verify_ops import verify_ops

__all__ = ["InterpreterError", "PositionsError", "SizesError", "run", "verify_ops"]
