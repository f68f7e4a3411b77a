"""What a program does: its statements in order, the names that they bind, and the statements that
give independents their first values, which the caller gives instead.

The statements are Python's own (`ast`), with the lines and columns of the original text, so that
the run of the original leaves out the very same ones.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from adc.diagnostics import AdcError, Span
from adc.frontends.python.program.effects import drawing_in, draws, effects_of
from adc.frontends.python.program.names import FUNCTIONS, free, loaded, names_in, variables_of

#: The way out where a first value cannot be left out.
_OTHERS = "name what the values are made of, or assign them in one statement that always runs"
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
                    if self.has_effects(statement):
                        what = "gets elements here by something that may have other effects"
                        raise self._refusal(statement, name, what)
                    found.statements[statement.lineno, statement.col_offset] = name
                elif not asking.isdisjoint(evaluated(statement)):
                    if only_sets(statement, name, asking):
                        raise self._refusal(statement, name, "sets its elements here")
                    break
        self._check_draws(given, found)
        return found

    def _check_draws(self, given: Sequence[str], found: FirstValues) -> None:
        """ADC0127 where a first value is drawn at random and others are behind it: without it, they
        would be other numbers."""
        drawing = drawing_in(self.tree)
        statements = self.statements()
        kept = [s for s in statements if (s.lineno, s.col_offset) not in found.statements]
        for name in given:
            first = next(s for s in statements if name in variables_of(s))
            behind = [s for s in kept if s.lineno > first.lineno and not isinstance(s, FUNCTIONS)]
            if draws(first, drawing) and any(draws(s, drawing) for s in behind):
                what = "is drawn at random here, before others that are"
                help = "draw it last, or have the others as independents, too"
                raise self._refusal(first, name, what, help)

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
        for statement in statements[:-1]:
            defines = isinstance(statement, (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom))
            defines |= isinstance(statement, ast.AnnAssign) and statement.value is None
            if not defines and not set(asking).isdisjoint(names_in(statement)):
                raise self._refusal(statement, name, "is asked for here, before it has a value")

    def _leave_out(self, statement: ast.stmt, name: str, found: FirstValues) -> None:
        targets = targets_of(statement)
        if len(targets) == 1 and isinstance(targets[0], ast.Name):
            self._check_effects(statement, statement, name)
            found.statements[statement.lineno, statement.col_offset] = name
            return
        named = [n for t in targets for n in parts_of(t) if isinstance(n, ast.Name)]
        own = [n for n in named if n.id == name]
        if not own or "_" * len(name) in loaded(self.tree):
            raise self._refusal(statement, name, "gets its first value here")
        found.targets.update({(n.lineno, n.col_offset): name for n in own})
        for value in values_of(statement, own):
            self._check_effects(value, statement, name)
            found.values[value.lineno, value.col_offset] = value

    def _check_effects(self, value: ast.AST, statement: ast.stmt, name: str) -> None:
        if self.has_effects(value):
            what = "gets a value here by something that may have other effects"
            raise self._refusal(statement, name, what)

    def _refusal(
        self, statement: ast.stmt | ast.expr, name: str, what: str, help: str = _OTHERS
    ) -> AdcError:
        return AdcError.of(
            "ADC0127", f"`{name}` as an independent, which {what}", self.span(statement), help=help
        )

    def asking(self, name: str) -> set[str]:
        """`name`, the functions that may read or set it, and other names of these."""
        defined = [n for n in ast.walk(self.tree) if isinstance(n, (*FUNCTIONS, ast.ClassDef))]
        assigned = [n for n in ast.walk(self.tree) if isinstance(n, ast.Assign)]
        found = {name}
        while True:
            more = {d.name for d in defined if not found.isdisjoint(free(d))}
            for node in assigned:
                if holds_function(node.value, found, found - {name}):
                    more |= {n for t in node.targets for n in names_in(t)}
            if more <= found:
                return found
            found |= more

    def has_effects(self, node: ast.AST) -> bool:
        """Whether evaluating it may change anything else."""
        return effects_of(self.text, self.file).in_any(node)


def holds_function(value: ast.expr, asking: Collection[str], functions: Collection[str]) -> bool:
    """Whether one of `functions`, or a new one that has a name of `asking` in it, may be called
    later by what has this value."""
    called = {id(n.func) for n in ast.walk(value) if isinstance(n, ast.Call)}
    return any(
        (isinstance(n, ast.Lambda) and not set(asking).isdisjoint(names_in(n)))
        or (isinstance(n, ast.Name) and n.id in functions and id(n) not in called)
        for n in ast.walk(value)
    )


def evaluated(statement: ast.stmt) -> set[str]:
    """The names that a statement asks for, or may: what it defines asks for none as yet."""
    if not isinstance(statement, FUNCTIONS):
        return names_in(statement)
    given = statement.args
    parts = [*given.defaults, *(d for d in given.kw_defaults if d), *statement.decorator_list]
    return {n for part in parts for n in names_in(part)}


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
