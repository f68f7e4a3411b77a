"""What the names of a module are while a decorator is followed: any one of what the module binds
them to, as far as the files of the source tell."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from adc.frontends.library_stars import may_export
from adc.frontends.own_modules import member
from adc.frontends.places import file_of, files_of, text_of
from adc.frontends.python.top_names import tree_of
from adc.frontends.python.wrapped.values import (
    Argument,
    ClassValue,
    Closure,
    Frame,
    Other,
    Token,
    UnsureError,
    bound_by,
    in_scope,
)

#: What may bind names of a module by texts.
_BY_TEXT = re.compile(
    r"\bglobals\s*\(\s*\)\s*(?:\[|\.\s*(?:update|pop|setdefault|clear|__set))"
    r"|\bsys\s*\.\s*modules\s*\[\s*__name__|\b(?:exec|vars)\s*\("
    r"|(?<!\bin )\blocals\s*\(|\blocals\s*\(\s*\)\s*[.\[]"  # `"name" in locals()` only asks
)


@dataclass(eq=False)
class ModuleValue(Token):
    """A module of the source's own."""

    path: str


@dataclass
class Outline:
    """What binds the names of a file at its top level, and what may bind them otherwise."""

    bindings: dict[str, list[tuple[ast.AST, ast.AST]]]
    unsettled: frozenset[str]
    stars: tuple[str, ...]
    by_text: bool
    #: Attributes that are set elsewhere than in the `__init__` of a class.
    stored: frozenset[str]


@lru_cache(maxsize=256)
def outline(text: str) -> Outline:
    """The outline of the file that `text` is; raises UnsureError where it is no Python."""
    tree = tree_of(text)
    if tree is None:
        raise UnsureError
    bindings: dict[str, list[tuple[ast.AST, ast.AST]]] = {}
    stars: list[str] = []
    for statement in _statements(tree.body):
        if isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*":
            stars.append("." * statement.level + (statement.module or ""))
            continue
        for node in _parts(statement):
            for name in bound_by(node):
                bindings.setdefault(name, []).append((statement, node))
    told = {n for s in ast.walk(tree) if isinstance(s, ast.Global) for n in s.names}
    return Outline(
        bindings, frozenset(told), tuple(stars), _BY_TEXT.search(text) is not None,
        frozenset(_stored(tree)),
    )  # fmt: skip


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module, also those in branches and handlers."""
    for statement in body:
        yield statement
        for part in ("body", "orelse", "finalbody"):
            if not isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                yield from _statements(getattr(statement, part, []))
        for handler in getattr(statement, "handlers", []):
            yield handler  # it binds a name
            yield from _statements(handler.body)
        for case in getattr(statement, "cases", []):
            yield from _statements(case.body)


def _parts(statement: ast.AST) -> Iterator[ast.AST]:
    """What a statement has of its own, without the statements inside it."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield statement
        return
    yield statement
    for _, value in ast.iter_fields(statement):
        parts = value if isinstance(value, list) else [value]
        for part in parts:
            if isinstance(part, ast.AST) and not isinstance(
                part, (ast.stmt, ast.ExceptHandler, ast.match_case)
            ):
                yield from in_scope([part])
            elif isinstance(part, ast.match_case):
                yield from in_scope([part.pattern])


def _stored(tree: ast.Module) -> Iterator[str]:
    """The attributes that are set elsewhere than in the `__init__` of a class."""
    classes = [n for n in ast.walk(tree) if isinstance(n, ast.ClassDef)]
    begun = [m for c in classes for m in c.body
             if isinstance(m, ast.FunctionDef) and m.name == "__init__"]  # fmt: skip
    inside = {id(n) for m in begun for n in ast.walk(m)}
    for each in ast.walk(tree):
        stored = isinstance(each, ast.Attribute) and not isinstance(each.ctx, ast.Load)
        if stored and id(each) not in inside:
            yield each.attr  # type: ignore[attr-defined]


