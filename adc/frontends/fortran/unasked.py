"""Integers that calls hand back and that nobody asks for: `y = f(a, ierr) + f(b, ierr)`.

The standard has no such statement (Fortran 2018, 10.1.4), and it is common all the same: where no
statement reads the variable and the functions set it before they read it, it is of no consequence
which of them comes first.
"""

from __future__ import annotations

from adc.frontends.fortran import tree
from adc.frontends.fortran.effects import integers_changed, paired
from adc.frontends.fortran.jumps import JUMPS
from adc.frontends.fortran.routine import Routine, names_in, walk

#: What may pass over the statements behind it.
_LEAVING = (*JUMPS, tree.Leave, tree.Cycle, tree.Exit, tree.Return)


def is_unasked(r: Routine, name: str, node: tree.Apply) -> bool:
    """Whether all that the routine does with its own variable `name`, which is beside the call
    `node`, is to hand it to procedures that set it first."""
    symbol = r.symbol(name, node.span)
    own = symbol.storage == "local" and symbol.bounds is None and not symbol.saved
    if not own or r.hosted(symbol) or r.meaning(name) is not None:
        return False
    mentioned = sum(name in _named(n) for n in walk(r.scope.body))
    calls = (n for n in walk(r.scope.body) if isinstance(n, (tree.Apply, tree.Call)))
    return mentioned == sum(_handed_to_be_set(r, name, call) for call in calls)


def _named(node: object) -> tuple[str, ...]:
    """The variables that a node itself names, those of its parts left out."""
    match node:
        case tree.Name(name) | tree.Apply(name) | tree.Call(name):
            return (name,)
        case tree.Do(var) | tree.Triplet(var) | tree.ImpliedDo(_, var):
            return (var,)
        case tree.Allocate():
            return tuple(name for name, _, _ in node.items)
    return ()


def _handed_to_be_set(r: Routine, name: str, call: tree.Apply | tree.Call) -> int:
    """How many of the call's arguments are the variable, for dummies that are set first."""
    unit = r.symbol(call.name, call.span).unit if r.meaning(call.name) is None else None
    if unit is None:
        return 0
    changed = integers_changed(r, unit)
    body = r.sources.scope(unit).body
    return sum(
        isinstance(actual, tree.Name) and actual.name == name and dummy.name in changed
        and (dummy.intent == "out" or _sets_first(body, dummy.name) is True)
        for dummy, actual in paired(r, unit, call.arguments, call.span)
    )  # fmt: skip


def _sets_first(body: tree.Body, name: str) -> bool | None:
    """Whether the first of the statements that mention the variable always comes and sets it; None
    where none does."""
    for statement in body:
        if isinstance(statement, tree.Block):
            inside = _sets_first(statement.body, name)
            if inside is not None:
                return inside
        elif name in names_in(statement):
            if not isinstance(statement, tree.Assign) or isinstance(statement.target, tree.Apply):
                return False
            return name not in names_in(statement.value)
        if any(isinstance(node, _LEAVING) for node in walk(statement)):
            return False
    return None
