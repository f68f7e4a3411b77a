"""CUDA whose snapshots go to the host and back while kernels run: the same gradients, memory to the
byte, and each place where one stream waits for the other is needed."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cuda_emulator.build import missing
from tests.cuda_emulator.run import RunError
from tests.emit.test_host_snapshots import (
    CASES,
    SOME_CASES,
    SOME_TRAPS,
    WAVES,
    copied,
    emulated_of,
    memory_of,
    nvcc_takes,
    prove,
    with_schedule,
)
from tests.proof.cases import Case
from tests.proof.compiled import Compiled, compile_case, run_gradient
from tests.proof.harness import MismatchError, draw_case
from tests.proof.marks import long_among
from tests.proof.on_device import Emulated, built, check_outcome
from tests.proof.traps import TRAPS

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())


def staged(length: int, slots: int, case: Case = WAVES) -> Compiled:
    return with_schedule(case, length, slots, staged=True, host_snapshots=True)


@pytest.fixture(scope="module")
def emulated(tmp_path_factory: pytest.TempPathFactory) -> Emulated:
    """A snapshot for each of four segments."""
    return emulated_of(staged(2, 0), tmp_path_factory.mktemp("waves"))


def test_gradients_and_memory(emulated: Emulated) -> None:
    """The first segment that is reversed takes what is staged still; others are fetched."""
    outcome, *_ = prove(WAVES, emulated)
    given, gradients, arrays, segments = 2, 3, 2, 4
    assert copied(outcome, "device to host") - gradients == segments * arrays
    assert copied(outcome, "host to device") - given - gradients == (segments - 1) * arrays
    plain = with_schedule(WAVES, 2, 0, host_snapshots=True)
    (arena, host), (other, same) = (
        memory_of(compiled, WAVES.sizes) for compiled in (emulated.compiled, plain)
    )
    assert other < arena and host == same


EDGES = [{"steps": 1}, {"steps": 0}, {"steps": 2}, {"K": 0}]


@pytest.mark.parametrize("sizes", long_among(EDGES, EDGES[1:]), ids=str)
def test_sizes_at_the_edge(sizes: dict[str, int], emulated: Emulated) -> None:
    prove(WAVES.with_sizes(sizes), emulated)


#: (steps of a segment, snapshots; 0: one for every segment)
WAYS = [(1, 0), (3, 0), (2, 2), (1, 2), (1, 1), (4, 1)]


@pytest.mark.parametrize("way", long_among(WAYS, WAYS), ids=str)
def test_gradients_by_any_schedule(way: tuple[int, int], tmp_path: Path) -> None:
    prove(WAVES, emulated_of(staged(*way), tmp_path))


@pytest.mark.parametrize("name", long_among(SOME_TRAPS + SOME_CASES, SOME_TRAPS + SOME_CASES))
def test_programs_that_recompute(name: str, tmp_path: Path) -> None:
    case = {**CASES, **TRAPS}[name]
    prove(case, emulated_of(staged(1, 2, case), tmp_path))


# -- where one stream waits for the other ----------------------------------------------------------

#: What orders the streams: each line of the helper, each call of it.
ORDERS = re.compile(
    r"(?:cudaEventRecord|cudaStreamWaitEvent|adc_after)"
    r"\(((?:event|earlier|later|0|stream|\*?copies|\*event|, )+)\);"
)


def without_order(text: str, number: int) -> str:
    """`text` without one of `ORDERS`; its arguments are still named."""
    match = [*ORDERS.finditer(text)][number]
    named = " ".join(f"(void)({name});" for name in match[1].split(", "))
    return text[: match.start()] + named + text[match.end() :]


def findings(emulated: Emulated, text: str, case: Case, folder: Path) -> set[str]:
    """The kinds of findings in calls by both entries and in a graph; "values" where these are
    others, and "no graph" where there is none."""
    changed = changed_text(emulated, text, folder)
    drawn = draw_case(case)
    wanted = run_gradient(compile_case(case), case, drawn.inputs, drawn.seeds)
    kinds: set[str] = set()
    for call in (changed.by_the_host, changed.on_the_device, changed.in_a_graph):
        try:
            outcome = call(drawn, 1)
        except RunError as error:
            assert "cudaStreamEndCapture" in str(error)
            kinds |= {"no graph"}
            continue
        kinds |= outcome.report.kinds
        try:
            check_outcome(outcome, drawn, wanted)
        except MismatchError:
            kinds |= {"values"}
    return kinds


def changed_text(emulated: Emulated, text: str, folder: Path) -> Emulated:
    files = {**emulated.compiled.files, "waves_grad.cu": text}
    return Emulated(emulated.compiled, built(files, folder))


#: Those of the helpers: its two lines, the fork and the join; then those of the sweeps.
RECORD, WAIT, FORK, JOIN, SAVED, ASIDE, LOADED, FETCHED = range(8)


def test_all_of_them_are_known(emulated: Emulated) -> None:
    text = emulated.compiled.files["waves_grad.cu"]
    assert len([*ORDERS.finditer(text)]) == FETCHED + 1
    assert text.count("cudaEventRecord(") == text.count("cudaStreamWaitEvent(") == 1


@pytest.mark.parametrize(
    "number",
    long_among([n for n in range(8) if n != JOIN], [RECORD, WAIT, FORK, SAVED, ASIDE, LOADED]),
)
def test_none_of_them_is_missing(number: int, emulated: Emulated, tmp_path: Path) -> None:
    text = without_order(emulated.compiled.files["waves_grad.cu"], number)
    found = findings(emulated, text, WAVES, tmp_path)
    assert "capture" in found if number == FORK else "race-streams" in found


@pytest.mark.long
def test_the_streams_are_joined_whatever_was_run(emulated: Emulated, tmp_path: Path) -> None:
    """A sweep that loads what it saved has waited for all copies; the join is for all others."""
    text = emulated.compiled.files["waves_grad.cu"]
    loop = "segment >= 0; segment--"
    assert text.count(loop) == 1
    left_out = text.replace(loop, "segment >= 0 && steps < 0; segment--")
    assert findings(emulated, left_out, WAVES, tmp_path / "joined") == {"values"}
    found = findings(emulated, without_order(left_out, JOIN), WAVES, tmp_path / "not")
    assert found == {"values", "no graph"}


@pytest.mark.long
def test_none_is_missing_with_few_snapshots(tmp_path: Path) -> None:
    """Steps that are run again take snapshots, too."""
    case = WAVES.with_sizes({"steps": 15})
    own = emulated_of(staged(1, 4), tmp_path / "own")
    text = own.compiled.files["waves_grad.cu"]
    numbers = range(SAVED, len([*ORDERS.finditer(text)]))
    assert len(numbers) == 5
    for number in numbers:
        folder = tmp_path / str(number)
        assert "race-streams" in findings(own, without_order(text, number), case, folder)


# -- what fails ------------------------------------------------------------------------------------


def failing(emulated: Emulated, kind: str, code: int) -> None:
    """Each call of a kind in turn, of many the first two and last two and one between."""
    drawn = draw_case(WAVES)
    calls = emulated.by_the_host(drawn).report.calls[kind]
    assert calls == 1 or kind not in ("stream", "event")
    assert calls == 2 or kind != "malloc"
    numbers = sorted({1, 2, calls // 2, calls - 1, calls} & {*range(1, calls + 1)})
    for at, outcome in zip(numbers, emulated.with_failures(drawn, kind, numbers)):
        assert outcome.value[0] == code, f"{kind} {at}"
        kinds = {f.kind for f in outcome.report.findings if not f.after_failure}
        assert not kinds and "leak" not in outcome.report.kinds and not outcome.report.left_bytes
        assert kind not in ("malloc", "stream", "event") or not outcome.report.kernels


def test_what_is_not_to_be_had_leaves_nothing(emulated: Emulated) -> None:
    """Where no memory, stream or event is to be had, nothing is started."""
    for kind in ("malloc", "stream", "event"):
        failing(emulated, kind, 1)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["order", "copy", "launch"])
def test_what_fails_leaves_nothing(emulated: Emulated, kind: str) -> None:
    failing(emulated, kind, 6)


#: Sizes have to fit where data decide it.
FITTING = Case(
    "fitting",
    """import numpy as np


