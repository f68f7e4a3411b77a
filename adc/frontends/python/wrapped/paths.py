"""Follows Python's statements with what is known of a decorator: every way that they may take, one
after the other."""

from __future__ import annotations

import ast
from typing import Any

from adc.frontends.python.wrapped.expressions import STEPS, Expressions
from adc.frontends.python.wrapped.names import closure
from adc.frontends.python.wrapped.values import (
    ABOUT_ARGUMENTS,
    Argument,
    BoundNames,
    Closure,
    Frame,
    Given,
    Instance,
    Length,
    Named,
    Other,
    Token,
    UnsureError,
    bound_by,
    changed_inside,
    in_scope,
    own_variables,
)

#: What says something, or restores it: a `with` of it runs its block.
_BLOCKS = ("warnings.catch_warnings()", "numpy.errstate()")
#: Attributes that decide what a function does.
_OF_FUNCTIONS = frozenset({
    "__defaults__", "__kwdefaults__", "__code__", "__globals__", "__dict__", "__class__",
    "__closure__", "__call__", "__get__",
})  # fmt: skip


class EndsError(Exception):
    """A way that ends with an exception."""


class _Returned(Exception):  # noqa: N818
    def __init__(self, value: Any) -> None:
        self.value = value


class _Left(Exception):  # noqa: N818
    """`break` or `continue`."""


