"""A sample of the faults that `make mutants` seeds: each must be caught."""

from __future__ import annotations

import pytest

from tests.proof.cases import load_cases
from tests.proof.mutants import judge_case

CASES = load_cases()


@pytest.mark.parametrize("name", ("gemm", "lu", "burgers", "limiter"))
def test_mutants(name: str) -> None:
    verdicts = judge_case(CASES[name], limit=25)
    assert not verdicts.survived
    killed = sum(n for verdict, n in verdicts.counts.items() if verdict.startswith("killed"))
    # A mutation that changes nothing tests nothing.
    assert killed >= 15, verdicts.counts
