"""The planning problem: what its words mean, on problems small enough to see the answer."""

from __future__ import annotations

import random
import subprocess
import sys
from dataclasses import replace

import pytest

from adc.checkpoint.optimise.formulate import Formulation
from adc.checkpoint.optimise.model import (
    Assignment,
    Choice,
    Kind,
    Learned,
    Option,
    Problem,
    Value,
    pareto,
    together,
    validate,
)
from adc.checkpoint.optimise.solver import smallest_peak, solve
from adc.checkpoint.optimise.walk import evaluate
from adc.diagnostics import InternalError
from tests.checkpoint.planning_oracle import random_problem

#: Section IV-A of the paper: three arrays of 50 MiB, each costlier to rebuild than the one before.
PAPER = Problem(
    base=(150,) * 3 + (200,) * 3,
    values=(
        Value("A0", 50, (0,), (5,), 13.0),
        Value("A1", 50, (1,), (4,), 26.0, scratch=50),
        Value("A2", 50, (2,), (3,), 39.0, scratch=100),
    ),
)


def chain(count: int, size: int = 100) -> Problem:
    """Layers: each made from the one before, needed in the opposite order."""
    values = tuple(
        Value(
            f"v{i}",
            size,
            tuple(range(i, min(i + 2, count))),
            (2 * count - 1 - i,),
            1.0,
            (f"v{i - 1}",) if i else (),
        )
        for i in range(count)
    )
    return Problem((0,) * (2 * count), values)


def test_paper_rebuilds_the_cheapest() -> None:
    rebuilt = {}
    for limit in (350, 349, 300, 299):
        found = solve(replace(PAPER, limit=limit))
        rebuilt[limit] = found and found.rebuilt
    assert rebuilt == {350: (), 349: ("A0",), 300: ("A0",), 299: None}


def test_without_limit_time_alone_counts() -> None:
    found = solve(PAPER)
    assert found is not None and found.rebuilt == () and found.peak == 350
    dear = replace(PAPER, values=(replace(PAPER.values[0], keep_seconds=14.0), *PAPER.values[1:]))
    found = solve(dear)
    assert found is not None and found.rebuilt == ("A0",) and found.seconds == 13.0


def test_shared_operand_is_rebuilt_once() -> None:
    values = (
        Value("d", 10, (0, 1), (), 5.0),
        Value("a", 10, (0,), (3,), 1.0, ("d",), fixed=Kind.REBUILD),
        Value("b", 10, (1,), (2,), 1.0, ("d",), fixed=Kind.REBUILD),
    )
    found = evaluate(Problem((0,) * 4, values), (), ())
    assert found is not None and found.seconds == 7.0
    assert found.rebuilt_for == {"d": 2, "a": 3, "b": 2}
    assert found.bytes == (20, 20, 20, 20)


def test_operands_are_gone_before_the_own_work() -> None:
    values = (
        Value("a", 100, (), (), 1.0),
        Value("b", 100, (), (), 1.0, ("a",)),
        Value("c", 100, (), (0,), 1.0, ("b",)),
    )
    found = evaluate(Problem((50,), values, before=(0,)), (), ())
    assert found is not None and found.peak == 200  # a and b, then b and c; then c and 50
    assert solve(Problem((50,), values, limit=200, before=(0,))) is not None
    assert solve(Problem((50,), values, limit=199, before=(0,))) is None


def test_optional_values_are_made_for_a_reason_only() -> None:
    values = (
        Value("a", 10, (0, 1, 2), (), 1.0, made_seconds=4.0, optional=True),
        Value("b", 10, (1,), (3,), 1.0, ("a",), made_seconds=2.0, optional=True),
        Value("c", 10, (2,), (), 1.0, ("a",), made_seconds=8.0, optional=True),
    )
    problem = Problem((0,) * 4, values)
    kept, rebuilt = evaluate(problem, ["b"], ()), evaluate(problem, (), ())
    assert kept is not None and (kept.seconds, kept.left_out) == (6.0, ("c",))
    assert kept.bytes == (10, 20, 10, 10)
    assert rebuilt is not None and (rebuilt.seconds, rebuilt.left_out) == (2.0, ("a", "b", "c"))
    found = solve(problem)
    assert found is not None and found.rebuilt == ("a", "b")


