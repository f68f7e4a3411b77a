"""Integers of COMMON blocks and modules that routines change: handed from call to call.

Names stand for integers, so that a routine gets those that it or what it calls uses as further
arguments, and gives those back that it changes; one that every routine which uses it sets before
it reads it, in each call and again after each call of another one of these, is a variable of each
of them (`scratch.py`). In the routine that is differentiated they
begin as its arguments. All routines know them by the names that COMMON and module variables have.
"""

from __future__ import annotations

from collections.abc import Iterator

from adc.diagnostics import AdcError, InternalError, Span
from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.effects import changes, named_in
from adc.frontends.fortran.jumps import structured
from adc.frontends.fortran.library import is_library
from adc.frontends.fortran.routine import Carried, Routine, names_in, unsupported, walk
from adc.frontends.fortran.scratch import is_scratch, leading
from adc.frontends.fortran.selections import selected
from adc.frontends.fortran.symbols import Scope, Symbol
from adc.frontends.terms import number

_NONE = Carried()


def carried(r: Routine, unit: tree.Unit) -> Carried:
    """What `unit` and all that it calls use and change, of what any routine changes."""
    if r.shared.integers is None:
        r.shared.integers, r.shared.changing = _found(r)
    found = r.shared.integers.get(id(unit))
    if found is None and r.shared.changing and not is_library(unit):
        raise InternalError(f"the integers of `{unit.name}` were not looked for", unit.span)
    return found or _NONE


def parameters(r: Routine) -> list[surface.Parameter]:
    used = carried(r, r.unit).taken
    return [surface.Parameter(key, None, None, r.unit.span) for key in sorted(used)]


def begun(r: Routine) -> list[surface.Statement]:
    """The values that its own variables have before it sets them, which nothing reads."""
    span = r.unit.span
    own = sorted(carried(r, r.unit).own)
    return [surface.Assign((surface.Name(key, span),), number(0, span), span) for key in own]


def given(r: Routine, unit: tree.Unit, span: Span) -> list[surface.Keyword]:
    """What a call of `unit` passes."""
    used = carried(r, unit).taken
    return [surface.Keyword(key, surface.Name(key, span), span) for key in sorted(used)]


def returned(r: Routine, unit: tree.Unit, span: Span) -> list[surface.Expr]:
    """What `unit` gives back, behind all else."""
    changed = carried(r, unit).changed
    return [surface.Name(key, span) for key in sorted(changed)]


def changed_by_calls(r: Routine, body: tree.Body) -> set[str]:
    """The integers that what `body` calls may change."""
    symbols = (r.scope.lookup(name, r.unit.span) for name in sorted(names_in(body) & _calling(r)))
    return {key for s in symbols if s.unit is not None for key in carried(r, s.unit).changed}


def _calling(r: Routine) -> set[str]:
    """The names by which the unit calls others."""
    return {s.name for s in _symbols(r.scope) if s.unit is not None}


def check_function(r: Routine, unit: tree.Unit, span: Span) -> None:
    """Refuses functions that change such an integer: they have one value."""
    changed = carried(r, unit).changed
    if changed:
        name = min(changed).rpartition("%")[2]
        raise unsupported(
            f"a function that changes the integer `{name}`, which other routines see,", span,
            f"make it a subroutine, or give the value that `{name}` keeps: `--fix {name}=…`",
        )  # fmt: skip


def _found(r: Routine) -> tuple[dict[int, Carried], frozenset[str]]:
    """By unit, for the routine `r` and all that it calls; and what any of them changes."""
    calls: dict[int, set[int]] = {}
    used: dict[int, set[str]] = {}
    changed: dict[int, set[str]] = {}
    symbols: dict[str, Symbol] = {}
    scopes: dict[int, Scope] = {}
    pending = [r.unit]
    for unit in pending:  # which grows on the way
        if id(unit) in calls or unit.error is not None:
            continue
        scope = r.sources.scope(unit)
        named = {key: s for s in _symbols(scope) if (key := _key(r, s))}
        called = [s.unit for s in _symbols(scope) if s.unit is not None]
        calls[id(unit)], used[id(unit)] = {id(u) for u in called}, set(named)
        changed[id(unit)] = set(_changed(r, scope))
        symbols |= named
        scopes[id(unit)] = scope
        pending += called
    every = frozenset(key for keys in changed.values() for key in keys)
    for key in every & symbols.keys():
        r.shared.key(symbols[key])  # makes it an argument
    known = {n: frozenset(keys & every) for n, keys in used.items()}
    for key in every & symbols.keys():
        users = {n for n, keys in used.items() if key in keys}
        if all(_is_scratch(r, scopes[n], key, leading(calls, users)) for n in users):
            for n in users:
                used[n].discard(key)
                changed[n].discard(key)
    _handed_on(used, calls)
    _handed_on(changed, calls)
    taken = {n: frozenset(keys & every) for n, keys in used.items()}
    return {
        n: Carried(taken[n], frozenset(changed[n]), taken[n] | known[n], known[n] - taken[n])
        for n in calls
    }, every


def _is_scratch(r: Routine, scope: Scope, key: str, leading_there: set[int]) -> bool:
    """Whether the unit sets the integer before it reads it, in each call and again after each call
    of one of `leading_there`, which may set it, too."""
    try:
        symbols = list(_symbols(scope))
        name = next(s.name for s in symbols if _key(r, s) == key)
        changing = {s.name for s in symbols if s.unit is not None and id(s.unit) in leading_there}
        bounds = tuple(scope.lookup(n, scope.unit.span).bounds or () for n in scope.declared())
        in_body = is_scratch(name, changing, structured(selected(scope.body)))
        return in_body and name not in names_in(bounds)
    except AdcError:
        return False


def _handed_on(sets: dict[int, set[str]], calls: dict[int, set[int]]) -> None:
    """Adds to the set of each unit those of what it calls, until nothing is new."""
    grown = True
    while grown:
        grown = False
        for unit, called in calls.items():
            more = set().union(*(sets.get(c, set()) for c in called)) - sets[unit]
            sets[unit] |= more
            grown = grown or bool(more)


def _symbols(scope: Scope) -> Iterator[Symbol]:
    """What the unit names, also in its declarations: extents may be made of it."""
    return named_in(scope, (scope.unit.declarations, scope.body))


def _changed(r: Routine, scope: Scope) -> Iterator[str]:
    try:
        names = {name for node in walk(scope.body) for name in changes(r, scope, node)}
        yield from (
            key for n in sorted(names) if (key := _key(r, scope.lookup(n, scope.unit.span)))
        )
    except AdcError:
        return  # left to whoever reads its statement


def _key(r: Routine, symbol: Symbol) -> str:
    """What all routines call an integer of a COMMON block or module; "" for what is none."""
    if symbol.storage not in ("common", "module") or symbol.base != "integer" or symbol.bounds:
        return ""
    return r.shared.name_of(symbol)
