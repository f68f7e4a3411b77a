"""Loops' bodies and arms of branches around a statement, and what may be asked for outside them.

A *clause* is a tuple of integer expressions of which at least one must not be negative where a
statement is run. Asked for outside a loop it must hold for every iteration: the loop's variable is
eliminated (Fourier-Motzkin elimination; Schrijver, "Theory of linear and integer programming",
1986, section 12.2). Where an expression falls as the variable grows, it is negative from some
value on, where it rises, up to some value; no iteration makes all of a clause negative just where
two of these intervals, the loop's range among them, do not meet. That is exact where one of each
pair moves in steps of one; otherwise there is no answer, and the clause is looked at inside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import sympy

from adc.ir import shapes
from adc.lowering.integers.prover import Prover, Range

Clause = tuple[sympy.Expr, ...]

#: A clause of more expressions is looked at where the statement stands.
MOST_WAYS = 24
#: A clause falls into as many others at most.
MOST_CLAUSES = 8


@dataclass(frozen=True, eq=False)
class Region:
    """An arm of a branch, or with `range` the body of a loop.

    `escape`: what is not negative just where the arm is not taken; None where data decides, or
    where data ends a loop that may make no iteration. `early`: data may end the loop before its
    last iteration; `surely`: the first one is always made; `once`: data tell which one is made.
    """

    escape: Clause | None = ()
    range: Range | None = None
    early: bool = False
    surely: bool = False
    once: bool = False

    @property
    def arm(self) -> bool:
        return self.range is None


def outside(region: Region, clause: Clause, prover: Prover) -> list[Clause] | None:
    """The clauses that hold around `region` just where `clause` holds inside it, whenever that is
    run; None where there are no such."""
    if region.escape is None:
        return None
    if region.range is None:
        return [(*clause, *region.escape)]
    if region.early and any(region.range.var in e.free_symbols for e in clause):
        return None
    if region.surely:
        return [clause]
    split = list(_split(clause, region.range.var))
    if len(split) > MOST_CLAUSES:
        return None
    found: list[Clause] = []
    for part in split:
        made = _eliminated(part, region.range, prover)
        if made is None:
            return None
        found += made
    return found


def _split(clause: Clause, var: sympy.Symbol) -> Iterator[Clause]:
    """Clauses that hold together just where `clause` does, without minima over `var`."""
    options = [
        e.args if isinstance(e, sympy.Min) and var in e.free_symbols else (e,) for e in clause
    ]
    return product(*options)


@dataclass(frozen=True)
class _Way:
    """An expression that falls (`falls`) or rises with the variable, in steps of one if `unit`."""

    expr: sympy.Expr
    falls: bool
    unit: bool


def _eliminated(clause: Clause, bound: Range, prover: Prover) -> list[Clause] | None:
    var = bound.var
    free = [e for e in clause if var not in e.free_symbols]
    moving = [_way(e, var, prover) for e in clause if var in e.free_symbols]
    known = [w for w in moving if w is not None]
    low, high = (bound.low, bound.high) if bound.ends is None else bound.ends
    found = [*free, *_emptiness(bound)]
    if len(moving) == 1 and not known:
        (one,) = (e for e in clause if var in e.free_symbols)
        ways = [_put(one, var, end) for end in (low, high)] if _linear(one, var) else []
        return [(*found, way) for way in ways] or None
    if len(known) < len(moving) or len(clause) > MOST_WAYS:
        return None
    for way in known:
        ends = _parts(high, sympy.Min) if way.falls else _parts(low, sympy.Max)
        found += [_put(way.expr, var, end) for end in ends]
    for falling, rising in product(
        [w for w in known if w.falls], [w for w in known if not w.falls]
    ):
        meeting = _apart(falling, rising, var)
        if meeting is None or bound.ends is not None:
            return None
        found.append(meeting)
    return [tuple(dict.fromkeys(found))]


def _emptiness(bound: Range) -> list[sympy.Expr]:
    """Of these one is not negative just where the loop makes no iteration."""
    lows, highs = _parts(bound.low, sympy.Max), _parts(bound.high, sympy.Min)
    return [sympy.expand(low - high - 1) for low in lows for high in highs]


def _parts(expr: sympy.Expr, kind: type[sympy.Expr]) -> tuple[sympy.Expr, ...]:
    return tuple(expr.args) if isinstance(expr, kind) else (expr,)


def _put(expr: sympy.Expr, var: sympy.Symbol, value: sympy.Expr) -> sympy.Expr:
    return sympy.expand(shapes.substitute(expr, {var.name: value}))


def _apart(falling: _Way, rising: _Way, var: sympy.Symbol) -> sympy.Expr | None:
    """What is not negative just where no value makes both expressions negative."""
    if rising.unit:  # negative up to -1 - (what it is at 0)
        return _put(falling.expr, var, -1 - _put(rising.expr, var, sympy.Integer(0)))
    if falling.unit:  # negative from 1 + (what it is at 0) on
        return _put(rising.expr, var, 1 + _put(falling.expr, var, sympy.Integer(0)))
    return None


def _way(expr: sympy.Expr, var: sympy.Symbol, prover: Prover) -> _Way | None:
    signs = {_trend(t, var, prover) for t in sympy.Add.make_args(sympy.expand(expr))} - {0}
    if len(signs) != 1 or None in signs:
        return None
    rest = sympy.expand(expr - expr.coeff(var, 1) * var)
    unit = var not in rest.free_symbols and abs(expr.coeff(var, 1)) == 1
    return _Way(expr, signs == {-1}, bool(unit))


def _linear(expr: sympy.Expr, var: sympy.Symbol) -> bool:
    """Whether it is least at one of the ends, wherever it rises or falls."""
    slope = expr.coeff(var, 1)
    return var not in sympy.expand(expr - slope * var).free_symbols


def _trend(expr: sympy.Expr, var: sympy.Symbol, prover: Prover) -> int | None:
    """1 where `expr` never falls as `var` grows, -1 where it never rises, 0 where it is the same;
    None where nothing is known."""
    if var not in expr.free_symbols:
        return 0
    if expr == var:
        return 1
    number, rest = expr.as_coeff_Mul()
    if number != 1:
        inner = _trend(rest, var, prover)
        return None if inner is None else inner * (1 if number > 0 else -1)
    if isinstance(expr, (sympy.floor, sympy.Max, sympy.Min, sympy.Add)):
        return _common([_trend(a, var, prover) for a in expr.args])
    if isinstance(expr, sympy.Mul) and all(prover.nonneg(f) for f in expr.args):
        return _common([_trend(f, var, prover) for f in expr.args])
    if isinstance(expr, sympy.Pow) and expr.exp.is_Integer and expr.exp > 0:
        return _trend(expr.base, var, prover) if prover.nonneg(expr.base) else None
    return None


def _common(trends: list[int | None]) -> int | None:
    found = set(trends) - {0}
    return found.pop() if len(found) == 1 else None
