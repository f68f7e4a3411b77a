"""Lives in loops and branches, and the events of a call."""

from __future__ import annotations

import pytest

from adc.ir.shapes import evaluate
from adc.schedule import Scheduled, regions, schedule
from adc.schedule.arena import never_negative
from adc.schedule.lifetimes import Lives, lives
from adc.schedule.tree import Tree
from tests.emit.native import parsed
from tests.proof.cases import Case, load_cases
from tests.proof.compiled import compile_case

HEAD = """\
program p(N: size, M: size, K: integer, x: array, y: array)
input x: float64[N]
inout y: float64[N]
local a: float64[N]
local b: float64[N]
local c: float64[N]
local w: float64[N, M]
local yes: bool
local also: bool

"""


def scheduled(body: str) -> Scheduled:
    return schedule(parsed(HEAD + body), openmp=False, blas=False)


def together(body: str) -> set[frozenset[str]]:
    return {frozenset(e.live) for e in scheduled(body).timeline.events}


def share(body: str, one: str = "a", other: str = "b") -> bool:
    return not any({one, other} <= live for live in together(body))


def inside(body: str, head: str = "for k in range(0, K):") -> str:
    return head + "\n" + "".join(f"    {line}\n" for line in body.strip().split("\n"))


A_THEN_B = """\
S3: y[i] = y[i] + a[N - 1 - i] for i in 0:N
S4: b[i] = y[i]*3.0 for i in 0:N
S5: y[i] = b[N - 1 - i] for i in 0:N
"""
WHOLE = "S1: a[i] = y[i]*2.0 for i in 0:N\n"


@pytest.mark.parametrize(
    ("first", "fresh"),
    [
        ("S1: a[i] = y[i]*2.0 for i in 0:N\n", True),
        ("S1: a[i] = 0.0 for i in 0:N\n", True),
        ("S1: a[i] = x[i] for i in 0:N\n", True),
        ("S1: a[N - 1 - i] = y[i]*2.0 for i in 0:N\n", True),
        ("S1: a[0] = 1.0\nS2: a[N - 1] = 2.0\nS2b: a[i] = y[i] for i in 1:N - 1\n", True),
        ("S1: a[0] = 1.0\nfor t in range(1, N):\n    S2: a[t] = a[t - 1]*y[t]\n", True),
        ("S1: a[N - 1] = 1.0\nfor t in range(N - 2, -1, -1):\n    S2: a[t] = a[t + 1]*y[t]\n",
         True),
        ("S1: a[N - 1] = 1.0\nfor t in range(0, N - 1) backwards:\n    S2: a[t] = a[t + 1]*y[t]\n",
         True),
        ("S1: a[N - 1] = 1.0\nfor t in range(0, N - 1):\n    S2: a[t] = a[t + 1]*y[t]\n", False),
        ("S1: a[0] = 1.0\nfor t in range(2, N):\n    S2: a[t] = a[t - 2]*y[t]\n", False),
        ("for t in range(0, N, 2):\n    S2: a[t] = y[t]\n", False),
        ("S1: a[i] = y[i]*2.0 for i in 1:N\n", False),
        ("S1: a[i] = y[i]*2.0 for i in 0:N - 1\n", False),
        ("S1: a[i] = y[i]*2.0 for i in 0:min(N, M)\n", False),
        ("S1: a[i] = y[i]*2.0 for i in 0:K\n", False),
        ("S1: a[i] = a[i]*2.0 for i in 0:N\n", False),
        ("S1: a[i] += y[i] for i in 0:N\n", False),
        ("if yes:\n    S1: a[i] = y[i]*2.0 for i in 0:N\n", False),
        ("if yes:\n    S1: a[i] = y[i] for i in 0:N\nelse:\n    S2: a[i] = x[i] for i in 0:N\n",
         True),
    ],
)  # fmt: skip
def test_buffer_that_begins_anew_lives_within_an_iteration(first: str, fresh: bool) -> None:
    """`a` and `b` take turns in the loop if no iteration reads what an earlier one left in `a`."""
    assert share(inside(first + A_THEN_B)) == fresh


