"""Faults in CUDA that adds at positions: put into its text, which are caught, and calls of CUDA's
that fail, which leave nothing behind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cuda_emulator.build import missing
from tests.proof.cases import Case
from tests.proof.compiled import compile_case, run_gradient
from tests.proof.harness import MismatchError, draw_case
from tests.proof.marks import long_among
from tests.proof.on_device import Emulated, built, check_outcome
from tests.proof.traps import TRAPS

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())

#: Sums at positions, of a row and over all, in a loop of the host's.
POINTS = Case(
    "points",
    """import numpy as np


def points(u, w, idx, steps):
    for t in range(steps):
        v = np.zeros((u.shape[0], u.shape[1]))
        for e in range(idx.shape[0]):
            v[idx[e, 0]] += w[e] * u[idx[e, 1]]
        u = u + 0.1 * v * v
    return np.sum(u * u)
""",
    ("u", "w"),
    ("return",),
    {"N": 7, "K": 3, "E": 300, "steps": 2},
    signature="points(u: float64[N, K], w: float64[E], idx: int64[E, 2], steps: int)",
    inputs={"idx": {"low": 0, "high": 7}},
)
#: A loop of the host's that data end, whose rows are asked for as long as it goes on.
ROWS = Case(
    "rows_until_they_are_enough",
    """import numpy as np


def rows_until_they_are_enough(x):
    v = 0.1 * np.cos(x[0])
    k = 0
    while np.sum(v) < 2.0:
        v = v + x[k] * np.cos(v)
        k += 1
    return np.sum(v * v)
""",
    ("x",),
    ("return",),
    {"K": 7, "N": 3},
    signature="rows_until_they_are_enough(x: float64[K, N])",
    inputs={"x": {"low": 0.1, "high": 0.4}},
)
#: What is replaced once, by what.
FAULTS = {
    "no atomic": (r"atomicAdd\(&(v\[.*?\+ i\]),\s*([^;]*)\);", r"\1 += \2;"),
    "pointers of host and device exchanged": (
        r"cudaMemcpy\((u_on_device), (u),", r"cudaMemcpy((void *)\2, \1,",
    ),
    "two subscripts exchanged": (r"(?<=\*v\[K\*N\*t \+ )K\*i \+ j(?=\])", "K*j + i"),
}  # fmt: skip


@pytest.mark.parametrize("fault", long_among(FAULTS, [*FAULTS][:2]))
def test_mutants_are_caught(fault: str, tmp_path: Path) -> None:
    compiled = compile_case(POINTS, target="cuda")
    pattern, by = FAULTS[fault]
    text, count = re.subn(pattern, by, compiled.files["points_grad.cu"], count=1)
    assert count == 1, "nothing to change"
    emulated = Emulated(compiled, built({**compiled.files, "points_grad.cu": text}, tmp_path))
    drawn = draw_case(POINTS)
    wanted = run_gradient(compiled, POINTS, drawn.inputs, drawn.seeds)
    with pytest.raises(MismatchError):
        for outcome in emulated.by_both(drawn, range(3)):
            check_outcome(outcome, drawn, wanted)


def failing(emulated: Emulated, case: Case, least: int = 6) -> None:
    """Each allocation, copy and launch in turn, of which there are `least`."""
    drawn = draw_case(case)
    outcome = emulated.by_the_host(drawn)
    check_outcome(outcome, drawn, run_gradient(emulated.compiled, case, drawn.inputs, drawn.seeds))
    calls = outcome.report.calls
    assert calls["malloc"] == 1 and calls["launch"] >= least
    for kind in ("malloc", "copy", "launch"):
        numbers = range(1, calls[kind] + 1)
        for at, outcome in zip(numbers, emulated.with_failures(drawn, kind, numbers)):
            assert outcome.value[0] == (1 if kind == "malloc" else 6), f"{kind} {at}"
            kinds = {f.kind for f in outcome.report.findings if not f.after_failure}
            assert not kinds and "leak" not in outcome.report.kinds
            assert outcome.report.left_bytes == 0


@pytest.mark.parametrize("deterministic", long_among([True, False], [False]))
def test_what_fails_leaves_nothing(deterministic: bool, tmp_path: Path) -> None:
    """CUDA's error is told, not what a kernel that has not run says of positions."""
    emulated = Emulated.of(POINTS, tmp_path, deterministic=deterministic)
    failing(emulated, POINTS.with_sizes({"E": 9, "steps": 1}))


@pytest.mark.long
@pytest.mark.parametrize(
    ("case", "least"),
    [(TRAPS["newton_to_tolerance"], 6), (ROWS, 6), (TRAPS["until_it_is_enough"], 1)],
    ids=["arrays", "rows", "numbers in one kernel"],
)
def test_loops_that_data_end_do_so_where_something_fails(
    case: Case, least: int, tmp_path: Path
) -> None:
    failing(Emulated.of(case, tmp_path), case, least)
