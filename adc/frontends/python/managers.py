"""`with`: blocks that only say how to print or warn, and those of context managers of the source's
own, which are objects whose methods are called around the block:

    with scaled(2.0) as s: …     made = scaled(2.0); s = made.__enter__(); …; made.__exit__(None, …)

The manager is called by the name of its class, of the file itself or imported from another one. Its
`__exit__` gives nothing, so that no exception ends there. What is raised in the block is an error
of the call, for which `__exit__` need not be run; a `try` that might handle it is refused around
such a block. Every `return` in the block comes after `__exit__`; `break` and `continue` that leave
it are refused.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from lark import Tree

from adc.frontends import surface
from adc.frontends.names import walk
from adc.frontends.places import files_of, text_of
from adc.frontends.python.expressions import name_of
from adc.frontends.python.fence import rejection
from adc.frontends.python.iteration import Body
from adc.frontends.python.left_out import left_out_block, path_of
from adc.frontends.python.pieces import tree_of
from adc.frontends.python.returns import with_returns
from adc.frontends.python.source import Node, ParseTree, Source
from adc.frontends.python.top_names import times_bound
from adc.frontends.python.top_names import tree_of as python_tree

_METHODS = ("__enter__", "__exit__")
#: So many files hand a name on at most.
_MOST_FILES = 8
#: What a manager is called, and nothing else is.
_NAME = "adc_manager"


def with_block(
    node: ParseTree, source: Source, suite: Callable[[ParseTree], Body],
    expression: Callable[[Node], surface.Expr],
) -> Body:  # fmt: skip
    """The statements that the `with_stmt` at `node` is."""
    body = suite(tree_of(node.children[1]))
    headers = left_out_block(node, source)
    if headers is not None:
        return (*headers, *body)
    written = map(tree_of, tree_of(node.children[0]).children)
    found = [_item(item, source, expression) for item in written]
    items = [item for item in found if item is not None]
    if len(items) < len(found) or _is_left(body):
        rejected = rejection(node, source)
        assert rejected is not None
        raise rejected
    for item in reversed(items):
        body = item.around(body, source)
    return body


def has_managers(body: Body) -> bool:
    """Whether there is a block of a manager in it, whose end an exception would have to pass."""
    return any(
        isinstance(n, surface.Attribute) and n.name == "__exit__" and _is_made(n.value)
        for n in walk(body, inside=True)
    )


def _is_made(node: surface.Expr) -> bool:
    return isinstance(node, surface.Name) and node.name.startswith(_NAME)


@dataclass(frozen=True)
class _Item:
    """What makes a manager, and the name for what it is entered as, if there is one."""

    made: surface.Expr
    bound: surface.Name | None

    def around(self, body: Body, source: Source) -> Body:
        span = self.made.span
        manager = surface.Name(source.fresh(_NAME), span)
        enter, leave = (surface.Attribute(manager, name, span) for name in _METHODS)
        entered = surface.Call(enter, (), (), span)
        first: surface.Statement = surface.Evaluate(entered, span)
        if self.bound is not None:
            first = surface.Assign((self.bound,), entered, span)
        nothing = (surface.NoneValue(span),) * 3
        last = surface.Evaluate(surface.Call(leave, nothing, (), span), span)
        inside = _with_end(body, last, source)
        ends = () if inside and isinstance(inside[-1], surface.Return) else (last,)
        return (surface.Assign((manager,), self.made, span), first, *inside, *ends)


def _item(
    item: ParseTree, source: Source, expression: Callable[[Node], surface.Expr]
) -> _Item | None:
    entered, bound = item.children
    if not isinstance(entered, Tree) or entered.data != "funccall":
        return None
    path = path_of(entered.children[0])
    if path is None or len(path) != 1 or path[0] in source.locals:
        return None
    if not _is_manager(source.file, source.text, path[0]):
        return None
    name = None
    if bound is not None:
        target = bound if isinstance(bound, Tree) else None
        if target is not None and target.data not in ("var", "name"):
            return None
        name = surface.Name(name_of(bound), source.span(bound))
    return _Item(expression(entered), name)


def _is_left(body: Body) -> bool:
    """Whether a `break` or `continue` leaves the block, or a `yield` may never come back to it."""

    def leaving(node: Any) -> Iterator[bool]:
        if isinstance(node, (surface.For, surface.While, surface.Define, surface.Lambda)):
            return
        if isinstance(node, (surface.Break, surface.Continue)):
            yield True
        if isinstance(node, surface.If):
            for part in (*node.then, *node.orelse):
                yield from leaving(part)
        if isinstance(node, surface.Block):
            for part in node.body:
                yield from leaving(part)

    for node in walk(body):
        if isinstance(node, surface.Intrinsic) and node.name == "adc.yield":
            return True
        if isinstance(node, surface.Return) and any(
            isinstance(v, surface.Starred) for v in node.values or ()
        ):
            return True
    return any(found for statement in body for found in leaving(statement))


def _with_end(body: Body, last: surface.Statement, source: Source) -> Body:
    """`body` in which `last` stands before each `return`, behind the values that it returns."""

    def ended(node: surface.Return) -> Body:
        if not node.values:
            return (last, node)
        names = [surface.Name(source.fresh("adc_returned"), v.span) for v in node.values]
        sets = (
            surface.Assign((name,), value, node.span)
            for name, value in zip(names, node.values, strict=True)
        )
        return (*sets, last, surface.Return(tuple(names), node.span))

    return with_returns(body, ended)


# -- classes ---------------------------------------------------------------------------------------


def _is_manager(file: str, text: str, name: str) -> bool:
    """Whether `name` is, in this file, a class that has both methods, bound once, and whose
    `__exit__` handles no exception."""
    for _ in range(_MOST_FILES):
        tree = python_tree(text) if name in text else None
        if tree is None or times_bound(ast.walk(tree), name) != 1:
            return False
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and node.name == name:
                return _handles_nothing(node)
        found = _imported(tree, name)
        files = files_of(file, found[0]) if found is not None else ()
        if found is None or len(files) != 1:
            return False
        file, name = files[0], found[1]
        text = text_of(file)
    return False


def _imported(tree: ast.Module, name: str) -> tuple[str, str] | None:
    """The module that `name` is imported from at the top of a file, and what it is there."""
    for node in tree.body:
        for each in node.names if isinstance(node, ast.ImportFrom) else ():
            if (each.asname or each.name) == name and isinstance(node, ast.ImportFrom):
                return "." * node.level + (node.module or ""), each.name
    return None


def _handles_nothing(made: ast.ClassDef) -> bool:
    inside = list(ast.walk(made))
    methods = [s for s in made.body if isinstance(s, ast.FunctionDef) and s.name in _METHODS]
    if {m.name for m in methods} != {*_METHODS} or any(m.decorator_list for m in methods):
        return False
    if any(times_bound(inside, name) != 1 or _is_asked(inside, name) for name in _METHODS):
        return False
    returned = (
        n.value
        for m in methods if m.name == "__exit__"
        for n in ast.walk(m) if isinstance(n, ast.Return)
    )  # fmt: skip
    return all(
        value is None or (isinstance(value, ast.Constant) and value.value in (None, False))
        for value in returned
    )


def _is_asked(inside: list[ast.AST], name: str) -> bool:
    """Whether the class gives its objects such a method otherwise, which Python does not call."""
    attributes = (n for n in inside if isinstance(n, ast.Attribute) and n.attr == name)
    return any(not isinstance(n.ctx, ast.Load) for n in attributes)


__all__ = ["has_managers", "with_block"]
