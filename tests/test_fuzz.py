"""A few hundred random programs; `make fuzz` runs thousands. The seeds are fixed."""

from __future__ import annotations

import pytest

from tests.fuzz.campaign import run_campaign
from tests.fuzz.generator import generate
from tests.fuzz.reduce import reduce_case
from tests.proof.marks import seeds_in_parts


@pytest.mark.slow
@pytest.mark.parametrize("seeds", seeds_in_parts(8, 25, 300))
def test_random_programs(seeds: range) -> None:
    report = run_campaign(seeds, reduce=False)
    assert not report.failures, "\n\n".join(map(str, report.failures))
    # A generator that only makes what is refused or trivial proves nothing.
    assert report.counts["proved"] >= len(seeds) // 2, str(report)


def test_a_seed_gives_one_program() -> None:
    assert generate(11) == generate(11)
    assert generate(11).source != generate(12).source


def test_reduction_keeps_the_failure_and_drops_the_rest() -> None:
    case = next(c for c in map(generate, range(100)) if "np.dot(" in c.source)
    small = reduce_case(case, lambda c: "np.dot(" in c.source)
    assert "np.dot(" in small.source
    assert small.source.count("\n") < case.source.count("\n") / 2
