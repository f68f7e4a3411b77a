"""Which names a file may bind in itself by texts: `globals()["a"] = …`, `setattr(sys.modules[
__name__], "a", …)`, or by what is handed its names: `other.fill(globals())`. What decides what a
function does, as `setattr(g, "__defaults__", …)`, counts as binding it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from adc.diagnostics import Note, Span
from adc.frontends.own_modules import imported_files
from adc.frontends.places import text_of
from adc.frontends.python.idle_functions import never_run
from adc.frontends.python.top_names import bound_otherwise, tree_of

#: Methods that only look at a dictionary, or give another one.
_READING = ("items", "keys", "values", "get", "copy")
#: Functions that only look at what they are given, or make another thing of it.
_LOOKING = ("dict", "list", "tuple", "set", "sorted", "len", "print", "repr", "iter", "eval")
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_DOES = re.compile(r"\b(?:globals|locals|vars|modules|setattr|delattr)\b")
#: What to say where a text may bind any name, and what helps there.
ANY_NAME = "any name may be bound here"
AS_WRITTEN = "if nothing but its statements binds it, say `--as-written`; else make it an argument"
#: A place: the line and the column (from 0) where it begins, and where it ends.
Place = tuple[int, int, int, int]


def unsettled_by_texts(file: str, text: str, every: Iterable[str]) -> dict[str, Note]:
    """The names that texts may bind in the file, each with where; `every`: those that one which is
    not told may be."""
    found: dict[str, Note] = {}
    for names, (line, column, *end) in bound_by_texts(file, text):
        what = ANY_NAME if names is None else "bound by its name here"
        note = Note(what, Span(file, line, column + 1, end[0], end[1] + 1))
        for name in every if names is None else names:
            found.setdefault(name, note)
    return found


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
    idle = never_run(file, tree)
    for node in ast.walk(tree):
        found: frozenset[str] | None
        if id(node) in idle:
            continue
        if id(node) in lacking:
            found = lacking[id(node)]
        elif isinstance(node, ast.Call) and _gives_names(node, parents):
            above = parents.get(id(node))
            found = _of_dictionary(node, parents, loops)
            if found is None and isinstance(above, ast.Call) and node in above.args:
                found = _by_called(file, text, above, above.args.index(node))
        elif _is_own_module(node):
            found = _of_module(node, parents, loops)
        elif isinstance(node, ast.Call) and _decides(node):
            found = frozenset({node.args[0].id})  # type: ignore[attr-defined]
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


def _decides(node: ast.Call) -> bool:
    """Whether it is `setattr(g, "__defaults__", …)`, which decides what `g` does."""
    if getattr(node.func, "id", "") not in ("setattr", "delattr") or len(node.args) < 2:
        return False
    owner, part = node.args[:2]
    text = part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else ""
    return isinstance(owner, ast.Name) and text.startswith("__")


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
        bound += [str(n) for n in bound_otherwise(node) if n]
        if not isinstance(node, ast.For) or not isinstance(node.target, ast.Name):
            continue
        items = node.iter.elts if isinstance(node.iter, (ast.Tuple, ast.List, ast.Set)) else []
        values = [i.value for i in items if isinstance(i, ast.Constant)]
        if items and len(values) == len(items) and all(isinstance(v, str) for v in values):
            texts[node.target.id] = frozenset(map(str, values))
    return {name: found for name, found in texts.items() if bound.count(name) == 1}


def _of_lacking(tree: ast.Module) -> dict[int, frozenset[str]]:
    """The names under which the module's own `__getattr__` (PEP 562) stores what it makes, by
    `globals()[name] = …`, where it first looks `name` up in a table of texts, which raises for any
    other: by the store's dictionary."""
    lacking = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "__getattr__"]
    if len(lacking) != 1 or len(lacking[0].args.args) != 1 or lacking[0].decorator_list:
        return {}
    (function,), (parameter,) = lacking, lacking[0].args.args
    inside = list(ast.walk(function))
    named = [n for n in inside if isinstance(n, ast.Name) and n.id == parameter.arg]
    bound = [n for n in inside if parameter.arg in bound_otherwise(n)]
    if bound != [parameter] or not all(isinstance(n.ctx, ast.Load) for n in named):
        return {}
    found: dict[int, frozenset[str]] = {}
    known: frozenset[str] | None = None
    for at, statement in enumerate(function.body):
        here = known or _asked_first(tree, statement, parameter.arg)
        keyed = [
            n for n in ast.walk(statement) if isinstance(n, ast.Subscript) and n.slice in named
        ]
        found |= {id(n.value): here for n in keyed if here is not None}
        following = function.body[at + 1] if at + 1 < len(function.body) else None
        known = known or _looked_up(tree, statement, following, parameter.arg)
    return found


