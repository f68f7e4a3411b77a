"""What one name means in one scope."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from adc.diagnostics import Span
from adc.frontends.fortran import tree
from adc.ir.dtypes import DType

if TYPE_CHECKING:
    from adc.frontends.fortran.scope import Scope


@dataclass(frozen=True)
class Symbol:
    """What one name means in one scope.

    The expressions in `bounds`, `init`, `data` and `definition` are to be read in `scope`, the one
    of the declaration: for a module variable or a host's variable that is not the scope that asked.
    """

    name: str  # as the asking scope calls it
    span: Span  # of the declaration; of the first use where the name is declared nowhere
    #: "dummy", "local", "result", "common", "module", "constant", "procedure", "intrinsic" or
    #: "statement function"
    storage: str
    base: str  # "real", "integer", "logical", "character"; "" for subroutines and intrinsics
    scope: Scope = field(repr=False, compare=False)
    dtype: DType | None = None  # None for characters, subroutines and intrinsics
    bounds: tuple[tree.Bounds, ...] | None = None  # None for scalars and procedures
    intent: str = ""  # "in", "out", "inout" or ""
    optional: bool = False
    allocatable: bool = False
    saved: bool = False  # a local that keeps its value: SAVE, or one with an initial value
    value: bool = False  # VALUE: a dummy whose changes stay inside
    init: tree.Expr | None = None  # behind `=`; the value of a constant
    #: DATA, an element at a time and in order; a target that is a Name is filled by its value.
    data: tuple[tuple[tree.Expr, tree.Expr], ...] = ()
    block: str = ""  # of a COMMON variable; blank common is "", too
    owner: str = ""  # the module of a module's variable, constant or procedure
    original: str = ""  # its name in `scope`
    length: int | None = None  # of a character; None where it is assumed
    unit: tree.Unit | None = None  # of a procedure; None where no given file defines it
    definition: tree.Assign | None = None  # of a statement function
