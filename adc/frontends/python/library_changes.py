"""Where a file sets a part of a library that adc knows: by the name that an import gives, by
another one, or in a function that it hands the library to."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from importlib import import_module

from adc.frontends.python.settings import ByName, Settings, Stored
from adc.frontends.python.top_names import bound_by, tree_of

LIBRARIES = ("numpy", "scipy", "math", "builtins", "functools", "itertools", "operator")
#: What only looks at a module.
_LOOKING = frozenset({"getattr", "hasattr", "isinstance", "dir", "vars", "id", "print", "type",
                      "repr", "str", "setattr", "delattr", "reload"})  # fmt: skip
_OWN = ("self", "cls")
_BINDING = (ast.Assign, ast.AnnAssign, ast.NamedExpr)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_Definition = ast.FunctionDef | ast.AsyncFunctionDef
#: `np.bool = bool` and `np.AxisError = np.exceptions.AxisError` give NumPy a name of an early
#: version back for what it meant there, `np.trapz = np.trapezoid` a function its other name.
_FORMER = re.compile(
    r"\s*(\w+)\.(?:(bool|int|float|complex|object|str)\s*=\s*\2|(\w+)\s*=\s*\1\.exceptions\.\3"
    r"|trapz\s*=\s*\1\.trapezoid|trapezoid\s*=\s*\1\.trapz)\s*(#.*)?"
)
#: What of NumPy makes matrices, of which adc knows none: early versions' own may be put there.
_MATRICES = ("matrix", "mat", "asmatrix", "bmat")


def known_by(found: Settings) -> dict[str, str]:
    """The names that imports in a file, and Python, give to libraries, each with the library."""
    known = {"__builtins__": "builtins"}
    for name, (module, *_) in found.libraries.items():
        if module.split(".")[0] in LIBRARIES:
            known[name] = module.split(".")[0]
    return known


def lent_by(files: Mapping[str, tuple[Settings, str, dict[str, str]]]) -> dict[str, set[str]]:
    """The functions that files hand libraries to, each with these. Of each file there is what it
    sets, its text, and the names that it has for libraries: other variables for them are added."""
    handed: dict[str, set[str]] = {}
    every = [found for found, _, _ in files.values()]
    open = frozenset[str]().union(*(f.bare | f.bare_parts for f in every))
    open |= {n for f in every for n, names in f.imported.items() if names - {n}}
    count = -1
    while len(handed) > count:
        count = len(handed)
        for found, text, known in files.values():
            if found.bare & known.keys():
                lent = Lent(text, known, open | handed.keys())
                known |= lent.names
                for name, libraries in lent.functions.items():
                    handed.setdefault(name, set()).update(libraries)
    return handed


class Lent:
    """What of `text` may have the libraries that it has under the names `known`: `names` are other
    variables for them, `functions` those that are handed one. A parameter of such a name is one
    only in a function that is handed a library, or that may be called otherwise than by its name:
    its name is in `open`, with those that files hand libraries to."""

    def __init__(self, text: str, known: dict[str, str], open: frozenset[str]) -> None:
        self.names: dict[str, str] = {}
        self.functions: dict[str, set[str]] = {}
        tree = tree_of(text)
        nodes = list(ast.walk(tree)) if tree is not None else []
        whole = {"__builtins__", *(n for node in nodes for n in _modules_of(node))}
        known = {name: library for name, library in known.items() if name in whole}
        before = (-1, -1)
        while (len(self.names), len(self.functions)) > before:
            before = len(self.names), len(self.functions)
            apart = open | self.functions.keys()
            pending: list[tuple[ast.AST, dict[str, str]]] = [(n, known) for n in nodes[:1]]
            while pending:
                node, named = pending.pop()
                named = _inside(node, named, apart) if isinstance(node, _DEFINITIONS) else named
                if isinstance(node, (*_BINDING, ast.Call)):
                    self._note(node, {**named, **self.names})
                pending += [(child, named) for child in ast.iter_child_nodes(node)]

    def _note(self, node: ast.AST, known: dict[str, str]) -> None:
        value = getattr(node, "value", None)
        if isinstance(node, _BINDING) and value is not None:
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


def _inside(node: _Definition, known: dict[str, str], open: Container[str]) -> dict[str, str]:
    """Those of the `known` names that mean the same in the function `node`, none of whose
    parameters hides them."""
    if node.name in open or "" in open or node.decorator_list or node.name.startswith("__"):
        return known
    given = node.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    hidden = {each.arg for each in every if each is not None} & known.keys()
    if not hidden or not all(isinstance(d, ast.Constant | None) for d in _defaults(given)):
        return known
    hidden -= bound_by(n for n in ast.walk(node) if not isinstance(n, ast.arg))
    return {name: library for name, library in known.items() if name not in hidden}


def _defaults(given: ast.arguments) -> list[ast.expr | None]:
    return [*given.defaults, *given.kw_defaults]


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
    elif isinstance(value, ast.IfExp):
        yield from (*_itself(value.body, known), *_itself(value.orelse, known))
    elif isinstance(value, (ast.BoolOp, ast.Tuple, ast.List, ast.Dict, ast.NamedExpr)):
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
        if library == "numpy" and isinstance(each, Stored) and part in _MATRICES:
            continue
        if library:
            return each
        inside = each.within and each.root not in (*found.objects, "")
        for each_library in lent.get(each.within, ()) if inside else ():
            if not part or hasattr(import_module(each_library), part):
                return each
    return None