def _asked_first(tree: ast.Module, node: ast.stmt, name: str) -> frozenset[str] | None:
    """The keys of the table of which a statement asks `if name in table:`, and has no other
    branch."""
    if not isinstance(node, ast.If) or node.orelse:
        return None
    return _in_table(tree, node.test, name, ast.In)


def _in_table(
    tree: ast.Module, test: ast.expr, name: str, operator: type[ast.cmpop]
) -> frozenset[str] | None:
    if not isinstance(test, ast.Compare) or [type(op) for op in test.ops] != [operator]:
        return None
    (table,) = test.comparators
    if getattr(test.left, "id", "") != name or not isinstance(table, ast.Name):
        return None
    return _literal_keys(tree, table.id)


def _looked_up(
    tree: ast.Module, node: ast.stmt, following: ast.stmt | None, name: str
) -> frozenset[str] | None:
    """The keys of the table in which a statement looks `name` up, and the `following` one raises
    where it is not there; None where they do not, or where something may change the table."""
    if isinstance(node, ast.If) and not node.orelse and isinstance(node.body[-1], ast.Raise):
        return _in_table(tree, node.test, name, ast.NotIn)
    if isinstance(node, ast.Try) and not node.orelse and not node.finalbody:
        if not all(isinstance(h.body[-1], ast.Raise) for h in node.handlers):
            return None
        node = node.body[0] if len(node.body) == 1 else node
    value = node.value if isinstance(node, ast.Assign) else None
    if isinstance(value, ast.Call) and isinstance(node, ast.Assign):
        if not _raises_for_none(node.targets, following):
            return None
        table = value.func.value if isinstance(value.func, ast.Attribute) else None
        asked = isinstance(table, ast.Name) and ast.unparse(value) == f"{table.id}.get({name})"
        return _literal_keys(tree, table.id) if asked and isinstance(table, ast.Name) else None
    table = value.value if isinstance(value, ast.Subscript) else None
    if not isinstance(value, ast.Subscript) or not isinstance(table, ast.Name):
        return None
    if not isinstance(value.slice, ast.Name) or value.slice.id != name:
        return None
    return _literal_keys(tree, table.id)


def _raises_for_none(targets: list[ast.expr], following: ast.stmt | None) -> bool:
    """Whether it is `if found is None: raise …` for the one variable that is bound."""
    if len(targets) != 1 or not isinstance(targets[0], ast.Name) or following is None:
        return False
    plain = isinstance(following, ast.If) and not following.orelse
    return (
        plain and isinstance(following.body[-1], ast.Raise)  # type: ignore[attr-defined]
        and ast.unparse(following.test) == f"{targets[0].id} is None"  # type: ignore[attr-defined]
    )  # fmt: skip


def _literal_keys(tree: ast.Module, table: str) -> frozenset[str] | None:
    """The keys of the one dictionary of texts that stands in the file under this name, and that
    is only asked."""
    parents = {id(c): n for n in ast.walk(tree) for c in ast.iter_child_nodes(n)}
    uses = [n for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id == table]
    made = [parents[id(n)] for n in uses if not isinstance(n.ctx, ast.Load)]
    if len(made) != 1 or not isinstance(made[0], (ast.Assign, ast.AnnAssign)):
        return None
    if not all(_only_asks(parents[id(n)]) for n in uses if isinstance(n.ctx, ast.Load)):
        return None
    value = made[0].value
    keys: list[ast.expr | None] = value.keys if isinstance(value, ast.Dict) else [None]
    if isinstance(value, (ast.Set, ast.Tuple, ast.List)):
        keys = [*value.elts]
    texts = [k.value for k in keys if isinstance(k, ast.Constant) and isinstance(k.value, str)]
    return frozenset(texts) if len(texts) == len(keys) else None


def _only_asks(above: ast.AST) -> bool:
    """Whether what is around the name of a dictionary only looks at it."""
    if isinstance(above, ast.Call):
        return isinstance(above.func, ast.Name) and above.func.id in _LOOKING
    if isinstance(above, (ast.Subscript, ast.Starred)):
        return isinstance(above.ctx, ast.Load)
    if isinstance(above, ast.Attribute):
        return above.attr in _READING
    return isinstance(above, ast.Compare)
