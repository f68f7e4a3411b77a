"""The solver against every decision tried out."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from adc.checkpoint.model import Problem
from adc.checkpoint.solver import smallest_peak, solve
from adc.checkpoint.walk import evaluate
from tests.checkpoint.planning_oracle import fastest, limits, outcomes, random_problem


def agree(problem: Problem, sweep: int) -> None:
    every = outcomes(problem)
    if not every:
        assert solve(problem) is None and smallest_peak(problem) is None
        return
    for limit in limits(every, sweep):
        best = fastest(every, limit)
        found = solve(replace(problem, limit=limit))
        if best is None:
            assert found is None, limit
            continue
        assert found is not None, limit
        assert found.seconds == pytest.approx(best.seconds, rel=1e-6, abs=1e-12), limit
        assert limit is None or found.peak <= limit
        same = [o for o in every if (o.kept, o.options) == (set(found.kept), found.options)]
        assert [(o.seconds, o.peak, o.bytes) for o in same] == [
            (pytest.approx(found.seconds), found.peak, found.bytes)
        ]
    least = smallest_peak(problem)
    lowest = min(o.peak for o in every)
    assert least is not None and least.peak == lowest
    assert least.seconds == pytest.approx(fastest(every, lowest).seconds, rel=1e-6, abs=1e-12)


@pytest.mark.parametrize("seed", range(30))
def test_small_problems(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(6):
        agree(random_problem(rng, rng.randrange(0, 6), loops=rng.randrange(0, 3)), 4)
