"""The names that statements of Python's own tree bind and have."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    given = function.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    return {a.arg for a in every if a is not None}


def variables_of(statement: ast.stmt) -> set[str]:
    """The names that a statement binds, in its own scope, but for functions, classes, imports."""
    if isinstance(statement, ast.AnnAssign) and statement.value is None:
        return set()
    return {n.id for n in own_nodes(statement) if isinstance(n, ast.Name) and not is_loaded(n)}


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a statement but for those in functions and classes that it defines, and for
    what comprehensions draw."""
    if isinstance(node, _SCOPES):
        return
    yield node
    for inner in (
        [node.iter, *node.ifs]
        if isinstance(node, ast.comprehension)
        else (ast.iter_child_nodes(node))
    ):
        yield from own_nodes(inner)


def is_loaded(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Load)


def names_in(node: ast.AST) -> set[str]:
    """All names in a statement or an expression, also those of functions inside of it, of `global`
    and of `nonlocal`."""
    found = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    stated = (n for n in ast.walk(node) if isinstance(n, (ast.Global, ast.Nonlocal)))
    return found.union(*(n.names for n in stated))


def loaded(tree: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and is_loaded(n)}


def free(statement: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> set[str]:
    """The names that a function or a class may take from around it."""
    if isinstance(statement, ast.ClassDef):
        inner = [s for s in statement.body if isinstance(s, (*FUNCTIONS, ast.ClassDef))]
        others = [s for s in statement.body if s not in inner]
        outside = [*statement.bases, *(k.value for k in statement.keywords)]
        outside += statement.decorator_list
        return {n for s in inner for n in free(s)}.union(  # type: ignore[arg-type]
            *(loaded(s) for s in others), *(names_in(part) for part in outside)
        )
    stated = {
        n for d in ast.walk(statement) if isinstance(d, (ast.Global, ast.Nonlocal)) for n in d.names
    }
    given = statement.args
    own = parameters(statement)
    own |= {n for s in statement.body for n in variables_of(s)}
    outside = [*given.defaults, *(d for d in given.kw_defaults if d), *statement.decorator_list]
    shown = {n for part in outside for n in names_in(part)}
    return {n for s in statement.body for n in loaded(s)} - (own - stated) | stated | shown
