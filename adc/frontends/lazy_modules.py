"""Packages that import what is in them when it is asked for: `lazy_loader.attach_stub`.

Beside the `__init__.py` of such a package a stub (`__init__.pyi`) says what comes from where, by
imports that are run one by one when their names are. Here they stand in the text itself, all on
the line that names the stub, so that lines keep their numbers.
"""

from __future__ import annotations

import ast
import os
import re

_ATTACHED = re.compile(
    r"^__getattr__[ \t]*,[ \t]*__dir__[ \t]*,[ \t]*(\w+)[ \t]*=[ \t]*([\w.]+)"
    r"\([ \t]*__name__[ \t]*,[ \t]*__file__[ \t]*\)[ \t]*$",
    re.MULTILINE,
)
_IMPORTED = re.compile(
    r"^(?:import[ \t]+lazy_loader(?:[ \t]+as[ \t]+(?P<module>\w+))?"
    r"|from[ \t]+lazy_loader[ \t]+import[ \t]+attach_stub(?:[ \t]+as[ \t]+(?P<name>\w+))?)[ \t]*$",
    re.MULTILINE,
)


def with_stub(path: str, text: str) -> str:
    """`text`, that of the file at `path`, with the imports of its stub where it attaches one."""
    if "lazy_loader" not in text or os.path.basename(path) != "__init__.py":
        return text
    attached, imported = [*_ATTACHED.finditer(text)], [*_IMPORTED.finditer(text)]
    if len(attached) != 1 or len(imported) != 1 or attached[0][2] != _called(imported[0]):
        return text
    found = _imports(path + "i")
    own = _bound(text)
    if found is None or own is None or found.keys() & own:
        return text
    names = f"{attached[0][1]} = {sorted(found)!r}"
    line = "; ".join((names, *dict.fromkeys(found.values())))
    start, stop = attached[0].span()
    return text[:start] + line + text[stop:]


def _called(imported: re.Match[str]) -> str:
    """What the text calls `attach_stub`."""
    if imported[0].startswith("from"):
        return imported["name"] or "attach_stub"
    return f"{imported['module'] or 'lazy_loader'}.attach_stub"


def _imports(stub: str) -> dict[str, str] | None:
    """The import statement for each name of a stub; None where it says anything else."""
    try:
        with open(stub, encoding="utf-8-sig") as opened:
            tree = ast.parse(opened.read())
    except (OSError, UnicodeDecodeError, SyntaxError, ValueError):
        return None
    found: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            continue
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        if not isinstance(node, ast.ImportFrom) or node.level != 1:
            return None
        names = [a.name for a in node.names]
        if "*" in names or any(a.asname not in (None, a.name) for a in node.names):
            return None
        found |= {n: f"from .{node.module or ''} import {n}" for n in names}
    return found


def _bound(text: str) -> set[str] | None:
    """The names that the text itself binds at its top level: an attribute that is there is not
    asked of the stub."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError):
        return None
    found: set[str] = set()
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
            found.add(node.name)
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and not isinstance(inner.ctx, ast.Load):
                found.add(inner.id)
            elif isinstance(inner, ast.alias):
                found.add(inner.asname or inner.name.split(".")[0])
    return found
