"""`--strategy`, `--store` and `--recompute`."""

from __future__ import annotations

import pytest

from adc.checkpoint.policy import Policy, Strategy
from adc.checkpoint.transform.planner import plan
from adc.diagnostics import AdcError
from adc.differentiate.gradient import reverse_program
from adc.ir.enums import Role
from adc.ir.program import Program
from tests.differentiate.programs import N, array, c, i, loop, op, program, put, r


def squares() -> Program:
    """A cheap temporary, private to each iteration and overwritten by the next."""
    return program(
        "p",
        [array("A", N), array("w", role=Role.LOCAL), array("B", N, role=Role.OUTPUT)],
        [
            loop(
                i,
                0,
                N,
                put(r("w"), op("add", r("A", i), c("1.0"))),
                put(r("B", i), op("mul", r("w"), r("w"))),
            )
        ],
        ("B",),
    )


def decisions(policy: Policy) -> list[tuple[str, str]]:
    planned = plan(reverse_program(squares(), ("A",), ("B",)), policy)
    return [(row.array, row.decision) for row in planned.rows]


def test_cheap_values_are_recomputed_unless_told_otherwise() -> None:
    assert decisions(Policy()) == [("w", "recompute")]
    assert decisions(Policy(Strategy.RECOMPUTE)) == [("w", "recompute")]
    assert decisions(Policy(Strategy.STORE)) == [("w", "store")]
    assert decisions(Policy(store=frozenset("w"))) == [("w", "store")]
    assert decisions(Policy(Strategy.STORE, recompute=frozenset("w"))) == [("w", "recompute")]


def test_names_that_the_program_lacks_are_refused() -> None:
    with pytest.raises(AdcError) as caught:
        decisions(Policy(store=frozenset("z")))
    assert caught.value.diagnostics[0].code == "ADC0404"


def test_what_is_overwritten_cannot_be_recomputed() -> None:
    p = program(
        "p",
        [array("A", role=Role.INOUT)],
        [loop(i, 0, N, put(r("A"), op("mul", r("A"), r("A"))))],
    )
    with pytest.raises(AdcError) as caught:
        plan(reverse_program(p, ("A",), ("A",)), Policy(recompute=frozenset("A")))
    assert caught.value.diagnostics[0].code == "ADC0405"


def bound_anew(*names: str, arguments: tuple[str, ...] = ("u",)) -> Program:
    """A program with local arrays of these names."""
    containers = [array(n) for n in arguments] + [array(n, role=Role.LOCAL) for n in names]
    return program("p", containers, [])


def test_a_name_stands_for_all_its_bindings() -> None:
    found = Policy(store=frozenset("u"), recompute=frozenset("v")).within(
        bound_anew("u_1", "u_2", "u_bar", "u_12_1", "u_01", "v", "v_1", "uu_1")
    )
    assert found.store == {"u", "u_1", "u_2"}
    assert found.recompute == {"v", "v_1"}
    assert found.asked == {"u_1": "u", "u_2": "u", "v_1": "v"}


def test_what_is_itself_named_or_an_argument_is_not_meant() -> None:
    p = bound_anew("u_2", "u_3", arguments=("u", "u_1"))
    found = Policy(store=frozenset("u"), recompute=frozenset(("u_2",))).within(p)
    assert found.store == {"u", "u_3"}
    assert found.recompute == {"u_2"}


def test_a_name_of_nothing_remains_to_be_refused() -> None:
    assert Policy(store=frozenset("w")).within(bound_anew("w_1")).store == {"w"}
