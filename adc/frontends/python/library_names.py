"""What the names of a file are that functions of NumPy, `math` and Python itself have, too: `exp`
of `from numpy import exp`, a `len` that the file defines, a method `norm` of a class of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

_LIBRARIES = ("numpy", "math", "pylab", "matplotlib.pylab")
#: Modules whose functions do what their names say.
KNOWN = frozenset({
    "numpy", "math", "cmath", "scipy", "time", "os", "sys", "string", "textwrap", "jax", "torch",
    "pylab", "matplotlib", "mpl_toolkits", "seaborn", "tqdm", "datetime", "__future__", "typing",
})  # fmt: skip
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Library:
    """`names` are functions of libraries that the file has by names alone, and what these are
    called there; `bound` are all names that it binds to anything else, `foreign` those that it
    imports from files of its own or from packages that are not known; `modules` what imports
    alone bind, by their modules' names.

    `methods` are names that a class has, or that the file sets anything of; `shows` tells that an
    object that says how it is shown stores something then, `acts` that one does that has
    operators, and `asked` are the properties that do; `unknown` tells that a star may import
    anything."""

    names: Mapping[str, str] = field(default_factory=dict)
    bound: frozenset[str] = frozenset()
    foreign: frozenset[str] = frozenset()
    modules: Mapping[str, str] = field(default_factory=dict)
    methods: frozenset[str] = frozenset()
    stored: frozenset[str] = frozenset()
    shows: bool = False
    acts: bool = False
    asked: frozenset[str] = frozenset()
    unknown: bool = False
    inner: tuple[tuple[int, int, frozenset[str]], ...] = ()

    def at(self, line: int) -> Library:
        """The same as seen at a line: without what other functions bind for themselves."""
        others = (names for first, last, names in self.inner if not first <= line <= last)
        here = (names for first, last, names in self.inner if first <= line <= last)
        hidden = frozenset[str]().union(*others) - frozenset[str]().union(*here)
        return replace(self, bound=self.bound - hidden, inner=())


def library_names(tree: ast.Module) -> Library:
    """What the text alone says of the names; nothing of the classes."""
    found: dict[str, str] = {}
    modules: dict[str, str] = {}
    others: set[str] = set()
    foreign: set[str] = set()
    unknown = False
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            continue
        own = isinstance(node, ast.ImportFrom) and node.module in _LIBRARIES and not node.level
        for alias in node.names:
            module = _module(node, alias)
            name = alias.asname or alias.name.partition(".")[0]
            if own and node in tree.body:
                listed = np.__all__ if alias.name == "*" else [alias.name]
                found |= {name if alias.name != "*" else n: n for n in listed}
            else:
                others.add(name)
                unknown = unknown or alias.name == "*"
            if module.partition(".")[0] not in KNOWN:
                foreign.add(name)
            modules[name] = module if modules.get(name, module) == module else ""
    bound = set(_bound(tree))
    names = {n: own for n, own in found.items() if n not in others | bound}
    methods = {f.name for c in ast.walk(tree) if isinstance(c, ast.ClassDef) for f in _in(c)}
    around = others | set(_defined(tree)) | set(_bound_around(tree))
    return Library(
        names={} if unknown else names,
        bound=frozenset((bound - methods) | others | set(_defined(tree))),
        foreign=frozenset(foreign),
        modules={n: m for n, m in modules.items() if n not in bound},
        methods=frozenset(methods | set(_fields(tree))),
        stored=frozenset(_fields(tree, of_own=False)),
        inner=tuple(_bound_inside(tree, around)),
    )


def _module(node: ast.Import | ast.ImportFrom, alias: ast.alias) -> str:
    if isinstance(node, ast.Import):
        return alias.name if alias.asname else alias.name.partition(".")[0]
    return "." * node.level + (node.module or "") + "." + alias.name


def _in(made: ast.ClassDef) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (f for f in made.body if isinstance(f, _FUNCTIONS))


def _defined(tree: ast.Module) -> Iterator[str]:
    """The functions that are no methods."""
    of_classes = {f for c in ast.walk(tree) if isinstance(c, ast.ClassDef) for f in _in(c)}
    return (f.name for f in ast.walk(tree) if isinstance(f, _FUNCTIONS) and f not in of_classes)


def _fields(tree: ast.Module, of_own: bool = True) -> Iterator[str]:
    """The attributes that the file sets to what may be a function; `of_own` tells whether those of
    `self` are among them."""
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Assign, ast.AnnAssign)) or not isinstance(
            node.value, (ast.Name, ast.Lambda, ast.Attribute)
        ):
            continue
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            for part in (p for p in ast.walk(target) if isinstance(p, ast.Attribute)):
                own = isinstance(part.value, ast.Name) and part.value.id == "self"
                if isinstance(part.ctx, ast.Store) and (of_own or not own):
                    yield part.attr


def _bound_inside(tree: ast.Module, around: set[str]) -> Iterator[tuple[int, int, frozenset[str]]]:
    """What each function that stands in no other one binds, and nothing `around` it."""
    for function in _outermost(tree):
        last = function.end_lineno or function.lineno
        yield function.lineno, last, frozenset(set(_bound(function)) - around)


def _bound_around(tree: ast.AST) -> Iterator[str]:
    """What is bound outside of functions, or in them for the file."""
    functions = set(_outermost(tree))
    inside = {n for f in functions for part in (*f.body, *_given(f)) for n in ast.walk(part)}
    yield from _bound_by(node for node in ast.walk(tree) if node not in inside)
    for node in inside:
        if isinstance(node, ast.Global):
            yield from node.names


def _given(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.arg]:
    """Its parameters, without what stands for them by default, which is evaluated around it."""
    return (n for n in ast.walk(function.args) if isinstance(n, ast.arg))


def _outermost(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, _FUNCTIONS):
            yield node
        else:
            yield from _outermost(node)


def _bound(tree: ast.AST) -> Iterator[str]:
    """The names that anything but an import binds."""
    yield from _bound_by(ast.walk(tree))


def _bound_by(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.ExceptHandler(name=str() as name):
                yield name
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                yield from names
