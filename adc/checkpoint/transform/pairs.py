"""The loops of a frame with their adjoints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from adc.checkpoint.transform.frame import Frame
from adc.ir.node import Body
from adc.ir.nodes import Branch, Loop, ReverseWhile, While
from adc.ir.walking import walk_nodes


@dataclass(frozen=True)
class Pair:
    """A loop of the forward sweep, the loops around it, and its adjoint in the reverse sweep."""

    loop: Loop | While
    adjoint: Loop | ReverseWhile
    around: tuple[Loop, ...]


def pairs(frame: Frame) -> tuple[Pair, ...]:
    """The loops of `frame` that have an adjoint, outermost first."""
    if "pairs" not in frame.known:
        frame.known["pairs"] = tuple(_pairs(frame))
    return cast(tuple[Pair, ...], frame.known["pairs"])


def _pairs(frame: Frame) -> list[Pair]:
    adjoints = {
        n.var: n
        for n in walk_nodes(frame.reverse)
        if isinstance(n, ReverseWhile) or (isinstance(n, Loop) and n.backwards)
    }
    return [
        Pair(loop, adjoints[loop.var], around)
        for loop, around in loops_of(frame.forward.body, ())
        if loop.var in adjoints
    ]


def loops_of(
    body: Body, around: tuple[Loop, ...]
) -> Iterator[tuple[Loop | While, tuple[Loop, ...]]]:
    for node in body:
        if isinstance(node, While) or (isinstance(node, Loop) and not node.backwards):
            yield node, around
        inside = (*around, node) if isinstance(node, Loop) else around
        for part in node.parts:
            yield from loops_of(part, inside)


def outer_loops(body: Body) -> Iterator[Loop | While]:
    """The loops of `body` that no other loop is around."""
    for node in body:
        if isinstance(node, (Loop, While)):
            yield node
        elif isinstance(node, Branch):
            yield from outer_loops((*node.then, *node.orelse))
