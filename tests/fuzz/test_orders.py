"""Passes alone, together and in random orders; `python -m tests.fuzz.orders` runs thousands."""

from __future__ import annotations

import pytest

from adc.ir.program import Program
from adc.rewrite.passes import REWRITES
from tests.fuzz import orders
from tests.fuzz.orders import Campaign, case_programs, random_programs
from tests.proof.cases import load_cases
from tests.proof.marks import long_among, short_and_long
from tests.proof.traps import TRAPS

NAMES = sorted({**load_cases(), **TRAPS})
GROUPS = [" ".join(NAMES[k : k + 15]) for k in range(0, len(NAMES), 15)]


def proved(campaign: Campaign, at_least: int) -> None:
    assert not campaign.failures, "\n\n".join(campaign.failures)
    assert campaign.counts["programs"] >= at_least
    assert campaign.counts["compiled"] == campaign.counts["programs"]


@pytest.mark.parametrize(("count", "least"), short_and_long((5, 3), (12, 8)))
def test_random_programs(count: int, least: int) -> None:
    campaign = Campaign(seed=1, orders=1, batch=12, more=())
    campaign.run(random_programs(range(count)))
    proved(campaign, least)


def test_a_case() -> None:
    campaign = Campaign(seed=2, orders=1, more=())
    campaign.run(case_programs(["last_read_with_what_begins"]))
    proved(campaign, 1)


@pytest.mark.parametrize("names", long_among(GROUPS, GROUPS))
def test_all_cases(names: str) -> None:
    campaign = Campaign(seed=3, orders=10)
    chosen = names.split()
    campaign.run(case_programs(chosen))
    proved(campaign, min(10, len(chosen)))


def test_a_pass_that_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that drops a program's last statement."""

    def wrong(program: Program) -> Program:
        return program.with_body(program.body[:-1])

    last = REWRITES[-1].name
    monkeypatch.setitem(orders.BY_NAME, last, wrong)
    campaign = Campaign(seed=4, orders=0, more=())
    campaign.run(random_programs(range(2)))
    assert campaign.counts["wrong"] >= campaign.counts["programs"] > 0
