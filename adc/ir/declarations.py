"""What a program declares: containers, parameters, assumptions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import sympy

from adc.diagnostics import Span
from adc.ir.dtypes import DType
from adc.ir.enums import ParameterKind, Role
from adc.ir.shapes import Shape, maximum, minimum

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


class Within(NamedTuple):
    """What is known of the elements of an integer array: they are not below `low`, and below
    `stop`, expressions of sizes. Of an array of one axis it may be known of those from `first` to
    before `end` alone, which lie in it; `first` and `end` are None where it is known of all."""

    low: sympy.Expr
    stop: sympy.Expr
    first: sympy.Expr | None = None
    end: sympy.Expr | None = None


def narrowest(rows: Sequence[Within]) -> tuple[sympy.Expr, sympy.Expr] | None:
    """What is right for each element of an array: the first number and the one behind the last."""
    if not rows:
        return None
    return maximum(*(row.low for row in rows)), minimum(*(row.stop for row in rows))


@dataclass(frozen=True)
class Container:
    """An array (`shape` in elements, row-major) or a scalar (`shape == ()`).

    `of` names the primal container that a derivative's container belongs to. One that is `whole`
    stays an array where a scalar for each element would do. The elements of an integer array are
    `within` all of these ranges, and where it is `unique` no two of them are equal: it has one
    axis and one range. The integer that tells of a stop holds the code of one of `raises`, or 0.
    """

    name: str
    dtype: DType
    shape: Shape
    role: Role
    of: str = ""
    span: Span | None = None
    whole: bool = False
    within: tuple[Within, ...] = ()
    raises: tuple[Raised, ...] = ()
    unique: bool = False


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
