"""Which common subexpressions get names, and that the values stay."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from adc.diagnostics import Span
from adc.ir.dtypes import DType
from adc.ir.enums import Role
from adc.ir.expressions import Apply, Expr
from adc.ir.nodes import Compute
from adc.schedule import schedule
from adc.schedule.shared import candidates, with_shared
from adc.schedule.text import tree_text
from adc.schedule.tree import Declare, Statement
from tests.differentiate.programs import N, array, c, i, op, put, r
from tests.emit.native import build, expect_same
from tests.simplify.programs import program

BOOL = DType.BOOL


def square(name: str = "y") -> Expr:
    return op("exp", op("mul", r(name, i), r(name, i)))


def sum_into(name: str, value: Expr) -> Compute:
    return put(r(name, i), value, (i, 0, N), how="+=")


CONTAINERS = [array(name, N, role=Role.INOUT) for name in "abc"] + [array("y", N), array("z", N)]


def declared(*values: tuple[str, Expr]) -> list[str]:
    """The names given in one loop with these sums."""
    run = tuple(
        Statement(put(r(name, i), value, (i, 0, N)).target, "+=", value)  # type: ignore[arg-type]
        for name, value in values
    )
    tree, _ = with_shared(run, (), frozenset({"exp_z"}))
    return [n.name for n in tree if isinstance(n, Declare)]


def test_the_largest_common_part_gets_a_name() -> None:
    twice = op("mul", square(), r("z", i))
    assert declared(("a", twice), ("b", op("add", twice, c("1.0")))) == ["y_scaled"]


def test_parts_of_parts_get_names_too() -> None:
    twice = op("mul", square(), r("z", i))
    assert declared(("a", twice), ("b", twice), ("c", square())) == ["exp_y", "y_scaled"]


def test_names_are_free() -> None:
    assert declared(("a", square("z")), ("b", square("z"))) == ["exp_z_1"]


def test_what_is_cheap_is_repeated() -> None:
    cheap = op("mul", r("y", i), r("z", i))
    assert declared(("a", cheap), ("b", cheap)) == []


def test_one_place_needs_no_name() -> None:
    assert declared(("a", square()), ("b", square("z"))) == []


def test_what_is_overwritten_is_computed_again() -> None:
    own = square("a")
    assert declared(("a", own), ("b", own)) == []
    assert declared(("b", own), ("a", own)) == ["exp_a"]
    assert declared(("b", own), ("a", own), ("c", own)) == ["exp_a"]


def chosen(value: Expr, condition: str = "y") -> Expr:
    test = Apply("gt", (r(condition, i), c("0.0")), BOOL)
    return Apply("where", (test, value, c("0.0")), DType.FLOAT64)


def test_what_is_only_computed_under_a_condition_stays_there() -> None:
    assert declared(("a", chosen(square())), ("b", chosen(square()))) == ["y_chosen"]
    other = chosen(square(), "z")
    assert declared(("a", chosen(square())), ("b", other)) == []


def test_what_a_condition_guards_stays_behind_it() -> None:
    """The second part of a condition may be out of reach where the first does not hold."""
    inside = Apply("gt", (r("y", i), c("0.0")), BOOL)
    guarded = Apply("and", (inside, Apply("gt", (square(), c("0.0")), BOOL)), BOOL)
    value = Apply("where", (guarded, c("1.0"), c("0.0")), DType.FLOAT64)
    other = Apply("where", (guarded, c("2.0"), c("0.0")), DType.FLOAT64)
    assert declared(("a", value), ("b", other)) == []


def test_what_is_surely_computed_first_serves_conditions() -> None:
    assert declared(("a", square()), ("b", chosen(square()))) == ["exp_y"]


def test_what_both_arms_compute_gets_a_name() -> None:
    inside = Apply("gt", (r("y", i), c("0.0")), BOOL)
    both = op("where", inside, op("mul", square(), r("z", i)), square())
    assert declared(("a", both)) == ["exp_y"]
    arms = op("where", inside, chosen(square()), square())
    assert declared(("a", arms)) == []


def test_a_condition_before_computes_it_itself() -> None:
    run = [
        Statement(put(r(n, i), v, (i, 0, N)).target, "+=", v)  # type: ignore[arg-type]
        for n, v in (("a", chosen(square())), ("b", square()), ("c", square()))
    ]
    best = max(candidates(run), key=lambda f: f.saved)
    assert (best.first, best.places) == (1, 2)


def test_numbers_in_c(tmp_path: Path) -> None:
    sums = [
        sum_into("a", op("mul", square(), r("b", i))),
        sum_into("c", chosen(op("div", square(), op("add", c("1.0"), square())))),
        sum_into("c", op("div", square(), op("add", c("1.0"), square()))),
        sum_into("b", op("add", square("c"), square("c"))),
    ]
    p = program(CONTAINERS, *(replace(s, span=Span("k.py", 1)) for s in sums))
    shared = tree_text(schedule(p, openmp=True, blas=False, source_order=False))
    assert shared.count("exp(") == 2
    assert tree_text(schedule(p, openmp=True, blas=False, source_order=True)).count("exp(") == 7
    (native,) = build([p], tmp_path)
    for size in (0, 1, 5):
        expect_same(native, {"N": size, "M": 1, "T": 1})
