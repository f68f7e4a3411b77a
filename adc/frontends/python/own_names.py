"""Which names a file may bind in itself by texts: `globals()["a"] = …`, `setattr(sys.modules[
__name__], "a", …)`, or by what is handed its names: `other.fill(globals())`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from adc.frontends.own_modules import imported_files, text_of
from adc.frontends.python.top_names import tree_of

#: Methods that only look at a dictionary, or give another one.
_READING = ("items", "keys", "values", "get", "copy")
#: Functions that only look at what they are given, or make another thing of it.
_LOOKING = ("dict", "list", "tuple", "set", "sorted", "len", "print", "repr", "iter", "eval")
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_DOES = re.compile(r"\b(?:globals|locals|vars|modules)\b")
#: A place: the line and the column (from 0) where it begins, and where it ends.
Place = tuple[int, int, int, int]


def bound_by_texts(file: str, text: str) -> Iterator[tuple[frozenset[str] | None, Place]]:
    """The names that each such statement may bind, None for any, and where it stands."""
    if not _DOES.search(text):
        return
    tree = tree_of(text)
    if tree is None:
        yield None, (1, 0, 1, 0)
        return
    parents = {id(c): n for n in ast.walk(tree) for c in ast.iter_child_nodes(n)}
    loops, lacking = _literal_loops(tree), _of_lacking(tree)
    for node in ast.walk(tree):
        if id(node) in lacking:
            continue
        if isinstance(node, ast.Call) and _gives_names(node, parents):
            above = parents.get(id(node))
            found = _of_dictionary(node, parents, loops)
            if found is None and isinstance(above, ast.Call) and node in above.args:
                found = _by_called(file, text, above, above.args.index(node))
        elif _is_own_module(node):
            found = _of_module(node, parents, loops)
        else:
            continue
        if found is None or found:
            yield found, _place(node)


def _place(node: ast.AST) -> Place:
    assert isinstance(node, ast.expr)
    return node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0


def _gives_names(node: ast.Call, parents: dict[int, ast.AST]) -> bool:
    """Whether it is `globals()`, or `vars()` or `locals()` outside of functions and classes."""
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if node.args or name not in ("globals", "locals", "vars"):
        return False
    above: ast.AST | None = node
    while above is not None and name != "globals":
        if isinstance(above, _DEFINITIONS):
            return False
        above = parents.get(id(above))
    return True


def _is_own_module(node: ast.AST) -> bool:
    """Whether it is `sys.modules[__name__]`."""
    return (
        isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Name) and node.slice.id == "__name__"
        and getattr(node.value, "attr", getattr(node.value, "id", "")) == "modules"
    )  # fmt: skip


def _of_dictionary(
    node: ast.expr, parents: dict[int, ast.AST], loops: dict[str, frozenset[str]]
) -> frozenset[str] | None:
    above = parents.get(id(node))
    if isinstance(above, ast.Subscript) and above.value is node:
        return frozenset() if isinstance(above.ctx, ast.Load) else _names(above.slice, loops)
    if isinstance(above, ast.Attribute):
        call = parents.get(id(above))
        if not isinstance(call, ast.Call) or call.func is not above:
            return None
        if above.attr in _READING:
            return frozenset()
        if above.attr in ("setdefault", "pop", "__setitem__") and call.args:
            return _names(call.args[0], loops)
        return _keys(call, loops) if above.attr == "update" else None
    if isinstance(above, (ast.Compare, ast.comprehension, ast.For, ast.Expr)):
        return frozenset()
    if isinstance(above, ast.Call) and isinstance(above.func, ast.Name):
        return frozenset() if above.func.id in _LOOKING else None
    return None


def _by_called(file: str, text: str, call: ast.Call, position: int) -> frozenset[str] | None:
    """The names that a function of the file, or of one that it imports, sets in the dictionary that
    it is given; None where there is no such function, or any name may be set."""
    called = getattr(call.func, "attr", getattr(call.func, "id", ""))
    others = [text_of(other) for other in dict.fromkeys(imported_files(file, text))]
    bodies: list[frozenset[str] | None] = []
    for tree in map(tree_of, (text, *(t for t in others if called in t))):
        for node in ast.walk(tree) if tree is not None and called else ():
            defined = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
            if not defined or node.name != called:  # type: ignore[attr-defined]
                continue
            begin = [node]
            if isinstance(node, ast.ClassDef):
                begin = [n for n in node.body if getattr(n, "name", "") == "__init__"]
            bodies += [_by_function(n, position + (n is not node)) for n in begin]
    if not bodies or None in bodies:
        return None
    return frozenset[str]().union(*(b for b in bodies if b is not None))


def _by_function(node: ast.AST, position: int) -> frozenset[str] | None:
    """The names that a function sets in the dictionary that is its parameter at `position`."""
    if not isinstance(node, ast.FunctionDef) or len(node.args.args) <= position:
        return None
    name = node.args.args[position].arg
    if node.args.posonlyargs:
        return None
    parents = {id(c): n for n in ast.walk(node) for c in ast.iter_child_nodes(n)}
    loops, found = _literal_loops(node), frozenset[str]()
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and each.id == name:
            names = _of_dictionary(each, parents, loops)
            if names is None or not isinstance(each.ctx, ast.Load):
                return None
            found |= names
    return found


def _keys(call: ast.Call, loops: dict[str, frozenset[str]]) -> frozenset[str] | None:
    """The keys that `d.update(…)` sets."""
    found: frozenset[str] = frozenset(k.arg for k in call.keywords if k.arg)
    if any(k.arg is None for k in call.keywords) or len(call.args) > 1:
        return None
    for given in call.args:
        keys = given.keys if isinstance(given, ast.Dict) else [None]
        for key in keys:
            names = _names(key, loops) if key is not None else None
            if names is None:
                return None
            found |= names
    return found


def _of_module(
    node: ast.AST, parents: dict[int, ast.AST], loops: dict[str, frozenset[str]]
) -> frozenset[str] | None:
    above = parents.get(id(node))
    if isinstance(above, ast.Attribute) and not above.attr.startswith("__"):
        loaded = isinstance(above.ctx, ast.Load)
        return frozenset() if loaded else frozenset({above.attr})
    if isinstance(above, ast.Call) and isinstance(above.func, ast.Name):
        named = above.func.id
        if named in ("getattr", "hasattr", "dir") and above.args[0] is node:
            return frozenset()
        if named in ("setattr", "delattr") and len(above.args) > 1 and above.args[0] is node:
            return _names(above.args[1], loops)
    return None


def _names(key: ast.expr, loops: dict[str, frozenset[str]]) -> frozenset[str] | None:
    if isinstance(key, ast.Constant) and isinstance(key.value, str):
        return frozenset({key.value})
    return loops.get(key.id) if isinstance(key, ast.Name) else None


def _literal_loops(tree: ast.AST) -> dict[str, frozenset[str]]:
    """The variables that nothing binds but loops over texts that stand there."""
    texts: dict[str, frozenset[str]] = {}
    bound: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound.append(node.id)
        bound += [str(n) for n in _bound_otherwise(node) if n]
        if not isinstance(node, ast.For) or not isinstance(node.target, ast.Name):
            continue
        items = node.iter.elts if isinstance(node.iter, (ast.Tuple, ast.List, ast.Set)) else []
        values = [i.value for i in items if isinstance(i, ast.Constant)]
        if items and len(values) == len(items) and all(isinstance(v, str) for v in values):
            texts[node.target.id] = frozenset(map(str, values))
    return {name: found for name, found in texts.items() if bound.count(name) == 1}


def _of_lacking(tree: ast.Module) -> frozenset[int]:
    """What the module's own `__getattr__` sets under the name that it is called with (PEP 562), by
    `globals()[name] = …`: Python calls it with names that the module lacks, so that these are none
    of the names that are bound there."""
    lacking = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "__getattr__"]
    called = any(getattr(n, "id", getattr(n, "attr", "")) == "__getattr__" for n in ast.walk(tree))
    if len(lacking) != 1 or called or len(lacking[0].args.args) != 1:
        return frozenset()
    (function,), (parameter,) = lacking, lacking[0].args.args
    inside = list(ast.walk(function))
    named = [n for n in inside if isinstance(n, ast.Name) and n.id == parameter.arg]
    bound = [n for n in inside if parameter.arg in _bound_otherwise(n)]
    if bound != [parameter] or not all(isinstance(n.ctx, ast.Load) for n in named):
        return frozenset()
    keyed = [n for n in inside if isinstance(n, ast.Subscript) and n.slice in named]
    return frozenset(id(n.value) for n in keyed)


def _bound_otherwise(node: ast.AST) -> Iterator[str | None]:
    if isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.alias):
        yield node.asname or node.name
    elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
        yield node.name
    elif isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from node.names