def test_arms_of_a_branch_are_not_in_memory_together() -> None:
    left = Value("x", 100, (1,), (5,), absent=(2, 4))
    right = Value("y", 100, (2,), (4,), absent=(5,))
    found = solve(Problem((0,) * 6, (left, right)))
    assert found is not None and found.bytes == (0, 100, 100, 200, 100, 100)
    found = solve(Problem((0,) * 6, (replace(left, absent=(2, 3, 4)), right)))
    assert found is not None and found.peak == 100


def test_option_needs_a_value() -> None:
    choices = (Choice("L", (Option(1.0, ((1, 2, 90),)), Option(2.0, ((1, 2, 10),), (("u", 2),)))),)
    problem = Problem((0,) * 3, (Value("u", 50, (0,)),), choices)
    fast, small = solve(problem), solve(replace(problem, limit=60))
    assert fast is not None and (fast.options, fast.kept) == ((0,), ())
    assert small is not None and (small.options, small.kept, small.peak) == ((1,), ("u",), 60)


def test_learned_moments_count_and_can_be_conditional() -> None:
    both = [Assignment(Kind.KEEP, "A1"), Assignment(Kind.KEEP, "A2")]
    limited = replace(PAPER, limit=350)
    found = solve(replace(limited, learned=(together(both, 351),)))
    assert found is not None and found.rebuilt == ("A1",)
    found = solve(replace(limited, learned=(Learned(((both[0], 51),), 300),)))
    assert found is not None and found.rebuilt == ("A1",)
    least = smallest_peak(replace(PAPER, learned=(Learned((), 400),)))
    assert least is not None and least.peak == 400 and least.rebuilt == ()


def test_smallest_peak_names_what_dominates() -> None:
    least = smallest_peak(replace(PAPER, limit=1))
    assert least is not None and (least.peak, least.rebuilt) == (300, ("A0",))
    assert least.peak == max(least.bytes) and least.dominant[0] == ("", 200)
    assert dict(least.dominant[1:]) == {"A1": 50, "A2": 50}


def test_to_the_byte() -> None:
    """Sizes that a floating-point tolerance would not tell apart."""
    size = 7_000_000_001
    values = tuple(Value(f"v{i}", size + i, (i,), (7 - i,), 1.0 + i) for i in range(4))
    problem = Problem((3,) * 8, values)
    everything = 3 + sum(v.bytes for v in values)
    kept = solve(replace(problem, limit=everything))
    assert kept is not None and kept.rebuilt == ()
    less = solve(replace(problem, limit=everything - 1))
    assert less is not None and less.rebuilt == ("v0",)
    least = smallest_peak(problem)
    assert least is not None and least.peak == 3 + size + 3


def test_fixed_decisions() -> None:
    forced = [replace(v, fixed=f) for v, f in zip(PAPER.values, (Kind.KEEP, Kind.REBUILD, None))]
    found = solve(replace(PAPER, values=tuple(forced)))
    assert found is not None and (found.kept, found.rebuilt) == (("A0", "A2"), ("A1",))
    assert solve(replace(PAPER, values=tuple(forced), limit=299)) is None
    stuck = Value("x", 1, (0,), (1,), None, fixed=Kind.REBUILD)
    assert solve(Problem((0, 0), (stuck,))) is None
    assert smallest_peak(Problem((0, 0), (stuck,))) is None


