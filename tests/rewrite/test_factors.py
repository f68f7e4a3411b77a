"""Factors that the terms of a sum share."""

from __future__ import annotations

import random

import pytest

from adc.ir.build import const_value
from adc.ir.expressions import Apply, Const, Expr, Read
from adc.ir.text import expr_text
from adc.ops import ALL_OPS
from adc.rewrite.factors import summed
from tests.differentiate.programs import c, i, op, r

A, B, C, W, D = r("a", i), r("b", i), r("c", i), r("w"), r("d")


def number(expr: Expr) -> float:
    assert isinstance(expr, Const)
    return float(const_value(expr))


def text(*terms: Expr) -> str:
    return expr_text(summed(terms))


def test_a_common_divisor_is_written_once() -> None:
    terms = [op("div", value, c("3.0")) for value in (A, B, C)]
    assert text(*terms) == "(a[i] + b[i] + c[i])/3.0"


def test_a_common_factor_on_either_side() -> None:
    assert text(op("mul", W, A), op("mul", B, W)) == "w*(a[i] + b[i])"


def test_several_groups_and_single_terms() -> None:
    terms = [op("mul", W, A), B, op("div", A, D), op("mul", W, C), op("div", C, D)]
    assert text(*terms) == "w*(a[i] + c[i]) + b[i] + (a[i] + c[i])/d"


def test_signs_and_factors_within_factors() -> None:
    terms = [op("neg", op("mul", W, op("div", A, D))), op("neg", op("mul", W, op("div", B, D)))]
    assert text(*terms) == "-(w*((a[i] + b[i])/d))"
    assert text(A, op("neg", B), C, op("neg", A)) == "a[i] - (b[i] + a[i]) + c[i]"


def test_elements_are_no_factors() -> None:
    assert text(op("mul", A, B), op("mul", A, C)) == "a[i]*b[i] + a[i]*c[i]"


def test_a_guarded_product_is_left() -> None:
    assert "zmul" in text(op("zmul", A, W), op("zmul", B, W))
    assert "+" in text(op("zmul", A, W), op("zmul", B, W))


@pytest.mark.parametrize("seed", range(40))
def test_the_value_stays(seed: int) -> None:
    draw = random.Random(seed)

    def term(depth: int) -> Expr:
        kind = draw.choice(("read", "mul", "mul", "div", "neg", "zmul")) if depth else "read"
        if kind == "read":
            return draw.choice((A, B, C))
        if kind == "neg":
            return op("neg", term(depth - 1))
        pair = [term(depth - 1), draw.choice((W, D, c("3.0"), A))]
        if kind == "mul":
            draw.shuffle(pair)
        return op(kind, *pair)

    terms = [term(3) for _ in range(draw.randint(1, 6))]
    values = {"a": 0.7, "b": -1.3, "c": 2.1, "w": 0.4, "d": 1.9}

    def value(expr: Expr) -> float:
        if isinstance(expr, Apply):
            return float(ALL_OPS[expr.op].numpy(*map(value, expr.args)))
        return values[expr.container] if isinstance(expr, Read) else number(expr)

    assert value(summed(terms)) == pytest.approx(sum(map(value, terms)), rel=1e-12, abs=1e-12)
