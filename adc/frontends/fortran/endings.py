"""Calls that end the program, as the STOPs that they are.

Some are of intrinsic subroutines. Others the caller has named as inactive although they change
what others see, as a routine does that reads tables the first time: where a condition stands before
such a call, what it is to change has been changed before, or the generated function says that it
has not.
"""

from __future__ import annotations

from adc.frontends.fortran import tree
from adc.frontends.fortran.inactive import changes_others, is_inactive
from adc.frontends.fortran.nested import with_bodies
from adc.frontends.fortran.routine import Routine

#: As gfortran has them.
_ENDING = frozenset({"exit", "abort"})


def with_stops(r: Routine, body: tree.Body) -> tree.Body:
    """`body` with STOPs for calls of intrinsic subroutines that end the program."""
    return _with_stops(r, body, guarded=False)


def _with_stops(r: Routine, body: tree.Body, guarded: bool) -> tree.Body:
    def inside(statement: tree.Statement) -> tree.Statement:
        below = guarded or isinstance(statement, (tree.If, tree.Select))
        return with_bodies(
            _stopped(r, statement, guarded), lambda inner: _with_stops(r, inner, below)
        )

    return tuple(map(inside, body))


def _stopped(r: Routine, statement: tree.Statement, guarded: bool) -> tree.Statement:
    if not isinstance(statement, tree.Call):
        return statement
    span = statement.span
    if guarded and is_inactive(r, statement) and changes_others(r, statement):
        return tree.Stop(span, label=statement.label, inactive=statement.name)
    if statement.name not in _ENDING:
        return statement
    if r.scope.procedure(statement.name, span).storage != "intrinsic":
        return statement
    return tree.Stop(span, label=statement.label)
