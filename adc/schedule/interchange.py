"""Sequential loops along the rows of arrays, moved into the loops over what is independent.

A recurrence along the last axis of its arrays, `u[i, j, k]` from `u[i, j, k - 1]`, that the source
computes for all columns at once jumps from row to row in its inner loops, and through all of the
memory for each k. Where no column needs another, a few are taken through the whole recurrence
together, so that the rows that they stand in stay in the cache:

    for k in range(1, K):                    for i in range(I):
        for i in range(I):                       for strip in range(0, J, 8):
            for j in range(J):                       for k in range(1, K):
                u[i, j, k] += u[i, j, k - 1]             for j in range(strip, min(J, strip + 8)):
                                                             u[i, j, k] += u[i, j, k - 1]

Every element still gets its values in the order of k, so that results are the same to the last bit.
"""

from __future__ import annotations

from dataclasses import replace

from adc.ir.names import NameSource
from adc.ir.shapes import minimum, names, symbol
from adc.schedule.accesses import AccessKind, apart, by_container, touches
from adc.schedule.nests import steps
from adc.schedule.tree import Declare, For, If, Node, Statement, Tree, parts, walk, with_parts
from adc.schedule.work import few_trips, open_ended

#: Columns that are taken through a recurrence together: a line of the cache has as many doubles.
STRIP = 8


def with_interchange(tree: Tree, taken: frozenset[str]) -> Tree:
    """`tree` with sequential loops inside of those over what they keep apart, where their own
    variable, and not that of the innermost loop, walks along rows; `taken` are the names in use."""
    fresh = NameSource(set(taken))
    return tuple(_moved(node, fresh) for node in tree)


def _moved(node: Node, fresh: NameSource) -> Node:
    node = with_parts(node, tuple(tuple(_moved(n, fresh) for n in part) for part in parts(node)))
    if not isinstance(node, For) or not node.sequential or open_ended(node):
        return node
    chain = _chain(node)
    if not chain or not _along_rows(node, chain[-1]) or not all(_apart(node, c) for c in chain):
        return node
    return _interchanged(node, chain, fresh.fresh("strip"))


def _chain(loop: For) -> tuple[For, ...]:
    """The loops that stand in `loop`, each alone in the one before, around plain statements; none
    where one of them depends on it, or is not what can be cut into strips."""
    found: list[For] = []
    body = loop.body
    while len(body) == 1 and isinstance(body[0], For):
        found.append(body[0])
        body = body[0].body
    if not found or few_trips(found[-1]):
        return ()
    inside = {loop.var, *(c.var for c in found)}
    for c in found:
        varies = (names(c.start) | names(c.stop)) & inside
        if varies or open_ended(c) or c.step != 1:
            return ()
    plain = all(isinstance(n, (Declare, If, Statement)) for n in walk(body))
    return tuple(found) if plain else ()


def _apart(loop: For, inner: For) -> bool:
    """Whether no iteration of `inner`, in any of `loop`, touches what another one writes."""
    private = {n.name for n in walk(loop.body) if isinstance(n, Declare)}
    inside = frozenset(n.var for n in walk((loop,)) if isinstance(n, For)) - {inner.var}
    groups = by_container(touches(_innermost(loop), inside))
    return all(
        name in private or all(t.kind == AccessKind.READ for t in group) or apart(group, inner.var)
        for name, group in groups.items()
    )


def _innermost(loop: For) -> Tree:
    body = loop.body
    while len(body) == 1 and isinstance(body[0], For):
        body = body[0].body
    return body


def _along_rows(loop: For, inner: For) -> bool:
    """Whether more accesses are along rows in `loop` than in its innermost loop."""
    score = {loop.var: 0, inner.var: 0}
    for touch in touches(_innermost(loop)):
        weight = 1 if touch.kind == AccessKind.READ else 2
        for var in score:
            score[var] += weight * steps(touch.index, var)
    return score[loop.var] > max(score[inner.var], 0)


def _interchanged(loop: For, chain: tuple[For, ...], strip: str) -> For:
    """The loops of `chain`, of whose last there are strips, around `loop` and a strip."""
    last = chain[-1]
    columns = replace(last, start=symbol(strip), stop=minimum(last.stop, symbol(strip) + STRIP))
    moved = For(strip, last.start, last.stop, (replace(loop, body=(columns,)),), STRIP)
    for outer in reversed(chain[:-1]):
        moved = replace(outer, body=(moved,))
    return moved
