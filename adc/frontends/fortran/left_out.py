"""What the statements change that a compiled routine is without: arms that `--fix` decides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adc.diagnostics import AdcError
from adc.frontends.fortran import tree
from adc.frontends.fortran.asked_pointers import every, root_of
from adc.frontends.fortran.nested import with_bodies
from adc.frontends.fortran.routine import Routine, names_in, walk
from adc.frontends.fortran.symbols import Scope

#: What names variables that it may change, or that other names are for from there on.
_HANDS_ON = (tree.Call, tree.Allocate, tree.Deallocate, tree.PointTo, tree.SelectType)


def changed_where_left_out(r: Routine) -> frozenset[str]:
    """The names, as the source writes them, of the variables that statements may change which the
    routine's body is without; of a component that of the variable that it is of."""
    live = {s.span for s in every(r.scope.body)}
    stated = r.unit.stated
    gone = (s for s in every(stated.body) if s.span not in live)
    heads = tuple(with_bodies(s, lambda _: ()) for s in gone)
    found = {name for node in walk(heads) for name in _may_change(r.scope, node)}
    for declared in stated.declarations:
        if isinstance(declared, tree.Unsupported) and declared.what == "namelist":
            found |= {*declared.targets} if found & {*declared.names} else set()
    return frozenset(found)


def _may_change(scope: Scope, node: Any) -> Iterator[str]:
    match node:
        case tree.Assign(target):
            yield root_of(target)
        case tree.Do(name) | tree.ImpliedDo(var=name) | tree.Triplet(var=name):
            yield name
        case tree.InputOutput():
            yield from (*names_in((node.assigned, node.unit or ())), *node.looped)
        case tree.Associate():
            yield from names_in(tuple(selector for _, selector, _ in node.pairs if selector))
        case tree.Component(arguments=tuple()):  # it may be a bound function that changes its owner
            yield from names_in(node)
        case tree.Apply(name) if _is_called(scope, node):
            yield from names_in(node.arguments)
        case _ if isinstance(node, _HANDS_ON):
            yield from names_in(node)


def _is_called(scope: Scope, node: tree.Apply) -> bool:
    try:
        return scope.lookup(node.name, node.span).storage == "procedure"
    except AdcError:  # what is never run need not be there
        return True


__all__ = ["changed_where_left_out"]
