"""Classes that are made to be called: those with `__init__` and `__call__`, as decorators are.

Such a class is read as a function: `__init__` with what it sets in `self` for local variables, and
inside it `__call__`, which it returns, and which uses these. That is the same as long as nothing
but `__init__` sets a field, and nothing asks the object for anything but a call.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from lark import Tree

from adc.frontends import surface
from adc.frontends.names import assigned_names, free_names, walk, with_parts
from adc.frontends.python import pieces, statements
from adc.frontends.python.expressions import name_of
from adc.frontends.python.source import ParseTree, Source

_TEXTS = ("string", "string_concat")
#: Methods that no call of the object runs.
_ASIDE = ("__get__", "__repr__", "__str__", "__doc__")
#: What copies name and text of a function to the object.
_WRAPPING = frozenset({"update_wrapper", "wraps"})
_CLASS_NAME = re.compile(r"class\s+(\w+)")
_BY_NAME = re.compile(r"\b(?:setattr|delattr|vars|__dict__|__setattr__|__getattr__)\b")


class _OtherError(Exception):
    """A class that is none of these."""


def decorates(header: str, text: str) -> bool:
    """Whether a function in `text` is decorated with the class of the `header`."""
    name = _CLASS_NAME.match(header)
    if name is None:
        return False
    return re.search(rf"^[ \t]*@{name.group(1)}\b", text, re.MULTILINE) is not None


def as_function(tree: ParseTree, source: Source) -> surface.Function | None:
    """The function that does what the class at `tree` does; None where there is none. AdcError for
    what is refused in its methods."""
    if tree.data != "classdef" or tree.children[1] is not None:
        return None
    try:
        methods = {f.name: f for f in _methods(tree, source)}
        if not {"__init__", "__call__"} <= methods.keys():
            return None
        return _Rewriter(methods, source).function(tree)
    except _OtherError:
        return None


def _methods(tree: ParseTree, source: Source) -> Iterator[surface.Function]:
    suite = tree.children[2]
    assert isinstance(suite, Tree)
    for node in pieces.flat(suite.children):
        if not isinstance(node, Tree):
            raise _OtherError
        first = node.children[0] if node.children else None
        text = node.data == "expr_stmt" and isinstance(first, Tree) and first.data in _TEXTS
        if node.data == "funcdef" and name_of(node.children[0]) not in _ASIDE:
            yield statements.function(node, source)
        elif not text and node.data not in ("pass_stmt", "funcdef"):
            raise _OtherError


class _Rewriter:
    """Makes variables of the fields, and functions of the methods."""

    def __init__(self, methods: dict[str, surface.Function], source: Source) -> None:
        self.methods, self.source = methods, source
        own = self._own(methods["__init__"])
        self.fields = {
            target.name
            for node in walk(methods["__init__"].body)
            if isinstance(node, surface.Assign)
            for target in walk(node.targets)
            if isinstance(target, surface.Attribute) and _is(target.value, own)
        }
        set_elsewhere = rf"(?<!\b{own})\s*\.\s*(?:{'|'.join(sorted(self.fields) or ['-'])})"
        again = re.search(set_elsewhere + r"\s*(?:[-+*/@%&|^]|<<|>>|\*\*|//)?=(?!=)", source.text)
        if again or _BY_NAME.search(source.text):
            raise _OtherError

    def _own(self, method: surface.Function) -> str:
        first = method.parameters[0] if method.parameters else None
        if first is None or first.star or first.name in assigned_names(method.body):
            raise _OtherError
        return first.name

    def function(self, tree: ParseTree) -> surface.Function:
        name = tree.children[0]
        inner: list[surface.Statement] = []
        for title, method in self.methods.items():
            if title != "__init__":
                if any(map(_is_made, method.parameters)):
                    raise _OtherError  # all objects share such a default
                made = self._rewritten(method, method)
                made = replace(made, name=_variable(title), captures=self._used(made))
                inner.append(surface.Define(made, method.span))
        begun = self._rewritten(self.methods["__init__"], self.methods["__init__"])
        called = surface.Name(_variable("__call__"), begun.span)
        body = (*inner, *begun.body, surface.Return((called,), begun.span))
        span = self.source.header(tree, name)
        return replace(begun, name=name_of(name), body=body, span=span)

    def _rewritten(self, method: surface.Function, at: surface.Function) -> surface.Function:
        own = self._own(at)
        body = tuple(s for s in method.body if not _copies_name(s, own))
        made: surface.Function = self._node(replace(method, body=body), own)
        setting = assigned_names(made.body) & {_variable(f) for f in self.fields}
        if setting and method.name != "__init__":
            raise _OtherError
        return replace(made, parameters=made.parameters[1:])

    def _node(self, node: Any, own: str) -> Any:
        if isinstance(node, surface.Attribute) and _is(node.value, own):
            if node.name not in self.fields | self.methods.keys():
                raise _OtherError
            return surface.Name(_variable(node.name), node.span)
        if isinstance(node, surface.Name) and node.name == own:
            raise _OtherError
        made = with_parts(node, lambda part: self._node(part, own))
        if isinstance(made, (surface.Define, surface.Lambda)):
            function = made.function
            if any(p.name == own for p in function.parameters):
                raise _OtherError
            captures = (function.captures - {own}) | self._used(function)
            return replace(made, function=replace(function, captures=captures))
        if isinstance(made, surface.Lifted) and own in {p.name for p in made.function.parameters}:
            raise _OtherError
        return made

    def _used(self, function: surface.Function) -> frozenset[str]:
        known = {_variable(name) for name in (*self.fields, *self.methods)}
        return frozenset(free_names(function).keys() & known)


def _is_made(parameter: surface.Parameter) -> bool:
    """Whether a default is something that may change."""
    made = (surface.Call, surface.Name, surface.Attribute, surface.Lifted)
    return any(
        isinstance(n, made) or (isinstance(n, surface.Sequence) and n.is_list)
        for n in walk(parameter.default)
    )


def _variable(field: str) -> str:
    """A name that no source can use."""
    return f"self.{field}"


def _is(value: surface.Expr, own: str) -> bool:
    return isinstance(value, surface.Name) and value.name == own


def _copies_name(statement: surface.Statement, own: str) -> bool:
    """Whether it is `functools.update_wrapper(self, f)`."""
    call = statement.value if isinstance(statement, surface.Evaluate) else None
    if not isinstance(call, surface.Call) or not call.arguments or not _is(call.arguments[0], own):
        return False
    function = call.function
    if isinstance(function, surface.Call):  # wraps(f)(self)
        function = function.function
    named = isinstance(function, (surface.Name, surface.Attribute))
    return named and function.name in _WRAPPING  # type: ignore[union-attr]
