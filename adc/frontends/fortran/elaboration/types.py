"""Derived types and variables of them, taken apart into leaves: components that are numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree

Shape = tuple[tree.Bounds, ...]


@dataclass(frozen=True)
class Component:
    """A component as its definition has it, kinds and bounds as numbers. `type` is that of one
    that is of a derived type itself; `error` is why it cannot be used."""

    name: str
    spec: tree.TypeSpec
    shape: Shape
    span: Span
    type: DerivedType | None = None
    allocatable: bool = False
    init: tree.Expr | None = None
    error: AdcError | None = None
    #: One that is allocatable here is a pointer, which nothing but ALLOCATE gives a target; one
    #: of a derived type is a pointer to an object, which nothing that is called gives one.
    pointer: bool = False
    #: The attributes of its declaration.
    words: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class DerivedType:
    """`span` is that of its definition; `bindings` its type-bound procedures, by their names;
    `generics` those that it binds to operators, assignments and generic names."""

    name: str
    components: tuple[Component, ...]
    span: Span
    unit: tree.Unit
    bindings: dict[str, str] = field(default_factory=dict)
    generics: tuple[tuple[str, tuple[str, ...]], ...] = ()
    #: The type that it extends, whose components are its first ones.
    parent: DerivedType | None = None

    def component(self, name: str) -> Component | None:
        return next((c for c in self.components if c.name == name), None)


@dataclass(frozen=True)
class Leaf:
    """A component of a component … that is a number or an array: `path` from the variable on,
    `shapes` those of each part of the path, the outermost first."""

    path: tuple[str, ...]
    shapes: tuple[Shape, ...]
    last: Component
    init: tree.Expr | None = None
    #: A part of it in front of the last is a pointer to an object.
    pointed: bool = False
    #: Which part is allocatable; None where none is.
    held: int | None = None

    @property
    def is_behind(self) -> bool:
        """Whether a copy of the object has the same target."""
        return self.pointed or self.last.pointer

    @property
    def error(self) -> AdcError | None:
        return self.last.error

    @property
    def is_uneven(self) -> bool:
        """Whether what is allocatable is part of an array of the type."""
        return self.held is not None and any(self.shapes[: self.held])


@dataclass(frozen=True)
class Object:
    """A variable of a derived type; `origin` is its name where it is declared."""

    name: str
    type: DerivedType
    shape: Shape
    attributes: frozenset[str]
    span: Span


def leaves(type_: DerivedType) -> Iterator[Leaf]:
    """The leaves of a type in the order of its declarations, those that cannot be used too."""
    for component in type_.components:
        if component.type is None or component.error is not None:
            held = 0 if component.allocatable else None
            yield Leaf((component.name,), (component.shape,), component, component.init, held=held)
            continue
        for inner in leaves(component.type):
            path = (component.name, *inner.path)
            init = inner.init if component.init is None else component.init
            pointed = component.pointer or inner.pointed
            shapes = (component.shape, *inner.shapes)
            held = 0 if component.allocatable else None if inner.held is None else inner.held + 1
            yield Leaf(path, shapes, inner.last, init, pointed, held)


def used_leaves(type_: DerivedType) -> list[Leaf]:
    """The leaves that are passed and assigned: those that adc can compute with."""
    return [leaf for leaf in leaves(type_) if leaf.error is None]
