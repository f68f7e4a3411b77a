"""Calls of loops that solve an equation: those of their derivatives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from adc.differentiate.routines import call_of_derivative, section
from adc.ir.build import apply, zero
from adc.ir.call import Binding, Call, bindings
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update, When
from adc.ir.expressions import Expr, Read
from adc.ir.names import NameSource
from adc.ir.node import Access, Body, Write
from adc.ir.nodes import Compute
from adc.ir.operation import Section
from adc.ir.program import Program

#: The value of an element that a call reads or writes, before it or after it.
Value = Callable[[Expr, When], Expr]


@dataclass
class Convergence:
    """Whether all iterations of derivatives have converged: a flag of the program that is made.

    It is `made` where one may fail; `locals` are what single calls say.
    """

    fresh: NameSource
    labels: NameSource
    made: Container | None = None
    locals: list[Container] = field(default_factory=list)

    def watched(self, call: Call) -> tuple[Write, Body]:
        """Where `call` says that it failed, and what is done with that."""
        if self.made is None:
            self.made = Container(self.fresh.fresh("noconv"), DType.BOOL, (), Role.NOCONV)
        failed = Container(self.fresh.fresh("failed"), DType.BOOL, (), Role.LOCAL, span=call.span)
        self.locals.append(failed)
        both = apply("or", _value(self.made), _value(failed))
        label, target = self.labels.fresh(f"{call.label}_failed"), Access(self.made.name, ())
        step = Compute(label, target, Update.ASSIGN, both, (), call.span)
        return Write(Access(failed.name, ())), (step,)

    @property
    def initial(self) -> Body:
        """The flag as it begins."""
        if self.made is None:
            return ()
        label, target = self.labels.fresh("converges"), Access(self.made.name, ())
        return (Compute(label, target, Update.ASSIGN, zero(DType.BOOL)),)

    @property
    def containers(self) -> tuple[Container, ...]:
        return () if self.made is None else (self.made, *self.locals)


def _value(container: Container) -> Read:
    return Read(container.name, (), container.dtype)


def outs_of(call: Call, solver: Program, useful: frozenset[str]) -> frozenset[str]:
    """The formals of `solver` beside its states whose results are `useful` behind `call`."""
    assert solver.implicit is not None
    found = {
        b.formal.name
        for b in bindings(call, solver)
        if b.result and b.result.container in useful and b.formal.dtype.is_float
    }
    return frozenset(found - set(solver.implicit.states))


def adjoint_call(
    call: Call, solver: Program, adjoint: Program, bars: Mapping[str, Container], label: str,
    value: Value, failed: Write,
) -> Call:  # fmt: skip
    """The call of `adjoint` that belongs to `call`, on the values at the solution."""
    bound = {b.formal.name: b for b in bindings(call, solver)}

    def operand(formal: Container) -> Section:
        return section(bound[formal.of], bars) if formal.of else _at_end(bound[formal.name], value)

    return _derived(call, solver, adjoint, label, bound, bars, failed, operand)


def tangent_call(
    call: Call, solver: Program, tangent: Program, dots: Mapping[str, Container], failed: Write
) -> Call:
    """The call of `tangent` that takes the place of `call`."""
    bound = {b.formal.name: b for b in bindings(call, solver)}

    def operand(formal: Container) -> Section:
        if formal.of:
            return section(bound[formal.of], dots)
        given = bound[formal.name].operand
        assert given is not None
        return given

    return _derived(call, solver, tangent, call.label, bound, dots, failed, operand)


def _derived(
    call: Call, solver: Program, derivative: Program, label: str, bound: Mapping[str, Binding],
    carried: Mapping[str, Container], failed: Write, operand: Callable[[Container], Section],
) -> Call:  # fmt: skip
    def result(formal: Container) -> Write:
        if formal.of:
            expr, domain = section(bound[formal.of], carried)
            assert isinstance(expr, Read)
            return Write(Access(expr.container, expr.index), domain)
        own = bound.get(formal.name)
        return failed if own is None or own.result is None else own.result

    return call_of_derivative(call, solver, derivative, label, operand, result)


def _at_end(binding: Binding, value: Value) -> Section:
    if binding.result is None:
        assert binding.operand is not None
        return Section(value(binding.operand.expr, When.BEFORE), binding.operand.domain)
    target, domain = binding.result.target, binding.result.domain
    read = Read(target.container, target.index, binding.formal.dtype)
    return Section(value(read, When.AFTER), domain)
