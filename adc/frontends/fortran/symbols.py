"""What the names of a program unit mean: symbols, the scope of a unit, all sources together."""

from __future__ import annotations

from dataclasses import dataclass, field

from adc.diagnostics import InternalError, Span
from adc.frontends.fortran import tree
from adc.ir.dtypes import DType


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
    bounds: tuple[tree.Bounds, ...] | None = None  # None for scalars
    intent: str = ""  # "in", "out", "inout" or ""
    optional: bool = False
    allocatable: bool = False
    saved: bool = False  # SAVE, or a local with an initial value
    value: bool = False  # VALUE: a dummy whose changes stay inside
    init: tree.Expr | None = None  # behind `=`; the value of a constant
    #: DATA, an element at a time and in order; a target that is a Name is filled by its value.
    data: tuple[tuple[tree.Expr, tree.Expr], ...] = ()
    block: str = ""  # of a COMMON variable ("" is blank common as well: ask `storage`)
    owner: str = ""  # the module of a module's variable, constant or procedure
    original: str = ""  # its name there
    length: int | None = None  # of a character; None where it is assumed
    unit: tree.Unit | None = None  # of a procedure; None where no given file defines it
    definition: tree.Assign | None = None  # of a statement function


class Scope:
    """The names of `unit`; names are looked up one by one, so that only what is used may raise."""

    unit: tree.Unit
    host: Scope | None
    symbols: dict[str, Symbol]  # what has been looked up so far

    @property
    def body(self) -> tree.Body:
        """The unit's body without the statement functions at its head."""
        raise InternalError("not built yet")

    @property
    def arguments(self) -> tuple[Symbol, ...]:
        """The dummy arguments, in order."""
        raise InternalError("not built yet")

    @property
    def result(self) -> Symbol | None:
        """The result variable of a function."""
        raise InternalError("not built yet")

    def declared(self) -> tuple[str, ...]:
        """The names that the unit's own declarations speak of, in order of their first mention."""
        raise InternalError("not built yet")

    def lookup(self, name: str, span: Span) -> Symbol:
        """What `name` at `span` means here."""
        raise InternalError("not built yet")

    def procedure(self, name: str, span: Span) -> Symbol:
        """As `lookup`, for what is called: raises where no given file defines it."""
        raise InternalError("not built yet")


class Sources:
    """All files of the command line."""

    def __init__(self, files: list[tree.File]) -> None:
        self.files = files

    def routines(self) -> list[tree.Unit]:
        """The subroutines and functions that can be asked for, in order."""
        raise InternalError("not built yet")

    def find(self, name: str | None) -> tree.Unit:
        """The routine called `name` (`module.name` where two modules have it), or the only one."""
        raise InternalError("not built yet")

    def scope(self, unit: tree.Unit) -> Scope:
        """The scope of `unit`, always the same one."""
        raise InternalError("not built yet")
