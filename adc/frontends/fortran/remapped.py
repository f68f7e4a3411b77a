"""Pointers with bounds of their own: `h(1:n) => work(k:)`, `f(1:4, 1:n) => work`.

One that begins at 1 is the section itself. Of one with several dimensions each reference is one of
the target, whose elements it counts in their order (Fortran 2018, 10.2.2.3); that is done where
nothing that its bounds are made of can change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from typing import Any

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.nested import with_bodies
from adc.frontends.fortran.usage import names_in, walk

Range = tuple[tree.Expr, tree.Expr]


def mapped(node: Any, change: Callable[[Any], Any]) -> Any:
    """`node` (of `tree`, or tuples) with what `change` makes of each node, inner ones first."""
    if isinstance(node, tuple):
        return tuple(mapped(part, change) for part in node)
    if not tree.is_node(node):
        return node
    parts = {f.name: mapped(getattr(node, f.name), change) for f in fields(node) if f.init}
    same = all(parts[name] is getattr(node, name) or parts[name] == getattr(node, name)
               for name in parts)  # fmt: skip
    return change(node if same else replace(node, **parts))


def with_plain_bounds(
    declarations: tuple[tree.Declaration, ...], body: tree.Body, refused: Callable[[Span], AdcError]
) -> tree.Body:
    """`body` without pointer assignments that give bounds. Raises what `refused` makes."""
    body = tuple(_plain(s, refused) for s in body)
    for number, statement in enumerate(body):
        if isinstance(statement, tree.PointTo) and isinstance(statement.target, tree.Apply):
            label = (tree.Continue(statement.span, statement.label),) if statement.label else ()
            head, rest = body[:number], body[number + 1 :]
            _check_alone(statement, declarations, body, refused)
            changed = _counted(statement, rest, refused)
            return with_plain_bounds(declarations, (*head, *label, *changed), refused)
    return body


def _plain(statement: tree.Statement, refused: Callable[[Span], AdcError]) -> tree.Statement:
    if isinstance(statement, (tree.Associate, tree.Scoped)):
        return replace(statement, body=tuple(_plain(s, refused) for s in statement.body))
    match statement:
        case tree.PointTo(tree.Apply(name, (tree.Section(start, stop, None),), name_span)):
            if isinstance(start, tree.Number) and start.text == "1":
                value = _stretch(statement.value, stop, refused)
                return replace(statement, target=tree.Name(name, name_span), value=value)
    return with_bodies(statement, lambda inner: tuple(_plain(s, refused) for s in inner))


def _stretch(
    value: tree.Expr, count: tree.Expr | None, refused: Callable[[Span], AdcError]
) -> tree.Expr:
    """The first `count` elements of an array with one dimension, or all, as a section."""
    span = value.span
    name, start, stop = _target(value, refused)
    if count is not None:
        start = start or _first(name, span)
        stop = _plus(start, count, -1, span)
    return tree.Apply(name.name, (tree.Section(start, stop, None, span),), span, name.span)


def _target(
    value: tree.Expr, refused: Callable[[Span], AdcError]
) -> tuple[tree.Name, tree.Expr | None, tree.Expr | None]:
    """The array that a pointer is set to, and the bounds of a section of it."""
    match value:
        case tree.Name():
            return value, None, None
        case tree.Apply(name, (tree.Section(start, stop, None),), _, name_span):
            return tree.Name(name, name_span), start, stop
    raise refused(value.span)


def _first(name: tree.Name, span: Span) -> tree.Expr:
    one = tree.Number("1", "integer", span)
    return tree.Apply("lbound", (name, one), span, span)


def _plus(a: tree.Expr, b: tree.Expr, more: int, span: Span) -> tree.Expr:
    """`a + b + more`, of numbers one number."""
    known = [int(e.text) for e in (a, b) if isinstance(e, tree.Number)]
    if len(known) == 2:
        return tree.Number(str(sum(known) + more), "integer", span)
    made = tree.Binary("+", a, b, span)
    if not more:
        return made
    sign, size = ("-", -more) if more < 0 else ("+", more)
    return tree.Binary(sign, made, tree.Number(str(size), "integer", span), span)


# -- several dimensions ----------------------------------------------------------------------------


def _check_alone(
    statement: tree.PointTo, declarations: Iterable[tree.Declaration], body: tree.Body,
    refused: Callable[[Span], AdcError],
) -> None:  # fmt: skip
    """Whether the pointer is set nowhere else, its target nowhere, and what its bounds are made of
    keeps its value throughout."""
    assert isinstance(statement.target, tree.Apply)
    name, array = statement.target.name, _target(statement.value, refused)[0].name
    nodes = list(walk(body))
    set_ = [n.target for n in nodes if isinstance(n, tree.PointTo)]
    names = [t.name for t in set_ if isinstance(t, tree.Name | tree.Apply)]
    made = [n for s in nodes if isinstance(s, tree.Allocate) for n, _, _ in s.items]
    hidden = any(isinstance(n, tree.Scoped) for n in nodes) or name in {
        bound for n in nodes if isinstance(n, tree.Associate) for bound, _, _ in n.pairs
    }
    alone = names.count(name) == 1 and name not in made and array not in names and not hidden
    steady = names_in(statement.target.arguments) | names_in(statement.value) - {array, "lbound"}
    anew = (steady | {name, array}) & _bound_anew(nodes)
    if not alone or made.count(array) > 1 or anew or not steady <= _constants(declarations):
        raise refused(statement.span)


def _bound_anew(nodes: Iterable[Any]) -> set[str]:
    """The names that loops, constructs and implied DO loops among `nodes` have of their own, or
    count with."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, tree.Do | tree.Triplet | tree.ImpliedDo):
            found.add(node.var)
        elif isinstance(node, tree.Associate):
            found |= {bound for bound, _, _ in node.pairs}
    return found


