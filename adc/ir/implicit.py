"""Loops that end at the solution of an equation, whose derivatives are those of the solution.

A `Directive` is what the source says of a loop, in the source's names; `Marked` is that of a While,
in the program's. Before differentiation such a loop becomes a routine, whose program says by an
`Implicit` what its derivatives are taken of (`adc.differentiate.implicit`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from adc.diagnostics import Span
from adc.ir.expressions import Expr

#: As many iterations of an adjoint or a tangent are run where the source does not say.
LIMIT = 100_000


class Equation(StrEnum):
    """What holds at the end of the loop: its step changes nothing, or it is one of Newton's, which
    at the solution does not depend on where it starts."""

    FIXED_POINT = "fixed-point"
    ROOT = "root"


@dataclass(frozen=True)
class Directive:
    """A comment before the loop whose header stands in `line` of `file`: what it says of the
    variables `names`. `tolerance` is None, and `limit` 0, where it does not say."""

    equation: Equation
    names: tuple[str, ...]
    file: str
    line: int
    span: Span
    tolerance: float | None = None
    limit: int = 0


@dataclass(frozen=True)
class Marked:
    """What a directive says of a While: `states` are the containers of the named variables."""

    directive: Directive
    states: tuple[str, ...]


@dataclass(frozen=True)
class Implicit:
    """Of a routine whose body ends with a While: at its end `states`, formals that it works on in
    place, solve the `equation` of its step.

    `open` is a boolean that it hands back: whether the loop ended though the last test asked for a
    smaller change; `trips` is the number of iterations. The derivatives' iterations end where
    nothing changes by more than `tolerance`, a value of its other arguments; where that is the
    loop's own and not `given`, it is one of the states' changes. `limit` bounds their number.
    """

    equation: Equation
    states: tuple[str, ...]
    open: str
    trips: str
    tolerance: Expr
    given: bool = False
    limit: int = LIMIT
