"""Texts that may give an allocatable component the lower bounds of a value.

That is what an assignment of the whole component does, unless its array has the shape of the value
(Fortran 2018, 10.2.1.3), and what a structure constructor does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_LITERAL = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([ed][-+]?\d+)?(_\w+)?")
_TYPE = re.compile(r"type\b(?! *\()(.*?)(\w+)$")
_PARENT = re.compile(r"extends *\( *(\w+) *\)")


def given_whole(component: str, texts: Iterable[list[str]]) -> bool:
    """Whether a unit, of which `texts` has the lines, assigns a component `component` as a whole,
    or uses a constructor of a type that has it."""
    units = list(texts)
    if any(_assigns(component, line) for lines in units for line in lines):
        return True
    types = _types(component, units)
    made = [re.compile(rf"(?<![\w%]){name} *\( *(?!\))") for name in types]
    return any(
        pattern.search(line)
        for lines in units for line in lines if not line.startswith("type")
        for pattern in made
    )  # fmt: skip


def _assigns(component: str, line: str) -> bool:
    if f"%{component}" not in line:
        return False
    if re.search(rf"(?<!de)allocate\b.*%{component} *[,)].*\b(source|mold) *=", line):
        return True
    for found in re.finditer(rf"([\w%]+%{component}) *=(?![=>])(.*)", line):
        target, value = found.group(1), found.group(2).strip()
        if not _LITERAL.fullmatch(value) and not _keeps(target, component, value):
            return True
    return bool(re.search(rf"\)%{component} *=(?![=>])", line))


def _keeps(target: str, component: str, value: str) -> bool:
    """Whether `value` is a component of that name of another object, whose bounds are the same, or
    made of numbers and the target itself."""
    if re.fullmatch(rf"[\w%]+%{component}", value):
        return True
    rest = re.sub(rf"(?<![\w%]){re.escape(target)}(?![\w%(])", " ", value)
    return rest != value and not re.search(
        r"[^-+*/() .\d]", re.sub(r"(?<=\d)[ed](?=[-+\d])", "", rest)
    )


def _types(component: str, units: list[list[str]]) -> set[str]:
    """The types whose definitions name `component`, their extensions, and what USE calls them."""
    found: set[str] = set()
    parents: list[tuple[str, str]] = []
    for lines in units:
        name = ""
        for line in lines:
            opened = _TYPE.match(line)
            if opened:
                name = opened.group(2)
                parents += [(name, p) for p in _PARENT.findall(opened.group(1))]
            elif re.match(r"end *type\b", line):
                name = ""
            elif name and re.search(rf"\b{component}\b", line):
                found.add(name)
            parents += re.findall(r"(\w+) *=> *(\w+)", line)
    before: set[str] = set()
    while before != found:
        before = set(found)
        found |= {name for name, parent in parents if parent in found}
    return found