def _constants(declarations: Iterable[tree.Declaration]) -> set[str]:
    """The names that are declared as constants or INTENT(IN)."""
    found: set[str] = set()
    for declaration in declarations:
        if isinstance(declaration, tree.ParameterStatement):
            found |= {e.name for e in declaration.entities}
        if isinstance(declaration, tree.TypeDeclaration):
            words = declaration.attributes
            if any(a.name == "parameter" or (a.name, a.text) == ("intent", "in") for a in words):
                found |= {e.name for e in declaration.entities}
    return found


def _counted(
    statement: tree.PointTo, rest: tree.Body, refused: Callable[[Span], AdcError]
) -> tree.Body:
    """`rest` with elements of the target for those of the pointer."""
    target = statement.target
    assert isinstance(target, tree.Apply)
    array, start, _ = _target(statement.value, refused)
    ranges = [_range(a, refused, statement.span) for a in target.arguments]
    held = {id(n) for n in walk(rest) if isinstance(n, tree.Name) and n.name == target.name}
    if held or any(target.name in names_in(a) for a in target.arguments):
        raise refused(statement.span)

    def change(node: Any) -> Any:
        if not isinstance(node, tree.Apply) or node.name != target.name:
            return node
        if len(node.arguments) != len(ranges):
            raise refused(node.span)
        first = start or _first(array, node.span)
        where = _position(node, ranges, first, refused)
        return tree.Apply(array.name, (where,), node.span, node.name_span)

    changed: tree.Body = mapped(rest, change)
    return changed


def _range(given: tree.Argument, refused: Callable[[Span], AdcError], span: Span) -> Range:
    if not isinstance(given, tree.Section) or given.step or not (given.start and given.stop):
        raise refused(span)
    return given.start, given.stop


def _position(
    node: tree.Apply, ranges: list[Range], first: tree.Expr, refused: Callable[[Span], AdcError]
) -> tree.Argument:
    """Where in the target an element stands, or those of a section along one dimension."""
    span, sections = node.span, [a for a in node.arguments if isinstance(a, tree.Section)]
    if len(sections) > 1 or any(isinstance(a, tree.Keyword) for a in node.arguments):
        raise refused(span)

    def at(end: str) -> tree.Expr:
        place, stride = first, None
        for argument, (low, high) in zip(node.arguments, ranges, strict=True):
            index = argument
            if isinstance(argument, tree.Section):
                given = argument.start if end == "start" else argument.stop
                index = given or (low if end == "start" else high)
            assert not isinstance(index, tree.Section | tree.Keyword)
            part = _times(tree.Binary("-", index, low, span), stride, span)
            place = tree.Binary("+", place, part, span)
            extent = _plus(tree.Binary("-", high, low, span), _one(span), 0, span)
            stride = extent if stride is None else tree.Binary("*", stride, extent, span)
        return place

    if not sections:
        return at("start")
    return tree.Section(at("start"), at("stop"), _step(node, ranges), span)


def _one(span: Span) -> tree.Number:
    return tree.Number("1", "integer", span)


def _times(index: tree.Expr, stride: tree.Expr | None, span: Span) -> tree.Expr:
    bracketed = tree.Unary("()", index, span)
    return bracketed if stride is None else tree.Binary("*", bracketed, stride, span)


def _step(node: tree.Apply, ranges: list[Range]) -> tree.Expr | None:
    """The distance of a section's elements in the target; None for 1."""
    stride: tree.Expr | None = None
    for argument, (low, high) in zip(node.arguments, ranges, strict=True):
        if isinstance(argument, tree.Section):
            if argument.step is None or stride is None:
                return argument.step or stride
            return tree.Binary("*", stride, argument.step, node.span)
        extent = _plus(tree.Binary("-", high, low, node.span), _one(node.span), 0, node.span)
        stride = extent if stride is None else tree.Binary("*", stride, extent, node.span)
    return stride