def test_equal_values_are_kept_in_source_order() -> None:
    values = tuple(Value(f"v{i}", 10, (i,), (12 - i,), 1.0) for i in range(6))
    base = (0,) * 6 + (100,) + (0,) * 6
    for room in range(7):
        found = solve(Problem(base, values, limit=100 + 10 * room))
        assert found is not None
        assert found.kept == tuple(f"v{i}" for i in range(room))


def test_same_answer_in_another_process() -> None:
    """Nothing depends on the order of sets, which strings' hashes shuffle."""
    code = (
        "import random\n"
        "from dataclasses import replace\n"
        "from adc.checkpoint.optimise.solver import solve\n"
        "from tests.checkpoint.planning_oracle import random_problem\n"
        "for seed in range(12):\n"
        "    problem = random_problem(random.Random(seed), 9, loops=2)\n"
        "    for limit in (None, 1200, 300):\n"
        "        print(solve(replace(problem, limit=limit)))\n"
    )
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": str(seed), "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in (1, 2)
    ]
    assert runs[0] == runs[1]
    assert "Solution" in runs[0]


def test_large_problems_say_how_far_from_the_optimum_they_may_be() -> None:
    rng = random.Random(5)
    values = tuple(
        replace(value, bytes=rng.randrange(50, 150), seconds=rng.uniform(0.5, 1.5))
        for value in chain(48).values
    )
    found = solve(Problem((0,) * 96, values, limit=2400))
    assert found is not None and found.peak <= 2400
    assert 0 <= found.gap <= 0.005
    assert solve(Problem((0,) * 96, values, limit=200)) is None


@pytest.mark.parametrize("count", [50, 100, 200])
def test_program_grows_with_the_candidates_not_their_plans(count: int) -> None:
    """A chain is the worst: each value may be rebuilt for each later one."""
    form = Formulation(chain(count))
    assert sum(form.program.integer) == count
    assert len(form.program.upper) == count * (count + 1) // 2
    assert len(form.program.rows) <= count * (count + 1) // 2
    apart = replace(
        chain(count), values=tuple(replace(v, operands=()) for v in chain(count).values)
    )
    assert len(Formulation(apart).program.upper) == count


def test_a_solution_is_what_its_decisions_cost() -> None:
    for seed in range(5):
        problem = replace(random_problem(random.Random(seed), 6, loops=1), limit=400)
        found = solve(problem)
        if found is not None:
            again = evaluate(problem, found.kept, found.options)
            assert again == found and found.peak <= 400


@pytest.mark.parametrize(
    "problem",
    [
        Problem((0,), (Value("a", 1, (0,)), Value("a", 1, (0,)))),
        Problem((0,), (Value("b", 1, (0,), operands=("a",)), Value("a", 1, (0,)))),
        Problem((0,), (Value("a", 1, (1,)),)),
        Problem((0,), (Value("a", -1, (0,)),)),
        Problem((0, 0), (Value("a", 1, (1, 0)),)),
        Problem((0, 0), (), before=(0,)),
        Problem((0,), (), (Choice("L", ()),)),
        Problem((0,), (), (Choice("L", (Option(1.0, ((0, 1, 5),)),)),)),
        Problem((0,), (), (Choice("L", (Option(1.0, (), (("a", 0),)),)),)),
        Problem((0,), learned=(Learned(((Assignment(Kind.KEEP, "a"), 1),)),)),
        Problem((0,), (Value("a", 1, (0,)),), (Choice("a", (Option(1.0),)),)),
    ],
)
def test_malformed_problems_are_adc_faults(problem: Problem) -> None:
    with pytest.raises(InternalError):
        validate(problem)


def test_pareto() -> None:
    points = [
        (5, 1.0, "a"),
        (3, 2.0, "b"),
        (4, 2.0, "c"),
        (3, 2.0, "d"),
        (6, 1.0, "e"),
        (1, 9.0, "f"),
    ]
    assert pareto(points) == [(1, 9.0, "f"), (3, 2.0, "b"), (5, 1.0, "a")]
    assert pareto([]) == []