class Paths(Expressions):
    """Runs statements, one way at a time."""

    # -- statements --------------------------------------------------------------------------------

    def body_of(self, function: Closure, frame: Frame) -> Any:
        """What the function returns whose variables are in the frame."""
        if isinstance(function.node, ast.Lambda):
            return self.value(function.node.body, frame)
        try:
            self.run(function.node.body, frame)
        except _Returned as returned:
            return returned.value
        return None

    def run(self, body: list[ast.stmt], frame: Frame) -> None:
        for statement in body:
            self.steps += 1
            if self.steps > STEPS:
                raise UnsureError
            self.statement(statement, frame)

    def statement(self, node: ast.stmt, frame: Frame) -> None:
        if isinstance(node, ast.Return):
            raise _Returned(None if node.value is None else self.value(node.value, frame))
        if isinstance(node, ast.Expr):
            self.value(node.value, frame)
        elif isinstance(node, ast.Assign):
            made = self.value(node.value, frame)
            for target in node.targets:
                self.bind(target, made, frame)
        elif isinstance(node, ast.AnnAssign):
            if node.value is not None:
                self.bind(node.target, self.value(node.value, frame), frame)
        elif isinstance(node, ast.AugAssign):
            self.augmented(node, frame)
        elif isinstance(node, ast.If):
            taken = node.body if self.truth(self.value(node.test, frame)) else node.orelse
            self.run(taken, frame)
        elif isinstance(node, ast.For):
            self.loop(node, frame)
        elif isinstance(node, (ast.Break, ast.Continue)):
            raise _Left(isinstance(node, ast.Break))
        elif isinstance(node, ast.FunctionDef):
            self.define(node, frame)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for part in node.names:
                name = part.asname or part.name.split(".")[0]
                frame.variables[name] = self.names.imported(frame.path, node, part)
        elif isinstance(node, (ast.With, ast.Try)):
            self.block(node, frame)
        elif isinstance(node, ast.Raise):
            raise EndsError
        elif isinstance(node, ast.Assert):
            if not self.truth(self.value(node.test, frame)):
                raise EndsError
        elif not isinstance(node, ast.Pass):
            raise UnsureError

    def define(self, node: ast.FunctionDef, frame: Frame) -> None:
        made: Any = closure(node, frame, self.value)
        for decorator in reversed(node.decorator_list):
            made = self.call(self.value(decorator, frame), [made], {})
        frame.variables[node.name] = made

    def block(self, node: ast.With | ast.Try, frame: Frame) -> None:
        """A `with` that changes nothing, or a `try` of which all handlers raise."""
        if isinstance(node, ast.With):
            for item in node.items:
                entered = self.value(item.context_expr, frame)
                name = entered.name if isinstance(entered, Other) else ""
                if item.optional_vars is not None or name not in _BLOCKS:
                    raise UnsureError
            self.run(node.body, frame)
            return
        if any(not h.body or not isinstance(h.body[-1], ast.Raise) for h in node.handlers) or any(
            isinstance(n, (ast.Return, ast.Break, ast.Continue))
            for h in node.handlers for n in in_scope(h.body)
        ):  # fmt: skip
            raise UnsureError
        try:
            self.run([*node.body, *node.orelse], frame)
        finally:
            self.run(node.finalbody, frame)

    def loop(self, node: ast.For, frame: Frame) -> None:
        items = self.value(node.iter, frame)
        if isinstance(items, Token):
            if isinstance(items, (Given, Closure, Instance, Length)):
                raise UnsureError
            self.some_rounds(node, items, frame)
            return
        try:
            every = list(items)
        except TypeError:
            raise UnsureError from None
        for item in every:
            self.bind(node.target, item, frame)
            try:
                self.run(node.body, frame)
            except _Left as left:
                if left.args[0]:
                    return
        self.run(node.orelse, frame)

    def some_rounds(self, node: ast.For, items: Token, frame: Frame) -> None:
        """A loop of which is not known how often it runs: what it binds is unknown throughout."""
        if node.orelse:
            raise UnsureError
        for inner in in_scope(node.body):
            frame.variables.update(dict.fromkeys(bound_by(inner), Other()))
        about = isinstance(items, ABOUT_ARGUMENTS)
        if self.choose(2):
            self.bind(node.target, self.item_of(items), frame)
            self.looping += 1
            try:
                self.run(node.body, frame)
            except _Left:
                pass
            finally:
                self.looping -= 1
        for inner in in_scope([*node.body, node.target]):
            made: Token = Argument() if about else Other()
            frame.variables.update(dict.fromkeys(bound_by(inner), made))

    def augmented(self, node: ast.AugAssign, frame: Frame) -> None:
        if not isinstance(node.target, ast.Name):
            raise UnsureError
        name = ast.Name(node.target.id, ast.Load())
        old, new = self.value(name, frame), self.value(node.value, frame)
        if isinstance(old, ABOUT_ARGUMENTS):
            raise UnsureError  # an array may be changed in place
        if isinstance(old, (list, dict, set)):
            self.check_changes(old, frame)
        self.bind(node.target, self.binary(node.op, old, new), frame)

    def bind(self, target: ast.expr, value: Any, frame: Frame) -> None:
        if isinstance(target, ast.Name):
            frame.variables[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)):
            self.bind_parts(target.elts, value, frame)
        elif isinstance(target, ast.Attribute):
            self.set_part(self.value(target.value, frame), target.attr, value)
        elif isinstance(target, ast.Subscript):
            self.set_item(self.value(target.value, frame), self.value(target.slice, frame), value,
                          frame)  # fmt: skip
        else:
            raise UnsureError

    def bind_parts(self, targets: list[ast.expr], value: Any, frame: Frame) -> None:
        if isinstance(value, Other) and value.name == "arguments.item" and len(targets) == 2:
            values: list[Any] = [Other(), Argument()]
        elif isinstance(value, Other):
            values = [Other() for _ in targets]
        elif isinstance(value, (tuple, list)) and len(value) == len(targets):
            values = list(value)
        else:
            raise UnsureError
        for target, part in zip(targets, values, strict=True):
            self.bind(target, part, frame)

    def set_part(self, owner: Any, name: str, value: Any) -> None:
        if name in _OF_FUNCTIONS or self.looping:
            raise UnsureError
        if isinstance(owner, (Given, Closure, Instance)):
            owner.fields[name] = value
        else:
            raise UnsureError

    def set_item(self, owner: Any, key: Any, value: Any, frame: Frame) -> None:
        if isinstance(owner, Named):
            owner.set(key, value)
        elif isinstance(owner, BoundNames):
            owner.of.changed = True
        elif isinstance(owner, (list, dict)) and not isinstance(key, Token) and not self.looping:
            self.check_changes(owner, frame)
            try:
                owner[key] = value
            except (IndexError, TypeError):
                raise UnsureError from None
        elif not isinstance(owner, Other) or owner.name.startswith(("builtins.globals", "?")):
            raise UnsureError


def entered(function: Closure) -> Frame:
    """A frame for a call of the function."""
    node = function.node
    own, shared = frozenset(own_variables(node)), changed_inside(node)
    return Frame(function.frame.path, around=function.frame, own=own, shared=shared)
