"""Integers that a procedure knows by two names, of which it changes one.

Integers go in and out of a call by value, so that a change would not be seen by the other name; a
program may not do that (Fortran 2018, 15.5.2.13).
"""

from __future__ import annotations

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.effects import integers_changed, paired
from adc.frontends.fortran.routine import Routine
from adc.frontends.fortran.shared_integers import carried
from adc.frontends.fortran.symbols import Symbol


def check_integers_apart(
    r: Routine, unit: tree.Unit, arguments: tuple[tree.Argument, ...], span: Span
) -> None:
    """AdcError ADC0223 where the call hands `unit` an integer twice, or one that it also has from
    COMMON, a module or its host, and one of the two is changed."""
    shared = carried(r, unit)
    changed = integers_changed(r, unit)
    first: dict[str, Symbol] = {}
    for dummy, actual in paired(r, unit, arguments, span):
        if dummy.base != "integer" or dummy.value:
            continue
        key, whole = _place(r, actual)
        if not key or (whole and dummy.bounds):
            continue
        other = first.setdefault(key, dummy)
        twice = other is not dummy and {other.name, dummy.name} & changed
        seen = key in shared.taken and (dummy.name in changed or key in shared.changed)
        if twice or seen:
            name = actual.name if isinstance(actual, (tree.Name, tree.Apply)) else dummy.name
            raise AdcError.of(
                "ADC0223", f"`{unit.name.partition('%')[0]}` has the integer `{name}` by two names,"
                " and changes it by one of them", actual.span, help="pass a copy of it",
            )  # fmt: skip


def _place(r: Routine, actual: tree.Argument) -> tuple[str, bool]:
    """What tells an integer variable or element that is passed from others, "" for an expression;
    and whether it is a variable's whole."""
    if isinstance(actual, tree.Name) and r.meaning(actual.name) is None:
        symbol = r.symbol(actual.name, actual.span)
        known = symbol.storage in ("local", "result", "dummy", "common", "module", "host")
        return (r.key(symbol), True) if known and symbol.base == "integer" else ("", True)
    if isinstance(actual, tree.Apply) and r.meaning(actual.name) is None:
        symbol = r.symbol(actual.name, actual.name_span)
        if symbol.bounds and symbol.base == "integer":
            return f"{symbol.name}({spelled(actual.arguments)})", False
    return "", False


def spelled(arguments: tuple[tree.Argument, ...]) -> str:
    """The subscripts, without their places in the source."""
    parts = []
    for argument in arguments:
        match argument:
            case tree.Name(name):
                parts.append(name)
            case tree.Number(text):
                parts.append(text)
            case _:
                parts.append(str(id(argument)))
    return ",".join(parts)


__all__ = ["check_integers_apart"]
