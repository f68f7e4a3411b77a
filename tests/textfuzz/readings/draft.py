"""A text that is being changed: its tree, and the places where something can be done to it."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from tests.readings.table import annotation_of

T = TypeVar("T")


class NoPlaceError(Exception):
    """The text has no place for a change of this kind."""


def statements(text: str) -> list[ast.stmt]:
    return ast.parse(text).body


def expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


@dataclass
class Draft:
    """`main` is the function that is read: the last one of the text."""

    tree: ast.Module
    rng: random.Random
    #: Names given so far to what changes bring along.
    made: int = 0
    integers: dict[str, int] = field(default_factory=dict)

    @property
    def main(self) -> ast.FunctionDef:
        return [n for n in self.tree.body if isinstance(n, ast.FunctionDef)][-1]

    def fresh(self, stem: str) -> str:
        self.made += 1
        return f"{stem}{self.made}_"

    def choice(self, items: list[T] | tuple[T, ...]) -> T:
        if not items:
            raise NoPlaceError
        return self.rng.choice(items)

    def bring(self, text: str) -> None:
        """A class or a function of the file, once, in front of the main function."""
        (made,) = statements(text)
        assert isinstance(made, ast.ClassDef | ast.FunctionDef)
        if made.name not in [getattr(n, "name", "") for n in self.tree.body]:
            self.tree.body.insert(self.tree.body.index(self.main), made)

    # -- places ------------------------------------------------------------------------------------

    def function(self) -> ast.FunctionDef:
        """The main function mostly."""
        if self.rng.random() < 0.7:
            return self.main
        return self.choice([n for n in ast.walk(self.tree) if isinstance(n, ast.FunctionDef)])

    def stretch(self, function: ast.FunctionDef) -> tuple[list[ast.stmt], int, int]:
        """A body and the ends of some of its statements, mostly without a return at its end: where
        some paths have a result and others do not, adc refuses the text."""
        body = self.choice(list(bodies(function)))
        first = 1 if is_docstring(body[0]) else 0
        last = len(body)
        if isinstance(body[-1], ast.Return) and self.rng.random() < 0.9:
            last -= 1
        if first >= last:
            raise NoPlaceError
        start = self.rng.randrange(first, last)
        stop = self.rng.choice([start + 1, self.rng.randint(start + 1, last), last])
        return body, start, stop

    def spot(self, function: ast.FunctionDef) -> tuple[list[ast.stmt], int]:
        """A body and a position between its statements, in front of a return at the latest."""
        body, start, stop = self.stretch(function)
        leaves = isinstance(body[-1], ast.Return | ast.Break | ast.Continue | ast.Raise)
        return body, min(self.rng.choice([start, stop]), len(body) - leaves)

    def name(self, function: ast.FunctionDef) -> str:
        """A variable of the function, arguments that are arrays rather than others."""
        arrays = [n for n, kind in parameters(function) if "[" in kind]
        if arrays and self.rng.random() < 0.4:
            return self.rng.choice(arrays)
        return self.choice(names(function))

    def expressions(self, function: ast.FunctionDef) -> list[tuple[ast.AST, str, int | None]]:
        """Where values stand in statements: the parent, its field, the position in a list."""
        found: list[tuple[ast.AST, str, int | None]] = []
        for parent in ast.walk(function):
            if isinstance(parent, ast.arguments | ast.arg | ast.JoinedStr | ast.FormattedValue):
                continue
            for name, value in ast.iter_fields(parent):
                if name in ("annotation", "returns", "func", "targets", "target", "decorator_list",
                            "bases", "patterns", "pattern", "items", "names"):  # fmt: skip
                    continue
                if isinstance(value, ast.expr):
                    found.append((parent, name, None))
                elif isinstance(value, list):
                    found += [(parent, name, k) for k, v in enumerate(value)
                              if isinstance(v, ast.expr)]  # fmt: skip
        kinds = (ast.Slice, ast.Starred)
        return [p for p in found if not isinstance(at(*p), kinds) and loaded(at(*p))]

    # -- what is put there -------------------------------------------------------------------------

    def condition(self, function: ast.FunctionDef) -> str:
        """A test of data, of an integer or of a size."""
        tests = ["True", "False"]
        for name, kind in parameters(function):
            if "[" in kind and "," in kind:
                tests += [f"{name}[0, 0] > 0.9", f"{name}.sum() > 8.0", f"len({name}) > 2"]
            elif "[" in kind:
                tests += [f"{name}[0] > 0.9", f"{name}[-1] > {name}[0]", f"len({name}) > 3"]
                tests += [f"{name}.sum() > 4.0"]
            elif kind.startswith("float"):
                tests += [f"{name} > 0.9", f"0.5 < {name} <= 1.0"]
            elif kind.startswith("int"):
                tests += [f"{name} > 2", f"{name} % 2"]
        if len(tests) == 2 and names(function):
            name = self.choice(names(function))
            tests += [f"np.sum({name}) > 1.0", f"{name} > 0.9", f"{name}[0] > 0.9"]
        return self.rng.choice(tests[2:] if self.rng.random() < 0.9 and tests[2:] else tests)

    def count(self, function: ast.FunctionDef) -> str:
        """A number of trips."""
        counts = ["0", "1", "2", "3"]
        for name, kind in parameters(function):
            counts += [name, f"{name} - 2"] if kind == "int" else []
            counts += [f"len({name}) - 3", f"len({name})"] if "[" in kind else []
        return self.rng.choice(counts)


# -- what a tree has -------------------------------------------------------------------------------


def at(parent: ast.AST, name: str, position: int | None) -> ast.expr:
    value = getattr(parent, name)
    return value if position is None else value[position]  # type: ignore[no-any-return]


def put(parent: ast.AST, name: str, position: int | None, new: ast.expr) -> None:
    if position is None:
        setattr(parent, name, new)
    else:
        getattr(parent, name)[position] = new


def loaded(node: ast.expr) -> bool:
    return isinstance(getattr(node, "ctx", ast.Load()), ast.Load)


def is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def bodies(function: ast.AST) -> Iterator[list[ast.stmt]]:
    """Its statements, and those of each block inside; inner functions keep theirs."""
    for name in ("body", "orelse", "finalbody", "handlers"):
        body = getattr(function, name, None)
        if not isinstance(body, list) or not body:
            continue
        if name != "handlers":
            yield body
        for inner in body:
            if not isinstance(inner, ast.FunctionDef | ast.ClassDef):
                yield from bodies(inner)


def parameters(function: ast.FunctionDef) -> list[tuple[str, str]]:
    """Name and annotation, "" where there is none."""
    return [(a.arg, annotation_of(a) if a.annotation else "") for a in function.args.args]


def stored(nodes: list[ast.stmt]) -> list[str]:
    """The names that statements bind by assignments and loops, each once and in order."""
    found = [n.id for s in nodes for n in ast.walk(s)
             if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]  # fmt: skip
    return list(dict.fromkeys(found))


def names(function: ast.FunctionDef) -> list[str]:
    return list(dict.fromkeys([*(n for n, _ in parameters(function)), *stored(function.body)]))


class Renamed(ast.NodeTransformer):
    """Names replaced, those of arguments and functions included."""

    def __init__(self, new: dict[str, str]) -> None:
        self.new = new

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.new.get(node.id, node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.arg = self.new.get(node.arg, node.arg)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = self.new.get(node.name, node.name)
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.name = self.new.get(node.name, node.name)
        return self.generic_visit(node)

    def visit_Global(self, node: ast.Global) -> ast.Global:
        node.names = [self.new.get(n, n) for n in node.names]
        return node

    def visit_Nonlocal(self, node: ast.Nonlocal) -> ast.Nonlocal:
        node.names = [self.new.get(n, n) for n in node.names]
        return node
