"""Procedures for objects of a type that extends that of their dummy argument.

`class(base) :: p` may be an object of any type that extends `base` (Fortran 2018, 7.3.2.3), and
what `p%area()` calls depends on which. Where that matters, the procedure that is called is one of
its own for each type of the actual argument: the same text, in which `p` is declared of that type.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from adc.frontends.fortran import tree
from adc.frontends.fortran.elaboration.extended import binding, lineage
from adc.frontends.fortran.elaboration.generics import SELECTED, Resolver
from adc.frontends.fortran.elaboration.kinds_of import Kind
from adc.frontends.fortran.elaboration.terms import Added
from adc.frontends.fortran.elaboration.types import DerivedType, Object
from adc.frontends.fortran.units import LazyUnit


def type_name(type_: DerivedType) -> str:
    """A name for the type that no source can spell, and that means it wherever it stands."""
    return f"{type_.unit.name}%{type_.name}"


def matters(resolver: Resolver, unit: tree.Unit, type_: DerivedType, dummy: Object | None) -> bool:
    """Whether `unit` may do other things with an object of `type_` than with one of the type that
    its dummy argument `dummy`, declared by CLASS, has."""
    if dummy is None or dummy.type is type_ or all(dummy.type is not t for t in lineage(type_)):
        return False
    declared = resolver.procedures.visible(unit).variables.get(dummy.name)
    if declared is None or declared[0].base != "class":
        return False
    if resolver.asks(unit, SELECTED):
        return True
    return any(
        binding(type_, name) != binding(dummy.type, name) and resolver.asks(unit, name)
        for older in lineage(dummy.type)
        for name in older.bindings
    )


class Asking(Protocol):
    """What knows the types of actual arguments (`Meaning`)."""

    resolver: Resolver
    added: Added

    def kind(self, value: tree.Argument) -> Kind | None: ...

    def passed(
        self, given: tuple[tree.Argument, ...], unit: tree.Unit | None = None
    ) -> tuple[tree.Argument, ...]: ...


def own_unit(m: Asking, unit: tree.Unit, given: tuple[tree.Argument, ...]) -> tree.Unit:
    """What a call of `unit` with these arguments calls: `unit`, or its twin for their types."""
    if not isinstance(unit, LazyUnit) or unit.contains:
        return unit
    types: dict[str, DerivedType] = {}
    for position, argument in enumerate(given):
        keyword = argument.name if isinstance(argument, tree.Keyword) else ""
        value = argument.value if isinstance(argument, tree.Keyword) else argument
        dummy = m.resolver.dummy(unit, position, keyword)
        kind = m.kind(value) if dummy is not None else None
        if dummy is None or kind is None or kind.type is None:
            continue
        if matters(m.resolver, unit, kind.type, dummy):
            types[dummy.name] = kind.type
    return m.resolver.procedures.recast(unit, types) if types else unit


def own_reference(m: Asking, expr: tree.Apply, generic: tree.Unit | None = None) -> tree.Apply:
    """A reference of a function by its name, or of what that means as a `generic` one."""
    unit = generic if generic is not None else m.resolver.function(expr.name)
    own = None if unit is None else own_unit(m, unit, expr.arguments)
    made = replace(expr, arguments=m.passed(expr.arguments, own))
    changed = own is not None and (generic is not None or own is not unit)
    return replace(made, name=m.added.alias(own)) if changed and own is not None else made


def twin(unit: LazyUnit, types: Mapping[str, DerivedType]) -> LazyUnit:
    """`unit` with the dummies that `types` names declared of these types."""
    made = object.__new__(LazyUnit)
    made.__dict__.update(unit.__dict__)
    for read in ("stated", "_inside"):
        made.__dict__.pop(read, None)
    made.__dict__["recast"] = {**unit.recast, **{n: type_name(t) for n, t in types.items()}}
    return made
