"""Decorators of other files that hand a function on: those that warn of old names of arguments, put
the function on record, or cache what it returns.

Python's own tree of the decorator is followed, on every way that it may take, with the function and
its arguments for unknowns. It hands the function on where what it gives is the function, or calls
it once with all arguments as they are and returns what that returns. A call that the function would
not take, adc refuses elsewhere: no argument has a name that is none of its parameters'.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from adc.frontends.places import text_of
from adc.frontends.python.top_names import tree_of
from adc.frontends.python.wrapped.calls import Calls
from adc.frontends.python.wrapped.paths import EndsError
from adc.frontends.python.wrapped.values import (
    Closure,
    Frame,
    Given,
    Instance,
    Named,
    Rest,
    Result,
    Star,
    UnsureError,
)

_WAYS = 400


@dataclass(frozen=True)
class HandedOn:
    """`used`: the files and names that this depends on; `doubtful`: what of libraries is taken to
    leave the function as it is; `early`: the function may be called where it is decorated."""

    used: frozenset[tuple[str, str]]
    doubtful: frozenset[str]
    early: bool


def handed_on(path: str, text: str, line: int) -> HandedOn | None:
    """What the decorators are of the function that the file defines at `line`, where all of them
    hand it on; None where that cannot be told, or it has none."""
    return _followed(path, text, line)


@lru_cache(maxsize=512)
def _followed(path: str, text: str, line: int) -> HandedOn | None:
    found = _decorated(text).get(line)
    if found is None:
        return None
    try:
        return _on_all_ways(path, found)
    except (UnsureError, RecursionError):
        return None


@lru_cache(maxsize=256)
def _decorated(text: str) -> dict[int, ast.FunctionDef]:
    """The functions at the top level of a file that have decorators, by their lines."""
    tree = tree_of(text)
    body = tree.body if tree is not None else []
    functions = [n for n in body if isinstance(n, ast.FunctionDef) and n.decorator_list]
    return {f.lineno: f for f in functions}


def _on_all_ways(path: str, function: ast.FunctionDef) -> HandedOn:
    """Follows the decorators once for each way; UnsureError where one stays unclear."""
    decisions: list[int] = []
    used: set[tuple[str, str]] = set()
    doubtful: set[str] = set()
    returned = early = False

    def also(other: str, line: int) -> bool:
        """Whether the decorators of a function on the way leave that as it is."""
        found = _followed(other, text_of(other), line)
        used.update(found.used if found is not None else ())
        doubtful.update(found.doubtful if found is not None else ())
        return found is not None

    for _ in range(_WAYS):
        calls = Calls(function, decisions, also)
        try:
            early |= _follow(calls, path, function)
            returned = True
            doubtful |= calls.doubtful
        except EndsError:
            pass
        used |= calls.paths.names.used
        ways = calls.paths.ways
        while decisions and decisions[-1] + 1 >= ways[len(decisions) - 1]:
            decisions.pop()
        if not decisions:
            break
        decisions[-1] += 1
    else:
        raise UnsureError
    if not returned:
        raise UnsureError
    return HandedOn(frozenset(used), frozenset(doubtful), early or bool(doubtful))


def _follow(calls: Calls, path: str, function: ast.FunctionDef) -> bool:
    """One way through all decorators, and through a call of what they made; whether they have
    called the function before."""
    made: Any = Given(name=function.name)
    for decorator in reversed(function.decorator_list):
        made = calls.call(calls.paths.value(decorator, Frame(path)), [made], {})
    early = calls.called > 0
    if isinstance(made, Given):
        return early
    if not isinstance(made, (Closure, Instance)):
        raise UnsureError
    calls.begin()
    result = calls.call(made, [Star(Rest())], {"**": Named()})
    if not isinstance(result, Result) or calls.called != 1:
        raise UnsureError
    return early
