"""Packages that may be missing: `try: import pandas as pd … except ImportError: pd = None`.

A package that is neither the source's own nor among those that are always there is taken to be
missing: what the handler does is what is read, for that is in Python and NumPy. A function that
uses what depends on it says so in a warning.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lark import Tree

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.names import free_names
from adc.frontends.places import file_of, is_elsewhere
from adc.frontends.python.expressions import name_of
from adc.frontends.python.former_names import FORMER, handler_of_former
from adc.frontends.python.imports import bound_names, imports, is_lacking
from adc.frontends.python.source import ParseTree, Source

_NO_MODULE = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})
#: What a handler at the top level may do.
_PLAIN = ("import_stmt", "funcdef", "pass_stmt", "assign_stmt", "expr_stmt")


#: What may mean something else than what a handler binds under the same name.
_ELSE = ("funcdef", "decorated", "classdef")


@dataclass(frozen=True)
class Missing:
    """What a `try` is without the package `name`: the statements that run, in order; the names
    that these bind; what is `tried` to import, and what of that has no other value then. Where a
    name of Python 2's is missing and no package, `name` is ""."""

    name: str
    span: Span
    statements: tuple[ParseTree, ...]
    bound: frozenset[str]
    tried: tuple[surface.Import, ...]
    imported: tuple[surface.Import, ...]


def without_package(node: ParseTree, source: Source) -> Missing | None:
    """What the `try_stmt` at `node` is where the first package that it asks for, and that may be
    missing, is; None for any other statement."""
    if node.data != "try_stmt" or node.children[3] is not None:
        return None
    former = _without_former(node, source)
    if former is not None:
        return former
    tried, clauses, _, _ = node.children
    body = list(_one_by_one(tried))
    for number, statement in enumerate(body):
        if statement.data != "import_stmt":
            if _gives_up(statement):
                body[number] = Tree("pass_stmt", [], statement.meta)
            elif statement.data not in ("assign_stmt", "pass_stmt"):
                return None
            continue
        found = list(imports(statement.children[0], source))
        if any(i.name == "*" for i in found):
            return None
        absent = next((i for i in found if _may_be_missing(i, source)), None)
        if absent is None:
            continue
        handler = _handler(clauses)
        if handler is None or any(s.data in _ELSE for s in body[number:]):
            return None
        run = (*body[:number], *_one_by_one(handler))
        names = frozenset(name for name, _ in bound_names(list(run)))
        rest = [i for s in body[number:] if s.data == "import_stmt"
                for i in imports(s.children[0], source)]  # fmt: skip
        if any(i.name == "*" for i in rest):
            return None
        others = tuple(i for i in rest if i.alias not in names)
        package = absent.module.partition(".")[0]
        if is_elsewhere(package):
            package = ".".join(filter(None, (absent.module, absent.name)))
        return Missing(package, absent.span, run, names, tuple(rest), others)
    return None


def _without_former(node: ParseTree, source: Source) -> Missing | None:
    """The handler that runs for want of a name of Python 2's, which is no package."""
    tried = (
        source.by_python(node) if FORMER & {name_of(n) for n in node.find_data("name")} else None
    )
    number = handler_of_former(tried, source.text) if isinstance(tried, ast.Try) else None
    if number is None:
        return None
    clauses = node.children[1]
    assert isinstance(clauses, Tree)
    clause = clauses.children[number]
    run = tuple(_one_by_one(clause.children[-1])) if isinstance(clause, Tree) else ()
    names = frozenset(name for name, _ in bound_names(list(run)))
    return Missing("", source.span(node), run, names, (), ())


def plainly_missing(node: ParseTree, source: Source) -> Missing | None:
    """The same at the top level, where all that runs can be read."""
    found = without_package(node, source)
    plain = found is not None and all(s.data in _PLAIN for s in found.statements)
    return found if plain else None


def noted(function: surface.Function, missing: dict[str, Missing]) -> surface.Function:
    """The function with a note for each missing package that decides what it does."""
    used = sorted(free_names(function).keys() & missing.keys())
    packages = {missing[name].name: missing[name] for name in used if missing[name].name}
    notes = tuple(note(found, function.span) for _, found in sorted(packages.items()))
    return replace(function, body=(*notes, *function.body)) if notes else function


def note(found: Missing, span: Span) -> surface.Evaluate:
    """A statement that warns of what is taken to be missing."""
    told = surface.Intrinsic("adc.missing", span, "python")
    package = surface.String(found.name, found.span)
    return surface.Evaluate(surface.Call(told, (package,), (), found.span), found.span)


def _may_be_missing(found: surface.Import, source: Source) -> bool:
    package = found.module.partition(".")[0]
    if is_elsewhere(package):
        return is_lacking(found)
    return bool(package) and not file_of(source.file, found.module)


def _gives_up(statement: ParseTree) -> bool:
    """Whether it is `if …: raise ImportError`, which leads to the same handler."""
    if statement.data != "if_stmt" or statement.children[2].children or statement.children[3]:
        return False
    inner = list(_one_by_one(statement.children[1]))
    names = [name_of(n) for s in inner for n in s.find_data("name")]
    return [s.data for s in inner] == ["raise_stmt"] and bool({*names} & _NO_MODULE)


def _handler(clauses: object) -> ParseTree | None:
    """The suite of the first handler, where that is for modules that are missing."""
    first = clauses.children[0] if isinstance(clauses, Tree) else None
    if not isinstance(first, Tree):
        return None
    kinds, name, suite = first.children
    if name is not None or not isinstance(suite, Tree):
        return None
    named = {name_of(n) for n in kinds.find_data("name")} if isinstance(kinds, Tree) else _NO_MODULE
    return suite if named & _NO_MODULE else None


def _one_by_one(suite: object) -> Iterator[ParseTree]:
    for child in suite.children if isinstance(suite, Tree) else ():
        inner = (
            child.children if isinstance(child, Tree) and child.data == "simple_stmt" else [child]
        )
        yield from (s for s in inner if isinstance(s, Tree))
