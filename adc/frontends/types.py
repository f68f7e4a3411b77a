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

    `weak` marks Python's own `float` and `int`, which take the precision of what they meet. Complex
    numbers are `pairs` of reals: their last extent is 2, for the real and the imaginary part. An
    integer that is `signed` may be below 0, although shapes are made of it: a lower bound. No two
    elements of an array that is `unique` are equal: integers along one axis.
    """

    dtype: DType
    shape: tuple[sympy.Expr, ...] = ()
    weak: bool = False
    span: Span | None = None
    pairs: bool = False
    signed: bool = False
    unique: bool = False


Signature = dict[str, ArgumentType]