@dataclass
class Names:
    """The names of modules; `choose` decides which of several values one has, `evaluate` works out
    an expression, `unpack` binds targets, `handed_on` tells whether decorators leave the function
    at a line as it is; `used` are the names of files that were asked for."""

    choose: Callable[[int], int]
    evaluate: Callable[[ast.expr, Frame], Any]
    unpack: Callable[[ast.expr, Any, Frame], None]
    handed_on: Callable[[str, int], bool]
    known: dict[tuple[str, str], Any] = field(default_factory=dict)
    used: set[tuple[str, str]] = field(default_factory=set)
    pending: set[tuple[str, str]] = field(default_factory=set)

    def value(self, path: str, name: str) -> Any:
        """What the file at `path` has under `name`."""
        key = (path, name)
        if key in self.known:
            return self.known[key]
        if key in self.pending:
            raise UnsureError
        self.pending.add(key)
        try:
            self.known[key] = self._value(path, name)
        finally:
            self.pending.discard(key)
        return self.known[key]

    def _value(self, path: str, name: str) -> Any:
        found = outline(text_of(path))
        if name in found.unsettled or found.by_text:
            raise UnsureError
        if any(file_of(path, s) or may_export(s, name) for s in found.stars):
            raise UnsureError
        bound = found.bindings.get(name, [])
        if not bound:
            if name in ("__name__", "__file__", "__doc__", "__package__"):
                return Other()
            if hasattr(builtins, name):
                return Other(f"builtins.{name}")
            raise UnsureError
        self.used.add((path, name))
        statement, node = bound[self.choose(len(bound))] if len(bound) > 1 else bound[0]
        try:
            made = self._bound(path, name, statement, node)
        except UnsureError:
            return Other("?")
        # what a list or a dictionary of a module holds, other functions may have changed
        return Other() if isinstance(made, (list, dict, set)) else made

    def _bound(self, path: str, name: str, statement: ast.AST, node: ast.AST) -> Any:
        frame = Frame(path)
        if isinstance(statement, ast.FunctionDef):
            if statement.decorator_list and not self.handed_on(path, statement.lineno):
                raise UnsureError
            return closure(statement, frame, self.evaluate)
        if isinstance(statement, ast.ClassDef) and not statement.decorator_list:
            return ClassValue(statement, path)
        if isinstance(statement, (ast.Import, ast.ImportFrom)) and isinstance(node, ast.alias):
            return self.imported(path, statement, node)
        if isinstance(statement, ast.Assign):
            made = self.evaluate(statement.value, frame)
            for target in statement.targets:
                self.unpack(target, made, frame)
            return frame.variables[name]
        if isinstance(statement, ast.AnnAssign) and statement.value is not None:
            return self.evaluate(statement.value, frame)
        raise UnsureError

    def imported(self, path: str, statement: ast.Import | ast.ImportFrom, part: ast.alias) -> Any:
        """What an import binds."""
        if isinstance(statement, ast.Import):
            module = part.name if part.asname else part.name.split(".")[0]
            return self._module(path, module)
        module = "." * statement.level + (statement.module or "")
        outer = self._module(path, module)
        if isinstance(outer, Other):
            return Other(f"{outer.name}.{part.name}")
        return self.part(outer, part.name)

    def _module(self, path: str, module: str) -> Any:
        files = files_of(path, module)
        if len(files) > 1 or (not files and module.startswith(".")):
            raise UnsureError
        return ModuleValue(files[0]) if files else Other(module)

    def part(self, module: ModuleValue, name: str) -> Any:
        """`module.name`."""
        found = outline(text_of(module.path))
        package = module.path.endswith("__init__.py")
        inner = file_of(module.path, f".{name}") if package else ""
        bound = found.bindings.get(name)
        if not bound:
            if not inner or found.stars or "__getattr__" in found.bindings:
                raise UnsureError
            return ModuleValue(inner)
        if inner and not any(_comes_from(module.path, s, inner) for s, _ in bound):
            raise UnsureError
        return self.value(module.path, name)


def _comes_from(path: str, statement: ast.AST, inner: str) -> bool:
    if not isinstance(statement, ast.ImportFrom):
        return False
    module = "." * statement.level + (statement.module or "")
    names = [member(module, part.name) for part in statement.names]
    return inner in (file_of(path, module), *(file_of(path, n) for n in names))


def closure(
    node: ast.FunctionDef | ast.Lambda, frame: Frame, evaluate: Callable[[ast.expr, Frame], Any]
) -> Closure:
    """The function that `node` defines in a frame."""
    if isinstance(node, ast.FunctionDef):
        inside = list(in_scope(node.body))
        if any(isinstance(n, (ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal))
               for n in inside):  # fmt: skip
            raise UnsureError
    given = node.args
    positional = [*given.posonlyargs, *given.args]
    pairs = [*zip(positional[len(positional) - len(given.defaults):], given.defaults, strict=True),
             *zip(given.kwonlyargs, given.kw_defaults, strict=True)]  # fmt: skip
    defaults = {a.arg: evaluate(d, frame) for a, d in pairs if d is not None}
    kept = {n: Other() if isinstance(v, (list, dict, set)) else v for n, v in defaults.items()}
    assert not any(isinstance(v, Argument) for v in kept.values())
    return Closure(node, frame, defaults=kept)


#: What `decorator(caller)` of the package `decorator` gives.
_DECORATOR = """
def decorate(function):
    def wrapper(*args, **kwargs):
        return caller(function, *args, **kwargs)
    return wrapper
"""


def decorator_of(caller: Closure, evaluate: Callable[[ast.expr, Frame], Any]) -> Closure:
    """The decorator that has `caller(function, *args, **kwargs)` called instead of a function."""
    (node,) = ast.parse(_DECORATOR).body
    assert isinstance(node, ast.FunctionDef)
    return closure(node, Frame(caller.frame.path, {"caller": caller}), evaluate)
