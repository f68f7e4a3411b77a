"""What a program does: its statements in order, the names that they bind, and the statements that
give independents their first values, which the caller gives instead.

The statements are Python's own (`ast`), with the lines and columns of the original text, so that
the run of the original leaves out the very same ones.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from adc.diagnostics import AdcError, Span

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


#: Line and column of the original text, the column in bytes from 0.
Place = tuple[int, int]


@dataclass(frozen=True)
class FirstValues:
    """What is left out of a program: `statements`, as a whole, and `targets`, names among those
    of other assignments, with the `values` that they alone would have. All are told by line and
    column, columns in bytes from 0."""

    statements: dict[Place, str] = field(default_factory=dict)
    targets: dict[Place, str] = field(default_factory=dict)
    values: dict[Place, ast.expr] = field(default_factory=dict)


@dataclass(frozen=True)
class Body:
    """The statements of a program in the file `file`: those of its top level, or of `function`."""

    file: str
    text: str
    tree: ast.Module
    function: ast.FunctionDef | None = None

    def statements(self) -> list[ast.stmt]:
        """Those that run, in order: what stands behind `if __name__ == "__main__":` is of them."""
        if self.function is not None:
            return self.function.body
        return [s for top in self.tree.body for s in (top.body if is_guard(top) else [top])]  # type: ignore[attr-defined]

    def bound(self) -> set[str]:
        """The variables: names that the statements bind, but for functions, classes, imports."""
        found = {n for s in self.statements() for n in variables_of(s)}
        if self.function is None:
            return found
        declared = [n for n in ast.walk(self.function) if isinstance(n, (ast.Global, ast.Nonlocal))]
        return found - {name for node in declared for name in node.names}

    def span(self, node: ast.stmt | ast.expr) -> Span:
        lines = self.lines
        end = node.end_lineno or node.lineno
        columns = [
            len(lines[line - 1].encode()[:offset].decode(errors="replace")) + 1
            for line, offset in ((node.lineno, node.col_offset), (end, node.end_col_offset or 0))
        ]
        return Span(self.file, node.lineno, columns[0], end, columns[1])

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    def first_values(self, given: Sequence[str]) -> FirstValues:
        """What gives the independents `given` their values: the assignment that binds one of them
        first, and element assignments behind it until something asks for it.

        Raises ADC0127 where a branch, a loop or anything else but an assignment does."""
        found = FirstValues()
        for name in given:
            statements = self.statements()
            first = next(k for k, s in enumerate(statements) if name in variables_of(s))
            asking = self.asking(name)
            self._check_first(statements[: first + 1], name, asking)
            self._leave_out(statements[first], name, found)
            for statement in statements[first + 1 :]:
                if sets_elements(statement, name, asking):
                    if self.has_effects(statement) or self._draws_for_others(statement):
                        what = "gets elements here by something that has other effects"
                        raise self._refusal(statement, name, what)
                    found.statements[statement.lineno, statement.col_offset] = name
                elif not asking.isdisjoint(names_in(statement)):
                    if only_sets(statement, name, asking):
                        raise self._refusal(statement, name, "sets its elements here")
                    break
        return found

    def _check_first(
        self, statements: Sequence[ast.stmt], name: str, asking: Collection[str]
    ) -> None:
        """ADC0127 where `name` may be something else before the last of the statements binds it, or
        where that does more."""
        for node in ast.walk(self.tree):
            shared = isinstance(node, (ast.Global, ast.Nonlocal)) and name in node.names
            imported = isinstance(node, (ast.Import, ast.ImportFrom)) and name in {
                (a.asname or a.name).partition(".")[0] for a in node.names
            }
            if shared or imported:
                raise self._refusal(node, name, "is bound here, too")  # type: ignore[arg-type]
        *before, last = statements
        for statement in before:
            defines = isinstance(statement, (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom))
            defines |= isinstance(statement, ast.AnnAssign) and statement.value is None
            if not defines and not set(asking).isdisjoint(names_in(statement)):
                raise self._refusal(statement, name, "is asked for here, before it has a value")
        if self.has_effects(last):
            raise self._refusal(last, name, "gets a value here by something that has other effects")
        if self._draws_for_others(last):
            raise self._refusal(last, name, "is drawn here, so that others get other numbers")

    def _leave_out(self, statement: ast.stmt, name: str, found: FirstValues) -> None:
        targets = targets_of(statement)
        if len(targets) == 1 and isinstance(targets[0], ast.Name):
            found.statements[statement.lineno, statement.col_offset] = name
            return
        named = [n for t in targets for n in parts_of(t) if isinstance(n, ast.Name)]
        own = [n for n in named if n.id == name]
        if not own or "_" * len(name) in loaded(self.tree):
            raise self._refusal(statement, name, "gets its first value here")
        found.targets.update({(n.lineno, n.col_offset): name for n in own})
        for value in values_of(statement, own):
            found.values[value.lineno, value.col_offset] = value

    def _refusal(self, statement: ast.stmt | ast.expr, name: str, what: str) -> AdcError:
        return AdcError.of(
            "ADC0127", f"`{name}` as an independent, which {what}", self.span(statement),
            help="name what the values are made of, or assign them in one statement that"
            " always runs",
        )  # fmt: skip

    def asking(self, name: str) -> set[str]:
        """`name`, the functions that may read or set it, and other names of these."""
        defined = [n for n in ast.walk(self.tree) if isinstance(n, (*FUNCTIONS, ast.ClassDef))]
        assigned = [n for n in ast.walk(self.tree) if isinstance(n, ast.Assign)]
        found = {name}
        while True:
            more = {d.name for d in defined if not found.isdisjoint(names_in(d))}
            for node in assigned:
                if holds_function(node.value, found, found - {name}):
                    more |= {n for t in node.targets for n in names_in(t)}
            if more <= found:
                return found
            found |= more

    def has_effects(self, statement: ast.stmt) -> bool:
        """Whether evaluating what is assigned, or returned, may change anything else."""
        changing = self.changing()
        for node in own_nodes(statement):
            if isinstance(node, (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)):
                return True
            if isinstance(node, ast.Name) and is_loaded(node) and node.id in changing:
                return True
            if isinstance(node, ast.Call) and _called(node) in _CHANGING:
                return True
        return False

    def _draws_for_others(self, statement: ast.stmt) -> bool:
        """Whether it draws random numbers, and so may whatever else is run."""
        defined = [n for n in ast.walk(self.tree) if isinstance(n, (*FUNCTIONS, ast.ClassDef))]
        own = set(ast.walk(statement))
        others = [n for n in ast.walk(self.tree) if n not in own]
        drawing = {d.name for d in defined if any(map(_draws, ast.walk(d)))}
        drawing |= self._drawing_names()
        if not any(_draws(n) or (isinstance(n, ast.Name) and n.id in drawing) for n in own):
            return False
        seeds = any(isinstance(n, ast.Call) and _called(n) == "seed" for n in others)
        return any(map(_draws, others)) or (seeds and any(map(_is_foreign, others)))

    def _drawing_names(self) -> set[str]:
        """What `from numpy.random import …` binds."""
        parts = (n for n in ast.walk(self.tree) if isinstance(n, ast.ImportFrom) and _draws(n))
        return {a.asname or a.name for n in parts for a in n.names}

    def changing(self) -> set[str]:
        """The functions and classes of the file that may change something that is not their own."""
        defined = [n for n in ast.walk(self.tree) if isinstance(n, (*FUNCTIONS, ast.ClassDef))]
        found = {d.name for d in defined if _changes(d)}
        while True:
            more = {d.name for d in defined if not found.isdisjoint(names_in(d))} - found
            if not more:
                return found
            found |= more


#: What generators of random numbers have, but for their seeds.
_DRAWING = frozenset(
    name for kind in (np.random.RandomState, np.random.Generator) for name in dir(kind)
    if not name.startswith("_") and name not in ("seed", "bit_generator", "get_state", "spawn")
) | {"ranf", "sample", "rvs"}  # fmt: skip

#: Functions and methods that change what they are asked of.
_CHANGING = frozenset({
    "next", "input", "open", "exec", "eval", "pop", "popleft", "popitem", "send", "read", "append",
    "readline", "remove", "update", "setdefault", "extend", "insert", "clear", "fill", "sort",
    "put", "resize", "shuffle", "copyto", "setattr", "__next__",
})  # fmt: skip


def _called(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _draws(node: ast.AST) -> bool:
    """Whether it may be a function that draws random numbers, by its name, or a call of one."""
    if isinstance(node, ast.ImportFrom):
        return node.module == "numpy.random" and not {a.name for a in node.names} <= {"seed"}
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        root = ast.unparse(node.func.value).rpartition(".")[2]
        return node.func.attr in _DRAWING and root not in ("np", "numpy", "math", "special")
    shared = isinstance(node, ast.Attribute) and ast.unparse(node.value).endswith("random")
    return shared and node.attr in _DRAWING  # type: ignore[attr-defined]


def _is_foreign(node: ast.AST) -> bool:
    """Whether it imports what may draw, too: neither Python's own nor of NumPy and the like."""
    if not isinstance(node, (ast.Import, ast.ImportFrom)):
        return False
    modules = (
        [node.module or ""] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
    )
    known = sys.stdlib_module_names | {"numpy", "scipy", "matplotlib"}
    return any(m.partition(".")[0] not in known for m in modules)


