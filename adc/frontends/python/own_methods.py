"""What the classes of a file, and of those that it imports, do when their objects are shown."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from adc.frontends.places import files_of
from adc.frontends.python.library_names import KNOWN, Library, library_names
from adc.frontends.python.lost_effects import is_harmless

_ACTING = (ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal, ast.Delete)
#: Methods that no showing calls, nor any operator in it.
_MAKING = frozenset({
    "__init__", "__post_init__", "__new__", "__setitem__", "__setattr__", "__delitem__",
    "__delattr__", "__enter__", "__exit__", "__del__", "__call__", "__init_subclass__",
    "__set__", "__set_name__",
})  # fmt: skip
_SHOWING = frozenset({
    "__str__", "__repr__", "__format__", "__getattr__", "__getattribute__", "__get__", "__float__",
    "__int__", "__index__", "__bool__", "__array__", "__len__",
})  # fmt: skip
_PLAIN = frozenset({
    "items", "keys", "values", "get", "startswith", "endswith", "encode", "index", "isoformat",
    "replace", "split", "rsplit", "lstrip", "rstrip", "title", "count", "super",
})  # fmt: skip
_FRESH = (ast.Constant, ast.JoinedStr, ast.List, ast.ListComp)


@lru_cache(maxsize=32)
def library_of(text: str, file: str) -> Library:
    """What is known of the names and the methods of `file`, which has the text."""
    tree = ast.parse(text)
    library = library_names(tree)
    trees = [tree, *_imported(tree, file)]
    more = {f.name for t in trees[1:] for f in _methods(t)}
    made = {c.name for t in trees for c in _all(t, ast.ClassDef)}
    storing = _storing(trees, library, made)
    special = {f.name for t in trees for f in _methods(t) if f.name.startswith("__")}
    odd = (special & storing) - _MAKING
    asked = {f.name for t in trees for f in _methods(t) if f.decorator_list} & storing
    library = with_stars(library, tree, file)
    return replace(
        library,
        methods=library.methods | more,
        shows=bool(odd & _SHOWING),
        acts=bool(odd),
        asked=frozenset(asked),
    )


def methods_elsewhere(tree: ast.Module, file: str) -> set[str]:
    """The methods of the classes in the files that `tree` imports."""
    return {f.name for t in _imported(tree, file) for f in _methods(t)}


def with_stars(library: Library, tree: ast.Module, file: str) -> Library:
    """With what stars import from the source's own files, and these by stars of theirs; of files
    that are not found they may be anything."""
    stars = [n for n in _all(tree, ast.ImportFrom) if any(a.name == "*" for a in n.names)]
    for node in (n for n in stars if (n.module or "").split(".")[0] not in KNOWN or n.level):
        others = [t for p in files_of(file, node.module or "") for t in _trees(p, frozenset())]
        for other in others:
            own = library_names(other)
            modules = {n: m for n, m in own.modules.items() if m and n not in own.foreign}
            again = {n for n, m in modules.items() if library.modules.get(n, m) != m}
            library = replace(
                library,
                bound=library.bound | own.bound - set(modules) | again,
                foreign=library.foreign | own.foreign,
                modules={**modules, **library.modules},
                names={n: f for n, f in library.names.items() if n not in own.bound},
            )
        library = replace(library, unknown=library.unknown or not others)
    return library


def _trees(path: str, seen: frozenset[str]) -> Iterator[ast.Module]:
    """A file, and those that it imports by stars."""
    tree = _parsed(path)
    if tree is None or path in seen:
        return
    yield tree
    for node in _all(tree, ast.ImportFrom):
        if any(a.name == "*" for a in node.names):
            for other in files_of(path, node.module or ""):
                yield from _trees(other, seen | {path})


def _parsed(path: str) -> ast.Module | None:
    try:
        return ast.parse(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError, RecursionError):
        return None


def _imported(tree: ast.Module, file: str) -> Iterator[ast.Module]:
    """The files that `tree` imports, and those that these do."""
    seen: set[str] = set()
    waiting = [(tree, file)]
    while waiting:
        importing, importer = waiting.pop()
        for node in [*_all(importing, ast.Import), *_all(importing, ast.ImportFrom)]:
            modules = [a.name for a in node.names]
            if isinstance(node, ast.ImportFrom):
                module = node.module or ""
                modules = [module, *(f"{module}.{n}" if module else n for n in modules)]
            for path in (p for m in modules if m for p in files_of(importer, m)):
                found = _parsed(path) if path not in seen else None
                seen.add(path)
                if found is not None:
                    waiting.append((found, path))
                    yield found


def _all(tree: ast.AST, kind: type) -> list:  # type: ignore[type-arg]
    return [n for n in ast.walk(tree) if isinstance(n, kind)]


def _methods(tree: ast.Module) -> list[ast.FunctionDef]:
    return [f for c in _all(tree, ast.ClassDef) for f in c.body if isinstance(f, ast.FunctionDef)]


def _storing(trees: list[ast.Module], library: Library, made: set[str]) -> set[str]:
    """The names of functions that store something that others may see, or call one that does."""
    functions: list[ast.FunctionDef] = [f for t in trees for f in _all(t, ast.FunctionDef)]
    known = {f.name for f in functions} | made | _PLAIN
    found = {f.name for f in functions if _stores(f, library, known)}
    calls = {(f.name, _called(c)) for f in functions for c in _all(f, ast.Call)}
    while more := {name for name, called in calls if called in found - {"__init__"}} - found:
        found |= more
    return found


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _stores(function: ast.FunctionDef, library: Library, known: set[str]) -> bool:
    fresh = _fresh(function)
    for node in ast.walk(function):
        if isinstance(node, _ACTING):
            return True
        if isinstance(node, ast.AugAssign) and not _is_one_of(node.target, fresh):
            return True
        stored = isinstance(node, (ast.Attribute, ast.Subscript))
        if stored and not isinstance(node.ctx, ast.Load):  # type: ignore[attr-defined]
            return True
        if isinstance(node, ast.Call) and _called(node) not in known:
            own = isinstance(node.func, ast.Attribute) and _is_one_of(node.func.value, fresh)
            if not own and not is_harmless(node, replace(library, methods=frozenset())):
                return True
    return False


def _fresh(function: ast.FunctionDef) -> set[str]:
    """The names that are bound to new texts, numbers and lists alone."""
    found: dict[str, bool] = {a.arg: False for a in _all(function.args, ast.arg)}
    for node in _all(function, ast.Assign):
        for name in (n for t in node.targets for n in _all(t, ast.Name)):
            plain = len(node.targets) == 1 and isinstance(node.value, _FRESH)
            found[name.id] = found.get(name.id, True) and plain
    return {name for name, plain in found.items() if plain}


def _is_one_of(node: ast.expr, names: set[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names
