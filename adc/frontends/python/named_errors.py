"""Exceptions that have a name before they are raised: `error = ValueError("…")`, `raise error`.

The statement that makes one is left out, and raising it raises what it makes. That is the same only
where nothing else is done with the name, and where it is raised after it was made: else Python
would raise that the name is not bound, which another handler takes.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator

from adc.frontends import surface
from adc.frontends.python.lost_effects import refuse_effects
from adc.frontends.python.source import ParseTree, Source

_RAISED = re.compile(r"\braise[ \t]+([a-z_]\w*)")


Errors = dict[str, ast.Call]


def left_out_error(node: ParseTree, source: Source) -> surface.Pass:
    """The `assign` that makes one; making it must do nothing else."""
    value, span = node.children[-1], source.span(node)
    refuse_effects(source.text_of(source.between(value, value)), "a text", span, source.library)
    return surface.Pass(span)


def named_errors(node: ParseTree, source: Source) -> Errors:
    """The exceptions of a `funcdef` that are bound to a name which is only raised, as calls."""
    names = set(_RAISED.findall(source.text_of(source.span(node))))
    tree = source.by_python(node) if names else None
    if not isinstance(tree, ast.FunctionDef):
        return {}
    found = ((name, _made(name, tree)) for name in sorted(names))
    return {name: call for name, call in found if call is not None}


def _made(name: str, tree: ast.FunctionDef) -> ast.Call | None:
    uses = [n for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id == name]
    if sum(not isinstance(n.ctx, ast.Load) for n in uses) != 1 or _otherwise(name, tree):
        return None
    for block in _blocks(tree):
        for number, statement in enumerate(block):
            call = _binding(name, statement)
            if call is not None:
                later = [r for s in block[number + 1 :] for r in _raising(name, s)]
                return call if len(later) == len(uses) - 1 else None
    return None


def _otherwise(name: str, tree: ast.AST) -> bool:
    """Whether something else is called so: an argument, a function, what a handler binds."""
    fields = (
        v for n in ast.walk(tree) if not isinstance(n, ast.Name) for _, v in ast.iter_fields(n)
    )
    return any(v == name or (isinstance(v, list) and name in v) for v in fields)


def _blocks(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    """The lists of statements of a function, but of no function inside."""
    for field in ("body", "orelse", "finalbody", "handlers"):
        inside = getattr(tree, field, None)
        if not isinstance(inside, list):
            continue
        if field != "handlers":
            yield inside
        for one in inside:
            if not isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                yield from _blocks(one)


def _binding(name: str, statement: ast.stmt) -> ast.Call | None:
    """The exception that `statement` makes, if it binds `name` to one of Python's own."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    target, value = statement.targets[0], statement.value
    if not isinstance(target, ast.Name) or target.id != name or not isinstance(value, ast.Call):
        return None
    kind = getattr(builtins, value.func.id, None) if isinstance(value.func, ast.Name) else None
    return value if isinstance(kind, type) and issubclass(kind, Exception) else None


def _raising(name: str, statement: ast.stmt) -> Iterator[ast.Raise]:
    """Where `statement` raises what has that name, but in a function inside it."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return
    if isinstance(statement, ast.Raise):
        if isinstance(statement.exc, ast.Name) and statement.exc.id == name:
            yield statement
        return
    for inside in ast.iter_child_nodes(statement):
        if isinstance(inside, (ast.stmt, ast.ExceptHandler)):
            yield from _raising(name, inside)  # type: ignore[arg-type]