def _changes(definition: ast.AST) -> bool:
    """Whether a definition may change what is not its own: a variable that it makes itself is."""
    own: set[str] = set()
    if isinstance(definition, FUNCTIONS):
        own = {n for s in definition.body for n in variables_of(s)} - parameters(definition)
    for node in ast.walk(definition):
        if isinstance(node, (ast.Global, ast.Nonlocal, ast.Delete, ast.Yield, ast.YieldFrom)):
            return True
        stored = isinstance(node, (ast.Subscript, ast.Attribute))
        if stored and not isinstance(node.ctx, ast.Load) and _root(node) not in own:  # type: ignore[attr-defined]
            return True
        if isinstance(node, ast.AugAssign) and _root(node.target) not in own:
            return True
        asked = isinstance(node, ast.Call) and _called(node) in _CHANGING
        if asked and _root(node.func) not in own:  # type: ignore[attr-defined]
            return True
    return False


def _root(node: ast.AST) -> str:
    """`a` of `a.b[0]`; "" of what does not begin with a name."""
    while isinstance(node, (ast.Subscript, ast.Attribute)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    given = function.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    return {a.arg for a in every if a is not None}


def holds_function(value: ast.expr, asking: Collection[str], functions: Collection[str]) -> bool:
    """Whether one of `functions`, or a new one that has a name of `asking` in it, may be called
    later by what has this value."""
    called = {id(n.func) for n in ast.walk(value) if isinstance(n, ast.Call)}
    return any(
        (isinstance(n, ast.Lambda) and not set(asking).isdisjoint(names_in(n)))
        or (isinstance(n, ast.Name) and n.id in functions and id(n) not in called)
        for n in ast.walk(value)
    )


def is_guard(statement: ast.stmt) -> bool:
    """Whether a statement is `if __name__ == "__main__":`, with nothing behind `else`."""
    match statement:
        case ast.If(test=ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]), orelse=[]):
            texts = {ast.unparse(left), ast.unparse(right)}
            return texts == {"__name__", "'__main__'"}
    return False


