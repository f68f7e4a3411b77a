"""What running a file surely leaves in the variables that its functions set by `global`.

The statements of the file are followed in order, and so are calls of its own functions that are
statements by themselves, as far as all that decides is known: `set_low(0.5)`, `update_settings()`.
Whatever else mentions such a function may call it, then or later, and its variables are lost. That
a statement raises an exception is left out of account: then nothing of the file can be imported.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from adc.frontends.own_modules import member
from adc.frontends.places import file_of
from adc.frontends.python.top_names import (
    bound_by,
    is_main_guard,
    mentions,
    only_raises,
    run_at_once,
    set_globally,
)

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_PLAIN = (bool, int, float, str, type(None))
_COMPARED: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
}  # fmt: skip
_COMPUTED: Mapping[type[ast.AST], Callable[..., int | float]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv, ast.Div: operator.truediv, ast.USub: operator.neg,
}  # fmt: skip
#: Modules of which no part is None.
_LIBRARIES = ("numpy", "scipy", "math")
_DEEPEST = 10
#: What imports a file by a text.
_IMPORTING = frozenset({"import_module", "__import__", "reload", "run_path", "run_module"})


@dataclass(frozen=True)
class Surroundings:
    """What is known of the other names of the file at `path`: `settled` ones are bound once, and
    have the `literal` that is told (None for none); `imported` tells the module that a name is or
    is of; `aside`: the decorators of a function do not call it."""

    path: str
    settled: Callable[[str], bool]
    literal: Callable[[str], ast.Constant | None]
    imported: Callable[[str], str]
    aside: Callable[[ast.FunctionDef], bool]


class _Truth(ast.expr):
    """A value of which only the truth is known."""

    def __init__(self, truth: bool) -> None:
        super().__init__()
        self.truth = truth


@dataclass
class FirstValues:
    """What the file binds to `values`, by name, where it is sure, each with the statement that does
    so at last; `asked` are the constants of the file that this depends on."""

    values: dict[str, tuple[ast.expr, ast.stmt]]
    asked: frozenset[str]


def first_values(
    tree: ast.Module, names: frozenset[str], surroundings: Surroundings
) -> FirstValues:
    """What the variables `names` of the file are once it has run."""
    run = _Run(names, surroundings, _definitions(tree))
    for statement in tree.body:
        run.place = statement
        run.top(statement)
    return FirstValues(run.sure(), frozenset(run.asked))


def _definitions(tree: ast.Module) -> dict[str, list[_Definition]]:
    found: dict[str, list[_Definition]] = {}
    for node in tree.body:
        if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            found.setdefault(node.name, []).append(node)
    return found


@dataclass
class _Frame:
    """A call: its variables as far as they are known, and those that it has of the file."""

    function: ast.FunctionDef
    local: dict[str, ast.expr | None]
    shared: frozenset[str]
    depth: int


@dataclass
class _Run:
    """`values` of the variables by now, at the statement `place`, and the `places` where they were
    bound; `lost`: they may be set by what is not followed; `bound` and
    `read`: when they were bound, and when something may have read them unseen for the first time;
    `asked`: constants that decided something."""

    names: frozenset[str]
    around: Surroundings
    definitions: dict[str, list[_Definition]]
    place: ast.stmt = field(default_factory=ast.Pass)
    time: int = 0
    values: dict[str, ast.expr | None] = field(default_factory=dict)
    lost: set[str] = field(default_factory=set)
    bound: dict[str, list[int]] = field(default_factory=dict)
    places: dict[str, ast.stmt] = field(default_factory=dict)
    read: dict[str, int] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)

    def sure(self) -> dict[str, tuple[ast.expr, ast.stmt]]:
        """The values that nothing has read while they were others."""
        return {
            name: (value, self.places[name]) for name, value in self.values.items()
            if value is not None and name not in self.lost
            and not any(isinstance(n, _Truth) for n in ast.walk(value))
            and (len(self.bound[name]) == 1 or name not in self.read
                 or self.read[name] > self.bound[name][-1])
        }  # fmt: skip

    # -- statements --------------------------------------------------------------------------------

    def top(self, node: ast.stmt) -> None:
        """A statement of the file."""
        if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            self.unseen(run_at_once(node))
            if not isinstance(node, ast.ClassDef) and node.decorator_list:
                plain = isinstance(node, ast.FunctionDef) and self.around.aside(node)
                self.unseen([] if plain else [node])
            self.bind(node.name, None, None)
        elif not is_main_guard(node):
            self.statement(node, None)

    def block(self, body: Iterable[ast.stmt], frame: _Frame | None) -> bool:
        return all(self.statement(node, frame) for node in body)

    def statement(self, node: ast.stmt, frame: _Frame | None) -> bool:
        """Follows a statement; whether the next one runs."""
        if isinstance(node, (ast.Pass, ast.Global)):
            return True
        if isinstance(node, ast.Expr):
            self.expression(node.value, frame)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            one = isinstance(node, ast.AnnAssign)
            targets: list[ast.expr] = [node.target] if one else [*node.targets]  # type: ignore[union-attr]
            if node.value is not None:
                self.assign(targets, node.value, frame)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            old = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
            made = ast.copy_location(ast.BinOp(old, node.op, node.value), node)
            self.bind(node.target.id, self.value(made, frame), frame)
        elif isinstance(node, ast.If):
            return self.choose(node, frame)
        elif isinstance(node, ast.Return):
            self.unseen([node.value] if node.value is not None else [])
            return False
        elif isinstance(node, ast.Raise):
            return False
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            self.imports(node, frame)
        elif isinstance(node, ast.Assert):
            self.unseen([node.test])
        else:
            return self.unfollowed([node], frame)
        return True

    def choose(self, node: ast.If, frame: _Frame | None) -> bool:
        self.value(node.test, frame)
        truth = self.truth(node.test, frame)
        if truth is None:
            ends = list(map(only_raises, (node.body, node.orelse)))
            if True not in ends:
                return self.unfollowed([*node.body, *node.orelse], frame)
            truth = ends[1]
        return self.block(node.body if truth else node.orelse, frame)

    def unfollowed(self, nodes: list[ast.stmt], frame: _Frame | None) -> bool:
        """What may run or not; whether what is behind it surely does."""
        self.unseen(nodes)
        every = [n for node in nodes for n in ast.walk(node)]
        for name in bound_by(n for n in every if not isinstance(n, (ast.Global, ast.Nonlocal))):
            self.bind(name, None, frame)
        for part in every:
            if isinstance(part, (ast.Attribute, ast.Subscript)) and _is_stored(part):
                self.changed(part, frame)
        leaves = any(isinstance(n, (ast.Return, ast.Yield, ast.YieldFrom)) for n in every)
        if frame is not None and leaves:
            self.lose([frame.function])
            return False
        return True

    def assign(self, targets: list[ast.expr], value: ast.expr, frame: _Frame | None) -> None:
        found = self.value(value, frame)
        for target in targets:
            if isinstance(target, ast.Name):
                if frame is None and target.id not in self.names:
                    self.unseen([value])  # which may read variables that have other values later
                self.bind(target.id, found, frame)
            elif isinstance(target, ast.Tuple):
                names = {t.id for t in target.elts if isinstance(t, ast.Name)}
                self.unseen([value] if frame is None and names - self.names else [])
                self.several(target.elts, found.elts if isinstance(found, ast.Tuple) else [], frame)
            else:
                self.unfollowed([ast.copy_location(ast.Assign([target], value), target)], frame)

    def several(
        self, targets: list[ast.expr], values: list[ast.expr], frame: _Frame | None
    ) -> None:
        for k, target in enumerate(targets):
            if isinstance(target, ast.Name):
                known = len(values) == len(targets)
                self.bind(target.id, values[k] if known else None, frame)
            else:
                self.unfollowed([ast.copy_location(ast.Expr(target), target)], frame)

    def bind(self, name: str, value: ast.expr | None, frame: _Frame | None) -> None:
        if frame is not None and name not in frame.shared:
            frame.local[name] = value
        elif name in self.names:
            self.values[name] = value
            self.time += 1
            self.bound.setdefault(name, []).append(self.time)
            self.places[name] = self.place

    def changed(self, part: ast.expr, frame: _Frame | None) -> None:
        """A part of something is set: of what a variable holds, no more is known."""
        while isinstance(part, (ast.Attribute, ast.Subscript)):
            part = part.value
        if isinstance(part, ast.Name):
            self.bind(part.id, None, frame)

    def imports(self, node: ast.Import | ast.ImportFrom, frame: _Frame | None) -> None:
        self.unseen([node])
        for alias in node.names:
            self.bind(alias.asname or alias.name.partition(".")[0], None, frame)
            if alias.name == "*":
                self.lost |= self.names

    def runs_others(self, node: ast.AST) -> bool:
        """Whether a node imports files of the source's own, which may read the variables as they
        are then."""
        for part in ast.walk(node):
            module = part.module or "" if isinstance(part, ast.ImportFrom) else ""
            module = "." * part.level + module if isinstance(part, ast.ImportFrom) else module
            for alias in part.names if isinstance(part, (ast.Import, ast.ImportFrom)) else ():
                named = [module, member(module, alias.name)] if module else [alias.name]
                if any(file_of(self.around.path, each) for each in named):
                    return True
        return not _IMPORTING.isdisjoint(mentions(node))

    # -- what is not followed ----------------------------------------------------------------------

    def unseen(self, nodes: Iterable[ast.AST]) -> None:
        """What runs and is not followed: it may read the variables that it mentions, and call the
        functions, at once or later."""
        found = list(self.reached(nodes))
        others = any(map(self.runs_others, found))
        self.note_read(self.names if others else (n for node in found for n in mentions(node)))
        self.lose(found, ())

    def lose(self, nodes: Iterable[ast.AST], reached: Iterable[ast.AST] | None = None) -> None:
        every = chain(nodes, self.reached(nodes) if reached is None else reached)
        self.lost |= {name for node in every for name in set_globally(node)}

    def note_read(self, names: Iterable[str]) -> None:
        self.time += 1
        for name in self.bound.keys() & set(names):  # before that, there is nothing to read
            self.read.setdefault(name, self.time)

    def reached(self, nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
        """These nodes, and the functions and classes that they mention, and these again."""
        waiting, seen = list(nodes), set[str]()
        while waiting:
            node = waiting.pop()
            yield node
            for name in mentions(node):
                if name in self.definitions and name not in seen:
                    seen.add(name)
                    waiting += self.definitions[name]

    # -- calls -------------------------------------------------------------------------------------

    def expression(self, node: ast.expr, frame: _Frame | None) -> None:
        """A statement that is an expression."""
        called = self.own_function(node, frame) if isinstance(node, ast.Call) else None
        if called is None or not isinstance(node, ast.Call):
            self.unseen([node])
            return
        inner = self.arguments(called, node, frame)
        if inner is None or (frame is not None and frame.depth > _DEEPEST):
            self.unseen([node])
            return
        self.block(called.body, inner)

    def own_function(self, node: ast.Call, frame: _Frame | None) -> ast.FunctionDef | None:
        """The function of the file that is called, where it can be followed."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        made = self.definitions.get(name, [])
        local = frame is not None and (name in frame.local or name in frame.shared)
        if len(made) != 1 or local or name in self.names or not self.around.settled(name):
            return None
        (function,) = made
        if not isinstance(function, ast.FunctionDef) or function.decorator_list:
            return None
        apart = (ast.Yield, ast.YieldFrom, ast.NamedExpr)
        return None if any(isinstance(n, apart) for n in ast.walk(function)) else function

    def arguments(
        self, function: ast.FunctionDef, node: ast.Call, frame: _Frame | None
    ) -> _Frame | None:
        """The variables of a call as it begins; None where that is not followed."""
        wanted = function.args
        if wanted.vararg or wanted.kwarg or any(isinstance(a, ast.Starred) for a in node.args):
            return None
        order = [a.arg for a in (*wanted.posonlyargs, *wanted.args)]
        usual = dict(zip(reversed(order), reversed(wanted.defaults), strict=False))
        usual |= {a.arg: d for a, d in zip(wanted.kwonlyargs, wanted.kw_defaults, strict=True) if d}
        local = {name: self.default(value) for name, value in usual.items()}
        local |= {n: self.value(v, frame) for n, v in zip(order, node.args, strict=False)}
        local |= {k.arg: self.value(k.value, frame) for k in node.keywords if k.arg}
        names = {*order, *(a.arg for a in wanted.kwonlyargs)}
        if local.keys() != names or len(node.args) > len(order) or None in [
            k.arg for k in node.keywords
        ]:  # fmt: skip
            return None
        inside = [n for s in function.body for n in ast.walk(s)]
        shared = frozenset(n for g in inside if isinstance(g, ast.Global) for n in g.names)
        own = bound_by(n for n in inside if not isinstance(n, (ast.Global, ast.Nonlocal)))
        known = {**dict.fromkeys(own - shared), **local}
        return _Frame(function, known, shared, frame.depth + 1 if frame is not None else 0)

    def default(self, node: ast.expr) -> ast.expr | None:
        """The value of a default, which was worked out where the function was defined."""
        mentioned = self.names.intersection(mentions(node))
        return None if mentioned else self.value(node, None)

    # -- values ------------------------------------------------------------------------------------

    def value(self, node: ast.expr, frame: _Frame | None) -> ast.expr | None:
        """What an expression is, by literals and by names that stay what they are; None where that
        is not known. What it may do besides is taken note of."""
        if isinstance(node, ast.Constant):
            return node if isinstance(node.value, _PLAIN) else None
        if isinstance(node, ast.Name):
            return self.variable(node, frame)
        if isinstance(node, ast.Attribute):
            owner = self.value(node.value, frame)
            whole = isinstance(owner, (ast.Name, ast.Attribute)) and self.module_of(owner)
            made = ast.Attribute(owner or node.value, node.attr, ast.Load())
            return ast.copy_location(made, node) if whole else None
        if isinstance(node, (ast.UnaryOp, ast.BinOp, ast.Tuple)):
            return self.computed(node, frame)
        if isinstance(node, (ast.BoolOp, ast.Compare)):
            return self.decided(node, frame)
        if isinstance(node, ast.IfExp):
            self.value(node.test, frame)
            truth = self.truth(node.test, frame)
            if truth is not None:
                return self.value(node.body if truth else node.orelse, frame)
        self.unseen([node])
        return None

    def variable(self, node: ast.Name, frame: _Frame | None) -> ast.expr | None:
        if frame is not None and node.id in frame.local and node.id not in frame.shared:
            return frame.local[node.id]
        if node.id in self.names:
            return self.values.get(node.id)
        self.unseen([node] if node.id in self.definitions else [])
        return node if self.around.settled(node.id) else None

    def computed(
        self, node: ast.UnaryOp | ast.BinOp | ast.Tuple, frame: _Frame | None
    ) -> ast.expr | None:
        parts = [c for c in ast.iter_child_nodes(node) if isinstance(c, ast.expr)]
        found = [self.value(part, frame) for part in parts]
        known = [each for each in found if each is not None and not isinstance(each, _Truth)]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            truth = self.truth(node.operand, frame)
            return None if truth is None else ast.copy_location(ast.Constant(not truth), node)
        if len(known) < len(found):
            return None
        if isinstance(node, ast.Tuple):
            made: ast.expr = ast.Tuple(known, ast.Load())
        elif isinstance(node, ast.BinOp):
            made = ast.BinOp(known[0], node.op, known[1])
        else:
            made = ast.UnaryOp(node.op, known[0])
        return ast.copy_location(made, node)

    def decided(self, node: ast.BoolOp | ast.Compare, frame: _Frame | None) -> ast.expr | None:
        parts = node.values if isinstance(node, ast.BoolOp) else [node.left, *node.comparators]
        found = [self.value(part, frame) for part in parts]
        if isinstance(node, ast.BoolOp):
            for part, each in zip(node.values[:-1], found[:-1], strict=True):
                truth = self.truth(part, frame)
                if truth is None:
                    break
                if truth is isinstance(node.op, ast.Or):
                    return each
            else:
                return found[-1]
        truth = self.truth(node, frame)
        if truth is None:
            return None
        exact = isinstance(node, ast.Compare)
        return ast.copy_location(ast.Constant(truth) if exact else _Truth(truth), node)

    def truth(self, node: ast.expr, frame: _Frame | None) -> bool | None:
        """Whether an expression counts as true; None where that is not known."""
        if isinstance(node, ast.BoolOp):
            parts = [self.truth(part, frame) for part in node.values]
            ends = isinstance(node.op, ast.Or)  # the truth that decides, wherever it stands
            return ends if ends in parts else None if None in parts else not ends
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            truth = self.truth(node.operand, frame)
            return None if truth is None else not truth
        if isinstance(node, ast.Compare):
            return self.compared(node, frame)
        found = self.value(node, frame)
        if isinstance(found, _Truth):
            return found.truth
        known = self.literal(found)
        return bool(known.value) if known is not None else None

    def compared(self, node: ast.Compare, frame: _Frame | None) -> bool | None:
        if len(node.ops) != 1:
            return None
        (op,), (other,) = node.ops, node.comparators
        left, right = self.constant(node.left, frame), self.constant(other, frame)
        if isinstance(op, (ast.Is, ast.IsNot)):
            if right is None or right.value is not None:
                return None
            nothing = left.value is None if left is not None else None
            if left is None and self.module_of(self.value(node.left, frame)) in _LIBRARIES:
                nothing = False
            return None if nothing is None else nothing is isinstance(op, ast.Is)
        several = isinstance(op, (ast.In, ast.NotIn)) and isinstance(other, (ast.Tuple, ast.List))
        items = [self.constant(i, frame) for i in other.elts] if several else []  # type: ignore[attr-defined]
        values = tuple(i.value for i in items if i is not None)
        if left is None or (len(values) < len(items) or not items if several else right is None):
            return None
        try:
            against = values if several else right.value  # type: ignore[union-attr]
            return bool(_COMPARED[type(op)](left.value, against))
        except (KeyError, TypeError):
            return None

    def constant(self, node: ast.expr, frame: _Frame | None) -> ast.Constant | None:
        """The literal that an expression is."""
        return self.literal(self.value(node, frame))

    def literal(self, found: ast.expr | None) -> ast.Constant | None:
        if isinstance(found, ast.Name):
            self.asked.add(found.id)
            return self.around.literal(found.id)
        if isinstance(found, (ast.BinOp, ast.UnaryOp)):
            return self.folded(found)
        return found if isinstance(found, ast.Constant) else None

    def folded(self, node: ast.BinOp | ast.UnaryOp) -> ast.Constant | None:
        """The number that arithmetic with literals gives."""
        sides = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.operand]
        known = [self.literal(side) for side in sides]
        numbers = [n.value for n in known if n is not None and isinstance(n.value, (int, float))]
        compute = _COMPUTED.get(type(node.op))
        if compute is None or len(numbers) < len(sides):
            return None
        try:
            return ast.copy_location(ast.Constant(compute(*numbers)), node)
        except (ArithmeticError, TypeError):
            return None

    def module_of(self, node: ast.expr | None) -> str:
        """The library or package that a dotted name begins with, "" where it is none's."""
        while isinstance(node, ast.Attribute):
            node = node.value
        module = self.around.imported(node.id) if isinstance(node, ast.Name) else ""
        return module.partition(".")[0] or "." * bool(module)


def _is_stored(node: ast.Attribute | ast.Subscript) -> bool:
    return not isinstance(node.ctx, ast.Load)


__all__ = ["FirstValues", "Surroundings", "first_values"]
