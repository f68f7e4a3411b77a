"""`yield` as a statement, of a generator that loops draw from."""

from __future__ import annotations

from lark import Tree

from adc.frontends import surface
from adc.frontends.python.expressions import expression
from adc.frontends.python.generators import yielding
from adc.frontends.python.iteration import Body
from adc.frontends.python.products import loop_over
from adc.frontends.python.source import ParseTree, Source


def yielded(node: ParseTree, source: Source) -> Body:
    """The statements that `yield value` and `yield from values` are."""
    (inner,) = node.children
    assert isinstance(inner, Tree)
    span, given = source.keyword(node, "yield"), inner.children[0]
    value = surface.NoneValue(span) if given is None else expression(given, source)
    if inner.data == "yield_expr":
        return (yielding(value, span),)
    target = surface.Name(source.fresh("item"), span)
    return loop_over(source, target, value, (yielding(target, span),), span)