def fitting(steps, u, w):
    for t in range(steps):
        u[1:-1] += u[1:-1] * 0.1 * (u[2:] - u[:-2])
    s = np.sum(u * u)
    if u[0] > 0.0:
        s += np.sum(u * w)
    return s
""",
    ("u",),
    ("return",),
    {"N": 9, "M": 9, "steps": 7},
    signature="fitting(steps: int, u: float64[N], w: float64[M])",
    inputs={"u": {"low": 0.5, "high": 1.0}},
)


def test_what_data_refuse_leaves_nothing(tmp_path: Path) -> None:
    """The streams are one again before the error is told."""
    compiled = with_schedule(FITTING, 2, 2, staged=True, host_snapshots=True)
    emulated, drawn = emulated_of(compiled, tmp_path), draw_case(FITTING)
    assert emulated.by_the_host(drawn).value[0] == 0
    shorter = {**drawn.inputs, "w": drawn.inputs["w"][:-1].copy()}
    drawn = replace(drawn, inputs=shorter, case=FITTING.with_sizes({"M": 8}))
    outcome = emulated.by_the_host(drawn)
    assert outcome.value[0] == 2, "ESIZE"
    assert not outcome.report.findings, outcome.report.told()


# -- files -----------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("nvcc"), reason="nvcc is not installed")
def test_nvcc_takes_it(emulated: Emulated, tmp_path: Path) -> None:
    nvcc_takes(emulated.compiled.files, tmp_path)
