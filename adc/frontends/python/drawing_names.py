"""The names of a file as its scopes have them: what binds each, who reads it, and which are those
of packages that draw."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import NamedTuple

import numpy as np

#: What of a drawn object gives back what it was given, and may so be an array of the program's.
_GIVING_BACK = frozenset({
    "get_xdata", "get_ydata", "get_data", "get_xydata", "get_array", "get_offsets", "get_path",
    "get_data_3d",
})  # fmt: skip
_SCOPES = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_NUMPY = frozenset(dir(np)) | frozenset(dir(np.random))
#: What drawing packages import themselves, and have so.
_NO_DRAWING = frozenset({
    "np", "numpy", "random", "ma", "functools", "sys", "importlib", "inspect", "builtins", "time",
})  # fmt: skip


class Variable(NamedTuple):
    """A name in the scope that binds it."""

    scope: ast.AST
    name: str


class Binding(NamedTuple):
    """`kind` is `assign`, `for`, `import`, `def`, `param` or `other`."""

    kind: str
    statement: ast.AST
    value: ast.expr | None = None

    @property
    def value_is_none(self) -> bool:
        return isinstance(self.value, ast.Constant) and self.value.value is None


class Names:
    """`bound` and `reads` by variable; `packages` are the variables that are drawing packages, or
    what a file imports from them."""

    def __init__(self, tree: ast.Module, packages: tuple[str, ...]) -> None:
        self.tree, self._of = tree, packages
        self.parents = {c: n for n in ast.walk(tree) for c in ast.iter_child_nodes(n)}
        self.functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
        self.classes = [n for n in ast.walk(tree) if isinstance(n, ast.ClassDef)]
        self.bound: dict[Variable, list[Binding]] = {}
        self.reads: dict[Variable, list[ast.Name]] = {}
        said = [n for n in ast.walk(tree) if isinstance(n, (ast.Global, ast.Nonlocal))]
        names = {name for statement in said for name in statement.names}
        for node in ast.walk(tree):
            for name, binding in _bindings(node):
                self._bind(name, binding, node)
        self.declared = {v for v in self.bound if v.name in names}
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store):
                self.reads.setdefault(self.variable(node), []).append(node)
        changed = set(self._changed_parts(tree))
        self.packages = {
            v for v, found in self.bound.items() if self._is_package(found) and v not in changed
        }  # fmt: skip
        self.fields = _fields(tree)
        self.of_numpy = {
            v for v in self.packages
            if any("pylab" in _imported(b.statement, v.name).split(".") for b in self.bound[v])
        }  # fmt: skip

    def _bind(self, name: str, binding: Binding, node: ast.AST) -> None:
        scope = self._scope(node)
        if binding.kind == "def":  # a name of the scope around it
            scope = self._scope(self.parents[node])
        self.bound.setdefault(Variable(scope, name), []).append(binding)

    def _scope(self, node: ast.AST) -> ast.AST:
        while not isinstance(node, _SCOPES):
            node = self.parents[node]
        return node

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """`node` and what it stands in, up to the file."""
        yield node
        while node in self.parents:
            node = self.parents[node]
            yield node

    def variable(self, name: ast.Name) -> Variable:
        """The variable that is meant there."""
        first = scope = self._scope(name)
        while Variable(scope, name.id) not in self.bound or (
            isinstance(scope, ast.ClassDef) and scope is not first
        ):
            if isinstance(scope, ast.Module):
                break
            scope = self._scope(self.parents[scope])
        return Variable(scope, name.id)

    def _changed_parts(self, tree: ast.Module) -> Iterator[Variable]:
        """The variables of which the file sets an attribute, by a statement or a call."""
        for node in ast.walk(tree):
            of: ast.expr | None = None
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                of = node.value
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                of = node.args[0] if node.func.id in ("setattr", "delattr", "vars") else None
            elif isinstance(node, ast.Attribute) and node.attr == "__dict__":
                of = node.value
            if isinstance(of, ast.Name):
                yield self.variable(of)

    # -- packages that draw ------------------------------------------------------------------------

    def _is_package(self, bindings: list[Binding]) -> bool:
        imported = [b for b in bindings if b.kind == "import" and self._draws(b.statement)]
        return bool(imported) and all(
            b in imported or (b.kind == "assign" and b.value_is_none) for b in bindings
        )

    def _draws(self, statement: ast.AST) -> bool:
        if isinstance(statement, ast.ImportFrom):
            modules = (statement.module or "").split(".")
            others = _NO_DRAWING & {*modules, *(a.name for a in statement.names)}
            return modules[0] in self._of and not statement.level and not others
        return isinstance(statement, ast.Import) and all(
            a.name.partition(".")[0] in self._of for a in statement.names
        )

    def bound_by(self, statement: ast.stmt) -> set[Variable]:
        """The variables that an import or a definition binds."""
        defined = isinstance(statement, ast.FunctionDef)
        scope = self._scope(self.parents[statement] if defined else statement)
        return {Variable(scope, name) for name, _ in _bindings(statement)}

    def is_rooted(
        self, node: ast.expr, drawn: Collection[Variable], fields: Collection[str] = ()
    ) -> bool:
        """Whether `node` is a part of a drawing package's, or of one of the variables or `fields`
        that hold what is `drawn`, or a call of such a part."""
        parts: set[str] = set()
        while True:
            if self.fields.own.get(node) in fields:
                return not parts & _NO_DRAWING
            if isinstance(node, ast.Call):
                node = node.func
                if isinstance(node, ast.Attribute) and node.attr in _GIVING_BACK:
                    return False
            if isinstance(node, ast.Attribute):
                parts.add(node.attr)
                node = node.value
            elif isinstance(node, ast.Subscript):
                node = node.value
            elif isinstance(node, ast.Name):
                break
            elif not isinstance(node, ast.Call):
                return False
        variable = self.variable(node)
        if parts & _NO_DRAWING or ("pylab" in parts and parts & _NUMPY):
            return False
        if variable in self.of_numpy:  # which has all that NumPy has, too
            own = {_own_name(b.statement, node.id) for b in self.bound[variable]}
            return not (parts | own) & _NUMPY
        return variable in self.packages or variable in drawn


class Fields(NamedTuple):
    """Fields that methods set in their own objects: what they are `bound` to, where else something
    has a field of such a name, or may (`asked`), and the places in methods of the classes that set
    them, with the names (`own`)."""

    bound: dict[str, list[Binding]]
    asked: dict[str, list[ast.AST]]
    own: dict[ast.AST, str]


def _fields(tree: ast.Module) -> Fields:
    bound: dict[str, list[Binding]] = {}
    asked: dict[str, list[ast.AST]] = {}
    own: dict[ast.AST, str] = {}
    for made in (c for c in ast.walk(tree) if isinstance(c, ast.ClassDef)):
        places = list(_own_places(made))
        stored = {p: s for p, s in places if not isinstance(p.ctx, ast.Load)}
        names = {p.attr for p in stored}
        own |= {p: p.attr for p, _ in places if p.attr in names}
        for place, statement in stored.items():
            plain = isinstance(statement, ast.Assign)
            value = statement.value if isinstance(statement, ast.Assign) else None
            kind = "assign" if plain else "other"
            bound.setdefault(place.attr, []).append(Binding(kind, statement, value))
        for statement in made.body:
            for name, binding in _bindings(statement):
                bound.setdefault(name, []).append(binding._replace(kind="class"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and not (node in own and _is_written(node)):
            asked.setdefault(node.attr, []).append(node)
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            for name in node.value.replace(",", " ").split():  # of `getattr`, or a named tuple
                asked.setdefault(name, []).append(node)
    return Fields(bound, asked, own)


def _own_places(made: ast.ClassDef) -> Iterator[tuple[ast.Attribute, ast.stmt]]:
    """Where methods of the class have a field of their own object, each with the statement."""
    for method in (f for f in made.body if isinstance(f, ast.FunctionDef) and f.args.args):
        own = method.args.args[0].arg
        statements = [s for s in ast.walk(method) if isinstance(s, ast.stmt) and s is not method]
        for statement in statements:  # those that hold others come first
            for node in ast.walk(statement):
                held = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
                if held and node.value.id == own:  # type: ignore[attr-defined]
                    yield node, statement  # type: ignore[misc]


def _is_written(node: ast.Attribute) -> bool:
    return not isinstance(node.ctx, ast.Load)


def _imported(statement: ast.AST, name: str) -> str:
    """What the import binds `name` to."""
    if isinstance(statement, ast.ImportFrom):
        return statement.module or ""
    for alias in statement.names if isinstance(statement, ast.Import) else ():
        if (alias.asname or alias.name.partition(".")[0]) == name:
            return alias.name
    return ""


def _own_name(statement: ast.AST, name: str) -> str:
    """What `name` is called where the import has it from."""
    for alias in statement.names if isinstance(statement, ast.ImportFrom) else ():
        if alias.asname == name:
            return alias.name
    return name


def _bindings(node: ast.AST) -> Iterator[tuple[str, Binding]]:
    """The names that `node` binds by itself."""
    match node:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                yield from ((n, Binding("assign", node, value)) for n in _stored(target))
        case ast.AnnAssign(target=ast.Name(id=name), value=value):
            yield name, Binding("assign" if value is not None else "other", node, value)
        case ast.For(target=target, iter=iterated):
            for part, value in _items(target, iterated):
                yield from ((n, Binding("for", node, value)) for n in _stored(part))
        case ast.Import() | ast.ImportFrom():
            for alias in node.names:
                yield alias.asname or alias.name.partition(".")[0], Binding("import", node)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name, Binding("def", node)
        case ast.arguments():
            yield from _parameters(node)
        case ast.AugAssign(target=target) | ast.comprehension(target=target):
            yield from ((n, Binding("other", node)) for n in _stored(target))
        case ast.NamedExpr(target=ast.Name(id=name)):
            yield name, Binding("other", node)
        case ast.withitem(optional_vars=ast.expr() as target):
            yield from ((n, Binding("other", node)) for n in _stored(target))
        case ast.Delete(targets=targets):
            for target in targets:
                yield from ((n, Binding("other", node)) for n in _named(target))
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
            yield name, Binding("other", node)


def _items(target: ast.expr, iterated: ast.expr) -> list[tuple[ast.expr, ast.expr | None]]:
    """The parts of a loop's target, each with what it is an item of."""
    if isinstance(target, ast.Name):
        return [(target, iterated)]
    called = iterated.func if isinstance(iterated, ast.Call) else None
    parts = target.elts if isinstance(target, ast.Tuple) else []
    if isinstance(called, ast.Name) and isinstance(iterated, ast.Call):
        given: list[ast.expr | None] = [*iterated.args]
        if called.id == "enumerate":
            given = [None, *given[:1]]
        if called.id in ("zip", "enumerate") and len(given) == len(parts):
            pairs = zip(parts, given, strict=True)
            return [i for p, v in pairs for i in (_items(p, v) if v is not None else [(p, v)])]
    return [(target, None)]


def _parameters(node: ast.arguments) -> Iterator[tuple[str, Binding]]:
    listed = [*node.posonlyargs, *node.args]
    defaults = [*[None] * (len(listed) - len(node.defaults)), *node.defaults]
    for one, default in [
        *zip(listed, defaults, strict=True), *zip(node.kwonlyargs, node.kw_defaults, strict=True),
        *((a, None) for a in (node.vararg, node.kwarg) if a is not None),
    ]:  # fmt: skip
        yield one.arg, Binding("param", node, default)


def _stored(target: ast.expr) -> Iterator[str]:
    return (n.id for n in ast.walk(target) if isinstance(n, ast.Name) and _is_store(n))


def _is_store(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _named(target: ast.expr) -> Iterator[str]:
    return (n.id for n in ast.walk(target) if isinstance(n, ast.Name))
