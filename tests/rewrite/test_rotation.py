"""Zeros that iterations begin with: when they may move, and that the values stay."""

from __future__ import annotations

import random

import numpy as np
import pytest

from adc.finishing import verified
from adc.interpret.machine import run
from adc.ir.enums import Role
from adc.ir.node import Node
from adc.ir.nodes import Compute, Loop
from adc.ir.program import Program
from adc.ir.shapes import evaluate, symbol
from adc.rewrite.rotation import zeros_first
from tests.differentiate.programs import N, T, array, c, i, loop, op, put, r, t
from tests.simplify.programs import program

a, w, out = (
    array("a", N, role=Role.INOUT),
    array("w", N, role=Role.LOCAL),
    array("out", N, role=Role.INOUT),
)


def zero(name: str, start: object = 0, stop: object = N) -> Compute:
    return put(r(name, i), c("0.0"), (i, start, stop))


def add(to: str, of: str, by: int = 0) -> Compute:
    return put(r(to, i + by), op("mul", c("0.5"), r(of, i)), (i, 1, N - 1), how="+=")


def turned(*body: Node) -> list[str]:
    """What the loop's statements and those behind it are, as words; the values must stay."""
    before = program([a, w, out], *body)
    after = zeros_first(before)
    if after is not before:
        verified(after, "planned")
    for size, trips in ((0, 2), (1, 1), (2, 3), (5, 0), (6, 1), (6, 4)):
        expect_same(before, after, {"N": size, "T": trips})
    at = next(k for k, n in enumerate(after.body) if isinstance(n, Loop))
    return [word(n) for n in (*after.body[at].parts[0], *after.body[at + 1 :])]


def word(node: Node) -> str:
    assert isinstance(node, Compute)
    return f"{node.container}{node.op}" + ("0" if node.expr == c("0.0") else "")


def expect_same(one: Program, two: Program, sizes: dict[str, int]) -> None:
    drawn = np.random.default_rng(3)
    inputs = {
        x.name: drawn.uniform(-1, 1, tuple(evaluate(e, sizes) for e in x.shape))
        for x in one.containers
        if x.role in (Role.INPUT, Role.INOUT)
    }
    wanted, got = (run(p, sizes, inputs) for p in (one, two))
    for name in wanted:
        np.testing.assert_array_equal(got[name], wanted[name], err_msg=name)


def steps(*body: Node) -> Loop:
    return loop(t, 0, T, *body)


def test_what_nobody_needs_is_set_at_the_beginning() -> None:
    found = turned(zero("w"), steps(add("w", "a", 1), add("a", "w"), zero("w", 1, N - 1)))
    assert found == ["w=0", "w+=", "a+="]


def test_what_is_needed_afterwards_is_set_behind_the_loop_too() -> None:
    inside = steps(add("w", "a", 1), add("a", "w"), zero("w", 1, N - 1))
    assert turned(zero("w"), inside, add("out", "w")) == ["w=0", "w+=", "a+=", "w=0", "out+="]
    inside = steps(add("out", "a", 1), add("a", "out"), zero("out"))
    assert turned(zero("out"), inside) == ["out=0", "out+=", "a+=", "out=0"]


@pytest.mark.parametrize(
    "before", [(), (zero("w", 1, N),), (zero("w"), add("w", "a")), (zero("w"), steps(zero("w")))]
)
def test_what_is_not_zero_before_the_loop_stays(before: tuple[Node, ...]) -> None:
    start = put(r("w", i), r("a", i), (i, 0, N))
    inside = steps(add("w", "a", 1), add("a", "w"), zero("w", 1, N - 1))
    assert turned_last(start, *before, inside) == ["w+=", "a+=", "w=0"]


def turned_last(*body: Node) -> list[str]:
    before = program([a, w, out], *body)
    after = zeros_first(before)
    for size, trips in ((1, 1), (5, 0), (6, 3)):
        expect_same(before, after, {"N": size, "T": trips})
    return [word(n) for n in after.body[-1].parts[0]]


def test_zeros_that_depend_on_the_iteration_stay() -> None:
    for start in (t, symbol("t") + 1):
        inside = steps(add("w", "a"), add("a", "w"), zero("w", start, N))
        assert turned(zero("w"), inside) == ["w+=", "a+=", "w=0"]


def test_zeros_before_the_last_use_stay() -> None:
    inside = steps(add("w", "a"), zero("w"), add("a", "w"))
    assert turned(zero("w"), inside) == ["w+=", "w=0", "a+="]


def test_the_first_to_be_said_of_an_array_stays() -> None:
    assert turned(zero("w"), steps(add("a", "out"), zero("w"))) == ["a+=", "w=0"]


@pytest.mark.parametrize("seed", range(60))
def test_random_loops(seed: int) -> None:
    draw = random.Random(seed)

    def some() -> Node:
        name, other = draw.sample(["a", "w", "out"], 2)
        if draw.random() < 0.4:
            return zero(name, draw.randint(0, 1), N - draw.randint(0, 1))
        return add(name, other, draw.randint(-1, 1))

    body: list[Node] = [zero(n) for n in ("w", "out", "a") if draw.random() < 0.6]
    body += [some() for _ in range(draw.randint(0, 1))]
    body += [steps(*(some() for _ in range(draw.randint(2, 5))))]
    body += [some() for _ in range(draw.randint(0, 2))]
    before = program([a, w, out], *body)
    after = zeros_first(before)
    if after is not before:
        verified(after, "planned")
    for size, trips in ((0, 1), (1, 2), (2, 1), (3, 0), (5, 1), (5, 3)):
        expect_same(before, after, {"N": size, "T": trips})


def give(to: str, of: str, start: object, stop: object, by: int = 0) -> Compute:
    return put(r(to, i + by), op("mul", c("0.5"), r(of, i)), (i, start, stop))


@pytest.mark.parametrize(
    ("first", "stays"),
    [
        (give("w", "a", 1, N - 1), False),
        (give("w", "a", 0, N - 2, 1), False),
        (give("w", "a", 1, N - 2), True),
        (give("w", "a", 0, N - 2), True),
        (give("w", "w", 1, N - 1), True),
        (put(r("w", N - 1 - i), r("a", i), (i, 1, N - 1)), True),
    ],
)
def test_zeros_that_the_next_statement_replaces_are_not_set(first: Compute, stays: bool) -> None:
    found = turned(zero("w"), steps(first, add("a", "w"), zero("w", 1, N - 1)))
    assert found == [*["w=0"] * stays, "w=", "a+="]
