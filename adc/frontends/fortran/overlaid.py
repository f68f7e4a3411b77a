"""Variables of a routine's own that share storage by EQUIVALENCE: the arrays that they are parts
of, declared on entry."""

from __future__ import annotations

from adc.frontends import surface
from adc.frontends.fortran.effects import names_changed
from adc.frontends.fortran.routine import Routine, stretch
from adc.frontends.fortran.symbols import Symbol
from adc.frontends.terms import number
from adc.ir.blank_notes import SAVED


def storage_name(r: Routine, symbol: Symbol) -> str:
    """What the surface tree calls the array that `symbol` is a part of."""
    found = r.shared.part(symbol)
    if symbol.storage != "local" or found is None:
        return r.shared.key(symbol)
    return f"{found[0].symbol.name}%storage"


def overlaid_storage(r: Routine) -> list[surface.Statement]:
    """The arrays that local variables which the routine has used are parts of."""
    made: dict[str, surface.Statement] = {}
    for symbol in r.parts.values():
        found = r.shared.part(symbol)
        if symbol.storage == "local" and found is not None:
            name, whole = storage_name(r, symbol), stretch(found[0])
            kept = any(keeps_overlaid(r, n) for n in r.scope.declarations.overlaid[symbol.name])
            count = (number(found[0].count, symbol.span),)
            made[name] = surface.Declare(
                name, whole.element, count, whole.span, SAVED if kept else ""
            )
    return list(made.values())


def set_by_overlays(r: Routine, used: set[str]) -> set[str]:
    """The variables with initial values that share storage with those of `used`."""
    overlaid = r.scope.declarations.overlaid
    names = {other for name in used for other in overlaid.get(name, ())}
    symbols = (r.symbol(name, r.unit.span) for name in sorted(names))
    return {s.name for s in symbols if s.storage == "local" and (s.data or s.init is not None)}


def keeps_overlaid(r: Routine, name: str) -> bool:
    """Whether a later call may see what the routine writes to the storage of `name`: it is saved,
    as a whole where one of its variables is; or what another ENTRY of it does."""
    declarations, changed = r.scope.declarations, names_changed(r, r.unit)
    changed = changed.union(*(names_changed(r, other) for other in r.unit.family))
    names = declarations.overlaid[name]
    facts = [declarations.facts[n] for n in names]
    saved = (
        bool(r.unit.family)
        or declarations.saves_all
        or any(f.init is not None or f.sets or "save" in f.attributes for f in facts)
    )
    return saved and not changed.isdisjoint(names)
