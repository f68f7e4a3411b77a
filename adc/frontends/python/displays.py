"""Comprehensions and dictionaries as they are written: their clauses, items and entries.

What `convert` gives is the surface expression of a part, as `expressions.expression` does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lark import Tree

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.names import target_names
from adc.frontends.python.comprehensions import Clause, listed
from adc.frontends.python.source import Node, ParseTree, Source

Convert = Callable[[Node, Source], surface.Expr]


def clauses_of(
    inner: ParseTree, source: Source, convert: Convert, item: Convert | None = None
) -> tuple[surface.Expr, tuple[Clause, ...]] | None:
    """The item of a comprehension, by `item`, and its clauses, the outermost first; None where
    one is asynchronous."""
    clauses: list[Clause] = []
    for part in [c for c in (*inner.children[1].children, *inner.children[2:]) if c is not None]:
        if not isinstance(part, Tree) or part.data != "comp_for":
            last = clauses[-1]
            test = convert(part, source)
            clauses[-1] = replace(last, conditions=(*last.conditions, test))
            continue
        is_async, target, iterated = part.children
        if is_async is not None:
            return None
        variable = convert(target, source)
        clauses.append(Clause(variable, convert(iterated, source), ()))
        source = source.inside(target_names(variable))
    return (item or convert)(inner.children[0], source), tuple(clauses)


def of_entries(node: ParseTree, source: Source, convert: Convert) -> surface.Expr | None:
    """`{k: v for …}`, as a dictionary of pairs."""
    span = source.span(node)

    def pair(entry: Node, inside: Source) -> surface.Expr:
        assert isinstance(entry, Tree)
        both = tuple(convert(part, inside) for part in entry.children)
        return surface.Sequence(both, False, span)

    found = clauses_of(node.children[0], source, convert, pair) if source.in_function else None
    if found is None:
        return None
    pairs = listed(*found, span, source)
    return surface.Call(surface.Intrinsic("dict", span, "python"), (pairs,), (), span)


def dictionary(node: ParseTree, source: Source, convert: Convert) -> surface.Expr:
    """`{"a": x, **others}`, as the call `dict(a=x, **others)`."""
    span = source.span(node)
    given: list[surface.Expr] = []
    named: list[surface.Keyword] = []
    if _has_numbers(node, source, convert):
        return _numbered(node, source, convert)
    for child in node.children:
        if not isinstance(child, Tree) or child.data != "key_value":
            given.append(surface.Starred(convert(child, source), True, source.span(child)))
            continue
        key, value = child.children
        text = convert(key, source)
        if not isinstance(text, surface.String) or any(k.name == text.value for k in named):
            raise AdcError.of(
                "ADC0114", "a dictionary needs texts for keys, each once", source.span(key),
                help="use a tuple, or a variable for each entry",
            )  # fmt: skip
        named.append(surface.Keyword(text.value, convert(value, source), source.span(child)))
    function = surface.Intrinsic("dict", span, "python")
    return surface.Call(function, tuple(given), tuple(named), span)


def _has_numbers(node: ParseTree, source: Source, convert: Convert) -> bool:
    """Whether the first key of a dictionary is no text."""
    first = node.children[0] if node.children else None
    if not isinstance(first, Tree) or first.data != "key_value":
        return False
    return not isinstance(convert(first.children[0], source), surface.String)


def _numbered(node: ParseTree, source: Source, convert: Convert) -> surface.Expr:
    """`{0: x, 1: y}`, as pairs."""
    span, pairs = source.span(node), []
    for child in node.children:
        if not isinstance(child, Tree) or child.data != "key_value":
            raise AdcError.of(
                "ADC0114", "`**` beside keys that are no texts is not supported",
                source.span(child), help="write each entry",
            )  # fmt: skip
        both = tuple(convert(part, source) for part in child.children)
        pairs.append(surface.Sequence(both, False, source.span(child)))
    return surface.Call(surface.Intrinsic("adc.entries", span, "python"), tuple(pairs), (), span)
