"""Packings against all packings."""

from __future__ import annotations

import itertools
import random
import time

import pytest

from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role
from adc.ir.shapes import evaluate, integer, maximum, minimum, symbol
from adc.schedule import Slot
from adc.schedule.arena import allocate, byte_size, rounded, total
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


# -- formulas ----------------------------------------------------------------------------------

NAMES = ("N", "M", "K")
KNOWN = frozenset({"N", "M"})


def random_buffers(count: int, rng: random.Random) -> list[Container]:
    n, m, k = (symbol(name) for name in NAMES)
    extents = (n, m, n, m + 1, 2 * n, n - 1, k, minimum(n, m), maximum(n, m), integer(3))
    return [
        Container(
            f"b{number}",
            rng.choice((DType.FLOAT64, DType.FLOAT32, DType.BOOL)),
            tuple(rng.choice(extents) for _ in range(rng.randrange(1, 3))),
            Role.LOCAL,
        )
        for number in range(count)
    ]


def places(slots: tuple[Slot, ...], sizes: dict[str, int]) -> tuple[dict[str, int], int]:
    """Where each buffer begins in the arena, as the generated code lays it out."""
    found, base = {}, 0
    for slot in slots:
        offsets = slot.offsets or (integer(0),) * len(slot.containers)
        for name, offset in zip(slot.containers, offsets, strict=True):
            found[name] = base + evaluate(offset, sizes)
            assert found[name] % 64 == 0
        base += evaluate(rounded(slot.bytes), sizes)
    return found, base


@pytest.mark.parametrize("seed", range(6))
def test_arena_wastes_nothing_and_holds_for_all_sizes(seed: int) -> None:
    """Best of all packings at the sizes it is made for; nothing overlaps at any others."""
    rng = random.Random(100 + seed)
    for trial in range(25):
        buffers = random_buffers(7 if trial == 0 else rng.randrange(1, 7), rng)
        names = [b.name for b in buffers]
        lives = anything(len(names), rng) if trial % 2 else intervals(len(names), 8, rng)
        together = [frozenset(names[k] for k in live) for live in lives]
        sizes = {name: rng.randrange(0, 40) for name in NAMES}
        slots = allocate(buffers, together, KNOWN, sizes)
        assert sorted(n for s in slots for n in s.containers) == sorted(names)
        weights = [evaluate(rounded(byte_size(b, KNOWN)), sizes) for b in buffers]
        assert evaluate(total(slots), sizes) == least_reach(blocks_of(weights, lives))
        for _ in range(6):
            others = {name: rng.choice((0, 1, 5, 8, 30, 200)) for name in NAMES}
            others["K"] -= rng.randrange(3)
            check_apart(buffers, together, slots, others)


def check_apart(
    buffers: list[Container],
    together: list[frozenset[str]],
    slots: tuple[Slot, ...],
    sizes: dict[str, int],
) -> None:
    found, end = places(slots, sizes)
    bytes_of = {b.name: evaluate(byte_size(b, KNOWN), sizes) for b in buffers}
    assert end == evaluate(total(slots), sizes)
    assert all(found[n] + bytes_of[n] <= end for n in found)
    for live in together:
        for one, other in itertools.combinations(sorted(live, key=lambda n: found[n]), 2):
            apart = found[one] + bytes_of[one] <= found[other]
            assert apart or not bytes_of[one] or not bytes_of[other], (one, other, sizes)


def test_provably_equal_sizes_take_turns_in_plain_slots() -> None:
    """No offsets, and no maximum, where none is needed."""
    n = symbol("N")
    buffers = [Container(name, DType.FLOAT64, (n,), Role.LOCAL) for name in "abcd"]
    together = [frozenset(pair) for pair in ("ab", "bc", "cd")]
    slots = allocate(buffers, together, KNOWN, {"N": 10})
    assert [(s.containers, s.bytes, s.offsets) for s in slots] == [
        (("a", "c"), 8 * n, ()), (("b", "d"), 8 * n, ())
    ]  # fmt: skip


def test_two_small_buffers_lie_in_the_place_of_a_large_one() -> None:
    n = symbol("N")
    large = Container("a", DType.FLOAT64, (2 * n + 64,), Role.LOCAL)
    small = [Container(name, DType.FLOAT64, (n,), Role.LOCAL) for name in "bc"]
    together = [frozenset("a"), frozenset("bc")]
    (slot,) = allocate([large, *small], together, KNOWN, {"N": 1000})
    assert evaluate(slot.bytes, {"N": 1000}) == 8 * 2064
    assert dict(zip(slot.containers, slot.offsets, strict=True))["c"] in (0, rounded(8 * n))
