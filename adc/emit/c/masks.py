"""Loads under masks, which some compilers get wrong.

gcc up to 13.2 (its PR 114375) mixes up the lanes of masked loads that it gathers from neighbouring
statements, as it does where AVX is asked for and an inner loop is unrolled. It makes them in loops
without loops inside, of what is read for some values of the data only; no other loop needs to go
without its optimisation.
"""

from __future__ import annotations

from collections.abc import Iterable

from adc.ir.expressions import Read
from adc.schedule import Scheduled
from adc.schedule.accesses import written
from adc.schedule.selections import loaded
from adc.schedule.tree import Declare, For, If, Statement, Tree, parts, walk
from adc.schedule.work import few_trips, steady

NO_MASKS = """\
/* With AVX, gcc before 14 may mix up elements that are loaded in some iterations of a loop only. */
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 14 && defined(__AVX__)
#pragma GCC optimize("no-tree-loop-if-convert")
#endif
"""


def without_masks(functions: Iterable[Scheduled]) -> str:
    """What keeps compilers from masks in a file of these functions and their routines; ""
    where all loops load the same elements whatever the data are."""
    trees = [s.tree for f in functions for s in (f, *f.routines)]
    return NO_MASKS if any(_masked(tree, inside=False) for tree in trees) else ""


def _masked(tree: Tree, inside: bool) -> bool:
    """Whether an innermost loop in `tree`, or around it where it is `inside` one, reads elements
    for some values of the data only."""
    loaded_before: set[Read] = set()
    for node in tree:
        if inside and isinstance(node, (Statement, Declare)):
            found = list(loaded(node.expr))
            loaded_before |= {read for read, certain in found if certain}
            if any(read.index and read not in loaded_before for read, _ in found):
                return True
            loaded_before = {r for r in loaded_before if r.container not in written(node)}
        if isinstance(node, For) and node.test is not None:
            return True
        # Short loops may be unrolled to conditions.
        if inside and (isinstance(node, If) or (isinstance(node, For) and not steady(node))):
            return True
        around = _innermost(node) if isinstance(node, For) else inside
        if any(_masked(part, around) for part in parts(node)):
            return True
    return False


def _innermost(loop: For) -> bool:
    """Whether no loop may be left inside when those of few iterations are unrolled: only there do
    compilers make masks of conditions."""
    return all(few_trips(n) for n in walk(loop.body) if isinstance(n, For))
