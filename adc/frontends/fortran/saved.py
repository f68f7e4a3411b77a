"""Saved variables whose old value no call asks for, so that SAVE makes no difference."""

from __future__ import annotations

from adc.frontends.fortran.before_use import set_before_use
from adc.frontends.fortran.jumps import structured
from adc.frontends.fortran.reach import leads_to_itself
from adc.frontends.fortran.routine import names_in, unsupported
from adc.frontends.fortran.selections import selected
from adc.frontends.fortran.symbols import Scope, Symbol


def keeps_nothing(symbol: Symbol, scope: Scope) -> bool:
    """Whether every call gives the saved variable a value before it reads one, the initial one
    among them. Arrays have to be assigned as a whole."""
    if symbol.allocatable:
        return False
    definitions = (s.definition for s in scope.symbols.values() if s.definition is not None)
    if any(symbol.name in names_in(d) for d in definitions):
        return False
    return set_before_use(symbol.name, structured(selected(scope.body)))


def check_once(scope: Scope, changed: list[Symbol]) -> None:
    """Raises ADC0169 where the procedure that changes these saved variables calls itself: the calls
    in each other share them, as no variable of adc's is shared."""
    if changed and leads_to_itself(scope):
        raise unsupported(
            f"the saved variable `{changed[0].name}` of a procedure that calls itself",
            changed[0].span, "make it an argument",
        )  # fmt: skip
