"""COMMON with variables of derived types (SEQUENCE): the variables for their components in their
place, or, where a component is no number, room that nothing may use.

How a record lies in memory, padding included, is never asked: all units have to declare such a
block in the same way (`commons`), and a check declares the record again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adc.diagnostics import AdcError
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import extent, integer_constant, kind_number
from adc.frontends.fortran.elaboration.lookup import Visible
from adc.frontends.fortran.elaboration.naming import NewNames
from adc.frontends.fortran.elaboration.types import Component, Leaf, Object, leaves
from adc.frontends.fortran.symbol import Scope

_PLAIN = ("real", "double precision", "integer", "logical")
_COMPLEX = ("complex", "double complex")


def in_common(
    statement: tree.Common, objects: dict[str, Object], visible: Visible, names: NewNames
) -> list[tree.Declaration]:
    """The block with each of `objects` as its components; none for an object with components that
    adc can say nothing of, which is refused."""
    entities: list[tree.Entity] = []
    records: list[tree.Record] = []
    added: list[tree.Declaration] = []
    for entity in statement.entities:
        object_ = objects.get(entity.name)
        if object_ is None:
            entities.append(entity)
            continue
        parts = tuple(names.of((entity.name, *leaf.path)) for leaf in leaves(object_.type))
        members = () if _is_of_numbers(object_) else _members(object_, visible)
        if members is None:
            return []
        if members:
            room = replace(entity, shape=object_.shape or None)
            letter = tree.TypeSpec("character", entity.span)
            added.append(tree.TypeDeclaration(letter, (), (room,), entity.span))
            added.append(_unusable(object_, parts))
            parts = (entity.name,)
        entities += [tree.Entity(part, entity.span) for part in parts]
        records.append(tree.Record(parts, len(object_.shape), members))
    return [replace(statement, entities=tuple(entities), records=tuple(records)), *added]


def _unusable(object_: Object, parts: Sequence[str]) -> tree.Unsupported:
    error = AdcError.of(
        "ADC0173", f"`{object_.name}` of a derived type in COMMON, whose components are not all"
        " numbers, is not supported", object_.span, help="put it into a module",
    )  # fmt: skip
    return tree.Unsupported("type", tuple(parts), object_.span, error)


def _is_of_numbers(object_: Object) -> bool:
    """Whether the components can be told one by one. Records in records may have padding of their
    own, but for such as have numbers of one size alone."""
    found = list(leaves(object_.type))
    kinds = {_kind(leaf.last.spec) for leaf in found}
    nested = any(len(leaf.path) > 1 for leaf in found)
    bases = _PLAIN if object_.shape else (*_PLAIN, *_COMPLEX)
    usable = all(_is_settled(leaf) and leaf.last.spec.base in bases for leaf in found)
    inner = any(shape for leaf in found for shape in leaf.shapes[:-1])
    return usable and kinds <= {4, 8} and not (nested and len(kinds) > 1) and not inner


def _is_settled(leaf: Leaf) -> bool:
    return leaf.error is None and leaf.held is None and not leaf.is_behind


def _kind(spec: tree.TypeSpec) -> int:
    """The kind of a type whose kind is a number already; 0 where it is not."""
    if spec.base.startswith("double"):
        return 8
    if spec.kind is None:
        return 4
    kind = int(spec.kind.text) if isinstance(spec.kind, tree.Number) else 0
    return kind // 2 if spec.star and spec.base == "complex" else kind


def _members(object_: Object, visible: Visible) -> tuple[str, ...] | None:
    """The components as a declaration of the record in another unit would have them, without their
    names; None where these cannot be told."""
    scope = visible.units.constants(object_.type.unit)
    found = [_member(one, scope) for one in object_.type.components]
    known = tuple(text for text in found if text)
    return known if known and len(known) == len(found) else None


def _member(one: Component, scope: Scope) -> str:
    """`type :: {0}(extents)`, with `{0}` for the name; "" where it cannot be told. A pointer takes
    the same room whatever it points to."""
    spec = one.spec
    if "pointer" in one.words and spec.base in ("type", *_PLAIN, *_COMPLEX):
        return "real(8), pointer :: {0}" + _listed([":"] * len(one.shape))
    sizes = [extent(bounds, scope) for bounds in one.shape]
    if None in sizes or "allocatable" in one.words or (spec.star and spec.base == "complex"):
        return ""
    extents = _listed([str(size) for size in sizes])
    if spec.base == "character" and not spec.star:
        length = 1 if spec.length is None else integer_constant(spec.length, scope)
        return f"character(len={length}) :: {{0}}{extents}" if length is not None else ""
    if spec.base not in (*_PLAIN, *_COMPLEX):
        return ""
    kind = f"({kind_number(spec.kind, scope)})" if spec.kind is not None else ""
    return f"{spec.base}{kind} :: {{0}}{extents}"


def _listed(extents: list[str]) -> str:
    return f"({', '.join(extents)})" if extents else ""
