"""Loops over an axis of which a branch picks one iteration, as lowering makes them of positions
that the source computes: `for i in range(n): if i == k: …`."""

from __future__ import annotations

from adc.ir.expressions import Apply, Expr, IntValue, index_names, reads
from adc.ir.node import Node
from adc.ir.nodes import Branch, Loop
from adc.ir.shapes import symbol
from adc.ir.walking import written_in


def picks_one(loop: Node) -> bool:
    """Whether all that `loop` does, it does in one iteration at most."""
    return isinstance(loop, Loop) and picked_by(loop) is not None


def picked_by(loop: Loop) -> Expr | None:
    """Which one iteration of `loop` does all that it does, if it is one that the loop has; None
    where there may be others."""
    if len(loop.body) != 1:
        return None
    branch = loop.body[0]
    if not isinstance(branch, Branch) or branch.orelse:
        return None
    found = compared(branch.condition, "eq", loop.var)
    made_of = set() if found is None else {r.container for r in reads(found)}
    return None if made_of & set(written_in(branch.then)) else found


def compared(test: Expr, op: str, var: str) -> Expr | None:
    """The integer that `op` compares the variable `var` with, which is on the left unless it is
    equality, and on which that does not depend; None where `test` is something else."""
    if not isinstance(test, Apply) or test.op != op:
        return None
    here = IntValue(symbol(var))
    others = [a for a in test.args if a != here]
    if len(others) != 1 or (op != "eq" and test.args[0] != here):
        return None
    if var in index_names(others[0]) or not others[0].dtype.is_integer:
        return None
    return others[0]
