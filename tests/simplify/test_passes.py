"""Emptying, moving and substituting keep out of loops that data ends and of snapshots."""

from __future__ import annotations

from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update
from adc.ir.expressions import Read
from adc.ir.node import Access, Node
from adc.ir.nodes import Branch, Compute, Heading, Loop
from adc.ir.program import Program
from adc.ir.walking import computes
from adc.simplify.copies import propagate_copies
from adc.simplify.dead import drop_dead, drop_unread, drop_unused_containers
from adc.simplify.decisions import decide_in_place
from adc.simplify.emptying import without_empty
from adc.simplify.sinking import sink_zeros
from adc.simplify.tapes import read_tapes
from tests.differentiate.programs import M, N, array, branch, c, i, loop, op, put, r, t
from tests.simplify.programs import (
    SNAPSHOTS,
    TRIPS,
    K,
    double,
    program,
    replay,
    replayed,
    reverse_while,
    scalar,
    snapshot,
    while_,
)


def test_conditions_count_as_reads() -> None:
    p = program([scalar("s"), TRIPS], put(r("s"), c("0.1")), while_())
    assert drop_unread(p).body == p.body
    assert drop_unused_containers(p).containers == p.containers


# -- emptying --------------------------------------------------------------------------------------


def test_empty_nodes_go_from_the_inside_out() -> None:
    tested = branch(op("lt", r("s"), c("1.0")), [], [])
    p = program([scalar("s"), TRIPS], loop(t, 0, N, loop(i, 0, N), tested), reverse_while(replay()))
    assert without_empty(p).body == ()
    note = Heading("of nothing", 2)
    assert without_empty(p.with_body((loop(t, 0, N, note), note))).body == (note,)


def test_snapshot_stays_for_its_replay_and_goes_without() -> None:
    take = snapshot(put(r("kept", K), r("v")))
    forward = loop(t, 0, N, take)
    bring = replay((put(r("again"), r("kept", K)),))
    p = program(SNAPSHOTS, forward, reverse_while(bring, double("out")))
    assert without_empty(p).body == p.body
    assert without_empty(p.with_body((forward,))).body == ()


# -- moving and substituting -----------------------------------------------------------------------


def test_zeros_stop_before_a_loop_that_mentions_them() -> None:
    zero, other = put(r("x"), c("0.0")), put(r("out"), c("1.0"))
    for user in (while_(reads="x"), while_(double("x")), loop(t, 0, N, snapshot(double("x")))):
        p = program([scalar("x"), scalar("s"), scalar("out", "output"), TRIPS], zero, other, user)
        assert sink_zeros(p).body == (other, zero, user)


def test_copy_of_what_is_counted_stays() -> None:
    """The copy holds the count of the While before the one that counts anew."""
    integers = [Container(n, DType.INT64, (), Role.LOCAL) for n in ("trips", "before")]
    target = Read("before", (), DType.INT64)
    copied = put(target, Read("trips", (), DType.INT64))
    p = program([*integers, scalar("s")], copied, while_(double("s")))
    assert propagate_copies(p) == p


def test_copy_of_an_argument_is_read_at_its_source_in_snapshots_too() -> None:
    copied = put(r("x", i), r("A", i), (i, 0, N))
    containers = [array("A", N), array("x", N, role=Role.LOCAL), *SNAPSHOTS]
    body = loop(t, 0, N, snapshot(put(r("kept", K), r("x", 0))), while_(reads="s"))
    p = propagate_copies(program(containers, copied, body))
    assert {x.container for s in computes(p.body) for x in [s.expr]} == {"A"}


def restored(*between: Compute, at: object = 0) -> Program:
    """`V = tape[t]; between; out = V` in a loop."""
    containers = [array("tape", N, role=Role.TAPE), scalar("V"), scalar("out", "inout")]
    use = put(r("out"), op("add", r("out"), r("V")))
    return program(containers, loop(t, 0, N, put(r("V"), r("tape", t)), *between, use))


def test_restored_value_is_read_from_the_tape() -> None:
    p = drop_dead(read_tapes(restored()))
    (only,) = computes(p.body)
    assert r("tape", t) in only.expr.args  # type: ignore[union-attr]


def test_tape_that_is_written_anew_before_the_read_does_not_serve() -> None:
    p = restored(put(r("tape", t), c("1.0")))
    assert read_tapes(p) == p
    p = restored()
    (around,) = p.body
    assert isinstance(around, Loop)
    after = p.with_body((loop(i, 0, M, put(r("tape", 0), c("2.0")), around),))
    assert read_tapes(after) != after


def test_slot_of_a_replay_stays_inside_it() -> None:
    p = replayed(put(r("out"), op("add", r("out"), r("again"))))
    assert read_tapes(p) == p
    inner = replay((put(r("again"), r("kept", K)), put(r("v"), r("again"))))
    p = program(SNAPSHOTS, loop(t, 0, N, inner, put(r("out"), r("again"))))
    assert read_tapes(p) == p


# -- decisions -------------------------------------------------------------------------------------


def test_flags_are_conditions_unless_their_branch_changes_these() -> None:
    flag = Container("flag", DType.BOOL, (), Role.LOCAL)
    test = op("lt", r("s"), c("1.0"))
    decide = Compute("decide", Access("flag", ()), Update.ASSIGN, test)
    read = Read("flag", (), DType.BOOL)

    def decided(*body: Node) -> Program:
        return decide_in_place(program([scalar("s"), scalar("q"), flag], *body))

    other, changes = put(r("q"), c("0.1")), put(r("s"), c("0.1"))
    (alone,) = decided(decide, branch(read, [other])).body
    assert isinstance(alone, Branch) and alone.condition == test
    for kept in (
        (decide, branch(read, [changes])),
        (decide, branch(read, [other], [changes])),
        (decide, changes, branch(read, [other])),
        (decide, branch(read, [other]), branch(read, [other])),
    ):
        assert decided(*kept).body == kept
