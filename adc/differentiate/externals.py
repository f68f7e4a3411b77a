"""Derivatives of calls of libraries' routines: calls of the tangents and adjoints that rules name.

What a derivative is passed are sections of the caller's arrays, values and derivatives alike.
Where an argument carries no derivative, the derivative that its rule wants is a local of zeros.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from adc.diagnostics import AdcError, Note
from adc.ir.build import zero
from adc.ir.call import GIVEN, Binding, Call, bindings, gained_formals, given_formals
from adc.ir.declarations import Container
from adc.ir.enums import Role, Update, When
from adc.ir.expressions import Expr, Index, Read
from adc.ir.names import NameSource
from adc.ir.node import Access, Domain, Node, Write
from adc.ir.nodes import Compute
from adc.ir.operation import Section
from adc.ir.program import Program

#: The value of an element that a call reads or writes, before it or after it.
Value = Callable[[Expr, When], Expr]


@dataclass
class External:
    """A call of a library's routine that is being differentiated.

    `carried` are the derivatives of the program's containers, of which those of `active` ones count
    here; `kind` is "tangent" or "adjoint". New containers go to `locals`, and statements around
    the call to `before` and `after`.
    """

    node: Call
    program: Program
    kind: str
    carried: Mapping[str, Container]
    active: frozenset[str]
    fresh: NameSource
    labels: NameSource
    locals: list[Container]
    before: list[Node] = field(default_factory=list)
    after: list[Node] = field(default_factory=list)

    @property
    def routine(self) -> Program:
        return self.program.routine(self.node.routine)

    @property
    def bound(self) -> dict[str, Binding]:
        return {b.formal.name: b for b in bindings(self.node, self.routine)}

    @property
    def suffix(self) -> str:
        return "_dot" if self.kind == "tangent" else "_bar"

    def derivative(self) -> Program | None:
        """The program that stands for the derivative; None where the rule has none."""
        external = self.routine.external
        assert external is not None
        name = external.tangent if self.kind == "tangent" else external.adjoint
        return self.program.routine(name) if name else None

    # -- what the rule leaves out ------------------------------------------------------------------

    def checked(self, read: Iterable[str], useful: Iterable[str]) -> Program:
        """The derivative; raises ADC0312 where it does not have what it is asked for: the
        derivatives by the arguments that are `read` and vary, and of those that are written and
        `useful`, by their containers."""
        read, useful = frozenset(read), frozenset(useful)
        derivative = self.derivative()
        had = {c.of for c in derivative.containers if c.of} if derivative else set()
        for formal, operand, result in self.bound.values():
            reads = operand is not None and _container(operand.expr) in read
            gives = result is not None and result.container in useful and formal.dtype.is_float
            if (reads or gives) and formal.name not in had:
                raise self.missing(formal, derivative)
        assert derivative is not None, "a call that carries derivatives has some argument that does"
        return derivative

    def missing(self, formal: Container, derivative: Program | None) -> AdcError:
        rule, name = self.routine, f"{formal.name}{self.suffix}"
        known = derivative.external if derivative else None
        if derivative is None:
            said = f"the rule of `{rule.name}` has no {self.kind}"
            way_out = f"add a line `{self.kind} {rule.name}_{self.suffix[1]}(…)` to the rule"
        else:
            if known is None:  # in NumPy
                said, way = f"the {self.kind} of `{rule.name}` does not name `{name}`", "name"
            else:
                said = f"`{known.symbol}`, the {self.kind} of `{rule.name}`, is not passed `{name}`"
                way = "pass it"
            way_out = f"{way} `{name}`, or leave what depends on `{formal.name}` out of --wrt"
        return AdcError.of(
            "ADC0312", f"{said}, and `{formal.name}` carries a derivative here", self.node.span,
            help=way_out, notes=(Note("the rule is here", rule.span),),
        )  # fmt: skip

    # -- the call ----------------------------------------------------------------------------------

    def call(self, derivative: Program, label: str, value: Value) -> Call:
        """The call of `derivative`, whose values are given by `value`."""
        places = {c.name: self.place(c) for c in derivative.containers if c.of}
        operands = []
        for formal in given_formals(derivative):
            if formal.of:
                operands.append(places[formal.name])
            else:
                operands.append(self.given(formal.name, value))
        results = []
        for formal in gained_formals(derivative):
            section, domain = places[formal.name]
            assert isinstance(section, Read)
            results.append(Write(Access(section.container, section.index), domain))
        table = dict(zip(self.routine.symbols, self.node.given, strict=True))
        given = tuple(table[name] for name in derivative.symbols)
        return replace(
            self.node, label=label, operands=tuple(operands), results=tuple(results),
            routine=derivative.name, given=given, note="",
        )  # fmt: skip

    def given(self, name: str, value: Value) -> Section:
        """The value of one of the routine's arguments: on entry, of what it only writes on exit."""
        formal, operand, result = self.bound[name]
        if operand is not None:
            return Section(value(operand.expr, When.BEFORE), operand.domain)
        assert result is not None
        target = result.target
        element = Read(target.container, target.index, formal.dtype)
        return Section(value(element, When.AFTER), result.domain)

    def place(self, derived: Container) -> Section:
        """The section of the derivative that `derived` of the rule stands for."""
        binding = self.bound[derived.of]
        name, index, domain = _element(binding)
        own = self.carried.get(name) if self.counts(binding, name) else None
        if own is None:
            return self.idle(derived, name, index, domain)
        if derived.role == Role.OUTPUT and self.kind == "adjoint":  # it is set, and added
            section = self.idle(derived, name, index, domain)
            self.add(own, index, section)
            return section
        return Section(Read(own.name, index, own.dtype), domain)

    def counts(self, binding: Binding, name: str) -> bool:
        """Whether the derivative of the container `name` is that of the argument here: what is
        written always has its own."""
        return binding.result is not None or name in self.active

    def idle(self, derived: Container, name: str, index: Index, domain: Domain) -> Section:
        """A local that is like the container `name`, with zeros where the call reads it."""
        shape = self.program[name].shape if name else ()
        # `x_bar` itself may be what the function calls one of its results.
        name = self.fresh.fresh(f"{derived.name}_idle")
        local = Container(name, derived.dtype, shape, Role.LOCAL)
        self.locals.append(local)
        if derived.role in GIVEN:
            target = Access(local.name, index)
            self.before.append(self.compute(target, Update.ASSIGN, zero(local.dtype), domain))
        return Section(Read(local.name, index, local.dtype), domain)

    def add(self, own: Container, index: Index, section: Section) -> None:
        target = Access(own.name, index)
        self.after.append(self.compute(target, Update.ADD, section.expr, section.domain))

    def compute(self, target: Access, op: Update, value: Expr, domain: Domain) -> Compute:
        label = self.labels.fresh(self.node.label + self.suffix)
        return Compute(label, target, op, value, domain, self.node.span)

    def cleared(self, write: Write) -> Compute:
        """Zero as the derivative of what `write` gives."""
        own = self.carried[write.container]
        target = Access(own.name, write.target.index)
        return self.compute(target, Update.ASSIGN, zero(own.dtype), write.domain)


