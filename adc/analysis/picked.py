"""Loops over an axis of which a branch picks one iteration, as lowering makes them of positions
that the source computes: `for i in range(n): if i == k: …`."""

from __future__ import annotations

from adc.ir.expressions import Apply, IntValue, index_names, reads
from adc.ir.node import Node
from adc.ir.nodes import Branch, Loop
from adc.ir.shapes import symbol
from adc.ir.walking import written_in


def picks_one(loop: Node) -> bool:
    """Whether all that `loop` does, it does in one iteration at most."""
    if not isinstance(loop, Loop) or len(loop.body) != 1:
        return False
    branch = loop.body[0]
    if not isinstance(branch, Branch) or branch.orelse:
        return False
    test, here = branch.condition, IntValue(symbol(loop.var))
    if not isinstance(test, Apply) or test.op != "eq" or here not in test.args:
        return False
    others = [a for a in test.args if a != here]
    if len(others) != 1 or loop.var in index_names(others[0]) or not others[0].dtype.is_integer:
        return False
    return not {r.container for r in reads(others[0])} & set(written_in(branch.then))
