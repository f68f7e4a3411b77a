"""Which choices compute both of their values, and which must not."""

from __future__ import annotations

from pathlib import Path

import pytest
import sympy

from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Expr, Read, walked
from adc.options import Request
from adc.pipeline import compile_request
from adc.schedule.selections import Whole, with_selections
from adc.schedule.tree import UNBOUNDED, Declare, For, Statement, walk
from tests.differentiate.programs import M, N, array, c, i, op, put, r

BOOL = DType.BOOL
BESIDE = r("y", i)
CONTAINERS = (
    array("y", N),
    array("x", N),
    array("z", N - 2),
    array("w", M),
    array("v", M),
    array("s"),
)


def compared(name: str, value: Expr) -> Apply:
    return Apply(name, (value, c("0.0")), BOOL)


def chosen(value: Expr, other: Expr | None = None) -> Expr:
    return op("where", compared("gt", r("y", i)), value, other or c("0.0"))


def words(
    expr: Expr, start: object = 0, stop: object = N, target: Read = BESIDE, **more: object
) -> set[str]:
    """The choices that are left of `target = expr` in a loop over `i`."""
    node = Statement(put(target, expr, (i, start, stop)).target, "=", expr)  # type: ignore[arg-type]
    loop = For("i", sympy.sympify(start), sympy.sympify(stop), (node,), **more)  # type: ignore[arg-type]
    (changed,) = with_selections((loop,), CONTAINERS, frozenset(), frozenset({"N", "M"}))
    inside = next(n for n in walk((changed,)) if isinstance(n, Statement)).expr
    return {name_of(e) for e in walked(inside)} - {""}


def name_of(expr: Expr) -> str:
    """`select`, `both` and `either` are those that compute all of their values."""
    op = expr.op if isinstance(expr, Apply) else ""
    whole = {"where": "select", "and": "both", "or": "either"}
    return whole.get(op, "") if isinstance(expr, Whole) else op if op in whole else ""


def test_what_lies_beside_the_target_is_there() -> None:
    assert words(chosen(r("x", i))) == {"select"}


def test_what_loops_keep_within_bounds_is_there() -> None:
    assert words(chosen(r("x", i + 1)), 0, N - 1) == {"select"}
    assert words(chosen(r("x", i - 2)), 2, N) == {"select"}
    assert words(chosen(r("x", N - 1 - i))) == {"select"}
    assert words(chosen(r("z", i - 2)), 2, N) == {"select"}
    assert words(chosen(r("x", i + 1)), sympy.Max(0, M - 2), sympy.Min(N, M) - 1) == {"select"}


@pytest.mark.parametrize(
    ("subscript", "start", "stop"),
    [
        (i + 1, 0, N), (i - 1, 0, N), (i - 3, 2, N), (i + 2, 0, N - 1), (N - i, 0, N),
        (2 * i, 0, N), (M, 0, N), (i, 0, N + 1), (i * i, 0, N), (sympy.floor(i / 2), 0, N),
        (i + 1, sympy.Min(0, M), sympy.Max(N, M) - 1), (i, -1, N - 1),
    ],
)  # fmt: skip
def test_what_may_be_out_of_reach_is_not_touched(
    subscript: sympy.Expr, start: object, stop: object
) -> None:
    value = op("where", compared("gt", r("s")), r("x", subscript), c("0.0"))
    assert words(value, start, stop, target=r("v", i + 7)) == {"where"}


def test_loops_that_count_otherwise_prove_nothing() -> None:
    shifted = chosen(r("x", i + 1))
    assert words(shifted, 0, N - 1, step=2) == {"select"}
    assert words(shifted, N - 2, -1, step=-1) == {"where"}
    assert words(shifted, 0, UNBOUNDED) == {"where"}
    assert words(shifted, 0, N - 1, count=Read("n", (), DType.INT64)) == {"where"}


def test_other_extents_prove_nothing() -> None:
    assert words(chosen(r("w", i))) == {"where"}


def test_dear_values_are_computed_where_they_are_needed() -> None:
    assert words(chosen(op("exp", r("x", i)))) == {"where"}
    assert words(chosen(op("mul", r("x", i), r("x", i)))) == {"select"}


def test_what_loads_nothing_stays_a_choice() -> None:
    assert words(chosen(c("1.0"))) == {"where"}


def test_conditions_of_which_all_is_there() -> None:
    beside, beyond = compared("lt", r("x", i)), compared("lt", r("x", i + 1))
    first = compared("gt", r("y", i))
    for short, whole in (("and", "both"), ("or", "either")):
        for second, expected in ((beside, whole), (beyond, short)):
            condition = Apply(short, (first, second), BOOL)
            assert expected in words(op("where", condition, r("x", i), c("0.0")))


def test_scalars_that_may_not_be_set_are_not_touched() -> None:
    value = op("mul", r("x", i), r("s"))
    assert words(chosen(value)) == {"where"}
    target = put(r("y", i), chosen(value), (i, 0, N)).target
    inside = Statement(target, "=", chosen(value))  # type: ignore[arg-type]
    begun = Declare("s", r("x", i), True)
    loop = For("i", sympy.Integer(0), N, (begun, inside))
    (changed,) = with_selections((loop,), CONTAINERS, frozenset(), frozenset({"N"}))
    assert "Whole(op='where'" in str(changed)


@pytest.mark.parametrize(("order", "whole"), [("auto", True), ("source", False)])
def test_the_source_s_order_keeps_its_choices(order: str, whole: bool, tmp_path: Path) -> None:
    file = tmp_path / "f.py"
    file.write_text('import numpy as np\ndef f(x: "float64[N]"):\n    return np.maximum(x, 0.0)\n')
    request = Request((str(file),), wrt=("x",), of=("return",), schedule=order)
    text = compile_request(request).files["f_grad.c"]
    assert ("adc_select(" in text) == whole
    assert ("no-tree-loop-if-convert" in text) != whole
