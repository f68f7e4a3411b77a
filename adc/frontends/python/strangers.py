"""Tests of a value's class, `isinstance(x, C)`, where C is a class of the file that adc does not
follow: no number, array, list, text or function is one of its objects, where its text shows that it
has no bases but plain ones, and says itself what its objects are.
"""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from typing import Any, Protocol

from adc.diagnostics import Note
from adc.frontends import surface
from adc.frontends.names import bound_names, walk, with_parts
from adc.frontends.python.decorators import Binding
from adc.frontends.python.layout import Chunk
from adc.frontends.python.own_names import unsettled_by_texts
from adc.frontends.python.set_globals import SetByFunctions
from adc.frontends.python.set_unseen import set_unseen
from adc.frontends.python.source import Source
from adc.frontends.python.top_names import times_bound, tree_of

#: What is in front of the name of a class that adc does not follow, of which it knows what is none
#: of its objects.
STRANGER = "adc.stranger "
#: What may give a class another metaclass, when it is there.
_OTHERWISE = re.compile(r"__class__\s*=[^=]|__class__[\"']")
_FUNCTIONS_INSIDE = (surface.Lifted, surface.Lambda, surface.Define)


class Reading(Protocol):
    """What is known of a file that is being read."""

    source: Source
    bindings: dict[str, list[Binding]]
    unsettled: dict[str, Note]
    known: list[surface.Class]
    unread: list[Chunk]
    shared: SetByFunctions


def with_strangers(function: surface.Function, file: Reading) -> surface.Function:
    """The function, whose tests name such classes of the file as what they are."""
    asked = {name for call in _tests(function) for name in _named(call.arguments[1])}
    asked -= {*bound_names(function), *(made.name for made in file.known)}
    found = {name for name in asked & file.unsettled.keys() if _stands(name, file)}
    made: surface.Function = _replaced(function, found) if found else function
    return made


def strangers_in(part: Any) -> set[str]:
    """The names of such classes that tests in `part` ask for: another file may bind them anew."""
    found = (n.name for n in walk(part, inside=True) if isinstance(n, surface.Intrinsic))
    return {name.removeprefix(STRANGER) for name in found if name.startswith(STRANGER)}


def _stands(name: str, file: Reading) -> bool:
    """Whether nothing but the text of such a class binds the name."""
    text, names = file.source.text, (name, "object", "isinstance")
    if len(file.bindings.get(name, ())) != 1 or file.unread or not is_plain(text, name):
        return False
    others = {*file.shared.kept, *set_unseen(file.source)}
    return not others & {*names} and not unsettled_by_texts(file.source.file, text, names)


def _tests(node: Any) -> list[surface.Call]:
    """The calls of `isinstance` by its name."""
    return [n for n in walk(node, inside=True) if isinstance(n, surface.Call) and _is_test(n)]


def _is_test(call: surface.Call) -> bool:
    named = isinstance(call.function, surface.Name) and call.function.name == "isinstance"
    return named and len(call.arguments) == 2 and not call.keywords


def _named(asked: surface.Expr) -> set[str]:
    """The names of the classes that a test asks for, alone or in a tuple."""
    parts = asked.items if isinstance(asked, surface.Sequence) else (asked,)
    return {part.name for part in parts if isinstance(part, surface.Name)}


def _replaced(node: Any, names: set[str]) -> Any:
    if isinstance(node, _FUNCTIONS_INSIDE):
        inner = node.function if isinstance(node, surface.Lifted) else None
        if inner is None or names & bound_names(inner):
            return node
    made = with_parts(node, lambda part: _replaced(part, names))
    if not isinstance(made, surface.Call) or not _is_test(made):
        return made
    value, asked = made.arguments
    several = isinstance(asked, surface.Sequence)
    stood = with_parts(asked, lambda p: _standing(p, names)) if several else _standing(asked, names)
    return surface.Call(made.function, (value, stood), (), made.span)


def _standing(part: Any, names: set[str]) -> Any:
    if isinstance(part, tuple):
        return tuple(_standing(p, names) for p in part)
    if isinstance(part, surface.Name) and part.name in names:
        return surface.Intrinsic(f"{STRANGER}{part.name}", part.span, "python")
    return part


@lru_cache(maxsize=256)
def is_plain(text: str, name: str) -> bool:
    """Whether a file binds the name once, to a class as Python makes it, without a metaclass or
    decorators, all of whose bases are such classes."""
    tree = tree_of(text)
    made = [n for n in (tree.body if tree else ()) if isinstance(n, ast.ClassDef)]
    found = [n for n in made if n.name == name]
    if tree is None or len(found) != 1 or _OTHERWISE.search(text):
        return False
    if times_bound(ast.walk(tree), name) != 1 or times_bound(ast.walk(tree), "object"):
        return False
    (own,) = found
    if own.keywords or own.decorator_list or _stars_below(tree, own.lineno):
        return False
    before = {n.name for n in made if n.lineno < own.lineno}
    return all(
        isinstance(base, ast.Name)
        and (base.id == "object" or (base.id in before and is_plain(text, base.id)))
        for base in own.bases
    )


def _stars_below(tree: ast.Module, line: int) -> bool:
    """Whether `from m import *` below a line may bind anything again."""
    imports = [n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.lineno > line]
    return any(alias.name == "*" for n in imports for alias in n.names)
