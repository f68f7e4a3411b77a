"""TYPE definitions and INTERFACE blocks, of the lines between their first and last ones."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adc.diagnostics import AdcError
from adc.frontends.fortran import headings, openings, statements, tree
from adc.frontends.fortran.declarations import generic_name
from adc.frontends.fortran.line import Line

_EXTENDS = re.compile(r"extends\(([a-z][a-z0-9_]*)\)")
_ACCESS = re.compile(r"^type ?,.*\b(public|private)\b.*::")
_GENERIC = re.compile(r"interface ?(operator ?\([^)]*\)|assignment\(=\)|[a-z][a-z0-9_]*)?")
_BINDING = re.compile(r"([a-z][a-z0-9_]*)(?:=>([a-z][a-z0-9_]*))?")

#: Words on bindings that change nothing of what a call means.
_FOLLOWED = ("pass", "public", "private", "non_overridable")

Bindings = tuple[tuple[str, str], ...]
Generics = tuple[tuple[str, tuple[str, ...]], ...]


def definition(
    heading: headings.DefinitionHeading, opening: Line, inside: Sequence[Line]
) -> tree.Declaration:
    """What a definition declares; one that adc does not read is unsupported as a whole."""
    if heading.what == "type":
        return _type(heading, opening, inside)
    if heading.what == "interface" and not opening.text.startswith("abstract"):
        return _interface(heading, opening, inside)
    return tree.Unsupported(heading.what, heading.names, heading.span)


def _type(
    heading: headings.DefinitionHeading, opening: Line, inside: Sequence[Line]
) -> tree.TypeDefinition:
    name = heading.names[0] if heading.names else ""
    extends = _EXTENDS.search(opening.text)
    access = _ACCESS.search(opening.text)
    try:
        components, bindings, generics = _members(inside)
    except AdcError as error:
        return tree.TypeDefinition(name, (), heading.span, error=error)
    return tree.TypeDefinition(
        name, tuple(components), heading.span, extends.group(1) if extends else "", bindings,
        access.group(1) if access else "", generics=generics,
    )  # fmt: skip


def _members(
    inside: Sequence[Line],
) -> tuple[list[tree.TypeDeclaration | tree.Unsupported], Bindings, Generics]:
    """The components, and the procedures and generic names behind CONTAINS."""
    components: list[tree.TypeDeclaration | tree.Unsupported] = []
    bindings: list[tuple[str, str]] = []
    generics: list[tuple[str, tuple[str, ...]]] = []
    contained = False
    for line in inside:
        if line.text == "contains":
            contained = True
        elif contained:
            bindings += _bound(line)
            generics += _generic(line)
        else:
            item = statements.read(line)
            if isinstance(item, (tree.TypeDeclaration, tree.Unsupported)):
                components.append(item)
    return components, tuple(bindings), tuple(generics)


def _generic(line: Line) -> list[tuple[str, tuple[str, ...]]]:
    """`generic :: operator(+) => a, b` as (operator, names)."""
    heading, _, listed = line.text.rpartition("=>")
    if not heading.startswith("generic"):
        return []
    name = heading.partition("::")[2] or heading.removeprefix("generic")
    return [(generic_name(name), tuple(n.strip() for n in listed.split(",")))]


def _bound(line: Line) -> list[tuple[str, str]]:
    """`procedure :: a, b => c` as pairs; without a procedure where adc follows no call of it:
    those that are deferred, and those whose object is none or another than the first argument."""
    if not line.text.startswith("procedure"):
        return []
    attributes, colons, listed = line.text.partition("::")
    if not colons:
        attributes, listed = "", line.text.removeprefix("procedure")
    plain = all(a.strip() in _FOLLOWED for a in attributes.split(",")[1:]) and "(" not in attributes
    found = [_BINDING.fullmatch(part.strip()) for part in listed.split(",")]
    return [(m.group(1), (m.group(2) or m.group(1)) if plain else "") for m in found if m]


def _interface(
    heading: headings.DefinitionHeading, opening: Line, inside: Sequence[Line]
) -> tree.Declaration:
    found = _GENERIC.fullmatch(opening.text)
    name = generic_name(found.group(1) or "") if found else ""
    procedures: list[str] = []
    depth = 0
    for line in inside:
        end = openings.end(line)
        if end is not None and end.what in ("", "subroutine", "function", "procedure"):
            depth -= 1
            continue
        opened = openings.procedure(line)
        if opened is not None:
            procedures += [opened.name] if depth == 0 else []
            depth += 1
        elif depth == 0:
            item = statements.read(line)
            procedures += item.names if isinstance(item, tree.Unsupported) else ()
    if not name:
        return tree.Interface("", tuple(procedures), heading.span)
    return tree.Interface(name, tuple(dict.fromkeys(procedures)), heading.span)


__all__ = ["definition"]
