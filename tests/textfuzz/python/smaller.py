"""A Python source with one thing less: by its syntax tree, so that every variant parses."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import replace

from tests.textfuzz.python.program import PythonProgram


def smaller_programs(program: PythonProgram) -> Iterator[PythonProgram]:
    """Statements dropped or replaced by their bodies first, then expressions by their parts. The
    arguments stay."""
    try:
        tree = ast.parse(program.source)
    except SyntaxError:
        return
    for number in range(sum(1 for _ in _edits(tree, program.function))):
        changed = copy.deepcopy(tree)
        edit = next(e for k, e in enumerate(_edits(changed, program.function)) if k == number)
        edit()
        text = ast.unparse(ast.fix_missing_locations(changed)) + "\n"
        yield replace(program, source=text)
    if program.edges:
        yield replace(program, edges=())


def _edits(tree: ast.Module, main: str) -> Iterator[Callable[[], None]]:
    for node in ast.walk(tree):
        for body in _bodies(node):
            for k, statement in enumerate(body):
                yield from _statement_edits(body, k, statement, main)
    for node in ast.walk(tree):
        if not isinstance(node, (ast.FunctionDef, ast.arguments, ast.arg, ast.alias)):
            yield from _expression_edits(node)


def _bodies(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse"):
        body = getattr(node, name, None)
        if isinstance(body, list):
            yield body


def _statement_edits(
    body: list[ast.stmt], k: int, statement: ast.stmt, main: str
) -> Iterator[Callable[[], None]]:
    is_main = isinstance(statement, ast.FunctionDef) and statement.name == main
    if not is_main and not (isinstance(statement, ast.Pass) and len(body) == 1):
        yield lambda: _put(body, k, [])
    if isinstance(statement, (ast.If, ast.For, ast.While)):
        yield lambda: _put(body, k, statement.body)
        if statement.orelse:
            yield lambda: _put(body, k, statement.orelse)
    if isinstance(statement, ast.If) and statement.orelse:
        yield lambda: setattr(statement, "orelse", [])
    if isinstance(statement, ast.Assign) and len(statement.targets) > 1:
        for t in range(len(statement.targets)):
            yield lambda t=t: statement.targets.pop(t)  # type: ignore[misc]


def _put(body: list[ast.stmt], k: int, new: list[ast.stmt]) -> None:
    body[k : k + 1] = new
    if not body:
        body.append(ast.Pass())


def _expression_edits(node: ast.AST) -> Iterator[Callable[[], None]]:
    """Each expression below `node` replaced by one of its operands, a whole one by 1.0."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "ctx", "func", "targets", "target"):
            continue
        if isinstance(value, ast.expr):
            for part in _parts(value):
                yield lambda name=name, part=part: setattr(node, name, part)  # type: ignore[misc]
        elif isinstance(value, list):
            for k, item in enumerate(value):
                if isinstance(item, ast.expr):
                    for part in _parts(item):
                        yield lambda v=value, k=k, p=part: v.__setitem__(k, p)  # type: ignore[misc]


def _parts(value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(value, (ast.Constant, ast.Slice)):
        return
    if not isinstance(value, (ast.Name, ast.Attribute)):
        for child in ast.iter_child_nodes(value):
            if isinstance(child, ast.expr) and not isinstance(child, ast.Slice):
                yield child
        if isinstance(value, ast.Call):
            yield from (k.value for k in value.keywords)
    if not isinstance(value, ast.Tuple):
        yield ast.Constant(1.0)
