"""The solver against every decision tried out."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from adc.checkpoint.optimise.model import Choice, Option, Problem, Value
from adc.checkpoint.optimise.solver import smallest_peak, solve
from tests.checkpoint.planning_oracle import (
    Outcome,
    fastest,
    limits,
    outcomes,
    random_problem,
)


def agree(problem: Problem, sweep: int) -> list[Outcome]:
    """Compare under `sweep` limits or so, from too little to none; all outcomes."""
    every = outcomes(problem)
    if not every:
        assert solve(problem) is None
        assert smallest_peak(problem) is None
        return []
    for limit in limits(every, sweep):
        agree_at(problem, every, limit)
    least = smallest_peak(problem)
    lowest = min(o.peak for o in every)
    best = fastest(every, lowest)
    assert least is not None and best is not None
    assert least.peak == lowest
    assert least.seconds == pytest.approx(best.seconds, rel=1e-6, abs=1e-12)
    assert sum(size for _, size in least.dominant) == max(least.bytes)
    return every


def agree_at(problem: Problem, every: list[Outcome], limit: int | None) -> None:
    best = fastest(every, limit)
    found = solve(replace(problem, limit=limit))
    if best is None or found is None:
        assert best is found is None, limit
        return
    assert found.seconds == pytest.approx(best.seconds, rel=1e-6, abs=1e-12), limit
    assert limit is None or found.peak <= limit
    assert found.gap == 0
    same = [o for o in every if (o.kept, o.options) == (set(found.kept), found.options)]
    assert [(o.seconds, o.peak, o.bytes) for o in same] == [
        (pytest.approx(found.seconds), found.peak, found.bytes)
    ]


@pytest.mark.parametrize("seed", range(30))
def test_small_problems(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(10):
        agree(random_problem(rng, rng.randrange(0, 6), loops=rng.randrange(0, 3)), 4)


@pytest.mark.slow
@pytest.mark.parametrize("count", [8, 9, 10, 11, 12])
def test_up_to_twelve_candidates(count: int) -> None:
    every = agree(random_problem(random.Random(count), count, loops=0), 8)
    assert len(every) > 10


def test_random_problems_have_different_plans() -> None:
    """Else agreement would mean little."""
    counts = []
    for seed in range(40):
        every = outcomes(random_problem(random.Random(seed), 5, loops=1))
        fits = [fastest(every, limit) for limit in limits(every, 8)] if every else []
        counts.append(len({(o.kept, o.options) for o in fits if o is not None}))
    assert sum(count >= 3 for count in counts) > 8


@pytest.mark.parametrize("seed", range(10))
def test_the_search_for_large_problems(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On small ones: it finds a plan where there is one, and its gap tells the truth."""
    monkeypatch.setattr("adc.checkpoint.optimise.solver.EXACT", -1)
    rng = random.Random(seed)
    for _ in range(6):
        problem = random_problem(rng, rng.randrange(0, 6), loops=rng.randrange(0, 3))
        every = outcomes(problem)
        for limit in limits(every, 4) if every else ():
            best, found = fastest(every, limit), solve(replace(problem, limit=limit))
            assert (best is None) == (found is None), limit
            if best is not None and found is not None:
                assert limit is None or found.peak <= limit
                assert found.seconds * (1 - found.gap) <= best.seconds * (1 + 1e-5)
                assert found.seconds <= best.seconds * 1.03 + 1e-9
        least = smallest_peak(problem)
        assert (least is None) == (not every)
        if least is not None:
            lowest = min(o.peak for o in every)
            assert lowest <= least.peak <= lowest * 1.05


def nested_options(rng: random.Random, outer: int, inner: int, span: range) -> tuple[Option, ...]:
    """`outer` ways to run a loop, times `inner` ways for the loop in it: a product, not Pareto."""
    first, last = span[0], span[-1]
    options = []
    for slots in range(1, outer + 1):
        for depth in range(1, inner + 1):
            state, tape = 100 * slots, 30 * depth * rng.randrange(1, 3)
            seconds = 5 / slots + 3 / depth + rng.random()
            holds = ((first, last, state), (last - 1, last, tape))
            needs = (("u", last),) if slots == 1 else ()
            options.append(Option(seconds, holds, needs))
    return tuple(options)


@pytest.mark.parametrize("seed", range(6))
def test_two_nested_loops_enumerated(seed: int) -> None:
    rng = random.Random(seed)
    values = (
        Value("u", 60, (0, 1), (), 1.5, keep_seconds=0.2),
        Value("v", 90, (1, 2), (7,), 2.0, ("u",)),
        Value("w", 50, (2, 3), (6, 9), 2.5, ("u", "v"), scratch=40),
    )
    choices = (
        Choice("outer", nested_options(rng, 4, 3, range(2, 7))),
        Choice("second", nested_options(rng, 3, 4, range(3, 9))),
    )
    every = agree(Problem((20,) * 10, values, choices), 20)
    assert len({o.options for o in every}) == 144
