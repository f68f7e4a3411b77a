"""The tangent of a loop that solves an equation: u_dot <- dG/du u_dot + dG/dp p_dot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from adc.differentiate.implicit.iteration import Iterating, any_of, at
from adc.ir.build import apply, compare, const, zero
from adc.ir.call import Call, gained_formals, given_formals
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role
from adc.ir.expressions import Expr
from adc.ir.implicit import Equation
from adc.ir.node import Body, Node
from adc.ir.program import Program

#: Gives the tangent of a program for these of its arguments.
Tangent = Callable[[Program, frozenset[str]], Program]
_ROLES = {Role.INPUT: Role.TANGENT_IN, Role.INOUT: Role.INOUT}


def tangent_of_solver(
    solver: Program, active: frozenset[str], outs: frozenset[str], tangent: Tangent
) -> Program:
    """The routine that does what `solver` does, and gives the tangents of its `active` arguments.

    It hands back, too, whether something did not converge.
    """
    return _Tangent(Iterating(solver, active, outs), tangent).routine()


@dataclass
class _Tangent:
    making: Iterating
    tangent: Tangent

    def routine(self) -> Program:
        m, solver = self.making, self.making.solver
        self.dots = {
            c.name: replace(
                c, name=m.fresh.fresh(f"{c.name}_dot"), role=_ROLES[c.role], of=c.name, within=()
            )
            for c in solver.containers if c.name in m.active
        }  # fmt: skip
        self.failed = Container(m.fresh.fresh("failed"), DType.BOOL, (), Role.OUTPUT, span=m.span)
        given = (*solver.containers, *self.dots.values(), self.failed)
        first = m.put(self.failed, at(solver[m.implicit.open], ()))
        return m.routine(given, (*solver.body, first, m.where_run(self.body())))

    def body(self) -> Body:
        m = self.making
        formals = {c.name: c for c in (*given_formals(m.step), *gained_formals(m.step))}
        self.inner = self.tangent(m.step, m.active & frozenset(formals))
        # The step works on copies: what it is taken at stays the solution.
        self.work = {n: m.local(f"{n}_work", c) for n, c in formals.items() if c.role != Role.INPUT}
        self.inside = {n: m.local(f"{n}_dot_work", m.step[n]) for n in self.work if n in m.active}
        self.now = {s: m.local(f"{s}_dot_now", m.step[s]) for s in m.states}
        steps: list[Node] = [*m.unknowns.statements(), *m.measured(), *self.exchanged()]
        for s in m.states:
            dot = self.dots[s]
            steps.append(
                m.set(self.now[s], lambda i, s=s, dot=dot: m.unknowns.chosen(
                    s, i, zero(dot.dtype), at(dot, i)
                ))
            )  # fmt: skip
        steps += self.iterated() if m.states else ()
        steps += self.stepped(self.inner, self.now)
        steps += [m.copy(self.dots[n], self.inside[n]) for n in self.inside
                  if n in m.states or n in m.outs]  # fmt: skip
        return tuple(steps)

    def exchanged(self) -> Body:
        """The states' tangents where what is no unknown ends: each step has it change places."""
        m = self.making
        if m.once is None:
            return ()
        formals = frozenset(c.name for c in (*given_formals(m.once), *gained_formals(m.once)))
        once = self.tangent(m.once, m.active & formals)
        copies = [m.copy(self.dots[s], self.inside[s]) for s in m.states]
        return (m.where_odd((*self.stepped(once, {}), *copies)),)

    def stepped(self, inner: Program, now: dict[str, Container]) -> Body:
        """One tangent step at the solution, from the states' tangents that there are `now`."""
        m = self.making
        copies = [m.copy(work, m.solver[n]) for n, work in self.work.items()]
        copies += [m.copy(c, now.get(n, self.dots[n])) for n, c in self.inside.items()]
        return (*copies, self.call(inner))

    def call(self, inner: Program) -> Call:
        places = dict(self.work)
        for c in inner.containers:
            if c.of and c.role in (Role.TANGENT_IN, Role.INOUT):
                places[c.name] = self.inside.get(c.of, self.dots[c.of])
        return self.making.call(inner, places)

    def iterated(self) -> Body:
        m = self.making
        newton = m.implicit.equation is Equation.ROOT
        go = m.scalar("changes", DType.BOOL)
        body: list[Node] = [*self.stepped(self.inner, self.now)]
        grown: list[Expr] = []
        settled: list[Expr] = []
        most = {s: m.scalar(f"{s}_most", m.step[s].dtype) for s in m.states}
        sizes = {s: m.scalar(f"{s}_dot_size", m.step[s].dtype) for s in m.states}
        for s in m.states:
            change, size = m.scalar(f"{s}_change", m.step[s].dtype), sizes[s]
            old, new = self.now[s], self.inside[s]

            def moved(i, old=old, new=new):  # type: ignore[no-untyped-def]
                return apply("abs", apply("sub", at(new, i), at(old, i)))

            body.append(m.largest(change, new, moved))
            body.append(m.largest(size, new, lambda i, new=new: apply("abs", at(new, i))))
            body.append(m.copy(old, new))
            body.append(m.put(most[s], apply("maximum", at(most[s], ()), at(change, ()))))
            allowed = m.allowed(s, sizes, root=newton, most=most[s])
            grown.append(compare("gt", at(change, ()), allowed))
            settled.append(compare("le", at(change, ()), allowed))
        body.append(m.put(go, any_of(grown)))
        wrong = any_of([at(self.failed, ()), *(apply("not", test) for test in settled)])
        loop = m.repeated(go, body, 2 if newton else m.implicit.limit)
        told = m.heading("The tangent step at the solution, until its result changes no more.")
        first = (m.put(most[s], zero(most[s].dtype)) for s in m.states)
        return (told, *first, m.put(go, const(True, DType.BOOL)), loop, m.put(self.failed, wrong))
