"""What the text of a file may set as parts of things: `m.G = 2.0`, `setattr(m, …)`, `vars(m)`,
`sys.modules[…] = …`.

Python's own tree of the file is looked at, so that comments, docstrings, annotations and what only
reads set nothing; and so is all of the file, also what adc cannot read.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from adc.frontends.python.top_names import tree_of
from adc.frontends.python.variables import is_local, is_made, is_new_function

#: The names of an object that its own methods have, or of its class.
_OWN = ("self", "cls")
_SETS = ("setattr", "delattr", "vars", "reload")
_ASKED = (*_SETS, "import_module", "__import__")
#: Parts of nodes that say nothing here.
_APART = ("ctx", "op", "ops", "kind", "type_comment", "type_ignores")
#: Methods of a dictionary that only read it.
_READING = ("items", "keys", "values", "get", "copy")
_CHANGING = ("update", "setdefault", "pop", "popitem", "clear", "__setitem__", "__delitem__")
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Setting:
    """Parts of `root`, or of something in it, are set; "": of anything at all."""

    root: str
    line: int


@dataclass(frozen=True)
class Stored(Setting):
    """`root.….owner.part = value`: `owner` is the variable that `part` is directly of, "" where
    that is no variable, and `inner` the last attribute before `part`, "" for none; of `x.a[i] = v`
    the part is "", but for what functions have of Python's own. `within` is the function that
    does, "" outside of any."""

    owner: str
    part: str
    within: str = ""
    inner: str = ""


@dataclass(frozen=True)
class ByName(Setting):
    """They are set by their names; `inner`: those of something in `root`. `within` is the function
    that does, "" outside of any, `part` the name in `vars(root)["name"] = …` and in `setattr(root,
    "name", …)`, "" where that is no text that stands there."""

    inner: bool
    within: str = ""
    part: str = ""


@dataclass
class Settings:
    """`clear`: the text is Python. `words`: the names in it, also those in texts that it has.
    `parts`: attributes, but for those of an object's own methods. `bare`: the variables that stand
    by themselves and are not called, `read` those that are not bound there, `bare_parts` attributes
    that do, `classes` the variables that are its own classes and nothing else. `remade`: calls of
    `__init__` of what may be made already. `modules`: those that it gets otherwise than by an
    import that binds a name, "" where it may be any. `givers`: its functions that return such a
    module, `calls`: what functions are given as their first argument. `inside`: the names in
    imports that are not at the top. `replacing`: functions that put other modules into
    `sys.modules`, each with the line, `reloaded`: modules that are run once more. `run`: the names
    that the file mentions while it is imported, attributes among them, `mentions`: those that
    functions mention, by their names."""

    clear: bool = True
    words: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    parts: set[str] = field(default_factory=set)
    stored: list[Stored] = field(default_factory=list)
    by_name: list[ByName] = field(default_factory=list)
    bare: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)
    remade: list[ByName] = field(default_factory=list)
    bare_parts: set[str] = field(default_factory=set)
    classes: set[str] = field(default_factory=set)
    modules: list[str] = field(default_factory=list)
    givers: set[str] = field(default_factory=set)
    calls: dict[str, set[str]] = field(default_factory=dict)
    imported: dict[str, set[str]] = field(default_factory=dict)
    libraries: dict[str, tuple[str, int, int]] = field(default_factory=dict)
    inside: set[str] = field(default_factory=set)
    replacing: dict[str, int] = field(default_factory=dict)
    reloaded: dict[str, int] = field(default_factory=dict)
    run: set[str] = field(default_factory=set)
    mentions: dict[str, set[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str) -> Settings:
        found = cls()
        tree = tree_of(text)
        if tree is None:
            found.clear = False
            found.words = set(re.findall(r"\w+", text))
            return found
        finder = _Finder(found)
        finder.look(tree)
        once = {name for name, count in finder.bound.items() if count == 1}
        found.classes = finder.own & once if "*" not in finder.bound else set()
        return found

    def sets(self, name: str) -> int:
        """The line that may set the part `name` of a module; 0 for none."""
        for each in self.stored:
            if each.part == name and each.owner not in self.objects:
                return each.line
        return 0

    @property
    def objects(self) -> tuple[str, ...]:
        """The variables that are objects or classes, and never modules."""
        return (*_OWN, *self.classes)


@dataclass
class _Finder:
    """Goes through a tree: `above` are the nodes around the one that it is at, the innermost last,
    `running` has the mentions of each function whose body that is in. `bound` counts how often the
    text binds a name, `own` are its classes at the top."""

    found: Settings
    above: list[ast.AST] = field(default_factory=list)
    running: list[set[str]] = field(default_factory=list)
    bound: Counter[str] = field(default_factory=Counter)
    own: set[str] = field(default_factory=set)
    sys: set[str] = field(default_factory=lambda: {"sys"})

    def look(self, node: ast.AST) -> None:
        note = _NOTES.get(type(node))
        if note is not None:
            note(self, node)
        self.above.append(node)
        for part in _parts_of(type(node)):
            inside = part == "body" and isinstance(node, _DEFINITIONS)
            aside = part == "returns" and not self.running
            if inside:
                self.running.append(self.found.mentions.setdefault(node.name, set()))  # type: ignore[attr-defined]
            elif aside:  # what a function is said to return runs nothing
                self.running.append(set())
            value = getattr(node, part, None)
            for child in value if isinstance(value, list) else (value,):
                if isinstance(child, ast.AST) and not _says_nothing(child):
                    self.look(child)
            if inside or aside:
                self.running.pop()
        self.above.pop()

    @property
    def parents(self) -> tuple[ast.AST, ...]:
        """The nodes around this one, the innermost first."""
        return tuple(reversed(self.above))

    def mention(self, name: str) -> None:
        for names in self.running or (self.found.run,):
            names.add(name)

    def name(self, node: ast.Name) -> None:
        found, above = self.found, self.above[-1]
        found.words.add(node.id)
        self.mention(node.id)
        called = isinstance(above, ast.Call) and above.func is node
        if not called and not isinstance(above, ast.Attribute):
            found.bare.add(node.id)
            found.read |= {node.id} if isinstance(node.ctx, ast.Load) else set()
        if not isinstance(node.ctx, ast.Load):
            self.bound[node.id] += 1
        if node.id in _ASKED and not is_local(node, self.parents):
            self.called(node, node.id, self.parents)

    def subscript(self, node: ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load) and _has_part(node.value):
            self.store(node.value, _of_function(node.value), node.lineno)
        elif not isinstance(node.ctx, ast.Load) and _root(node) == "__builtins__":
            self.by_name("__builtins__", node.lineno, False)

    def constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self.found.texts.add(node.value)
            self.found.words |= set(re.findall(r"\w+", node.value))
            if node.value == "__setattr__":
                self.by_name("", node.lineno, False)

    def definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        self.found.words.add(node.name)
        if not isinstance(node, ast.ClassDef):
            self.bound[node.name] += 1
        elif len(self.above) == 1:
            self.bound[node.name] += 1
            self.own.add(node.name)

    def argument(self, node: ast.arg | ast.keyword) -> None:
        self.found.words.add(node.arg or "")
        if isinstance(node, ast.arg):
            self.bound[node.arg] += 1

    def call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        name = node.func.attr if isinstance(node.func, ast.Attribute) else name
        self.found.calls.setdefault(name, set()).add(_text(node.args[0]) if node.args else "")

    def attribute(self, node: ast.Attribute) -> None:
        found, owner, above = self.found, node.value, self.above[-1]
        found.words.add(node.attr)
        self.mention(node.attr)
        own = isinstance(owner, ast.Name) and owner.id in _OWN
        if not own:
            found.parts.add(node.attr)
        inner = isinstance(above, ast.Attribute) or (
            isinstance(above, ast.Call) and above.func is node
        )
        if not own and not inner:
            found.bare_parts.add(node.attr)
        bare = isinstance(above, ast.AnnAssign) and above.value is None
        if not (isinstance(node.ctx, ast.Load) or bare or is_new_function(owner, self.parents)):
            self.store(owner, node.attr, node.lineno)
        if node.attr in ("reload", "import_module", "__import__"):
            self.called(node, node.attr, self.parents)
        elif node.attr == "modules" and _root(owner) in self.sys:
            self.sys_modules(node, self.parents)
        elif (
            node.attr == "__dict__" and not own and not _reads(node, self.parents)
            and not is_made(owner, self.parents)
        ):  # fmt: skip
            self.by_name(_root(owner), node.lineno, isinstance(owner, ast.Attribute))
        elif node.attr == "__kwdefaults__" and _changes_entries(above):
            self.store(owner, node.attr, node.lineno)
        elif _changes_entries(node) and getattr(owner, "id", "") == "__builtins__":
            self.by_name("__builtins__", node.lineno, False)
        elif node.attr == "__init__" and self.within != "__init__":
            found.remade.append(ByName(_root(owner), node.lineno, False, self.within))
        elif node.attr in ("__setattr__", "__delattr__") and not own:
            call = above if isinstance(above, ast.Call) else None
            of_object = isinstance(owner, ast.Name) and owner.id == "object"
            if of_object and call is not None and call.args:
                self.given(call.args[0], node.lineno)
            elif not (isinstance(owner, ast.Call) and _root(owner.func) == "super"):
                self.given(owner, node.lineno)

    def store(self, owner: ast.expr, part: str, line: int) -> None:
        direct = owner.id if isinstance(owner, ast.Name) else ""
        inner = owner.attr if isinstance(owner, ast.Attribute) else ""
        self.found.stored.append(Stored(_root(owner), line, direct, part, self.within, inner))

    def given(self, node: ast.expr | None, line: int, part: str = "") -> None:
        """Parts of `node` are set by their names, or the one that is called `part`."""
        if isinstance(node, ast.Name) and node.id in _OWN:
            return
        root = _root(node) if node is not None else ""
        self.by_name(root, line, isinstance(node, ast.Attribute), part)

    def by_name(self, root: str, line: int, inner: bool, part: str = "") -> None:
        self.found.by_name.append(ByName(root, line, inner, self.within, part))

    @property
    def within(self) -> str:
        """The function around, "" for none."""
        return next((n.name for n in reversed(self.above) if isinstance(n, _DEFINITIONS)), "")

    def called(self, node: ast.expr, name: str, parents: tuple[ast.AST, ...]) -> None:
        call = parents[0] if isinstance(parents[0], ast.Call) and parents[0].func is node else None
        first = call.args[0] if call is not None and call.args else None
        if first is not None and name in ("setattr", "delattr") and is_made(first, parents):
            return
        if name == "vars" and call is not None and not call.args:
            within = any(isinstance(p, _DEFINITIONS) for p in parents)
            if not within:
                self.by_name("", call.lineno, False)
        elif name == "vars" and call is not None and isinstance(first, ast.Name):
            above = parents[1] if len(parents) > 1 else None
            if not (_only_names(above) or first.id in _OWN):
                part = _text(above.slice) if isinstance(above, ast.Subscript) else ""
                self.by_name(first.id, call.lineno, False, part)
        elif name == "reload" and isinstance(first, ast.Subscript) and self.reloads(first):
            self.found.reloaded[_text(first.slice)] = first.lineno
        elif name in _SETS:
            given = call.args[1] if call is not None and len(call.args) > 1 else node
            part = _text(given) if name in ("setattr", "delattr") else ""
            self.given(first, getattr(node, "lineno", 1), part)
        else:
            self.fetched(first or node, parents if call is not None else ())

    def reloads(self, node: ast.Subscript) -> bool:
        """Whether it is `sys.modules["name"]`."""
        value = node.value
        known = isinstance(value, ast.Attribute) and value.attr == "modules"
        return known and _root(value) in self.sys and bool(_text(node.slice))

    def sys_modules(self, node: ast.Attribute, parents: tuple[ast.AST, ...]) -> None:
        above, line = parents[0], node.lineno
        if isinstance(above, ast.Compare):
            return
        at = above.slice if isinstance(above, ast.Subscript) else None
        if isinstance(at, ast.Name) and at.id == "__name__":
            return  # the file's own module
        if isinstance(above, ast.Subscript) and isinstance(above.ctx, ast.Load):
            if not (_is_reloaded(above, parents[1]) and self.reloads(above)):
                self.fetched(above.slice, parents)
        elif isinstance(above, ast.Attribute) and above.attr in _READING:
            call = parents[1] if isinstance(parents[1], ast.Call) else None
            self.fetched(call.args[0] if call is not None and call.args else above, parents[1:])
        elif (
            isinstance(above, ast.Subscript) and isinstance(above.ctx, ast.Store)
            and (within := next((p for p in parents if isinstance(p, _DEFINITIONS)), None))
        ):  # fmt: skip
            self.found.replacing[within.name] = line
        else:
            self.by_name("", line, False)
            self.found.modules.append("")

    def fetched(self, name: ast.AST, parents: tuple[ast.AST, ...]) -> None:
        """`parents[0]`, if any, is the module of this name."""
        if _text(name):
            self.found.modules.append(_text(name))
        else:
            self.source(parents)

    def source(self, parents: tuple[ast.AST, ...]) -> None:
        """`parents[0]` is a module, if any; the others stand around it."""
        above = parents[1] if len(parents) > 1 else None
        within = next((p for p in parents if isinstance(p, _DEFINITIONS)), None)
        if isinstance(above, ast.Expr):
            return
        if isinstance(above, ast.Return) and within is not None:
            self.found.givers.add(within.name)
        elif isinstance(above, ast.Assign) and isinstance(above.targets[0], ast.Name) and within:
            names = [t.id for t in above.targets if isinstance(t, ast.Name)]
            ways = [w for name in names for w in _ways(within, name)]
            if len(names) < len(above.targets) or "other" in ways:
                self.found.modules.append("")
            elif "return" in ways:
                self.found.givers.add(within.name)
        else:
            self.found.modules.append("")

    def imported(self, node: ast.Import | ast.ImportFrom) -> None:
        words = set(_words(node))
        self.found.words |= words
        self.found.inside |= words if len(self.above) > 1 else set()
        for part in node.names:
            self.bound[part.asname or part.name] += 1
            if part.asname:
                self.mention(part.name.split(".")[-1])
                self.sys |= {part.asname} if part.name == "sys" else set()
            last = part.name.split(".")[
                0 if isinstance(node, ast.Import) and not part.asname else -1
            ]
            self.found.imported.setdefault(last, set()).add(part.asname or last)
        if isinstance(node, ast.ImportFrom) and node.module == "sys":
            given = [""] * any(part.name in ("modules", "*") for part in node.names)
            self.found.modules += given
            self.found.by_name += [ByName("", node.lineno, False) for _ in given]
        outer = node.module or "" if isinstance(node, ast.ImportFrom) and not node.level else ""
        for part in node.names if isinstance(node, ast.Import) or outer else ():
            name = part.asname or part.name.split(".")[0]
            place = (outer or part.name, node.lineno, part.col_offset + 1)
            self.found.libraries.setdefault(name, place)


#: What is noted of a node, by its kind.
_NOTES: dict[type, Callable[[_Finder, Any], None]] = {
    ast.Name: _Finder.name,
    ast.Attribute: _Finder.attribute,
    ast.Subscript: _Finder.subscript,
    ast.Constant: _Finder.constant,
    ast.Import: _Finder.imported,
    ast.ImportFrom: _Finder.imported,
    ast.Call: _Finder.call,
    **dict.fromkeys((*_DEFINITIONS, ast.ClassDef), _Finder.definition),
    **dict.fromkeys((ast.arg, ast.keyword), _Finder.argument),
}


_PARTS: dict[type[ast.AST], tuple[str, ...]] = {}


def _parts_of(kind: type[ast.AST]) -> tuple[str, ...]:
    """The fields of a kind of nodes that may hold others which are of interest."""
    found = _PARTS.get(kind)
    if found is None:
        found = _PARTS[kind] = tuple(name for name in kind._fields if name not in _APART)
    return found


def _is_reloaded(node: ast.expr, above: ast.AST) -> bool:
    """Whether it is what the call `reload(…)` is given, which stands by itself."""
    if not isinstance(above, ast.Call) or node not in above.args:
        return False
    called = above.func
    return (called.attr if isinstance(called, ast.Attribute) else _root(called)) == "reload"


def _of_function(node: ast.expr) -> str:
    """`__kwdefaults__` of `g.__kwdefaults__[…]`; "" for what no function has."""
    while isinstance(node, ast.Subscript):
        node = node.value
    name = node.attr if isinstance(node, ast.Attribute) else ""
    return name if name == "__kwdefaults__" else ""


def _changes_entries(above: ast.AST) -> bool:
    """Whether a dictionary is asked for a method that may change it."""
    return isinstance(above, ast.Attribute) and above.attr in _CHANGING


def _only_names(above: ast.AST | None) -> bool:
    """Whether nothing but the names in a dictionary is asked for."""
    return isinstance(above, ast.Compare) or (
        isinstance(above, ast.Attribute) and above.attr == "keys"
    )


def _says_nothing(node: ast.AST) -> bool:
    """Whether it is a number, or a text that stands by itself."""
    if isinstance(node, ast.Constant):
        return not isinstance(node.value, str)
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _text(node: ast.AST) -> str:
    """The text that `node` is; "" for anything else."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _ways(within: ast.AST, name: str) -> Iterator[str]:
    """What a function does with a variable: "part", "return" or "other" for each of its uses."""
    for node in ast.walk(within):
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.Name) or child.id != name:
                continue
            if isinstance(node, ast.Return):
                yield "return"
            elif isinstance(child.ctx, ast.Load):
                function = node.func if isinstance(node, ast.Call) else None
                asked = isinstance(function, ast.Name) and function.id in ("getattr", "hasattr")
                yield "part" if asked or isinstance(node, (ast.Attribute, ast.Compare)) else "other"


