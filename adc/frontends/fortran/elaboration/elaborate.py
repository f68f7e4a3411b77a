"""A unit as its text has it -> a unit of plain variables, for all units of the sources."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Protocol

from adc.diagnostics import AdcError
from adc.frontends.fortran import tree
from adc.frontends.fortran.elaboration.ahead import allocated_ahead
from adc.frontends.fortran.elaboration.assignments import on_entry
from adc.frontends.fortran.elaboration.declared import arguments, declarations
from adc.frontends.fortran.elaboration.extents import with_plain_bounds
from adc.frontends.fortran.elaboration.generics import Resolver
from adc.frontends.fortran.elaboration.kinds_of import Kind, Kinds
from adc.frontends.fortran.elaboration.lookup import Visible
from adc.frontends.fortran.elaboration.lows import Lows
from adc.frontends.fortran.elaboration.meaning import Meaning, declared_kind
from adc.frontends.fortran.elaboration.naming import NewNames, Texts
from adc.frontends.fortran.elaboration.recast import twin, type_name
from adc.frontends.fortran.elaboration.statements import Body
from adc.frontends.fortran.elaboration.statuses import with_statuses
from adc.frontends.fortran.elaboration.terms import Added
from adc.frontends.fortran.elaboration.types import DerivedType
from adc.frontends.fortran.reals import Reals
from adc.frontends.fortran.scope import UnitScope
from adc.frontends.fortran.units import LazyUnit

_ROUTINES = ("subroutine", "function", "program")


class Indexed(Protocol):
    """Where units are (`sources.Sources`)."""

    def external(self, name: str) -> tree.Unit | None: ...

    def module(self, name: str) -> tree.Unit | None: ...

    def in_submodule(self, name: str | None) -> AdcError | None: ...

    def uses_of(self, module: str) -> list[str]: ...

    def reals_of(self, unit: tree.Unit) -> Reals: ...

    def host(self, unit: tree.Unit) -> tree.Unit | None: ...

    def allocating(self, component: str) -> list[tree.Unit]: ...

    def given_whole(self, component: str) -> bool: ...

    def is_only_allocated(self, component: str) -> bool: ...

    def is_never_set(self, component: str) -> bool: ...

    def adopt(self, unit: tree.Unit, host: tree.Unit | None) -> None: ...


class Elaboration:
    """Elaborates units one by one, asking of others their declarations alone."""

    def __init__(self, sources: Indexed, read: Callable[[], Texts]) -> None:
        self.sources = sources
        self.names = NewNames(read)
        self._visible: dict[int, Visible] = {}
        self._subroutines: dict[tuple[int, bool], tree.Unit] = {}
        #: Units for objects of other types than their dummies have, and these types by name.
        self._twins: dict[tuple[object, ...], tree.Unit] = {}
        self.recast_types: dict[str, DerivedType] = {}
        #: The names of components that are characters and that routines assign to.
        self.texts_set: set[str] = set()
        #: The routine that is asked for.
        self._entered: tree.Unit | None = None
        self._constants = Declarations(sources, lambda unit: unit.stated)
        self._typing = Declarations(sources, self._with_components)
        self.lows = Lows(sources.allocating, sources.given_whole, self.constants)

    # -- what one unit asks of others --------------------------------------------------------------

    def host(self, unit: tree.Unit) -> tree.Unit | None:
        return self.sources.host(unit)

    def module(self, name: str) -> tree.Unit | None:
        return self.sources.module(name)

    def is_only_allocated(self, component: str) -> bool:
        return self.sources.is_only_allocated(component)

    def is_never_set(self, component: str) -> bool:
        return self.sources.is_never_set(component)

    def constants(self, unit: tree.Unit) -> UnitScope:
        """The scope of the declarations as they are written."""
        return self._constants.scope(unit)

    def typing(self, unit: tree.Unit) -> UnitScope:
        """The scope of the declarations with derived types taken apart."""
        return self._typing.scope(unit)

    def visible(self, unit: tree.Unit) -> Visible:
        if id(unit) not in self._visible:
            self._visible[id(unit)] = Visible(unit, self)
        return self._visible[id(unit)]

    def procedure(self, name: str, inside: tree.Unit) -> tree.Unit | None:
        """The procedure that `name` is in the unit `inside`."""
        own = self.visible(inside).procedure(name)
        if own is not None:
            return own
        try:
            symbol = self.constants(inside).known(name, inside.span, applied=True)
        except AdcError:
            symbol = None
        if symbol is not None and symbol.unit is not None:
            return symbol.unit
        return self.sources.external(name)

    def external(self, name: str) -> tree.Unit | None:
        return self.sources.external(name)

    def subroutine(self, function: tree.Unit, handed: bool = True) -> tree.Unit:
        """A function of a derived type as a subroutine, its result the last argument; `handed`: an
        array is allocated there."""
        key = (id(function), handed)
        if key not in self._subroutines:
            if function.contains or not isinstance(function, LazyUnit):
                raise AdcError.of(
                    "ADC0173", f"the function `{function.name}` of a derived type, which contains"
                    " others, is not supported", function.span,
                    help="make it a subroutine with the value as an argument",
                )  # fmt: skip
            made = function.as_subroutine(handed)
            self.sources.adopt(made, self.sources.host(function))
            self._subroutines[key] = made
        return self._subroutines[key]

    def recast(self, unit: LazyUnit, types: Mapping[str, DerivedType]) -> tree.Unit:
        """`unit` for objects of these `types`, by its dummies."""
        key = (id(unit), *((name, type_name(t)) for name, t in sorted(types.items())))
        if key not in self._twins:
            self.recast_types |= {type_name(t): t for t in types.values()}
            made = twin(unit, types)
            self.sources.adopt(made, self.sources.host(unit))
            self._twins[key] = made
        return self._twins[key]

    def target(self, unit: tree.Unit) -> tree.Unit:
        """The routine that is asked for, a function of a derived type as a subroutine."""
        self._entered = self._target(unit)
        return self._entered

    def _target(self, unit: tree.Unit) -> tree.Unit:
        result, visible = unit.result or unit.name, self.visible(unit)
        if unit.kind != "function" or unit.stated.error is not None:
            return unit
        try:
            derived = result in visible.variables and visible.object(result) is not None
        except AdcError:  # told where the unit is read
            return unit
        return self.subroutine(unit, handed=False) if derived else unit

    def _with_components(self, unit: tree.Unit) -> tree.Unit:
        visible = self.visible(unit)
        return replace(
            unit.stated, arguments=arguments(visible, self.names),
            declarations=declarations(visible, self.names),
        )  # fmt: skip

    # -- a unit ------------------------------------------------------------------------------------

    def unit(self, unit: tree.Unit) -> tree.Unit:
        """`unit` elaborated; with what is wrong in it as its error."""
        try:
            return self._elaborated(unit)
        except AdcError as error:
            return replace(unit.stated, declarations=(), body=(), error=error)

    def _called(self, name: str, inside: tree.Unit, added: Added) -> Visible | None:
        """What is declared in the procedure that `name` calls; None where no file has it."""
        found = added.aliases.get(name) or self.procedure(name, inside) or self.external(name)
        return None if found is None else self.visible(found)

    def _elaborated(self, unit: tree.Unit) -> tree.Unit:
        made = self._with_components(unit)
        if unit.kind not in _ROUTINES:
            return made
        added = Added(self.names)
        visible = self.visible(unit)
        _check_dummies(visible)
        resolver = Resolver(visible, self)
        kinds = Kinds(
            self.typing(unit), lambda name: declared_kind(added, kinds, name),
            lambda name: _value_of(resolver, added.aliases.get(name)),
        )  # fmt: skip
        meaning = Meaning(visible, added, kinds, resolver)
        statements, begun = unit.stated.body, on_entry(meaning, unit)
        leading = unit.stated.leading
        if begun and not leading:  # statement functions stay in front
            leading = len(self.typing(unit).statement_functions(statements))
        defining = Body(meaning).statements(statements[:leading])
        own = Body(meaning).statements(statements[leading:])
        called = partial(self._called, inside=unit, added=added)
        entered = unit is self._entered and "recursive" not in unit.prefixes
        own = with_statuses(own, visible, called, self.names.origins, entered)
        own = allocated_ahead(own, visible, called, added)
        body = (*defining, *begun, *own)
        declared = tuple(with_plain_bounds(d, meaning) for d in made.declarations)
        return replace(
            made, declarations=(*declared, *added.declarations), body=body, aliases=added.aliases,
            leading=len(defining),
        )  # fmt: skip


def _value_of(resolver: Resolver, unit: tree.Unit | None) -> tuple[Kind | None, bool]:
    """The kind of what a procedure gives, and whether it takes arrays by their elements."""
    if unit is None or unit.kind != "function":
        return None, False
    return resolver.result_kind(unit), "elemental" in unit.prefixes


def _check_dummies(visible: Visible) -> None:
    """Refuses functions of a derived type."""
    unit = visible.unit
    result = unit.result or unit.name
    if unit.kind == "function" and visible.object(result) is not None:
        raise AdcError.of(
            "ADC0173", f"the function `{unit.name}` of a derived type as the routine itself is not"
            " supported", unit.span, help="make it a subroutine with the value as an argument",
        )  # fmt: skip


class Declarations:
    """The scopes of units without their bodies, as `view` shows them: what they declare, and no
    more, so that asking never leads back to what is being elaborated."""

    def __init__(self, sources: Indexed, view: Callable[[tree.Unit], tree.Unit]) -> None:
        self.sources = sources
        self._view = view
        self._scopes: dict[int, UnitScope] = {}

    def scope(self, unit: tree.Unit) -> UnitScope:
        if id(unit) not in self._scopes:
            host = self.sources.host(unit)
            around = self.scope(host) if host is not None else None
            shown = replace(self._view(unit), body=())
            found = UnitScope(shown, around, self)
            self._scopes[id(unit)] = self._scopes[id(shown)] = found
        return self._scopes[id(unit)]

    def external(self, name: str) -> tree.Unit | None:
        return self.sources.external(name)

    def module(self, name: str) -> tree.Unit | None:
        return self.sources.module(name)

    def in_submodule(self, name: str | None) -> AdcError | None:
        return self.sources.in_submodule(name)

    def reals_of(self, unit: tree.Unit) -> Reals:
        return self.sources.reals_of(unit)

    def uses_of(self, module: str) -> list[str]:
        return self.sources.uses_of(module)

    def specialised(self, unit: tree.Unit, table: Mapping[str, tree.Unit]) -> tuple[tree.Unit, int]:
        raise NotImplementedError
