"""Calls of the user's own routines, which stay functions.

A program has the routines that it calls beside it, by name (`Program.routines`). A `Call` is an
operation on sections of the caller's arrays like any other: it reads all that the routine is
given and writes all that it gives back. What the routine works on in place is an operand and
a result: where both are one section it works there, else the operand is copied first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple, Self

import numpy as np
import sympy

from adc.diagnostics import InternalError
from adc.ir.declarations import Container
from adc.ir.enums import READ_ONLY, SEEN, Role, Update
from adc.ir.expressions import Const, Expr, IntValue, Need, Read, substitute_expr
from adc.ir.node import Access, Body, Domain, Node, Scoped, Write
from adc.ir.nodes import ReverseWhile, While
from adc.ir.operation import Making, Operation, Section, in_loops
from adc.ir.program import Program
from adc.ir.shapes import IntLike, symbol
from adc.ir.unfolding import unfolded
from adc.ir.walking import walk_nodes

#: Formals that hold something on entry: a caller's adjoint is added to.
GIVEN = READ_ONLY | {Role.INOUT, Role.GRADIENT}
#: Formals that the caller sees afterwards.
GAINED = SEEN


class Binding(NamedTuple):
    """A formal argument of the routine, and what a call gives for it and gains by it."""

    formal: Container
    operand: Section | None
    result: Write | None

    @property
    def in_place(self) -> bool:
        """Whether the routine finds its argument where it leaves it."""
        if self.operand is None or self.result is None:
            return True
        expr, target = self.operand.expr, self.result.target
        there = isinstance(expr, Read) and (expr.container, expr.index) == (
            target.container, target.index,
        )  # fmt: skip
        return there and self.operand.domain == self.result.domain

    @property
    def copied(self) -> tuple[Access, Expr, Domain] | None:
        """What is assigned where, and for what points, so that the routine finds its argument
        where it leaves it; None where it does."""
        if self.in_place or self.operand is None or self.result is None:
            return None
        shift: dict[str, IntLike] = {
            old.var: symbol(new.var) + old.start - new.start
            for old, new in zip(self.operand.domain, self.result.domain, strict=True)
        }
        value = substitute_expr(self.operand.expr, shift)
        return self.result.target, value, self.result.domain


@dataclass(frozen=True)
class Call(Operation):
    """`results` become what the routine gives for `operands`, its symbols being `given`.

    Operands are in the order of the formals that hold something on entry, results in that of those
    that the caller sees (`given_formals`, `gained_formals`); the axes of a section are the
    formal's. Results are assigned, no two share a container, and one that an operand shares is
    that operand's formal.
    """

    routine: str = ""
    given: tuple[sympy.Expr, ...] = ()

    keyword: ClassVar[str] = "call"

    @property
    def title(self) -> str:
        return self.label or f"a call of {self.routine}"

    @property
    def integers(self) -> tuple[Scoped, ...]:
        mine = tuple(Scoped(value, (), f"an argument of {self.routine}") for value in self.given)
        return (*mine, *super().integers)

    def map_own_integers(self, f: Callable[[sympy.Expr], sympy.Expr]) -> Self:
        return replace(super().map_own_integers(f), given=tuple(f(value) for value in self.given))

    def check(self, containers: Mapping[str, Container]) -> None:
        """Those of its rules that need no routine; the verifier has the others."""
        written = [w.container for w in self.results]
        if len(set(written)) < len(written):
            raise InternalError(f"{self.title}: results share a container", self.span)
        for domain in [o.domain for o in self.operands] + [w.domain for w in self.results]:
            self._check_box(domain)

    def meaning(self, *operands: np.ndarray) -> tuple[np.ndarray, ...]:
        raise self._asks_for_routine()

    def tangent(
        self, dots: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        raise self._asks_for_routine()

    def adjoint(
        self, bars: tuple[Section | None, ...], into: tuple[Write | None, ...], make: Making
    ) -> Body:
        raise self._asks_for_routine()

    def loops(self, make: Making) -> Body:
        """The routine's body with the caller's sections for its arguments, after copies of what it
        is given elsewhere than it leaves it. Calls in it are written out, too."""
        routine = in_loops(make.program.routine(self.routine))
        if routine.external is not None:
            raise InternalError(f"{self.title}: a library's routine has no body", self.span)
        before: list[Node] = []
        after: list[Node] = []
        places: dict[str, Section] = {}
        counts = counting(routine)
        for binding in bindings(self, routine):
            name = binding.formal.name
            if name in counts:
                places[name], first, last = self._count(binding, make)
                after += last
            else:
                places[name], first = self._place(binding, make)
            before += first
        given = symbols_given(self, routine)
        return (*before, *unfolded(routine, given, places, make), *after)

    def _count(self, binding: Binding, make: Making) -> tuple[Section, Body, Body]:
        """The same for a formal that a loop of the routine counts its iterations in. Where the
        caller has an element for it, it is a scalar, which is copied to that element in the end."""
        formal, operand, result = binding
        if not any(place.index for place in _elements(operand, result)):
            return *self._place(binding, make), ()
        local = make.local(formal.name, formal.dtype, ())
        inside, target = Read(local.name, (), formal.dtype), Access(local.name, ())
        first = () if operand is None else (make.compute(target, Update.ASSIGN, operand.expr),)
        last = () if result is None else (make.compute(result.target, Update.ASSIGN, inside),)
        return Section(inside), first, last

    def _place(self, binding: Binding, make: Making) -> tuple[Section, Body]:
        """What stands for a formal in the caller, and the statements that make it so."""
        formal, operand, result = binding
        if result is None:
            assert operand is not None
            if operand.domain or isinstance(operand.expr, (Read, Need, Const, IntValue)):
                return operand, ()
            local = make.local(formal.name, formal.dtype, ())
            copy = make.compute(Access(local.name, ()), Update.ASSIGN, operand.expr)
            return Section(Read(local.name, (), formal.dtype)), (copy,)
        target, domain = result.target, result.domain
        place = Section(Read(target.container, target.index, formal.dtype), domain)
        if copied := binding.copied:
            to, value, points = copied
            return place, (make.compute(to, Update.ASSIGN, value, points),)
        return place, ()

    def _asks_for_routine(self) -> InternalError:
        return InternalError(f"{self.title}: a call has no meaning without its routine", self.span)


def formals(routine: Program) -> tuple[Container, ...]:
    """The containers that a caller passes to `routine`, in order."""
    return tuple(routine[name] for name in routine.passed)


def given_formals(routine: Program) -> tuple[Container, ...]:
    """Those of them that hold something on entry: a call's operands."""
    return tuple(c for c in formals(routine) if c.role in GIVEN)


