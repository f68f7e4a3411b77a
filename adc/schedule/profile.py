"""The bytes of a call, by the statements of the program that was scheduled."""

from __future__ import annotations

from collections.abc import Mapping

from adc.ir.shapes import evaluate
from adc.schedule.tree import (
    Copy,
    Declare,
    Fill,
    MatrixProduct,
    Node,
    Scheduled,
    Statement,
    walk,
)


def profile(
    scheduled: Scheduled, sizes: Mapping[str, int]
) -> list[tuple[frozenset[str], int, frozenset[str]]]:
    """Per top-level node of the tree: the labels of the statements in it, the most bytes that are
    live in it, arguments included, where sizes and integer arguments are `sizes`, and the buffers
    that are live somewhere in it."""
    timeline = scheduled.timeline
    arguments = evaluate(timeline.arguments, dict(sizes))
    most: dict[int, int] = {}
    buffers: dict[int, set[str]] = {}
    for event, live in zip(timeline.events, timeline.live_bytes_at(sizes), strict=True):
        most[event.top] = max(most.get(event.top, 0), arguments + live)
        buffers.setdefault(event.top, set()).update(event.live)
    return [
        (labels_of(node), most[position], frozenset(buffers[position]))
        for position, node in enumerate(scheduled.tree)
        if position in most
    ]


def labels_of(top: Node) -> frozenset[str]:
    """The labels of the IR's statements inside a node of the tree."""
    found = set()
    for node in walk((top,)):
        if isinstance(node, (Statement, Declare)):
            found.add(node.label)
        elif isinstance(node, (Fill, Copy, MatrixProduct)):
            found.add(node.compute.label)
    return frozenset(found - {""})
