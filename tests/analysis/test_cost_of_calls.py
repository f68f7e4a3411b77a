"""The cost of a call is that of its routine at the numbers that it gives it."""

from __future__ import annotations

import pytest

from adc.analysis.cost import Meter, cost
from adc.analysis.levels import OWN, Level
from adc.checkpoint.estimates.pricing import seconds
from adc.ir.operation import in_loops
from adc.ir.program import Program
from adc.ir.text_parser import parse_program
from tests.routines_ir import NESTED, ROWS, TEXTS

SIZES = {"N": 40, "M": 30, "K": 5, "T": 6, "k": 3, "n": 9}


def at(program: Program) -> dict[str, int]:
    return {name: SIZES[name] for name in program.symbols}


def sums(level: Level) -> tuple[int, int, int, int, int]:
    found = list(level.statements)
    return (
        sum(s.points for s in found), sum(s.flops for s in found), sum(s.calls for s in found),
        sum(s.read for s in found), sum(s.written for s in found),
    )  # fmt: skip


#: Programs whose calls give no integer that changes what the routine does.
EVEN = [name for name in TEXTS if name not in ("whiles", "marching", "copies", "growing")]
#: Those whose routines step through arrays as their sections lie.
ALIKE = ("outer", "rows", "nested", "halved", "marching", "whiles")


@pytest.mark.parametrize("name", EVEN)
def test_a_call_costs_what_its_statements_cost(name: str) -> None:
    program = parse_program(TEXTS[name][0])
    called, plain = cost(program.body, program, at(program)), in_loops(program)
    found, wanted = sums(called), sums(cost(plain.body, plain, at(program)))
    # One element, passed by value, is read where it is used, or copied first.
    assert all(abs(a - b) <= 8 for a, b in zip(found, wanted, strict=True))


@pytest.mark.parametrize("name", ALIKE)
def test_calls_take_the_time(name: str) -> None:
    program = parse_program(TEXTS[name][0])
    plain = in_loops(program)
    found = seconds(cost(program.body, program, at(program)))
    wanted = seconds(cost(plain.body, plain, at(program)))
    assert 0.5 * wanted < found < 2.0 * wanted


def test_copies_around_a_call_cost_something() -> None:
    program = parse_program(TEXTS["copies"][0])
    level = cost(program.body, program, at(program))
    assert sum(s.points for s in level.statements if s.label == "S2") == 2 * 30 * 40


def test_what_a_call_touches_is_its_caller_s_and_its_own() -> None:
    program = parse_program(ROWS)
    level = cost(program.body, program, at(program))
    bytes_of_rows = 30 * 320
    assert level.every["a"] == level.every["b"] == bytes_of_rows
    assert level.every["smooth tmp"] == level.every["smooth other"] == 320
    assert {s.label for s in level.statements} == {"S0", "S2", "S3"}


def test_a_routine_is_measured_once() -> None:
    """However often and however deep it is called: calls that double 60 times over take no time."""
    depth = 60
    routines = [
        f"routine r{k}(n: size, v: array)\ninout v: float64[n]\n\n"
        + "".join(
            f"S{i}: do r{k + 1}[n](v[i] for i in 0:n) -> v[i] for i in 0:n\n" for i in range(2)
        )
        for k in range(depth)
    ]
    last = f"routine r{depth}(n: size, v: array)\ninout v: float64[n]\n\n"
    last += "R: v[i] = v[i] + 1.0 for i in 0:n\n"
    head = "program p(N: size, x: array)\ninout x: float64[N]\n\n"
    head += "S1: do r0[N](x[i] for i in 0:N) -> x[i] for i in 0:N\n"
    program = parse_program("\n".join([head, *routines, last]))
    meter = Meter(program, {"N": 10})
    meter.body(program.body)
    assert len(meter.routines) == depth + 1


def test_a_number_that_changes_is_taken_in_the_middle() -> None:
    text = ROWS.replace("[N](a[i, j] for j in 0:N", "[i](a[i, j] for j in 0:i")
    program = parse_program(text)
    measured = Meter(program, at(program))
    measured.body(program.body)
    assert ("smooth", (14,)) in measured.routines or ("smooth", (15,)) in measured.routines


def test_names_of_a_routine_s_own_are_no_caller_s() -> None:
    program = parse_program(NESTED)
    level = cost(program.body, program, at(program))
    assert set(level.every) == {"x", "y", "t", "inner r", "outer b"}
    assert OWN in "inner r"
