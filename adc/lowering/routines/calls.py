"""A call of one of the file's functions, kept: what is passed, what is asked for, what it gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.rules import Rule
from adc.ir import shapes
from adc.ir.call import Call, formals, gained_formals, given_formals
from adc.ir.declarations import Assumption
from adc.ir.expressions import Read, reads
from adc.ir.operation import Section
from adc.ir.shapes import substitute
from adc.lowering.callsite import CallSite
from adc.lowering.closures import captured_values
from adc.lowering.context import Context, Keep
from adc.lowering.control.where_run import ask, equal_where_run
from adc.lowering.integers.assumptions import slacks
from adc.lowering.naming import plain_stem
from adc.lowering.routines.actuals import actuals_of
from adc.lowering.routines.alone import Alone, Returned
from adc.lowering.routines.external import WRITTEN, Fitting, refused
from adc.lowering.routines.patterns import Actual, NotKeptError, Pattern
from adc.lowering.routines.sections import section, written
from adc.lowering.routines.store import Store
from adc.lowering.store import materialise
from adc.lowering.values import Array, Items, Nothing, UserFunction, Value, View, of_view, places


def keeper(store: Store) -> Keep:
    """Keeps calls where `store` has, or can make, a routine for them."""
    return partial(keep, store)


def keep(
    store: Store, cx: Context, function: surface.Function, site: CallSite,
    made: UserFunction | None = None,
) -> Value | None:  # fmt: skip
    """The value of a call that is emitted; None, and nothing is changed, where it is not kept.
    A library's routine is always called: AdcError where it cannot be."""
    rule = store.rules.get(function.name.partition("%")[0])
    if rule is not None and not function.stays:
        return library_call(cx, store, rule, function, site)
    if not store.policy.keeps(function):
        return None
    saved, span, depth = cx.snapshot(), cx.span, len(cx.scopes)
    try:
        actuals = actuals_of(cx, store.policy, function, site)
        if function.stays and made is not None:
            store.captured[function.name] = captured_values(made)
        alone, found = store.routine(cx, function, actuals)
        return called(cx, alone, found, actuals, site.span)
    except (AdcError, NotKeptError):
        del cx.scopes[depth:]
        cx.restore(saved)
        cx.span = span
        return None


def library_call(
    cx: Context, store: Store, rule: Rule, function: surface.Function, site: CallSite
) -> Value:
    alone = store.external(rule)
    table, actuals = Fitting(cx, rule, site).arguments(function)
    try:
        return called(cx, alone, Pattern((), table, frozenset()), actuals, site.span)
    except NotKeptError as error:
        raise refused(rule, site, error) from None


def called(
    cx: Context, alone: Alone, found: Pattern, actuals: Sequence[Actual], span: Span
) -> Value:
    """Emits the call; its value."""
    table = {name: found.values[canonical] for canonical, name in alone.symbols.items()}
    for name in alone.sized:
        if not shapes.names(table[name]) <= cx.symbols:
            raise NotKeptError
    for assumption in alone.program.assumptions:
        require(cx, assumption, table)
    passed = Passing(cx, alone, actuals).arguments()
    for name in passed:
        view = passed[name].view
        if alone.program[name].role in WRITTEN and view is not None:
            cx.will_write(view.container, span)
    for made in alone.returned:
        if made.container not in passed:
            passed[made.container] = _result(cx, alone, made, table)
    cx.body.append(_call(cx, alone, passed, table, span))
    values = tuple(_value(made, passed[made.container]) for made in alone.returned)
    if not values:
        return Nothing()
    return values[0] if len(values) == 1 else Items(values)


def require(cx: Context, assumption: Assumption, table: dict[str, sympy.Expr]) -> None:
    """See to it that what the routine assumes holds wherever it is called: as for a statement."""
    left, right = (substitute(e, dict(table)) for e in (assumption.left, assumption.right))
    if assumption.relation == "==":
        if not cx.prover.equal(left, right):
            equal_where_run(cx, left, right, assumption.reason, assumption.span)
        return
    told = Assumption(left, assumption.relation, right, assumption.reason, assumption.span)
    clause = slacks(told)
    if not ask(cx, clause, assumption.reason, assumption.span):
        raise NotKeptError
    if len(clause) == 1:
        cx.assume_inside(clause[0])


