"""Variables of a file as they are at the first call: what running the file leaves in those that its
functions set by `global`, as constants of the module (`--first-call`)."""

from __future__ import annotations

import ast
import math
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Protocol

from adc.diagnostics import Note, Span
from adc.frontends import surface
from adc.frontends.names import names_of
from adc.frontends.plain_literals import plain_literal
from adc.frontends.python.first_values import Surroundings, first_values
from adc.frontends.python.optional import Missing
from adc.frontends.python.set_globals import SetByFunctions, may_be_hidden
from adc.frontends.python.set_unseen import set_unseen
from adc.frontends.python.source import Source
from adc.frontends.python.top_names import tree_of
from adc.frontends.python.wrapped.following import handed_on

_OPERATORS: Mapping[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%",
    ast.Pow: "**", ast.USub: "-", ast.UAdd: "+",
}  # fmt: skip


class Reader(Protocol):
    """What has read the statements of a file."""

    source: Source
    shared: SetByFunctions
    bound: dict[str, tuple[str, Span]]
    unsettled: dict[str, Note]
    instead: dict[str, str]
    constants: list[surface.Assign]
    imports: list[surface.Import]
    missing: dict[str, Missing]


def settle_first(reader: Reader) -> None:
    """Binds the variables as the file surely leaves them. What depends on a package that is missing
    is noted for each."""
    source, names = reader.source, reader.shared.running - set_unseen(reader.source).keys()
    tree = tree_of(source.text) if names and not may_be_hidden(source.text) else None
    if tree is None:
        return
    literals = {c.targets[0].name: c.value for c in reader.constants if _is_single(c)}  # type: ignore[union-attr]
    modules = {i.alias: i.module for i in reader.imports}
    settled = frozenset(reader.bound.keys() - reader.unsettled.keys())
    found = first_values(tree, names, Surroundings(
        source.file,
        settled=lambda name: name in settled,
        literal=lambda name: _literal(literals.get(name)),
        imported=lambda name: modules.get(name, ""),
        aside=lambda function: _is_aside(function, source),
    ))  # fmt: skip
    missing = next((reader.missing[n] for n in sorted(found.asked & reader.missing.keys())), None)
    made = {n: _constant(n, value, at, source) for n, (value, at) in found.values.items()}
    sure = {name: each for name, each in made.items() if each is not None}
    for constant in reader.constants:
        if _without(constant, sure.keys()) is None:
            sure = {n: each for n, each in sure.items() if n not in names_of(constant)}
    for name in sure:
        del reader.unsettled[name], reader.instead[name]
        reader.missing |= {name: missing} if missing is not None else {}
    rest = [c for each in reader.constants for c in _without(each, sure.keys()) or ()]
    reader.constants = _in_order(rest, sorted(sure.values(), key=lambda c: c.span.line))


def _without(constant: surface.Assign, names: Collection[str]) -> tuple[surface.Assign, ...] | None:
    """The constant without the variables `names`: `a, b = 1, 2` and `a = b = 1` may keep the other
    one; None for another form."""
    if not names_of(constant) & set(names):
        return (constant,)
    value, (first, *others) = constant.value, constant.targets
    if all(isinstance(t, surface.Name) for t in constant.targets):
        kept = tuple(
            t for t in constant.targets if isinstance(t, surface.Name) and t.name not in names
        )
        return (replace(constant, targets=kept),) if kept else ()
    if others or not (isinstance(first, surface.Sequence) and isinstance(value, surface.Sequence)):
        return None
    plain = all(isinstance(t, surface.Name) for t in first.items)
    starred = any(isinstance(v, surface.Starred) for v in value.items)
    if not plain or starred or len(first.items) != len(value.items):
        return None
    pairs = zip(first.items, value.items, strict=True)
    return tuple(replace(constant, targets=(t,), value=v) for t, v in pairs if _is_other(t, names))


def _is_other(target: surface.Expr, names: Collection[str]) -> bool:
    return isinstance(target, surface.Name) and target.name not in names


def _in_order(constants: list[surface.Assign], more: list[surface.Assign]) -> list[surface.Assign]:
    """The constants, and `more` where these are bound."""
    for each in more:
        later = [c.span.line > each.span.line for c in constants]
        place = later.index(True) if True in later else len(constants)
        constants = [*constants[:place], each, *constants[place:]]
    return constants


def _constant(
    name: str, value: ast.expr, statement: ast.stmt, source: Source
) -> surface.Assign | None:
    made, span = _expression(value, source), _span(statement, source)
    return surface.Assign((surface.Name(name, span),), made, span) if made is not None else None


def _is_single(constant: surface.Assign) -> bool:
    return len(constant.targets) == 1 and isinstance(constant.targets[0], surface.Name)


def _is_aside(function: ast.FunctionDef, source: Source) -> bool:
    known = handed_on(source.file, source.text, function.lineno)
    return known is not None and not known.early


def _literal(value: surface.Expr | None) -> ast.Constant | None:
    match value:
        case surface.Boolean() | surface.String():
            return ast.Constant(value.value)
        case surface.NoneValue(unread=False, left_out=""):
            return ast.Constant(None)
        case surface.Number(dtype=""):
            try:
                return ast.Constant(ast.literal_eval(value.text))
            except (ValueError, SyntaxError):
                return None
    return None


def _expression(node: ast.expr, source: Source) -> surface.Expr | None:
    """A literal, a dotted name, a tuple or arithmetic as the surface tree has it."""
    span = _span(node, source)
    if isinstance(node, ast.Constant):
        return _literal_of(node, span)
    if isinstance(node, ast.Name):
        return surface.Name(node.id, span)
    below = [_expression(c, source) for c in ast.iter_child_nodes(node) if isinstance(c, ast.expr)]
    parts = [part for part in below if part is not None]
    if len(parts) < len(below):
        return None
    if isinstance(node, ast.Attribute):
        return surface.Attribute(parts[0], node.attr, span)
    if isinstance(node, ast.Tuple):
        return surface.Sequence(tuple(parts), False, span)
    op = _OPERATORS.get(type(node.op)) if isinstance(node, (ast.BinOp, ast.UnaryOp)) else None
    if op is not None and isinstance(node, ast.BinOp):
        return surface.Binary(op, parts[0], parts[1], span)
    return surface.Unary(op, parts[0], span) if op is not None else None


def _span(node: ast.expr | ast.stmt, source: Source) -> Span:
    ends = node.end_lineno or node.lineno, (node.end_col_offset or 0) + 1
    return Span(source.file, node.lineno, node.col_offset + 1, *ends)


def _literal_of(node: ast.Constant, span: Span) -> surface.Expr | None:
    value = node.value
    if isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value):
        return surface.Number(repr(value), type(value).__name__, span)
    return plain_literal(value, span)
