"""Variables that several statements at the top of a file make: `T = np.zeros(5)`, then a loop that
fills it.

Such a variable is what a function gives whose body is these statements, those that the variable
needs, in their order: no other statement of the file has a part in it, nor looks at what they bind
before they are done. Python's tree tells which statements these are.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from adc.diagnostics import AdcError, Note, Span
from adc.frontends import surface
from adc.frontends.names import free_names, names_of
from adc.frontends.python.arrays import written_arrays
from adc.frontends.python.set_globals import SetByFunctions
from adc.frontends.python.source import ParseTree, Source
from adc.frontends.python.statements import statements_of
from adc.frontends.python.top_names import bound_by, is_main_guard, mentions, run_at_once, tree_of
from adc.frontends.python.written_constants import written_constants

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEFINITIONS = (*_FUNCTIONS, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)
#: Files with more such variables are left alone: for each of them all of the file is looked at.
MOST = 40
#: What no function may have that stands for statements at the top of a file.
_OPAQUE = (
    *_DEFINITIONS, *_IMPORTS, ast.Global, ast.Nonlocal, ast.NamedExpr, ast.Await, ast.Yield,
    ast.YieldFrom, ast.Try, ast.With, ast.Return, ast.Delete,
)  # fmt: skip
#: Functions of Python that leave their arguments as they are.
_READING = frozenset({
    "len", "range", "enumerate", "zip", "sum", "min", "max", "abs", "float", "int", "bool", "round",
    "print", "tuple", "list", "sorted", "reversed", "pow",
})  # fmt: skip
#: Functions of NumPy's that give arrays of numbers whatever they are given.
_ARRAYS = frozenset({"zeros", "ones", "empty", "full", "eye", "arange", "linspace"})


@dataclass(frozen=True)
class Made:
    """The `statements` that make a variable, by line and column, and the names that they bind.
    `early`: names that may have values of these which they do not keep; `nested`: one
    of the statements has statements in it; `array`: it is an array for sure, and no list."""

    statements: tuple[tuple[int, int], ...]
    bound: frozenset[str]
    early: frozenset[str]
    nested: bool
    array: bool


class Top:
    """The statements that running a file runs, and its functions."""

    def __init__(self, tree: ast.Module) -> None:
        self.body = [node for node in tree.body if not is_main_guard(node)]
        inside = [n for top in self.body for n in ast.walk(top)]
        defined = {n.name for n in inside if isinstance(n, _DEFINITIONS)}
        imported = (a for n in inside if isinstance(n, _IMPORTS) for a in n.names)
        self.fixed = defined | {a.asname or a.name.partition(".")[0] for a in imported}
        names = [n for n in inside if not isinstance(n, ast.alias)]
        numpy = (a for n in inside if isinstance(n, ast.Import) for a in n.names)
        self.numpy = {a.asname or a.name for a in numpy if a.name == "numpy"} - bound_by(names)
        self.reading = _READING - bound_by(inside)
        self.touched = [self._touched(node) for node in self.body]
        self.last = {n: k for k, touched in enumerate(self.touched) for n in touched}

    def used(self) -> frozenset[str]:
        """The names that functions and classes take from the file."""
        return frozenset().union(*(_free(n) for n in self.body if isinstance(n, _DEFINITIONS)))

    def made(self, name: str, unsettled: Collection[str]) -> Made | None:
        """What makes the variable `name`, which may take values of others that are `unsettled`;
        None where something else has a part in it."""
        needed, chosen = {name}, set[int]()
        grows = True
        while grows:
            grows = False
            for place, touched in enumerate(self.touched):
                if place not in chosen and needed & touched:
                    grows = True
                    chosen.add(place)
                    needed |= _needed([self.body[place]]) & set(unsettled)
        bound = frozenset(_bound(self.body[place] for place in chosen))
        early = self._early(chosen, bound, unsettled) if chosen and not bound & self.fixed else None
        if early is None:
            return None
        places = [self.body[place] for place in sorted(chosen)]
        nested = any(isinstance(n, (ast.If, ast.For, ast.While)) for n in places)
        where = tuple((n.lineno, n.col_offset + 1) for n in places)
        return Made(where, bound, frozenset(early), nested, self._is_array(name, places))

    def _early(
        self, chosen: set[int], bound: frozenset[str], unsettled: Collection[str]
    ) -> set[str] | None:
        """What other statements bind that look at what those that are `chosen` bind before the last
        of these is done; None where definitions do, or where these cannot stand in a function."""
        early = set[str]()
        before = self.body[: max(chosen) + 1]
        called = self._called(before)
        for place, node in enumerate(before):
            if place in chosen and any(isinstance(n, _OPAQUE) for n in ast.walk(node)):
                return None
            if place > min(chosen) and isinstance(node, ast.ImportFrom) and _is_star(node):
                return None
            run = list(run_at_once(node)) if isinstance(node, _DEFINITIONS) else [node]
            reached = _reached(run, called)
            if place in chosen:
                later = {n for n in reached & set(unsettled) if self.last.get(n, -1) >= place}
                if later or bound & reached:
                    return None
                early |= _bound([node])
            elif bound & (_needed(run) | reached):
                if isinstance(node, _DEFINITIONS):
                    return None
                early |= _bound([node])
        classes = (n for n in before if isinstance(n, ast.ClassDef))
        return None if any(bound & _free(n) for n in classes) else early

    def _is_array(self, name: str, nodes: list[ast.stmt]) -> bool:
        """Whether all that the name is bound to by itself is what functions of NumPy's make."""
        values: list[ast.AST] = []
        for node in (n for top in nodes for n in ast.walk(top)):
            if isinstance(node, ast.Assign) and name in _bound(node.targets):
                values.append(node.value if len(node.targets) == 1 else node)
            elif isinstance(node, (ast.Assign, ast.AugAssign, ast.Name)):
                continue
            elif name in bound_by(ast.iter_child_nodes(node)):
                values.append(node)
        called = [v.func for v in values if isinstance(v, ast.Call)]
        made = [f for f in called if isinstance(f, ast.Attribute) and f.attr in _ARRAYS]
        return len(made) == len(values) and all(ast.unparse(f.value) in self.numpy for f in made)

    def _called(self, before: Iterable[ast.stmt]) -> dict[str, set[str]]:
        """The functions that statements define, each with the names that it, or another one of its
        name, takes from the file."""
        found: dict[str, set[str]] = {}
        for node in (n for top in before for n in ast.walk(top)):
            if isinstance(node, _FUNCTIONS):
                found.setdefault(node.name, set()).update(_free(node))
        return found

    def _touched(self, node: ast.stmt) -> set[str]:
        """The names that a statement binds, or whose values it may change."""
        if isinstance(node, (*_DEFINITIONS, *_IMPORTS)):
            return set()
        found = _bound([node])
        for part in ast.walk(node):
            if isinstance(part, (ast.Attribute, ast.Subscript)) and not isinstance(
                part.ctx, ast.Load
            ):
                found |= _root(part)
            elif isinstance(part, ast.Call):
                found |= _root(part.func) if isinstance(part.func, ast.Attribute) else set()
                if not (isinstance(part.func, ast.Name) and part.func.id in self.reading):
                    given = (*part.args, *(k.value for k in part.keywords))
                    found |= {name for value in given for name in mentions(value)}
        return found


