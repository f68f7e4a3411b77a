"""The derivatives of loops that solve an equation, each made once for what it is asked for."""

from __future__ import annotations

from collections.abc import Callable

from adc.differentiate.implicit.adjoint import adjoint_of_solver
from adc.differentiate.implicit.tangent import tangent_of_solver
from adc.differentiate.routines import Derivatives
from adc.ir.program import Program
from adc.ir.walking import labels_in

Make = Callable[
    [Program, frozenset[str], frozenset[str], Callable[[Program, frozenset[str]], Program]], Program
]


def solver_adjoint(
    solver: Program, active: frozenset[str], outs: frozenset[str], routines: Derivatives
) -> Program:
    """The adjoint of the routine `solver`, whose step's are planned as `routines` are."""
    return _derived(solver, active, outs, routines, adjoint_of_solver)


def solver_tangent(
    solver: Program, active: frozenset[str], outs: frozenset[str], routines: Derivatives
) -> Program:
    """The routine that does what `solver` does, with the tangents."""
    return _derived(solver, active, outs, routines, tangent_of_solver)


def _derived(
    solver: Program, active: frozenset[str], outs: frozenset[str], routines: Derivatives, make: Make
) -> Program:
    def of_step(step: Program, own: frozenset[str]) -> Program:
        stem = f"{solver.name}_step{routines.suffix}"
        key = (len(labels_in(step.body)), own, active, outs)  # one step, or two
        return routines.kept(stem, key, lambda: routines.derive(step, own))

    stem = solver.name + routines.suffix
    return routines.kept(stem, (active, outs), lambda: make(solver, active, outs, of_step))
