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
    spans = {e.name: e.span for d in declarations for e in in_common(d)}
    spans |= {e.name: e.span for d in declarations for e in in_data(d)}
    held = {name for name in fixed if name in spans and not _has_shape(declarations, name)}
    made: list[tree.Declaration] = []
    typed: set[str] = set()
    for declared in declarations:
        own = [e.name for e in scalars(declared) if e.name in fixed]
        typed.update(own)
        made += _apart(_held(declared, held), own, held, fixed)
    for name in sorted(held - typed):
        span = spans[name]
        one = tree.Entity(name, span, None, literal("", fixed[name], span))
        made.append(tree.ParameterStatement((one,), span))
    return tuple(made)


def _held(declared: tree.Declaration, held: set[str]) -> tree.Declaration:
    """A declaration of COMMON, DATA or SAVE with what holds their places in place of `held`."""
    match declared:
        case tree.Common(entities=entities) | tree.AttributeStatement(
            tree.Attribute("save"), entities
        ):
            renamed = (replace(e, name=e.name + HELD) if e.name in held else e for e in entities)
            return replace(declared, entities=tuple(renamed))
        case tree.Data(sets):
            return replace(declared, sets=tuple(
                replace(one, targets=tuple(
                    replace(t, name=t.name + HELD)
                    if isinstance(t, tree.Name) and t.name in held else t
                    for t in one.targets
                ))
                for one in sets
            ))  # fmt: skip
    return declared


def _apart(
    declared: tree.Declaration, own: list[str], held: set[str], fixed: Mapping[str, str]
) -> list[tree.Declaration]:
    """A declaration with those of its variables that are fixed in one of their own."""
    if not own:
        return [declared]
    assert isinstance(declared, tree.TypeDeclaration)
    rest = tuple(
        replace(e, name=e.name + HELD) if e.name in own else e
        for e in declared.entities
        if e.name not in own or e.name in held
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
    named = any(e.name == name for d in declarations for e in in_common(d))
    return named and not _has_shape(declarations, name)


def initial_base(declarations: tuple[tree.Declaration, ...], name: str) -> str:
    """The type of an integer or logical that is no array and has an initial value or SAVE, as none
    but what a routine keeps has; "" for any other name."""
    typed = [(d, e) for d in declarations for e in scalars(d) if e.name == name]
    if is_in_common(declarations, name) or _has_shape(declarations, name):
        return ""
    words = {a.name for d in declarations for a in _words_of(d, name)}
    begun = any(e.name == name for d in declarations for e in in_data(d))
    if not (begun or "save" in words or any(e.init is not None for _, e in typed)):
        return ""
    if typed and isinstance(typed[0][0], tree.TypeDeclaration):
        base = typed[0][0].type.base
        return "" if base == "character" else base
    stated = any(e.name == name for d in declarations for e in getattr(d, "entities", ()))
    return "integer" if name[0] in "ijklmn" and begun and not stated else ""


def _words_of(declared: tree.Declaration, name: str) -> Iterator[tree.Attribute]:
    """The attributes that a declaration gives to `name`."""
    match declared:
        case tree.TypeDeclaration() | tree.AttributeStatement() if any(
            e.name == name for e in declared.entities
        ):
            yield from _attributes(declared)


def _has_shape(declarations: tuple[tree.Declaration, ...], name: str) -> bool:
    return any(
        e.shape is not None or any(a.shape is not None for a in _attributes(d))
        for d in declarations
        if isinstance(d, (tree.TypeDeclaration, tree.AttributeStatement))
        for e in d.entities
        if e.name == name
    )  # fmt: skip


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


def in_data(declared: tree.Declaration) -> Iterator[tree.Name]:
    """What DATA names as a whole."""
    if isinstance(declared, tree.Data):
        yield from (t for one in declared.sets for t in one.targets if isinstance(t, tree.Name))


__all__ = [
    "HELD", "as_constants", "initial_base", "is_in_common", "is_literal", "literal", "scalars",
]  # fmt: skip