def _root(node: ast.AST) -> str:
    """The variable that `x`, `x.a` or `x.a[i]` begins with; "" where it begins otherwise."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _has_part(node: ast.AST) -> bool:
    while isinstance(node, ast.Subscript):
        node = node.value
    return isinstance(node, ast.Attribute)


def _reads(node: ast.Attribute, parents: tuple[ast.AST, ...]) -> bool:
    """Whether the dictionary that `node` is, is only looked at there."""
    above = parents[0]
    if isinstance(above, ast.Attribute):
        return above.attr in _READING
    if isinstance(above, ast.Subscript):
        return above.value is node and isinstance(above.ctx, ast.Load)
    return isinstance(above, ast.Compare)


def _words(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom):
        yield from (node.module or "").split(".")
    for part in node.names:
        yield from part.name.split(".")
        yield part.asname or ""


def run_by_settings(files: Iterable[Settings]) -> frozenset[str] | None:
    """The names of functions that files may run while they are imported, by what their statements
    mention and what these functions mention again; None where a text is no Python."""
    mentions: dict[str, set[str]] = {}
    pending: set[str] = set()
    for file in files:
        if not file.clear:
            return None
        pending |= file.run
        for name, names in file.mentions.items():
            mentions.setdefault(name, set()).update(names)
    found: set[str] = set()
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending |= mentions.get(name, set())
    return frozenset(found)
