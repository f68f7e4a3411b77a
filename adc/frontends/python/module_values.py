"""Which modules of a source something may have as values: under a name that no import gave, as an
argument, an item or an attribute. Of all others a part is only set where an import names them.

`helpers.G = 2.0` sets a part of a module where an import binds `helpers`; `self.results.G = 2.0`
or `made.G = 2.0` may do so only where the module was handed to something before: stood by itself in
an expression, as `self.results = helpers` has it.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from adc.frontends.own_modules import member
from adc.frontends.places import files_of, named_folders, package_root, packages_of
from adc.frontends.python.top_names import tree_of

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
#: What gives the names of the file that it is in.
_OWN_NAMES = ("globals", "locals", "vars")
#: What may give any module by other means than imports, and the names of something.
_BY_TEXT = ("eval", "exec", "getmodule", "_getframe")
_HIDDEN = ("f_globals", "f_locals", "__globals__")
_NAMES = ("__dict__", "__getattribute__")

#: A variable, the attributes that lead from it, and the line: `a.b.c` is ("a", ("b", "c"), 1).
Path = tuple[str, tuple[str, ...], int]


@dataclass
class _Scope:
    """What a function, a class or the file reads and binds; `function`: its variables are its
    own."""

    function: bool
    read: list[Path] = field(default_factory=list)
    bound: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)


@dataclass
class Uses:
    """What one file does with names: `imports` are (module, name or "", alias), `read` the paths
    that stand by themselves and begin with a variable of the file's own, `stored` those of which
    something is set. `itself`: it asks for itself, or for its names; `open`: for any module."""

    imports: list[tuple[str, str, str]] = field(default_factory=list)
    read: list[Path] = field(default_factory=list)
    stored: list[Path] = field(default_factory=list)
    itself: bool = False
    open: bool = False

    @classmethod
    def of(cls, text: str) -> Uses:
        found, tree = cls(), tree_of(text)
        if tree is None:
            return cls(open=True)
        reader = _Reader(found, [_Scope(False)])
        reader.look(tree)
        found.read = reader.scopes[0].read
        return found


@dataclass
class _Reader:
    found: Uses
    scopes: list[_Scope]
    above: list[ast.AST] = field(default_factory=list)

    def look(self, node: ast.AST) -> None:
        if isinstance(node, _DEFINITIONS):
            self.function(node)
            return
        if isinstance(node, ast.ClassDef):
            self.inside(node, _Scope(False), node.body, (*node.decorator_list, *node.bases))
            for keyword in node.keywords:
                self.look(keyword)
            return
        if isinstance(node, (ast.Name, ast.Attribute)) and self.path(node):
            return
        self.note(node)
        self.below(node, ast.iter_child_nodes(node))

    def below(self, node: ast.AST, children: Iterator[ast.AST]) -> None:
        self.above.append(node)
        for child in children:
            self.look(child)
        self.above.pop()

    def inside(
        self, node: ast.AST, scope: _Scope, body: list[ast.stmt], first: tuple[ast.AST, ...]
    ) -> None:
        self.below(node, iter(first))
        self.scopes.append(scope)
        self.below(node, iter(body))
        self.scopes.pop()
        own = scope.bound - scope.others if scope.function else set()
        self.scopes[-1].read += [path for path in scope.read if path[0] not in own]

    def function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        given = [a for a in ast.walk(node.args) if isinstance(a, ast.arg)]
        body: list[ast.stmt] = [ast.Expr(node.body)] if isinstance(node, ast.Lambda) else node.body
        first: tuple[ast.AST, ...] = (node.args,)
        if not isinstance(node, ast.Lambda):
            first = (*node.decorator_list, node.args)
        self.inside(node, _Scope(True, bound={a.arg for a in given}), body, first)

    def note(self, node: ast.AST) -> None:
        scope = self.scopes[-1]
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            scope.others.update(node.names)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            self.found.itself |= len(self.scopes) > 1 and not scope.function
            for alias, module, name in _imports(node):
                self.found.imports.append((module, name, alias))
                scope.others.add(alias)

    def path(self, node: ast.Name | ast.Attribute) -> bool:
        """Notes a path; whether there is nothing else in it to look at."""
        attributes: list[str] = []
        inner: ast.expr = node
        while isinstance(inner, ast.Attribute):
            attributes.insert(0, inner.attr)
            inner = inner.value
        whole = isinstance(inner, ast.Name)
        root = inner.id if isinstance(inner, ast.Name) else ""
        above = self.above[-1] if self.above else None
        found: Path = (root, tuple(attributes), node.lineno)
        of_object = root == "vars" and isinstance(above, ast.Call) and bool(above.args)
        self.found.itself |= root in _OWN_NAMES and not of_object
        self.found.itself |= (root, *attributes[:1]) == ("sys", "modules") and _names_itself(above)
        self.found.open |= bool({*_BY_TEXT, *_HIDDEN} & {root, *attributes})
        if whole and {*_NAMES} & {*attributes}:
            self.scopes[-1].read.append((root, (), node.lineno))
        if not isinstance(node.ctx, ast.Load):
            self.bind(node, found)
        elif whole and not (self._is_called(node) or self.is_reloaded(node)):
            self.scopes[-1].read.append(found)
        return whole

    def bind(self, node: ast.Name | ast.Attribute, found: Path) -> None:
        if isinstance(node, ast.Attribute):
            self.found.stored.append(found)
        elif not any(isinstance(n, ast.comprehension) for n in self.above):
            self.scopes[-1].bound.add(node.id)

    def _is_called(self, node: ast.expr) -> bool:
        above = self.above[-1] if self.above else None
        return isinstance(above, ast.Call) and above.func is node

    def is_reloaded(self, node: ast.expr) -> bool:
        """Whether it is `m` in `reload(m)` or `m = reload(m)`, which gives the same module."""
        call, statement = ([None, None, *self.above])[-1], ([None, None, *self.above])[-2]
        if not isinstance(call, ast.Call) or len(call.args) != 1 or call.args[0] is not node:
            return False
        called = call.func.id if isinstance(call.func, ast.Name) else ""
        called = call.func.attr if isinstance(call.func, ast.Attribute) else called
        if called != "reload" or not isinstance(node, ast.Name):
            return False
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        same = all(isinstance(t, ast.Name) and t.id == node.id for t in targets)
        return isinstance(statement, ast.Expr) or (bool(targets) and same)


def _names_itself(above: ast.AST | None) -> bool:
    """Whether `sys.modules` is asked for the file's own module."""
    return isinstance(above, ast.Subscript) and "__name__" in ast.dump(above.slice)


