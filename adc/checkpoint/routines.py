"""What the gradients of routines are planned for, and what the plan tells of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import sympy

from adc.checkpoint.plan import PlanRow
from adc.checkpoint.scenario import REFERENCE
from adc.ir.call import calls_in, symbols_given
from adc.ir.program import Program
from adc.ir.shapes import evaluate, integer, names, substitute, symbol

#: For each routine, by its name, what its sizes and integer arguments are in its first call, in
#: those of the program.
Given = Mapping[str, Mapping[str, sympy.Expr]]


def given_at_first(program: Program) -> Given:
    """What the symbols of each routine that `program` leads to are; reference numbers where they
    change from call to call."""
    found: dict[str, dict[str, sympy.Expr]] = {}

    def visit(caller: Program, known: Mapping[str, sympy.Expr]) -> None:
        for call in calls_in(caller.body):
            if call.routine in found:
                continue
            routine = program.routine(call.routine)
            kinds = {p.name: p.kind for p in routine.parameters}
            found[routine.name] = {
                name: substitute(value, dict(known))
                if names(value) <= known.keys()
                else integer(REFERENCE[kinds[name]])
                for name, value in symbols_given(call, routine).items()
            }
            visit(routine, found[routine.name])

    visit(program, {name: symbol(name) for name in program.symbols})
    return found


def at_sizes(given: Mapping[str, sympy.Expr], sizes: Mapping[str, int]) -> dict[str, int]:
    """The numbers that a routine's symbols are where those of the program are `sizes`."""
    return {name: evaluate(value, dict(sizes)) for name, value in given.items()}


def rows_of_routine(
    name: str, rows: Iterable[PlanRow], given: Mapping[str, sympy.Expr]
) -> tuple[PlanRow, ...]:
    """The `rows` of a routine's own plan, as those of the program: `name.array`, bytes in the
    program's sizes."""
    return tuple(
        replace(row, array=f"{name}.{row.array}", bytes=substitute(row.bytes, dict(given)))
        for row in rows
    )
