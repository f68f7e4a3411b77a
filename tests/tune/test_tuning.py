"""`adc tune`: who wins, who does not, and what becomes of the file."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from adc.cli.app import adc
from adc.cli.request import build_request
from adc.cli.tune import _write
from adc.diagnostics import AdcError
from adc.diagnostics.sources import SourceCache
from adc.observer import Silent
from adc.options import Choice
from adc.pipeline import front_half
from adc.tune import tuning
from adc.tune.building import Candidate
from adc.tune.candidates import NEVER, described, together
from adc.tune.measuring import ENDED, FEW, FEWEST, Contest, Runner, TooLongError
from adc.tuned import PASSES

KERNEL = """\
import numpy as np


def f(n: int, x: "float64[N]", y: "float64[N]"):
    for t in range(n):
        x[1:-1] = x[1:-1] + 0.1 * (x[:-2] - 2.0 * x[1:-1] + x[2:])
    return np.sum(np.exp(x) * y)
"""


def candidate(number: int, choice: Choice | None = None) -> Candidate:
    own = choice or Choice(threads_from=number + 1)
    return Candidate(own, {"f_grad.c": str(number)}, 0, "f_grad", Path(str(number)), "float64")


@dataclass
class Fake(Runner):
    """Answers by rules: seconds of each call, by the candidate's number and that of the call among
    all; results as far `apart` as the number says."""

    folder: Path = Path()
    threads: int = 1
    seconds: Callable[[int, int], float] = lambda number, call: 1.0
    apart: float = 0.0
    asked: list[int] = field(default_factory=list)

    def ask(self, candidate: Candidate, calls: int, patience: float) -> dict[str, Any]:
        number = int(candidate.text)
        is_new = number not in self.asked
        seconds = self.seconds(number, len(self.asked))
        self.asked.append(number)
        if seconds * calls > patience:
            raise TooLongError
        if seconds < 0:
            return {"error": int(seconds)}
        told = {"apart": {"x_bar": self.apart * number}, "finite": True} if is_new else {}
        return {"seconds": seconds, **told}


def contest(**rules: Any) -> Contest:
    found = Contest(Fake(**rules), candidate(0), deadline=0.0, clock=lambda: 1.0)
    found.begin()
    return found


def test_the_faster_one_wins_whatever_the_machine_does() -> None:
    """All become slower together in the course of time: ratios within a round stay."""
    found = contest(seconds=lambda number, call: (0.8 if number == 1 else 1.0) * (1 + call / 100))
    ratios = found.hold([candidate(1), candidate(2)], FEWEST)
    assert found.clear(0, FEWEST) and ratios[0] < 0.95
    assert not found.clear(1, FEWEST)


@pytest.mark.parametrize("times", ((1.0,), (0.97,), (0.7, 1.3), (0.5, 1.1, 0.6, 1.1)))
def test_what_is_not_clearly_faster_does_not_win(times: tuple[float, ...]) -> None:
    found = contest(seconds=lambda number, call: times[call // 2 % len(times)] if number else 1.0)
    found.hold([candidate(1)], FEWEST)
    assert not found.clear(0, FEWEST)


def test_slower_ones_drop_out() -> None:
    found = contest(seconds=lambda number, call: 1.0 + number)
    ratios = found.hold([candidate(1)], FEWEST)
    assert ratios[0] > 1.05 and len(found.ratios[0]) < FEW
    assert not contest(seconds=lambda number, call: 1.0 + 9 * number).admits(candidate(1))


def test_what_hangs_is_given_up_and_all_go_on() -> None:
    found = contest(seconds=lambda number, call: 1e9 if number == 1 else 1.0)
    assert not found.admits(candidate(1))
    assert found.admits(candidate(2))


def test_other_results_are_never_chosen() -> None:
    found = contest(apart=1e-6, seconds=lambda number, call: 1.0 - number / 2)
    with pytest.raises(AdcError, match="`x_bar` differs between schedules") as refusal:
        found.admits(candidate(1, Choice(without=("gather",))))
    assert refusal.value.exit_status == 4
    assert "without gather" in refusal.value.diagnostics[0].notes[0].message
    assert contest(apart=1e-12).admits(candidate(1))


def test_what_cannot_be_called() -> None:
    for error, reason in ((ENDED, "ended early"),):
        with pytest.raises(AdcError, match=reason):
            contest(seconds=lambda number, call, error=error: float(error))


def test_choices_together() -> None:
    first = Choice(without=("gather",), threads_from=NEVER)
    both = together(first, Choice("store", without=("domains",), threads_from=5))
    assert both == Choice("store", None, ("domains", "gather"), NEVER)
    assert described(both) == "strategy store; without domains, gather; no threads"
    assert described(Choice(without=PASSES)) == "without all passes"


# -- the whole way ---------------------------------------------------------------------------------


def in_folder(folder: Path, *words: str) -> Result:
    (folder / "kernel.py").write_text(KERNEL)
    old = Path.cwd()
    os.chdir(folder)
    try:
        return CliRunner().invoke(adc, [*words, "--wrt", "x"], env={"CFLAGS": "-O0"})
    finally:
        os.chdir(old)


def test_what_wins_is_what_grad_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two candidates, of which one wins by decree; real calls, and real results compared."""
    chosen = Choice(without=("vector_functions",))
    both = [Choice(strategy="recompute"), chosen]
    monkeypatch.setattr(tuning, "candidates", lambda *_: iter(both))
    monkeypatch.setattr(tuning, "plans", lambda _: [])
    monkeypatch.setattr(Contest, "clear", lambda *_: True)
    monkeypatch.setattr(tuning, "changes", lambda choice: choice != chosen)
    monkeypatch.setattr(tuning, "NEARLY", 1e9)
    words = ("tune", "kernel.py", "--size", "N=300,n=4", "--threads", "1", "--json")
    found = in_folder(tmp_path, *words)
    assert found.exit_code == 0, found.output
    told = json.loads(found.stdout)
    assert told["choice"] == {"without": ["vector_functions"]} and told["changed"], told["measured"]
    assert told["sizes"] == {"N": 300, "n": 4}
    text = (tmp_path / "f.tuned").read_text()
    assert "#     adc tune kernel.py --wrt x --size N=300,n=4\n" in text
    assert tomllib.loads(text)["choice"] == {"without": ["vector_functions"]}
    again = in_folder(tmp_path, "grad", "kernel.py", "--tuned", "f.tuned")
    assert again.exit_code == 0, again.output
    assert "ADC_USE_LIBMVEC" not in (tmp_path / "out" / "f_grad.c").read_text()