def targets_of(statement: ast.stmt) -> list[ast.expr]:
    match statement:
        case ast.Assign(targets=targets):
            return targets
        case ast.AnnAssign(target=target, value=value) if value is not None:
            return [target]
    return []


def values_of(statement: ast.stmt, own: Collection[ast.expr]) -> list[ast.expr]:
    """What a tuple gives to the targets `own`, where another tuple has them, and nobody else."""
    match statement:
        case ast.Assign(
            targets=[ast.Tuple(elts=targets) | ast.List(elts=targets)],
            value=ast.Tuple(elts=values) | ast.List(elts=values),
        ) if len(targets) == len(values):
            plain = not any(isinstance(e, ast.Starred) for e in (*targets, *values))
            pairs = zip(targets, values, strict=True)
            return [value for target, value in pairs if plain and target in own]
    return []


def parts_of(target: ast.expr) -> Iterator[ast.expr]:
    """The targets in one, which may be a tuple of some."""
    if isinstance(target, (ast.Tuple, ast.List)):
        for part in target.elts:
            yield from parts_of(part)
    else:
        yield target


def sets_elements(statement: ast.stmt, name: str, asking: Collection[str]) -> bool:
    """Whether a statement does no more than set elements of `name`, without asking for them."""
    match statement:
        case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=own), slice=at)], value=value):
            return own == name and set(asking).isdisjoint({*names_in(at), *names_in(value)})
    return False


def only_sets(statement: ast.stmt, name: str, asking: Collection[str]) -> bool:
    """Whether a statement sets elements of `name` in a loop or a branch and never asks for any."""
    stored = [
        t for node in ast.walk(statement) if isinstance(node, ast.Assign) for t in node.targets
    ]
    own = [t.value for t in stored if isinstance(t, ast.Subscript) and is_named(t.value, name)]
    used = [n for n in ast.walk(statement) if isinstance(n, ast.Name) and n.id in asking]
    compound = isinstance(statement, (ast.For, ast.While, ast.If, ast.With, ast.Try))
    return compound and bool(own) and len(used) == len(own)


def is_named(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def variables_of(statement: ast.stmt) -> set[str]:
    """The names that a statement binds, in its own scope, but for functions, classes, imports."""
    if isinstance(statement, ast.AnnAssign) and statement.value is None:
        return set()
    return {n.id for n in own_nodes(statement) if isinstance(n, ast.Name) and not is_loaded(n)}


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a statement but for those in functions and classes that it defines, and for
    what comprehensions draw."""
    if isinstance(node, _SCOPES):
        return
    yield node
    for inner in (
        [node.iter, *node.ifs]
        if isinstance(node, ast.comprehension)
        else (ast.iter_child_nodes(node))
    ):
        yield from own_nodes(inner)


def is_loaded(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Load)


def names_in(node: ast.AST) -> set[str]:
    """All names in a statement or an expression, also those of functions inside of it, of `global`
    and of `nonlocal`."""
    found = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    stated = (n for n in ast.walk(node) if isinstance(n, (ast.Global, ast.Nonlocal)))
    return found.union(*(n.names for n in stated))


def loaded(tree: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and is_loaded(n)}
