"""Where a file sets a part of a library that adc knows: by the name that an import gives, by
another one, or in a function that it hands the library to."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterable, Iterator
from importlib import import_module

from adc.frontends.python.settings import ByName, Settings, Stored
from adc.frontends.python.top_names import tree_of

LIBRARIES = ("numpy", "scipy", "math", "builtins", "functools", "itertools", "operator")
#: What only looks at a module.
_LOOKING = frozenset({"getattr", "hasattr", "isinstance", "dir", "vars", "id", "print", "type",
                      "repr", "str", "setattr", "delattr", "reload"})  # fmt: skip
_OWN = ("self", "cls")
#: `np.bool = bool` gives NumPy a name of an early version back, which is Python's own type.
_FORMER = re.compile(r"\s*\w+\.(bool|int|float|complex|object|str)\s*=\s*\1\s*(#.*)?")


def known_by(found: Settings) -> dict[str, str]:
    """The names that imports in a file, and Python, give to libraries, each with the library."""
    known = {"__builtins__": "builtins"}
    for name, (module, *_) in found.libraries.items():
        if module.split(".")[0] in LIBRARIES:
            known[name] = module.split(".")[0]
    return known


class Lent:
    """What of `text` may have the libraries that it has under the names `known`: `names` are other
    variables for them, `functions` those that are handed one."""

    def __init__(self, text: str, known: dict[str, str]) -> None:
        self.names: dict[str, str] = {}
        self.functions: dict[str, set[str]] = {}
        tree = tree_of(text)
        nodes = list(ast.walk(tree)) if tree is not None else []
        whole = {"__builtins__", *(n for node in nodes for n in _modules_of(node))}
        known = {name: library for name, library in known.items() if name in whole}
        before = -1
        while len(self.names) > before:
            before = len(self.names)
            for node in nodes:
                self._note(node, {**known, **self.names})

    def _note(self, node: ast.AST, known: dict[str, str]) -> None:
        value = getattr(node, "value", None)
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)) and value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            each = (n for t in targets for n in ast.walk(t) if isinstance(n, ast.Name))
            names = [n.id for n in each if isinstance(n.ctx, ast.Store)]
            for library in _itself(value, known):
                for name in names:
                    if name not in known:
                        self.names[name] = library
        elif isinstance(node, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            given = (*node.args, *(k.value for k in node.keywords))
            for library in (found for g in given for found in _itself(g, known)):
                if called not in _LOOKING:
                    self.functions.setdefault(called, set()).add(library)


def _modules_of(node: ast.AST) -> Iterator[str]:
    """The names that an import binds to modules, not to what these hold."""
    if isinstance(node, ast.Import):
        yield from (a.asname or a.name.partition(".")[0] for a in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        for part in node.names if node.module.split(".")[0] in LIBRARIES else ():
            try:
                import_module(f"{node.module}.{part.name}")
            except ImportError:
                continue
            yield part.asname or part.name


def _itself(value: ast.expr, known: dict[str, str]) -> Iterator[str]:
    """The libraries, or modules of theirs, that a value may be or hold."""
    if isinstance(value, ast.Name) and value.id in known:
        yield known[value.id]
    elif isinstance(value, ast.Attribute):
        if _is_module(value, known):
            yield from _itself(value.value, known)
    elif isinstance(value, (ast.IfExp, ast.BoolOp, ast.Tuple, ast.List, ast.Dict, ast.NamedExpr)):
        for child in ast.iter_child_nodes(value):
            if isinstance(child, ast.expr):
                yield from _itself(child, known)


def _is_module(node: ast.Attribute, known: dict[str, str]) -> bool:
    names: list[str] = []
    inner: ast.expr = node
    while isinstance(inner, ast.Attribute):
        names.insert(0, inner.attr)
        inner = inner.value
    if not isinstance(inner, ast.Name) or inner.id not in known:
        return False
    try:
        import_module(".".join([known[inner.id], *names]))
    except ImportError:
        return False
    return True


def setting(
    found: Settings, known: dict[str, str], lent: dict[str, set[str]], other: bool, text: str
) -> Stored | ByName | None:
    """What in a file may set a part of a library that it has under one of the names `known`, or in
    a function that is `lent` one. `other`: the file is of another package than the source, where
    a hook for imports is taken to give what is asked for."""
    every: Iterable[Stored | ByName] = (*found.stored, *found.by_name)
    lines = text.splitlines()
    for each in every:
        library = known.get(each.root, "")
        part = each.part
        if library == "numpy" and _FORMER.fullmatch(lines[each.line - 1]):
            continue
        if part == "__import__" and other:
            continue
        if library == "builtins" and part and not hasattr(builtins, part):
            continue
        if library:
            return each
        inside = each.within and each.root not in (*found.objects, "")
        for each_library in lent.get(each.within, ()) if inside else ():
            if not part or hasattr(import_module(each_library), part):
                return each
    return None
