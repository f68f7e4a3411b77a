"""Variables declared by CLASS as of another type than the source says (`elaboration/recast`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adc.frontends.fortran import tree


def declared_as(
    declarations: tuple[tree.Declaration, ...], types: Mapping[str, str]
) -> tuple[tree.Declaration, ...]:
    """`declarations` with the variables that `types` names of the types that it names."""
    made: list[tree.Declaration] = []
    for declared in declarations:
        if not isinstance(declared, tree.TypeDeclaration) or declared.type.base != "class":
            made.append(declared)
            continue
        rest = tuple(e for e in declared.entities if e.name not in types)
        made += [replace(declared, entities=rest)] if rest else []
        made += [
            replace(declared, type=replace(declared.type, name=types[e.name]), entities=(e,))
            for e in declared.entities
            if e.name in types
        ]
    return tuple(made)
