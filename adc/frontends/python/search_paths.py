"""Where a file has Python look for modules: what it does to `sys.path`."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator

from adc.frontends.python.top_names import tree_of

_OF_PATHS = ("dirname", "abspath", "realpath", "normpath", "join")


def changed_paths(path: str, text: str) -> Iterator[tuple[int, str | None]]:
    """The lines where the file at `path` changes what Python looks through before other folders,
    each with the folder that is put there, None where that is not told. What is appended is looked
    through last, and changes nothing that is found."""
    if "path" not in text or "sys" not in text:
        return
    tree = tree_of(text)
    if tree is None:
        return
    reader = _Folders(path, tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "sys":
            if any(part.name in ("path", "*") for part in node.names):
                yield node.lineno, None
        elif _is_path(node):
            above = reader.parents.get(id(node))
            yield from ((node.lineno, f) for f in _folders(node, above, reader))  # type: ignore[attr-defined]


def _is_path(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "path" and (
        isinstance(node.value, ast.Name) and node.value.id.strip("_") == "sys"
    )  # fmt: skip


def _folders(node: ast.AST, above: ast.AST | None, reader: _Folders) -> list[str | None]:
    if isinstance(above, ast.Attribute):
        call = reader.parents.get(id(above))
        given = call.args if isinstance(call, ast.Call) and call.func is above else []
        if above.attr in ("append", "index", "count", "copy"):
            return []
        if above.attr == "insert" and len(given) == 2:
            return [reader.value(given[1])]
        return [None]
    if isinstance(above, ast.Subscript):
        return [] if isinstance(above.ctx, ast.Load) else [None]
    if isinstance(above, (ast.Compare, ast.comprehension, ast.For)):
        return []
    called = above.func if isinstance(above, ast.Call) else None
    known = isinstance(called, ast.Name) and called.id in ("list", "print", "len", "set", "repr")
    return [] if known else [None]


class _Folders:
    """Works out folders that are made of the place of the file."""

    def __init__(self, path: str, tree: ast.AST) -> None:
        self.path = path
        self.parents = {id(c): n for n in ast.walk(tree) for c in ast.iter_child_nodes(n)}
        bound = [n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and _is_stored(n)]
        self.values = {
            n.targets[0].id: n.value for n in ast.walk(tree)
            if isinstance(n, ast.Assign) and len(n.targets) == 1
            and isinstance(n.targets[0], ast.Name) and bound.count(n.targets[0].id) == 1
        }  # fmt: skip

    def value(self, node: ast.expr, depth: int = 0) -> str | None:
        """The folder, or a part of its name; None where it is made otherwise."""
        if depth > 20:
            return None
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            absolute = os.path.isabs(node.value)
            return node.value if absolute or depth else None
        if isinstance(node, ast.Name):
            if node.id == "__file__":
                return os.path.abspath(self.path)
            known = self.values.get(node.id)
            return self.value(known, depth) if known is not None and depth < 20 else None
        if isinstance(node, ast.Attribute):
            if node.attr == "pardir":
                return os.pardir
            inner = self.value(node.value, depth + 1) if node.attr == "parent" else None
            return os.path.dirname(inner) if inner else None
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            return _joined([self.value(node.left, depth + 1), self.value(node.right, depth + 1)])
        return self._called(node, depth + 1) if isinstance(node, ast.Call) else None

    def _called(self, node: ast.Call, depth: int) -> str | None:
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        given = [self.value(g, depth) for g in node.args]
        if isinstance(node.func, ast.Attribute) and name in ("resolve", "absolute") and not given:
            return self.value(node.func.value, depth)
        if not given or node.keywords or None in given:
            return None
        if name in ("str", "Path", "fspath", *_OF_PATHS):
            found = _joined(given)
            return os.path.dirname(found) if found and name == "dirname" else found
        return None


def _joined(parts: list[str | None]) -> str | None:
    known = [p for p in parts if p is not None]
    if len(known) < len(parts) or not os.path.isabs(known[0]):
        return None
    return os.path.normpath(os.path.join(*known))


def _is_stored(node: ast.Name) -> bool:
    return not isinstance(node.ctx, ast.Load)
