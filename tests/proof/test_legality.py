"""Each question that a pass asks before it moves anything is needed: overlooking what it asks for
makes a program wrong."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.fuzz.orders import samples
from tests.proof import questions, witnesses
from tests.proof.legality import Overlooked, overlooked, program_of, run_all, verdicts

#: No run on one thread can see these: `test_sanitized.py`.
ON_THREADS = {"iterations on threads", "flags on threads", "rows on threads"}


def test_each_question_has_a_witness() -> None:
    assert witnesses.REWRITTEN.keys() == questions.REWRITTEN.keys()
    assert witnesses.SCHEDULED.keys() == questions.SCHEDULED.keys() - ON_THREADS


@pytest.mark.parametrize("name", questions.REWRITTEN)
def test_dependences_that_rewriting_overlooks(name: str) -> None:
    text = witnesses.text_of(witnesses.REWRITTEN[name])
    held = samples(program_of(text))
    found = Counter(verdicts(text, questions.REWRITTEN[name], held))
    assert found["wrong"] + found["refused"], found


def test_dependences_that_scheduling_overlooks(tmp_path: Path) -> None:
    counts = {name: Counter[str]() for name in witnesses.SCHEDULED}
    run: list[Overlooked] = []
    for name, body in witnesses.SCHEDULED.items():
        for one in overlooked(name, witnesses.text_of(body), questions.SCHEDULED[name]):
            if isinstance(one, str):
                counts[name][one] += 1
            else:
                run.append(one)
    for name, verdict in run_all(run, tmp_path):
        counts[name][verdict] += 1
    unseen = {
        n: dict(found) for n, found in counts.items() if not found["wrong"] + found["refused"]
    }
    assert not unseen
