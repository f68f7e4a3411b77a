"""Variables of a file that running it binds where no statement shows it: by `:=` in the header of a
function or class, and by a text that is run, `exec("a = 1")`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from adc.diagnostics import Note, Span
from adc.frontends.python.source import Source
from adc.frontends.python.top_names import bound_at_top, bound_by, tree_of

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def set_unseen(source: Source) -> dict[str, Note]:
    """These variables, each with where."""
    if not any(word in source.text for word in (":=", "exec", "eval")):
        return {}
    tree = tree_of(source.text)
    found: dict[str, Note] = {}
    for owner, node in _run(tree) if tree is not None else ():
        names: set[str] = set()
        if isinstance(node, ast.NamedExpr):
            names = {owner or node.target.id}
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            names = _by_text(node, source) if node.func.id in ("exec", "eval") else names
        ends = node.end_lineno or 0, (node.end_col_offset or 0) + 1
        span = Span(source.file, node.lineno, node.col_offset + 1, *ends)
        found |= dict.fromkeys(names, Note("bound here, inside an expression", span))
    return found


def _run(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The expressions that running the file evaluates in its own scope, or in that of a class,
    whose name stands before them then."""
    waiting: list[tuple[str, ast.AST]] = [("", tree)]
    while waiting:
        owner, node = waiting.pop()
        if isinstance(node, ast.expr):
            yield owner, node
        body = node.body if isinstance(node, _SCOPES) else []
        inside: list[ast.AST] = [*body] if isinstance(body, list) else [body]
        waiting += [(owner, child) for child in ast.iter_child_nodes(node) if child not in inside]
        if isinstance(node, ast.ClassDef):
            waiting += [(owner or node.name, child) for child in node.body]


def _by_text(call: ast.Call, source: Source) -> set[str]:
    """The names that the text binds; all of the file where it is not known. An expression that is
    not known binds none, but for what nobody writes."""
    given = call.args[0] if call.args else None
    text = given.value if isinstance(given, ast.Constant) else None
    tree = tree_of(text) if isinstance(text, str) else None
    if tree is None or _runs_text(tree):
        statements = isinstance(call.func, ast.Name) and call.func.id == "exec"
        return set(bound_at_top(source.text) or ()) if statements else set()
    return bound_by(ast.walk(tree))


def _runs_text(tree: ast.Module) -> bool:
    return any(isinstance(n, ast.Name) and n.id in ("exec", "eval") for n in ast.walk(tree))


__all__ = ["set_unseen"]
