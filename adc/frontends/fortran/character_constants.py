"""Characters of a module as the constants that they are while compiling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from adc.frontends.fortran import tree


def as_constants(
    declarations: tuple[tree.Declaration, ...], fixed: Mapping[str, str]
) -> tuple[tree.Declaration, ...]:
    """`declarations` with the characters that are `fixed` as PARAMETERs of these texts."""
    made: list[tree.Declaration] = []
    for declared in declarations:
        own = [e.name for e in characters(declared) if e.name in fixed]
        if not own:
            made.append(declared)
            continue
        assert isinstance(declared, tree.TypeDeclaration)
        rest = tuple(e for e in declared.entities if e.name not in own)
        made += [replace(declared, entities=rest)] if rest else []
        kept = tuple(a for a in declared.attributes if a.name in ("public", "private"))
        constant = tree.Attribute("parameter", declared.span)
        made.append(replace(
            declared, attributes=(*kept, constant),
            entities=tuple(
                replace(e, init=tree.String(fixed[e.name], e.span))
                for e in declared.entities if e.name in own
            ),
        ))  # fmt: skip
    return tuple(made)


def characters(declared: tree.Declaration) -> Iterator[tree.Entity]:
    """The character variables that are declared, but for arrays and those of a length to come."""
    if not isinstance(declared, tree.TypeDeclaration) or declared.type.base != "character":
        return
    words = {a.name for a in declared.attributes}
    if declared.type.star or words & {"parameter", "dimension", "allocatable", "pointer"}:
        return
    yield from (e for e in declared.entities if e.shape is None and not e.assumed)


__all__ = ["as_constants", "characters"]
