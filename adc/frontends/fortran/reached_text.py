"""Which units a routine may lead to, by the words of their texts: before names mean anything, and
never too few."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from adc.frontends.fortran import tree

_WORD = re.compile(r"[a-z][a-z0-9_]*")
_NAMED = re.compile(r"interface ?([a-z][a-z0-9_]*)$")
_BINDING = re.compile(r"(?:generic|procedure).*?::(.*)$")
#: A unit with its own lines.
Text = tuple[tree.Unit, list[str]]


def reached(target: tree.Unit, texts: Iterable[Text]) -> list[Text]:
    """The texts of `target` and of all procedures that it, or one of them, may call by any name."""
    own = [(unit, lines) for unit, lines in texts if unit.kind not in ("module", "submodule")]
    around = [(unit, lines) for unit, lines in texts if unit.kind in ("module", "submodule")]
    meant = [pair for _, lines in (*around, *own) for pair in _other_names(lines)]
    words = {id(unit): set(_WORD.findall(" ".join(lines))) for unit, lines in own}
    known, pending = {id(target)}, {target.name, *words.get(id(target), set())}
    while True:
        pending |= {name for alias, name in meant if not alias or alias in pending}
        new = [u for u, _ in own if id(u) not in known and u.name in pending]
        if not new:
            return [(unit, lines) for unit, lines in own if id(unit) in known]
        known |= {id(u) for u in new}
        pending = pending.union(*(words[id(u)] for u in new))


def _other_names(lines: list[str]) -> Iterator[tuple[str, str]]:
    """The names of generic interfaces and bindings with those of procedures that they stand for;
    of operators and assignments, which need no name, with an empty one."""
    inside, named = False, ""
    for line in lines:
        if line.startswith(("end interface", "endinterface")):
            inside = False
        elif "interface" in line and "::" not in line and "(" not in line.partition("interface")[0]:
            found = _NAMED.search(line)
            inside, named = True, found.group(1) if found else ""
        elif inside and "procedure" in line:
            yield from ((named, name) for name in _WORD.findall(line))
        elif found := _BINDING.match(line):
            alias = ""
            for part in found.group(1).split(","):
                first, arrow, name = (p.strip() for p in part.partition("=>"))
                if arrow:
                    alias = first if _WORD.fullmatch(first) else ""
                    yield alias, name
                elif line.startswith("generic"):
                    yield alias, first  # a further one of a generic binding
        elif "=>" in line:
            yield from re.findall(r"([a-z]\w*) *=> *([a-z]\w*)", line)


__all__ = ["reached"]
