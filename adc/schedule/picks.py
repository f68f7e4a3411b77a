"""Loops over an axis of which a branch picks iterations: one, `for i in range(n): if i == k: …`, or
the first ones, `if i < k`.

That is how lowering says that an integer which is computed is a position, or ends a loop. The loop
goes on for nothing: the one iteration is run alone, where it is one of the axis, and a loop over
the first ones ends with them.
"""

from __future__ import annotations

from adc.ir.expressions import Apply, Expr, IntValue, Read, reads, walked
from adc.ir.picked import compared
from adc.schedule.accesses import AccessKind, touches
from adc.schedule.tree import For, If, Parallelism, Tree

#: A kernel's loops are its threads.
_THREADS = (Parallelism.GRID, Parallelism.BLOCK)
#: Operations that have a result whatever they are given.
_ANYWHERE = ("add", "sub", "mul", "neg", "maximum", "minimum", "larger", "smaller", "cast")


def only_iteration(loop: For) -> Expr | None:
    """The integer that alone counts among the iterations of `loop`, if there is one; all that
    `loop` does is then what its branch holds."""
    return _picked(loop, "eq")


def end_of_first(loop: For) -> Expr | None:
    """The integer that is larger than all of the iterations of `loop` that count, if a branch says
    so; all that `loop` does is then what its branch holds."""
    return _picked(loop, "lt")


def is_there(value: Expr) -> bool:
    """Whether `value` can be computed even where there is no iteration: it reads no element of an
    array, which may have none, and divides by nothing."""
    for part in walked(value):
        if isinstance(part, Read) and part.index:
            return False
        if isinstance(part, Apply) and part.op not in _ANYWHERE:
            return False
        if isinstance(part, IntValue) and not part.value.is_polynomial():
            return False
    return True


def _picked(loop: For, op: str) -> Expr | None:
    if loop.step != 1 or loop.test is not None or loop.count is not None or len(loop.body) != 1:
        return None
    if loop.parallel is not None and loop.parallel.kind in _THREADS:
        return None
    branch = loop.body[0]
    if not isinstance(branch, If) or branch.orelse:
        return None
    found = compared(branch.condition, op, loop.var)
    return None if found is None or _changes(branch.then, found) else found


def _changes(body: Tree, value: Expr) -> bool:
    """Whether `body` writes what `value` is made of: another iteration may then be picked, too."""
    made_of = {r.container for r in reads(value)}
    return any(t.container in made_of and t.kind is not AccessKind.READ for t in touches(body))
