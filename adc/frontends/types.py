"""The types of a function's arguments, from whatever source they were given in."""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from adc.diagnostics import Span
from adc.ir.dtypes import DType

#: An array of NumPy has no more.
MOST_AXES = 64


@dataclass(frozen=True)
class ArgumentType:
    """An element type and a shape: a tuple of integer expressions; () for a scalar.

    `weak` marks Python's own `float` and `int`, which take the precision of what they meet.
    """

    dtype: DType
    shape: tuple[sympy.Expr, ...] = ()
    weak: bool = False
    span: Span | None = None


Signature = dict[str, ArgumentType]
