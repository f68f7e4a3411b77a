"""Kinds of values that hold no array and no other value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import sympy

from adc.diagnostics import Span
from adc.ir import shapes
from adc.ir.dtypes import DType

#: NumPy's classes of element types, which no array has for its own.
ABSTRACT_TYPES = frozenset(
    f"numpy.{name}"
    for name in (
        "generic", "number", "integer", "signedinteger", "unsignedinteger", "inexact", "floating",
        "complexfloating",
    )
)  # fmt: skip

#: Element types that no array has here, on any machine.
FOREIGN_TYPES = frozenset(
    f"numpy.{name}" for name in ("float16", "int8", "int16", "uint8", "uint16", "uint32", "uint64")
)


@dataclass(frozen=True)
class IntegerRange:
    """Python's `range` as a value: `count` integers, `start`, `start + step` and so on, all of
    which sizes, integer arguments and loop variables tell. It ends before `stop`."""

    start: sympy.Expr
    stop: sympy.Expr
    step: sympy.Expr
    count: sympy.Expr
    words: ClassVar[str] = "a range"

    def substituted(self, by: dict[str, int | sympy.Expr]) -> IntegerRange:
        """The same where the symbols of these names have other values."""
        parts = (self.start, self.stop, self.step, self.count)
        return IntegerRange(*(shapes.substitute(part, by) for part in parts))


@dataclass(frozen=True)
class Limits:
    """The limits of a type: `np.finfo(np.float64)`, by the function's full name."""

    name: str
    dtype: DType


@dataclass(frozen=True)
class Stride:
    """`times` the bytes from one element of a stored array to the next along `axis`. What that is
    in bytes depends on the layout, which is not looked at: it says which axis is walked along, of
    arrays that are the elements `index` of `container`."""

    container: str
    shape: tuple[sympy.Expr, ...]
    index: tuple[sympy.Expr, ...]
    axis: int
    times: sympy.Expr
    words: ClassVar[str] = "a stride"

    def scaled(self, by: sympy.Expr) -> Stride:
        return replace(self, times=sympy.expand(self.times * by))


@dataclass(frozen=True)
class ModuleArray:
    """An array of the module whose `values`, in storage order, are known while compiling."""

    name: str
    dtype: DType
    shape: tuple[int, ...]
    values: tuple[bool | int | float, ...]
    span: Span
    boxed: bool = False