def test_any_element_lies_within_the_array() -> None:
    """Element N - 1 was written, although N might be 0 as far as anyone knows."""
    b_alone = "".join(A_THEN_B.splitlines(keepends=True)[1:])
    assert share(inside(WHOLE + "S3: y[0] = a[N - 1]\n" + b_alone))
    part = WHOLE.replace("0:N", "1:N")
    assert not share(inside(part + "S3: y[0] = a[0]\n" + b_alone))


def test_value_that_is_wanted_after_the_loop() -> None:
    body = inside(WHOLE + A_THEN_B)
    assert share(body)
    assert not share(body + "S9: y[i] = y[i] + a[N - 1 - i] for i in 0:N\n")


def test_value_that_comes_from_before_the_loop() -> None:
    body = inside(A_THEN_B)
    assert not share("S0: a[i] = 1.0 for i in 0:N\n" + body)


def test_inner_loop_carries_what_the_outer_does_not() -> None:
    """`a` begins in the outer loop's body, and lives through the whole inner loop."""
    inner = "S3: a[i] = a[i]*y[i] for i in 0:N\nS4: b[i] = y[i]*3.0 for i in 0:N\n"
    inner += "S5: y[i] = b[N - 1 - i] for i in 0:N\n"
    tail = "S6: y[i] = a[N - 1 - i] for i in 0:N\n"
    tail += "S7: c[i] = y[i]*3.0 for i in 0:N\nS8: y[i] = c[N - 1 - i] for i in 0:N\n"
    body = inside(WHOLE + inside(inner, "for t in range(0, M):") + tail)
    assert not share(body, "a", "b")
    assert share(body, "a", "c") and share(body, "b", "c")


def test_overwritten_value_is_dead() -> None:
    """`a` is used again after `b`, but for something new; unless that is only a part of it."""
    again = "S6: a[i] = y[i]*2.0 for i in 0:N\nS7: y[i] = a[N - 1 - i] for i in 0:N\n"
    assert share(WHOLE + A_THEN_B + again)
    assert not share(WHOLE + A_THEN_B + again.replace("0:N\nS7", "1:N\nS7"))
    assert share(inside(WHOLE + A_THEN_B + again))


# -- branches ----------------------------------------------------------------------------------

SET = "S0: yes = x[0] > 0.5\nS0b: also = x[0] < 0.2\n"
FORWARD = (
    "if yes:\n    S1: a[i] = x[i]*2.0 for i in 0:N\nelse:\n    S2: b[i] = x[i]*3.0 for i in 0:N\n"
)
BETWEEN = "S3: c[i] = y[i]*x[i] for i in 0:N\nS4: y[i] = c[N - 1 - i] for i in 0:N\n"


def backward(condition: str = "yes") -> str:
    return (
        f"if {condition}:\n    S5: y[i] = y[i]*a[N - 1 - i] for i in 0:N\n"
        "else:\n    S6: y[i] = y[i]*b[N - 1 - i] for i in 0:N\n"
    )


def test_arms_of_one_branch_share() -> None:
    arms = inside(WHOLE + "S2: y[i] = a[N - 1 - i] for i in 0:N\n", "if yes:")
    other = "S3: b[i] = y[i]*2.0 for i in 0:N\nS4: y[i] = b[N - 1 - i] for i in 0:N\n"
    assert share(SET + arms + inside(other, "else:"))


def test_branches_of_one_condition_share_across_what_lies_between() -> None:
    body = SET + FORWARD + BETWEEN + backward()
    assert share(body, "a", "b")
    assert not share(body, "a", "c") and not share(body, "b", "c")
    between = [e for e in scheduled(body).timeline.events if e.place == "line 3"]
    assert [(e.path, e.live) for e in between] == [
        ((("yes", "then"),), ("a", "c")), ((("yes", "else"),), ("b", "c"))
    ]  # fmt: skip


def test_branches_of_other_conditions_do_not_share() -> None:
    assert not share(SET + FORWARD + BETWEEN + backward("also"))


def test_condition_that_changes_in_between_does_not_share() -> None:
    assert not share(SET + FORWARD + BETWEEN + "S4b: yes = y[0] > 0.0\n" + backward())


