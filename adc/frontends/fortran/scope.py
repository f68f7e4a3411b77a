"""What the names of a program unit mean.

A name is looked up when it is used and not before: a routine may stand beside, or declare,
things that adc does not support, as long as it does not use them.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType

from adc.diagnostics import AdcError, InternalError, Note, Span
from adc.frontends.fortran import hosts, modules, overlays, procedures, shadowed, tree
from adc.frontends.fortran.cached import without_caches
from adc.frontends.fortran.cached_together import without_marks
from adc.frontends.fortran.constant_values import ConstantValues
from adc.frontends.fortran.dead_arms import without_dead_arms
from adc.frontends.fortran.dispatch import NEXT
from adc.frontends.fortran.facts import Declared, Facts, refuse
from adc.frontends.fortran.initial import data_of, implied_shape
from adc.frontends.fortran.intrinsics import SUBROUTINES
from adc.frontends.fortran.kinds import Typed, typed
from adc.frontends.fortran.library import OWN, in_double, is_library, is_supplied
from adc.frontends.fortran.short_integers import typed_table, typed_unused
from adc.frontends.fortran.symbol import Files, Scope, Symbol
from adc.frontends.fortran.usage import Usage, usage
from adc.ir.dtypes import DType

_PROCEDURES = ("subroutine", "function")


class UnitScope:
    """The names of `unit`. `symbols` are those that have been looked up; `bound` are dummies that
    stand for procedures (see `procedures`)."""

    def __init__(
        self, unit: tree.Unit, host: UnitScope | None, sources: Files,
        bound: Mapping[str, tree.Unit] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        self.unit = unit
        self.host = host
        self.sources = sources
        self.reals = sources.reals_of(unit)
        self.bound = bound
        self.symbols: dict[str, Symbol] = {}
        self._in_progress: set[str] = set()
        self._known: dict[tuple[str, bool], Symbol | None] = {}

    @cached_property
    def declarations(self) -> Declared:
        """The declarations by name; raises what is wrong inside the unit."""
        if self.unit.error is not None:
            raise self.unit.error
        return Declared(self.unit)

    @cached_property
    def usage(self) -> Usage:
        return usage(self.unit)

    @cached_property
    def body(self) -> tree.Body:
        """The unit's body without the statement functions at its head; internal procedures are
        called with what they use of their host as further arguments, and procedures that are
        passed are bound."""
        first = self.unit.leading or len(self._statement_functions)
        own = without_dead_arms(self, hosts.explicit(self, self.unit.body[first:]))
        own = without_caches(self, own, self.unit.body[:first])
        return procedures.with_bound(self, without_marks(self, own, self.unit.body[:first]))

    @cached_property
    def arguments(self) -> tuple[Symbol, ...]:
        """The dummy arguments, in order; behind them, what an internal procedure uses of its
        host, here or where it is passed to."""
        own = tuple(self.lookup(a.name, a.span) for a in self.unit.arguments)
        return own + tuple(self.lookup(n, s.span) for n, s in hosts.further(self).items())

    @property
    def result(self) -> Symbol | None:
        """The result variable of a function, None for other units."""
        if self.unit.kind != "function":
            return None
        return self.lookup(self._result_name, self.unit.span)

    def declared(self) -> tuple[str, ...]:
        """The names that the unit's own declarations speak of, in order of their first mention."""
        return tuple(n for n, facts in self.declarations.facts.items() if facts.declares)

    def names(self) -> tuple[str, ...]:
        """The names that the unit itself declares, defines or takes as arguments."""
        own = [a.name for a in self.unit.arguments]
        inside = [u.name for u in self.unit.contains]
        return tuple(dict.fromkeys([*own, *self.declared(), *self._statement_functions, *inside]))

    def lookup(self, name: str, span: Span) -> Symbol:
        """What `name` at `span` means here.

        Raises ADC0173 to ADC0179, ADC0222 and ADC0240 to ADC0248 for names that mean nothing, or
        nothing that adc supports; and what is wrong in a module or host that the name leads to.
        """
        if name not in self.symbols:
            if name in self._in_progress:
                message = f"`{name}` is declared by means of itself"
                raise AdcError.of("ADC0179", message, span, help="use another constant")
            self._in_progress.add(name)
            try:
                self.symbols[name] = self._resolved(name, span)
            finally:
                self._in_progress.discard(name)
        return self.symbols[name]

    def procedure(self, name: str, span: Span) -> Symbol:
        """As `lookup`, for what is called: raises ADC0240 where no given file defines it."""
        symbol = self.lookup(name, span)
        if symbol.storage == "procedure" and symbol.unit is None:
            if (error := self.sources.in_submodule(name)) is not None:
                raise error
            message = f"no given file defines `{name}`"
            way_out = (
                f"give the file that defines it as well, or `--inactive {name}` where it does"
                " nothing but report"
            )
            raise AdcError.of("ADC0240", message, span, help=way_out)
        return symbol

    @cached_property
    def values(self) -> ConstantValues:
        """The values of the constants that this scope declares."""
        return ConstantValues(self)

    def without_data(self, name: str, span: Span) -> Symbol:
        """What `lookup` gives for a variable of this unit, without reading its DATA."""
        facts = self.declarations.get(name)
        if facts is None:
            raise InternalError(f"`{name}` is not declared", span)
        return self._variable(name, replace(facts, sets=[]), span)

    # -- what the unit itself makes known ----------------------------------------------------------

    def known(self, name: str, span: Span, applied: bool = False) -> Symbol | None:
        """What `name` means by the unit's own declarations and USE; None where they are silent.

        `applied` tells that an asking scope applies the name to arguments or calls it.
        """
        applied = applied or name in self.usage.applied or name in self.usage.called
        key = (name, applied)
        if key not in self._known:  # chains of modules meet again and again
            self._known[key] = self._by_declarations(name, applied)
        return self._known[key]

    def _by_declarations(self, name: str, applied: bool) -> Symbol | None:
        own = self._of_unit(name)
        if own is not None:
            return own
        if name in self.bound:
            return self._bound(name)
        if name in self.unit.aliases:
            return self._procedure(name, self.unit.span, self.unit.aliases[name])
        facts = self.declarations.get(name)
        if any(a.name == name for a in self.unit.arguments):
            return self._dummy(name, facts or Facts(name, self._argument_span(name)), applied)
        inside = next((u for u in self.unit.contains if u.name == name), None)
        if inside is not None:
            return self._procedure(name, inside.span, inside)
        if name in self._statement_functions:
            return self._statement_function(name, facts)
        if facts is not None:
            return self._declared_here(name, facts, applied)
        return modules.used(name, self)

    def _known_inside(self, name: str, span: Span, applied: bool) -> Symbol | None:
        """What `name` means for the procedures that this unit contains, hosts of it included."""
        found = self.known(name, span, applied)
        if found is None and self.host is not None:
            found = self.host._known_inside(name, span, applied)
        used = name in self.usage.mentioned and name not in self.usage.applied
        if found is None and used and self.unit.kind != "module":
            return self._implicit(name, span)
        return found

    @cached_property
    def _result_name(self) -> str:
        return self.unit.result or self.unit.name

    def _argument_span(self, name: str) -> Span:
        return next(a.span for a in self.unit.arguments if a.name == name)

    def _of_unit(self, name: str) -> Symbol | None:
        """The result variable of a function, or the unit itself under its name."""
        unit = self.unit
        if unit.kind == "function" and name == self._result_name:
            facts = self.declarations.get(name) or Facts(name, unit.span)
            facts = replace(facts, type=facts.type or unit.type)
            return self._variable(name, facts, unit.span, "result")
        if unit.kind in _PROCEDURES and name == unit.name:
            return self._procedure(name, unit.span, unit)
        return None

    def _dummy(self, name: str, facts: Facts, applied: bool) -> Symbol:
        called = name in self.usage.called or "external" in facts.attributes
        text = facts.type is not None and facts.type.base == "character"
        if called or (applied and facts.shape is None and not text):
            message = f"the argument `{name}` has no dimensions and is applied to arguments"
            way_out = "declare its dimensions, or call a procedure by its own name"
            if called:
                message = f"the argument `{name}` is a procedure"
                way_out = "call the procedure by its own name"
            raise AdcError.of("ADC0175", message, facts.span, help=way_out)
        return self._variable(name, facts, facts.span, "dummy")

    def _declared_here(self, name: str, facts: Facts, applied: bool) -> Symbol:
        if facts.unsupported is not None and facts.unsupported.what == "interface":
            unit = self.sources.external(name)
            if unit is not None:
                return self._procedure(name, facts.span, unit)
        refuse(name, facts)
        if "external" in facts.attributes:
            return self._external(name, facts)
        if "intrinsic" in facts.attributes:
            return self._intrinsic(name, facts.span)
        if applied and self._is_function(name, facts):
            if shadowed.is_intrinsic(name, self.sources.external(name), facts.span):
                return self._intrinsic(name, facts.span)
            return self._external(name, facts)
        return self._variable(name, facts, facts.span)

    def _is_function(self, name: str, facts: Facts) -> bool:
        """Whether a declared name that is applied to arguments is a function and no variable."""
        variable = facts.shape or facts.init or facts.sets or facts.block is not None
        if variable or facts.overlaid or self.unit.kind == "module":
            return False
        if facts.type is not None and facts.type.base == "character":
            return name not in self.usage.cut and self.sources.external(name) is not None
        if name in self.usage.kept or {"allocatable", "pointer"} & set(facts.attributes):
            raise self._no_dimensions(name, facts.span)
        return True

    def _variable(self, name: str, facts: Facts, span: Span, storage: str | None = None) -> Symbol:
        """The variable or constant that `facts` declare."""
        attributes = facts.attributes
        refuse(name, facts)
        storage = storage or self._storage(facts)
        short = typed_table(name, facts, self, storage) or typed_unused(name, facts, self, storage)
        type_ = short or self._type(name, facts, span)
        bounds = facts.shape
        if facts.overlaid is not None:
            kind = type_.base if bounds is None else f"{type_.base} array"
            overlays.check_overlaid(name, facts.overlaid, storage, self.unit, kind)
        if bounds is not None and storage == "constant":
            bounds = implied_shape(bounds, facts.init, self)
        symbol = Symbol(
            name,
            span,
            storage,
            type_.base,
            self,
            type_.dtype,
            bounds,
            intent=attributes["intent"].text if "intent" in attributes else "",
            optional="optional" in attributes,
            allocatable="allocatable" in attributes,
            pointed="pointed" in attributes,
            saved=storage == "local" and self._is_saved(facts) and not facts.overlaid,
            overlaid=facts.overlaid is not None and storage != "module",
            value="value" in attributes,
            init=facts.init,
            block=facts.block or "",
            owner=self.unit.name if self.unit.kind == "module" else "",
            original=name,
            length=type_.length,
        )
        return replace(symbol, data=data_of(symbol, facts.sets)) if facts.sets else symbol

    def _storage(self, facts: Facts) -> str:
        if "parameter" in facts.attributes:
            return "constant"
        if facts.block is not None:
            return "common"
        return "module" if self.unit.kind == "module" else "local"

    def _is_saved(self, facts: Facts) -> bool:
        initial = facts.init is not None or bool(facts.sets)
        return initial or self.declarations.saves_all or "save" in facts.attributes

    # -- types -------------------------------------------------------------------------------------

    def _type(self, name: str, facts: Facts, span: Span) -> Typed:
        if facts.type is not None:
            return typed(facts.type, self, facts.length)
        implied = self.implied(name)
        if implied is None:
            raise self._undeclared(name, span)
        return implied

    def implied(self, name: str) -> Typed | None:
        """The type that a name has by its first letter; None under IMPLICIT NONE."""
        scope: Scope | None = self
        while scope is not None:
            if name[0] in scope.declarations.implicit:
                return typed(scope.declarations.implicit[name[0]], scope)
            if scope.declarations.implicit_none is not None:
                return None
            scope = scope.host
        if "i" <= name[0] <= "n":
            return Typed("integer", DType.INT32)
        return Typed("real", self.reals.dtype)

    def _implicit(self, name: str, span: Span) -> Symbol:
        return self._variable(name, Facts(name, span), span)

    def _undeclared(self, name: str, span: Span) -> AdcError:
        close = difflib.get_close_matches(name, self._visible(), 1)
        way_out = f"did you mean `{close[0]}`?" if close else f"declare `{name}`"
        none = next(
            s.declarations.implicit_none for s in self._chain() if s.declarations.implicit_none
        )
        notes = (Note("names have no type of themselves since this line", none.span),)
        message = f"`{name}` is not declared"
        return AdcError.of("ADC0241", message, span, help=way_out, notes=notes)

    def _chain(self) -> Iterator[Scope]:
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.host

    def _visible(self) -> list[str]:
        return [name for scope in self._chain() for name in scope.names()]

    # -- procedures --------------------------------------------------------------------------------

    def _procedure(self, name: str, span: Span, unit: tree.Unit) -> Symbol:
        inside = self.sources.scope(unit)
        result = inside.result if inside is not self or unit.result else None
        owner = inside.host.unit.name if inside.host and inside.host.unit.kind == "module" else ""
        symbol = Symbol(name, span, "procedure", "", inside, owner=owner, unit=unit)
        symbol = replace(symbol, original=unit.name)
        if result is None:
            return symbol
        return replace(symbol, base=result.base, dtype=result.dtype, length=result.length)

    def _bound(self, name: str) -> Symbol:
        """The procedure that a dummy stands for."""
        unit, facts = self.bound[name], self.declarations.get(name)
        symbol = self._procedure(name, unit.span, unit)
        if facts is not None and facts.type is not None and facts.unsupported is None:
            self._check_agreement(symbol, typed(facts.type, self, facts.length), facts)
        return symbol

    def _external(self, name: str, facts: Facts) -> Symbol:
        """An external procedure that this unit declares: EXTERNAL, or a type and a reference."""
        unit = self.sources.external(name)
        if unit is None:
            symbol = Symbol(name, facts.span, "procedure", "", self, original=name)
            if name in self.usage.called:
                return symbol
            type_ = self._type(name, facts, facts.span) if facts.type else self.implied(name)
            base, dtype = (type_.base, type_.dtype) if type_ else ("", None)
            return replace(symbol, base=base, dtype=dtype)
        symbol = self._procedure(name, facts.span, unit)
        if facts.type is not None:
            self._check_agreement(symbol, typed(facts.type, self, facts.length), facts)
        return symbol

    def _check_agreement(self, symbol: Symbol, here: Typed, facts: Facts) -> None:
        if symbol.base and (here.base, here.dtype) != (symbol.base, symbol.dtype):
            own = f"give its source as well, or call `{in_double(symbol.name)}`"
            promoted = self.reals.default == 8 and is_supplied(symbol.unit)
            raise AdcError.of(
                "ADC0247",
                f"the function `{symbol.name}` has another type here than where it is defined",
                facts.span,
                help=own if promoted else "give both the same type",
                notes=(Note("defined here", symbol.unit.span if symbol.unit else None),),
            )

    def _intrinsic(self, name: str, span: Span) -> Symbol:
        return Symbol(name, span, "intrinsic", "", self, original=name)

    @cached_property
    def _statement_functions(self) -> dict[str, tree.Assign]:
        return self.statement_functions(self.unit.body[: self.unit.leading or None])

    def statement_functions(self, body: tree.Body) -> dict[str, tree.Assign]:
        """The statement functions that stand at the head of `body`, by name."""
        found: dict[str, tree.Assign] = {}
        if self.unit.kind not in (*_PROCEDURES, "program"):
            return found
        for statement in body:
            name = self._defined_function(statement)
            if name is None or name in found:
                break
            assert isinstance(statement, tree.Assign)
            found[name] = statement
        return found

    def _defined_function(self, statement: tree.Statement) -> str | None:
        """The statement function that a statement at the head of the body defines, if it does."""
        if not isinstance(statement, tree.Assign) or not isinstance(statement.target, tree.Apply):
            return None
        return statement.target.name if self._is_definition(statement.target) else None

    def _is_definition(self, target: tree.Apply) -> bool:
        names = [a.name for a in target.arguments if isinstance(a, tree.Name)]
        if len(set(names)) < len(target.arguments) or target.name == self._result_name:
            return False
        if any(a.name == target.name for a in self.unit.arguments):
            return False
        facts = self.declarations.get(target.name)
        if facts is not None:
            told = facts.shape or facts.init or facts.sets or facts.block is not None
            return not told and not set(facts.attributes) and not facts.unsupported
        return self._is_free(target.name, target.name_span)

    def _is_free(self, name: str, span: Span) -> bool:
        """Whether an undeclared name comes from nowhere else and has a type by itself."""
        if modules.used(name, self) is not None:
            return False
        if self.host is not None and self.host._known_inside(name, span, True) is not None:
            return False
        self._refuse_unknown_origin(name)
        return self.implied(name) is not None

    def _statement_function(self, name: str, facts: Facts | None) -> Symbol:
        definition = self._statement_functions[name]
        type_ = self._type(name, facts or Facts(name, definition.span), definition.span)
        return Symbol(
            name, definition.span, "statement function", type_.base, self, type_.dtype,
            original=name, length=type_.length, definition=definition,
        )  # fmt: skip

    # -- names that the unit does not declare ------------------------------------------------------

    def _resolved(self, name: str, span: Span) -> Symbol:
        if name.startswith(NEXT):
            return Symbol(name, span, "local", "integer", self, DType.INT32, original=name)
        if name.startswith(OWN) and is_library(self.unit):
            return self._intrinsic(name, span)
        applied = name in self.usage.applied or name in self.usage.called
        found = self.known(name, span, applied)
        if found is None and self.host is not None:
            found = self.host._known_inside(name, span, applied)
        if found is not None:
            return found
        if name in self.usage.called:
            return self._called(name, span)
        if applied:
            return self._applied(name, span)
        self._refuse_unknown_origin(name)
        return self._implicit(name, span)

    def _called(self, name: str, span: Span) -> Symbol:
        unit = self.sources.external(name)
        if is_supplied(unit):
            self._refuse_unknown_origin(name)
        if unit is not None:
            shadowed.check_called(name, unit, span)
            return self._procedure(name, span, unit)
        self._refuse_unknown_origin(name)
        if name in SUBROUTINES:
            return self._intrinsic(name, span)
        return Symbol(name, span, "procedure", "", self, original=name)

    def _applied(self, name: str, span: Span) -> Symbol:
        unit = self.sources.external(name)
        if shadowed.is_intrinsic(name, unit, span):
            return self._intrinsic(name, span)
        if is_supplied(unit):
            self._refuse_unknown_origin(name)
        if unit is not None:
            return self._procedure(name, span, unit)
        self._refuse_unknown_origin(name)
        raise self._no_dimensions(name, span)

    def _refuse_unknown_origin(self, name: str) -> None:
        error = modules.unknown_origin(name, self)
        if error is not None:
            raise error

    def _no_dimensions(self, name: str, span: Span) -> AdcError:
        message = f"`{name}` is neither an array nor a function that adc knows or was given"
        way_out = "give the file that defines it"
        close = difflib.get_close_matches(name, [n for n in self._visible() if n != name], 1)
        if name in self.usage.kept:
            way_out = "declare its dimensions"
        elif close:
            way_out = f"did you mean `{close[0]}`? Otherwise give the file that defines it"
        return AdcError.of("ADC0240", message, span, help=way_out)
