"""Iterators that have a name and are used in one place: `pairs = zip(x, y)` before `for a, b in
pairs` is read as if the call stood in the loop.

What `map`, `zip` and their like make, and a generator, is run where something draws from it. Only
what it is given is evaluated before, which must be the same there: names that nothing binds in
between. In a loop it would be used up by the first iteration, so that the place must be reached
once for each time that the name is bound.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from lark import Token, Tree

from adc.frontends.python.expressions import name_of
from adc.frontends.python.fence import called_name
from adc.frontends.python.imports import bound_names, names_below
from adc.frontends.python.pieces import flat, tree_of
from adc.frontends.python.source import Node, ParseTree, Source

_ITERATORS = ("map", "filter", "zip", "enumerate", "reversed")
_WITH_FUNCTION = ("map", "filter")
#: Among names that are evaluated where an iterator is made: something that must be used at once.
_AT_ONCE = ""
#: Where what is written may be evaluated more than once, later, or left in the middle.
_AGAIN = frozenset({
    "lambdef", "lambdef_nocond", "funcdef", "classdef", "decorated", "async_stmt", "while_stmt",
    "try_stmt", "try_finally", "list_comprehension", "tuple_comprehension", "dict_comprehension",
    "set_comprehension", "comprehension", "match_stmt",
})  # fmt: skip
_HOLDING = ("if_stmt", "for_stmt", "while_stmt", "with_stmt", "try_stmt", "try_finally", "elifs",
            "elif_", "except_clauses", "except_clause", "finally")  # fmt: skip


@dataclass(frozen=True)
class _Function:
    """How often names are in a function, and where any call may bind those of others, its own."""

    counts: Counter[str]
    own: frozenset[str] | None


def with_draws_in_place(suite: ParseTree, parameters: Node | None, source: Source) -> ParseTree:
    """The suite of a function, with such iterators where they are used."""
    if not _may_have_any(source):
        return suite
    whole = [suite] if parameters is None else [suite, tree_of(parameters)]
    if any(tree.data == "nonlocal_stmt" for part in whole for tree in part.iter_subtrees()):
        return suite
    counts = Counter(
        str(token) for part in whole for token in part.scan_values(lambda t: isinstance(t, Token))
    )
    bound = {name for name, _ in bound_names([suite])}
    if not (bound | source.locals).isdisjoint((*_ITERATORS, "range", "len")):
        return suite
    given = () if parameters is None else names_below(parameters)
    closed = source.text_facts.words.isdisjoint(("global", "nonlocal"))
    own = None if closed else frozenset(bound.union(name for name, _ in given))
    return _placed(suite, _Function(counts, own))


def _may_have_any(source: Source) -> bool:
    words = source.text_facts.words
    own = rf"(?:def|class|import|as)\s+(?:{'|'.join(_ITERATORS)})\b|\b(?:map|filter|zip)\s*="
    return not words.isdisjoint(("for", *_ITERATORS)) and re.search(own, source.text) is None


def _placed(suite: ParseTree, function: _Function) -> ParseTree:
    statements = list(flat(suite.children))
    changed = False
    for at, statement in enumerate(statements):
        found = _named(statement, function)
        if found is not None and _put(statements, at, *found):
            statements[at] = Tree("pass_stmt", [], tree_of(statement).meta)
            changed = True
    for at, statement in enumerate(statements):
        inside = _inside(statement, function)
        changed = changed or inside is not statement
        statements[at] = inside
    return Tree(suite.data, statements, suite.meta) if changed else suite


def _inside(node: Node, function: _Function) -> Node:
    """The same for the suites of a statement that holds some."""
    if not isinstance(node, Tree) or node.data not in _HOLDING:
        return node
    children: list[Node] = [
        _placed(c, function) if isinstance(c, Tree) and c.data == "suite" else _inside(c, function)
        for c in node.children
    ]
    same = all(new is old for new, old in zip(children, node.children, strict=True))
    return node if same else Tree(node.data, children, node.meta)


def _named(statement: Node, function: _Function) -> tuple[str, ParseTree, set[str]] | None:
    """The name of an iterator, the expression, and the names of which that is made at once."""
    if isinstance(statement, Tree) and statement.data == "assign_stmt":
        statement = statement.children[0]
    if not isinstance(statement, Tree) or statement.data != "assign":
        return None
    target, *others = statement.children
    if len(others) != 1 or not isinstance(target, Tree) or target.data != "var":
        return None
    name, value = name_of(target.children[0]), tree_of(others[0])
    iterates = value.data == "tuple_comprehension" or _called(value) in _ITERATORS
    if not iterates or function.counts[name] != 2:
        return None
    early = _early(value)
    if early is None or (function.own is not None and early - function.own - {_AT_ONCE}):
        return None
    return name, value, early


def _early(value: ParseTree) -> set[str] | None:
    """The names that are evaluated where the iterator is made; None where that is more."""
    if value.data == "var":
        return {name_of(value.children[0])}
    if value.data == "number":
        return set()
    if value.data in ("getitem", "slice", "factor"):
        return _part(value)
    if value.data == "tuple_comprehension":
        clauses = tree_of(tree_of(value.children[0]).children[1])
        return _early(tree_of(tree_of(clauses.children[0]).children[-1]))
    if _called(value) not in (*_ITERATORS, "range", "len"):
        return None
    names: set[str] = set()
    arguments = value.children[1]
    for number, given in enumerate(arguments.children if isinstance(arguments, Tree) else ()):
        if not isinstance(given, Tree):
            return None
        first = number == 0 and _called(value) in _WITH_FUNCTION
        found = _function(given) if first else _early(given)
        if found is None:
            return None
        names |= found
    return names


def _part(value: ParseTree) -> set[str] | None:
    """The same of an item or a slice, which another statement may set; for that stands _AT_ONCE."""
    names = {_AT_ONCE}
    for child in value.children:
        found = _early(child) if isinstance(child, Tree) else set()
        if found is None:
            return None
        names |= found
    return names


def _called(value: ParseTree) -> str:
    """`f` for the call `f(…)`."""
    plain = value.data == "funccall" and tree_of(value.children[0]).data == "var"
    return called_name(value) if plain else ""


def _function(given: ParseTree) -> set[str] | None:
    """The same of a function that is handed on: what stands in a `lambda` is evaluated later."""
    if given.data == "lambdef":
        defaults = any(t.data == "lambda_paramvalue" for t in given.iter_subtrees())
        return None if defaults else set()
    node = given
    while node.data == "getattr":
        node = tree_of(node.children[0])
    return {name_of(node.children[0])} if node.data == "var" else None


def _put(statements: list[Node], at: int, name: str, value: ParseTree, early: set[str]) -> bool:
    """Whether the iterator could be put where a later one of the statements uses it."""
    for later in range(at + 1, len(statements)):
        statement = statements[later]
        if not isinstance(statement, Tree):
            continue
        used = _used(statement, name)
        if used is None:
            return False
        if not used:
            continue
        between = [tree_of(s) for s in statements[at + 1 : later] if isinstance(s, Tree)]
        at_once = all(map(_sets_nothing, between)) and not _calls_another(statement, used)
        if _AT_ONCE in early and not at_once:
            return False
        if early & {n for n, _ in bound_names([*between, *_bound_before(statement)])}:
            return False
        statements[later] = _with(statement, used, value)
        return True
    return False


def _used(node: ParseTree, name: str) -> tuple[int, ...] | None:
    """The way down to where the name is used, () where it is not; None where it is in a place that
    may be reached again."""
    for number, child in enumerate(node.children):
        if not isinstance(child, Tree):
            continue
        if child.data == "var" and name_of(child.children[0]) == name:
            return None if _again(node, number) else (number,)
        found = _used(child, name)
        if found is None or (found and _again(node, number)):
            return None
        if found:
            return (number, *found)
    return ()


def _sets_nothing(statement: ParseTree) -> bool:
    """Whether a statement binds names to numbers or to what has a name, and does no more."""
    if statement.data == "assign_stmt":
        statement = tree_of(statement.children[0])
    plain = ("var", "number", "name")
    return statement.data == "assign" and all(
        tree.data in plain for tree in statement.iter_subtrees() if tree is not statement
    )


def _calls_another(statement: ParseTree, used: tuple[int, ...]) -> bool:
    """Whether something is called before what draws from the iterator."""
    if statement.data not in ("assign", "assign_stmt", "return_stmt", "expr_stmt", "for_stmt"):
        return True
    way: ParseTree = tree_of(statement.children[1]) if statement.data == "for_stmt" else statement
    around, node = 0, statement
    for number in used:
        around += node.data == "funccall"
        node = tree_of(node.children[number])
    return sum(tree.data in ("funccall", "assign_expr") for tree in way.iter_subtrees()) > around


def _again(node: ParseTree, number: int) -> bool:
    """Whether a child is evaluated more than once, or not there."""
    if node.data == "for_stmt":
        return number != 1
    if node.data == "comp_for":
        return number != len(node.children) - 1
    if node.data == "comp_fors":
        return number != 0
    if node.data == "comprehension":
        return number != 1
    return node.data in _AGAIN and not node.data.endswith("_comprehension")


def _bound_before(statement: ParseTree) -> Iterator[ParseTree]:
    """What a statement may bind before it draws from the iterator."""
    if statement.data in ("assign_stmt", "for_stmt", "return_stmt", "expr_stmt", "assign"):
        yield from statement.find_data("assign_expr")
    else:
        yield statement


def _with(node: ParseTree, way: tuple[int, ...], value: ParseTree) -> ParseTree:
    children: list[Node] = list(node.children)
    first, *rest = way
    children[first] = _with(tree_of(children[first]), tuple(rest), value) if rest else value
    return Tree(node.data, children, node.meta)
