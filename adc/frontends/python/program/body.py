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

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class FirstValues:
    """What is left out of a program: `statements`, as a whole, and `targets`, names among those
    of other assignments. Both are told by line and column, columns in bytes from 0."""

    statements: dict[tuple[int, int], str] = field(default_factory=dict)
    targets: dict[tuple[int, int], str] = field(default_factory=dict)


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
            self._leave_out(statements[first], name, found)
            asking = self.asking(name)
            for statement in statements[first + 1 :]:
                if sets_elements(statement, name, asking):
                    found.statements[statement.lineno, statement.col_offset] = name
                elif not asking.isdisjoint(names_in(statement)):
                    break
        return found

    def _leave_out(self, statement: ast.stmt, name: str, found: FirstValues) -> None:
        targets = targets_of(statement)
        if [t for t in targets if isinstance(t, ast.Name)] == targets == targets[:1]:
            found.statements[statement.lineno, statement.col_offset] = name
            return
        named = [n for t in targets for n in parts_of(t) if isinstance(n, ast.Name)]
        own = [n for n in named if n.id == name]
        if not own or "_" * len(name) in loaded(self.tree):
            raise AdcError.of(
                "ADC0127", f"`{name}` as an independent, which gets its values here",
                self.span(statement), label="this is no assignment of the whole variable",
                help="name what the values are made of, or assign them in one statement"
                " that always runs",
            )  # fmt: skip
        found.targets.update({(n.lineno, n.col_offset): name for n in own})

    def asking(self, name: str) -> set[str]:
        """`name`, and the functions of the program that may read or set it."""
        defined = [n for n in ast.walk(self.tree) if isinstance(n, (*FUNCTIONS, ast.ClassDef))]
        found = {name}
        while True:
            more = {d.name for d in defined if not found.isdisjoint(names_in(d))} - found
            if not more:
                return found
            found |= more


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


def variables_of(statement: ast.stmt) -> set[str]:
    """The names that a statement binds, in its own scope, but for functions, classes, imports."""
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
