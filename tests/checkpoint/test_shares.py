"""One trial for all loops of a program tells of each what a trial of its own would."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from adc.checkpoint.configuration import CheckpointSchedule, Configuration
from adc.checkpoint.estimates.events import aligned
from adc.checkpoint.estimates.probes import Probes
from adc.checkpoint.estimates.shares import Core
from adc.checkpoint.search.bounds import foreseen, least_peak
from adc.checkpoint.search.search import Search
from adc.pipeline import Silent, front_half, gradient_of
from tests.memory.programs import PROGRAMS
from tests.proof.cases import Case, load_cases
from tests.proof.compiled import request_of

HEAD = "import numpy as np\n\n\n"
ROW = (
    HEAD
    + 'def row(x: "float64[N]", steps: int, c: float):\n'
    + """    for t in range(steps):
        x[:] = x + 0.1*np.sin(x)*x
    for t in range(steps):
        x[1:-1] = x[1:-1] + c*x[1:-1]*(x[2:] - 2.0*x[1:-1] + x[:-2])
"""
    * 2
    + "    return np.sum(x*x)\n"
)
#: What the first loop makes is read by the two others, and overwritten by the second.
READ_AGAIN = (
    HEAD
    + """\
def again(x: "float64[N]", w: "float64[N]", steps: int, c: float):
    y = np.tanh(x * w)
    for t in range(steps):
        f = y * y
        y[1:-1] = y[1:-1] + c * (f[2:] - f[:-2])
    z = np.sin(y) * w
    for s in range(6):
        for k in range(steps):
            z[1:] = z[1:] + c * z[:-1] * z[1:]
        y = y + z * z
    u = np.exp(-y) * z
    for t in range(steps):
        u = u + 0.1 * np.sin(u) * y
    return np.sum(u * y)
