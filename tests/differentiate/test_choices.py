"""The adjoint of a choice is a choice: one for all that a condition or its opposite guards."""

from __future__ import annotations

from adc.analysis.ranges import Ranges
from adc.differentiate.partials import contributions
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Expr, walk
from tests.differentiate.programs import c, i, op, r

X, Y, BAR = r("x", i), r("y", i), r("z_bar", i)
ABOVE = Apply("gt", (X, c("0.0")), DType.BOOL)
BELOW = Apply("lt", (Y, c("1.0")), DType.BOOL)


def choice(condition: Expr, then: Expr, orelse: Expr) -> Expr:
    return op("where", condition, then, orelse)


def adjoints(expr: Expr) -> dict[str, Expr]:
    found = contributions(expr, frozenset("xy"), BAR, None, Ranges({}))
    return {part.container: part.value for part in found}


def choices(expr: Expr) -> int:
    return sum(isinstance(e, Apply) and e.op == "where" for e in walk(expr))


def test_both_arms_are_one_choice() -> None:
    (value,) = adjoints(choice(ABOVE, op("mul", X, c("2.0")), op("mul", X, c("3.0")))).values()
    assert value == choice(ABOVE, op("mul", c("2.0"), BAR), op("mul", c("3.0"), BAR))


def test_terms_of_one_arm_are_summed_in_it() -> None:
    inside = op("add", op("mul", X, Y), op("exp", X))
    found = adjoints(op("add", choice(ABOVE, inside, c("1.0")), X))
    assert choices(found["x"]) == 1
    assert found["y"].op == "where"  # type: ignore[attr-defined]


def test_choices_in_choices() -> None:
    inner = choice(BELOW, op("mul", X, Y), op("exp", X))
    assert choices(adjoints(choice(ABOVE, inner, op("sin", X)))["x"]) == 2


def test_other_conditions_stay_apart() -> None:
    both = op("add", choice(ABOVE, X, c("0.0")), choice(BELOW, c("0.0"), op("exp", X)))
    assert choices(adjoints(both)["x"]) == 2
