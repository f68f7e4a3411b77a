"""Generic names: which procedure a reference means, by the types, kinds and ranks of its arguments
(Fortran 2018, 15.5.5.2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol

from adc.diagnostics import AdcError, Note, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.elaboration.extended import (
    binding,
    dummy_of,
    generic_bindings,
    lineage,
)
from adc.frontends.fortran.elaboration.kinds_of import Kind
from adc.frontends.fortran.elaboration.lookup import Visible
from adc.frontends.fortran.elaboration.types import DerivedType, Object
from adc.frontends.fortran.intrinsics import FUNCTIONS, SUBROUTINES
from adc.frontends.fortran.symbol import Scope
from adc.frontends.fortran.units import LazyUnit
from adc.frontends.fortran.usage import walk

Actuals = Sequence[tuple[str, Kind | None]]


def _hands(given: Any, names: Collection[str]) -> bool:
    """Whether operands or arguments may be one of the objects `names`, or elements of it. What is a
    component of one, or the value of a function, has the type that is declared."""
    if isinstance(given, tuple):
        return any(_hands(part, names) for part in given)
    if isinstance(given, (tree.Name, tree.Apply)):
        return given.name in names
    if not tree.is_node(given) or isinstance(given, tree.Component):
        return False
    return any(_hands(getattr(given, f.name), names) for f in fields(given))


def _is_of(node: object, names: Collection[str]) -> bool:
    """Whether the node asks an object for one of these."""
    if isinstance(node, tree.Call):
        return node.owner is not None and node.name in names
    return isinstance(node, tree.Component) and node.name in names


#: Stands for what SELECT TYPE asks objects for.
SELECTED = "select type"


class Procedures(Protocol):
    """Where procedures are, and what their dummies are."""

    def visible(self, unit: tree.Unit) -> Visible: ...

    def typing(self, unit: tree.Unit) -> Scope: ...

    def procedure(self, name: str, inside: tree.Unit) -> tree.Unit | None: ...

    def external(self, name: str) -> tree.Unit | None: ...

    def subroutine(self, function: tree.Unit) -> tree.Unit: ...

    def recast(self, unit: LazyUnit, types: Mapping[str, DerivedType]) -> tree.Unit: ...


@dataclass
class Resolver:
    """Finds what generic names and type-bound procedures of a unit stand for."""

    visible: Visible
    procedures: Procedures

    def resolve(self, name: str, actuals: Actuals, span: Span) -> tree.Unit | None:
        """The procedure that the generic `name` means for these arguments; None where it is no
        generic name. Raises ADC0176 where none or several fit."""
        interfaces = self.visible.generics(name)
        candidates: list[tree.Unit] = []
        for inside, interface in interfaces:
            for specific in interface.procedures:
                unit = self.procedures.procedure(specific, inside.unit)
                if unit is not None and all(unit is not c for c in candidates):
                    candidates.append(unit)
        if not candidates or (len(candidates) == 1 and candidates[0].name == name):
            return None  # a plain interface, or one whose procedures are in no given file
        own = name in FUNCTIONS or name in SUBROUTINES
        if own and any(kind is None for _, kind in actuals):
            raise AdcError.of(
                "ADC0176", f"the generic `{name}`, which is an intrinsic as well, is not resolved"
                " for an argument whose type adc cannot tell", span,
                help="assign the argument to a variable first",
            )  # fmt: skip
        fitting = [u for u in candidates if self._fits(u, actuals, elementally=False)]
        fitting = fitting or [u for u in candidates if self._fits(u, actuals, elementally=True)]
        if not fitting and all(kind is not None for _, kind in actuals):
            fitting = [u for u in candidates if self._fits(u, actuals, False, extended=True)]
        if len(fitting) == 1:
            return fitting[0]
        if own and not fitting:
            return None
        what = "no procedure" if not fitting else "more than one procedure"
        listed = fitting or candidates
        notes = tuple(Note("one of them is here", u.span) for u in listed[:3])
        raise AdcError.of(
            "ADC0176", f"{what} of the generic `{name}` is known to fit these arguments", span,
            help=f"call the specific procedure by its own name, as `{listed[0].name}`",
            notes=notes,
        )  # fmt: skip

    # -- operators, assignments, functions of derived types ----------------------------------------

    def operator(
        self, name: str, actuals: Actuals, types: Sequence[DerivedType], span: Span
    ) -> tree.Unit | None:
        """The procedure behind `operator(…)` or `assignment(=)` for operands of these kinds, with
        what the `types` among them bind to it; None where none fits. Raises ADC0176 where that
        cannot be told."""
        interfaces = self.visible.generics(name)
        found = [
            self.procedures.procedure(specific, inside.unit)
            for inside, interface in interfaces for specific in interface.procedures
        ]  # fmt: skip
        for type_ in types:
            names = [n for bound, own in type_.generics if bound == name for n in own]
            found += [self.bound(type_, n, span) for n in names]
        candidates = list({id(u): u for u in found if u is not None}.values())
        fitting = [u for u in candidates if self._fits(u, actuals, elementally=False)]
        fitting = fitting or [u for u in candidates if self._fits(u, actuals, elementally=True)]
        if not fitting and len(candidates) == len({id(u) for u in found}):
            return None
        if len(fitting) != 1 or any(kind is None for _, kind in actuals):
            raise AdcError.of(
                "ADC0176", f"adc cannot tell which procedure stands for `{name}` here", span,
                help="call the procedure by its own name",
                notes=tuple(Note("one of them is here", u.span) for u in candidates[:3]),
            )  # fmt: skip
        return fitting[0]

    def dummy(self, unit: tree.Unit | None, position: int, keyword: str) -> Object | None:
        """The dummy argument of a derived type that an actual one is for; None where none is."""
        name = dummy_of(unit, position, keyword) if unit is not None else ""
        return self.procedures.visible(unit).object(name) if unit is not None and name else None

    def named(self, name: str) -> tree.Unit | None:
        """The procedure `name` of the sources, where nothing hides it."""
        unit = self.visible.procedure(name)
        if unit is None and not self.visible.hides(name):
            unit = self.procedures.external(name)
        return unit

    def function(self, name: str) -> tree.Unit | None:
        """The function `name` of the sources, where nothing hides it."""
        unit = self.visible.procedure(name)
        if unit is None and not self.visible.hides(name) and name not in FUNCTIONS:
            unit = self.procedures.external(name)
        return unit if unit is not None and unit.kind == "function" else None

    def result(self, unit: tree.Unit) -> Object | None:
        """The result of a function of a derived type; None for other functions."""
        inside = self.procedures.visible(unit)
        name = unit.result or unit.name
        return inside.object(name) if name in inside.variables else None

    def result_kind(self, unit: tree.Unit) -> Kind | None:
        object_ = self.result(unit)
        if object_ is not None:
            return Kind("type", None, len(object_.shape), object_.type)
        symbol = self.procedures.typing(unit).result
        return Kind(symbol.base, symbol.dtype, len(symbol.bounds or ())) if symbol else None

    def bound(self, type_: DerivedType, name: str, span: Span) -> tree.Unit:
        """The procedure that the type binds to `name`; raises ADC0157 where there is none."""
        found = binding(type_, name)
        unit = self.procedures.procedure(found[1], found[0].unit) if found and found[1] else None
        if unit is None:
            raise AdcError.of(
                "ADC0157", f"`{name}` is no type-bound procedure of `{type_.name}` that adc can"
                " tell", span, help="call the procedure by its name",
            )  # fmt: skip
        return unit

    def asks(self, unit: tree.Unit, name: str, seen: frozenset[int] = frozenset()) -> bool:
        """Whether the procedure, or one that it may hand objects to, asks any object for what a
        type binds to `name`, by that or by a generic name."""
        if id(unit) in seen:
            return False
        visible = self.procedures.visible(unit)
        objects = {o.name: o for n in visible.variables if (o := visible.object(n)) is not None}
        types = [t for o in objects.values() for t in lineage(o.type)]
        generics = {g for t in types for g, own in t.generics if name in own}
        parts = list(walk(unit.stated.body))
        if name == SELECTED:
            parts += [n for inner in unit.contains for n in walk(inner.stated.body)]
            if any(isinstance(node, tree.SelectType) for node in parts):
                return True
        elif unit.contains or any(isinstance(node, tree.Associate) for node in parts):
            return True
        if any(_is_of(node, {name, *generics}) for node in parts):
            return True
        inner = seen | {id(unit)}
        for node in parts:
            for called in self._handed(visible, node, types, objects.keys()):
                if called is None or self.asks(called, name, inner):
                    return True
        return False

    def _handed(
        self, visible: Visible, node: object, types: Sequence[DerivedType], names: Collection[str]
    ) -> Iterator[tree.Unit | None]:
        """The procedures that a node of a unit hands objects to; None for one that is not known, as
        behind a generic name, an operator or an assignment."""
        match node:
            case tree.Component() | tree.Call(owner=tree.Name() | tree.Apply() | tree.Component()):
                found = [
                    (bound, type_)
                    for type_ in types for own in (node.name, *generic_bindings(type_, node.name))
                    if (bound := type_.bindings.get(own)) is not None
                ]  # fmt: skip
                for bound, type_ in found:
                    yield self.procedures.procedure(bound, type_.unit) if bound else None
                if not found and _hands(node.arguments, names):
                    yield None
            case tree.Call(name, given) | tree.Apply(name, given):
                if name not in names and _hands(given, names):
                    own = not visible.generics(name)
                    yield self.procedures.procedure(name, visible.unit) if own else None
            case tree.Assign() if not visible.generics("assignment(=)"):
                pass
            case tree.Binary() | tree.Unary() | tree.Assign():
                if not (isinstance(node, tree.Unary) and node.op == "()"):
                    parts = tuple(getattr(node, f.name) for f in fields(node))
                    if _hands(parts, names):
                        yield None

    def bound_by(
        self, type_: DerivedType, name: str, actuals: Callable[[], Actuals], span: Span
    ) -> tree.Unit | None:
        """As `bound`, for a generic name by the kinds of the `actuals`, the object first; None for
        what is no procedure of the type. Raises ADC0176 where none fits or several do."""
        names = generic_bindings(type_, name)
        if not names or binding(type_, name) is not None:
            return self.bound(type_, name, span) if binding(type_, name) is not None else None
        units = list({id(u): u for n in names if (u := self.bound(type_, n, span))}.values())
        given = actuals()
        fitting = [u for u in units if self._fits(u, given, elementally=False, extended=True)]
        known = all(kind is not None for _, kind in given)
        if len(units) == 1 or (len(fitting) == 1 and known):
            return (fitting or units)[0]
        raise AdcError.of(
            "ADC0176", f"adc cannot tell which procedure `{name}` of `{type_.name}` means here",
            span, help=f"call one by its own name, as `{units[0].name}`",
            notes=tuple(Note("one of them is here", u.span) for u in units[:3]),
        )  # fmt: skip

    def _fits(
        self, unit: tree.Unit, actuals: Actuals, elementally: bool, extended: bool = False
    ) -> bool:
        if elementally and "elemental" not in unit.prefixes:
            return False
        dummies = [a.name for a in unit.stated.arguments]
        given: dict[str, Kind | None] = {}
        for position, (keyword, kind) in enumerate(actuals):
            name = keyword or (dummies[position] if position < len(dummies) else "")
            if name not in dummies or name in given:
                return False
            given[name] = kind
        visible = self.procedures.visible(unit)
        for name in dummies:
            if name not in given:
                if "optional" not in visible.attributes.get(name, set()):
                    return False
            elif not self._matches(unit, visible, name, given[name], elementally, extended):
                return False
        return True

    def _matches(
        self, unit: tree.Unit, visible: Visible, name: str, kind: Kind | None, elementally: bool,
        extended: bool = False,
    ) -> bool:  # fmt: skip
        """Whether a dummy takes an argument of that kind, or of a type that it has `extended`; one
        that is not known may fit."""
        if kind is None:
            return True
        object_ = visible.object(name)
        if object_ is not None:
            same_rank = kind.rank == len(object_.shape) or elementally
            if extended and kind.type is not None:
                return same_rank and any(object_.type is t for t in lineage(kind.type))
            return kind.type is object_.type and same_rank
        if kind.type is not None:
            return False
        scope = self.procedures.typing(unit)
        symbol = scope.lookup(name, unit.span)
        same = (symbol.base, symbol.dtype) == (kind.base, kind.dtype)
        return same and (elementally or kind.rank == len(symbol.bounds or ()))
