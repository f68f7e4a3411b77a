"""Adjoints that begin late: what moves, what must not, and that the values stay."""

from __future__ import annotations

import random

import numpy as np
import pytest

from adc.finishing import verified
from adc.interpret.machine import run
from adc.ir.enums import Role
from adc.ir.node import Node
from adc.ir.nodes import Compute, Heading
from adc.ir.program import Program
from adc.ir.shapes import evaluate
from adc.ir.walking import computes
from adc.rewrite.beginnings import begin_late
from tests.differentiate.programs import N, T, array, c, i, j, k, loop, op, put, r, t
from tests.simplify.programs import program

GIVEN = [array(name, N, N) for name in "AB"]
SUMS = [array(name, N, N, role=Role.INOUT) for name in ("g", "h")]
LOCAL = [array(name, N, N, role=Role.LOCAL) for name in ("P", "Q", "Pb", "Qb", "Rb")]
GRADIENTS = [array(name, N, N, role=Role.GRADIENT) for name in ("Ab", "Bb")]
CONTAINERS = [*GIVEN, *SUMS, *LOCAL, *GRADIENTS]


def begin(to: str, of: str) -> Compute:
    return put(r(to, i, j), op("cos", r(of, i, j)), (i, 0, N), (j, 0, N))


def product(to: str, a: str, b: str) -> Compute:
    value = op("mul", r(a, i, k), r(b, k, j))
    return put(r(to, i, j), value, (i, 0, N), (j, 0, N), (k, 0, N), how="+=")


def zero(name: str) -> Compute:
    return put(r(name, i, j), c("0.0"), (i, 0, N), (j, 0, N))


def plain(to: str, of: str, how: str = "+=") -> Compute:
    return put(r(to, i, j), r(of, i, j), (i, 0, N), (j, 0, N), how=how)


def moved(*body: Node) -> list[int]:
    """The positions that the statements of `body` had, in their new order."""
    before = program(CONTAINERS, *body)
    after = begin_late(before)
    check(before, after)
    places = [s.label for s in computes(before.body)]
    return [places.index(s.label) for s in computes(after.body)]


def check(before: Program, after: Program) -> None:
    if after is before:
        return
    verified(after, "planned")
    for size in (0, 1, 2, 5):
        sizes = {"N": size, "T": 2}
        drawn = np.random.default_rng(5)
        inputs = {
            x.name: drawn.uniform(-1, 1, tuple(evaluate(e, sizes) for e in x.shape))
            for x in before.containers
            if x.role in (Role.INPUT, Role.INOUT, Role.GRADIENT)
        }
        wanted, got = (run(p, sizes, inputs) for p in (before, after))
        for name in wanted:
            np.testing.assert_allclose(got[name], wanted[name], rtol=1e-11, atol=1e-11)


MADE = (begin("P", "A"), begin("Q", "B"), Heading("---"))


def test_a_beginning_waits_for_the_product_before_its_first_use() -> None:
    body = [*MADE, begin("Pb", "P"), begin("Qb", "Q"), product("Qb", "A", "B"),
            product("Pb", "Qb", "B"), product("g", "P", "Qb"), product("h", "Pb", "Q")]  # fmt: skip
    assert moved(*body) == [0, 1, 3, 4, 6, 2, 5, 7]


def test_the_zeros_of_a_last_reader_come_along() -> None:
    body = [*MADE, begin("Pb", "P"), product("h", "Q", "B"), product("Pb", "Q", "B"), zero("g"),
            product("g", "P", "Q"), plain("h", "Pb")]  # fmt: skip
    assert moved(*body) == [0, 1, 3, 5, 6, 2, 4, 7]


@pytest.mark.parametrize(
    "between",
    [
        (plain("h", "Q"),),
        (Heading("---"), product("h", "Q", "B")),
        (product("h", "Q", "B"), begin("P", "B")),
    ],
)
def test_what_may_not_move_or_need_not(between: tuple[Node, ...]) -> None:
    last = [plain("Pb", "Q"), plain("g", "P"), plain("h", "Pb")]
    body = [*MADE, begin("Pb", "P"), *between, *last]
    assert moved(*body) == sorted(moved(*body))


def test_a_product_that_uses_it_at_once_lets_the_last_reader_go_first() -> None:
    body = [*MADE, begin("Pb", "P"), product("h", "Pb", "B"), plain("g", "P")]
    assert moved(*body) == [0, 1, 4, 2, 3]


