"""What one name means in one scope, and what all that evaluates names asks of scopes and files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.facts import Declared
from adc.frontends.fortran.reals import Reals
from adc.frontends.fortran.usage import Usage
from adc.ir.dtypes import DType

#: The value of a constant: an integer is Python's, a real is as its kind is.
Value = int | np.floating | bool | str


class Files(Protocol):
    """The program units of all files (`sources.Sources`)."""

    def scope(self, unit: tree.Unit) -> Scope: ...

    def external(self, name: str) -> tree.Unit | None: ...

    def module(self, name: str) -> tree.Unit | None: ...

    def in_submodule(self, name: str | None) -> AdcError | None: ...

    def uses_of(self, module: str) -> list[str]: ...

    def reals_of(self, unit: tree.Unit) -> Reals: ...

    def specialised(
        self, unit: tree.Unit, table: Mapping[str, tree.Unit]
    ) -> tuple[tree.Unit, int]: ...


class Values(Protocol):
    """The values of the constants of one scope (`constant_values.ConstantValues`)."""

    def scalar(self, symbol: Symbol) -> Value | None: ...

    def items(self, symbol: Symbol) -> tuple[Value, ...] | None: ...


class Scope(Protocol):
    """The names of one program unit (`scope.UnitScope`)."""

    @property
    def unit(self) -> tree.Unit: ...

    @property
    def host(self) -> Scope | None: ...

    @property
    def sources(self) -> Files: ...

    @property
    def reals(self) -> Reals: ...

    @property
    def bound(self) -> Mapping[str, tree.Unit]: ...

    @property
    def symbols(self) -> dict[str, Symbol]: ...

    @property
    def declarations(self) -> Declared: ...

    @property
    def usage(self) -> Usage: ...

    @property
    def body(self) -> tree.Body: ...

    @property
    def arguments(self) -> tuple[Symbol, ...]: ...

    @property
    def result(self) -> Symbol | None: ...

    @property
    def values(self) -> Values: ...

    def names(self) -> tuple[str, ...]: ...

    def declared(self) -> tuple[str, ...]: ...

    def lookup(self, name: str, span: Span) -> Symbol: ...

    def procedure(self, name: str, span: Span) -> Symbol: ...

    def known(self, name: str, span: Span, applied: bool = False) -> Symbol | None: ...

    def without_data(self, name: str, span: Span) -> Symbol: ...


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
    #: "real", "complex", "integer", "logical", "character"; "" for subroutines and intrinsics
    base: str
    scope: Scope = field(repr=False, compare=False)
    dtype: DType | None = None  # of both parts of a complex; None for characters, subroutines
    bounds: tuple[tree.Bounds, ...] | None = None  # None for scalars and procedures
    intent: str = ""  # "in", "out", "inout" or ""
    optional: bool = False
    allocatable: bool = False
    pointed: bool = False  # a dummy pointer, whose bounds are those of what is passed
    saved: bool = False  # a local that keeps its value: SAVE, or one with an initial value
    overlaid: bool = False  # shares storage by EQUIVALENCE; never `saved`, see `overlays`
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

    @property
    def element(self) -> str:
        """The name of the type that has a `dtype`, in the surface tree."""
        assert self.dtype is not None
        parts = {DType.FLOAT32: "complex64", DType.FLOAT64: "complex128"}
        return parts[self.dtype] if self.base == "complex" else self.dtype.value
