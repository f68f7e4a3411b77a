"""What a unit's declarations, its hosts and its modules say of derived types and generic names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.elaboration.extended import check_extends
from adc.frontends.fortran.elaboration.literals import (
    number,
    settled_bounds,
    settled_type,
    settled_value,
)
from adc.frontends.fortran.elaboration.lows import Lows
from adc.frontends.fortran.elaboration.types import Component, DerivedType, Object, Shape, leaves
from adc.frontends.fortran.symbol import Scope

_NUMBERS = ("real", "double precision", "complex", "double complex", "integer", "logical")
_DERIVED = ("type", "class")

Found = TypeVar("Found")


class Units(Protocol):
    """The units around one, and its scope for constants."""

    def host(self, unit: tree.Unit) -> tree.Unit | None: ...

    def module(self, name: str) -> tree.Unit | None: ...

    def constants(self, unit: tree.Unit) -> Scope: ...

    def visible(self, unit: tree.Unit) -> Visible: ...

    @property
    def lows(self) -> Lows: ...

    @property
    def texts_set(self) -> set[str]: ...

    @property
    def recast_types(self) -> dict[str, DerivedType]: ...

    def is_only_allocated(self, component: str) -> bool: ...

    def is_never_set(self, component: str) -> bool: ...


@dataclass
class Visible:
    """The names of one unit; `variables` are those that it declares, of a derived type or not."""

    unit: tree.Unit
    units: Units
    types: dict[str, tree.TypeDefinition] = field(default_factory=dict)
    interfaces: list[tree.Interface] = field(default_factory=list)
    variables: dict[str, tuple[tree.TypeSpec, tree.Entity]] = field(default_factory=dict)
    shapes: dict[str, tuple[tree.Bounds, ...]] = field(default_factory=dict)
    attributes: dict[str, set[str]] = field(default_factory=dict)
    uses: list[tree.Use] = field(default_factory=list)
    private_by_default: bool = False
    saves_all: bool = False
    _asked: dict[tuple[str, str], Any] = field(default_factory=dict)
    _generics: dict[str, list[tuple[Visible, tree.Interface]]] = field(default_factory=dict)
    _done: dict[str, DerivedType | AdcError | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for declaration in self.unit.stated.declarations:
            self.note(declaration)
        if self.unit.type is not None and self.unit.kind == "function":
            name = self.unit.result or self.unit.name
            entity = tree.Entity(name, self.unit.span)
            self.variables.setdefault(name, (self.unit.type, entity))

    def note(self, declaration: tree.Declaration) -> None:
        match declaration:
            case tree.TypeDefinition():
                self.types[declaration.name] = declaration
                if declaration.access:
                    self.attributes.setdefault(declaration.name, set()).add(declaration.access)
            case tree.Interface():
                self.interfaces.append(declaration)
            case tree.Use():
                self.uses.append(declaration)
            case tree.TypeDeclaration():
                self._note_type(declaration)
            case tree.AttributeStatement():
                self._note_attribute(declaration)
            case tree.Common():
                shapes = ((e.name, e.shape) for e in declaration.entities if e.shape is not None)
                self.shapes.update(shapes)
            case _:
                pass

    def _note_type(self, declaration: tree.TypeDeclaration) -> None:
        shapes = [a.shape for a in declaration.attributes if a.shape is not None]
        for entity in declaration.entities:
            self.variables[entity.name] = (declaration.type, entity)
            shape = entity.shape if entity.shape is not None else (shapes[0] if shapes else None)
            if shape is not None:
                self.shapes[entity.name] = shape
            names = {a.name + (f"({a.text})" if a.text else "") for a in declaration.attributes}
            self.attributes.setdefault(entity.name, set()).update(names)

    def _note_attribute(self, statement: tree.AttributeStatement) -> None:
        for operator in statement.operators:
            self.attributes.setdefault(operator, set()).add(statement.attribute.name)
        alone = not statement.entities and not statement.operators
        if alone and statement.attribute.name == "private":
            self.private_by_default = True
        if not statement.entities and statement.attribute.name == "save":
            self.saves_all = True
        for entity in statement.entities:
            attribute = statement.attribute
            word = attribute.name + (f"({attribute.text})" if attribute.text else "")
            self.attributes.setdefault(entity.name, set()).add(word)
            if entity.shape is not None:
                self.shapes[entity.name] = entity.shape

    # -- what is visible ---------------------------------------------------------------------------

    def words(self, name: str) -> set[str]:
        """The attributes that a variable has where it is declared: here, in a module, around."""
        if name in self.variables:
            return self.attributes.get(name, set())
        for inside, original in self._used(name):
            if original in inside.variables or inside.uses:
                return inside.words(original)
        host = self._host()
        return host.words(name) if host is not None else set()

    def is_private(self, name: str) -> bool:
        said = self.attributes.get(name, set())
        return "private" in said or (self.private_by_default and "public" not in said)

    def _used(self, name: str) -> Iterator[tuple[Visible, str]]:
        """The modules that may give `name` a meaning, with its name there."""
        for use in self.uses:
            unit = None if use.intrinsic else self.units.module(use.module)
            if unit is None or unit is self.unit:
                continue
            listed = [original for local, original in use.names if local == name]
            renamed = any(original == name and local != name for local, original in use.names)
            originals = listed or ([] if use.only or renamed else [name])
            inside = self.units.visible(unit)
            yield from ((inside, o) for o in originals if not inside.is_private(o))

    def _host(self) -> Visible | None:
        host = self.units.host(self.unit)
        return self.units.visible(host) if host is not None else None

    def hides(self, name: str) -> bool:
        """Whether the unit's own declarations or arguments say what `name` is."""
        inside = any(u.name == name for u in self.unit.contains)
        return name in self.variables or inside or name in self.shapes or any(
            a.name == name for a in self.unit.stated.arguments
        )  # fmt: skip

    def object(self, name: str) -> Object | None:
        """The variable of a derived type that `name` is; None for anything else."""
        if name in self.variables:
            spec, entity = self.variables[name]
            if spec.base not in _DERIVED:
                return None
            type_ = self.type(spec.name, spec.span)
            if type_ is None:
                return None
            attributes = frozenset(self.attributes.get(name, ()))
            if "pointer" in attributes:
                raise AdcError.of(
                    "ADC0174", f"the pointer `{name}` is not supported", entity.span,
                    help="use a variable, allocatable where needed",
                )  # fmt: skip
            return Object(name, type_, self.shapes.get(name, ()), attributes, entity.span)
        if self.hides(name):
            return None
        found = self._in_modules("object", name, lambda inside, original: inside.object(original))
        if found is not None:
            return found
        host = self._host()
        return host.object(name) if host is not None else None

    def type(self, name: str, span: Span) -> DerivedType | None:
        """The derived type `name`; None where no given file defines it. Raises what is wrong with
        its definition."""
        if name in self.units.recast_types:
            return self.units.recast_types[name]
        if name in self.types:
            return self._own_type(name)
        found = self._in_modules("type", name, lambda inside, original: inside.type(original, span))
        if found is not None:
            return found
        host = self._host()
        return host.type(name, span) if host is not None else None

    def generics(self, name: str) -> list[tuple[Visible, tree.Interface]]:
        """The interfaces of that name, each with where its procedures have their names."""
        found = [(self, i) for i in self.interfaces if i.name == name]
        found += self._generics_of_modules(name)
        host = self._host()
        found += host.generics(name) if host is not None and not self.hides(name) else []
        kept: dict[int, tuple[Visible, tree.Interface]] = {}
        for where, interface in found:
            kept.setdefault(id(interface), (where, interface))
        return list(kept.values())

    def _generics_of_modules(self, name: str) -> list[tuple[Visible, tree.Interface]]:
        if name not in self._generics:
            self._generics[name] = []  # for modules that use each other
            used = self._used(name) if name.isidentifier() else self._all(name)
            each = {id(i): (v, i) for inside, o in used for v, i in inside.generics(o)}
            self._generics[name] = list(each.values())
        return self._generics[name]

    def _in_modules(
        self, what: str, name: str, ask: Callable[[Visible, str], Found | None]
    ) -> Found | None:
        """What the first of the modules that know `name` says of it. Each name is looked for once:
        modules that use many others are reached in many ways."""
        key = (what, name)
        if key in self._asked:
            return self._asked[key]
        found: Found | None = None
        for inside, original in self._used(name):
            found = ask(inside, original)
            if found is not None:
                break
        self._asked[key] = found
        return found

    def _all(self, name: str) -> Iterator[tuple[Visible, str]]:
        """All modules that are used: operators come along unless they are left out by ONLY, or
        private there."""
        for use in self.uses:
            unit = None if use.intrinsic else self.units.module(use.module)
            if unit is None or unit is self.unit or (use.only and name not in use.operators):
                continue
            inside = self.units.visible(unit)
            if not inside.is_private(name):
                yield inside, name

    def procedure(self, name: str) -> tree.Unit | None:
        """The procedure of a unit around or of a module that `name` is; None for anything else."""
        inside = next((u for u in self.unit.contains if u.name == name), None)
        if inside is not None or self.hides(name):
            return inside
        key = ("procedure", name)
        if key not in self._asked:
            used = (where.procedure(original) for where, original in self._used(name))
            found = next((unit for unit in used if unit is not None), None)
            host = self._host()
            if found is None and host is not None:
                found = host.procedure(name)
            self._asked[key] = found
        return self._asked[key]

    # -- definitions -------------------------------------------------------------------------------

    def _own_type(self, name: str) -> DerivedType:
        if name not in self._done:
            self._done[name] = None  # for a component of the type itself
            try:
                self._done[name] = self._defined(self.types[name])
            except AdcError as error:
                self._done[name] = error
        found = self._done[name]
        if isinstance(found, AdcError):
            raise found
        if found is None:
            definition = self.types[name]
            raise AdcError.of(
                "ADC0173", f"the derived type `{name}` has a component of its own type",
                definition.span, help="use arrays, and integers that link their elements",
            )  # fmt: skip
        return found

    def _defined(self, definition: tree.TypeDefinition) -> DerivedType:
        if definition.error is not None:
            raise definition.error
        parent = None
        if definition.extends:
            parent = check_extends(definition, self.type(definition.extends, definition.span))
        components = [c for d in definition.components for c in self._components(d)]
        inherited = parent.components if parent is not None else ()
        return DerivedType(
            definition.name, (*inherited, *components), definition.span, self.unit,
            dict(definition.bindings), definition.generics, parent,
        )  # fmt: skip

    def _components(self, declaration: tree.TypeDeclaration | tree.Unsupported) -> list[Component]:
        if isinstance(declaration, tree.Unsupported):
            spec = tree.TypeSpec(declaration.what, declaration.span)
            error = declaration.error or unusable(declaration.what, declaration.span)
            return [
                Component(n, spec, (), declaration.span, error=error) for n in declaration.names
            ]
        return [self._component(declaration, entity) for entity in declaration.entities]

    def _component(self, declaration: tree.TypeDeclaration, entity: tree.Entity) -> Component:
        attributes = {a.name: a for a in declaration.attributes}
        shape = entity.shape
        if shape is None and "dimension" in attributes:
            shape = attributes["dimension"].shape
        shape = shape or ()
        spec, span = declaration.type, entity.span
        try:
            return self._usable(spec, shape, entity, set(attributes))
        except AdcError as error:
            held = "allocatable" in attributes
            return Component(
                entity.name, spec, shape, span, allocatable=held, error=error,
                words=frozenset(attributes),
            )  # fmt: skip

    def _usable(
        self, spec: tree.TypeSpec, shape: tuple[tree.Bounds, ...], entity: tree.Entity,
        attributes: set[str],
    ) -> Component:  # fmt: skip
        scope, span = self.units.constants(self.unit), entity.span
        pointer = "pointer" in attributes
        to_object = pointer and spec.base == "type" and not shape
        known = self.units.is_never_set if to_object else self.units.is_only_allocated
        if pointer and not ((shape or to_object) and not entity.aimed and known(entity.name)):
            raise unusable("pointer", span, to_object)
        if spec.base in _DERIVED:
            type_ = self.type(spec.name, spec.span)
            held = "allocatable" in attributes
            misfit = held and not (shape and spec.base == "type" and type_ and _is_even(type_))
            if type_ is None or misfit or (pointer and not to_object) or entity.init is not None:
                raise unusable(f"{spec.base}({spec.name})", span)
            bounds = self._begun(entity, settled_bounds(shape, scope), held)
            return Component(
                entity.name, spec, bounds, span, type_, held, pointer=to_object,
                words=frozenset(attributes),
            )  # fmt: skip
        if spec.base not in _NUMBERS:
            raise unusable(spec.base, span)
        init = None if entity.init is None else settled_value(entity.init, scope)
        allocatable = pointer or "allocatable" in attributes
        bounds = self._begun(entity, settled_bounds(shape, scope), allocatable)
        return Component(
            entity.name, settled_type(spec, scope), bounds, span, None, allocatable, init,
            pointer=pointer, words=frozenset(attributes),
        )  # fmt: skip

    def _begun(self, entity: tree.Entity, bounds: Shape, allocatable: bool) -> Shape:
        """`bounds`, of an allocatable component with the lower ones that ALLOCATEs give it."""
        if not (allocatable and bounds):
            return bounds
        lows = self.units.lows.of(entity.name, len(bounds), entity.span)
        return tuple(
            replace(b, lower=None if low == 1 else number(low, b.span))
            for b, low in zip(bounds, lows, strict=True)
        )


def _is_even(type_: DerivedType) -> bool:
    """Whether all objects of the type are of one size, and nothing in them is elsewhere."""
    return all(leaf.held is None and not leaf.is_behind for leaf in leaves(type_))


def unusable(what: str, span: Span, to_object: bool = False) -> AdcError:
    way_out = "use components that are numbers, logicals, arrays of them, or of such types"
    if what == "pointer":
        way_out = "give it its extents, or declare it `allocatable`"
    if to_object:
        way_out = "let the caller set it, and ask for nothing, or pass the object it points to"
    return AdcError.of(
        "ADC0173", f"a component that is `{what}` is not supported", span, help=way_out
    )
