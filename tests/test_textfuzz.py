"""The campaign over random texts: its counts, its limits, and what it finds."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

from tests.proof.marks import seeds_in_parts
from tests.textfuzz.campaign import Campaign
from tests.textfuzz.language import language
from tests.textfuzz.outcome import Outcome
from tests.textfuzz.python.program import Argument, PythonProgram
from tests.textfuzz.reduce import fewer_lines, shrink
from tests.textfuzz.worker import final_outcome


@dataclass(frozen=True)
class Toy:
    """A language of numbers, some of which are bad."""

    limit: float = 0.3
    batch: int = 4

    def draw(self, seed: int) -> tuple[int, ...]:
        return (seed, *range(5))

    def examine(self, program: tuple[int, ...]) -> Outcome:
        seed = program[0]
        if seed == 7:
            os.kill(os.getpid(), signal.SIGKILL)
        while seed == 11:
            pass
        if seed == 13:
            raise ValueError("thirteen")
        if seed == 17:
            return Outcome("WRONG", "value" if 3 in program else "gradient")
        if seed % 2:
            return Outcome("refused", "ADC0211")
        return Outcome("", pending=seed)

    def settle(self, pending: Sequence[int]) -> list[Outcome]:
        if 20 in pending:
            os.kill(os.getpid(), signal.SIGKILL)
        return [Outcome("proved", facts=("native",)) for _ in pending]

    def smaller(self, program: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        yield from (program[:k] + program[k + 1 :] for k in range(1, len(program)))


def test_a_campaign_counts_everything_once() -> None:
    report = Campaign(Toy()).run(range(30))
    assert report.total == 30
    assert report.counts["crashed", "SIGKILL"] == 2
    assert report.counts["slow", ""] == 1
    assert report.counts["WRONG", "value"] == 1
    assert report.of("crashed") == 3
    assert report.of("proved") == report.facts["native"] == 14
    assert report.of("refused") == 11
    assert [f.seed for f in report.failures if f.outcome.detail == "SIGKILL"] in ([7, 20], [20, 7])
    assert report.refusal_rate == 11 / 30


def test_a_failure_is_reduced_while_its_symptom_stays() -> None:
    report = Campaign(Toy(), jobs=1).run(range(16, 19))
    (failure,) = report.failures
    assert failure.program == "(17, 0, 1, 2, 3, 4)"
    assert failure.reduced == "(17, 3)"


def test_shrinking_stops_at_what_is_needed() -> None:
    source = "a\nfor i:\n    b\n    c\nd\n"
    assert shrink(source, fewer_lines, lambda text: "c" in text) == "c\n"
    assert shrink(source, fewer_lines, lambda text: "for" in text and "d" in text) == "for i:\nd\n"


ROLLED = """import numpy as np


def f(z: "float64[N]", A: "float64[N, M]"):
    if z[0] > -5.0:
        z[:] = np.roll(z, 2)
    y = np.roll(A, -2, axis=1) + np.roll(A, 7)
    return np.sum(z * np.roll(z, 3) * np.roll(z, -6)) + np.sum(y * A * A)
"""
INVERTED = """import numpy as np


def f(z: "float64[N]", A: "float64[N, M]"):
    s = 0.0
    for i in range(len(z)):
        s += z[~i] * z[i] * A[i, ~0] * (~i)
    return s + np.sum(~np.arange(len(z)) * z)
"""


COUNTED = """import numpy as np


def f(z: "float64[N]", A: "float64[N, M]"):
    n = len(z)
    i, s = 0, 0.0
    while i < n + 1:
        s += z[i % n] * A[0, 0] * i
        i += 2
        z[i % n] *= 0.5
    w = z.shape[0]
    while 0 <= w:
        k = 1
        while k <= w:
            z[k % n] *= np.cos(A[w - k, -1])
            k += 3
        w -= 1
    return s + z[i % n] * i + np.sum(z) * w
"""


CHOSEN = """import numpy as np


def first(a, b, s):
    if s > 0.3:
        return a
    return b


def f(z: "float64[N]", A: "float64[N, M]"):
    y = A[:, 0]
    w = z if A[0, 0] > 0.3 else y
    w[0] *= 5.0
    v = first(w, A[:, -1], z[0])
    v[-1:] = w[:1] * y[:1]
    if A[0, -1] > 0.4:
        z, y = y, z
    else:
        u = z * 2.0
        y = u if z[0] < 0.5 else w[::-1]
    y[:] *= 0.5 * z
    z += w * y[0]
    return np.sum(z * y * w) + np.sum(A * A)
"""
FOUND = {"rolled": ROLLED, "inverted": INVERTED, "counted": COUNTED, "chosen": CHOSEN}


@pytest.mark.parametrize("source", FOUND.values(), ids=FOUND)
@pytest.mark.parametrize("sizes", [(5, 3), (1, 1), (2, 1), (0, 2)])
def test_what_the_campaign_found_once(source: str, sizes: tuple[int, int]) -> None:
    """Texts that adc once got wrong or refused, at sizes that are shorter than a shift."""
    arguments = (Argument("z", "float64", ("N",)), Argument("A", "float64", ("N", "M")))
    for seed in range(3):
        program = PythonProgram(seed, source, "f", arguments, tuple(zip("NM", sizes, strict=True)))
        outcome = final_outcome(language("python"), program)
        expected = ("proved",) if sizes[0] else ("trivial", "skipped")
        assert outcome.kind in expected, str(outcome)


@pytest.mark.slow
@pytest.mark.parametrize("seeds", seeds_in_parts(8, 25, 200))
def test_random_python_texts(seeds: range) -> None:
    """`make fuzz-text` runs thousands. The seeds are fixed."""
    report = Campaign(language("python"), jobs=1, reduce=0).run(seeds)
    assert not report.failures, "\n\n".join(map(str, report.failures))
    # A generator that only makes what is refused or trivial proves nothing.
    assert report.of("proved") >= len(seeds) // 2, report.table()
    assert report.of("refused") <= len(seeds) // 4, report.table()


def test_a_seed_gives_one_text() -> None:
    python = language("python")
    assert python.draw(11) == python.draw(11)
    assert python.draw(11).source != python.draw(12).source


def test_an_argument_may_be_called_like_the_value() -> None:
    """With `--value` the number that is handed back takes another name."""
    source = (
        "def f(z: 'float64[N]', value: 'float64[N]'):\n    value *= z\n    return value[0] ** 2\n"
    )
    arguments = (Argument("z", "float64", ("N",)), Argument("value", "float64", ("N",)))
    seen = set()
    for seed in range(12):
        program = PythonProgram(seed, source, "f", arguments, (("N", 4),))
        outcome = final_outcome(language("python"), program)
        assert outcome.kind == "proved", str(outcome)
        seen.update(outcome.facts)
    assert {"--value", "compiled C"} <= seen
