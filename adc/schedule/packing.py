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
from typing import NamedTuple

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
    return _Search(blocks, best, shortest).run()


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


class _Placed(NamedTuple):
    """Blocks in some `order`, the last of which begins at `low`, and which reach as `far`.

    `floors` says of each block that is still `waiting` how low it may lie; `left` are the bytes of
    each clique that are waiting, `tops` where those end that are not.
    """

    order: tuple[int, ...]
    waiting: tuple[int, ...]
    floors: list[int]
    left: list[int]
    tops: list[int]
    low: int = 0
    far: int = 0


@dataclass
class _Search:
    """Branch and bound over orders of non-decreasing offsets."""

    blocks: Blocks
    best: list[int]
    shortest: int
    looks: int = 0

    def run(self) -> list[int]:
        """The best order that is found."""
        sizes, cliques = self.blocks.sizes, self.blocks.cliques
        left = [sum(sizes[k] for k in clique) for clique in cliques]
        self._go(_Placed((), tuple(range(len(sizes))), [0] * len(sizes), left, [0] * len(cliques)))
        return self.best

    def _go(self, at: _Placed) -> None:
        if not at.waiting:
            if at.far < self.shortest:
                self.best, self.shortest = list(at.order), at.far
            return
        count = len(self.blocks.sizes)
        self.looks += max(count, count * count // 8)  # a look at one block is not all it costs
        for offset, k in self._next(at):
            if self.shortest <= self.blocks.bound or self.looks > _LOOKS:
                return
            self._go(self._with(at, k, offset))

    def _with(self, at: _Placed, k: int, offset: int) -> _Placed:
        """`at` with block `k` at `offset`."""
        size = self.blocks.sizes[k]
        end = offset + size
        floors, left, tops = list(at.floors), list(at.left), list(at.tops)
        for j in self._behind[k]:
            floors[j] = max(floors[j], end)
        for clique in self._within[k]:
            left[clique] -= size
            tops[clique] = max(tops[clique], end)
        waiting = tuple(j for j in at.waiting if j != k)
        return _Placed((*at.order, k), waiting, floors, left, tops, offset, max(at.far, end))

    @cached_property
    def _behind(self) -> list[list[int]]:
        """For each block those that must not overlap it."""
        conflicts = self.blocks.conflicts
        given = range(len(conflicts))
        return [[j for j in given if k in conflicts[j]] for k in given]

    @cached_property
    def _within(self) -> list[list[int]]:
        """For each block the cliques that it is in."""
        cliques = self.blocks.cliques
        return [
            [c for c, clique in enumerate(cliques) if k in clique]
            for k in range(len(self.blocks.sizes))
        ]

    def _next(self, at: _Placed) -> list[tuple[int, int]]:
        """The blocks that may come next, lowest first; none if the rest cannot do better."""
        sizes, floors, low = self.blocks.sizes, at.floors, at.low
        # Blocks come in the order of their offsets, so none lies lower than the last one.
        if any(max(floors[k], low) + sizes[k] >= self.shortest for k in at.waiting):
            return []
        if self._too_full(at):
            return []
        last = at.order[-1] if at.order else -1
        # At one offset the order makes no difference: only the ascending one is looked at.
        fit = [(floors[k], k) for k in at.waiting if (floors[k], k) > (low, last)]
        return sorted(fit, key=lambda pair: (pair[0], -sizes[pair[1]]))

    def _too_full(self, at: _Placed) -> bool:
        """Whether what is left of some clique, stacked from `low` upwards, reaches too far."""
        return any(
            left and max(at.low, top) + left >= self.shortest
            for left, top in zip(at.left, at.tops, strict=True)
        )
