"""What the text of a file may set as parts of things: `m.G = 2.0`, `setattr(m, …)`, `vars(m)`,
`sys.modules[…] = …`.

Python's own tree of the file is looked at, so that comments, docstrings, annotations and what only
reads set nothing; and so is all of the file, also what adc cannot read.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from adc.frontends.python.class_values import ClassValues
from adc.frontends.python.known_texts import (
    asks_functions,
    asks_names,
    key_of,
    keys_of,
    texts_of,
)
from adc.frontends.python.lending import Lending, Owners
from adc.frontends.python.settings import OWN, ByName, Settings, Stored
from adc.frontends.python.taken_values import is_changed, is_read, taken_from
from adc.frontends.python.top_names import bound_by, is_main_guard, names_itself, tree_of
from adc.frontends.python.tree_parts import (
    READING,
    changes_entries,
    has_part,
    is_reloaded,
    of_function,
    only_names,
    only_reads,
    parts_of,
    root_of,
    says_nothing,
    text_of,
    uses_of,
    words_of,
)
from adc.frontends.python.variables import (
    MAKERS,
    is_local,
    is_made,
    is_new_function,
    kind_given,
    kind_of,
    modules_named,
)

_SETS = ("setattr", "delattr", "vars", "reload")
_ASKED = (*_SETS, "import_module", "__import__")
#: What a file calls the list of the names that it hands on, and methods that add to it.
_EXPORTED = ("__all__", "all_")
_ADDING = ("append", "extend")
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_BINDING = (ast.Assign, ast.AugAssign, ast.AnnAssign)


def settings_of(text: str) -> Settings:
    """What a text may set."""
    found = Settings()
    tree = tree_of(text)
    if tree is None:
        found.clear = False
        found.words = set(re.findall(r"\w+", text))
        return found
    finder = _Finder(found)
    nodes = list(ast.walk(tree))
    finder.modules |= {*modules_named(nodes)}
    finder.hidden = bound_by(nodes) | ({"__name__"} if names_itself(text) else set())
    finder.look(tree)
    finder.reload_again()
    found.lending, found.class_values = Lending.of(tree), ClassValues.of(tree)
    once = {name for name, count in finder.bound.items() if count == 1}
    found.classes = finder.own & once if "*" not in finder.bound else set()
    return found


@dataclass
class _Finder:
    """Goes through a tree: `above` are the nodes around the one that it is at, the innermost last,
    `running` has the mentions of each function whose body that is in. `bound` counts how often the
    text binds a name, `own` are its classes at the top, `modules` its names for `sys.modules`;
    `hidden` are all names that it binds anywhere. `again`: the variables whose modules are run once
    more, each with the function around; `given_by`: the modules that imports may bind."""

    found: Settings
    above: list[ast.AST] = field(default_factory=list)
    running: list[set[str]] = field(default_factory=list)
    bound: Counter[str] = field(default_factory=Counter)
    own: set[str] = field(default_factory=set)
    sys: set[str] = field(default_factory=lambda: {"sys"})
    modules: set[str] = field(default_factory=set)
    hidden: set[str] = field(default_factory=set)
    owners: Owners = field(default_factory=Owners)
    inner: list[str] = field(default_factory=list)
    again: list[tuple[ast.Name, str]] = field(default_factory=list)
    given_by: dict[str, str] = field(default_factory=dict)

    def reload_again(self) -> None:
        """Notes what `reload(m)` runs once more: a module, where one import alone binds the name,
        else anything."""
        for name, within in self.again:
            module = self.given_by.get(name.id, "")
            if module and self.bound[name.id] == 1:
                self.found.reloaded[module] = name.lineno
            else:
                self.found.by_name.append(ByName(name.id, name.lineno, False, within))

    def look(self, node: ast.AST) -> None:
        note = _NOTES.get(type(node))
        if note is not None:
            note(self, node)
        self.above.append(node)
        for part in parts_of(type(node)):
            inside = part == "body" and isinstance(node, _DEFINITIONS)
            aside = part == "returns" and not self.running
            if inside:
                self.running.append(self.found.mentions.setdefault(node.name, set()))  # type: ignore[attr-defined]
                self.inner.append(node.name)  # type: ignore[attr-defined]
            elif aside:  # what a function is said to return runs nothing
                self.running.append(set())
            value = getattr(node, part, None)
            for child in value if isinstance(value, list) else (value,):
                if isinstance(child, ast.AST) and not (says_nothing(child) or self.guards(child)):
                    self.look(child)
            if inside or aside:
                self.running.pop()
            if inside:
                self.inner.pop()
        self.above.pop()

    def guards(self, node: ast.AST) -> bool:
        """Whether it is `if __name__ == "__main__":`, also in a function."""
        own = "__name__" in self.hidden
        return isinstance(node, ast.If) and is_main_guard(node) and not own

    @property
    def parents(self) -> tuple[ast.AST, ...]:
        """The nodes around this one, the innermost first."""
        return tuple(reversed(self.above))

    def is_exported(self) -> bool:
        """Whether it is in what the text binds to `__all__`, or adds to that, or a logger's."""
        kinds = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Call)
        around = next((n for n in self.parents if isinstance(n, kinds)), None)
        if isinstance(around, ast.Call):
            called = getattr(around.func, "attr", getattr(around.func, "id", ""))
            adds = called in _ADDING and root_of(around.func) in _EXPORTED
            return adds or called == "getLogger"
        targets = around.targets if isinstance(around, ast.Assign) else []
        targets = [*targets, around.target] if isinstance(around, kinds[1:3]) else targets
        return any(root_of(t) in _EXPORTED for t in targets)

    def at_top(self, name: str) -> None:
        """The file has the name as one of its own, if no function or class is around."""
        if not any(isinstance(n, (*_DEFINITIONS, ast.ClassDef, ast.Lambda)) for n in self.above):
            self.found.tops.add(name)

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
            self.at_top(node.id)
        if node.id in self.modules:
            self.sys_modules(node, self.parents)
        if node.id in _ASKED and not is_local(node, self.parents):
            self.called(node, node.id, self.parents)

    def subscript(self, node: ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load) and has_part(node.value):
            self.store(node.value, of_function(node.value), node.lineno)
        elif not isinstance(node.ctx, ast.Load) and root_of(node) == "__builtins__":
            self.by_name("__builtins__", node.lineno, False)

    def constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self.found.texts.add(node.value)
            self.found.said |= set() if self.is_exported() else {node.value}
            self.found.words |= set(re.findall(r"\w+", node.value))
            if node.value == "__setattr__":
                self.by_name("", node.lineno, False)

    def definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        self.found.words.add(node.name)
        self.at_top(node.name)
        if not isinstance(node, ast.ClassDef):
            self.bound[node.name] += 1
        elif len(self.above) == 1:
            self.bound[node.name] += 1
            self.own.add(node.name)

    def argument(self, node: ast.arg | ast.keyword) -> None:
        self.found.words.add(node.arg or "")
        if isinstance(node, ast.arg):
            self.bound[node.arg] += 1
        else:
            self.found.said.add(node.arg or "")

    def call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        name = node.func.attr if isinstance(node.func, ast.Attribute) else name
        self.found.calls.setdefault(name, set()).add(text_of(node.args[0]) if node.args else "")
        if self.given_by.get(root_of(node.func), "").startswith(("unittest.mock", "mock")):
            self.by_name("", node.lineno, False)  # `patch("a.b.G", 3)`: of what text or object ever
            self.found.modules.append("")
        if name == "getattr" and len(node.args) > 1 and is_changed(node, self.parents):
            self.found.taken.append((root_of(node.args[0]), text_of(node.args[1])))

    def attribute(self, node: ast.Attribute) -> None:
        found, owner, above = self.found, node.value, self.above[-1]
        found.words.add(node.attr)
        self.mention(node.attr)
        own = self.is_own(owner)
        if not own:
            found.parts.add(node.attr)
        inner = isinstance(above, ast.Attribute) or (
            isinstance(above, ast.Call) and above.func is node
        )
        if not own and not inner:
            found.bare_parts.add(node.attr)
        bare = isinstance(above, ast.AnnAssign) and above.value is None
        anew = bool(self.hidden.intersection(MAKERS)) and is_new_function(owner, self.parents)
        if not (isinstance(node.ctx, ast.Load) or bare or anew):
            self.store(owner, node.attr, node.lineno)
        if node.attr in ("reload", "import_module", "__import__"):
            self.called(node, node.attr, self.parents)
        elif node.attr == "modules" and root_of(owner) in self.sys:
            self.sys_modules(node, self.parents)
        elif (
            node.attr == "__dict__" and not own and not only_reads(node, self.parents)
            and not (is_made(owner, self.parents) or asks_names(node, self.parents, self.hidden))
        ):  # fmt: skip
            kind = kind_given(owner, self.parents)
            self.by_name(root_of(owner), node.lineno, isinstance(owner, ast.Attribute), "", kind)
        elif (
            node.attr == "__dict__" and not own and not asks_names(node, self.parents, self.hidden)
        ):
            found.taken += taken_from(node, self.parents)
        elif node.attr in ("__globals__", "f_globals") and not (
            only_reads(node, self.parents) or _only_looks(above)
        ):
            part = text_of(above.slice) if isinstance(above, ast.Subscript) else ""
            self.by_name(root_of(owner), node.lineno, True, part)
            found.modules.append("")
        elif node.attr == "__kwdefaults__" and changes_entries(above):
            self.store(owner, node.attr, node.lineno)
        elif changes_entries(node) and getattr(owner, "id", "") == "__builtins__":
            self.by_name("__builtins__", node.lineno, False)
        elif (
            node.attr == "__init__"
            and self.within != "__init__"
            and not is_made(owner, self.parents)
        ):
            found.remade.append(ByName(root_of(owner), node.lineno, False, self.within))
        elif node.attr in ("__setattr__", "__delattr__") and not own:
            call = above if isinstance(above, ast.Call) else None
            of_object = isinstance(owner, ast.Name) and owner.id == "object"
            if of_object and call is not None and call.args:
                self.given(call.args[0], node.lineno)
            elif not (isinstance(owner, ast.Call) and root_of(owner.func) == "super"):
                self.given(owner, node.lineno)

    def store(self, owner: ast.expr, part: str, line: int) -> None:
        direct = owner.id if isinstance(owner, ast.Name) else ""
        inner = owner.attr if isinstance(owner, ast.Attribute) else ""
        method = self.method_of(owner)
        if direct in OWN and not method:
            self.found.loose.add(direct)
            direct = ""
        hides = self.is_property()
        found = Stored(root_of(owner), line, direct, part, self.within, inner, method, hides)
        self.found.stored.append(found)

    def is_property(self) -> bool:
        """Whether the statement around binds something to a property."""
        around = next((n for n in self.parents if isinstance(n, ast.stmt)), None)
        value = getattr(around, "value", None) if isinstance(around, _BINDING) else None
        return value is not None and any(root_of(n) == "property" for n in ast.walk(value))

    def is_own(self, node: ast.AST) -> bool:
        """Whether it is `self` or `cls`, and Python gives its method that."""
        return getattr(node, "id", "") in OWN and self.owners.is_own(node, self.parents)

    def method_of(self, node: ast.AST) -> int:
        """The line of the method whose own object, or class, it is; 0 for anything else."""
        found = self.owners.method(node, self.parents) if isinstance(node, ast.Name) else None
        return found[0].lineno if found is not None and self.is_own(node) else 0

    def given(
        self, node: ast.expr | None, line: int, names: Iterable[str] = ("",), kind: str = ""
    ) -> None:
        """Parts of `node`, which is of that `kind`, are set by their `names`, "" for any."""
        if isinstance(node, ast.Name) and (method := self.method_of(node)):
            own = ByName(node.id, line, False, self.within, method=method)
            self.found.own_by_name.append(own)
            return
        root = root_of(node) if node is not None else ""
        for name in names:
            self.by_name(root, line, isinstance(node, ast.Attribute), name, kind)

    def by_name(self, root: str, line: int, inner: bool, part: str = "", kind: str = "") -> None:
        self.found.by_name.append(ByName(root, line, inner, self.within, part, kind))

    @property
    def within(self) -> str:
        """The function in whose body it is, "" for none."""
        return self.inner[-1] if self.inner else ""

    def called(self, node: ast.expr, name: str, parents: tuple[ast.AST, ...]) -> None:
        call = parents[0] if isinstance(parents[0], ast.Call) and parents[0].func is node else None
        first = call.args[0] if call is not None and call.args else None
        if first is not None and name in ("setattr", "delattr") and is_made(first, parents):
            return
        read = parents[1] if name == "vars" and first is not None else None
        if isinstance(read, ast.Subscript) and read.value is call and is_read(read):
            self.found.taken.append((root_of(first or read), text_of(read.slice)))
            return
        if name == "vars" and call is not None and not call.args:
            within = any(isinstance(p, _DEFINITIONS) for p in parents)
            if not within:
                self.by_name("", call.lineno, False)
        elif name == "vars" and call is not None and isinstance(first, ast.Name):
            above = parents[1] if len(parents) > 1 else None
            asks = only_names(above) or asks_names(call, parents[1:], self.hidden)
            asks = asks or asks_functions(parents[1:])
            if not (asks or self.is_own(first)):
                part = text_of(above.slice) if isinstance(above, ast.Subscript) else ""
                self.by_name(first.id, call.lineno, False, part)
        elif name == "reload" and isinstance(first, ast.Subscript) and self.reloads(first):
            self.found.reloaded[text_of(first.slice)] = first.lineno
        elif name == "reload" and isinstance(first, ast.Name):
            self.again.append((first, self.within))
        elif name in _SETS:
            given = call.args[1] if call is not None and len(call.args) > 1 else node
            by_text = name in ("setattr", "delattr")
            names = texts_of(given, parents, self.hidden) if by_text else None
            kind = kind_of(first, parents) if by_text and first is not None else ""
            self.given(first, getattr(node, "lineno", 1), sorted(names or ("",)), kind)
        else:
            self.fetched(first or node, parents if call is not None else ())

    def reloads(self, node: ast.Subscript) -> bool:
        """Whether it is `sys.modules["name"]`."""
        value = node.value
        known = isinstance(value, ast.Attribute) and value.attr == "modules"
        return known and root_of(value) in self.sys and bool(text_of(node.slice))

    def sys_modules(
        self, node: ast.Attribute | ast.Name, parents: tuple[ast.AST, ...]
    ) -> None:  # fmt: skip
        above, line = parents[0], node.lineno
        keys = isinstance(above, ast.Attribute) and above.attr == "keys"
        if isinstance(above, ast.Compare) or keys or asks_names(node, parents, self.hidden):
            return
        at = above.slice if isinstance(above, ast.Subscript) else None
        if isinstance(at, ast.Name) and at.id == "__name__":
            return  # the file's own module
        if isinstance(above, ast.Subscript) and isinstance(above.ctx, ast.Load):
            if not (is_reloaded(above, parents[1]) and self.reloads(above)):
                self.fetched(above.slice, parents)
        elif isinstance(above, ast.Attribute) and above.attr in READING:
            call = parents[1] if isinstance(parents[1], ast.Call) else None
            asked = call.args[0] if call is not None and call.args else above
            self.fetched(asked, parents[1:])
        elif (
            isinstance(above, ast.Subscript) and not isinstance(above.ctx, ast.Load)
            and (named := keys_of(above.slice, parents, self.hidden) or {*[""] * bool(self.within)})
        ):  # fmt: skip
            self.found.replacing += [(self.within, line, key) for key in sorted(named)]
        else:
            self.by_name("", line, False)
            self.found.modules.append("")

    def fetched(self, name: ast.AST, parents: tuple[ast.AST, ...]) -> None:
        """`parents[0]`, if any, is the module of this name."""
        if key := key_of(name, (*self.parents,)):
            self.found.modules.append(key)
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
            ways = [w for name in names for w in uses_of(within, name)]
            if len(names) < len(above.targets) or "other" in ways:
                self.found.modules.append("")
            elif "return" in ways:
                self.found.givers.add(within.name)
        else:
            self.found.modules.append("")

    def imported(self, node: ast.Import | ast.ImportFrom) -> None:
        words = set(words_of(node))
        self.found.words |= words
        self.found.inside |= words if len(self.above) > 1 else set()
        for part in node.names:
            self.bound[part.asname or part.name] += 1
            self.given_by[part.asname or part.name] = _module_of(node, part)
            if part.asname:
                self.mention(part.name.split(".")[-1])
                self.sys |= {part.asname} if part.name == "sys" else set()
            last = part.name.split(".")[
                0 if isinstance(node, ast.Import) and not part.asname else -1
            ]
            self.found.imported.setdefault(last, set()).add(part.asname or last)
        if isinstance(node, ast.ImportFrom) and node.module == "sys":
            given = [""] * any(part.name == "*" for part in node.names)
            self.found.modules += given
            self.found.by_name += [ByName("", node.lineno, False) for _ in given]
        outer = node.module or "" if isinstance(node, ast.ImportFrom) and not node.level else ""
        for part in node.names if isinstance(node, ast.Import) or outer else ():
            name = part.asname or part.name.split(".")[0]
            place = (outer or part.name, node.lineno, part.col_offset + 1)
            self.found.libraries.setdefault(name, place)


def _only_looks(call: ast.AST) -> bool:
    """Whether a call changes nothing of the names that it is given."""
    called = call.func if isinstance(call, ast.Call) else None
    name = getattr(called, "attr", getattr(called, "id", ""))
    return name in (
        "FunctionType",
        "eval",
        "get_type_hints",
        "dict",
        "len",
        "list",
        "set",
        "sorted",
    )


def _module_of(node: ast.Import | ast.ImportFrom, part: ast.alias) -> str:
    """The module that an import may bind: `from .a import b` gives ".a.b"."""
    if isinstance(node, ast.Import):
        return part.name if part.asname or "." not in part.name else ""
    inside = "." * node.level + (f"{node.module}." if node.module else "")
    return inside + part.name


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
