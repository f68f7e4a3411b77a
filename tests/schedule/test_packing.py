"""Packings against all packings."""

from __future__ import annotations

import itertools
import random
import time

import pytest

from adc.schedule.packing import Blocks, best_order, first_fit, offsets_in, reach


def blocks_of(sizes: list[int], cliques: list[frozenset[int]]) -> Blocks:
    conflicts = [
        frozenset(j for c in cliques if k in c for j in c if j != k) for k in range(len(sizes))
    ]
    return Blocks(sizes, conflicts, cliques)


def intervals(count: int, moments: int, rng: random.Random) -> list[frozenset[int]]:
    """Lives as in a straight line of `moments`."""
    lives = [sorted((rng.randrange(moments), rng.randrange(moments))) for _ in range(count)]
    return [
        frozenset(k for k, (first, last) in enumerate(lives) if first <= m <= last)
        for m in range(moments)
    ]


def anything(count: int, rng: random.Random) -> list[frozenset[int]]:
    pairs = itertools.combinations(range(count), 2)
    return [frozenset(p) for p in pairs if rng.random() < 0.5] + [
        frozenset([k]) for k in range(count)
    ]


def least_reach(blocks: Blocks) -> int:
    """Of all packings: every order of the offsets is tried."""
    orders = itertools.permutations(range(len(blocks.sizes)))
    return min(reach(blocks, offsets_in(blocks, order)) for order in orders)


@pytest.mark.parametrize("seed", range(12))
def test_best_order_is_the_best_of_all(seed: int) -> None:
    """A few hundred instances of up to six buffers, and some of seven."""
    rng = random.Random(seed)
    for trial in range(30):
        count = 7 if trial < 2 else rng.randrange(1, 7)
        cliques = anything(count, rng) if trial % 2 else intervals(count, 8, rng)
        blocks = blocks_of([64 * rng.randrange(7) for _ in range(count)], cliques)
        offsets = offsets_in(blocks, best_order(blocks))
        assert reach(blocks, offsets) == least_reach(blocks), blocks
        for k, other in itertools.combinations(range(count), 2):
            apart = (
                offsets[k] + blocks.sizes[k] <= offsets[other]
                or offsets[other] + blocks.sizes[other] <= offsets[k]
            )
            assert apart or other not in blocks.conflicts[k]


def test_first_fit_is_not_always_best() -> None:
    """So the search has something to do: 64-byte units, lives in a line."""
    rng = random.Random(3)
    worse = 0
    for _ in range(60):
        blocks = blocks_of([64 * rng.randrange(1, 7) for _ in range(6)], intervals(6, 8, rng))
        found = reach(blocks, offsets_in(blocks, best_order(blocks)))
        worse += reach(blocks, first_fit(blocks, range(6))) > found
    assert worse > 0


@pytest.mark.parametrize("count", (40, 120))
def test_many_buffers_take_little_time(count: int) -> None:
    rng = random.Random(count)
    sizes = [64 * rng.randrange(1, 500) for _ in range(count)]
    blocks = blocks_of(sizes, intervals(count, 3 * count, rng))
    begin = time.perf_counter()
    far = reach(blocks, offsets_in(blocks, best_order(blocks)))
    assert time.perf_counter() - begin < 3.0
    assert blocks.bound <= far <= 1.1 * blocks.bound
