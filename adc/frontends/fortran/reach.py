"""Which units a routine leads to: those it calls, over any number of calls, and their COMMON."""

from __future__ import annotations

from collections.abc import Iterator

from adc.diagnostics import AdcError, Diagnostic
from adc.frontends.fortran import tree
from adc.frontends.fortran.commons import Storage, common_storage
from adc.frontends.fortran.directives import notes, within
from adc.frontends.fortran.sources import Sources
from adc.frontends.fortran.symbol import Scope, Symbol
from adc.frontends.fortran.usage import walk


def storage_of(head: Scope) -> Storage:
    """The COMMON blocks that `head` and what it calls use, in order of first declaration.

    Raises ADC0249 and ADC0179 as `common_storage`.
    """
    scopes: dict[int, Scope] = {}
    for scope in reached(head):
        if scope.unit.error is not None:  # told where the unit is needed
            continue
        scopes.setdefault(id(scope), scope)
        for symbol in _from_elsewhere(scope):
            scopes.setdefault(id(symbol.scope), symbol.scope)
    return common_storage(list(scopes.values()))


def reached(head: Scope) -> list[Scope]:
    """The scopes of `head` and of all procedures that it calls, in order of the first call.

    A name that means nothing is left to whoever reads the statement it is in.
    """
    found = [head]
    seen = {id(head)}
    for scope in found:  # which grows on the way
        for symbol in _applied(scope):
            if symbol.unit is not None and id(symbol.scope) not in seen:
                seen.add(id(symbol.scope))
                found.append(symbol.scope)
    return found


def leads_to_itself(scope: Scope) -> bool:
    """Whether what the procedure of `scope` calls may call it again."""
    found = reached(scope)
    return any(s.scope is scope and s.unit is scope.unit for one in found for s in _applied(one))


def notes_on(sources: Sources, head: tree.Unit) -> list[Diagnostic]:
    """What is said of Tapenade's directives in `head` and in what it calls."""
    units = [scope.unit for scope in reached(sources.scope(head))]
    found = [d for file in sources.files for d in file.directives]
    whole = [u for file in sources.files for unit in file.units for u in (unit, *unit.contains)]
    return notes(within(found, whole, units)) if found else []


def _applied(scope: Scope) -> Iterator[Symbol]:
    for node in walk((scope.unit.declarations, _body(scope))):
        if isinstance(node, (tree.Apply, tree.Call)):
            symbol = _meaning(scope, node.name, node)
            if symbol is not None:
                yield symbol


def _body(scope: Scope) -> tree.Body:
    """The body with its calls completed; as it is, where that is refused later."""
    try:
        return scope.body
    except AdcError:
        return scope.unit.body


def _from_elsewhere(scope: Scope) -> Iterator[Symbol]:
    """The COMMON variables that the unit has from a module or its host."""
    own = set(scope.declared())
    for node in walk((scope.unit.declarations, scope.unit.body)):
        if isinstance(node, (tree.Name, tree.Apply)) and node.name not in own:
            symbol = _meaning(scope, node.name, node)
            if symbol is not None and symbol.storage == "common":
                yield symbol


def _meaning(scope: Scope, name: str, node: tree.Name | tree.Apply | tree.Call) -> Symbol | None:
    try:
        return scope.lookup(name, node.span)
    except AdcError:
        return None
