"""A routine for calls of which less is known: the same program, if nothing is made of the rest."""

from __future__ import annotations

from dataclasses import replace

from adc.ir.declarations import Assumption
from adc.ir.enums import ParameterKind
from adc.ir.shapes import symbol
from adc.lowering.integers.assumptions import slacks
from adc.lowering.integers.prover import Prover
from adc.lowering.routines.alone import Alone, called


def widened(known: Alone, less: Alone) -> Alone | None:
    """`less`, lowered with fewer facts than `known`, in the place of that; None where it is another
    program, or asks for more than calls of `known` were asked for."""
    program = replace(less.program, name=known.program.name)
    alike = replace(program, assumptions=known.program.assumptions) == known.program
    alike = alike and (less.returned, less.on_branch) == (known.returned, known.on_branch)
    if not alike or not all(holds(known, a) for a in program.assumptions):
        return None
    return replace(less, program=program)


def holds(known: Alone, assumption: Assumption) -> bool:
    """Whether `assumption` is proved wherever `known` is called."""
    program = known.program
    sizes = {symbol(p.name) for p in program.parameters if p.kind == ParameterKind.SIZE}
    prover = Prover(sizes)
    for fact in called(tuple(known.pattern.facts), known.symbols):
        prover.assume(fact)
    for each in program.assumptions:
        ways = slacks(each)
        if len(ways) == 1:
            prover.assume(ways[0])
    same = any(
        (a.left, a.relation, a.right) == (assumption.left, assumption.relation, assumption.right)
        for a in program.assumptions
    )
    return same or any(prover.nonneg(slack) for slack in slacks(assumption))
