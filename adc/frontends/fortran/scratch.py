"""Integers that several routines use as scratch: none reads what another one has left there."""

from __future__ import annotations

from collections.abc import Mapping, Set

from adc.frontends.fortran import tree
from adc.frontends.fortran.before_use import sets
from adc.frontends.fortran.nested import bodies, with_bodies
from adc.frontends.fortran.routine import names_in


class _ReadError(Exception):
    """The variable is read where it may hold what another routine has left there."""


def is_scratch(name: str, changing: Set[str], body: tree.Body) -> bool:
    """Whether `body`, run from its start, reads `name` only where it has set it itself, since
    the last call of one of the procedures `changing`. There is no GOTO left in it."""
    try:
        _after(name, changing, body, False)
    except _ReadError:
        return False
    return True


def leading(calls: Mapping[int, Set[int]], users: Set[int]) -> set[int]:
    """The units of `users`, and all that lead to one of them by their calls."""
    found = set(users)
    grown = True
    while grown:
        more = {number for number, called in calls.items() if called & found} - found
        found |= more
        grown = bool(more)
    return found


def _after(name: str, changing: Set[str], body: tree.Body, own: bool) -> bool:
    """Whether `name` surely holds what `body` has set, behind it; `own` says so of its start."""
    for statement in body:
        own = _behind(name, changing, statement, own)
    return own


def _behind(name: str, changing: Set[str], statement: tree.Statement, own: bool) -> bool:
    used = names_in(statement)
    called = bool(used & changing)
    if name not in used:
        return own and not called
    inner = bodies(statement)
    if not inner:
        if called:  # it may be handed over, or read before or after the call
            raise _ReadError
        if sets(statement, name):
            return True
        if not own:
            raise _ReadError
        return True
    head = with_bodies(statement, lambda _: ())
    counted = sets(head, name)
    # What ends a DO WHILE is read again behind all that its body calls.
    before_head = names_in(statement if isinstance(statement, tree.DoWhile) else head)
    if name in names_in(head) and not counted and (not own or before_head & changing):
        raise _ReadError
    if counted and called:  # what is called may change what the loop counts
        raise _ReadError
    for part in inner:
        _after(name, changing, part, counted or (own and not called))
    return counted or (own and not called)
