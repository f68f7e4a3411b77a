"""The moments that the planner tells apart, and the bytes of a configuration at each.

Places are the statements of the forward sweep and then of the reverse sweep that no loop is around,
a loop being one place. A branch is a place for its condition, then those of one arm and of the
other. Where branches have loops inside, each place is there once for every way that they may go:
what one arm holds into its reverse is not there together with what the other holds. An event is a
place on a way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product

import sympy

from adc.differentiate.gradient import Reversed
from adc.ir.declarations import Container
from adc.ir.node import Body, Node
from adc.ir.nodes import Branch, Loop, While
from adc.ir.shapes import maximum
from adc.ir.text import expr_text
from adc.ir.walking import walk_nodes

#: Buffers begin at multiples of so many bytes.
ALIGNMENT = 64
#: Branches with loops inside beyond these are taken to go both ways.
MOST_BRANCHES = 3

#: Conditions of branches, as text, with "then" or "else".
Path = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Profile:
    """What is in memory where in a configuration made real.

    `nodes`: per node of the schedule that no loop is around, the labels of its statements and the
    sets of buffers live together somewhere in it, each with its path through branches; `sizes`: the
    buffers' bytes; `arguments`: those of arguments, seeds and gradients, which live throughout.
    """

    nodes: tuple[tuple[frozenset[str], tuple[tuple[Path, frozenset[str]], ...]], ...]
    sizes: Mapping[str, int]
    arguments: int

    def amount(self, live: Iterable[str], apart: frozenset[str]) -> int:
        return self.arguments + sum(self.sizes[n] for n in live if n not in apart)

    @property
    def most(self) -> int:
        """The most bytes that are there together."""
        lives = (live for _, found in self.nodes for _, live in found)
        return max((self.amount(live, frozenset()) for live in lives), default=self.arguments)

    def resized(self, sizes: Mapping[str, int]) -> Profile:
        """The same with other bytes for some buffers."""
        return replace(self, sizes={**self.sizes, **sizes})


@dataclass(frozen=True)
class Held:
    """Per event, the most bytes there (0: nothing happens) and the buffers live in it."""

    amounts: tuple[int, ...]
    buffers: tuple[frozenset[str], ...]


@dataclass(frozen=True)
class Events:
    """The events of both sweeps, in order, those of one place together.

    `numbers`: by the label of a statement, its first event; `spans`: per event, the events of the
    top-level statement that it lies in; `reverse`: per top-level statement of the reverse sweep,
    its events; `forward`: how many belong to the forward sweep; `ways`: how branches may go.
    """

    numbers: Mapping[str, int]
    spans: tuple[range, ...]
    reverse: tuple[range, ...]
    forward: int
    ways: tuple[Mapping[str, str], ...]

    def __len__(self) -> int:
        return len(self.spans)

    def at(self, label: str) -> range:
        """The events of the place that the statement `label` belongs to."""
        start = self.numbers[label]
        return range(start, start + len(self.ways))

    def of(self, node: Node) -> range:
        """The events of the top-level statement that `node` lies in; empty where it has none."""
        for inside in walk_nodes((node,)):
            number = self.numbers.get(getattr(inside, "label", ""))
            if number is not None:
                return self.spans[number]
        return range(0)

    def held(self, profile: Profile, apart: frozenset[str] = frozenset()) -> Held:
        """What is there at each event, the buffers `apart` not counted in bytes. A node that joins
        several places counts for all of them, a node of none for the place before it."""
        amounts, buffers = [0] * len(self), [frozenset[str]()] * len(self)
        last = 0
        for labels, lives in profile.nodes:
            known = [self.numbers[label] for label in labels if label in self.numbers] or [last]
            last = max(known)
            for path, live in lives:
                amount = profile.amount(live, apart)
                for event in range(min(known), last + len(self.ways)):
                    if self.agrees(event, path):
                        amounts[event] = max(amounts[event], amount)
                        buffers[event] |= live
        return Held(tuple(amounts), tuple(buffers))

    def agrees(self, event: int, path: Path) -> bool:
        """Whether the way of `event` may take `path`."""
        way = self.ways[event % len(self.ways)]
        return all(way.get(condition, arm) == arm for condition, arm in path)


def events_of(reversed_: Reversed) -> Events:
    """The events of a gradient before anything is decided."""
    ways = ways_of(reversed_.primal.body)
    numbers: dict[str, int] = {}
    count = 0

    def visit(node: Node) -> None:
        nonlocal count
        inside = (node,) if isinstance(node, Branch) else tuple(walk_nodes((node,)))
        numbers.update({label: count for n in inside if (label := getattr(n, "label", ""))})
        count += len(ways)
        if isinstance(node, Branch):
            for child in (*node.then, *node.orelse):
                visit(child)

    spans: list[range] = []
    tops: list[range] = []
    for node in (*reversed_.primal.body, *reversed_.reverse):
        start = count
        visit(node)
        tops.append(range(start, count))
        spans += [tops[-1]] * (count - start)
    length = len(reversed_.primal.body)
    forward = sum(len(top) for top in tops[:length])
    if not spans:  # nothing is computed: the call itself is a place
        spans, forward = [range(1)], 1
    return Events(numbers, tuple(spans), tuple(tops[length:]), forward, ways)


def ways_of(body: Body) -> tuple[Mapping[str, str], ...]:
    """The ways that the branches outside loops that have loops inside may go."""
    conditions: dict[str, None] = {}

    def visit(nodes: Body) -> None:
        for node in nodes:
            if isinstance(node, Branch):
                if any(isinstance(n, (Loop, While)) for n in walk_nodes((node,))):
                    conditions[expr_text(node.condition)] = None
                visit((*node.then, *node.orelse))

    visit(body)
    told = list(conditions)[:MOST_BRANCHES]
    return tuple(
        dict(zip(told, arms, strict=True)) for arms in product(("then", "else"), repeat=len(told))
    )


def byte_count(container: Container) -> sympy.Expr:
    """Bytes of a container; an extent that may be negative counts as none."""
    return sympy.Mul(container.dtype.itemsize, *(maximum(e, 0) for e in container.shape))


def aligned(size: int) -> int:
    """`size` bytes as the arena rounds them."""
    return -(-size // ALIGNMENT) * ALIGNMENT
