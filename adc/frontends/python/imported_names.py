"""What a file calls what it imports."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from adc.frontends.python.settings import Settings


def imported_as(found: Settings, known: set[str]) -> set[str]:
    """The names that imports in a file give to what is called one of `known`."""
    return {alias for name in known & found.imported.keys() for alias in found.imported[name]}


def renamings_in(texts: Iterable[str]) -> dict[str, set[str]]:
    """The names that `as` gives something in one of the texts, by what it is called before."""
    found: dict[str, set[str]] = {}
    for text in texts:
        for name, alias in re.findall(r"(\w+)\s+as\s+(\w+)", text):
            found.setdefault(name, set()).add(alias)
    return found


def aliases_of(name: str, renamings: Mapping[str, set[str]]) -> frozenset[str]:
    """`name`, and all that it may be called by these."""
    found, pending = {name}, [name]
    while pending:
        new = renamings.get(pending.pop(), set()) - found
        found |= new
        pending += new
    return frozenset(found)
