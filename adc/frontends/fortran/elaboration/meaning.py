"""Expressions: names of ASSOCIATE and BLOCK and components become plain variables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from typing import Any

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.elaboration.calls import (
    Called,
    Hoisted,
    check_hoistable,
    check_items,
    operands,
    result_arguments,
    temporary,
    undefined,
)
from adc.frontends.fortran.elaboration.elementals import by_elements
from adc.frontends.fortran.elaboration.extended import check_apart, passed_as
from adc.frontends.fortran.elaboration.generics import Resolver
from adc.frontends.fortran.elaboration.kinds_of import Kind, Kinds
from adc.frontends.fortran.elaboration.literals import number
from adc.frontends.fortran.elaboration.lookup import Visible
from adc.frontends.fortran.elaboration.recast import own_reference, own_unit
from adc.frontends.fortran.elaboration.refs import (
    Level,
    Ref,
    applied,
    component,
    is_pointer,
    parts,
    plain,
)
from adc.frontends.fortran.elaboration.terms import Added, not_a_value, pointer_copied
from adc.frontends.fortran.elaboration.types import DerivedType, Object, used_leaves
from adc.frontends.fortran.kinds import component_refused, typed
from adc.frontends.fortran.usage import walk

#: Inquiries of a variable of a derived type, which its components answer.
_INQUIRIES = ("size", "lbound", "ubound", "shape", "allocated", "present")


@dataclass
class Meaning:
    """What names mean at a place of a unit's body: `names` are those of ASSOCIATE and BLOCK,
    `objects` variables that BLOCKs declare or functions have their values in; `hoisted` are calls
    that go in front of the statement at hand."""

    visible: Visible
    added: Added
    kinds: Kinds
    resolver: Resolver
    names: dict[str, Ref | None] = field(default_factory=dict)
    objects: dict[str, Object] = field(default_factory=dict)
    hoisted: Hoisted = field(default_factory=Hoisted)
    _numbers: dict[int, tuple[tree.Expr, bool]] = field(default_factory=dict)
    _kinds: dict[int, tuple[tree.Argument, Kind | None]] = field(default_factory=dict)

    @contextmanager
    def within(self, new: dict[str, Ref | None]) -> Iterator[None]:
        """Names of a construct; None for one that is nothing but itself (an index)."""
        outer = self.names
        self.names = {**outer, **new}
        try:
            yield
        finally:
            self.names = outer

    @contextmanager
    def hoisting(self, allowed: bool = True) -> Iterator[list[tree.Statement]]:
        """Gives what is to go in front; in places that are reached in other ways nothing may."""
        outer = self.hoisted
        self.hoisted = Hoisted(allowed=allowed)
        try:
            yield self.hoisted.statements
        finally:
            self.hoisted = outer

    # -- references --------------------------------------------------------------------------------

    def object(self, name: str) -> Object | None:
        return self.objects.get(name) or self.visible.object(name)

    def reference(self, expr: tree.Argument) -> Ref | None:
        """The variable that `expr` designates, where that is one of a construct's names or has a
        derived type; None for anything else."""
        match expr:
            case tree.Name():
                return self._named(expr.name, expr.span)
            case tree.Apply():
                owner = self._named(expr.name, expr.name_span)
                if owner is None:
                    return None
                return applied(owner, self.subscripts(expr.arguments), self.added.names, expr.span)
            case tree.Component():
                owner = self.reference(expr.owner)
                if owner is None:
                    raise component_refused(expr)
                found = component(owner, expr.name, expr.span)
                if expr.arguments is None:
                    return found
                given = self.subscripts(expr.arguments)
                return applied(found, given, self.added.names, expr.span)
        return None

    def _named(self, name: str, span: Span) -> Ref | None:
        if name in self.names:
            found = self.names[name]
            return None if found is None else replace(found, span=span)
        object_ = self.object(name)
        if object_ is None:
            return None
        return Ref((name,), (Level(len(object_.shape)),), object_.type, span)

    def subscripts(self, given: tuple[tree.Argument, ...]) -> tuple[tree.Argument, ...]:
        return tuple(self.argument(a) for a in given)

    def argument(self, given: tree.Argument) -> tree.Argument:
        if isinstance(given, tree.Section):
            start, stop, step = (
                None if part is None else self.expression(part)
                for part in (given.start, given.stop, given.step)
            )
            return replace(given, start=start, stop=stop, step=step)
        if isinstance(given, tree.Keyword):
            return replace(given, value=self.expression(given.value))
        return self.expression(given)

    # -- expressions -------------------------------------------------------------------------------

    def expression(self, expr: tree.Expr) -> tree.Expr:
        """`expr` with plain variables; raises ADC0173 for a value of a derived type."""
        if isinstance(expr, tree.Component):
            bound = self.bound_function(expr)
            if bound is not None:
                return bound
        if isinstance(expr, (tree.Unary, tree.Binary)):
            operation = self._operation(expr)
            if operation is not None:
                return operation
        ref = self.reference(expr)
        if ref is not None:
            if ref.type is not None:
                raise not_a_value("%".join(ref.path), expr.span)
            return plain(ref, self.added.names)
        if isinstance(expr, tree.Apply):
            return self._applied(expr)
        if isinstance(expr, tree.ImpliedDo):
            with self.within({expr.var: None}), self.hoisting(allowed=False):
                return self._inside(expr)
        return self._inside(expr)

    def _inside(self, node: Any) -> Any:
        """A node with its parts elaborated."""
        if isinstance(node, tuple):
            return tuple(self._inside(part) for part in node)
        if isinstance(node, tree.Expr):
            changed = {
                f.name: self._part(getattr(node, f.name))
                for f in fields(node) if f.name not in ("span", "name_span", "type", "suffix")
            }  # fmt: skip
            return replace(node, **changed)
        return node

    def _part(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(self._part(v) for v in value)
        if isinstance(value, (tree.Section, tree.Keyword)):
            return self.argument(value)
        return self.expression(value) if isinstance(value, tree.Expr) else value

    def _applied(self, expr: tree.Apply) -> tree.Expr:
        """An element of a plain array, or a function's value."""
        if expr.name == "associated" and is_pointer(expr.arguments, self.reference):
            expr = replace(expr, name="allocated")
        if expr.name in _INQUIRIES and expr.arguments:
            asked = self._inquired(expr)
            if asked is not None:
                return asked
        if not self.visible.hides(expr.name) or self.visible.generics(expr.name):
            generic = self.resolver.resolve(expr.name, self.actuals(expr.arguments), expr.span)
            self._check_number(generic, expr)
            if generic is not None:
                return own_reference(self, expr, generic)
        return own_reference(self, expr)

    def _check_number(self, generic: tree.Unit | None, expr: tree.Apply) -> None:
        unit = generic if generic is not None else self.resolver.function(expr.name)
        if unit is not None and self.resolver.result(unit) is not None:
            raise not_a_value(expr.name, expr.span)

    def _operation(self, expr: tree.Unary | tree.Binary) -> tree.Expr | None:
        """A defined operation whose value is a number; None for one of Fortran's own."""
        called = self._operator(expr)
        if called is None:
            error = undefined(expr)
            if error is not None:
                raise error
            return None
        if self.resolver.result(called.unit) is not None:
            raise not_a_value(f"{called.unit.name}(…)", expr.span)
        given = self.passed(called.arguments, called.unit)
        return tree.Apply(self.added.alias(called.unit), given, expr.span, expr.span)

    def _operator(self, expr: tree.Unary | tree.Binary) -> Called | None:
        """The function behind a defined operation; None for one of Fortran's own."""
        given = operands(expr)
        defined = undefined(expr) is not None
        if expr.op == "()" or not (defined or any(map(self.may_be_derived, given))):
            return None
        kinds = [("", self.kind(g)) for g in given]
        types = [k.type for _, k in kinds if k is not None and k.type is not None]
        if not types and not defined:
            return None
        unit = self.resolver.operator(f"operator({expr.op})", kinds, types, expr.span)
        return None if unit is None else Called(unit, given)

    def may_be_derived(self, value: tree.Expr) -> bool:
        """False for what is surely a number; asked of each part of long formulas, once."""
        if id(value) not in self._numbers:
            self._numbers[id(value)] = (value, not self._maybe(value))
        return not self._numbers[id(value)][1]

    def _maybe(self, value: tree.Expr) -> bool:
        if isinstance(value, (tree.Unary, tree.Binary)):
            return any(map(self.may_be_derived, operands(value)))
        if not isinstance(value, (tree.Name, tree.Component, tree.Apply)):
            return False
        if isinstance(value, tree.Component) and self.is_bound(value):
            return True
        ref = self.reference(value)
        if ref is not None or isinstance(value, tree.Name):
            return ref is not None and ref.type is not None
        assert isinstance(value, tree.Apply)
        unit = self.resolver.function(value.name)
        derived = unit is not None and self.resolver.result(unit) is not None
        generic = bool(self.visible.generics(value.name))
        return derived or generic or self.constructed(value) is not None

    def _inquired(self, expr: tree.Apply) -> tree.Expr | None:
        """`size(p)`, `present(state)`: asked of a component; None for other arguments."""
        first = expr.arguments[0]
        ref = self.reference(first) if not isinstance(first, tree.Section) else None
        if ref is None or ref.type is None:
            return None
        found = next(
            ((leaf, r) for leaf, r in parts(ref) if not any(leaf.shapes)), None
        )  # fmt: skip
        if found is None and expr.name == "present":
            found = next(parts(ref), None)
        if found is None:
            raise AdcError.of(
                "ADC0173", f"`{expr.name}` of a derived type without a scalar component is not"
                " supported", expr.span, help="ask it of a component",
            )  # fmt: skip
        inner = plain(found[1], self.added.names)
        rest = self.subscripts(expr.arguments[1:])
        return replace(expr, arguments=(inner, *rest))

    def bound_function(self, expr: tree.Component) -> tree.Expr | None:
        """`state%energy(…)` of a type-bound function; None for anything else."""
        called = self._bound_called(expr)
        if called is None:
            return None
        if self.resolver.result(called.unit) is not None:
            raise not_a_value(f"{called.unit.name}(…)", expr.span)
        given = self.passed(called.arguments, called.unit)
        return tree.Apply(self.added.alias(called.unit), given, expr.span, expr.span)

    def _bound_called(self, expr: tree.Component) -> Called | None:
        owner = self.reference(expr.owner)
        if owner is None or owner.type is None:
            return None
        given = (expr.owner, *(expr.arguments or ()))
        unit = self.resolver.bound_by(
            owner.type, expr.name, lambda: self.actuals(given), expr.span
        )  # fmt: skip
        return None if unit is None else Called(own_unit(self, unit, given), given)

    # -- arguments of procedures -------------------------------------------------------------------

    def passed(
        self, given: tuple[tree.Argument, ...], unit: tree.Unit | None = None
    ) -> tuple[tree.Argument, ...]:
        """Actual arguments of the procedure `unit`, those of derived types as their components."""
        found: list[tree.Argument] = []
        check_apart(given, unit, self.resolver.dummy)
        for position, argument in enumerate(given):
            found += self._one_passed(argument, unit, position)
        return tuple(found)

    def _one_passed(
        self, argument: tree.Argument, unit: tree.Unit | None, position: int
    ) -> list[tree.Argument]:
        value = argument.value if isinstance(argument, tree.Keyword) else argument
        if isinstance(value, tree.Section):
            return [self.argument(value)]
        made = self.values(value)
        if made is None:
            return [self.argument(check_items(argument, value, self.kind))]
        type_, values = made
        keyword = argument.name if isinstance(argument, tree.Keyword) else ""
        dummy = self.resolver.dummy(unit, position, keyword)
        count = passed_as(
            type_, dummy, value.span, lambda name: unit is None or self.resolver.asks(unit, name)
        )  # fmt: skip
        if not isinstance(argument, tree.Keyword):
            return list(values[:count])
        named = zip(used_leaves(type_)[:count], values[:count], strict=True)
        return [
            tree.Keyword(self.added.names.of((argument.name, *leaf.path)), v, argument.span)
            for leaf, v in named
        ]

    def actuals(self, given: tuple[tree.Argument, ...]) -> list[tuple[str, Kind | None]]:
        """The keyword ("" without one) and the kind of each actual argument."""
        found: list[tuple[str, Kind | None]] = []
        for argument in given:
            name = argument.name if isinstance(argument, tree.Keyword) else ""
            value = argument.value if isinstance(argument, tree.Keyword) else argument
            found.append((name, self.kind(value)))
        return found

    def kind(self, value: tree.Argument) -> Kind | None:
        """The kind of what is not elaborated yet."""
        if isinstance(value, (tree.Section, tree.Keyword)):
            return None
        if id(value) not in self._kinds:
            with self.hoisting():  # nothing of which is kept
                self._kinds[id(value)] = (value, self._kind(value))
        return self._kinds[id(value)][1]

    def _kind(self, value: tree.Expr) -> Kind | None:
        type_ = self.constructed(value)
        if type_ is not None:
            return Kind("type", None, 0, type_)
        if isinstance(value, tree.Unary) and value.op == "()":
            return self.kind(value.operand)
        called = self.function(value)
        if called is not None:
            return self._result_kind(called)
        ref = self.reference(value) if not self.is_bound(value) else None
        if ref is not None and ref.type is not None:
            level = ref.shape_level
            rank = 0 if level is None else _rank(ref.levels[level])
            return Kind("type", None, rank, ref.type)
        try:
            return self.kinds.of(self.expression(value))
        except AdcError:
            return None  # what is wrong is told where the value is used

    def is_bound(self, value: tree.Argument) -> bool:
        return isinstance(value, tree.Component) and self._bound_called(value) is not None

    def function(self, value: tree.Expr) -> Called | None:
        """The function of a derived type, or behind an operator, that a value is of."""
        if isinstance(value, (tree.Unary, tree.Binary)):
            return self._operator(value)
        if isinstance(value, tree.Component):
            found = self._bound_called(value)
        elif isinstance(value, tree.Apply) and value.name not in {*self.names, *self.objects}:
            found = self._named_function(value)
        else:
            return None
        derived = found is not None and self.resolver.result(found.unit) is not None
        return found if derived else None

    def _named_function(self, value: tree.Apply) -> Called | None:
        unit = None
        if self.visible.generics(value.name):
            unit = self.resolver.resolve(value.name, self.actuals(value.arguments), value.span)
        unit = unit or self.resolver.function(value.name)
        return None if unit is None or unit.kind != "function" else Called(unit, value.arguments)

    def _result_kind(self, called: Called) -> Kind | None:
        found = self.resolver.result_kind(called.unit)
        if found is None or "elemental" not in called.unit.prefixes:
            return found
        given = [k for _, k in self.actuals(called.arguments)]
        return found.of_rank(max((k.rank for k in given if k is not None), default=0))

    def function_value(self, value: tree.Expr) -> Ref | None:
        """The object that holds the value of a function of a derived type, which is called in front
        of the statement; None for anything else."""
        called = self.function(value)
        result = None if called is None else self.resolver.result(called.unit)
        if called is None or result is None:
            return None
        kind = self._result_kind(called)
        check_hoistable(called.unit, result, self.hoisted.allowed, value.span)
        if kind is not None and kind.rank and not result.shape:
            return by_elements(self, called, result, kind.rank, value.span)
        given = self.passed(called.arguments, called.unit)
        held = temporary(called.unit, result, self.added, value.span)
        self.objects[held.name] = held
        name = self.added.alias(self.resolver.procedures.subroutine(called.unit))
        answers = result_arguments(called.unit, held, self.added, value.span)
        self.hoisted.statements.append(tree.Call(name, (*given, *answers), value.span))
        return Ref((held.name,), (Level(len(held.shape)),), held.type, value.span)

    # -- values of derived types -------------------------------------------------------------------

    def values(self, value: tree.Expr) -> tuple[DerivedType, list[tree.Expr]] | None:
        """The values of the components of `value`; None where it is of no derived type."""
        type_ = self.constructed(value)
        if type_ is not None:
            assert isinstance(value, tree.Apply)
            return type_, self._construct(value, type_)
        if isinstance(value, tree.Unary) and value.op == "()":
            inner = self.values(value.operand)
            if inner is None:
                return None
            return inner[0], [tree.Unary("()", v, value.span) for v in inner[1]]
        ref = self.function_value(value)
        if ref is None and self.is_bound(value):
            return None
        ref = ref or self.reference(value)
        if ref is None or ref.type is None:
            return None
        return ref.type, [plain(r, self.added.names) for _, r in parts(ref)]

    def constructed(self, value: tree.Argument) -> DerivedType | None:
        """The type that `value` is a structure constructor of."""
        if not isinstance(value, tree.Apply) or value.name in self.names:
            return None
        if self.visible.hides(value.name) or self.visible.generics(value.name):
            return None
        return self.visible.type(value.name, value.name_span)

    def _construct(self, value: tree.Apply, type_: DerivedType) -> list[tree.Expr]:
        from_keywords = {a.name: a.value for a in value.arguments if isinstance(a, tree.Keyword)}
        positional = [a for a in value.arguments if not isinstance(a, tree.Keyword)]
        if len(positional) > len(type_.components):
            raise AdcError.of(
                "ADC0229", f"`{type_.name}` has {len(type_.components)} components", value.span,
                help="give one value for each",
            )  # fmt: skip
        found: list[tree.Expr] = []
        for position, one in enumerate(type_.components):
            given: tree.Argument | None = from_keywords.get(one.name)
            if position < len(positional):
                given = positional[position]
            if one.error is not None:
                continue
            found += self._one_value(value, type_, one.name, given)
        return found

    def _one_value(
        self, value: tree.Apply, type_: DerivedType, name: str, given: tree.Argument | None
    ) -> list[tree.Expr]:
        one = type_.component(name)
        assert one is not None
        if one.pointer:
            raise pointer_copied(name, value.span)
        if given is None:
            default = [leaf.init for leaf in used_leaves(one.type)] if one.type else [one.init]
            missing = [d for d in default if d is None]
            if missing:
                raise AdcError.of(
                    "ADC0229", f"the component `{name}` of `{type_.name}` gets no value",
                    value.span, help="give its value",
                )  # fmt: skip
            return [d for d in default if d is not None]
        if isinstance(given, (tree.Section, tree.Keyword)):
            raise not_a_value(name, given.span)
        if one.type is None:
            return [self.expression(given)]
        made = self.values(given)
        if made is None or made[0] is not one.type:
            raise not_a_value(name, given.span)
        return made[1]


def _rank(level: Level) -> int:
    if level.subscripts is None:
        return level.rank
    return sum(isinstance(s, tree.Section) for s in level.subscripts)


def mentions(node: Any, names: set[str]) -> bool:
    return any(isinstance(n, (tree.Name, tree.Apply)) and n.name in names for n in walk(node))


def declared_kind(added: Added, kinds: Kinds, name: str) -> Kind | None:
    """The kind of a variable that elaboration has declared."""
    for declaration in added.declarations:
        if isinstance(declaration, tree.TypeDeclaration):
            for entity in declaration.entities:
                if entity.name == name:
                    found = typed(declaration.type, kinds.scope)
                    return Kind(found.base, found.dtype, len(entity.shape or ()))
    return None


__all__ = ["Meaning", "declared_kind", "mentions", "number"]