def test_condition_of_an_iteration() -> None:
    """In one iteration the branches go the same way, and `a` and `b` begin anew in each."""
    assert share(inside("S0: yes = y[0] > 0.5\n" + FORWARD + BETWEEN + backward()))
    late = inside(FORWARD + BETWEEN + backward() + "S7: yes = y[0] > 0.5\n")
    assert not share(SET + late)


def test_value_past_a_branch_lives_in_all_arms() -> None:
    arm = "S2: b[i] = x[i]*2.0 for i in 0:N\nS3: y[i] = b[N - 1 - i] for i in 0:N\n"
    body = SET + WHOLE + inside(arm, "if yes:") + "S6: y[i] = y[i]*a[N - 1 - i] for i in 0:N\n"
    assert not share(body)


def test_value_of_one_arm_is_dead_in_the_other() -> None:
    arms = inside("S2: y[i] = a[N - 1 - i] for i in 0:N\n", "if yes:")
    other = "S3: b[i] = y[i]*2.0 for i in 0:N\nS4: y[i] = b[N - 1 - i] for i in 0:N\n"
    assert share(SET + WHOLE + arms + inside(other, "else:"))


# -- events ------------------------------------------------------------------------------------


def test_events_tell_where_and_how_much() -> None:
    body = WHOLE + A_THEN_B + SET + inside(WHOLE.replace("S1", "S7") + BETWEEN, "if yes:")
    timeline = scheduled(body).timeline
    sizes = {"N": 10, "M": 1, "K": 1}
    peak = timeline.peak(sizes)
    assert peak is not None and timeline.live_bytes(peak, sizes) == 128
    assert timeline.total_bytes(peak, sizes) == 2 * 80 + 128
    assert timeline.live_bytes_at(sizes) == [timeline.live_bytes(e, sizes) for e in timeline.events]
    places = [(e.place, e.live) for e in timeline.events]
    assert places[:4] == [
        ("line 1", ("a",)), ("line 3", ("a",)), ("line 4", ("b",)), ("line 5", ("b",))
    ]  # fmt: skip


def test_arena_is_never_less_than_what_is_live() -> None:
    found = scheduled(SET + FORWARD + BETWEEN + backward() + inside(WHOLE + A_THEN_B))
    for sizes in ({"N": n, "M": m, "K": 3} for n in (0, 1, 8, 9, 100) for m in (0, 5)):
        live = found.timeline.live_bytes_at(sizes)
        assert evaluate(found.arena_bytes, sizes) == max(live)


# -- loops that data ends, snapshots -----------------------------------------------------------

STATES = (
    HEAD.replace(
        "local yes: bool\n", "local yes: bool\nlocal n: int64\nlocal v_snap: float64[3, N]\n"
    )
    + "S01: b[i] = x[i] for i in 0:N\n"
)
TRIED = "S3: c[i] = {v}[i]*2.0 for i in 0:N\nS4: {v}[i] = c[N - 1 - i] for i in 0:N\n"


def replayed(reverse: str, name: str = "a") -> str:
    """`b` steps forward, with snapshots; in reverse `a` is the state brought back."""
    keep = "snapshot L step t slot k of 3:\n    S2: v_snap[k, i] = b[i] for i in 0:N\n"
    forward = inside(keep + TRIED.format(v="b"), "while b[0] < 9.0 as t into n:")
    bring = "replay L step u slot k of 3:\n    S5: a[i] = v_snap[k, i] for i in 0:N\nadvance r:\n"
    step = TRIED.format(v="a").replace("c", "w0").replace("S3", "S6").replace("S4", "S7")
    bring += "".join(f"    {line}\n" for line in step.strip().split("\n"))
    bring += "save:\n    S8: v_snap[k, i] = a[i] for i in 0:N\n"
    return forward + inside(bring + reverse, "reverse while u from n:")


def of_states(body: str) -> list[frozenset[str]]:
    text = STATES.replace("local w:", "local w0: float64[N]\nlocal z: float64[N]\nlocal w:") + body
    found = schedule(parsed(text), openmp=False, blas=False)
    return [frozenset(e.live) for e in found.timeline.events]


