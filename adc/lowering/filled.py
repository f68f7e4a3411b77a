"""Arrays that are full of a number on some path, where the source has the number itself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from adc.ir import build
from adc.ir.expressions import Apply, Const, Expr, IntValue, Read
from adc.ops import ALL_OPS


@dataclass(frozen=True)
class Filled:
    """The number is that of the variable `name`, for messages; it is a `zero` for sure. `looped`:
    it is one only where a loop does not run."""

    name: str
    zero: bool = False
    looped: bool = False


#: By container.
Fillings = dict[str, Filled]

#: Operations that are taken of zeros: their values are known exactly, and their derivatives finite.
_TAKEN = frozenset({
    "add", "sub", "mul", "div", "neg", "abs", "sin", "tan", "sinh", "tanh", "arcsin", "arctan",
    "arcsinh", "expm1", "maximum", "minimum", "rint", "floor", "ceil", "trunc",
})  # fmt: skip


def joined(one: Fillings, other: Fillings) -> Fillings:
    """What is known after one of two paths."""
    both = {
        c: Filled(f.name, f.zero and other[c].zero, f.looped and other[c].looped)
        for c, f in one.items() if c in other
    }  # fmt: skip
    return one | other | both


def is_zero(expr: Expr, fillings: Fillings, some: bool = False) -> bool:
    """Whether `expr` is surely zero where the arrays of `fillings` have their numbers; with `some`,
    for there are elements, it may be a NaN as well: zero times what is not finite."""
    return _value(expr, fillings, some) == 0


def _value(expr: Expr, fillings: Fillings, some: bool) -> float | None:
    match expr:
        case Const():
            return float(build.const_value(expr))
        case IntValue():
            return float(expr.value) if expr.value.is_Integer else None
        case Read():
            filled = fillings.get(expr.container)
            return 0.0 if filled is not None and filled.zero else None
        case Apply():
            return _applied(expr, [_value(a, fillings, some) for a in expr.args], some)
    return None


def _applied(expr: Apply, values: list[float | None], some: bool) -> float | None:
    if expr.op == "cast":
        return values[0]
    if expr.op == "where":
        return values[1] if values[1] == values[2] else None
    if expr.op == "mul" and 0 in values and None in values:
        return 0.0 if some else None
    if expr.op == "pow" and values[0] == 0 and values[1] is not None and values[1] >= 1:
        return 0.0
    known = [v for v in values if v is not None]
    if expr.op not in _TAKEN or len(known) < len(values):
        return None
    with np.errstate(all="ignore"):
        return float(ALL_OPS[expr.op].numpy(*map(np.float64, known)))
