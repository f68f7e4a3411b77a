"""What dead code is, in loops that data ends and in snapshots too."""

from __future__ import annotations

from adc.ir.dtypes import DType
from adc.ir.expressions import Read
from adc.ir.nodes import Loop, Replay, ReverseWhile, Snapshot, While
from adc.ir.shapes import integer
from adc.ir.walking import computes
from adc.simplify.dead import drop_dead
from tests.differentiate.programs import N, branch, c, loop, op, put, r, t
from tests.simplify.programs import (
    SNAPSHOTS,
    TRIPS,
    K,
    double,
    labels,
    program,
    replayed,
    reverse_while,
    scalar,
    while_,
)


def test_overwritten_values_and_what_made_them_are_dead() -> None:
    first = put(r("x"), c("1.0"))
    second = put(r("x"), c("2.0"))
    result = put(r("out"), r("x"))
    p = program([scalar("x"), scalar("out", "output")], first, second, result)
    assert labels(drop_dead(p)) == [second.label, result.label]


def test_emptied_loops_go_and_their_locals() -> None:
    unread = loop(t, 0, N, branch(op("lt", r("s"), c("1.0")), [put(r("x"), c("1.0"))]))
    result = put(r("out"), c("1.0"))
    p = drop_dead(program([scalar("s"), scalar("x"), scalar("out", "output")], unread, result))
    assert p.body == (result,)
    assert [x.name for x in p.containers] == ["out"]


def test_while_lives_with_what_is_in_it_and_what_ends_it() -> None:
    start, step = put(r("s"), c("0.1")), double("s")
    work, idle = double("out"), double("x")
    run = while_(work, idle, step)
    containers = [scalar("s"), scalar("x"), scalar("out", "inout"), TRIPS]
    p = drop_dead(program(containers, start, run))
    assert labels(p) == [start.label, work.label, step.label]
    assert isinstance(p.body[1], While)
    assert "trips" in p.by_name and "x" not in p.by_name


def test_while_that_nothing_needs_is_dead() -> None:
    containers = [scalar("s"), scalar("out", "output"), TRIPS]
    result = put(r("out"), c("1.0"))
    p = program(containers, put(r("s"), c("0.1")), while_(double("s")), result)
    assert drop_dead(p).body == (result,)


def test_while_whose_count_is_needed_stays() -> None:
    """Nothing in the While matters but how often it runs."""
    start, step = put(r("s"), c("0.1")), double("s")
    containers = [scalar("s"), scalar("out", "inout"), TRIPS]
    p = program(containers, start, while_(step), reverse_while(double("out")))
    assert drop_dead(p).body == p.body
    counted = put(r("out"), op("cast", Read("trips", (), DType.INT64)))
    p = program(containers, start, while_(step), counted)
    assert drop_dead(p).body == p.body


def test_reverse_while_of_nothing_goes_with_its_while() -> None:
    containers = [scalar("s"), scalar("x"), scalar("out", "output"), TRIPS]
    result = put(r("out"), c("1.0"))
    p = program(
        containers, put(r("s"), c("0.1")), while_(double("s")), reverse_while(double("x")), result
    )
    assert drop_dead(p).body == (result,)


def test_replay_lives_while_its_state_is_used() -> None:
    p = replayed(put(r("out"), op("add", r("out"), r("again"))))
    assert drop_dead(p).body == p.body


def test_replay_whose_state_is_not_used_goes_with_its_snapshot() -> None:
    p = replayed(double("out"))
    small = drop_dead(p)
    run, back = small.body[1], small.body[2]
    assert isinstance(run, While) and isinstance(back, ReverseWhile)
    assert [s.target.container for s in computes(small.body)] == ["s", "s", "out"]
    assert not any(isinstance(n, (Snapshot, Replay)) for n in (*run.body, *back.body))
    assert "kept" not in small.by_name


def test_reverse_while_with_a_replay_alone_does_nothing() -> None:
    p = replayed()
    result = put(r("out"), c("1.0"))
    assert drop_dead(p.with_body((*p.body, result))).body == (result,)


def test_integer_step_of_a_snapshot_is_kept() -> None:
    """Only statements are judged; the nodes' own integers stay as they are."""
    take = Snapshot("L", t, N, 2, "k", (put(r("kept", K), r("v")),), label="snap")
    bring = Replay("L", t, 2, "k", (put(r("again"), r("kept", K)),), "q", (), (), label="back")
    back = Loop("t_1", integer(0), N, 1, (bring, put(r("out"), r("again"))), backwards=True)
    p = program(SNAPSHOTS, put(r("v"), c("0.5")), loop(t, 0, N, take, double("v")), back)
    assert drop_dead(p).body == p.body
