"""The planner against all configurations of small problems, each made real and scheduled."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, combinations, product
from pathlib import Path

import pytest

from adc.checkpoint.configuration import CheckpointSchedule, Configuration
from adc.checkpoint.estimates.trials import Finished, Trial, Trials
from adc.checkpoint.machine import load_machine
from adc.checkpoint.plan import Plan
from adc.checkpoint.policy import Policy
from adc.checkpoint.scenario import Scenario
from adc.checkpoint.search.search import Search
from adc.diagnostics import AdcError
from adc.differentiate.gradient import Reversed
from adc.finishing import finished
from adc.ir.nodes import Loop
from adc.ir.walking import walk_nodes
from adc.observer import Silent
from adc.options import Choice, Request
from adc.pipeline import front_half, reversed_of
from tests.memory.programs import PROGRAMS
from tests.proof.cases import Case, load_cases
from tests.proof.compiled import request_of
from tests.proof.marks import long_among

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
SINES = Case(
    "sines", (EXAMPLES / "rematerialization/kernel.py").read_text(), ("C", "D"), ("return",),
    {"N": 40},
)  # fmt: skip
LAYERS = Case(
    "layers",
    '''
import numpy as np


def layers(x: "float64[N, H]", w: "float64[H, H]", b: "float64[H]"):
    h = np.tanh(x @ w + b)
    h = np.tanh(h @ w + b)
    return np.tanh(h @ w + b)
''',
    ("x",), ("return",), {"N": 40, "H": 6},
)  # fmt: skip

REPLACED = Case(
    "replaced",
    '''
import numpy as np


def replaced(x: "float64[N]", p: "float64[N]"):
    """What of `z` is made again lies beside what making `y` again takes."""
    y = np.sqrt(1.0 + p * p) * 0.5
    z = np.tanh(p * y)
    y[1:-1] += 0.1 * y[1:-1] * (y[2:] - 2.0 * z[1:-1] + y[:-2])
    z[1:] = 0.5 * z[1:] * p[:-1] + 0.3 * np.sin(x[1:])
    z = 0.9 * np.sin(p) + 0.1 * x
    return np.sum(y * z * x * y)
''',
    ("x", "p"), ("return",), {"N": 17},
)  # fmt: skip


#: No array lies in a gradient or in the place of another: there is more left to decide.
APART = Choice(without=("in_place", "scratch"))
EVERYTHING = Choice()


@dataclass
class Problem:
    """A case, and the configurations of it that are tried.

    Each search makes trials of its own, for it picks among those that it has made; what comes of a
    configuration is the same in all of them, and made once.
    """

    case: Case
    folder: Path
    value: bool = False
    choice: Choice = EVERYTHING
    plans: dict[str, Plan] = field(default_factory=dict)
    times: dict[str, float] = field(default_factory=dict)
    made_real: dict[int, Finished] = field(default_factory=dict)

    def search(self, limit: int | None) -> Search:
        scenario = Scenario(dict(self.case.sizes), load_machine(None))
        trials = Trials(
            self.reversed, Policy(), scenario, self.evaluate, plans=self.plans, times=self.times
        )
        return Search.of(trials, limit)

    @cached_property
    def request(self) -> Request:
        source = self.folder / "kernel.py"
        source.write_text(self.case.source)
        return request_of(
            self.case, source, sizes=dict(self.case.sizes), value=self.value, choice=self.choice
        )

    @cached_property
    def reversed(self) -> Reversed:
        return reversed_of(front_half(self.request, Silent()), self.request, Silent())

    def evaluate(self, plan: Plan) -> Finished:
        assert any(plan is known for known in self.plans.values())  # so that its id stays its own
        if id(plan) not in self.made_real:
            self.made_real[id(plan)] = finished(plan, self.request, dict(self.case.sizes))
        return self.made_real[id(plan)]

    def smallest(self) -> int:
        with pytest.raises(AdcError) as caught:
            self.search(1).run()
        found = re.search(r"raise --mem-limit to (\d+)", caught.value.diagnostics[0].help)
        assert found
        return int(found[1])


def ways(steps: int) -> list[CheckpointSchedule | None]:
    """All ways to reverse a loop of so many steps."""
    found: list[CheckpointSchedule | None] = [None]
    for length in range(1, steps):
        segments = -(-steps // length)
        found += [CheckpointSchedule(length, slots) for slots in (0, *range(1, segments))]
    return found


def loop_of(search: Search) -> Loop:
    return next(n for n in search.trials.reversed.primal.body if isinstance(n, Loop))


def one_loop(search: Search) -> Iterator[Configuration]:
    label = loop_of(search).label
    for way in ways(search.trials.scenario.sizes["steps"]):
        yield Configuration({label: way} if way else {})


def two_loops(search: Search) -> Iterator[Configuration]:
    outer = loop_of(search)
    label = next(n.label for n in walk_nodes(outer.body) if isinstance(n, Loop))
    sizes = search.trials.scenario.sizes
    for way, inner in product(ways(sizes["outer"]), ways(sizes["inner"])):
        inside = Configuration({label: inner} if inner else {})
        if way is None:
            yield inside
        else:
            yield Configuration({outer.label: CheckpointSchedule(way.length, way.slots, inside)})


def two_arms(search: Search) -> Iterator[Configuration]:
    """The loops of both arms of a branch; the second one is a While."""
    first, second = (account.label for account in search.accounts.loops)
    steps = search.trials.scenario.sizes["steps"]
    for way, slots in product(ways(steps), range(1, steps)):
        loops = {first: way} if way else {}
        yield Configuration({**loops, second: CheckpointSchedule(1, slots)})


def arrays(search: Search) -> Iterator[Configuration]:
    """Each subset of the candidates made again as arrays, or in registers."""
    names = [c.name for c in search.accounts.arrays.candidates]
    for some in chain.from_iterable(combinations(names, k) for k in range(len(names) + 1)):
        yield Configuration(rebuilt=frozenset(some))
        yield Configuration(recomputed=frozenset(some))


def pairs(search: Search) -> Iterator[Configuration]:
    """Each subset of the layers between the first and the last made again as arrays."""
    made = {c.name for c in search.accounts.arrays.candidates}
    layers = [(n, n.replace("h", "product")) for n in sorted(made) if n.startswith("h")]
    for some in chain.from_iterable(combinations(layers, k) for k in range(len(layers) + 1)):
        yield Configuration(rebuilt=frozenset(chain.from_iterable(some)))


PROBLEMS = {
    "one loop": (load_cases()["burgers"].with_sizes({"N": 12, "steps": 6}), one_loop),
    "two loops": (PROGRAMS["nested"].with_sizes({"outer": 3, "inner": 4}), two_loops),
    "one loop with arms": (PROGRAMS["arms"], one_loop),
    "a loop in a branch of a loop": (PROGRAMS["skipping"], two_loops),
    "two arms": (PROGRAMS["guarded"].with_sizes({"steps": 4}), two_arms),
    "elementwise": (SINES, arrays),
    "layers": (LAYERS, arrays),
    "perceptron": (PROGRAMS["perceptron"], pairs),
}


#: Of several loops and branches, one kind is tried in every run.
LONG = (
    "perceptron", "layers", "two arms", "one loop with arms", "a loop in a branch of a loop",
    "one loop",
)  # fmt: skip


def trials(name: str, folder: Path) -> tuple[Problem, Search, list[Trial]]:
    case, space = PROBLEMS[name]
    problem = Problem(case, folder)
    search = problem.search(None)
    return problem, search, [search.trials.of(c) for c in space(search)]


@pytest.mark.parametrize("name", long_among(PROBLEMS, LONG))
def test_smallest_limit_and_fastest_plan(name: str, tmp_path: Path) -> None:
    """No configuration needs less than the smallest limit that the planner tells; and at each
    limit no configuration that fits is much faster by the account of whole programs.

    The planner knows of fewer ways to reverse the loops inside loops than there are.
    """
    problem, search, found = trials(name, tmp_path)
    assert problem.smallest() <= min(a.peak for a in found)
    slack = 1.15 if problem.case.name in ("nested", "skipping") else 1.05
    peaks = sorted({a.peak for a in found})
    for limit in peaks[:: max(len(peaks) // 3, 1)]:
        limited = problem.search(limit)
        pick = limited.run()
        assert pick.peak <= limit
        fastest = min(search.trials.seconds(a) for a in found if a.peak <= limit)
        assert limited.trials.seconds(pick) <= slack * fastest, (limit, pick.configuration)


@pytest.mark.parametrize(
    ("case", "space"),
    [
        # The loop around has nothing to give; what is inside has.
        (PROGRAMS["nested"].with_sizes({"outer": 1, "inner": 12}), two_loops),
        (REPLACED, arrays),
    ],
    ids=("a loop in a single step", "arrays"),
)
def test_smallest_limit(
    case: Case, space: Callable[[Search], Iterator[Configuration]], tmp_path: Path
) -> None:
    """No configuration needs less than the smallest limit that the planner tells and keeps."""
    problem = Problem(case, tmp_path, choice=APART)
    search = problem.search(None)
    least = min(search.trials.of(c).peak for c in space(search))
    told = problem.smallest()
    assert told <= least < search.trials.base.peak
    assert problem.search(told).run().peak == told


PRODUCTS = Case(
    "fields", (EXAMPLES / "rematerialization_products/kernel.py").read_text(), ("A", "B"),
    ("return",), {"N": 60, "M": 50, "few": 5, "many": 40}, function="fields",
)  # fmt: skip


@pytest.mark.long  # dear, and proves what others do
def test_the_sweep_over_dear_arrays_passes_four_plans(tmp_path: Path) -> None:
    """Products and short loops: each of the 2^4 forced configurations, and the planner's choice
    at each of their peaks. No forced configuration that fits is faster.

    With the value, as the gradient alone need not make in the forward sweep what it makes later.
    """
    problem = Problem(PRODUCTS, tmp_path, value=True, choice=APART)
    search = problem.search(None)
    names = ("P", "U", "V", "Q")
    found = []
    for again in chain.from_iterable(combinations(names, k) for k in range(5)):
        found.append(search.trials.of(Configuration(rebuilt=made_of(search, again))))
    peaks = sorted({a.peak for a in found})
    picks = {}
    for limit in peaks:
        limited = problem.search(limit)
        pick = limited.run()
        fastest = min(search.trials.seconds(a) for a in found if a.peak <= limit)
        assert pick.peak <= limit
        assert limited.trials.seconds(pick) <= 1.001 * fastest
        picks[repr(pick.configuration)] = limit
    assert len(picks) >= 4


def made_of(search: Search, names: tuple[str, ...]) -> frozenset[str]:
    """The candidates that the source calls by `names`."""
    candidates = [c.name for c in search.accounts.arrays.candidates]
    frame = search.accounts.arrays.frame
    return frozenset(c for c in candidates if frame.originals.get(c, c) in names)


@pytest.mark.parametrize(
    ("exact", "words"), [(40, "the smallest one"), (1, "the smallest one found")]
)
def test_only_what_is_proven_is_told(
    exact: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For many candidates the solver stops near the smallest plan, and the message says so."""
    monkeypatch.setattr("adc.checkpoint.optimise.solver.EXACT", exact)
    with pytest.raises(AdcError) as caught:
        Problem(LAYERS, tmp_path).search(1).run()
    assert f"; {words} needs " in caught.value.diagnostics[0].message


def test_an_arena_just_too_large_to_have_been_in_use_loses_a_snapshot(tmp_path: Path) -> None:
    """Burgers, 10^5 points and 200 steps: a snapshot less, and no call touches fresh memory."""
    case = load_cases()["burgers"].with_sizes({"N": 100_000, "steps": 200})
    problem = Problem(replace(case, wrt=("u",)), tmp_path)
    search = problem.search(None)
    pick = search.run()
    generous = problem.search(160 * 2**20)
    assert search.trials.seconds(pick) <= 1.01 * search.trials.seconds(
        search.trials.of(generous.run().configuration)
    )
