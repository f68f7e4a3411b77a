"""Comprehensions and dictionaries as they are written: their clauses, items and entries.

What `convert` gives is the surface expression of a part, as `expressions.expression` does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lark import Tree

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


def list_of_items(node: ParseTree, source: Source, convert: Convert) -> surface.Expr | None:
    """`[item for v in x]` in a function; None for comprehensions of other forms."""
    inner = node.children[0]
    assert isinstance(inner, Tree)
    found = clauses_of(inner, source, convert) if source.in_function else None
    return None if found is None else listed(*found, source.span(node), source)


def set_of_items(node: ParseTree, source: Source, convert: Convert) -> surface.Expr | None:
    """`{item for v in x}` in a function, as a set of the list of these."""
    made, span = list_of_items(node, source, convert), source.span(node)
    function = surface.Intrinsic("set", span, "python")
    return None if made is None else surface.Call(function, (made,), (), span)


def items_to_unpack(
    targets: tuple[surface.Expr, ...], node: Node, source: Source, convert: Convert
) -> surface.Expr | None:
    """`a, b = (item for v in x)`: all items, which are drawn before any target gets one."""
    unpacked = len(targets) == 1 and isinstance(targets[0], surface.Sequence)
    if not unpacked or not isinstance(node, Tree) or node.data != "tuple_comprehension":
        return None
    return list_of_items(node, source, convert)


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
    item, clauses = found
    pairs = listed(item, tuple(map(_one_by_one, clauses)), span, source)
    return surface.Call(surface.Intrinsic("dict", span, "python"), (pairs,), (), span)


def _one_by_one(clause: Clause) -> Clause:
    """A clause over a range as one over the integers in it, which are known where they are keys."""
    given = clause.iterated
    if not isinstance(given, surface.Call) or not isinstance(given.function, surface.Name):
        return clause
    if given.function.name != "range":
        return clause
    known = surface.Call(surface.Intrinsic("tuple", given.span, "python"), (given,), (), given.span)
    return replace(clause, iterated=known)


#: What each form of a comprehension makes in a function; None where it is refused.
FORMS: dict[str, Callable[[ParseTree, Source, Convert], surface.Expr | None]] = {
    "list_comprehension": list_of_items, "dict_comprehension": of_entries,
    "set_comprehension": set_of_items,
}  # fmt: skip


def dictionary(node: ParseTree, source: Source, convert: Convert) -> surface.Expr:
    """`{"a": x}`, as the call `dict(a=x)`; with keys that are no texts, or with `**others`, as
    entries that are set one by one."""
    span = source.span(node)
    named: list[surface.Keyword] = []
    entries: list[surface.Expr] = []
    for child in node.children:
        entry = isinstance(child, Tree) and child.data == "key_value"
        parts = child.children if isinstance(child, Tree) and entry else [child]
        both = tuple(convert(part, source) for part in parts)
        entries.append(surface.Sequence(both, False, source.span(child)))
        if entry and isinstance(both[0], surface.String):
            named.append(surface.Keyword(both[0].value, both[1], source.span(child)))
    if len({k.name for k in named}) == len(entries):
        return surface.Call(surface.Intrinsic("dict", span, "python"), (), tuple(named), span)
    return surface.Call(surface.Intrinsic("adc.entries", span, "python"), tuple(entries), (), span)
