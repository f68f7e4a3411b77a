"""What is taken by its name out of something: `m.__dict__["T"]`, `getattr(m, name)`. An array or a
list may be changed under the name that it has then."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from adc.frontends.python.tree_parts import CHANGING, READING, root_of, text_of

#: The same by their operators.
_OPERATORS = ("__setitem__", "__delitem__", "__iadd__", "__imul__")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def taken_from(node: ast.Attribute, parents: tuple[ast.AST, ...]) -> Iterator[tuple[str, str]]:
    """The variable that `a.….__dict__` begins with, and the name that is asked for there, "" for
    any; none where only names are."""
    above = parents[0]
    if isinstance(above, ast.Subscript) and above.value is node:
        yield root_of(node), text_of(above.slice)
    elif isinstance(above, ast.Attribute) and above.attr in READING and above.attr != "keys":
        call = parents[1] if isinstance(parents[1], ast.Call) else None
        named = above.attr == "get" and call is not None and bool(call.args)
        yield root_of(node), text_of(call.args[0]) if named and call is not None else ""


def is_read(node: ast.Subscript) -> bool:
    """Whether an item is only asked for."""
    return isinstance(node.ctx, ast.Load)


def is_changed(node: ast.expr, parents: tuple[ast.AST, ...]) -> bool:
    """Whether what the expression gives is changed where it stands, or under the variable that it
    is bound to there."""
    if _changes(node, parents[0], parents[1] if len(parents) > 1 else None):
        return True
    names = [n.id for t in _targets(parents[0]) for n in ast.walk(t) if isinstance(n, ast.Name)]
    scope = next((p for p in parents if isinstance(p, (*_FUNCTIONS, ast.Module))), None)
    if not names or scope is None:
        return False
    around = {id(c): n for n in ast.walk(scope) for c in ast.iter_child_nodes(n)}
    uses = (n for n in ast.walk(scope) if isinstance(n, ast.Name) and n.id in names)
    return any(_changes(n, around[id(n)], around.get(id(around[id(n)]))) for n in uses)


def _targets(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, (ast.AnnAssign, ast.NamedExpr)) else []


def _changes(node: ast.AST, above: ast.AST, outer: ast.AST | None) -> bool:
    """Whether what is `above` a value, and `outer` above that, changes its elements."""
    if isinstance(above, ast.AugAssign):
        return above.target is node
    if isinstance(above, ast.Subscript) and above.value is node:
        augmented = isinstance(outer, ast.AugAssign) and outer.target is above
        return augmented or not isinstance(above.ctx, ast.Load)
    called = isinstance(outer, ast.Call) and outer.func is above
    return isinstance(above, ast.Attribute) and called and above.attr in CHANGING.union(_OPERATORS)
