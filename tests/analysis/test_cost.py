"""Costs at given sizes: counts against enumeration, traffic, footprints."""

from __future__ import annotations

import random

import pytest
import sympy

from adc.analysis.cost import REFERENCE_TRIPS, cost
from adc.analysis.counting import Counter, Range, range_of
from adc.analysis.levels import Level, StatementCost
from adc.interpret.snapshots import Snapshots, advances
from adc.ir.build import const
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.node import Access, Body, Dim
from adc.ir.nodes import Compute, Loop, Replay, ReverseWhile, Snapshot, While
from adc.ir.program import Program
from adc.ir.shapes import evaluate, minimum, symbol
from adc.ir.text_parser import parse_program

N = symbol("N")


def program(declarations: str, body: str) -> Program:
    head = 'program p(N: size, M: size, s: scalar, A: array)\nsource "p.py"\n'
    return parse_program(f"{head}input s: float64\n{declarations}\n{body}")


def measured(declarations: str, body: str, **sizes: int) -> Level:
    p = program(declarations, body)
    return cost(p.body, p, {"N": 10, "M": 7, **sizes})


def only(level: Level, label: str) -> StatementCost:
    (found,) = [s for s in level.statements if s.label == label]
    return found


def enumerated(ranges: list[Range], values: dict[str, int]) -> int:
    if not ranges:
        return 1
    head, *rest = ranges
    first, count = evaluate(head.first, values), evaluate(head.count, values)
    return sum(
        enumerated(rest, {**values, head.var: first + head.step * k}) for k in range(max(count, 0))
    )


def random_nest(rng: random.Random) -> list[Range]:
    ranges: list[Range] = []
    for depth in range(rng.randint(1, 4)):
        outer = [symbol(r.var) for r in ranges]

        def bound(outer: list[sympy.Symbol] = outer) -> sympy.Expr:
            terms: list[sympy.Expr] = [sympy.Integer(rng.randint(-2, 3))]
            terms += [rng.choice([-1, 0, 1, 1, 2]) * v for v in outer]
            total = sympy.Add(*terms) + rng.choice([0, 0, 1]) * N
            return minimum(total, N) if rng.random() < 0.2 else total

        start, stop = bound(), bound()
        if rng.random() < 0.5:
            ranges.append(range_of(Dim(f"x{depth}", start, stop)))
        else:
            step = rng.choice([1, -1, 2, -3])
            ranges.append(range_of(Loop(f"x{depth}", start, stop, step, ())))
    return ranges


def test_counts_are_those_of_enumeration() -> None:
    rng = random.Random(5)
    for _ in range(400):
        ranges, size = random_nest(rng), rng.randint(0, 5)
        expected = enumerated(ranges, {"N": size})
        assert Counter({"N": size}).count(tuple(ranges)) == expected, (size, ranges)


@pytest.mark.parametrize("size", (0, 1, 2, 7))
def test_triangular_counts_are_summed_not_enumerated(size: int) -> None:
    i, j = symbol("i"), symbol("j")
    dims = (Dim("i", sympy.Integer(0), N), Dim("j", sympy.Integer(0), i), Dim("k", j, i))
    ranges = tuple(range_of(d) for d in dims)
    counter = Counter({"N": size})
    assert counter._sum(ranges) == enumerated(list(ranges), {"N": size})
    large = 10**6
    exact = (large - 1) * large * (large + 1) // 6
    assert Counter({"N": large}).count(ranges) == exact


def test_the_bounding_box_counts_where_nothing_else_can() -> None:
    i, j = symbol("i"), symbol("j")
    large = 10**4
    ranges = tuple(
        range_of(d)
        for d in (
            Dim("i", sympy.Integer(0), N),
            Dim("j", sympy.Integer(0), N),
            Dim("k", sympy.Integer(0), minimum(i, j)),
        )
    )
    counter = Counter({"N": large})
    assert counter._sum(ranges) is None
    assert counter.count(ranges) == large**2 * (large - 1)
    assert Counter({"N": 9}).count(ranges) == enumerated(list(ranges), {"N": 9})


