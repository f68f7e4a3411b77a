"""Slots, lifetimes and the bytes of a call."""

from __future__ import annotations

import pytest

from adc.ir.shapes import evaluate
from adc.schedule import Scheduled, schedule
from tests.emit.native import parsed

HEAD = """\
program p(N: size, M: size, K: integer, x: array, y: array)
input x: float64[N]
inout y: float64[N]
local a: float64[N]
local b: float64[N]
local c: float64[N + 1]
local d: float32[2*N]
local e: bool[max(K - 1, 0), M]

"""


def scheduled(body: str) -> Scheduled:
    return schedule(parsed(HEAD + body), openmp=False, blas=False)


def slots(body: str) -> list[tuple[str, ...]]:
    return [slot.containers for slot in scheduled(body).arena]


def row(target: str, source: str, label: str, length: str = "N") -> str:
    return f"S{label}: {target}[i] = {source}[i]*2.0 for i in 0:{length}\n"


def test_buffers_in_turn_share_a_slot() -> None:
    body = row("a", "x", "1") + row("y", "a", "2") + row("b", "y", "3") + row("y", "b", "4")
    assert slots(body) == [("a", "b")]
    assert scheduled(body).lifetimes == {"a": (0, 1), "b": (2, 3)}


def test_buffers_at_the_same_time_do_not_share() -> None:
    assert slots(row("a", "x", "1") + row("b", "a", "2") + row("y", "b", "3")) == [("a",), ("b",)]


def inside(body: str, head: str = "for k in range(0, K):") -> str:
    return head + "\n" + "".join(f"    {line}\n" for line in body.strip().split("\n"))


def test_buffers_of_one_iteration_take_turns() -> None:
    turns = row("a", "y", "1") + row("y", "a", "2") + row("b", "y", "3") + row("y", "b", "4")
    assert slots(inside(turns)) == [("a", "b")]


def test_loop_keeps_alive_what_it_carries() -> None:
    """The last element of `a` comes from the iteration before."""
    carried = row("y", "a", "1") + row("a", "x", "2", "N - 1")
    turns = carried + row("b", "y", "3") + row("y", "b", "4")
    assert slots(inside(turns)) == [("a",), ("b",)]


def test_other_sizes_and_types_share() -> None:
    other = row("a", "x", "1") + row("y", "a", "2") + row("c", "y", "3") + row("y", "c", "4")
    assert slots(other) == [("a", "c")]
    cast = "S3: d[i] = float32(y[i]) for i in 0:N\nS4: y[i] = float64(d[2*i]) for i in 0:N\n"
    assert slots(row("a", "x", "1") + row("y", "a", "2") + cast) == [("a", "d")]


@pytest.mark.parametrize(
    ("sizes", "arena"),
    [
        ({"N": 8, "M": 3, "K": 5}, 64 + 64),
        ({"N": 9, "M": 3, "K": 0}, 128 + 0),
        ({"N": 9, "M": 3, "K": -7}, 128 + 0),
        ({"N": 0, "M": 65, "K": 2}, 0 + 128),
    ],
)
def test_bytes_are_rounded_and_never_negative(sizes: dict[str, int], arena: int) -> None:
    body = row("a", "x", "1")
    body += "S3: e[k, j] = y[0] > 0.0 for k in 0:K - 1, j in 0:M\n" + row("y", "a", "2")
    body += "S4: y[k] = where(e[k, 0], 1.0, y[k]) for k in 0:K - 1\n"
    found = scheduled(body)
    assert evaluate(found.arena_bytes, sizes) == arena
    assert evaluate(found.arguments_bytes, sizes) == 2 * 8 * sizes["N"]
    assert evaluate(found.peak_bytes, sizes) == 2 * 8 * sizes["N"] + arena


def test_scalars_need_no_memory() -> None:
    body = "S1a: a[i] = x[i]*2.0 for i in 0:N\nS1b: y[i] = a[i] + a[i]*x[i] for i in 0:N\n"
    assert scheduled(body).arena == ()
    assert scheduled(body).arena_bytes == 0
