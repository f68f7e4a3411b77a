"""Functions that give back the function they are given: what stands in for a compiler's decorator
where that is not installed, and decorators that only put a function on record.
"""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token, Tree

from adc.frontends.python.expressions import name_of
from adc.frontends.python.source import Node, ParseTree


def returns_its_argument(function: ParseTree) -> bool:
    """Whether a `funcdef` is `def d(f): …; return f`, as `@d` before a function needs it."""
    return "argument" in gives_back(function)


def gives_back(function: ParseTree) -> frozenset[str]:
    """What a `funcdef` gives: its "argument", the first of several, or a "decorator" that does so,
    as `@d(fast=True)` needs it; nothing where it may do anything else.

    Before that it may put the argument into a list or a dictionary, and give it an attribute of the
    author's own.
    """
    _, parameters, _, suite = function.children
    first = _first(parameters)
    return frozenset() if first is None else _of_suite(suite, first, {}) or frozenset()


def _first(parameters: Node | None) -> tuple[str, bool] | None:
    """The first parameter, and whether it is `*args`."""
    given = (
        [c for c in parameters.children if c is not None] if isinstance(parameters, Tree) else []
    )
    if not given:
        return None
    head = given[0]
    if isinstance(head, Token):
        return None
    if head.data == "starparams":
        names = [n for s in head.find_data("starparam") for n in s.find_data("name")]
        return (name_of(names[0]), True) if names else None
    name = head.children[0] if head.data in ("paramvalue", "typedparam") else head
    return (name_of(name), False) if isinstance(name, Tree) and name.data == "name" else None


def _of_suite(
    suite: Node, first: tuple[str, bool], inside: dict[str, frozenset[str]]
) -> frozenset[str] | None:
    """What the `return`s of a suite give; None where something else may happen."""
    found: frozenset[str] = frozenset()
    if not isinstance(suite, Tree):
        return None
    for statement in suite.children:
        if not isinstance(statement, Tree) or statement.data in ("expr_stmt", "pass_stmt"):
            continue
        if statement.data == "funcdef":
            inside = inside | {name_of(statement.children[0]): gives_back(statement)}
        elif statement.data == "if_stmt":
            for part in _suites(statement):
                given = _of_suite(part, first, inside)
                if given is None:
                    return None
                found |= given
        elif statement.data == "return_stmt":
            given = _of_value(statement.children[0], first, inside)
            return None if given is None else found | given
        elif not _registers(statement):
            return None
    return found


def _suites(statement: ParseTree) -> Iterator[ParseTree]:
    return (
        s for s in statement.iter_subtrees_topdown() if s.data == "suite" and s is not statement
    )


def _of_value(
    value: Node | None, first: tuple[str, bool], inside: dict[str, frozenset[str]]
) -> frozenset[str] | None:
    name, starred = first
    if not isinstance(value, Tree):
        return None
    if value.data == "lambdef":
        parameters, body = value.children
        head = _first(parameters)
        return frozenset({"decorator"}) if head and head == (_variable(body), False) else None
    if value.data == "var":
        if _variable(value) == name and not starred:
            return frozenset({"argument"})
        given = inside.get(_variable(value), frozenset())
        return frozenset({"decorator"}) if "argument" in given else None
    if value.data == "getitem" and starred:
        owner, position = value.children
        zero = isinstance(position, Tree) and position.data == "number"
        first_of = _variable(owner) == name and zero and position.children[0] == "0"
        return frozenset({"argument"}) if first_of else None
    if value.data == "funccall":
        called, arguments = value.children
        given = inside.get(_variable(called), frozenset())
        passed = [a for a in arguments.children if a] if isinstance(arguments, Tree) else []
        if "argument" in given and len(passed) == 1:
            return _of_value(passed[0], first, {})
        return None
    if value.data == "test":  # `a if b else c`
        ways = [_of_value(w, first, inside) for w in (value.children[0], value.children[2])]
        return None if None in ways else frozenset().union(*(w for w in ways if w))
    return None


def _variable(node: Node | None) -> str:
    is_one = isinstance(node, Tree) and node.data == "var"
    return name_of(node.children[0]) if is_one else ""  # type: ignore[union-attr]


def _registers(statement: ParseTree) -> bool:
    """Whether it is `known[…] = …` or `f.tested = …`, which changes no function."""
    assigned = statement.children[0] if statement.data == "assign_stmt" else None
    if not isinstance(assigned, Tree) or assigned.data != "assign":
        return False
    return all(
        isinstance(t, Tree)
        and (t.data == "getitem" or (t.data == "getattr" and _is_remark(name_of(t.children[-1]))))
        for t in assigned.children[:-1]
    )


def _is_remark(attribute: str) -> bool:
    """Whether a function with another such attribute does the same."""
    return not attribute.startswith("__") or attribute in ("__doc__", "__name__", "__qualname__")
