"""Functions of NumPy and `math` that a file has by names alone: `from numpy import exp`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import numpy as np

_LIBRARIES = ("numpy", "math", "pylab", "matplotlib.pylab")


def library_names(tree: ast.Module) -> dict[str, str]:
    """The names that imports at the top give to functions of a library, and what these are called
    there; none that the file binds in another way anywhere."""
    found: dict[str, str] = {}
    others: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module in _LIBRARIES and not node.level:
            for name in node.names:
                own = np.__all__ if name.name == "*" else [name.name]
                found |= {(name.asname or n) if name.name != "*" else n: n for n in own}
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            others |= {(n.asname or n.name).partition(".")[0] for n in node.names}
            if any(n.name == "*" for n in node.names):
                return {}
    others |= set(_bound(tree))
    return {name: own for name, own in found.items() if name not in others}


def _bound(tree: ast.Module) -> Iterator[str]:
    """The names that anything but an import binds."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.ExceptHandler(name=str() as name):
                yield name
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                yield from names
