"""Where blocks of memory go so that all together reach least far; plain numbers.

Blocks that conflict must not overlap. Any packing is as good as one that places the blocks in some
order, each behind all conflicting blocks placed before it (take the order of the offsets). So an
order is all there is to choose: heuristics find a good one, and where they do not reach the lower
bound, branch and bound over the orders finds the best, within a fixed number of steps.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

#: Blocks that the exact search looks at, at most; enough for every order of seven blocks.
_LOOKS = 200_000


@dataclass(frozen=True)
class Blocks:
    """`sizes[k]` bytes of block k; `conflicts[k]` are the blocks that it must not overlap.

    `cliques` are sets of blocks that all conflict with each other; the fullest bounds the reach.
    """

    sizes: Sequence[int]
    conflicts: Sequence[frozenset[int]]
    cliques: Sequence[frozenset[int]]

    @cached_property
    def bound(self) -> int:
        """No packing reaches less far than this."""
        return max((sum(self.sizes[k] for k in clique) for clique in self.cliques), default=0)


def offsets_in(blocks: Blocks, order: Sequence[int]) -> dict[int, int]:
    """Each block behind all conflicting ones before it in `order`."""
    offsets: dict[int, int] = {}
    for k in order:
        ends = (offsets[j] + blocks.sizes[j] for j in blocks.conflicts[k] if j in offsets)
        offsets[k] = max(ends, default=0)
    return offsets


def reach(blocks: Blocks, offsets: dict[int, int]) -> int:
    return max((offset + blocks.sizes[k] for k, offset in offsets.items()), default=0)


def best_order(blocks: Blocks) -> list[int]:
    """The order of blocks whose packing reaches least far, as far as the search goes."""
    best, shortest = list(range(len(blocks.sizes))), -1
    for first in _first_orders(blocks):
        offsets = first_fit(blocks, first)
        far = reach(blocks, offsets)
        if shortest < 0 or far < shortest:
            # What has no size comes first, so that nothing is pushed up by lying behind it.
            best = sorted(first, key=lambda k: (offsets[k], blocks.sizes[k] > 0))
            shortest = far
        if shortest <= blocks.bound:
            break
    if shortest <= blocks.bound:
        return best
    search = _Search(blocks, best, shortest)
    search.go([], {})
    return search.best


def first_fit(blocks: Blocks, order: Sequence[int]) -> dict[int, int]:
    """Each block in the lowest gap between conflicting ones placed before it."""
    offsets: dict[int, int] = {}
    upwards: list[tuple[int, int]] = []  # (offset, block) of what is placed
    for k in order:
        lowest, size, conflicts = 0, blocks.sizes[k], blocks.conflicts[k]
        for offset, j in upwards:
            if j in conflicts:
                if offset - lowest >= size:
                    break
                lowest = max(lowest, offset + blocks.sizes[j])
        offsets[k] = lowest
        insort(upwards, (lowest, k))
    return offsets


def _first_orders(blocks: Blocks) -> list[list[int]]:
    """Orders to begin with: by first use (as given), size, number of conflicts, and both."""
    given = range(len(blocks.sizes))
    size, conflicts = blocks.sizes, blocks.conflicts
    weight = [sum(size[j] for j in conflicts[k]) for k in given]
    return [
        list(given),
        list(reversed(given)),
        sorted(given, key=lambda k: -size[k]),
        sorted(given, key=lambda k: (-len(conflicts[k]), -size[k])),
        sorted(given, key=lambda k: -weight[k]),
        sorted(given, key=lambda k: -(weight[k] * size[k])),
        sorted(given, key=lambda k: (-(weight[k] + size[k]), -size[k])),
    ]


@dataclass
class _Search:
    """Branch and bound over orders of non-decreasing offsets."""

    blocks: Blocks
    best: list[int]
    shortest: int
    looks: int = 0

    def go(self, placed: list[int], offsets: dict[int, int]) -> None:
        if len(placed) == len(self.blocks.sizes):
            far = reach(self.blocks, offsets)
            if far < self.shortest:
                self.best, self.shortest = list(placed), far
            return
        count = len(self.blocks.sizes)
        self.looks += max(count, count * count // 8)  # a look at one block is not all it costs
        low = offsets[placed[-1]] if placed else 0
        for offset, k in self._next(placed, offsets, low):
            if self.shortest <= self.blocks.bound or self.looks > _LOOKS:
                return
            self.go([*placed, k], {**offsets, k: offset})

    def _next(self, placed: list[int], offsets: dict[int, int], low: int) -> list[tuple[int, int]]:
        """The blocks that may come next, lowest first; none if the rest cannot do better."""
        sizes = self.blocks.sizes
        found: list[tuple[int, int]] = []
        for k in range(len(sizes)):
            if k in offsets:
                continue
            ends = (offsets[j] + sizes[j] for j in self.blocks.conflicts[k] if j in offsets)
            offset = max(ends, default=0)
            # Blocks come in the order of their offsets, so k lies no lower than the last one.
            if max(offset, low) + sizes[k] >= self.shortest:
                return []
            found.append((offset, k))
        if self._too_full(offsets, low):
            return []
        last = placed[-1] if placed else -1
        # At one offset the order makes no difference: only the ascending one is looked at.
        fit = [(o, k) for o, k in found if o > low or (o == low and (k > last or not placed))]
        return sorted(fit, key=lambda pair: (pair[0], -sizes[pair[1]]))

    def _too_full(self, offsets: dict[int, int], low: int) -> bool:
        """Whether what is left of some clique, stacked from `low` upwards, reaches too far."""
        sizes = self.blocks.sizes
        for clique in self.blocks.cliques:
            left = sum(sizes[k] for k in clique if k not in offsets)
            top = max((offsets[k] + sizes[k] for k in clique if k in offsets), default=0)
            if left and max(low, top) + left >= self.shortest:
                return True
        return False