def test_the_file_stays_where_the_choice_does(tmp_path: Path) -> None:
    (tmp_path / "kernel.py").write_text(KERNEL)
    given = {"sources": (str(tmp_path / "kernel.py"),), "wrt": (("x",),)}
    request = build_request("grad", SourceCache(), **given, sizes=((("N", 9), ("n", 2)),))
    front = front_half(request, Silent())
    place = tmp_path / "f.tuned"

    def write(ratio: float, *without: str) -> bool:
        choice = Choice(without=without)
        result = tuning.Result(choice, ratio, 80, 100, 1.0, {}, 0)
        return _write(str(place), front, request, result, 2)

    assert write(0.81, "gather")
    first = place.read_text()
    assert "# without gather: 0.81 of the default's time;\n" in first
    assert not write(0.79, "gather") and place.read_text() == first
    assert write(1.0) and "nothing was clearly faster" in place.read_text()
    place.write_text("mine = 1\n")
    with pytest.raises(AdcError, match="stands in the way"):
        write(0.81, "gather")
    assert place.read_text() == "mine = 1\n"


def test_the_source_order_has_nothing_to_tune(tmp_path: Path) -> None:
    found = in_folder(tmp_path, "tune", "kernel.py", "--schedule", "source")
    assert found.exit_code == 2 and "--schedule" in found.stderr