"""
)
CASES = {
    "row": Case("row", ROW, ("x", "c"), ("return",), {"N": 50, "steps": 20}),
    "again": Case("again", READ_AGAIN, ("x", "w"), ("return",), {"N": 50, "steps": 20}),
    "guarded": PROGRAMS["guarded"],
    "nested": PROGRAMS["nested"],
    "gramschmidt": load_cases()["gramschmidt"],
    "burgers": load_cases()["burgers"].with_sizes({"N": 30, "steps": 20}),
}
SCHEDULES = [CheckpointSchedule(n, s) for n, s in ((1, 0), (1, 1), (2, 0), (3, 0))]


@lru_cache(maxsize=None)
def search(name: str, limit: int | None = 10**9) -> Search:
    case = CASES[name]
    with TemporaryDirectory() as folder:
        source = Path(folder) / f"{case.name}.py"
        source.write_text(case.source)
        request = request_of(case, source, sizes=dict(case.sizes))
        found = gradient_of(front_half(request, Silent()), request, Silent())
    return Search.of(found.search.trials, limit)


def probes(name: str) -> Probes:
    return search(name).accounts.loops[0].probes


def alone(name: str, label: str, schedule: CheckpointSchedule) -> Core:
    """By a trial in which no other loop is checkpointed."""
    trials = search(name).trials
    trial = trials.of(Configuration({label: schedule}))
    (facts,) = (f for f in trial.plan.checkpointed if f.label == label)
    return Core.of(trials.events, trial.finished.profile, facts.snapshots)


def labels(name: str) -> list[str]:
    return [account.label for account in search(name).accounts.loops]


@pytest.mark.parametrize("schedule", SCHEDULES[:3], ids=lambda s: f"{s.length}-{s.slots}")
def test_the_outer_of_four_loops(schedule: CheckpointSchedule) -> None:
    """The bytes are those of a trial of its own but for two arrays that all loops work on."""
    array = aligned(8 * CASES["row"].sizes["N"])
    largest = 0
    for label in labels("row")[::3]:
        found, wanted = probes("row").core(label, schedule), alone("row", label, schedule)
        assert found.held == wanted.held
        assert [a is None for a in found.amounts] == [a is None for a in wanted.amounts]
        for mine, theirs in zip(found.amounts, wanted.amounts, strict=True):
            assert abs((mine or 0) - (theirs or 0)) <= 2 * array
            largest = max(largest, mine or 0)
    assert largest > 50 * array


@pytest.mark.parametrize("name", CASES)
def test_state_and_tape_do_not_depend_on_the_other_loops(name: str) -> None:
    trials = search(name).trials
    for label in labels(name):
        together = probes(name).facts(label, CheckpointSchedule())
        planned = trials.planned(Configuration({label: CheckpointSchedule()}))
        (facts,) = (f for f in planned.checkpointed if f.label == label)
        assert (together.state, together.tape) == (facts.state, facts.tape)
        assert together.names == facts.names


def test_the_loop_of_one_arm_is_told_from_that_of_the_other() -> None:
    """The second one ends as data says."""
    first, second = labels("guarded")
    shares = probes("guarded").shares(probes("guarded").together(first, CheckpointSchedule()))
    assert not shares.unclear
    for label, schedule in ((first, CheckpointSchedule()), (second, CheckpointSchedule(1, 1))):
        assert (
            probes("guarded").core(label, schedule).held == alone("guarded", label, schedule).held
        )


def test_loops_that_are_not_told_apart_are_tried_alone() -> None:
    """Either of two loops that are run again may be why `y` is held longer."""
    first, second, third = labels("again")
    for schedule in SCHEDULES:
        shares = probes("again").shares(probes("again").together(first, schedule))
        assert {second, third} <= shares.unclear
        for label in (second, third):
            assert probes("again").probe(label, schedule) == alone("again", label, schedule)


def test_nothing_is_measured_where_storing_is_faster_than_running_again() -> None:
    """Without a limit."""
    case = load_cases()["adi"]
    with TemporaryDirectory() as folder:
        source = Path(folder) / "kernel.py"
        source.write_text(case.source)
        request = request_of(case, source, sizes={"steps": 100, "N": 1000, "M": 1000})
        found = gradient_of(front_half(request, Silent()), request, Silent())
    assert found.search.accounts.loops and found.trial.configuration == Configuration()
    assert list(found.search.trials.plans) == [repr(Configuration())]


@pytest.mark.long  # dear, and proves what others do
def test_trials_do_not_grow_with_the_loops() -> None:
    """Storing everything; all loops in segments of one and of two steps, and with one snapshot;
    what was picked."""
    base = search("row").trials.base.peak
    limited = Search.of(search("row").trials, base // 4)
    limited.trials.made.clear()
    assert limited.run().peak <= base // 4
    assert len(limited.trials.made) <= 9


@pytest.mark.parametrize("name", ("row", "burgers"))
def test_segments_of_three_steps_are_those_of_two_made_longer(name: str) -> None:
    trials = search(name).trials
    two, three = (
        Configuration({label: CheckpointSchedule(n, 0) for label in labels(name)}) for n in (2, 3)
    )
    found = trials.resized(trials.of(two), three)
    assert found == trials.of(three).finished.profile
    assert found != trials.of(two).finished.profile
    one = Configuration({label: CheckpointSchedule(1, 0) for label in labels(name)})
    assert trials.resized(trials.of(two), one) is None


@pytest.mark.parametrize("name", ("row", "burgers"))
def test_what_more_snapshots_surely_hold(name: str) -> None:
    trials, accounts = search(name).trials, search(name).accounts.loops
    known = {label: CheckpointSchedule(2, 3) for label in labels(name)}
    made = trials.of(Configuration(known))
    for slots in (2, 4, 7, 9, 10, 30):  # of ten segments
        other = Configuration({**known, labels(name)[0]: CheckpointSchedule(2, slots)})
        bound = least_peak(made, other, accounts)
        assert 0 < bound <= trials.of(other).peak < bound + bound // 10
    assert least_peak(made, made.configuration, accounts) <= made.peak
    for schedule in (CheckpointSchedule(2, 0), CheckpointSchedule(3, 3)):
        other = Configuration({**known, labels(name)[0]: schedule})
        assert least_peak(made, other, accounts) == 0
    assert least_peak(made, Configuration(), accounts) == 0


@pytest.mark.parametrize("name", ("row", "burgers"))
def test_what_other_lengths_surely_hold(name: str) -> None:
    trials = search(name).trials
    known = {label: CheckpointSchedule(2, 3) for label in labels(name)}
    trials.of(Configuration(known))
    for schedule in (CheckpointSchedule(2, 5), CheckpointSchedule(7, 9)):
        other = Configuration({**known, labels(name)[-1]: schedule})
        assert other.loops not in [trial.configuration.loops for trial in trials.made.values()]
        bound = foreseen(trials, other)
        assert 0 < bound <= trials.of(other).peak < bound + bound // 10
    for schedule in (CheckpointSchedule(1, 3), CheckpointSchedule(1, 5)):
        other = Configuration({**known, labels(name)[-1]: schedule})
        assert foreseen(trials, other) == 0  # no trial has segments of one step there
    assert foreseen(trials, Configuration(known, rebuilt=frozenset({"x"}))) == 0


@pytest.mark.parametrize("name", ("nested", "gramschmidt"))
def test_schedules_keep_what_is_promised(name: str) -> None:
    """With the loops inside run again they take no less than was assumed before they were tried."""
    (account,) = Search.of(search(name).trials, 10**9).accounts.loops
    before = list(account.estimates)
    promised = [estimate for estimate in before if estimate.promised]
    assert promised and all(e.schedule and e.schedule.inner.loops for e in promised)
    account.settle()
    assert not any(estimate.promised for estimate in account.estimates)
    for least, found in zip(before, account.estimates, strict=True):
        assert least.schedule == found.schedule
        assert least.seconds <= found.seconds
        assert all(a <= b for a, b in zip(least.added, found.added, strict=True))
    assert before != account.estimates


def test_loops_inside_are_tried_where_memory_is_scarce_alone() -> None:
    """A limit that leaves room for a step's values; one that does not."""
    trials = search("nested").trials
    trials.made.clear()
    least, most = Search.of(trials, 1).least()[0].peak, trials.base.peak
    assert any(inside(trial.configuration) for trial in trials.made.values())
    trials.made.clear()
    found = Search.of(trials, most - (most - least) // 4).run()
    assert found.peak < most
    assert not any(inside(trial.configuration) for trial in trials.made.values())


def inside(configuration: Configuration) -> bool:
    return any(schedule.inner.loops for schedule in configuration.loops.values())