def test_snapshots_live_from_the_first_to_the_last() -> None:
    """And the state brought back lives in one iteration, its step's temporary in one step."""
    reverse = "S9: y[i] = y[i]*a[N - 1 - i] for i in 0:N\n"
    reverse += "S10: z[i] = y[i]*2.0 for i in 0:N\nS11: y[i] = z[N - 1 - i] for i in 0:N\n"
    lives = of_states(replayed(reverse))
    used = [k for k, live in enumerate(lives) if "v_snap" in live]
    assert used == list(range(used[0], len(lives)))
    assert not any({"a", "z"} <= live or {"w0", "z"} <= live for live in lives)
    assert any({"a", "w0", "v_snap"} == live for live in lives)
    assert not any({"b", "a"} <= live or {"c", "w0"} <= live for live in lives)


def test_snapshots_of_an_inner_loop_begin_anew_in_the_outer() -> None:
    reverse = "S9: y[i] = y[i]*a[N - 1 - i] for i in 0:N\n"
    tail = "S12: z[i] = y[i]*2.0 for i in 0:N\nS13: y[i] = z[N - 1 - i] for i in 0:N\n"
    first = "S02: b[i] = y[i] for i in 0:N\n"
    lives = of_states(inside(first + replayed(reverse) + tail, "for s in range(0, K):"))
    assert not any({"v_snap", "z"} <= live for live in lives)
    assert any({"v_snap", "b"} <= live for live in lives)


def test_loop_that_data_ends_writes_nothing_for_sure() -> None:
    write = "S1: a[t] = y[0]\n"
    read = "S2: y[i] = y[i] + a[N - 1 - i] for i in 0:N\n"
    other = "S4: b[i] = y[i]*3.0 for i in 0:N\nS5: y[i] = b[N - 1 - i] for i in 0:N\n"
    plain = inside(write, "for t in range(0, N):")
    assert share(inside(plain + read + other))
    open_ended = inside(write, "while y[0] < 9.0 as t to N into n:")
    text = HEAD.replace("local yes", "local n: int64\nlocal yes")
    found = schedule(parsed(text + inside(open_ended + read + other)), openmp=False, blas=False)
    assert any({"a", "b"} <= set(e.live) for e in found.timeline.events)


#: Whiles in loops, whose steps set arrays piece by piece.
STEPS = Case(
    "relaxed",
    """
import numpy as np

def relaxed(u, f, steps):
    w = np.zeros_like(u)
    for t in range(steps):
        k = 0
        while u[0] > 0.5 and k < 20:
            w[0] = np.sin(u[0] - f[0])
            w[1:] = np.sin(u[1:]) * np.cos(f[:-1])
            if w[1] > 0.1:
                v = w * f
                u = u - 0.1 * v * v
            k += 1
        u = u + 0.1 * f * u
    return np.sum(u * u)
""",
    ("u", "f"),
    ("return",),
    {"steps": 5, "N": 4},
    signature="relaxed(u: float64[N], f: float64[N], steps: int)",
)


def test_what_a_body_writes_is_the_same_whenever_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Lives are those that walking through each body anew finds."""

    def anew(walk: regions._Walk, body: Tree, under: regions.Under) -> tuple[regions.Box, ...]:
        checking, walk.checking = walk.checking, False
        each = walk.tree(body, (), under)
        walk.checking = checking
        return each

    def told(found: Scheduled) -> Lives:
        local = [c for c in found.containers if c.shape and c.name not in found.program.passed]
        return lives(found.tree, local, never_negative(found.program))

    compiled = [
        compile_case(case, strategy="recompute") for case in (STEPS, load_cases()["limiter"])
    ]
    trees = [schedule(each.gradient, openmp=False, blas=False) for each in compiled]
    kept = [told(tree) for tree in trees]
    assert all(any(life.fresh for life in each.of.values()) for each in kept)
    monkeypatch.setattr(regions._Walk, "silently", anew)
    assert [told(tree) for tree in trees] == kept
