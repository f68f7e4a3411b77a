"""Extents of declarations that are asked of variables of derived types: `b(a%n)`, `w(size(p))`."""

from __future__ import annotations

from dataclasses import replace

from adc.frontends.fortran import tree
from adc.frontends.fortran.elaboration.meaning import Meaning
from adc.frontends.fortran.usage import walk

Shape = tuple[tree.Bounds, ...] | None


def with_plain_bounds(declaration: tree.Declaration, m: Meaning) -> tree.Declaration:
    """`declaration` with the bounds of its variables made of plain variables."""
    match declaration:
        case tree.TypeDeclaration():
            attributes = tuple(replace(a, shape=_shape(a.shape, m)) for a in declaration.attributes)
            return replace(
                declaration, attributes=attributes, entities=_entities(declaration.entities, m)
            )
        case tree.AttributeStatement():
            return replace(declaration, entities=_entities(declaration.entities, m))
    return declaration


def _entities(entities: tuple[tree.Entity, ...], m: Meaning) -> tuple[tree.Entity, ...]:
    return tuple(replace(e, shape=_shape(e.shape, m)) for e in entities)


def _shape(shape: Shape, m: Meaning) -> Shape:
    if shape is None:
        return None
    return tuple(replace(b, lower=_bound(b.lower, m), upper=_bound(b.upper, m)) for b in shape)


def _bound(bound: tree.Expr | None, m: Meaning) -> tree.Expr | None:
    """A bound that speaks of an object; others are left for the scope to read."""
    if bound is None or not any(_is_object(node, m) for node in walk(bound)):
        return bound
    return m.expression(bound)


def _is_object(node: object, m: Meaning) -> bool:
    if isinstance(node, tree.Component):
        return True
    return isinstance(node, (tree.Name, tree.Apply)) and m.object(node.name) is not None