def _element(binding: Binding) -> tuple[str, Index, Domain]:
    """Container, index and domain of an argument; "" for a number in no memory."""
    if binding.result is not None:
        target = binding.result.target
        return target.container, target.index, binding.result.domain
    assert binding.operand is not None
    expr, domain = binding.operand
    if isinstance(expr, Read):
        return expr.container, expr.index, domain
    return "", (), ()


def _container(expr: Expr) -> str:
    return expr.container if isinstance(expr, Read) else ""


# -- both modes ------------------------------------------------------------------------------------


def tangent_of(external: External, varied: frozenset[str], useful: frozenset[str]) -> list[Node]:
    """The call with its tangent, where one of the containers `varied` is read; else with zero as
    the tangents of what it writes. `useful` are the containers that matter afterwards."""
    node, carried = external.node, external.carried
    written = [b.result for b in external.bound.values() if b.result is not None]
    active = [w for w in written if w.container in carried]
    if not active:
        return [node]
    if not varied:
        return [node, *(external.cleared(w) for w in active)]
    derivative = external.checked(varied, useful & carried.keys())
    call = external.call(derivative, external.labels.fresh(node.label + "_dot"), lambda e, _: e)
    had = {c.of for c in derivative.containers if c.of}
    idle = [
        external.cleared(b.result)
        for b in external.bound.values()
        if b.result is not None and b.result.container in carried and b.formal.name not in had
    ]
    steps = [*external.before, call, *external.after]
    values = {c.name for c in given_formals(derivative) if not c.of}
    after = any(external.routine[name].role == Role.OUTPUT for name in values)
    return [node, *steps, *idle] if after else [*steps, node, *idle]


def adjoint_of(
    external: External, reads: frozenset[str], useful: frozenset[str], value: Value
) -> list[Node]:
    """The call's adjoint, then zero as the adjoints of what it assigned. `reads` are the containers
    through which it carries derivatives, `useful` those that matter afterwards."""
    node, carried = external.node, external.carried
    found: list[Node] = []
    had: set[str] = set()
    if reads:
        derivative = external.checked(reads, useful & carried.keys())
        had = {c.of for c in derivative.containers if c.of}
        call = external.call(derivative, external.labels.fresh(node.label + "_bar"), value)
        found = [*external.before, call, *external.after]
    for formal, operand, write in external.bound.values():
        kept = operand is not None and formal.name in had  # the adjoint has set it
        if write is not None and write.container in carried and not kept:
            found.append(external.cleared(write))
    return found