def _reached(nodes: Iterable[ast.AST], called: Mapping[str, set[str]]) -> set[str]:
    """What functions take from the file that `nodes` mention, and those that these do."""
    waiting = [m for node in nodes for m in mentions(node)]
    found, seen = set[str](), set[str]()
    while waiting:
        name = waiting.pop()
        if name in called and name not in seen:
            seen.add(name)
            found |= called[name]
            waiting += called[name]
    return found


def _is_star(node: ast.ImportFrom) -> bool:
    return any(alias.name == "*" for alias in node.names)


def _root(node: ast.expr) -> set[str]:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return set(mentions(node))


def _bound(nodes: Iterable[ast.AST]) -> set[str]:
    """The names that statements bind; what a comprehension binds is its own."""
    return bound_by(part for node in nodes for part in _own(node))


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """A node and what is in it, but for the targets of comprehensions and functions in it."""
    yield node
    if isinstance(node, ast.Lambda):
        return
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.comprehension):
            for part in (child.iter, *child.ifs):
                yield from _own(part)
        else:
            yield from _own(child)


def _free(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> set[str]:
    """The names that a function, or what is in a class, may take from its file."""
    inside = list(ast.walk(function))[1:]
    several = any(isinstance(n, (ast.Global, ast.Nonlocal, *_DEFINITIONS)) for n in inside)
    if several or isinstance(function, ast.ClassDef):
        return set(mentions(function))
    return {*mentions(function)} - bound_by(_own(function)) | _defaults(function)


def _defaults(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    given = [*function.args.defaults, *(d for d in function.args.kw_defaults if d is not None)]
    return {name for value in given for name in mentions(value)}


def _needed(nodes: Iterable[ast.AST]) -> set[str]:
    """The names that `nodes` may read before they bind them."""
    return _needed_of(list(nodes), set())


def _needed_of(nodes: list[ast.AST], bound: set[str]) -> set[str]:
    """The same, where `bound` are bound already; adds to these what surely is afterwards."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.For):
            found |= {*mentions(node.iter)} - bound
            inside = bound | _bound([node.target])
            found |= {*mentions(node.target)} - inside
            found |= _needed_of([*node.body], inside) | _needed_of([*node.orelse], set(bound))
        elif isinstance(node, ast.If):
            found |= {*mentions(node.test)} - bound
            one, other = set(bound), set(bound)
            found |= _needed_of([*node.body], one) | _needed_of([*node.orelse], other)
            bound |= one & other
        elif isinstance(node, ast.Assign):
            found |= {*mentions(node.value)} - bound
            targets = {m for t in node.targets for m in mentions(t)}
            found |= targets - bound - _bound(node.targets)
            bound |= _bound(node.targets)
        else:
            found |= {*mentions(node)} - bound
    return found


class Reader(Protocol):
    """What has read the statements of a file."""

    source: Source
    shared: SetByFunctions
    trees: list[ParseTree]
    functions: dict[str, surface.Function]
    decorated: dict[str, tuple[ParseTree, ...]]
    inside: dict[str, tuple[ParseTree, ...]]
    constants: list[surface.Assign]
    imports: list[surface.Import]
    unsettled: dict[str, Note]
    instead: dict[str, str]


def settle_made(reader: Reader, others: Collection[str]) -> dict[str, bool]:
    """Binds variables that several statements make to what a function of these gives; `others` are
    none of them. They are given back, each with whether other statements may change it."""
    tree = tree_of(reader.source.text)
    unknown = {n for c in reader.constants if _is_unknown(c) for n in names_of(c)}
    doubtful = {*reader.unsettled, *unknown} - {*others, *reader.shared.notes}
    if tree is None or not doubtful:
        return {}
    top, made, before = Top(tree), dict[str, Made](), None
    if len(top.used() & doubtful) > MOST:
        return {}
    while before != doubtful:  # what is early is not what the file binds it to afterwards
        before = set(doubtful)
        found = {name: top.made(name, before) for name in sorted(top.used() & before)}
        made = {n: m for n, m in found.items() if m is not None and m.bound.isdisjoint(others)}
        made = {n: m for n, m in made.items() if n in unknown or m.nested or len(m.statements) > 1}
        doubtful = before.union(*(m.early for m in made.values()))
    span = Span(reader.source.file, 1, 1, 1, 1)
    early = doubtful - reader.unsettled.keys() - unknown
    reader.unsettled |= dict.fromkeys(early, Note("bound to what changes afterwards", span))
    built = {name: function for name in made if (function := _function(reader, name, made[name]))}
    while True:
        lost = reader.unsettled.keys() - built.keys()
        kept = {n: f for n, f in built.items() if not free_names(f).keys() & lost}
        if len(kept) == len(built):
            break
        built = kept
    for name, function in built.items():
        _bind(reader, name, function)
    return {name: _may_change(reader, name, made[name]) for name in built}


def _is_unknown(constant: surface.Assign) -> bool:
    return constant.value == surface.Intrinsic("", constant.span, "import")


def _function(reader: Reader, name: str, made: Made) -> surface.Function | None:
    """The function without parameters that gives the variable; None where adc cannot read it."""
    trees = _trees(reader, made)
    if len(trees) < len(made.statements):
        return None
    first, last = (reader.source.span(tree) for tree in (trees[0], trees[-1]))
    try:
        body = statements_of(trees, reader.source)
    except AdcError:
        return None
    returned = surface.Return((surface.Name(name, last),), last)
    return surface.Function(f"{name}%made", (), (*body, returned), first, of_file=True)


def _trees(reader: Reader, made: Made) -> list[ParseTree]:
    places = set(made.statements)
    return [t for t in reader.trees if (t.meta.line, t.meta.column) in places]


def _bind(reader: Reader, name: str, function: surface.Function) -> None:
    """Binds the variable to a call of the function."""
    span = function.body[-1].span
    value = surface.Call(surface.Name(function.name, span), (), (), span)
    reader.constants = [c for c in reader.constants if name not in names_of(c)]
    reader.constants.append(surface.Assign((surface.Name(name, span),), value, span))
    reader.functions[function.name] = function
    reader.decorated[function.name] = reader.inside[function.name] = ()
    reader.unsettled.pop(name, None)
    reader.instead.pop(name, None)


def _may_change(reader: Reader, name: str, made: Made) -> bool:
    """Whether statements that have no part in the variable may change what it holds."""
    own = {id(tree) for tree in _trees(reader, made)}
    rest = [tree for tree in reader.trees if id(tree) not in own]
    call = next(c for c in reader.constants if name in names_of(c))
    others = [replace(call, targets=(surface.Name(n, call.span),)) for n in sorted(made.bound)]
    constants = [*reader.constants, *others]
    given = rest, constants, reader.imports, reader.unsettled
    found = written_arrays(*given) if made.array else written_constants(*given, ())
    return bool(found & made.bound)
