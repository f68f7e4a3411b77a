"""The names in the `__all__` of a file, where statements at its top make it of lists: `__all__ =
["f"]`, `__all__ += sub.__all__`, `__all__.append("g")`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache

from adc.frontends.python.top_names import tree_of

#: What tells the names in the `__all__` of the module that a dotted name means; None: unknown.
OfModule = Callable[[tuple[str, ...]], frozenset[str] | None]
_MAKING = ("list", "tuple", "sorted")


class _UnknownError(Exception):
    """`__all__` is made otherwise."""


def exported_names(text: str, of_module: OfModule) -> frozenset[str] | None:
    """These names; None where something else makes them, or may change them."""
    tree = tree_of(text)
    if tree is None:
        return None
    names: frozenset[str] | None = None
    try:
        for node in tree.body:
            if any(isinstance(n, ast.Name) and n.id == "__all__" for n in ast.walk(node)):
                names = _after(node, names, of_module)
    except _UnknownError:
        return None
    return names


@lru_cache(maxsize=2048)
def only_read(text: str) -> tuple[tuple[str, ...], ...] | None:
    """The modules to whose own list the `__all__` of a file is another name, where the file uses
    that of others only in statements that make its own; None where it may do more."""
    tree = tree_of(text)
    if tree is None:
        return None
    named, used = [], 0
    for node in tree.body:
        own = [n for n in ast.walk(node) if isinstance(n, ast.Name) and n.id == "__all__"]
        others = [n for n in ast.walk(node) if isinstance(n, ast.Attribute) and n.attr == "__all__"]
        used += len(others) if own and not isinstance(node, ast.FunctionDef) else 0
        match node:
            case ast.Assign([ast.Name("__all__")], ast.Attribute(owner, "__all__")):
                named.append(_dotted(owner))
    every = sum(isinstance(n, ast.Attribute) and n.attr == "__all__" for n in ast.walk(tree))
    imported = any(isinstance(n, ast.alias) and n.name == "__all__" for n in ast.walk(tree))
    return tuple(named) if used == every and not imported else None


def _after(
    node: ast.stmt, names: frozenset[str] | None, of_module: OfModule
) -> frozenset[str] | None:
    """The names once a statement has run that mentions `__all__`."""
    match node:
        case ast.Assign(targets=[ast.Name("__all__")], value=value):
            return _names(value, names, of_module)
        case ast.AnnAssign(target=ast.Name("__all__"), value=ast.expr() as value):
            return _names(value, names, of_module)
        case ast.AugAssign(target=ast.Name("__all__"), op=ast.Add(), value=value) if (
            names is not None
        ):
            return names | _names(value, names, of_module)
        case ast.Expr(ast.Call(ast.Attribute(ast.Name("__all__"), method), [value], [])) if (
            names is not None and method in ("append", "extend")
        ):
            if method == "append":
                value = ast.List([value], ast.Load())
            return names | _names(value, names, of_module)
        case ast.FunctionDef(name="__dir__", body=[*_, ast.Return(_)], decorator_list=[]):
            return names  # `def __dir__(): return __all__`, of which `dir` makes a list of its own
    raise _UnknownError


def _names(value: ast.expr, names: frozenset[str] | None, of_module: OfModule) -> frozenset[str]:
    """The texts in a list."""
    found: frozenset[str] | None = None
    match value:
        case ast.List(items) | ast.Tuple(items):
            found = frozenset()
            for item in items:
                if isinstance(item, ast.Starred):
                    found |= _names(item.value, names, of_module)
                elif isinstance(item, ast.Constant) and isinstance(item.value, str):
                    found |= {item.value}
                else:
                    raise _UnknownError
        case ast.BinOp(left, ast.Add(), right):
            found = _names(left, names, of_module) | _names(right, names, of_module)
        case ast.Call(ast.Name(made), [inner], []) if made in _MAKING:
            found = _names(inner, names, of_module)
        case ast.Name("__all__"):
            found = names
        case ast.Attribute(owner, "__all__"):
            found = of_module(_dotted(owner))
    if found is None:
        raise _UnknownError
    return found


def _dotted(node: ast.expr) -> tuple[str, ...]:
    if isinstance(node, ast.Name):
        return (node.id,)
    if isinstance(node, ast.Attribute):
        return (*_dotted(node.value), node.attr)
    raise _UnknownError


__all__ = ["OfModule", "exported_names", "only_read"]