def _imports(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str, str]]:
    """The alias, the module and the name there, "" for the module itself."""
    for part in node.names:
        if isinstance(node, ast.ImportFrom):
            yield part.asname or part.name, "." * node.level + (node.module or ""), part.name
        elif part.asname:
            yield part.asname, part.name, ""
        else:
            yield part.name.split(".")[0], part.name.split(".")[0], ""


@dataclass
class ModuleValues:
    """The same of all files that may be imported, each with its text; `fetched` tells the names of
    modules that a file gets by a text, "" for any one."""

    texts: Mapping[str, str]
    fetched: Callable[[str], set[str]]
    only: dict[str, bool] = field(default_factory=dict)

    @cached_property
    def uses(self) -> dict[str, Uses]:
        return {os.path.normpath(path): Uses.of(text) for path, text in self.texts.items()}

    def modules(self, path: str, name: str, seen: frozenset[object] = frozenset()) -> set[str]:
        """The files of the modules that imports may bind to a name of the file."""
        found: set[str] = set()
        if (path, name) in seen or path not in self.uses:
            return found
        seen = seen | {(path, name)}
        for module, part, alias in self.uses[path].imports:
            if alias == name or part == "*":
                found |= self.led_to(path, module, name if part == "*" else part, seen)
        return found

    def surely(self, path: str, names: tuple[str, ...]) -> bool:
        """Whether all names of the path are names of modules: all imports that give one of them,
        in whatever file, lead to a module of the source's own."""
        path = os.path.normpath(path)
        return all(map(self._is_only_module, names)) and bool(self.modules(path, names[0]))

    def _is_only_module(self, name: str) -> bool:
        if name not in self.only:
            self.only[name] = name in self.named and all(
                self.led_to(file, module, part, frozenset())
                for file, uses in self.uses.items() for module, part, alias in uses.imports
                if alias == name
            )  # fmt: skip
        return self.only[name]

    def led_to(self, path: str, module: str, part: str, seen: frozenset[object]) -> set[str]:
        files = files_of(path, module)
        if not part:
            return set(files) or self._inside(path, module)
        found = set(files_of(path, member(module, part)))
        return found.union(*(self.modules(file, part, seen) for file in files))

    def _inside(self, path: str, module: str) -> set[str]:
        """The files in the folder that `module` is, where it is a package without a file."""
        places = (os.path.dirname(path), package_root(path), *named_folders())
        folders = {os.path.normpath(os.path.join(p, *module.split("."))) + os.sep for p in places}
        return {each for each in self.uses if each.startswith(tuple(folders))}

    @cached_property
    def named(self) -> dict[str, set[str]]:
        """The modules that attributes of these names may be."""
        found: dict[str, set[str]] = {}
        for path, uses in self.uses.items():
            for part in path.removesuffix(".py").split(os.sep):
                found.setdefault(part, set()).add(path)
            for alias in {alias for _, _, alias in uses.imports}:
                found.setdefault(alias, set()).update(self.modules(path, alias))
        return {name: files for name, files in found.items() if files}

    @cached_property
    def handed_on(self) -> frozenset[str]:
        """The files of the modules that stand by themselves somewhere."""
        found: set[str] = set()
        for path, uses in self.uses.items():
            for root, attributes, _ in uses.read:
                known = self.modules(path, root)
                if known and attributes:
                    known = self.named.get(attributes[-1], set())
                found |= known
        return frozenset(found)

    @cached_property
    def by_names(self) -> frozenset[str]:
        """The files of the modules that something is given by their own names, or by a text that is
        known."""
        found = set(self.handed_on)
        for path, uses in self.uses.items():
            known = (files_of(path, n) for n in self.fetched(path) if n)
            found.update([path] if uses.itself else [], *known)
        return frozenset(found)

    @cached_property
    def values(self) -> frozenset[str] | None:
        """The files of the modules that something has as values, or gets at from such; None where
        that may be any."""
        if any(uses.open or "" in self.fetched(path) for path, uses in self.uses.items()):
            return None
        return frozenset(self._reached(set(self.by_names)))

    def _reached(self, found: set[str]) -> set[str]:
        pending, reached = list(found), set(found)
        while pending:
            path = pending.pop()
            aliases = {a for _, _, a in self.uses[path].imports} if path in self.uses else set()
            more = set[str]().union(*(self.modules(path, alias) for alias in aliases))
            if os.path.basename(path) == "__init__.py":
                folder = os.path.dirname(path) + os.sep
                more |= {other for other in self.uses if other.startswith(folder)}
            pending += more - reached
            reached |= more
        return reached

    def may_be(self, path: str, root: str, where: str) -> bool:
        """Whether a variable of the file may be the module of `where`, or a package with it."""
        if self.values is None or not root:
            return True
        path, where = os.path.normpath(path), os.path.normpath(where)
        around = {where, *packages_of(where)}
        return bool(around & (self.values | self.modules(path, root)))

    def takes(self, path: str, taken: Iterable[tuple[str, str]], where: str) -> bool:
        """Whether the file takes something out of the module of `where`, or out of what may be
        that, by one of these variables."""
        path, where = os.path.normpath(path), os.path.normpath(where)
        around = {where, *packages_of(where)}
        return any(around & (self.handed_on | self.modules(path, root)) for root, _ in taken)

    def sets(self, path: str, where: str, name: str, apart: frozenset[str]) -> int:
        """The line where the file may set the part `name` of the module of `where`; 0 for none.
        Variables that are `apart` are objects."""
        path, where = os.path.normpath(path), os.path.normpath(where)
        for root, (*between, part), line in self.uses[path].stored:
            if part != name or (root in apart and not between):
                continue
            if self.values is None:
                return line
            if between and between[-1] not in self.named:
                continue
            known = self.modules(path, root)
            if where in self.values or (known and (between or where in known)):
                return line
        return 0
