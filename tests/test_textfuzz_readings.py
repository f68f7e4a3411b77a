"""Readings changed at random (`make fuzz-readings`), and what that found once."""

from __future__ import annotations

import ast

import pytest

from adc.diagnostics import AdcError
from tests.proof.marks import seeds_in_parts
from tests.readings.reference import lowered
from tests.readings.table import body
from tests.textfuzz.campaign import Campaign
from tests.textfuzz.language import language
from tests.textfuzz.readings.program import CHANGES


@pytest.mark.slow
@pytest.mark.parametrize("seeds", seeds_in_parts(6, 15, 200))
def test_changed_readings(seeds: range) -> None:
    report = Campaign(language("readings"), jobs=1, reduce=0).run(seeds)
    assert not report.failures, "\n\n".join(map(str, report.failures))


def test_a_seed_gives_one_text() -> None:
    readings = language("readings")
    assert repr(readings.draw(11)) == repr(readings.draw(11))  # of arrays among the inputs, too
    texts = {readings.draw(seed).reading.source for seed in range(60)}
    assert len(texts) > 55


def test_most_changes_are_made() -> None:
    """And what comes of them is a text of Python, if not always one that runs to its end."""
    made: set[str] = set()
    for seed in range(300):
        mutant = language("readings").draw(seed)
        ast.parse(mutant.reading.source)
        made.update(mutant.changes)
    assert len(made & {change.__name__ for change in CHANGES}) > 20


#: Texts that ended in an error of adc's own, and the codes of their refusals.
CRASHED = (
    ("return sum((v for v in x), *(1.0,))", "ADC0107"),
    ("return next((v for v in x if v > 0), **{})", "ADC0107"),
    (
        """
        a = []
        for v in x:
            if v > 5.0:
                break
            a.append(1.0)
        return np.concatenate(a)
        """,
        "ADC0220",
    ),
)


@pytest.mark.parametrize(("statements", "code"), CRASHED)
def test_what_is_refused(statements: str, code: str) -> None:
    with pytest.raises(AdcError) as refusal:
        lowered(body(statements))
    assert refusal.value.diagnostics[0].code == code
