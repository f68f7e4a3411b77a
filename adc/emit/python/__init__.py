"""The Python wrapper."""

from adc.emit.python.module import wrapper_text

__all__ = ["wrapper_text"]