def test_what_would_keep_its_operand_longer_stays() -> None:
    body = [*MADE, begin("Pb", "P"), product("h", "Q", "B"), plain("Pb", "Q"), plain("h", "Pb")]
    assert moved(*body) == [0, 1, 2, 3, 4, 5]


def test_readers_that_others_wait_for_stay() -> None:
    body = [*MADE, begin("Pb", "P"), product("h", "Q", "B"), product("Pb", "h", "B"),
            product("h", "P", "Q"), plain("g", "Pb")]  # fmt: skip
    assert moved(*body) == [0, 1, 3, 2, 4, 5, 6]


def test_readers_of_what_begins_do_not_go_first() -> None:
    body = [*MADE, begin("Pb", "P"), product("h", "Q", "B"), product("g", "Pb", "B"),
            product("h", "P", "Pb")]  # fmt: skip
    assert moved(*body) == [0, 1, 3, 2, 4, 5]


def test_readers_that_write_what_it_is_made_of_do_not_go_first() -> None:
    both = put(r("Pb", i, j), op("add", r("P", i, j), r("Q", i, j)), (i, 0, N), (j, 0, N))
    body = [*MADE, both, product("h", "A", "B"), product("g", "Pb", "B"), plain("Q", "P"),
            plain("h", "Q")]  # fmt: skip
    assert moved(*body) == [0, 1, 3, 2, 4, 5, 6]


def test_gradients_of_inputs_alone_wait_for_what_is_added_to_them() -> None:
    body = [*MADE, begin("Ab", "A"), begin("Bb", "B"), product("g", "P", "Q"), plain("Ab", "Q"),
            product("h", "P", "Q")]  # fmt: skip
    assert moved(*body) == [0, 1, 4, 2, 5, 6, 3]


def test_a_gradient_takes_along_what_is_made_for_it_alone() -> None:
    body = [*MADE, begin("Pb", "A"), begin("Rb", "B"), plain("Rb", "Pb"), plain("Ab", "Rb", "="),
            zero("Bb"), product("Bb", "P", "Q")]  # fmt: skip
    assert moved(*body) == [0, 1, 6, 7, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "body",
    [
        # what it is made of is there for others, was made before the sweep, or is overwritten
        (begin("Pb", "A"), plain("Ab", "Pb", "="), plain("g", "Pb"), product("h", "P", "Q")),
        (plain("Ab", "P", "="), product("g", "P", "Q")),
        (plain("Ab", "g", "="), product("g", "P", "Q")),
        (begin("Pb", "A"), plain("Ab", "Pb", "="), product("g", "P", "Q"), begin("Pb", "B"),
         plain("h", "Pb")),
        # it has begun, or has to before anything long
        (plain("Ab", "B"), begin("Ab", "A"), product("g", "P", "Q")),
        (begin("Ab", "A"), plain("g", "Q"), plain("Ab", "P"), product("g", "P", "Q")),
        (begin("Ab", "A"), Heading("---"), product("g", "P", "Q")),
        # it is part of a loop's iteration
        (loop(t, 0, T, begin("Ab", "A"), product("g", "P", "Q")),),
    ],
)  # fmt: skip
def test_gradients_that_stay(body: tuple[Node, ...]) -> None:
    assert moved(*MADE, *body) == sorted(moved(*MADE, *body))


@pytest.mark.parametrize("seed", range(120))
def test_random_bodies(seed: int) -> None:
    draw = random.Random(seed)
    names = ["P", "Q", "Pb", "Qb", "Rb", "g", "h", "Ab", "Bb"]

    def some() -> Node:
        to, one, two = draw.sample(names, 3)
        one = draw.choice((one, one, "A", "B"))
        make = draw.choice((begin, begin, plain, zero, product, product))
        return (
            make(to) if make is zero else make(to, one, two) if make is product else make(to, one)
        )

    start = [begin(name, draw.choice("AB")) for name in (*names[:5], *names[7:])]
    inner = [some() for _ in range(draw.randint(4, 9))]
    body: list[Node] = [*start, *(inner if draw.random() < 0.7 else [loop(t, 0, T, *inner)])]
    before = program(CONTAINERS, *body)
    check(before, begin_late(before))