def test_a_shifted_array_is_read_once() -> None:
    level = measured(
        "input A: float64[N]\nlocal B: float64[N]",
        "S1: B[i] = A[i - 1] + A[i] + A[i + 1] for i in 1:N - 1",
    )
    s = only(level, "S1")
    traffic = {t.container: (t.read, t.written) for t in s.traffic}
    assert traffic == {"A": (64, 0), "B": (0, 64)}
    assert (s.points, s.runs, s.flops, s.calls, s.contiguous) == (8, 1, 16, 0, True)


def test_an_update_reads_its_target() -> None:
    s = only(measured("inout A: float32[N]", "S1: A[i] += float32(s) for i in 0:N"), "S1")
    assert [(t.read, t.written) for t in s.traffic] == [(40, 40)]


def test_what_does_not_vary_is_computed_once() -> None:
    level = measured(
        "input A: float64[N, M]\nlocal B: float64[N, M]\nlocal C: float64[N]",
        "S1: B[i, j] = exp(s)*(A[i, j] + sin(C[i])) for i in 0:N, j in 0:M",
    )
    s = only(level, "S1")
    assert s.calls == 1 + 10
    assert s.flops == 2 * 70


def test_equal_operations_are_done_once() -> None:
    level = measured(
        "input A: float64[N]\nlocal B: float64[N]", "S1: B[i] = (A[i] + s)*(A[i] + s) for i in 0:N"
    )
    assert only(level, "S1").flops == 2 * 10


@pytest.mark.parametrize(
    "read, contiguous", (("A[i, j]", True), ("A[j, i]", False), ("A[i, 2*j]", False))
)
def test_unit_stride_is_seen(read: str, contiguous: bool) -> None:
    level = measured(
        "input A: float64[N, N]\nlocal B: float64[N, N]",
        f"S1: B[i, j] = {read} for i in 0:4, j in 0:4",
    )
    assert only(level, "S1").contiguous is contiguous


def test_matrix_products_are_seen() -> None:
    level = measured(
        "input A: float64[N, N]\ninput B: float64[N, N]\nlocal C: float64[N, N]",
        "S1: C[i, j] += s*A[i, k]*B[k, j] for i in 0:N, j in 0:N, k in 0:N\n"
        "S2: C[i, j] += A[i, k]*B[i, j] for i in 0:N, j in 0:N, k in 0:N\n"
        "S3: C[i, j] += A[i, k] + B[k, j] for i in 0:N, j in 0:N, k in 0:N",
    )
    assert [s.product for s in level.statements] == [True, False, False]
    assert {t.container: t.read for t in only(level, "S1").traffic} == dict.fromkeys("ABC", 800)


def test_triangular_traffic_is_exact() -> None:
    level = measured(
        "inout A: float64[N, N]",
        "S1: for k in range(0, N):\n"
        "    S2: A[i, j] = A[i, j] - A[i, k]*A[k, j] for i in k + 1:N, j in k + 1:N",
    )
    s = only(level, "S2")
    squares = sum(m * m for m in range(10))
    assert (s.points, s.runs, s.flops) == (squares, 10, 2 * squares)
    assert s.written == 8 * squares
    assert s.read == 8 * sum(m * m + m + m for m in range(10))


def test_footprints_of_a_time_loop() -> None:
    level = measured(
        "inout A: float64[N]\nlocal T: float64[M, N]",
        "S1: for t in range(0, M):\n"
        "    S2: T[t, i] = A[i] for i in 0:N\n"
        "    S3: A[i] = 2.0*A[i] for i in 0:N",
        N=64,
    )
    (loop,) = level.parts
    assert isinstance(loop, Level)
    assert (loop.executions, loop.passes) == (1, 7)
    assert dict(loop.one) == {"T": 512, "A": 512}
    assert dict(loop.every) == {"T": 7 * 512, "A": 512}
    assert level.working_set == 8 * 512


