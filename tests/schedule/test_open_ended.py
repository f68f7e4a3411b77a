"""The loop tree around loops that data ends and snapshots: nothing moves in or out of them."""

from __future__ import annotations

import pytest

from adc.schedule import Scheduled, schedule
from adc.schedule.text import tree_text
from adc.schedule.tree import Declare, For, Keep, Rewind, part_variables, walk
from tests.emit.native import parsed
from tests.emit.open_ended import HALVING, NESTED, STATELESS, TWO_LEVELS, online, steps

HEAD = """\
program p(N: size, M: size, n: integer, x: array, y: array, s: array, A: array)
inout x: float64[N]
inout y: float64[N]
inout s: float64
inout A: float64[N, M]
local trips: int64
local flag: bool
local a: float64
local w: float64[N]
local w_snap: float64[2, N]

"""


def scheduled(body: str, *, openmp: bool = True) -> Scheduled:
    return schedule(parsed(HEAD + body), openmp=openmp, blas=False)


def text(body: str, **options: bool) -> list[str]:
    """The tree in text, without work estimates and the arena."""
    lines = tree_text(scheduled(body, **options)).split("\n")
    kept = [line.split(", work")[0].rstrip(":") for line in lines if line]
    return [line for line in kept if not line.startswith(("slot", "arena", "peak"))]


def loops(tree: object) -> list[For]:
    return [n for n in walk(tree) if isinstance(n, For)]  # type: ignore[arg-type]


# -- loops that data ends --------------------------------------------------------------------------


def test_while_counts_as_it_goes() -> None:
    body = """\
S1: a = x[0]
while a > 0.5 as t to M into trips:
    S2: a = 0.5*a
reverse while t_1 from trips:
    S3: s = s + 1.0
"""
    assert text(body) == [
        "local a = x[0]",
        "local trips = {0}",
        "while a > 0.5, counted by t up to M",
        "    a = 0.5*a",
        "    trips = {t + 1}",
        "for t in range(0, trips) backwards in order",
        "    s = s + 1.0",
    ]


def test_what_a_test_reads_outlives_an_iteration() -> None:
    """`flag` and `a` get their values inside, but the test asks for those of the last iteration."""
    body = """\
while flag and {t} < 3 as t into trips:
    S2: a = x[t]
    S3: flag = a > 0.0
    S4: s = s + a
"""
    found = scheduled(body)
    declared = {n.name for n in walk(found.tree) if isinstance(n, Declare)}
    assert declared == {"a"}
    assert "flag" in found.by_name and not found.by_name["flag"].shape


def test_test_reads_an_element_that_the_body_writes() -> None:
    """An array that the test reads from stays one: the next iteration has another element."""
    body = """\
while w[t] > 0.0 as t to N into trips:
    S2: w[t] = 0.0
    S3: s = s + w[t]
"""
    assert scheduled("S1: w[i] = x[i] for i in 0:N\n" + body).by_name["w"].shape


def test_uncounted_loops_do_not_count() -> None:
    """Nobody asks how often: nothing is counted, but the loop runs."""
    body = "while s > 0.5 as t into trips:\n    S2: s = 0.5*s\n"
    assert text(body) == ["while s > 0.5, counted by t", "    s = 0.5*s"]


def test_loops_that_data_ends_are_not_joined_with_others() -> None:
    body = """\
S1a: y[i] = 1.0 for i in 0:N
while s > 0.5 as t into trips:
    S1b: s = 0.5*s
    S1c: x[i_1] = x[i_1] + y[i_1] for i_1 in 0:N
    S1d: y[i_2] = 2.0*x[i_2] for i_2 in 0:N
S1e: y[i_3] = y[i_3] + x[i_3] for i_3 in 0:N
"""
    assert text(body, openmp=False) == [
        "for i in range(0, N)",
        "    y[i] = 1.0",
        "while s > 0.5, counted by t",
        "    s = 0.5*s",
        "    for i in range(0, N)",
        "        x[i] = x[i] + y[i]",
        "        y[i] = 2.0*x[i]",
        "for i in range(0, N)",
        "    y[i] = y[i] + x[i]",
    ]


def test_loops_that_data_ends_run_in_order_but_may_stand_in_parallel_ones() -> None:
    body = """\
for j in range(0, N, 1):
    while x[j] > 0.5 as t to M into trips:
        S2: x[j] = 0.5*x[j]
    reverse while t_1 from trips:
        S3: y[j] = y[j] + float64({t_1})
"""
    found = loops(scheduled(body).tree)
    assert [(n.var, str(n.parallel.work)) for n in found if n.parallel] == [("j", "N")]
    assert [n.var for n in found if not n.threaded] == ["t", "t"]


def test_a_shared_count_keeps_the_loop_around_in_order() -> None:
    """Counted in one iteration, taken back after the loop: the last iteration's count counts."""
    body = """\
for j in range(0, N, 1):
    while x[j] > 0.5 as t to M into trips:
        S2: x[j] = 0.5*x[j]
reverse while t_1 from trips:
    S3: y[0] = y[0] + 1.0
"""
    assert not any(n.threaded for n in loops(scheduled(body).tree))


def test_segments_do_not_count_as_loops_of_their_own() -> None:
    """Inside two loops a vector's loop is too small to start threads, but not inside segments."""
    plain = """\
for g in range(0, n, 1):
    for t in range(START, 4*g + 4, 1):
        S1: x[i] = 0.5*x[i] + s for i in 0:N
        S2: y[j] = y[j]*x[j] for j in 0:N
"""
    for start, marked in (("g", 0), ("0", 0), ("4*g", 2)):
        found = loops(scheduled(plain.replace("START", start)).tree)
        assert sum(n.threaded for n in found) == marked


