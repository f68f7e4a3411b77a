"""What the calls of a file give to a parameter that is None where they give nothing: `ax=None`."""

from __future__ import annotations

import ast

from adc.frontends.python.drawing_names import Names, Variable


def is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def given_to(parameter: Variable, names: Names) -> list[ast.expr] | None:
    """What calls in the file give to the parameter; None where that cannot be told."""
    function = parameter.scope
    if not isinstance(function, ast.FunctionDef) or function.decorator_list:
        return None
    of_class = isinstance(names.parents[function], ast.ClassDef)
    found: list[ast.expr] = []
    for node in ast.walk(names.tree):
        if not _means(node, function, names):
            continue
        call = names.parents[node]
        if not isinstance(call, ast.Call) or call.func is not node:
            return None
        given = _given(call, function, parameter.name, of_class)
        if given is None:
            return None
        found += given
    return found


def _means(node: ast.AST, function: ast.FunctionDef, names: Names) -> bool:
    """Whether `node` may be the function."""
    if isinstance(node, ast.Attribute):
        return node.attr == function.name
    if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
        return False
    bindings = names.bound.get(names.variable(node), ())
    of_class = names.parents[function]
    made = function.name == "__init__" and any(b.statement is of_class for b in bindings)
    return made or any(b.statement is function for b in bindings)


def _given(
    call: ast.Call, function: ast.FunctionDef, name: str, of_class: bool
) -> list[ast.expr] | None:
    arguments = function.args
    listed = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
    starred = any(isinstance(a, ast.Starred) for a in call.args)
    if starred or any(k.arg is None for k in call.keywords):
        return None
    found = [k.value for k in call.keywords if k.arg == name]
    if name in listed:
        place = listed.index(name) - of_class
        found += call.args[place : place + 1]
    return found
