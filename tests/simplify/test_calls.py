"""Simplifying passes on programs with calls: each leaves what they mean as it is."""

from __future__ import annotations

import numpy as np
import pytest

from adc.interpret.machine import run
from adc.ir.call import calls_in
from adc.ir.program import Program
from adc.ir.text_parser import parse_program
from adc.ir.verify import verify
from adc.simplify.copies import propagate_copies
from adc.simplify.dead import drop_dead, drop_unread
from adc.simplify.passes import PASSES, Pass
from adc.simplify.sinking import sink_zeros
from adc.simplify.tapes import read_tapes
from adc.simplify.zeroing import assign_first
from tests.emit.native import inputs_for
from tests.ir.test_unfolding import labelled
from tests.routines_ir import NESTED, TEXTS, sizes_of


def expect_same(program: Program, changed: Program, sizes: dict[str, int]) -> None:
    inputs = inputs_for(program, sizes)
    wanted, found = run(program, sizes, inputs), run(changed, sizes, inputs)
    for key, value in wanted.items():
        np.testing.assert_array_equal(found[key], value, err_msg=key)


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("each", PASSES, ids=lambda p: p.name)
def test_passes_keep_the_numbers(each: Pass, name: str) -> None:
    program = labelled(parse_program(TEXTS[name][0]))
    changed = each.run(program)
    verify(changed, "planned")
    for sizes in sizes_of(name):
        expect_same(program, changed, sizes)


def labels(program: Program) -> list[str]:
    return [call.label for call in calls_in(program.body)]


DEAD = NESTED.replace("local t", "local u: float64[N]\nlocal t").replace(
    "S3: do inner[N](y",
    "S2b: u[i] = x[i] for i in 0:N\n"
    "S2c: do inner[N](u[i] for i in 0:N; 1.0) -> u[i] for i in 0:N\n"
    "S3: do inner[N](y",
)


@pytest.mark.parametrize("each", (drop_unread, drop_dead))
def test_a_call_whose_result_nobody_wants_goes_away(each) -> None:  # type: ignore[no-untyped-def]
    """With what only it reads; a routine has no other effect."""
    program = parse_program(DEAD)
    assert labels(program) == ["S2", "S2c", "S3"]
    changed = each(program)
    assert labels(changed) == ["S2", "S3"]
    assert "u" not in {w.container for n in changed.body for w in n.writes}
    expect_same(program, changed, {"N": 4})


def test_what_a_call_overwrites_is_dead_before_it() -> None:
    text = NESTED.replace("S2: do outer", "S1b: y[i] = 7.0 for i in 0:N\nS2: do outer")
    assert "S1b" not in {n.label for n in drop_dead(parse_program(text)).body}


def test_what_a_call_works_on_in_place_is_wanted_before_it() -> None:
    text = NESTED.replace("S3: do inner", "S2b: y[i] = 7.0 for i in 0:N\nS3: do inner")
    changed = drop_dead(parse_program(text))
    assert [n.label for n in changed.body] == ["S2b", "S3"]


#: A sum onto zeros, behind a call that may have left something there.
SUMS = """\
program sums(N: size, x: array, y: array)
input x: float64[N]
output y: float64[N]
local z: float64[N]

S1: z[i] = 0.0 for i in 0:N
CALL
S3: z[i] += x[i] for i in 0:N
S4: y[i] = z[i] for i in 0:N

routine bump(n: size, v: array)
inout v: float64[n]

R1: v[i] = v[i] + 1.0 for i in 0:n

routine sum(n: size, v: array) -> t
input v: float64[n]
output t: float64

R1: t = 0.0
R2: t += v[i] for i in 0:n
"""


@pytest.mark.parametrize(
    ("call", "assigned"),
    [
        ("S2: do bump[N](z[i] for i in 0:N) -> z[i] for i in 0:N", False),
        ("S2: do bump[1](z[i] for i in 0:1) -> z[i] for i in 0:1", False),
        ("S2: do bump[N](y[i] for i in 0:N) -> y[i] for i in 0:N", True),
    ],
)
def test_sums_after_calls(call: str, assigned: bool) -> None:
    text = SUMS.replace("CALL", call)
    program = parse_program(text.replace("output y", "inout y"))
    changed = assign_first(program)
    (third,) = [n for n in changed.body if n.label == "S3"]
    assert (third.writes[0].op == "=") is assigned
    expect_same(program, changed, {"N": 3})


def test_zeros_stay_before_the_call_that_reads_them() -> None:
    call = "S2: do bump[N](z[i] for i in 0:N) -> z[i] for i in 0:N"
    program = parse_program(SUMS.replace("CALL", "S0: y[i] = 2.0 for i in 0:N\n" + call))
    changed = sink_zeros(program)
    assert [n.label for n in changed.body] == ["S0", "S1", "S2", "S3", "S4"]


COPIES = """\
program copies(N: size, x: array, y: array)
input x: float64[N]
output y: float64[N]
local c: float64[N]

S1: c[i] = x[i] for i in 0:N
S2: do twice[N](c[i] for i in 0:N; x[i] for i in 0:N) -> y[i] for i in 0:N

routine twice(n: size, v: array, w: array) -> t
KIND v: float64[n]
input w: float64[n]
output t: float64[n]

R1: t[i] = v[i] + w[n - 1 - i] for i in 0:n
"""


def test_a_copy_that_a_call_reads_is_read_at_its_source() -> None:
    program = parse_program(COPIES.replace("KIND", "input"))
    changed = propagate_copies(program)
    assert [n.label for n in changed.body] == ["S2"]
    expect_same(program, changed, {"N": 3})


def test_a_copy_that_a_call_changes_stays() -> None:
    text = COPIES.replace("KIND", "inout").replace("-> y[i]", "-> c[i] for i in 0:N; y[i]")
    program = parse_program(text)
    assert propagate_copies(program) == program


TAPES = """\
program tapes(N: size, T: size, x: array, y: array)
inout x: float64[N]
inout y: float64[N]
tape kept: float64[T, N]

for t in range(0, T):
    S1: kept[t, i] = x[i] for i in 0:N
    S2: x[i] = 0.5*x[i] + 1.0 for i in 0:N
for u in range(0, T) backwards:
    S3: x[i] = kept[u, i] for i in 0:N
    S4: do add[N](y[i] for i in 0:N; x[i] for i in 0:N) -> y[i] for i in 0:N
S5: x[i] = 0.0 for i in 0:N

routine add(n: size, a: array, b: array)
inout a: float64[n]
input b: float64[n]

R1: a[i] = a[i]*0.5 + b[i] for i in 0:n
"""


def test_a_call_reads_what_is_restored_from_the_tape() -> None:
    program = parse_program(TAPES)
    changed = read_tapes(program)
    (call,) = calls_in(changed.body)
    assert "kept" in {u.container for u in call.uses}
    expect_same(program, changed, {"N": 3, "T": 4})
    assert "S3" not in {n.label for p in drop_dead(changed).body for part in p.parts for n in part}
