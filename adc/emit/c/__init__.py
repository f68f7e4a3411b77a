"""The loop tree as C11: the first back end."""

from adc.emit.c.backend import C

__all__ = ["C"]