def gained_formals(routine: Program) -> tuple[Container, ...]:
    """Those of them that the caller sees after the call: a call's results."""
    return tuple(c for c in formals(routine) if c.role in GAINED)


def bindings(call: Call, routine: Program) -> tuple[Binding, ...]:
    """What `call` gives and gains, formal by formal."""
    operands = dict(zip((c.name for c in given_formals(routine)), call.operands, strict=True))
    results = dict(zip((c.name for c in gained_formals(routine)), call.results, strict=True))
    return tuple(Binding(c, operands.get(c.name), results.get(c.name)) for c in formals(routine))


def _elements(operand: Section | None, result: Write | None) -> Iterator[Read | Access]:
    """The elements that a call gives a scalar, and gains by it."""
    if operand is not None and isinstance(operand.expr, Read):
        yield operand.expr
    if result is not None:
        yield result.target


def counting(routine: Program) -> frozenset[str]:
    """The scalars that loops of `routine` count their iterations in."""
    loops = (n for n in walk_nodes(routine.body) if isinstance(n, (While, ReverseWhile)))
    return frozenset(loop.trips for loop in loops)


def symbols_given(call: Call, routine: Program) -> dict[str, sympy.Expr]:
    """The values of the routine's sizes and integer arguments in `call`."""
    return dict(zip(routine.symbols, call.given, strict=True))


def calls_in(body: Body) -> Iterator[Call]:
    """Every call of `body`, in order."""
    return (n for n in walk_nodes(body) if isinstance(n, Call))


def calls_library(program: Program, node: Node) -> bool:
    """Whether `node` of `program` is a call of a library's routine."""
    return isinstance(node, Call) and program.routine(node.routine).external is not None


def each_routine(program: Program, f: Callable[[Program], Program]) -> Program:
    """`program` with `f` applied to it and to each of its routines that is no library's."""
    if not program.routines:
        return f(program)
    known = (program.routine(routine.name) for routine in program.routines)
    own = (routine if routine.external else f(routine) for routine in known)
    return replace(f(program), routines=tuple(replace(routine, routines=()) for routine in own))


def link_flags(program: Program) -> str:
    """The flags that link the libraries whose routines `program` leads to, each text once."""
    externals = [r.external for r in routines_used(program) if r.external is not None]
    return " ".join(dict.fromkeys(e.link for e in externals if e.link))


def routines_used(program: Program) -> tuple[Program, ...]:
    """The routines that `program` leads to, each after those that it calls."""
    found: dict[str, Program] = {}

    def visit(body: Body) -> None:
        for call in calls_in(body):
            if call.routine not in found:
                routine = program.routine(call.routine)
                visit(routine.body)
                found[call.routine] = routine

    visit(program.body)
    return tuple(found.values())