def _call(
    cx: Context, alone: Alone, passed: dict[str, Array], table: dict[str, sympy.Expr], span: Span
) -> Call:
    program = alone.program
    rank = max((len(c.shape) for c in formals(program)), default=0)
    variables = tuple(cx.domain_symbol(axis) for axis in range(rank))
    operands = [_operand(cx, passed[c.name], variables) for c in given_formals(program)]
    results = [written(cx, passed[c.name], variables) for c in gained_formals(program)]
    given = tuple(table[name] for name in program.symbols)
    return Call("", tuple(operands), tuple(results), span, "", program.name, given)


def _operand(cx: Context, array: Array, variables: tuple[sympy.Symbol, ...]) -> Section:
    if array.view is None:
        return Section(array.at(()))
    return section(cx, array, variables)


# -- values ----------------------------------------------------------------------------------------


def _result(cx: Context, alone: Alone, made: Returned, table: dict[str, sympy.Expr]) -> Array:
    """A new container for a value."""
    own = alone.program.name.partition("%")[0]
    stem = f"{own}_value" if made.container == own else plain_stem(made.container, own)
    shape = tuple(substitute(e, dict(table)) for e in made.shape)
    view = cx.new_container(cx.user_name(stem), made.dtype, shape)
    if made.either:
        cx.types.either.add(view.container)
    return of_view(View(view.container, shape, places(len(shape))), made.dtype, weak=made.weak)


def _value(made: Returned, array: Array) -> Array:
    assert array.view is not None
    return of_view(array.view, made.dtype, weak=made.weak)


# -- what is passed --------------------------------------------------------------------------------


@dataclass
class Passing:
    """The arguments of one call on their way to the routine's formals."""

    cx: Context
    alone: Alone
    actuals: Sequence[Actual]

    def arguments(self) -> dict[str, Array]:
        """What is passed for each formal, numbers in memory where the routine writes them.
        NotKeptError where two share memory."""
        arrays = dict(self._in_memory())
        held = Counter(a.view.container for a in arrays.values() if a.view is not None)
        written = {a.view.container for n, a in arrays.items() if self._writes(n) and a.view}
        self._refuse_sharing(held, written, arrays)
        found: dict[str, Array] = {}
        used = set(held)
        for name, array in self._formals():
            found[name] = (
                arrays[name] if name in arrays else self._number(name, array, used, written)
            )
        return found

    def _formals(self) -> list[tuple[str, Array]]:
        names = self.alone.containers
        return [
            (names[a.key], a.value)
            for a in self.actuals
            if a.key in names and isinstance(a.value, Array)
        ]

    def _writes(self, name: str) -> bool:
        return self.alone.program[name].role in WRITTEN

    def _in_memory(self) -> list[tuple[str, Array]]:
        """Arrays, and the numbers that are written."""
        found: list[tuple[str, Array]] = []
        for name, array in self._formals():
            if not array.shape and not self._writes(name):
                continue
            if array.view is None:
                array = of_view(materialise(self.cx, array, name, user=True), array.dtype)
            found.append((name, array))
        return found

    def _refuse_sharing(
        self, held: Counter[str], written: set[str], arrays: dict[str, Array]
    ) -> None:
        kinds = {a.view.container: a.dtype for a in arrays.values() if a.view is not None}
        for container, count in held.items():
            if count > 1 and (container in written or kinds[container].is_float):
                raise NotKeptError
            if held.keys() & self.cx.watched.get(container, {}).keys():
                raise NotKeptError

    def _number(self, name: str, array: Array, used: set[str], written: set[str]) -> Array:
        """A number that is only read: as it is, if it is plain and no other argument reads it."""
        expr = array.at(())
        read = {r.container for r in reads(expr)}
        if self.cx.fortran and array.view is not None and read & written:
            raise NotKeptError  # passed by reference
        plain = not read or isinstance(expr, Read)
        if not plain or read & used:
            return of_view(materialise(self.cx, array, name, user=True), array.dtype)
        used |= read
        return array


__all__ = ["keep", "keeper"]
