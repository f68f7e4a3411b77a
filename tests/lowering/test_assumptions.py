"""Assumptions that follow from another one are left out, and no others."""

from __future__ import annotations

import itertools
import operator
import random

from adc.ir.declarations import Assumption
from adc.ir.shapes import evaluate, integer, maximum, minimum, symbol
from adc.lowering.integers.assumptions import essential, joined

M, N, T = symbol("M"), symbol("N"), symbol("T")
RELATIONS = {"==": operator.eq, "<=": operator.le, "<": operator.lt,
             ">=": operator.ge, ">": operator.gt}  # fmt: skip


def at_least_zero(*slacks: object) -> Assumption:
    return Assumption(maximum(*slacks), ">=", integer(0))  # type: ignore[arg-type]


def holds(assumption: Assumption, sizes: dict[str, int]) -> bool:
    left, right = evaluate(assumption.left, sizes), evaluate(assumption.right, sizes)
    return bool(RELATIONS[assumption.relation](left, right))


def test_weaker_ones_go_wherever_they_stand() -> None:
    strong = at_least_zero(-T, M - 2)
    weak = [at_least_zero(-T, M - 1), at_least_zero(-T, 2 - N, M - 2), at_least_zero(-T, M + N - 2)]
    for order in itertools.permutations([strong, *weak]):
        assert essential(order, (M, N)) == (strong,)


def test_of_two_that_say_the_same_the_first_stays() -> None:
    one, two = Assumption(N, ">", integer(0)), Assumption(integer(1), "<=", N)
    assert essential((one, two), (M, N)) == (one,)


def test_what_is_not_implied_stays() -> None:
    found = (
        at_least_zero(-T, M - 1),
        at_least_zero(M - 1, -N),
        at_least_zero(-T, N - M),
        Assumption(N, "==", T),
    )
    assert essential(found, (M, N)) == found
    signed = (at_least_zero(-T, M - 1), at_least_zero(-T, M + N - 1))
    assert essential(signed, (M,)) == signed  # an integer argument N may be negative


def test_an_equality_implies_what_asks_for_less() -> None:
    equal = Assumption(M, "==", N)
    weaker = at_least_zero(-T, minimum(M - N, N - M))
    assert essential((weaker, equal, at_least_zero(-T, N - M)), (M, N)) == (equal,)


def test_meaning_is_kept() -> None:
    rng = random.Random(5)
    terms = [M, N, T, -M, -N, -T, M - N, N - T, integer(1)]
    dropped = 0
    for _ in range(60):
        found = [
            at_least_zero(*(sum(rng.sample(terms, 2)) for _ in range(rng.randint(1, 3))))
            for _ in range(4)
        ]
        left = essential(joined(found), (M, N))
        dropped += len(left) < len(found)
        for values in itertools.product(range(4), range(4), range(-2, 4)):
            sizes = dict(zip("MNT", values, strict=True))
            assert all(holds(a, sizes) for a in left) == all(holds(a, sizes) for a in found)
    assert dropped > 10


def test_one_stands_for_two_that_differ_in_what_holds_or_does_not() -> None:
    first, second = at_least_zero(M - 3, T - 1, -N), at_least_zero(M - 3, -T, -N)
    assert joined((first, Assumption(M, ">", N), second)) == (
        at_least_zero(M - 3, -N), Assumption(M, ">", N),
    )  # fmt: skip
    assert joined((at_least_zero(M - 3, T - 1), at_least_zero(M - 3, -T))) == (
        Assumption(M, ">=", integer(3)),
    )


def test_others_stay_apart() -> None:
    for pair in (
        (at_least_zero(M - 3, T - 1), at_least_zero(M - 4, -T)),
        (at_least_zero(M - 3, T), at_least_zero(M - 3, -T)),
        (at_least_zero(M - 3, T - 2), at_least_zero(M - 3, -T)),
        (at_least_zero(M - 3, T - 1), at_least_zero(M - 3, -T, N - 9)),
        (Assumption(T, ">=", integer(1)), Assumption(T, "<=", integer(0))),
    ):
        assert joined(pair) == pair


def test_joining_keeps_the_meaning() -> None:
    rng, fewer = random.Random(7), 0
    terms = [M - 2, 1 - M, N - 1, -N, T - 1, -T]
    for _ in range(100):
        found = [at_least_zero(*rng.sample(terms, rng.randint(1, 3))) for _ in range(5)]
        left = joined(found)
        fewer += len(left) < len(found)
        for values in itertools.product(range(4), range(3), range(-1, 3)):
            sizes = dict(zip("MNT", values, strict=True))
            assert all(holds(a, sizes) for a in left) == all(holds(a, sizes) for a in found)
    assert fewer > 10
