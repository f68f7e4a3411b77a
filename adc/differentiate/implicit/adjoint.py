"""The adjoint of a loop that solves an equation: w <- u_bar + w dG/du, then p_bar += w dG/dp."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from adc.differentiate.implicit.iteration import Iterating, any_of, at
from adc.ir.build import apply, compare, const, zero
from adc.ir.call import gained_formals, given_formals
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role
from adc.ir.implicit import Equation
from adc.ir.node import Body, Node
from adc.ir.program import Program

#: Gives the planned gradient of a program for these of its arguments.
Gradient = Callable[[Program, frozenset[str]], Program]


def adjoint_of_solver(
    solver: Program, active: frozenset[str], outs: frozenset[str], gradient: Gradient
) -> Program:
    """The routine that turns the adjoints of the results of `solver` into those of its arguments.

    Its arguments are those of `solver` with the values that they have at the end, and the adjoints
    of the `active` ones, in place; it hands back whether something did not converge.
    """
    making = Iterating(solver, active, outs)
    return _Adjoint(making, gradient).routine()


@dataclass
class _Adjoint:
    making: Iterating
    gradient: Gradient

    def routine(self) -> Program:
        m, solver = self.making, self.making.solver
        self.bars = {
            c.name: replace(
                c, name=m.fresh.fresh(f"{c.name}_bar"), role=Role.GRADIENT, of=c.name, within=()
            )
            for c in solver.containers if c.name in m.active
        }  # fmt: skip
        failed = Container(m.fresh.fresh("failed"), DType.BOOL, (), Role.OUTPUT, span=m.span)
        self.failed = failed
        values = [replace(c, role=Role.INPUT) for c in solver.containers if c.role != Role.LOCAL]
        first = m.put(failed, at(solver[m.implicit.open], ()))
        return m.routine((*values, *self.bars.values(), failed), (first, m.where_run(self.body())))

    def body(self) -> Body:
        m = self.making
        seeds = {s: m.local(f"{s}_adj", m.step[s]) for s in m.states}
        steps: list[Node] = [*m.unknowns.statements(), *m.measured()]
        steps += [m.copy(seeds[s], self.bars[s]) for s in m.states]
        found = seeds
        if m.implicit.equation is Equation.FIXED_POINT and m.states:
            more, found = self.iterated(seeds)
            steps += more
        steps += [m.copy(self.bars[s], found[s]) for s in m.states if found is not seeds]
        routine = self.gradient(m.step, m.active & self.formals())
        steps.append(m.heading("What the parameters gain by the solution's adjoint."))
        steps.append(self.call(routine, {}))
        if m.implicit.equation is Equation.ROOT:
            steps += self.checked(seeds)
        steps += [
            m.set(self.bars[s], lambda i, s=s: m.unknowns.chosen(
                s, i, zero(self.bars[s].dtype), at(self.bars[s], i)
            ))
            for s in m.states
        ]  # fmt: skip
        return (*steps, *self.exchanged())

    def exchanged(self) -> Body:
        """What is no unknown, back where it began: each step has it change places."""
        m = self.making
        if m.once is None:
            return ()
        once = self.gradient(m.once, frozenset(m.states))
        told = m.heading("What no step computes has changed places an odd number of times.")
        return (m.where_odd((told, self.call(once, {}))),)

    def formals(self) -> frozenset[str]:
        step = self.making.step
        return frozenset(c.name for c in (*given_formals(step), *gained_formals(step)))

    def call(self, routine: Program, instead: dict[str, Container]):  # type: ignore[no-untyped-def]
        """The call of the step's gradient: `instead` of an adjoint, another container."""
        places = {c.name: instead.get(c.of, self.bars[c.of]) for c in routine.containers
                  if c.role == Role.GRADIENT}  # fmt: skip
        return self.making.call(routine, places)

    # -- the iteration -----------------------------------------------------------------------------

    def iterated(self, seeds: dict[str, Container]) -> tuple[Body, dict[str, Container]]:
        """The statements after which the second result holds the solution's adjoint."""
        m = self.making
        others = sorted((m.outs & self.bars.keys() & self.formals()) - set(m.states))
        now = {s: m.local(f"{s}_w", m.step[s]) for s in m.states}
        new = {s: m.local(f"{s}_w_new", m.step[s]) for s in m.states}
        spare = {n: m.local(f"{n}_spare", m.step[n]) for n in others}
        go = m.scalar("changes", DType.BOOL)
        routine = self.gradient(m.step, frozenset((*m.states, *others)))
        changes = {s: m.scalar(f"{s}_change", m.step[s].dtype) for s in m.states}
        sizes = {s: m.scalar(f"{s}_w_size", m.step[s].dtype) for s in m.states}
        body: list[Node] = [m.copy(new[s], now[s]) for s in m.states]
        body += [m.copy(spare[n], self.bars[n]) for n in others]
        body.append(self.call(routine, new | spare))
        most = {s: m.scalar(f"{s}_most", m.step[s].dtype) for s in m.states}
        for s in m.states:
            body += self.renewed(s, seeds[s], now[s], new[s], changes[s], sizes[s])
            body.append(m.put(most[s], apply("maximum", at(most[s], ()), at(changes[s], ()))))
        allowed = {s: m.allowed(s, sizes, most=most[s]) for s in m.states}
        grown = [compare("gt", at(changes[s], ()), allowed[s]) for s in m.states]
        body.append(m.put(go, any_of(grown)))
        settled = [compare("le", at(changes[s], ()), allowed[s]) for s in m.states]
        wrong = any_of([at(self.failed, ()), *(apply("not", test) for test in settled)])
        told = m.heading("The transposed step at the solution, until its result changes no more.")
        copies = [m.copy(now[s], seeds[s]) for s in m.states]
        copies += [m.put(most[s], zero(most[s].dtype)) for s in m.states]
        before = [told, *copies, m.put(go, const(True, DType.BOOL))]
        loop = m.repeated(go, body, m.implicit.limit)
        return (*before, loop, m.put(self.failed, wrong)), now

    def renewed(
        self, s: str, seed: Container, now: Container, new: Container, change: Container,
        size: Container,
    ) -> Body:  # fmt: skip
        m = self.making

        def added(i):  # type: ignore[no-untyped-def]
            return m.unknowns.chosen(s, i, apply("add", at(seed, i), at(new, i)), at(seed, i))

        return (
            m.set(new, added),
            m.largest(change, new, lambda i: apply("abs", apply("sub", at(new, i), at(now, i)))),
            m.largest(size, new, lambda i: apply("abs", at(new, i))),
            m.copy(now, new),
        )

    def checked(self, seeds: dict[str, Container]) -> Body:
        """Newton's step hardly depends on where it starts at the solution: else it is none."""
        m = self.making
        steps: list[Node] = []
        tests = []
        sizes = {s: m.scalar(f"{s}_w_size", m.step[s].dtype) for s in m.states}
        for s in m.states:
            left, size = m.scalar(f"{s}_left", m.step[s].dtype), sizes[s]
            bar = self.bars[s]
            steps += [
                m.largest(left, bar, lambda i, s=s, bar=bar: m.unknowns.chosen(
                    s, i, apply("abs", at(bar, i)), zero(bar.dtype)
                )),
                m.largest(size, bar, lambda i, s=s: apply("abs", at(seeds[s], i))),
            ]  # fmt: skip
            tests.append(compare("le", at(left, ()), m.allowed(s, sizes, root=True)))
        if tests:
            wrong = any_of([at(self.failed, ()), *(apply("not", test) for test in tests)])
            steps.append(m.put(self.failed, wrong))
        return tuple(steps)
