"""Programs of the original as functions of variables that they set themselves. Part of the program
that runs the original, which imports nothing of adc.

Of the text, statements that give independents their first values are left out, at the places that
the request names; all else runs as it stands, the statements of a file as `__main__`.
"""

from __future__ import annotations

import ast
from typing import Any

Request = dict[str, Any]


class _Changes(ast.NodeTransformer):
    """Leaves statements out, and has other targets in place of some."""

    def __init__(self, program: Request) -> None:
        self.statements = {tuple(place) for place in program["statements"]}
        self.targets = {tuple(place) for place in program["targets"]}
        self.values = {tuple(place) for place in program["values"]}

    def visit(self, node: ast.AST) -> Any:
        place = getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
        if isinstance(node, ast.stmt) and place in self.statements:
            return ast.copy_location(ast.Pass(), node)
        if isinstance(node, ast.Name) and place in self.targets:
            return ast.copy_location(ast.Name("_" * len(node.id), node.ctx), node)
        end = getattr(node, "end_lineno", 0), getattr(node, "end_col_offset", 0)
        if isinstance(node, ast.expr) and (*place, *end) in self.values:
            return ast.copy_location(ast.Constant(0), node)
        return self.generic_visit(node)


class _Returns(ast.NodeTransformer):
    """Returns these variables from a function, and not from those inside of it."""

    def __init__(self, names: list[str]) -> None:
        self.names = names

    def visit_Return(self, node: ast.Return) -> ast.AST:
        return ast.copy_location(returned(self.names), node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return node


def returned(names: list[str]) -> ast.Return:
    values: list[ast.expr] = [ast.Name(n, ast.Load()) for n in names]
    return ast.Return(values[0] if len(values) == 1 else ast.Tuple(values, ast.Load()))


def changed(text: str | bytes, program: Request) -> ast.Module:
    """The text without the first values of the program that its statements are."""
    tree: ast.Module = _Changes(program).visit(ast.parse(text))
    return ast.fix_missing_locations(tree)


def body_of(text: str | bytes, program: Request) -> ast.Module:
    """The function that the program names alone, with its independents as further parameters, and
    its outputs as what it returns."""
    tree = changed(text, program)
    name, outputs = program["function"], program["outputs"]
    function = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == name][-1]
    function.args.args[:0] = [ast.arg(arg=n) for n in program["independents"]]
    if outputs:
        returns = _Returns(outputs)
        function.body = [*(returns.visit(s) for s in function.body), returned(outputs)]
    return ast.fix_missing_locations(ast.Module([function], []))
