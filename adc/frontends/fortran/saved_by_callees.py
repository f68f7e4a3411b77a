"""What the procedures save that a routine calls, where each call of it is as the first one.

Such a variable begins with its initial value in each call of the routine, and is handed from call
to call of the procedure meanwhile: as a variable of a module would be, which is the routine's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.effects import names_changed
from adc.frontends.fortran.library import is_library
from adc.frontends.fortran.reach import reached
from adc.frontends.fortran.routine import Routine, Shared, names_in
from adc.frontends.fortran.saved import keeps_nothing
from adc.frontends.fortran.symbols import Symbol
from adc.frontends.fortran.to_functions import (
    Translation,
    declared_extents,
    initial_value,
    kept_variables,
)
from adc.frontends.terms import number


def share_saved(translation: Translation, head: tree.Unit) -> None:
    """Makes what the procedures save that `head` calls variables that all see, where each call of
    `head` is as the first one."""
    if not translation.shared.first_call:
        return
    own = {head.span, *(unit.span for unit in head.family)}
    owners: dict[Span, str] = {}
    scopes = reached(translation.sources.scope(head))
    called = {scope.unit.span for scope in scopes}
    for scope in scopes:
        unit = scope.unit
        if unit.span in own or unit.contains or unit.error is not None or is_library(unit):
            continue
        first = min((unit, *unit.family), key=lambda u: (u.span.line, u.span.column))
        owner = owners.setdefault(first.span, f"{first.name}%{len(owners) + 1}")
        r = translation.routine(unit)
        for symbol in handed_on(r, called):
            shared = replace(symbol, storage="module", saved=False, owner=owner)
            scope.symbols[symbol.name] = shared
            r.shared.saved[r.shared.name_of(shared)] = (r, shared)
            r.shared.begins_anew = True


def handed_on(r: Routine, called: set[Span]) -> list[Symbol]:
    """The saved variables of the unit that a later call may read, by its own name or by that of
    another ENTRY among the units that are `called`."""
    try:
        used = names_in(r.scope.body)
        kept = set(kept_variables(r, used))
        for other in (u for u in r.unit.family if u.span in called):
            scope = r.sources.scope(other)
            changed = names_changed(r, other) | names_changed(r, r.unit)
            for name in used & changed & names_in(scope.body):
                both = (
                    (r.scope, r.symbol(name, r.unit.span)),
                    (scope, scope.lookup(name, other.span)),
                )
                kept |= {name for s, symbol in both if not keeps_nothing(symbol, s)}
        found = [r.symbol(name, r.unit.span) for name in sorted(kept)]
        return [s for s in found if can_be_shared(s)]
    except AdcError:
        return []  # left to whoever reads its statement


def can_be_shared(symbol: Symbol) -> bool:
    """Whether a saved variable can be one that all procedures see."""
    return (
        symbol.storage == "local" and symbol.saved and not symbol.allocatable
        and symbol.base in ("real", "integer", "logical")
    )  # fmt: skip


def begun(shared: Shared) -> Iterator[surface.Statement]:
    """What gives the variables that are used their values at the beginning of a call."""
    for key, (r, symbol) in shared.saved.items():
        if key not in shared.symbols:
            continue
        span, name = symbol.span, surface.Name(key, symbol.span)
        zero: surface.Expr = number(0, span)
        if symbol.base == "integer" and symbol.bounds is None:
            yield surface.Assign((name,), zero, span)
        else:
            extents = () if symbol.bounds is None else declared_extents(r, symbol) or ()
            known = tuple(e for e in extents if e is not None)
            yield surface.Declare(key, symbol.element, known, span)
            zero = surface.Boolean(False, span) if symbol.base == "logical" else zero
            whole = surface.Subscript(name, (surface.Ellipsis(span),), span, exact=True)
            yield surface.Assign((whole,), zero, span)
        yield from initial_value(r, symbol)