def test_columns_fetch_whole_lines() -> None:
    level = measured(
        "inout A: float64[N, N]",
        "S1: for k in range(0, N):\n    S2: A[i, k] = 0.0 for i in 0:N",
        N=1000,
    )
    (loop,) = level.parts
    assert isinstance(loop, Level)
    assert loop.one["A"] == 64 * 1000
    assert loop.every["A"] == 8 * 1000 * 1000
    (traffic,) = only(level, "S2").traffic
    assert traffic.written == 8 * 1000**2 and traffic.lines == 64 * 1000**2


def put(label: str, name: str, *index: sympy.Expr) -> Compute:
    return Compute(label, Access(name, index), Update.ASSIGN, const(1.0, DType.FLOAT64))


def plain(*body: Compute) -> Program:
    return program(
        "inout A: float64[N]\nlocal K: float64[N]\nlocal trips: int64\nlocal flag: bool", ""
    ).with_body(body)


def test_loops_that_data_ends() -> None:
    t = symbol("t")
    flag = parse_program(
        'program q(f: scalar)\nsource "q.py"\ninput f: bool\nlocal g: bool\nS1: g = f'
    ).body[0]
    assert isinstance(flag, Compute)
    for limit, expected in ((None, REFERENCE_TRIPS), (N, 10)):
        body: Body = (
            While("t", flag.expr, (put("S1", "A", t),), "trips", limit),
            ReverseWhile("t", "trips", (put("S2", "A", t),)),
        )
        level = cost(body, plain().with_body(body), {"N": 10, "M": 7})
        assert [s.points for s in level.statements] == [expected, expected]
    # Where only the reverse sweep is asked about, the While is found in the program.
    assert [s.points for s in cost(body[1:], plain().with_body(body), {"N": 9, "M": 7}).statements]


@pytest.mark.parametrize("steps, slots", ((1, 1), (7, 3), (50, 4), (20, 20), (9, 30)))
def test_replays_are_the_binomial_optimum(steps: int, slots: int) -> None:
    t, k, r = symbol("t"), symbol("k"), symbol("r")
    whole = sympy.Integer(steps)
    step = put("S2", "A", sympy.Integer(0))
    keep = Snapshot("L1", t, whole, slots, "k", (put("S1", "K", k),))
    again = (put("S3", "K", k),), "r", (put("S4", "A", r),), (put("S5", "K", k),)
    body = (
        Loop("t", sympy.Integer(0), whole, 1, (keep, step)),
        Loop(
            "u", sympy.Integer(0), whole, 1, (Replay("L1", symbol("u"), slots, "k", *again),),
            backwards=True,
        ),
    )  # fmt: skip
    level = cost(body, plain(), {"N": 1000, "M": 1})
    points = {s.label: s.points for s in level.statements}
    assert points["S1"] == min(slots, steps)
    assert points["S2"] + points["S4"] == advances(steps, slots) + 1
    assert points["S3"] == steps
    assert points["S4"] >= 0
    assert points["S5"] >= saves(steps, slots)


@pytest.mark.parametrize("slots", (2, 5, 40))
def test_a_step_touches_one_snapshot(slots: int) -> None:
    """However many there are; all steps together touch them all."""
    t, k = symbol("t"), symbol("k")
    keep = Snapshot("L1", t, sympy.Integer(90), slots, "k", (put("S1", "A", 8 * k),))
    (loop,) = cost(
        (Loop("t", sympy.Integer(0), sympy.Integer(90), 1, (keep,)),), plain(), {"N": 1000, "M": 1}
    ).parts
    assert isinstance(loop, Level)
    assert loop.one == {"A": 64}
    assert loop.every == {"A": 64 * slots}


def saves(steps: int, slots: int) -> int:
    """How often the reverse sweep takes a snapshot, by doing it."""
    held = Snapshots(slots)
    for step in range(steps):
        if held.due(step, steps):
            held.push(step)
    taken = 0
    for step in reversed(range(steps)):
        start, _ = held.nearest()
        while start < step:
            start = held.next_stop(start, step)
            if start < step:
                held.push(start)
                taken += 1
        held.release(step)
    return taken


def test_a_missing_size_is_named() -> None:
    p = program("inout A: float64[N]", "S1: A[i] = 0.0 for i in 0:N")
    with pytest.raises(KeyError, match="N"):
        cost(p.body, p, {"M": 3})
