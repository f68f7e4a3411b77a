"""`TABLE["a"] = value` at the top of a file: an entry of the dictionary that the file bound before.

The dictionary is taken to be bound where its last entry is, with all that it then has. So nothing
between the two may look at it, or run a function that may.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace

from lark import Tree

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import walk
from adc.frontends.python import statements
from adc.frontends.python.source import ParseTree, Source
from adc.frontends.python.top_names import tree_of

_SIMPLE = (ast.Assign, ast.AnnAssign, ast.Import, ast.ImportFrom, ast.Pass)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def with_entry(
    node: ParseTree, constants: list[surface.Assign], source: Source,
    bound: Mapping[str, tuple[str, Span]],
) -> tuple[surface.Assign, surface.Assign] | None:  # fmt: skip
    """The constant that a statement gives an entry, as it was and as it is then; None where the
    statement does something else, or where something may have looked at it before. `bound` tells
    by what the file bound its names."""
    place = node.children[0]
    if node.data != "assign" or len(node.children) != 2:
        return None
    if not isinstance(place, Tree) or place.data != "getitem":
        return None
    try:
        statement = statements.module_assignment(node, source)
    except AdcError:
        return None
    target = statement.targets[0]
    if not isinstance(target, surface.Subscript) or not isinstance(target.value, surface.Name):
        return None
    name = target.value.name
    key = target.items[0] if len(target.items) == 1 else None
    known = next((c for c in reversed(constants) if _is_bound(c, name)), None)
    if known is None or not isinstance(key, surface.String) or bound[name][0] != "assigned":
        return None
    display = known.value
    assert isinstance(display, surface.Call)
    entries = {k.name: k for k in display.keywords}
    value = _with_entries(statement.value, name, entries)
    seen = [c for c in constants[constants.index(known) + 1 :] if _may_look(c, name, bound)]
    if seen or value is None or not _is_unseen(source, name, known.span, statement.span):
        return None
    entries[key.value] = surface.Keyword(key.value, value, statement.span)
    made = replace(display, keywords=tuple(entries.values()), span=statement.span)
    return known, replace(known, value=made, span=statement.span)


def _is_bound(constant: surface.Assign, name: str) -> bool:
    """Whether it is `name = {…}`, with keys that are texts, and nothing else."""
    value, targets = constant.value, constant.targets
    if len(targets) != 1 or not isinstance(targets[0], surface.Name) or targets[0].name != name:
        return False
    display = isinstance(value, surface.Call) and isinstance(value.function, surface.Intrinsic)
    return display and value.function.name == "dict" and not value.arguments  # type: ignore[union-attr]


def _with_entries(
    value: surface.Expr, name: str, entries: Mapping[str, surface.Keyword]
) -> surface.Expr | None:
    """`value` with what the dictionary has for `name["key"]`; None where it has more of it. Only
    arguments of calls, operands and items are looked at."""
    owner = value.value if isinstance(value, surface.Subscript) else None
    if isinstance(value, surface.Subscript) and getattr(owner, "name", None) == name:
        key = value.items[0] if len(value.items) == 1 else None
        entry = entries.get(key.value) if isinstance(key, surface.String) else None
        return entry.value if entry is not None else None
    parts: dict[str, object] = {}
    if isinstance(value, surface.Binary):
        parts = {"left": value.left, "right": value.right}
    elif isinstance(value, surface.Unary):
        parts = {"operand": value.operand}
    elif isinstance(value, surface.Call) and not (value.keywords or _has(value.function, name)):
        parts = {"arguments": value.arguments}
    elif isinstance(value, surface.Sequence):
        parts = {"items": value.items}
    elif _has(value, name):
        return None
    made: dict[str, object] = {}
    for field, part in parts.items():
        several = part if isinstance(part, tuple) else (part,)
        inside = tuple(_with_entries(each, name, entries) for each in several)
        if None in inside:
            return None
        made[field] = inside if isinstance(part, tuple) else inside[0]
    return replace(value, **made) if made else value  # type: ignore[arg-type]


def _has(expr: surface.Expr, name: str) -> bool:
    return any(isinstance(n, surface.Name) and n.name == name for n in walk(expr, inside=True))


def _may_look(constant: surface.Assign, name: str, bound: Mapping[str, tuple[str, Span]]) -> bool:
    """Whether a constant mentions the dictionary, or calls what the file itself has bound."""
    for node in walk(constant, inside=True):
        if isinstance(node, surface.Name) and node.name == name:
            return True
        called = node.function if isinstance(node, surface.Call) else None
        how = bound.get(called.name) if isinstance(called, surface.Name) else None
        if how is not None and not how[0].startswith("import "):
            return True
    return False


def _is_unseen(source: Source, name: str, begin: Span, end: Span) -> bool:
    """Whether no other statement between the two mentions the name, but inside of functions, or
    runs something that could."""
    tree = tree_of(source.text)
    for statement in tree.body if tree is not None else ():
        if not begin.line <= statement.lineno <= end.line or isinstance(statement, _SIMPLE):
            continue
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue
        parts: tuple[ast.AST, ...] = (statement,)
        if isinstance(statement, _DEFINITIONS):
            parts = (*statement.decorator_list, statement.args)
        nodes = [n for part in parts for n in ast.walk(part)]
        if any(isinstance(n, ast.Call) or getattr(n, "id", "") == name for n in nodes):
            return False
    return tree is not None
