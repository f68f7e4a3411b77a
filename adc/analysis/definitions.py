"""Where a value was defined: the one assignment, in the same iteration of its loops."""

from __future__ import annotations

import sympy

from adc.analysis.flow import Dependence, Flow
from adc.analysis.placement import Placed
from adc.ir.enums import Update
from adc.ir.expressions import Index
from adc.ir.nodes import Compute
from adc.ir.shapes import names, same, symbol


def definition(
    flow: Flow, placed: dict[str, Placed], here: Placed, index: Index
) -> tuple[Compute, dict[str, sympy.Expr]] | None:
    """The assignment that surely made the value at `index` that `here` sees by `flow`, with its
    domain variables in terms of the index; only where it stands in loops that enclose `here`, in
    the same iteration of them."""
    if len(flow.dependences) != 1 or flow.unmatched:
        return None
    dependence = flow.dependences[0]
    there = placed[dependence.source]
    statement = there.node
    if not isinstance(statement, Compute) or statement.op != Update.ASSIGN:
        return None
    if there.loops != here.loops[: len(there.loops)]:
        return None
    if not same_iteration(dependence, there, here):
        return None
    solution = solve(statement, index)
    return None if solution is None else (statement, solution)


def same_iteration(dependence: Dependence, there: Placed, here: Placed) -> bool:
    """Whether the dependence stays within one iteration of the loops around its source."""
    return len(there.loops) <= len(here.loops) and all(dependence.together)


def solve(statement: Compute, wanted_index: Index) -> dict[str, sympy.Expr] | None:
    """The domain variables of `statement` for which it writes the element at `wanted_index`."""
    variables = {d.var for d in statement.domain}
    solution: dict[str, sympy.Expr] = {}
    for written, wanted in zip(statement.target.index, wanted_index, strict=True):
        own = names(written) & variables
        if not own:
            if not same(written, wanted):
                return None
            continue
        name = next(iter(own))
        offset = written - symbol(name)
        if len(own) > 1 or names(offset) & variables or name in solution:
            return None
        solution[name] = sympy.expand(wanted - offset)
    return solution if set(solution) == variables else None
