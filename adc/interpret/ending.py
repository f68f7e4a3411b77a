"""Which statement ends a call: a stop of the source's, or one that sizes or data do not fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from adc.diagnostics import Span
from adc.interpret.machine import Machine, prepared
from adc.interpret.operations import taken
from adc.ir.call import Call, given_formals, symbols_given
from adc.ir.evaluation import compiled
from adc.ir.node import Node
from adc.ir.nodes import Compute
from adc.ir.program import Program

#: As many statements are run at the most.
_MOST = 200_000


class Ending(NamedTuple):
    """Where in the source a call ends, and what did not fit there, as far as that is known."""

    span: Span
    reason: str = ""


class _EndedError(Exception):
    """The call is over; `ending` is where, None where it has taken too long."""

    def __init__(self, ending: Ending | None) -> None:
        self.ending = ending


class _Watched(Machine):
    """Ends with the first statement that sets a flag of the program's; `left` are the statements
    that it may still run."""

    left = _MOST

    def node(self, node: Node) -> None:
        self.left -= 1
        if self.left < 0:
            raise _EndedError(None)
        super().node(node)

    def compute(self, node: Compute) -> None:
        super().compute(node)
        program = self.memory.program
        if node.container in (program.misfit, program.stop) and self.memory.flat(node.container)[0]:
            reason = node.note if node.container == program.misfit else ""
            raise _EndedError(None if node.span is None else Ending(node.span, reason))

    def call(self, node: Call) -> None:
        routine = self.memory.program.routine(node.routine)
        sizes = {n: compiled(e)(self.scope) for n, e in symbols_given(node, routine).items()}
        operands = taken(node, self.memory, self.scope)
        given = dict(zip((c.name for c in given_formals(routine)), operands, strict=True))
        ending = where_ended(routine, sizes, given)
        if ending is not None:
            raise _EndedError(ending)
        super().call(node)


def where_ended(
    program: Program, sizes: Mapping[str, int], inputs: Mapping[str, Any]
) -> Ending | None:
    """Where in the source a call of `program` ends before its end, arguments as for `run`; None
    where it does not, or where that takes too long to find out."""
    if program.external is not None:
        return None
    memory, integers = prepared(program, sizes, inputs)
    try:
        _Watched(memory, integers, {}).body(program.body)
    except _EndedError as ended:
        return ended.ending
    return None
