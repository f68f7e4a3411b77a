"""Random nests of loops that data ends, reversed in every way; `python -m tests.fuzz.reversals`
tries more. The seeds are fixed."""

from __future__ import annotations

import pytest

from tests.fuzz.nests import generate
from tests.fuzz.reversals import examine

#: In these a step that was run again once made no trips: what counts them had been left out.
WITHOUT_TRIPS = (10, 11, 12, 38, 56, 64)


@pytest.mark.slow
@pytest.mark.parametrize("seed", (*range(4), *WITHOUT_TRIPS))
def test_nests_are_reversed(seed: int) -> None:
    outcome, text = examine(generate(seed), seed, limits=seed == 10)
    assert outcome == "proved", text


def test_a_seed_gives_one_nest() -> None:
    assert generate(5) == generate(5)
    assert generate(5).source != generate(6).source
