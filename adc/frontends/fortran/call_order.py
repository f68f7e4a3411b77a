"""Whether a function with side effects may be called in front of the statement that it is in.

The standard lets no function change what else occurs in its statement (Fortran 2018, 10.1.4). It
leaves open which of two functions comes first, and compilers take other orders than the text has.
"""

from __future__ import annotations

from collections.abc import Iterator

from adc.frontends.fortran import tree
from adc.frontends.fortran.effects import changed_by_call, names_changed
from adc.frontends.fortran.first_calls import is_closed
from adc.frontends.fortran.hosts import is_hosted
from adc.frontends.fortran.reach import reached
from adc.frontends.fortran.routine import Routine, walk
from adc.frontends.fortran.symbols import Scope, Symbol


def may_come_first(
    r: Routine, statement: tree.Assign | tree.Expr, expr: tree.Apply, unit: tree.Unit
) -> bool:
    """Whether nothing beside the call `expr` of `unit` is a variable that it changes, and no other
    function in the statement asks for anything but its arguments."""
    inside = {id(node) for node in walk(expr)}
    beside = [n for n in walk(statement) if isinstance(n, (tree.Name, tree.Apply))]
    outside = [n for n in beside if id(n) not in inside]
    found = list(_changed(r, unit))
    if any(is_hosted(symbol, scope) for symbol, scope in found):
        return False
    keys = {r.shared.name_of(s) for s, _ in found if s.storage in ("common", "module")}
    arguments = set(changed_by_call(r, r.scope, expr))
    for node in outside:
        symbol = _symbol(r, node)
        if symbol is None or symbol.definition is not None:
            return False  # which may call others
        if symbol.name in arguments or _key(r, symbol) in keys:
            return False
    others = [s for n in beside if n is not expr and (s := _symbol(r, n)) is not None]
    if any(s.storage == "procedure" and not is_closed(r, s.unit) for s in others):
        return False
    return not any(_key(r, s) in keys for s in others)


def _symbol(r: Routine, node: tree.Name | tree.Apply) -> Symbol | None:
    return r.symbol(node.name, node.span) if r.meaning(node.name) is None else None


def _key(r: Routine, symbol: Symbol) -> str:
    """What all routines call a COMMON or module variable; no key of one for any other."""
    return r.shared.name_of(symbol) or "%"


def _changed(r: Routine, unit: tree.Unit) -> Iterator[tuple[Symbol, Scope]]:
    """What `unit` and what it calls change, texts apart."""
    for scope in reached(r.sources.scope(unit)):
        for name in names_changed(r, scope.unit):
            symbol = scope.lookup(name, scope.unit.span)
            if symbol.base != "character":
                yield symbol, scope
