"""What stands for what is not known while a decorator is followed: the function, its arguments, and
what libraries give."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from adc.frontends.python.tree_parts import CHANGING


class UnsureError(Exception):
    """A decorator of which adc does not see what it makes of a function."""


@dataclass(eq=False)
class Token:
    """A value that Python must not compute with."""

    def __bool__(self) -> bool:
        raise UnsureError

    def __eq__(self, other: object) -> bool:
        raise UnsureError

    __hash__ = object.__hash__


@dataclass(eq=False)
class Given(Token):
    """The function that is decorated, or what compilers and libraries make of it."""

    name: str = ""
    fields: dict[str, Any] = field(default_factory=dict)


@dataclass(eq=False)
class Other(Token):
    """Anything else that has to do neither with the function nor with its arguments; `name` is what
    the library calls it, "" for what is computed."""

    name: str = ""


@dataclass(eq=False)
class Argument(Token):
    """An argument of the function, or a part of one; `position`: the one that is given there, `key`
    the one of this name."""

    position: int = -1
    key: str = ""


@dataclass(eq=False)
class Rest(Token):
    """The positional arguments from `first` on."""

    first: int = 0


@dataclass(eq=False)
class Named(Token):
    """The keyword arguments; those in `missing` were taken out."""

    missing: set[str] = field(default_factory=set)
    changed: bool = False

    def has(self, key: object, parameters: frozenset[str] | None) -> Any:
        """Whether one is given as `key`: none that is no parameter of the function."""
        known = isinstance(key, str) and parameters is not None and key not in parameters
        return False if known else Other()

    def set(self, key: object, value: object) -> None:
        """Changes them, unless it puts back what was taken out."""
        back = isinstance(value, Argument) and value.key == key and key in self.missing
        if back:
            self.missing.discard(str(key))
        else:
            self.changed = True

    @property
    def whole(self) -> bool:
        return not self.missing and not self.changed


@dataclass(eq=False)
class Length(Token):
    """How many positional arguments there are, and `more`."""

    more: int


@dataclass(eq=False)
class Result(Token):
    """What the function returned for its arguments."""


@dataclass(eq=False)
class Bound(Token):
    """`signature(f).bind(*args, **kwargs)`: the arguments by the names of the parameters."""

    changed: bool = False


@dataclass(eq=False)
class BoundNames(Token):
    """The dictionary of these."""

    of: Bound


@dataclass(eq=False)
class Wraps(Token):
    """`functools.wraps(of)`."""

    of: Any


@dataclass(eq=False)
class Star(Token):
    """`*of` among the arguments of a call."""

    of: Any


@dataclass(eq=False)
class Method(Token):
    """A method of what `owner` is."""

    owner: Any
    name: str


@dataclass(eq=False)
class Frame:
    """The variables of a call; `around` is the one that the function was defined in."""

    path: str
    variables: dict[str, Any] = field(default_factory=dict)
    around: Frame | None = None
    own: frozenset[str] = frozenset()
    #: Variables whose lists and dictionaries functions inside change.
    shared: frozenset[str] = frozenset()


@dataclass(eq=False)
class Closure(Token):
    node: ast.FunctionDef | ast.Lambda
    frame: Frame
    own: Any = None
    fields: dict[str, Any] = field(default_factory=dict)
    defaults: dict[str, Any] = field(default_factory=dict)


@dataclass(eq=False)
class ClassValue(Token):
    node: ast.ClassDef
    path: str


@dataclass(eq=False)
class Instance(Token):
    of: ClassValue
    fields: dict[str, Any] = field(default_factory=dict)


#: What has to do with the arguments: only what cannot change them may have it.
ABOUT_ARGUMENTS = (Argument, Rest, Named, Result, Bound, BoundNames)


def is_plain(value: object) -> bool:
    """Whether Python can compute with it: nothing that is not known is in it."""
    if isinstance(value, Token):
        return False
    if isinstance(value, (list, tuple, set, frozenset)):
        return all(map(is_plain, value))
    if isinstance(value, dict):
        return all(is_plain(k) and is_plain(v) for k, v in value.items())
    return True


def tokens_in(value: object) -> list[Token]:
    """What is not known in it."""
    if isinstance(value, Token):
        return [value, *(tokens_in(value.of) if isinstance(value, Star) else [])]
    if isinstance(value, dict):
        return [t for each in value.items() for t in tokens_in(each)]
    if isinstance(value, (list, tuple, set, frozenset)):
        return [t for each in value for t in tokens_in(each)]
    return []


def changed_inside(node: ast.AST) -> frozenset[str]:
    """The variables whose lists and dictionaries functions inside `node` change, which are not
    their own."""
    found: set[str] = set()
    for inner in ast.walk(node):
        if inner is not node and isinstance(inner, (ast.FunctionDef, ast.Lambda)):
            found |= _changed(inner) - own_variables(inner)
    return frozenset(found)


def _changed(function: ast.AST) -> set[str]:
    found = set()
    for node in ast.walk(function):
        owner: ast.AST | None = None
        if (isinstance(node, ast.Attribute) and node.attr in CHANGING) or (
            isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load)
        ):
            owner = node.value
        elif isinstance(node, ast.AugAssign):
            owner = node.target
        while isinstance(owner, (ast.Subscript, ast.Attribute)):
            owner = owner.value
        if isinstance(owner, ast.Name):
            found.add(owner.id)
    return found


def own_variables(function: ast.FunctionDef | ast.Lambda) -> set[str]:
    """The parameters of a function, and what it binds."""
    given = function.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    names = {a.arg for a in every if a is not None}
    for node in in_scope(function.body if isinstance(function.body, list) else []):
        names |= set(bound_by(node))
    return names


def in_scope(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """What stands in `body`, but for what is inside functions and classes that it defines."""
    pending = list(body)
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            pending += ast.iter_child_nodes(node)


def bound_by(node: ast.AST) -> Iterator[str]:
    """The names that `node` itself binds."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.alias):
        yield node.asname or node.name.split(".")[0]
    elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name:
        yield node.name
    elif isinstance(node, ast.MatchMapping) and node.rest:
        yield node.rest
