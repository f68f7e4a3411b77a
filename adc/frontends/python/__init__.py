"""The Python frontend: NumPy-style Python source to the surface tree."""

from adc.frontends.python.linking import with_own_modules
from adc.frontends.python.module import parse

__all__ = ["parse", "with_own_modules"]
