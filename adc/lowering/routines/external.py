"""A call of a library's routine that a rule knows: what is passed has to fit it, or is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import sympy

from adc.diagnostics import AdcError, Note
from adc.frontends import surface
from adc.frontends.rules import Rule
from adc.ir.declarations import Container
from adc.ir.enums import SYMBOLS, Role
from adc.ir.program import Program
from adc.ir.shapes import substitute
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.where_run import equal_where_run
from adc.lowering.inlining import bound_arguments
from adc.lowering.promotion import as_array
from adc.lowering.routines.actuals import associated
from adc.lowering.routines.alone import Alone
from adc.lowering.routines.patterns import Actual, NotKeptError, Pattern
from adc.lowering.routines.sections import are_apart, is_contiguous
from adc.lowering.store import materialise
from adc.lowering.values import Array, Value, anywhere, of_view

#: What the names of external routines have in them while a program is lowered.
KEY = "%rule"
WRITTEN = frozenset({Role.OUTPUT, Role.INOUT})


def key_of(rule: Rule) -> str:
    return rule.name + KEY


def alone_of(rule: Rule) -> Alone:
    """The routine as those are that were lowered by themselves."""
    program = replace(rule.primal, name=key_of(rule))
    own = {p.name: p.name for p in program.parameters}
    symbols = {name: name for name in program.symbols}
    return Alone(program, Pattern((), {}, frozenset()), symbols, own, (), frozenset())


def routines_of(rule: Rule) -> tuple[Program, ...]:
    """The routine with its derivatives, which it names, under names of their own."""
    found = []
    named = {}
    for kind, program in (("tangent", rule.tangent), ("adjoint", rule.adjoint)):
        if program is not None:
            named[kind] = f"{program.name}{KEY} of {kind} of {rule.name}"
            found.append(replace(rule.bodies.get(kind, program), name=named[kind]))
    assert rule.primal.external is not None
    external = replace(
        rule.primal.external, tangent=named.get("tangent", ""), adjoint=named.get("adjoint", "")
    )
    return (replace(rule.primal, name=key_of(rule), external=external), *found)


@dataclass(frozen=True)
class Fitting:
    """One call: makes of what is passed what the routine takes. Raises ADC0311 where it cannot."""

    cx: Context
    rule: Rule
    site: CallSite

    def arguments(
        self, function: surface.Function
    ) -> tuple[dict[str, sympy.Expr], tuple[Actual, ...]]:
        """The values of the routine's integers, and what is passed for its other arguments."""
        values = self.values(function)
        table = self.integers(values)
        arrays = {
            c.name: self.fitting(c, values[c.name], table) for c in self.rule.primal.containers
        }
        self.keep_apart(arrays)
        return table, tuple(Actual(name, array) for name, array in arrays.items())

    def values(self, function: surface.Function) -> dict[str, Value]:
        """What is passed, by the names of the rule; in Python without sizes."""
        names = [p.name for p in self.rule.primal.parameters]
        if self.cx.fortran:
            return self.by_reference(function, names)
        count = len(self.site.arguments) + len(self.site.keywords)
        if count == len(names):
            function = with_parameters(function, names)
        return bound_arguments(self.cx, function, self.site)

    def by_reference(self, function: surface.Function, names: list[str]) -> dict[str, Value]:
        """The same in Fortran, where `function` declares its dummies."""
        own = [p.name for p in function.parameters]
        if len(own) != len(names):
            raise AdcError.of(
                "ADC0311", f"`{self.rule.name}` takes {len(own)} arguments in its source and"
                f" {len(names)} in its rule", self.site.span,
                help="have the rule list the arguments of the source",
                notes=(Note("the rule is here", self.rule.span),),
            )  # fmt: skip
        given = bound_arguments(self.cx, function, self.site)
        try:
            given = associated(self.cx, function, given)
        except AdcError as error:  # it is told at the declaration, which the rule stands for
            first = error.diagnostics[0]
            note = Note("the rule is here", self.rule.span)
            told = replace(first, span=self.site.span, notes=(*first.notes, note))
            raise AdcError([told]) from None
        return {name: given[key] for name, key in zip(names, own, strict=True)}

    def integers(self, values: dict[str, Value]) -> dict[str, sympy.Expr]:
        primal, found = self.rule.primal, {}
        for parameter in primal.parameters:
            name = parameter.name
            if parameter.kind not in SYMBOLS:
                continue
            if name in values:
                found[name] = self.site.integer(values[name], name)
            else:
                found[name] = self.size(name, values)
        return found

    def size(self, name: str, values: dict[str, Value]) -> sympy.Expr:
        """A size that is not passed, by the first array that has it for an extent."""
        found = self.rule.place_of(name)
        assert found is not None, "what no array tells is passed"
        container, axis = found
        array = as_array(values[container.name], self.site.span)
        if len(array.shape) != len(container.shape):
            raise self.misfit(container, f"is passed an array with {_axes(len(array.shape))}")
        return self.cx.extent(array.shape[axis])

    def fitting(self, formal: Container, value: Value, table: dict[str, sympy.Expr]) -> Array:
        array = as_array(value, self.site.span)
        written = formal.role in WRITTEN
        if array.dtype is not formal.dtype:
            raise self.misfit(formal, f"is of {formal.dtype}, and is passed {array.dtype}")
        if len(array.shape) != len(formal.shape):
            what = f"has {_axes(len(formal.shape))}, and what is passed {len(array.shape)}"
            raise self.misfit(formal, what)
        if array.ways or self.cx.types.origin(anywhere(array)) is not None:
            raise self.misfit(formal, "is passed what depends on the path taken")
        self.check_shape(formal, array, table)
        if written and (array.view is None or (not array.shape and not self.cx.fortran)):
            raise self.misfit(formal, "is written, and is passed a value")
        if not array.shape:
            return array
        if self.lies_well(array):
            return array
        if written:
            raise self.misfit(formal, "is written, and what is passed is no block of memory")
        return self.copied(formal, array)

    def lies_well(self, array: Array) -> bool:
        view = array.view
        if view is None or view.container in self.cx.stretched:
            return False
        return is_contiguous(self.cx, view)

    def copied(self, formal: Container, array: Array) -> Array:
        return of_view(materialise(self.cx, array, formal.name, user=True), array.dtype)

    def check_shape(self, formal: Container, array: Array, table: dict[str, sympy.Expr]) -> None:
        what = f"the shape of `{formal.name}` of `{self.rule.name}`"
        for extent, wanted in zip(array.shape, formal.shape, strict=True):
            own, needed = self.cx.extent(extent), substitute(wanted, dict(table))
            if not self.cx.prover.equal(own, needed):
                equal_where_run(self.cx, own, needed, what, self.site.span)

    def keep_apart(self, arrays: dict[str, Array]) -> None:
        """What is only read is copied where another argument is of the same array; ADC0311 where
        one of the two is written and they may have an element in common."""
        groups: dict[str, list[str]] = {}
        for name, array in arrays.items():
            by_value = not array.shape and not self.cx.fortran
            if array.view is not None and not by_value:
                groups.setdefault(array.view.container, []).append(name)
        for names in groups.values():
            for one, other in combinations(names, 2):
                self.refuse_overlap(one, other, arrays)
            kept = next((n for n in names if self.writes(n)), names[0])
            for name in names:
                if name != kept and arrays[name].shape:
                    arrays[name] = self.copied(self.rule.primal[name], arrays[name])

    def writes(self, name: str) -> bool:
        return self.rule.primal[name].role in WRITTEN

    def refuse_overlap(self, one: str, other: str, arrays: dict[str, Array]) -> None:
        if not (self.writes(one) or self.writes(other)):
            return
        first, second = arrays[one].view, arrays[other].view
        assert first is not None and second is not None
        if self.writes(one) and self.writes(other):
            what = f"is of one array with `{other}`, and both are written"
            raise self.misfit(self.rule.primal[one], what, "pass another array for one of them")
        if not are_apart(self.cx, first, second):
            what = f"shares an array with `{other}`, and one of the two is written"
            raise self.misfit(self.rule.primal[one], what, "pass a copy of what is read")

    def misfit(self, formal: Container, what: str, way_out: str = "") -> AdcError:
        rule = self.rule.primal
        names = (p.name for p in rule.parameters)
        position = next(k for k, name in enumerate(names) if name == formal.name)
        spans = self.site.spans
        span = spans[position] if len(spans) == len(rule.parameters) else self.site.span
        shape = f" with {_axes(len(formal.shape))}" if formal.shape else ""
        kind = "array" if formal.shape else "number"
        plain = f"pass a whole {kind} of {formal.dtype}{shape}"
        return AdcError.of(
            "ADC0311", f"`{formal.name}` of `{self.rule.name}` {what}", span,
            help=way_out or plain, notes=(Note("the rule is here", self.rule.span),),
        )  # fmt: skip


def _axes(count: int) -> str:
    return "1 axis" if count == 1 else f"{count} axes"


def with_parameters(function: surface.Function, names: Sequence[str]) -> surface.Function:
    """`function` with parameters of these names."""
    made = tuple(surface.Parameter(name, None, None, function.span) for name in names)
    return replace(function, parameters=made)


def refused(rule: Rule, site: CallSite, error: NotKeptError) -> AdcError:
    del error
    return AdcError.of(
        "ADC0311", f"what is passed to `{rule.name}` does not lie in memory as its rule wants it",
        site.span, help="pass whole arrays, each once, and copies of others",
        notes=(Note("the rule is here", rule.span),),
    )  # fmt: skip
