"""Derivatives of calls: those of the routines, made once for each pattern of activity.

The adjoint of a call is one call of the routine's own gradient, on the values that the operands had
before the call: the routine is run again with what its derivatives need, and back (joint reversal:
Griewank & Walther, "Evaluating Derivatives", 2nd ed., section 12.2). The adjoints of the arguments
are arguments of it, which it works on in place; so do the tangents in forward mode.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from adc.analysis.ranges import Ranges, ranges_with_routines
from adc.diagnostics import InternalError
from adc.ir.call import (
    Binding,
    Call,
    bindings,
    calls_in,
    gained_formals,
    given_formals,
)
from adc.ir.declarations import Container
from adc.ir.enums import Role, Update
from adc.ir.expressions import Const, Expr, Read
from adc.ir.names import NameSource
from adc.ir.node import Access, Body, Node, Write
from adc.ir.nodes import Compute
from adc.ir.operation import Section
from adc.ir.program import Program
from adc.ir.walking import labels_in, map_body, mentioned_in, names_in

#: Makes the derivative of a routine for the formals that carry derivatives: a program with their
#: adjoints or tangents (`Container.of` names the formal) among its arguments.
Derive = Callable[[Program, frozenset[str]], Program]


@dataclass
class Derivatives:
    """The derivatives of one kind of the routines that `program` leads to, each made once."""

    program: Program
    derive: Derive
    suffix: str
    taken: NameSource
    _made: dict[tuple[str, frozenset[str]], Program] = field(default_factory=dict)
    _kept: dict[tuple[object, ...], Program] = field(default_factory=dict)

    @classmethod
    def of(cls, program: Program, derive: Derive, suffix: str) -> Derivatives:
        taken = NameSource({program.name, *(r.name for r in program.routines)})
        return cls(program, derive, suffix, taken)

    @cached_property
    def ranges(self) -> dict[str, Ranges]:
        """What values may be, in the program and in each of its routines."""
        return ranges_with_routines(self.program)

    def __call__(self, routine: Program, active: frozenset[str]) -> Program:
        """The derivative of `routine`, whose formals `active` carry derivatives."""
        key = routine.name, active
        if key not in self._made:
            found = without_idle_formals(self.derive(routine, active))
            name = self.taken.fresh(routine.name + self.suffix)
            self._made[key] = replace(found, name=name, routines=())
        return self._made[key]

    def kept(self, stem: str, key: tuple[object, ...], make: Callable[[], Program]) -> Program:
        """What `make` makes, once for each `stem` and `key`, under a name that begins so."""
        known = (stem, *key)
        if known not in self._kept:
            found = without_idle_formals(make())
            name = self.taken.fresh(stem)
            self._kept[known] = replace(found, name=name, routines=())
        return self._kept[known]

    @property
    def made(self) -> tuple[Program, ...]:
        """Those made so far, each without routines of its own."""
        return (*self._made.values(), *self._kept.values())


def without_idle_formals(routine: Program) -> Program:
    """`routine` without the arguments that it does not look at."""
    used = mentioned_in(routine.body)
    idle = {c.name for c in routine.containers if c.name not in used}
    return replace(
        routine,
        parameters=tuple(p for p in routine.parameters if p.name not in idle),
        containers=tuple(c for c in routine.containers if c.name not in idle),
        returns=tuple(n for n in routine.returns if n not in idle),
    )


def each_prepared(program: Program, prepare: Callable[[Program], Program]) -> Program:
    """`program` and its routines as `prepare` makes them."""
    routines = tuple(
        replace(prepare(program.routine(r.name)), routines=()) for r in program.routines
    )
    return replace(prepare(program), routines=routines)


def with_operands_in_memory(program: Program) -> Program:
    """`program` with each floating value that a call is given by value, and that is more than a
    constant, in a scalar of its own: what carries a derivative is an element."""
    labels, fresh = NameSource(labels_in(program.body)), NameSource(names_in(program))
    found: list[Container] = []

    def visit(node: Node) -> Body:
        if not isinstance(node, Call):
            return (node,)
        steps: list[Node] = []
        operands = []
        for operand in node.operands:
            expr = operand.expr
            if expr.dtype.is_float and not isinstance(expr, (Read, Const)):
                local = Container(fresh.fresh("given"), expr.dtype, (), Role.LOCAL, span=node.span)
                found.append(local)
                target, label = Access(local.name, ()), labels.fresh(f"{node.label}_given")
                steps.append(Compute(label, target, Update.ASSIGN, expr, (), node.span))
                operand = Section(Read(local.name, (), local.dtype))
            operands.append(operand)
        return (*steps, replace(node, operands=tuple(operands)))

    if not any(calls_in(program.body)):
        return program
    body = map_body(program.body, visit)
    return program.with_containers(*found).with_body(body)


def carrying(
    call: Call, routine: Program, reads: Iterable[str], carried: Mapping[str, Container]
) -> frozenset[str]:
    """The formals of `routine` that carry derivatives in `call`: bound to what is written and has
    a derivative in `carried`, or only read, as one of `reads`."""
    active = set(reads) & carried.keys()
    found = set()
    for formal, operand, result in bindings(call, routine):
        read = isinstance(operand.expr, Read) and operand.expr.container if operand else ""
        if result.container in carried if result else read in active:
            found.add(formal.name)
    return frozenset(found)


def derived_call(
    call: Call,
    routine: Program,
    derivative: Program,
    carried: Mapping[str, Container],
    label: str,
    value: Callable[[Expr], Expr],
) -> Call:
    """The call of `derivative` that belongs to `call`: what that was given goes in by `value`, and
    for each formal's derivative the same section of the one in `carried`."""
    bound = {b.formal.name: b for b in bindings(call, routine)}

    def operand(formal: Container) -> Section:
        if formal.name in bound:
            given = bound[formal.name].operand
            if given is None:
                raise InternalError(f"{call.title}: {derivative.name} asks for {formal.name}")
            return Section(value(given.expr), given.domain)
        return section(bound[formal.of], carried)

    def result(formal: Container) -> Write:
        if formal.name in bound:
            gained = bound[formal.name].result
            if gained is None:
                raise InternalError(f"{call.title}: {derivative.name} gives {formal.name}")
            return gained
        expr, domain = section(bound[formal.of], carried)
        assert isinstance(expr, Read)
        return Write(Access(expr.container, expr.index), domain)

    return call_of_derivative(call, routine, derivative, label, operand, result)


def call_of_derivative(
    call: Call, routine: Program, derivative: Program, label: str,
    operand: Callable[[Container], Section], result: Callable[[Container], Write],
) -> Call:  # fmt: skip
    """The call of `derivative` that belongs to `call` of `routine`, with what `operand` and
    `result` give for its formals."""
    return replace(
        call,
        label=label,
        operands=tuple(operand(c) for c in given_formals(derivative)),
        results=tuple(result(c) for c in gained_formals(derivative)),
        routine=derivative.name,
        given=tuple(
            symbol for name, symbol in zip(routine.symbols, call.given, strict=True)
            if name in derivative.symbols
        ),
        note="",
    )  # fmt: skip


def section(binding: Binding, carried: Mapping[str, Container]) -> Section:
    """The section of the derivative of what is bound to a formal."""
    if binding.result is not None:
        target, domain = binding.result.target, binding.result.domain
        dot = carried[target.container]
        return Section(Read(dot.name, target.index, dot.dtype), domain)
    assert binding.operand is not None
    expr, domain = binding.operand
    assert isinstance(expr, Read)
    dot = carried[expr.container]
    return Section(Read(dot.name, expr.index, dot.dtype), domain)
