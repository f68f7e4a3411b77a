"""What adc knows about one scalar operation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from adc.ops import ranges
from adc.ops.spelling import Code, Codes, Intrinsic

Domain = tuple[float, float]


@dataclass(frozen=True)
class Edge:
    """A point where the derivative needs a word, and the partials that adc gives there."""

    operands: tuple[float, ...]
    partials: tuple[float, ...]


@dataclass(frozen=True)
class Operation:
    """One row of `ALL_OPS`: all that adc knows of an operation, and the only place that does.

    `formula` is the operation as the user writes it, in the operands `x` and `y` (`c`, `x`, `y` for
    `where`). `partials` has one entry per operand: texts in the operands and the result `z`, all
    equal, those in operands alone first; an empty entry means that the derivative is identically
    zero (disconnected). `cost` counts flops per element. `accepts` is the kind of the operands:
    `float`, `number` (integers too), `integer`, `bool` or `any`; `result` says which type comes
    out: `same` as the operands', `bool`, or `stated` by the node (`cast`). `rounds`: integers stay
    as they are. `domain` gives an interval per operand in which random samples are valid, `edges`
    the kinks and poles with the derivative chosen there, `kink` the same in words. `range` gives
    the values that the result may have by those of the operands.

    `python` are the operation's names in Python sources, `np.` for NumPy's;
    `fortran` those in Fortran; `code` what back ends write.
    """

    name: str
    formula: str
    numpy: Callable[..., Any]
    cost: int
    partials: tuple[tuple[str, ...], ...]
    domain: tuple[Domain, ...]
    accepts: str = "float"
    result: str = "same"
    kink: str = ""
    edges: tuple[Edge, ...] = ()
    range: ranges.Rule = ranges.anything
    python: tuple[str, ...] = ()
    fortran: tuple[Intrinsic, ...] = ()
    code: Codes = field(default_factory=dict)
    rounds: bool = False
    ruled: bool = True

    @property
    def arity(self) -> int:
        return len(self.partials)

    @property
    def operands(self) -> tuple[str, ...]:
        """The names of the operands in the formulas."""
        return ("c", "x", "y") if self.arity == 3 else ("x", "y")[: self.arity]

    @property
    def disconnected(self) -> bool:
        """Whether no derivative passes through the operation at all."""
        return self.ruled and not any(self.partials)

    def in_code(self, backend: str = "c") -> Code:
        """What the back end writes; C's spelling where it has none of its own."""
        return self.code.get(backend) or self.code.get("c") or Code()
