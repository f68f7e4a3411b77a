"""Alternate returns: `call s(x, *10)` is a call that gives a number, and a GO TO by it (Fortran
2018, 15.5.2.14). Dummies `*` are one integer, the last dummy, in which RETURN leaves its number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adc.diagnostics import Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.nested import bodies, with_bodies

#: The dummy, and the caller's variable that is passed for it: no source can spell these.
DUMMY, OWN = "_way", "_back"


def without_alternates(
    declarations: tuple[tree.Declaration, ...], body: tree.Body, leading: int, arguments: set[str],
    span: Span,
) -> tuple[tuple[tree.Declaration, ...], tree.Body]:  # fmt: skip
    """A unit's declarations and body without alternate returns; `arguments` are its dummies."""
    names = [DUMMY] * (DUMMY in arguments) + [OWN] * any(_is_call(s) for s in _within(body))
    if not names:
        return declarations, body
    body = tuple(_expanded(body))
    if DUMMY in arguments:
        none = tree.Number("0", "integer", span)
        begun = tree.Assign(tree.Name(DUMMY, span), none, span)
        body = (*body[:leading], begun, *body[leading:])
    declared = tree.TypeDeclaration(
        tree.TypeSpec("integer", span), (), tuple(tree.Entity(n, span) for n in names), span
    )
    return (*declarations, declared), body


def _within(body: tree.Body) -> Iterator[tree.Statement]:
    for statement in body:
        yield statement
        inside = bodies(statement)
        if isinstance(statement, tree.Associate | tree.Scoped):
            inside = (statement.body,)
        for inner in inside:
            yield from _within(inner)


def _is_call(statement: tree.Statement) -> bool:
    if not isinstance(statement, tree.Call):
        return False
    return any(_label(a) for a in statement.arguments)


def _label(argument: tree.Argument) -> int:
    """The label of `*10`; 0 for all other arguments."""
    match argument:
        case tree.Keyword("*", tree.Number(text)):
            return int(text)
    return 0


def _expanded(body: tree.Body) -> Iterator[tree.Statement]:
    for statement in body:
        if isinstance(statement, tree.Return) and statement.way is not None:
            own = tree.Name(DUMMY, statement.span)
            yield tree.Assign(own, statement.way, statement.span, statement.label)
            yield tree.Return(statement.span)
        elif isinstance(statement, tree.Call) and _is_call(statement):
            own = tree.Name(OWN, statement.span)
            given = tuple(a for a in statement.arguments if not _label(a))
            labels = tuple(_label(a) for a in statement.arguments if _label(a))
            yield replace(statement, arguments=_with_number(given, own))
            yield tree.ComputedGoto(labels, own, statement.span)
        elif isinstance(statement, tree.Associate | tree.Scoped):
            yield replace(statement, body=tuple(_expanded(statement.body)))
        else:
            yield with_bodies(statement, lambda inner: tuple(_expanded(inner)))


def _with_number(given: tuple[tree.Argument, ...], own: tree.Name) -> tuple[tree.Argument, ...]:
    return (*given, tree.Keyword(DUMMY, own, own.span))