# -- snapshots -------------------------------------------------------------------------------------

REPLAYED = """\
S1: w[i] = x[i] for i in 0:N
for t in range(0, n, 1):
    snapshot L1 step t of n slot k of 2:
        S2: w_snap[k, i_1] = w[i_1] for i_1 in 0:N
    S3a: a = s + 1.0
    S3b: w[i_2] = a*w[i_2] for i_2 in 0:N
for t_1 in range(0, n, 1) backwards:
    replay L1 step t_1 slot k_1 of 2:
        S4: w[i_3] = w_snap[k_1, i_3] for i_3 in 0:N
    advance r:
        S5a: a = s + 1.0
        S5b: w[i_4] = a*w[i_4] for i_4 in 0:N
    save:
        S6: w_snap[k_1, i_5] = w[i_5] for i_5 in 0:N
    S7: y[i_6] = y[i_6]*w[i_6] for i_6 in 0:N
"""


def test_snapshots_and_replays() -> None:
    assert text(REPLAYED) == [
        "copy x to w: N elements",
        "for t in range(0, n) in order",
        "    keep L1 before step t of n in 2 slots",
        "        copy w to w_snap[k]: N elements",
        "    a = s + 1.0",
        "    for i in range(0, N) parallel",
        "        w[i] = a*w[i]",
        "for t in range(0, n) backwards in order",
        "    rewind L1 to step t",
        "        copy w_snap[k] to w: N elements",
        "    advance r",
        "        a = s + 1.0",
        "        for i in range(0, N) parallel",
        "            w[i] = a*w[i]",
        "    save",
        "        copy w to w_snap[k]: N elements",
        "    for i in range(0, N) parallel",
        "        y[i] = y[i]*w[i]",
    ]


def test_state_stays_in_memory_between_the_parts_of_a_replay() -> None:
    """The load's first write is no birth: later parts see it."""
    found = scheduled(REPLAYED)
    assert found.by_name["w"].shape and found.by_name["w_snap"].shape
    slots = {name for slot in found.arena for name in slot.containers}
    assert slots == {"w", "w_snap"}


def test_a_scalar_state_is_not_declared_within_a_part() -> None:
    body = """\
for t in range(0, n, 1):
    snapshot L1 step t of n slot k of 2:
        S2: w_snap[k, 0] = s
    S3: s = 0.5*s
for t_1 in range(0, n, 1) backwards:
    replay L1 step t_1 slot k_1 of 2:
        S4: a = w_snap[k_1, 0]
    advance r:
        S5: a = 0.5*a
    save:
        S6: w_snap[k_1, 0] = a
    S7: y[0] = y[0]*a
"""
    found = scheduled(body)
    assert not [n for n in walk(found.tree) if isinstance(n, Declare)]
    assert not found.by_name["a"].shape


@pytest.mark.parametrize(
    "around", ["for j in range(0, M, 1):", "for j in range(0, M, 1) backwards:"]
)
def test_loops_around_snapshots_run_in_order(around: str) -> None:
    """The record of what is held is one for all iterations."""
    body = f"""\
{around}
    for t in range(0, n, 1):
        snapshot L1 step t of n slot k of 2:
            S2: w_snap[k, j] = A[j, 0]
        S3: A[j, 0] = 0.5*A[j, 0]
    for t_1 in range(0, n, 1) backwards:
        replay L1 step t_1 slot k_1 of 2:
            S4: A[j, 1] = w_snap[k_1, j]
        advance r:
            S5: A[j, 1] = 0.5*A[j, 1]
        save:
            S6: w_snap[k_1, j] = A[j, 1]
        S7: A[j, 2] = A[j, 2]*A[j, 1]
"""
    assert not any(n.threaded for n in loops(scheduled(body).tree))


def test_the_book_is_kept_where_no_state_is() -> None:
    """The replay asks where the last snapshot was, though there is nothing in it."""
    tree = schedule(parsed(STATELESS), openmp=False, blas=False).tree
    assert [type(n) for n in walk(tree) if isinstance(n, (Keep, Rewind))] == [Keep, Rewind]


def test_snapshots_that_nobody_takes_up_go() -> None:
    body = """\
for t in range(0, n, 1):
    snapshot L1 step t of n slot k of 2:
        S2: w_snap[k, 0] = s
    S3: s = 0.5*s
"""
    found = scheduled(body)
    assert not [n for n in walk(found.tree) if isinstance(n, Keep)] and not found.arena


def test_variables_are_short_and_hide_nothing() -> None:
    tree = schedule(parsed(TWO_LEVELS), openmp=True, blas=False).tree
    own = [part_variables(n) for n in walk(tree) if isinstance(n, (Keep, Rewind))]
    assert own == [(("k",),), (("k",), ("r",), ("k", "r")), (("k",),), (("k",), ("r",), ("k", "r"))]


def test_a_slot_keeps_its_number_where_its_name_is_taken() -> None:
    """`k` is a result."""
    program = steps(2).replace("runs", "k").replace("slot k of", "slot k_2 of")
    found = schedule(parsed(program.replace("[k, i]", "[k_2, i]")), openmp=False, blas=False)
    own = [part_variables(n) for n in walk(found.tree) if isinstance(n, (Keep, Rewind))]
    assert own == [(("k_2",),), (("k_1",), ("r",), ("k_1", "r"))]


@pytest.mark.parametrize("program", [HALVING, NESTED, TWO_LEVELS, STATELESS, steps(2), online(3)])
def test_the_tree_is_the_same_every_time(program: str) -> None:
    first, second = (schedule(parsed(program), openmp=True, blas=True) for _ in range(2))
    assert tree_text(first) == tree_text(second)
