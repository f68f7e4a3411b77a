"""The numbers that the gradients of routines are planned for."""

from __future__ import annotations

from collections.abc import Mapping

from adc.checkpoint.scenario import REFERENCE
from adc.ir.call import calls_in, symbols_given
from adc.ir.program import Program
from adc.ir.shapes import evaluate, names

#: The sizes and integer arguments of each routine, by its name.
RoutineSizes = Mapping[str, Mapping[str, int]]


def sizes_at_calls(program: Program, sizes: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """What the symbols of each routine are in the first call of it that `program` leads to, at
    `sizes` of its own; a reference number where they change from call to call."""
    found: dict[str, dict[str, int]] = {}

    def visit(caller: Program, known: Mapping[str, int]) -> None:
        for call in calls_in(caller.body):
            if call.routine in found:
                continue
            routine = program.routine(call.routine)
            kinds = {p.name: p.kind for p in routine.parameters}
            found[routine.name] = {
                name: evaluate(value, dict(known))
                if names(value) <= known.keys()
                else REFERENCE[kinds[name]]
                for name, value in symbols_given(call, routine).items()
            }
            visit(routine, found[routine.name])

    visit(program, sizes)
    return found
