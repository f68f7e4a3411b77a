"""Pointers to procedures that the text shows to be other names of procedures.

A pointer that one procedure alone is ever given means that procedure wherever it may be called;
where several are given to it one after the other, by statements of the body that are in nothing
else, it means the last one (Fortran 2018, 10.2.2.4). What is passed on, may be set elsewhere, or is
asked for by ASSOCIATED, is no such name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any

from adc.frontends.fortran import tree
from adc.frontends.fortran.asked_pointers import ends
from adc.frontends.fortran.facts import refused_pointer
from adc.frontends.fortran.tree_declarations import PROCEDURE_POINTER
from adc.frontends.fortran.usage import walk

_JUMPS = (tree.Goto, tree.ComputedGoto, tree.ArithmeticIf)
_SCOPES = (tree.Associate, tree.Scoped, tree.SelectType)


def with_procedures(
    declarations: tuple[tree.Declaration, ...], body: tree.Body, inner: Iterable[str],
    dummies: set[str],
) -> tuple[tuple[tree.Declaration, ...], tree.Body]:  # fmt: skip
    """A unit's declarations and body with procedures for its pointers to them; `inner` are the
    texts of what it contains. Raises ADC0157 where one is set that is no name of a procedure."""
    declared = [
        d for d in declarations if isinstance(d, tree.Unsupported) and d.what == PROCEDURE_POINTER
    ]
    if not declared:
        return declarations, body
    seen = {word for text in inner for word in re.findall(r"\w+", text)} | dummies
    begun = {n: t for d in declared for n, t in zip(d.names, d.targets, strict=True)}
    told = {n for n in begun if n not in seen and _is_followed(n, begun, body)}
    changed, meaning = [], {n: begun[n] or _only(n, body) for n in told}
    for statement in body:
        made = _said(statement, meaning, told)
        if made is not None:
            changed.append(made)
    for node in walk(tuple(changed)):
        name = _name(node.target) if isinstance(node, tree.PointTo) else ""
        if name in begun:
            raise refused_pointer("ADC0157", name, node.span)
    rest = [_without(d, told) for d in declarations]
    return tuple(d for d in rest if d is not None), tuple(changed)


def _is_followed(name: str, begun: Mapping[str, str], body: tree.Body) -> bool:
    """Whether all that `name` may mean is told by the body."""
    nodes = list(walk(body))
    settings = [n for n in nodes if isinstance(n, tree.PointTo) and _name(n.target) == name]
    given = [_name(s.value) for s in settings if not ends(s)]
    targets = {t for t in (begun[name], *given) if t}
    if "" in given or not targets or targets & set(begun):
        return False
    apart = {id(n.target) for n in settings}
    bare = any(isinstance(n, tree.Name) and n.name == name and id(n) not in apart for n in nodes)
    hidden = any(isinstance(n, _SCOPES) for n in nodes)
    if bare or hidden:
        return False
    if len(targets) == 1:
        return True
    at_top = all(any(s is t for t in body) for s in settings)
    jumps = any(isinstance(n, _JUMPS) for n in nodes)
    return at_top and not jumps and not begun[name] and not _is_called_first(name, body)


def _is_called_first(name: str, body: tree.Body) -> bool:
    """Whether something is called by `name` before it is set, as a former call left it."""
    for statement in body:
        if isinstance(statement, tree.PointTo) and _name(statement.target) == name:
            return ends(statement)
        if any(n.name == name for n in walk(statement) if isinstance(n, tree.Apply | tree.Call)):
            return True
    return False


def _only(name: str, body: tree.Body) -> str:
    """The first procedure that the body gives the pointer `name`."""
    settings = (n for n in walk(body) if isinstance(n, tree.PointTo) and _name(n.target) == name)
    return next(_name(s.value) for s in settings if not ends(s))


def _said(
    statement: tree.Statement, meaning: dict[str, str], told: set[str]
) -> tree.Statement | None:
    """`statement` with what the pointers mean there, which it may change; None for nothing."""
    if isinstance(statement, tree.PointTo) and _name(statement.target) in told:
        if not ends(statement):
            meaning[_name(statement.target)] = _name(statement.value)
        return tree.Continue(statement.span, statement.label) if statement.label else None
    made: tree.Statement = _named(statement, meaning, told)
    return made


def _named(node: Any, meaning: Mapping[str, str], told: set[str]) -> Any:
    """`node` with calls of the pointers as calls of what they mean."""
    if isinstance(node, tuple):
        return tuple(_named(part, meaning, told) for part in node)
    if not tree.is_node(node):
        return node
    if isinstance(node, tree.PointTo) and _name(node.target) in told:
        return tree.Continue(node.span, node.label)
    parts = {f.name: getattr(node, f.name) for f in fields(node)}
    made = {key: _named(part, meaning, told) for key, part in parts.items()}
    if isinstance(node, tree.Apply | tree.Call) and node.name in meaning:
        made["name"] = meaning[node.name]
    return replace(node, **made) if any(made[k] is not parts[k] for k in made) else node


def _name(expr: tree.Expr) -> str:
    return expr.name if isinstance(expr, tree.Name) else ""


def _without(declaration: tree.Declaration, told: set[str]) -> tree.Declaration | None:
    """`declaration` without the pointers that are procedures now."""
    if not isinstance(declaration, tree.Unsupported) or declaration.what != PROCEDURE_POINTER:
        return declaration
    rest = tuple(n for n in declaration.names if n not in told)
    return replace(declaration, names=rest) if rest else None
