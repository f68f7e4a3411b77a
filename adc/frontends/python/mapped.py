"""`sum(map(f, x))`, `list(filter(f, x))` and the like, as comprehensions that do the same."""

from __future__ import annotations

import re

from lark import Tree

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.names import assigned_names, target_names
from adc.frontends.python.comprehensions import REDUCTIONS, Clause, kept, listed, reduced
from adc.frontends.python.fence import called_name
from adc.frontends.python.iteration import Body
from adc.frontends.python.source import Node, Source

#: What else may bind the name `filter`.
_AGAIN = re.compile(
    r"\b(?:def|class|as|for)\s+filter\b|\bfilter\s*=(?!=)|\bimport\b.*(?:\*|\bfilter\b)"
    r"|[(,]\s*filter\s*[,):]"
)


def is_call_of(node: Node | None, *names: str) -> bool:
    """Whether it is a call of a function that has one of these names."""
    called = node.children[0] if isinstance(node, Tree) and node.data == "funccall" else None
    named = isinstance(called, Tree) and called.data == "var"
    return named and called_name(node) in names if node is not None else False


def drawn_whole(
    name: surface.Expr, drawn: surface.Expr, span: Span, source: Source
) -> surface.Expr | None:
    """The call of Python's function `name`, which uses up what `map` or `filter` gives; None where
    it is another one."""
    if not isinstance(name, surface.Name):
        return None
    item = surface.Name(source.fresh("item"), drawn.span)
    clause = _filtered(drawn, item, source)
    if clause is None:
        clauses = (Clause(item, drawn, ()),)
        known = name.name in REDUCTIONS and not is_filter(drawn)
        return reduced(name, item, clauses, None, span, source) if known else None
    if name.name in ("sum", "any", "all"):
        return reduced(name, item, (clause,), None, span, source)
    if name.name in ("min", "max", "len"):
        return surface.Call(name, (kept(item, (clause,), name, span, source),), (), span)
    if name.name == "list":
        return listed(item, (clause,), span, source, name)
    if name.name in ("tuple", "sorted"):
        return surface.Call(name, (listed(item, (clause,), span, source),), (), span)
    return None


def filtered(
    target: surface.Expr, drawn: surface.Expr, body: Body, source: Source
) -> tuple[surface.Expr, surface.Expr, Body]:
    """The target, what it is drawn from, and the body of `for target in drawn`: those of a loop
    over `x` with an `if` for `filter(f, x)`, which asks `f` of each item when it is drawn."""
    item = surface.Name(source.fresh("item"), drawn.span)
    clause = _filtered(drawn, item, source)
    if clause is None:
        return target, drawn, body
    assert isinstance(drawn, surface.Call)
    function, (test,) = drawn.arguments[0], clause.conditions
    rebound = assigned_names(body) | target_names(target)
    # Python has looked `f` up before the first item; names inside of a lambda are those of then.
    known = isinstance(function, (surface.Name, surface.Lambda, surface.NoneValue))
    if not known or (isinstance(function, surface.Name) and function.name in rebound):
        return target, drawn, body
    given = surface.Assign((target,), item, target.span)
    return item, clause.iterated, (surface.If(test, (given, *body), (), drawn.span),)


def is_filter(drawn: surface.Expr) -> bool:
    function = drawn.function if isinstance(drawn, surface.Call) else None
    return isinstance(function, surface.Name) and function.name == "filter"


def _filtered(drawn: surface.Expr, item: surface.Name, source: Source) -> Clause | None:
    """`for item in x if f(item)` of Python's `filter(f, x)`."""
    if not isinstance(drawn, surface.Call) or not is_filter(drawn) or not source.in_function:
        return None
    plain = len(drawn.arguments) == 2 and not drawn.keywords
    if not plain or "filter" in source.locals or _AGAIN.search(source.text):
        return None
    function, items = drawn.arguments
    if any(isinstance(a, surface.Starred) for a in drawn.arguments):
        return None
    asked: surface.Expr = surface.Call(function, (item,), (), drawn.span)
    return Clause(item, items, (item if isinstance(function, surface.NoneValue) else asked,))
