"""Functions of a file that nothing calls: what they would do to the file is never done.

Such a function stands at the top of the file, without decorators, and is private to it by the
underscore that its name begins with. No code and no text of the file is its name but the
definition, and no other file of the package mentions it in any way.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator

from adc.frontends.places import packages_of, text_of
from adc.frontends.python.top_names import times_bound

#: What may find a function without its name, or bind one by a text, in the file itself.
_HIDDEN = frozenset({
    "exec", "eval", "getattr", "dir", "vars", "globals", "locals", "inspect", "__dict__", "modules",
    "attrgetter", "methodcaller", "import_module", "__import__",
})  # fmt: skip
#: What a function binds names of its file by.
_BINDING = frozenset({"globals", "locals", "vars", "modules", "setattr", "delattr"})
#: More files than these are not looked at.
_MOST_FILES = 2000


def never_run(file: str, tree: ast.Module) -> frozenset[int]:
    """The nodes inside of such functions, by their identity."""
    found: set[int] = set()
    for node in tree.body:
        inside = list(ast.walk(node)) if isinstance(node, ast.FunctionDef) else []
        binds = any(_BINDING & {*_asked(n)} for n in inside)
        if binds and isinstance(node, ast.FunctionDef) and _is_idle(node, file, tree):
            found |= {id(inner) for part in node.body for inner in ast.walk(part)}
    return frozenset(found)


def _is_idle(node: ast.FunctionDef, file: str, tree: ast.Module) -> bool:
    if node.decorator_list or not node.name.startswith("_") or node.name.startswith("__"):
        return False
    outside = [n for other in tree.body if other is not node for n in ast.walk(other)]
    every = [*outside, *ast.walk(node)]
    if times_bound(every, node.name) != 1 or any(_is_named(n, node.name) for n in every):
        return False
    if any(_HIDDEN & {*_asked(n)} for n in outside):
        return False
    others = _other_files(file)
    word = re.compile(rf"\b{re.escape(node.name)}\b")
    return others is not None and not any(word.search(text_of(other)) for other in others)


def _is_named(node: ast.AST, name: str) -> bool:
    """Whether a node that binds nothing is the name, or a text that is."""
    return name in (*_asked(node), getattr(node, "value", None))


def _asked(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield node.attr
    elif isinstance(node, ast.alias):
        yield node.name


def _other_files(file: str) -> tuple[str, ...] | None:
    """The other files of the package, or those beside the file; None where there are too many."""
    *_, outermost = ("", *packages_of(file))
    folder = os.path.dirname(outermost) if outermost else os.path.dirname(file) or "."
    found: list[str] = []
    for place, inner, names in os.walk(folder):
        if not outermost:
            inner.clear()
        found += [os.path.join(place, n) for n in names if n.endswith((".py", ".pyx"))]
        if len(found) > _MOST_FILES:
            return None
    here = os.path.abspath(file)
    return tuple(f for f in found if os.path.abspath(f) != here)
