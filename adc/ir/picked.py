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
    test, here = branch.condition, IntValue(symbol(loop.var))
    if not isinstance(test, Apply) or test.op != "eq" or here not in test.args:
        return None
    others = [a for a in test.args if a != here]
    if len(others) != 1 or loop.var in index_names(others[0]) or not others[0].dtype.is_integer:
        return None
    changed = {r.container for r in reads(others[0])} & set(written_in(branch.then))
    return None if changed else others[0]
