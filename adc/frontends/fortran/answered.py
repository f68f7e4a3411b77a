"""Functions of derived types as subroutines: the result is an argument, which the routine answers
into. That of an array is allocatable, and is allocated on entry, so that its caller need not know
its extents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from adc.diagnostics import Span
from adc.frontends.fortran import tree


@dataclass(frozen=True)
class Answer:
    """The result of a function: its name, and the type in front of FUNCTION, if any. `handed`: an
    array is one that the caller gets, and not its own."""

    name: str
    type: tree.TypeSpec | None
    handed: bool

    def declared(
        self, declarations: tuple[tree.Declaration, ...], body: tree.Body, leading: int, span: Span
    ) -> tuple[tuple[tree.Declaration, ...], tree.Body]:
        """The declarations and the body of the subroutine; so many statements of the body are
        definitions of statement functions."""
        found = (*declarations, *self._argument(span))
        shape = next((s for d in declarations for s in self._shapes(d)), None)
        fixed = shape is not None and all(b.upper is not None for b in shape)
        if not self.handed or not fixed or shape is None:
            return found, body
        made = tree.Allocate(((self.name, shape, span),), span)
        own = tuple(part for d in found for part in self._allocatable(d))
        rank = tuple(tree.Bounds(None, None, False, span) for _ in shape)
        attribute = tree.Attribute("allocatable", span)
        entity = tree.Entity(self.name, span, rank)
        own = (*own, tree.AttributeStatement(attribute, (entity,), span))
        return own, (*body[:leading], made, *body[leading:])

    def _argument(self, span: Span) -> Iterator[tree.Declaration]:
        entity = tree.Entity(self.name, span)
        if self.type is not None:
            yield tree.TypeDeclaration(self.type, (), (entity,), span)
        yield tree.AttributeStatement(tree.Attribute("intent", span, "out"), (entity,), span)

    def _shapes(self, declaration: tree.Declaration) -> Iterator[tuple[tree.Bounds, ...]]:
        """The dimensions that a declaration gives the result."""
        if isinstance(declaration, tree.TypeDeclaration):
            general = [a.shape for a in declaration.attributes if a.shape is not None]
        elif isinstance(declaration, tree.AttributeStatement):
            general = []
        else:
            return
        for entity in declaration.entities:
            if entity.name == self.name and (entity.shape is not None or general):
                yield entity.shape if entity.shape is not None else general[0]

    def _allocatable(self, declaration: tree.Declaration) -> Iterator[tree.Declaration]:
        """The declaration, the result without its dimensions."""
        if not isinstance(declaration, (tree.TypeDeclaration, tree.AttributeStatement)):
            yield declaration
            return
        named = [e for e in declaration.entities if e.name == self.name]
        others = tuple(e for e in declaration.entities if e.name != self.name)
        if not named:
            yield declaration
            return
        if others:
            yield replace(declaration, entities=others)
        entity = replace(named[0], shape=None)
        if isinstance(declaration, tree.TypeDeclaration):
            kept = tuple(
                a for a in declaration.attributes if a.name not in ("dimension", "contiguous")
            )
            yield replace(declaration, attributes=kept, entities=(entity,))
        elif declaration.attribute.name != "dimension":
            yield replace(declaration, entities=(entity,))
