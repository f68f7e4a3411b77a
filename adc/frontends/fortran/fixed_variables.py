"""Variables of a module or of COMMON as the constants that they are while compiling."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from adc.diagnostics import Span
from adc.frontends.fortran import tree

#: Behind the name of a variable of COMMON that is fixed: what holds its place in the block.
HELD = "%fixed"
_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
_LOGICALS = {".true.": True, ".t.": True, ".false.": False, ".f.": False}


def as_constants(
    declarations: tuple[tree.Declaration, ...], fixed: Mapping[str, str]
) -> tuple[tree.Declaration, ...]:
    """`declarations` with the variables that are `fixed` as PARAMETERs of these values."""
    if not fixed:
        return declarations
    common = {name for name in fixed if is_in_common(declarations, name)}
    made: list[tree.Declaration] = []
    typed: set[str] = set()
    for declared in declarations:
        if isinstance(declared, tree.Common):
            made.append(replace(declared, entities=tuple(
                replace(e, name=e.name + HELD) if e.name in common else e
                for e in declared.entities
            )))  # fmt: skip
            continue
        own = [e.name for e in scalars(declared) if e.name in fixed]
        typed.update(own)
        made += _apart(declared, own, common, fixed)
    spans = {e.name: e.span for d in declarations for e in in_common(d)}
    for name in sorted(common - typed):
        span = spans[name]
        one = tree.Entity(name, span, None, literal("", fixed[name], span))
        made.append(tree.ParameterStatement((one,), span))
    return tuple(made)


def _apart(
    declared: tree.Declaration, own: list[str], common: set[str], fixed: Mapping[str, str]
) -> list[tree.Declaration]:
    """A declaration with those of its variables that are fixed in one of their own."""
    if not own:
        return [declared]
    assert isinstance(declared, tree.TypeDeclaration)
    rest = tuple(
        replace(e, name=e.name + HELD) if e.name in own else e
        for e in declared.entities
        if e.name not in own or e.name in common
    )
    kept = tuple(a for a in declared.attributes if a.name in ("public", "private"))
    constant = tree.Attribute("parameter", declared.span)
    constants = tuple(
        replace(e, init=literal(declared.type.base, fixed[e.name], e.span))
        for e in declared.entities
        if e.name in own
    )
    made = replace(declared, attributes=(*kept, constant), entities=constants)
    return [*([replace(declared, entities=rest)] if rest else []), made]


def literal(base: str, text: str, span: Span) -> tree.Expr:
    """The value: a number or a truth value where it is written as one, and is no character's."""
    if base == "character":
        return tree.String(text, span)
    if _NUMBER.fullmatch(text.strip()):
        digits = text.strip().lstrip("+-")
        number = tree.Number(digits, "integer", span)
        return tree.Unary("-", number, span) if text.strip().startswith("-") else number
    if text.strip().lower() in _LOGICALS:
        return tree.Logical(_LOGICALS[text.strip().lower()], span)
    return tree.String(text, span)


def is_literal(base: str, text: str) -> bool:
    """Whether `text` is a value of the type `base`."""
    if base == "integer":
        return _NUMBER.fullmatch(text.strip()) is not None
    return base != "logical" or text.strip().lower() in _LOGICALS


def scalars(declared: tree.Declaration) -> Iterator[tree.Entity]:
    """The characters, integers and logicals that are declared, but for arrays and characters of a
    length to come."""
    if not isinstance(declared, tree.TypeDeclaration):
        return
    words = {a.name for a in declared.attributes}
    known = declared.type.base in ("character", "integer", "logical")
    if not known or words & {"parameter", "dimension", "allocatable", "pointer"}:
        return
    if declared.type.base == "character" and declared.type.star:
        return
    yield from (e for e in declared.entities if e.shape is None and not e.assumed)


def is_in_common(declarations: tuple[tree.Declaration, ...], name: str) -> bool:
    """Whether `name` is a scalar of a COMMON block."""
    shaped = (
        e.shape is not None or any(a.shape is not None for a in _attributes(d))
        for d in declarations
        if isinstance(d, (tree.TypeDeclaration, tree.AttributeStatement))
        for e in d.entities
        if e.name == name
    )  # fmt: skip
    return any(e.name == name for d in declarations for e in in_common(d)) and not any(shaped)


def _attributes(
    declared: tree.TypeDeclaration | tree.AttributeStatement,
) -> tuple[tree.Attribute, ...]:
    if isinstance(declared, tree.AttributeStatement):
        return (declared.attribute,)
    return declared.attributes


def in_common(declared: tree.Declaration) -> Iterator[tree.Entity]:
    """The scalars that a COMMON statement lists."""
    if isinstance(declared, tree.Common):
        yield from (e for e in declared.entities if e.shape is None)


__all__ = ["HELD", "as_constants", "is_in_common", "is_literal", "literal", "scalars"]
