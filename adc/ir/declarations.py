"""What a program declares: containers, parameters, assumptions."""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from adc.diagnostics import Span
from adc.ir.dtypes import DType
from adc.ir.enums import ParameterKind, Role
from adc.ir.shapes import Shape

#: The codes of exceptions that sources raise begin here; adc's own errors are below.
FIRST_RAISED = 17


@dataclass(frozen=True)
class Raised:
    """An exception that the source raises: what a call returns there, the exception's name, and
    its text as far as it is fixed."""

    code: int
    exception: str
    text: str = ""

    @property
    def words(self) -> str:
        """`ValueError: the text`."""
        return f"{self.exception}: {self.text}" if self.text else self.exception


@dataclass(frozen=True)
class Container:
    """An array (`shape` in elements, row-major) or a scalar (`shape == ()`).

    `of` names the primal container that a derivative's container belongs to. One that is `whole`
    stays an array where a scalar for each element would do. Each element of an integer array that
    is `within` a range is not below its first bound, and below its second: expressions of sizes.
    The integer that tells of a stop holds the code of one of `raises`, or 0.
    """

    name: str
    dtype: DType
    shape: Shape
    role: Role
    of: str = ""
    span: Span | None = None
    whole: bool = False
    within: tuple[sympy.Expr, sympy.Expr] | None = None
    raises: tuple[Raised, ...] = ()


@dataclass(frozen=True)
class Parameter:
    """An argument of the generated function, in order. `kind`: size, integer, scalar, array.

    A `size` or `integer` is an integer symbol (int64, never written); `scalar` and `array` name a
    container. A size is known from shapes alone; an integer is an argument of the source.
    """

    name: str
    kind: ParameterKind
    span: Span | None = None


@dataclass(frozen=True)
class Assumption:
    """A relation between sizes that the generated code checks on entry (`left relation right`).

    `relation` is one of `==`, `<=`, `<`, `>=`, `>`; `reason` says where it comes from. Where the
    source raises an exception of its own for sizes that do not fit, it is `raised`.
    """

    left: sympy.Expr
    relation: str
    right: sympy.Expr
    reason: str = ""
    span: Span | None = None
    raised: Raised | None = None
