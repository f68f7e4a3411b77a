"""External procedures that have the name of an intrinsic.

A reference means the intrinsic unless the name is EXTERNAL there or has an explicit interface; a
declaration of its type changes nothing (Fortran 2018, 8.2 and 19.5.1.4). gfortran does the same
for the intrinsics that it adds to the standard.
"""

from __future__ import annotations

from adc.diagnostics import AdcError, Note, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.intrinsics import (
    BY_COMPILER,
    FUNCTIONS,
    SUBROUTINES,
    SUBROUTINES_BY_COMPILER,
)
from adc.frontends.fortran.library import is_supplied
from adc.frontends.fortran.symbol import Scope

#: Those of no standard that compilers have for one function of mathematics each, as gfortran has:
#: what the text of the given files computes under such a name, written where there was none.
_MATHEMATICAL = FUNCTIONS & {
    "algama", "besj0", "besj1", "besy0", "besy1", "dbesj0", "dbesj1", "dbesy0", "dbesy1", "derf",
    "derfc", "dgamma", "dlgama",
}  # fmt: skip


def is_intrinsic(name: str, unit: tree.Unit | None, span: Span) -> bool:
    """Whether a reference to the function `name`, of which `unit` is the external procedure, means
    the intrinsic; ADC0246 where compilers differ in what it may be."""
    if unit is not None and not is_supplied(unit) and name in BY_COMPILER - _MATHEMATICAL:
        raise _either(name, unit, span, "function")
    return name in FUNCTIONS


def check_called(name: str, unit: tree.Unit, span: Span) -> None:
    """ADC0246 where the call of the external procedure `unit` would be one of an intrinsic."""
    known = name in SUBROUTINES or name in SUBROUTINES_BY_COMPILER
    if known and not is_supplied(unit):
        raise _either(name, unit, span, "subroutine")


def passed_by(name: str, scope: Scope) -> tree.Unit | None:
    """The external procedure that a reference to the intrinsic `name` in `scope` passes by without
    that the text says so."""
    unit = scope.sources.external(name)
    facts = scope.declarations.get(name)
    told = facts is not None and "intrinsic" in facts.attributes
    return None if told or is_supplied(unit) else unit


def _either(name: str, unit: tree.Unit, span: Span, kind: str) -> AdcError:
    return AdcError.of(
        "ADC0246", f"`{name}` is an intrinsic {kind}, and a {kind} of the given files", span,
        help=f"gfortran calls the intrinsic; say which one is meant: `external {name}` or "
        f"`intrinsic {name}`",
        notes=(Note("defined here", unit.span),),
    )  # fmt: skip
