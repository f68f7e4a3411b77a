"""Kernels of one thread: as few as what stands between them allows.

A launch takes as long as thousands of operations. What one thread runs waits for the next kernel of
one thread in the same list of nodes, unless something between them uses what it writes, or writes
what it uses.
"""

from __future__ import annotations

from dataclasses import replace

from adc.schedule.accesses import AccessKind, touched, touches
from adc.schedule.tree import Comment, Declare, Launch, Node, Spread, Tree, walk


def gathered(tree: Tree) -> Tree:
    """`tree` with kernels of one thread brought together, those inside loops and branches not."""
    found = list(tree)
    for here in reversed(range(len(found))):
        first = found[here]
        if not _is_alone(first):
            continue
        there = _next(found, here)
        if there is not None:
            found[there] = _joined(first, found[there])
            del found[here]
    return tuple(found)


def _is_alone(node: Node) -> bool:
    return isinstance(node, Launch) and node.spread is Spread.ALONE


def _next(nodes: list[Node], here: int) -> int | None:
    """Where the kernel is that the one at `here` can wait for."""
    first = nodes[here]
    for there in range(here + 1, len(nodes)):
        node = nodes[there]
        if _is_alone(node):
            return None if _declared(first) & _declared(node) else there
        if not isinstance(node, Comment) and not _apart(first, node):
            return None
    return None


def _joined(first: Node, then: Node) -> Launch:
    assert isinstance(first, Launch) and isinstance(then, Launch)
    return replace(then, body=(*first.body, *then.body))


def _declared(node: Node) -> set[str]:
    return {n.name for n in walk((node,)) if isinstance(n, Declare)}


def _apart(a: Node, b: Node) -> bool:
    """Whether neither writes what the other touches."""
    return not (_written(a) & touched(b) or _written(b) & touched(a))


def _written(node: Node) -> set[str]:
    reads = (AccessKind.READ, AccessKind.CALL_READ)
    return {t.container for t in touches((node,)) if t.kind not in reads}
