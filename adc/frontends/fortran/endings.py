"""Calls of intrinsic subroutines that end the program, as the STOPs that they are."""

from __future__ import annotations

from adc.frontends.fortran import tree
from adc.frontends.fortran.nested import with_bodies
from adc.frontends.fortran.routine import Routine

#: As gfortran has them.
_ENDING = frozenset({"exit", "abort"})


def with_stops(r: Routine, body: tree.Body) -> tree.Body:
    """`body` with STOPs for calls of intrinsic subroutines that end the program."""
    return tuple(with_bodies(_stopped(r, s), lambda inner: with_stops(r, inner)) for s in body)


def _stopped(r: Routine, statement: tree.Statement) -> tree.Statement:
    if not isinstance(statement, tree.Call) or statement.name not in _ENDING:
        return statement
    if r.scope.procedure(statement.name, statement.span).storage != "intrinsic":
        return statement
    return tree.Stop(statement.span, label=statement.label)
