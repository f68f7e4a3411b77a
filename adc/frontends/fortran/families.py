"""What the units that ENTRY makes of the same lines have in common: no dummies, and what is saved.

A saved variable that a call by one name leaves to a later one by another is state as any other.
"""

from __future__ import annotations

from adc.diagnostics import AdcError
from adc.frontends.fortran import tree
from adc.frontends.fortran.effects import names_changed
from adc.frontends.fortran.routine import Routine, Shared, names_in, unsupported, walk
from adc.frontends.fortran.saved import keeps_nothing
from adc.frontends.fortran.symbols import Symbol


def check_family(r: Routine, used: set[str], variables: list[Symbol]) -> None:
    """Raises ADC0164 where the unit uses what only another entry has, ADC0169 where it reads what
    another one leaves; what is read as at the first call by any name is noted in `r.shared`."""
    for other in r.unit.family:
        check_dummies(r, other, used, variables)
        changed = names_changed(r, other)
        for symbol in variables:
            if symbol.name in changed and is_kept(r, symbol):
                check_kept(r, symbol, other)


def check_dummies(r: Routine, other: tree.Unit, used: set[str], variables: list[Symbol]) -> None:
    foreign = {a.name for a in other.arguments} - {a.name for a in r.unit.arguments}
    if r.unit.kind == "function":
        foreign.add(other.result or other.name)
    bounds = tuple(symbol.bounds or () for symbol in variables)
    for node in walk((r.scope.body, bounds)):
        name = getattr(node, "var", "") or getattr(node, "name", "")
        if name in foreign & (used | names_in(bounds)):
            raise AdcError.of(
                "ADC0164", f"`{name}` of the ENTRY `{other.name}`, where `{r.unit.name}` comes to,"
                " is not supported", getattr(node, "span", r.unit.span),
                help="write a routine of its own",
            )  # fmt: skip


def left_by_others(r: Routine, variables: list[Symbol]) -> set[str]:
    """The variables that another entry changes and that are not saved: what a later call finds in
    them is not known, unless the text says of some variables that they are saved. Then the others
    are not, and begin without a value in each call (Fortran 2018, 19.6.6)."""
    if any("save" in facts.attributes for facts in r.scope.declarations.facts.values()):
        return set()
    changed = {name for other in r.unit.family for name in names_changed(r, other)}
    return {
        s.name
        for s in variables
        if s.name in changed and s.storage == "local" and not (s.saved or s.overlaid)
        and not keeps_nothing(s, r.scope)
    }  # fmt: skip


def is_kept(r: Routine, symbol: Symbol) -> bool:
    return symbol.storage == "local" and symbol.saved and not keeps_nothing(symbol, r.scope)


def check_kept(r: Routine, symbol: Symbol, other: tree.Unit) -> None:
    """The unit reads what `other` changes of a saved variable."""
    if not r.shared.first_call:
        raise unsupported(
            f"the variable `{symbol.name}`, which `{other.name}` leaves to later calls,",
            symbol.span,
            "take each call as the first one, which finds the initial value: `--first-call`",
        )
    r.shared.begins_anew = True
    r.shared.found_initial.append((symbol, other))


def check_found_initial(shared: Shared) -> None:
    """Raises ADC0169 where a call that is as the first one leads to what changes a variable that
    was read with its initial value."""
    reached = {unit.span for unit in shared.units.values()}
    if shared.target is not None:
        reached.add(shared.target.span)
    for symbol, other in shared.found_initial:
        if other.span in reached:
            raise unsupported(
                f"the variable `{symbol.name}`, which `{other.name}` leaves to later calls,",
                symbol.span, "make it an argument, or a variable of a COMMON block",
            )  # fmt: skip
