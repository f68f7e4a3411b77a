"""Functions that give back the function they are given: what stands in for a compiler's decorator
where that is not installed, and decorators that only put a function on record.
"""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token, Tree

from adc.frontends.python.expressions import name_of
from adc.frontends.python.source import Node, ParseTree


def gives_back(function: ParseTree) -> frozenset[str]:
    """What a `funcdef` gives: its "argument", the first of several, or a "decorator" that does so,
    as `@d(fast=True)` needs it; nothing where it may do anything else.

    Before that it may put the argument into a list or a dictionary, and give it an attribute of the
    author's own.
    """
    name, parameters, _, suite = function.children
    first = _first(parameters)
    if first is None:
        return frozenset()
    found = _of_suite(suite, first, {})
    if found is None:  # `return d` in `d` itself is a decorator where `d(f)` gives `f`
        found = _of_suite(suite, first, {name_of(name): frozenset({"argument"})})
        return found if found and "argument" in found else frozenset()
    return found


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
    name: Node = head
    while isinstance(name, Tree) and name.data in ("paramvalue", "typedparam"):
        name = name.children[0]
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
        if statement.data in ("funcdef", "decorated"):
            name, given = _of_function(statement, first[0])
            inside = inside | {name: given}
        elif statement.data == "if_stmt":
            for part in _suites(statement):
                ways = _of_suite(part, first, inside)
                if ways is None:
                    return None
                found |= ways
        elif statement.data == "return_stmt":
            made = _of_value(statement.children[0], first, inside)
            return None if made is None else found | made
        elif not _registers(statement):
            return None
    return found


def _of_function(statement: ParseTree, first: str) -> tuple[str, frozenset[str]]:
    """The name of a function inside, and what it gives; "itself" for one that calls `first` with
    all that it is given, as `first` would be called, behind `@wraps(first)`."""
    function: Node | None = statement if statement.data == "funcdef" else statement.children[-1]
    if not isinstance(function, Tree) or function.data != "funcdef":
        return "", frozenset()
    name, parameters, _, suite = function.children
    if statement.data == "decorated":
        if not _is_wraps(statement.children[0]):
            return name_of(name), frozenset()
        return name_of(name), frozenset({"itself"} if _hands_on(parameters, suite, first) else ())
    hands_on = frozenset({"itself"} if _hands_on(parameters, suite, first) else ())
    return name_of(name), gives_back(function) | hands_on


def _is_wraps(decorators: Node) -> bool:
    """Whether it is `@wraps(…)` or `@functools.wraps(…)` alone."""
    calls = [d.children[0] for d in decorators.children] if isinstance(decorators, Tree) else []
    if len(calls) != 1 or not isinstance(calls[0], Tree) or calls[0].data != "funccall":
        return False
    function = calls[0].children[0]
    return isinstance(function, Tree) and name_of(function.children[-1]) == "wraps"


def _hands_on(parameters: Node | None, suite: Node | None, first: str) -> bool:
    """Whether `def w(*a, **k): …; return first(*a, **k)` does nothing else but say something."""
    if not isinstance(parameters, Tree) or not isinstance(suite, Tree):
        return False
    stars, named = (
        [_first_name(s) for s in parameters.find_data(kind)] for kind in ("starparam", "kwparams")
    )
    plain = [c for c in parameters.children if isinstance(c, Tree)]
    statements = [s for s in suite.children if isinstance(s, Tree)]
    if len(plain) != 1 or len(stars) != 1 or len(named) != 1 or not statements:
        return False
    *before, last = statements
    if last.data != "return_stmt" or not all(map(_says, before)):
        return False
    call = last.children[0]
    if (
        not isinstance(call, Tree)
        or call.data != "funccall"
        or _variable(call.children[0]) != first
    ):
        return False
    given = call.children[1]
    parts = [c for c in given.children if c is not None] if isinstance(given, Tree) else []
    if len(parts) != 1 or not isinstance(parts[0], Tree) or parts[0].data != "starargs":
        return False
    passed = [(p.data, _variable(p.children[0])) for p in parts[0].children if isinstance(p, Tree)]
    return passed == [("stararg", stars[0]), ("kwargs", named[0])]


def _says(statement: ParseTree) -> bool:
    """Whether it is a text, or a call that says something."""
    value = statement.children[0] if statement.data == "expr_stmt" else None
    if not isinstance(value, Tree) or value.data != "funccall":
        return isinstance(value, Tree) and value.data == "string"
    return _first_name(value) in ("warnings", "print", "logging", "logger")


def _first_name(tree: ParseTree) -> str:
    return next(name_of(t) for t in tree.iter_subtrees_topdown() if t.data == "name")


def _suites(statement: ParseTree) -> Iterator[ParseTree]:
    """The suites of an `if_stmt`."""
    for child in statement.children:
        if isinstance(child, Tree) and child.data == "suite":
            yield child
        elif isinstance(child, Tree) and child.data == "elifs":
            yield from (e.children[1] for e in child.children if isinstance(e, Tree))


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
        if "itself" in given:
            return frozenset({"argument"})
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
    return all(map(_is_part, assigned.children[:-1]))


def _is_part(target: Node | None) -> bool:
    if not isinstance(target, Tree) or target.data not in ("getitem", "getattr"):
        return False
    if target.data == "getitem":
        return not _of_python(target)
    return _is_remark(name_of(target.children[-1]))


def _of_python(target: ParseTree) -> bool:
    """Whether it is a part of what functions have of Python's own: `f.__globals__["k"]`."""
    owner = target.children[0]
    trees = owner.iter_subtrees() if isinstance(owner, Tree) else ()
    names = (name_of(t) for t in trees if t.data == "name")
    return any(n.startswith("__") for n in names)


def _is_remark(attribute: str) -> bool:
    """Whether a function with another such attribute does the same."""
    return not attribute.startswith("__") or attribute in ("__doc__", "__name__", "__qualname__")
