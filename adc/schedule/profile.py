"""The bytes of a call, by the statements of the program that was scheduled."""

from __future__ import annotations

from collections.abc import Mapping

from adc.checkpoint.estimates.events import Path, Profile
from adc.ir.shapes import evaluate
from adc.schedule.scheduled import Scheduled
from adc.schedule.tree import (
    Call,
    Declare,
    If,
    Node,
    RoutineCall,
    Statement,
    Tree,
    parts,
    walk,
)


def profile(scheduled: Scheduled, sizes: Mapping[str, int]) -> Profile:
    """What is live in each node of the tree that no loop is around, where sizes and integer
    arguments are `sizes`. The condition of a branch is a node before those of its arms."""
    timeline = scheduled.timeline
    lives: dict[tuple[int, ...], dict[tuple[Path, frozenset[str]], None]] = {}
    for event in timeline.events:
        lives.setdefault(event.spot, {})[event.path, frozenset(event.live)] = None
    return Profile(
        tuple((labels_of(node_at(scheduled.tree, s)), tuple(found)) for s, found in lives.items()),
        timeline.bytes_of(sizes),
        evaluate(timeline.arguments, dict(sizes)),
    )


def node_at(tree: Tree, spot: tuple[int, ...]) -> Node:
    """The node that `spot` leads to (see `lifetimes.Moment`)."""
    node = tree[spot[0]]
    for arm, position in zip(spot[1::2], spot[2::2], strict=True):
        node = parts(node)[arm][position]
    return node


def labels_of(top: Node) -> frozenset[str]:
    """The labels of the IR's statements inside a node of the tree; of a branch, its own."""
    if isinstance(top, If):
        return frozenset({top.label} - {""})
    found = set()
    for node in walk((top,)):
        if isinstance(node, (Statement, Declare, If, RoutineCall)):
            found.add(node.label)
        elif isinstance(node, Call):
            found.add(node.compute.label)
    return frozenset(found - {""})
