"""Range rules against values: whatever lies in the operands' ranges has a value in the result's."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import numpy as np
import pytest

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Const, Expr, Read
from adc.ops import ALL_OPS, Operation, numpy_meaning
from adc.ops.ranges import Range

F64 = DType.FLOAT64
ENDS = (-math.inf, -100.0, -5.0, -1.0, 0.0, 0.5, 1.0, 5.0, 100.0, math.inf)
#: Sums and products of finite values count as finite: none is so large that they are not.
LARGE = 1000.0
EXPONENTS = (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0)


def intervals() -> list[Range]:
    """Bounds of all kinds, finite numbers first; then what may be infinite, NaN or no zero."""
    bounds = [(low, high) for low, high in itertools.combinations(ENDS, 2)]
    plain = [Range(low, high) for low, high in bounds] + [Range(e, e) for e in ENDS[1:-1]]
    wide = [(-math.inf, math.inf), (0.0, math.inf), (-math.inf, 5.0), (-1.0, 1.0)]
    flags = itertools.product((True, False), repeat=3)
    return plain + [Range(*b, *f) for f in flags for b in wide]


def values_in(found: Range) -> Iterator[float]:
    low, high = max(found.low, -LARGE), min(found.high, LARGE)
    inner = {low, high, 0.0, *np.linspace(low, high, 7), *(e for e in ENDS if low <= e <= high)}
    for value in sorted(v for v in inner if low <= v <= high):
        if value != 0 or not found.nonzero:
            yield float(value)
    if not found.finite:
        yield from (end for end in (found.low, found.high) if math.isinf(end))
    if not found.real:
        yield math.nan


def holds(found: Range, value: float) -> bool:
    if math.isnan(value):
        return not found.real
    if math.isinf(value) and found.finite:
        return False
    if value == 0 and found.apart_from_zero:
        return False
    slack = 1e-12 * abs(value) if math.isfinite(value) else 0.0
    return found.low - slack <= value <= found.high + slack


def contradictions(op: str, args: tuple[Expr, ...], ranges: tuple[Range, ...]) -> list[str]:
    own = ALL_OPS[op].range(build.apply(op, *args), *ranges)
    points = list(itertools.product(*(values_in(r) for r in ranges)))
    columns = [np.array(c) for c in zip(*points, strict=True)]
    with np.errstate(all="ignore"):
        results = np.asarray(numpy_meaning(op)(*columns), dtype=float)
    faults = [f"{op}{p} = {v}" for p, v in zip(points, results, strict=True) if not holds(own, v)]
    return [f"{fault}: {own} of {ranges}" for fault in faults[:1]]


UNARY = [o for o in ALL_OPS.values() if o.arity == 1 and o.accepts in ("float", "number")]
BINARY = [o for o in ALL_OPS.values() if o.arity == 2 and o.accepts in ("float", "number")]


@pytest.mark.parametrize("op", UNARY, ids=lambda o: o.name)
def test_values_of_one_operand_lie_in_the_range(op: Operation) -> None:
    x = Read("x", (), F64)
    assert not [f for a in intervals() for f in contradictions(op.name, (x,), (a,))]


@pytest.mark.parametrize("op", BINARY, ids=lambda o: o.name)
def test_values_of_two_operands_lie_in_the_range(op: Operation) -> None:
    x, y = Read("x", (), F64), Read("y", (), F64)
    chosen = intervals()[::3]
    pairs = itertools.product(chosen, chosen)
    assert not [f for pair in pairs for f in contradictions(op.name, (x, y), pair)]


@pytest.mark.parametrize("exponent", EXPONENTS)
def test_values_of_powers_lie_in_the_range(exponent: float) -> None:
    x, n = Read("x", (), F64), Const(str(exponent), F64)
    constant = Range(exponent, exponent)
    found = [f for a in intervals() for f in contradictions("pow", (x, n), (a, constant))]
    assert not found
