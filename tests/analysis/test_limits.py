"""Questions to isl that cost too much are answered by larger sets: gradients stay right."""

from __future__ import annotations

from pathlib import Path

import islpy
import pytest

from adc.analysis import dataflow, whole
from adc.analysis.remainders import Remainder
from tests.proof.cases import Case, load_cases
from tests.proof.compiled import compile_case
from tests.proof.harness import prove_interpreted
from tests.proof.matrix import prove_case

CASES = load_cases()

#: Four loops whose ranges are cut off at both ends: isl would take minutes over one question.
WINDOWS = """
def windows(n: int, r: int, x: "float64[n, n]"):
    s = 0.0
    for i in range(n):
        for j in range(n):
            for k in range(max(0, i - r), min(n, i + 1 + r)):
                for l in range(max(0, j - r), min(n, j + 1 + r)):
                    s += x[k, l] * x[i, j]
    return s
"""


def out_of_operations(*_: object) -> object:
    raise islpy.Error("out of operations")


@pytest.fixture(params=["exact", "earlier"])
def unanswered(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, asked_anew: None
) -> None:
    """isl gives up on the dataflow analysis, or on everything that it is asked."""

    monkeypatch.setattr(Remainder, "_told", out_of_operations)
    monkeypatch.setattr(whole, "_exact", out_of_operations)
    if request.param == "earlier":
        monkeypatch.setattr(dataflow, "OPERATIONS", 1)


@pytest.mark.parametrize("name", ["limiter", "lu", "relaxation", "trmm"])
def test_larger_sets_give_right_gradients(name: str, unanswered: None) -> None:
    prove_interpreted(compile_case(CASES[name]), CASES[name])


def test_the_larger_set_holds_the_exact_one(asked_anew: None) -> None:
    sinks = []

    def remember(asked: whole.Question) -> whole.Answer:
        sinks.append(asked)
        return exact(asked)

    exact = whole._exact
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Remainder, "_told", out_of_operations)
        patch.setattr(whole, "_exact", remember)
        compile_case(CASES["trisolv"])
    assert sinks
    for asked in sinks:
        for larger in (whole._earlier(asked), whole._everything(asked)):
            found = dict(larger.writes)
            assert larger.open_ended
            for number, together in exact(asked).writes:
                claimed = zip(found[number], together, strict=True)
                assert all(sure or not larger_sure for larger_sure, sure in claimed)


def test_windows(tmp_path: Path) -> None:
    case = Case("windows", WINDOWS, ("x",), sizes={"n": 5, "r": 1}, edges=({"n": 3, "r": 4},))
    prove_case(case, tmp_path, seeds=(0,))
