"""Whether values may be rounded otherwise than in the source: where all that is done with them is
so smooth that what differs in the last digit goes on to differ in the last digits.

A comparison, a rounding to integers, the edge of a domain or a pole may turn the last digit into
another result: `x/49.0 >= 1.0` holds for 49.0, while 49.0*(1.0/49.0) is less than 1.
"""

from __future__ import annotations

from collections.abc import Mapping

from adc.ir.declarations import Container
from adc.ir.enums import Update
from adc.ir.expressions import Apply, Expr, Read, reads, walked
from adc.schedule.accesses import written
from adc.schedule.tree import Declare, For, If, RoutineCall, Statement, Tree, walk

#: Functions without kinks, poles or an edge of their domain.
_SMOOTH = frozenset(("add", "sub", "mul", "neg", "zmul", "exp", "sin", "cos", "tanh", "arctan"))


def only_smooth(tree: Tree, by_name: Mapping[str, Container]) -> bool:
    """Whether `tree` computes floating-point numbers by smooth operations alone, divides by none
    that it computes, and data decide nothing."""
    made = frozenset(name for node in tree for name in written(node))
    made = made.union(n.name for n in walk(tree) if isinstance(n, Declare))
    for node in walk(tree):
        if isinstance(node, RoutineCall):
            return False
        if isinstance(node, For) and (node.test is not None or node.count is not None):
            return False
        if isinstance(node, If) and any(isinstance(e, Read) for e in walked(node.condition)):
            return False
        if isinstance(node, Declare) and not _smooth(node.expr, made):
            return False
        if isinstance(node, Statement) and not (
            by_name[node.target.container].dtype.is_float
            and node.op in (Update.ASSIGN, Update.ADD)
            and _smooth(node.expr, made)
        ):
            return False
    return True


def _smooth(expr: Expr, made: frozenset[str]) -> bool:
    """Whether `expr` is smooth in what is read; values in `made` are the function's own."""
    for e in walked(expr):
        if isinstance(e, Read) and not e.dtype.is_float:
            return False
        if isinstance(e, Apply) and e.op in ("div", "zdiv"):
            if any(read.container in made for read in reads(e.args[1])):
                return False
        elif isinstance(e, Apply) and e.op not in _SMOOTH:
            return False
    return True
