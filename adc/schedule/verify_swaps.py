"""What must hold of arrays that change places, in a loop tree that is done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adc.diagnostics import InternalError
from adc.schedule.accesses import touched
from adc.schedule.scheduled import Scheduled
from adc.schedule.swaps import needs, put_back
from adc.schedule.tree import For, Launch, Node, Swap, Tree, parts, walk


def check_swaps(scheduled: Scheduled) -> None:
    """Arrays change places in loops that are counted, and are put back right behind each; the one
    that is left is read nowhere else, and neither shares its memory with what the loop touches.
    """
    tree = scheduled.tree
    told = sum(isinstance(n, Swap) for n in walk(tree))
    counts = needs(tree)
    for loop, behind in swapping(tree):
        check_swapping(loop, behind, counts, scheduled)
        told -= 2 * sum(isinstance(n, Swap) for n in loop.body)
    if told:
        raise InternalError("arrays change places where nothing puts them back")


def swapping(tree: Tree) -> Iterator[tuple[For, Node | None]]:
    """The loops in whose own bodies arrays change places, which the host or one thread runs, and
    the node behind each."""
    for node, behind in zip(tree, (*tree[1:], None), strict=False):
        if isinstance(node, For) and any(isinstance(n, Swap) for n in node.body):
            yield node, behind
        if not isinstance(node, Launch) and not (isinstance(node, For) and node.parallel):
            for part in parts(node):
                yield from swapping(part)


def check_swapping(
    loop: For, behind: Node | None, counts: Mapping[str, int], scheduled: Scheduled
) -> None:
    copies = [n.copy for n in loop.body if isinstance(n, Swap)]
    names = [name for c in copies for name in (c.source, c.compute.container)]
    counted = loop.sequential and not loop.parallel and loop.test is None and loop.count is None
    if not counted or len(set(names)) < len(names) or behind != put_back(loop, copies):
        raise InternalError(f"{' and '.join(names)} change places and are not put back", loop.span)
    own = needs((loop, behind))
    for k, node in enumerate(loop.body):
        if isinstance(node, Swap):
            source, target = (scheduled.by_name[n] for n in (node.source, node.compute.container))
            alike = source.dtype is target.dtype and len(source.shape) == len(target.shape)
            if not alike or node.prefix or node.source_prefix:
                raise InternalError(f"{source.name} and {target.name} are not alike", loop.span)
            later = any(source.name in touched(n) for n in loop.body[k + 1 :])
            seen = source.name in scheduled.program.passed
            if later or seen or own[source.name] != counts[source.name]:
                raise InternalError(f"{source.name} has changed places and is used", loop.span)
    in_turn = (frozenset(slot.containers) for slot in scheduled.arena if not slot.offsets)
    for others in in_turn:
        if others & set(names) and len(others & touched(loop)) > 1:
            raise InternalError(f"{' and '.join(sorted(others))} are in one place", loop.span)
