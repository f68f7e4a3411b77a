"""Saved variables whose old value no call asks for, so that SAVE makes no difference."""

from __future__ import annotations

from adc.frontends.fortran import tree
from adc.frontends.fortran.jumps import structured
from adc.frontends.fortran.nested import bodies, with_bodies
from adc.frontends.fortran.routine import names_in
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


def set_before_use(name: str, body: tree.Body) -> bool:
    """Whether `body`, run from its start, assigns to `name` before it does anything else with it.

    There is no GOTO left in it. Any other jump does no harm: it leads out of a statement to what
    follows that, past uses as well.
    """
    for statement in body:
        if name not in names_in(statement):
            continue
        if sets(statement, name):
            return True
        head = with_bodies(statement, lambda _: ())
        if name in names_in(head) or not all(set_before_use(name, b) for b in bodies(statement)):
            return False
    return True


def sets(statement: tree.Statement, name: str) -> bool:
    """Whether the first thing that the statement does with `name` is to give it a value."""
    match statement:
        case tree.Assign(tree.Name(target), value):
            return target == name and name not in names_in(value)
        case tree.Do(var):
            return var == name and name not in names_in(
                (statement.start, statement.stop, statement.step or ())
            )
    return False
