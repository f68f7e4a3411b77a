"""How many points loop nests and domains have at given sizes, and what their indices span.

Counts are exact where bounds are affine in the outer variables: sums of polynomials (Faulhaber).
Minima, floors and ranges that are empty for some outer iterations are enumerated over the
variables that matter, up to `ENUMERATED` combinations; beyond, the bounding box counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, prod

import numpy as np
import sympy

from adc.analysis.extents import difference, trips
from adc.ir.evaluation import compiled
from adc.ir.node import Dim
from adc.ir.nodes import Loop
from adc.ir.shapes import choose, entries, entry, names, wrap

#: The most combinations of outer variables that are enumerated.
ENUMERATED = 1 << 18

#: Coefficients by variable; "" is the constant.
Linear = Mapping[str, int]
#: Coefficients by monomial: (variable, power) pairs, sorted by name.
Polynomial = dict[tuple[tuple[str, int], ...], Fraction]
Interval = tuple[int, int]


@dataclass(frozen=True)
class Range:
    """`var` takes `first`, `first + step`, … `count` times (never where `count` is negative).

    With `weight` it still takes these values, but only so many times on average per iteration
    around it: slots of snapshots, steps that are replayed.
    """

    var: str
    first: sympy.Expr
    count: sympy.Expr
    step: int = 1
    weight: float | None = None

    @cached_property
    def _hash(self) -> int:
        return hash((self.var, self.first, self.count, self.step, self.weight))

    def __hash__(self) -> int:  # ranges are keys everywhere, and hashing expressions takes time
        return self._hash


def range_of(node: Dim | Loop) -> Range:
    if isinstance(node, Dim):
        return _dim_range(node)
    count = trips(node)
    return Range(node.var, node.start, SOME if entries(count) else count, node.step)


#: As many iterations loops are taken to have whose bounds are read from arrays.
SOME = sympy.Integer(8)
#: Bounds of what an array holds, more than any extent is.
ANYWHERE = (0, 1 << 40)


@lru_cache(maxsize=None)
def _dim_range(dim: Dim) -> Range:
    count = sympy.expand(difference(dim.stop, dim.start))
    return Range(dim.var, dim.start, SOME if entries(count) else count)


@dataclass
class Counter:
    """Counts at `sizes`: the values of sizes, integer arguments and fixed loop variables."""

    sizes: Mapping[str, int]
    _linear: dict[sympy.Expr, Linear | None] = field(default_factory=dict)
    _counts: dict[tuple[Range, ...], int] = field(default_factory=dict)

    def count(self, ranges: tuple[Range, ...]) -> int:
        """The iterations of the nest `ranges`, outermost first."""
        if ranges not in self._counts:
            number: float | None = self._sum(ranges)
            if number is None:
                number = self._enumerate(ranges)
            if number is None:
                number = self._box(ranges)
            for r in ranges:
                if r.weight is not None:
                    number *= r.weight / max(self.span(r.count, {})[1], 1)
            self._counts[ranges] = round(number)
        return self._counts[ranges]

    def linear(self, expr: sympy.Expr) -> Linear | None:
        """`expr` as an affine form of the variables that have no value; None where it is none."""
        if expr not in self._linear:
            self._linear[expr] = self._as_linear(expr)
        return self._linear[expr]

    def _as_linear(self, expr: sympy.Expr) -> Linear | None:
        if isinstance(expr, entry):
            return None
        if names(expr) <= self.sizes.keys() and not entries(expr):
            return {"": int(compiled(expr)(self.sizes))}
        if expr.is_Symbol:
            return {expr.name: 1}
        if expr.is_Add:
            terms = [self.linear(a) for a in expr.args]
            return None if None in terms else _total([t for t in terms if t is not None])
        if expr.is_Mul:
            return self._product(expr)
        return None

    def _product(self, expr: sympy.Expr) -> Linear | None:
        factor, variable = 1, None
        for a in expr.args:
            known = self.linear(a) if a.is_integer else None
            if known is None or (variable is not None and set(known) != {""}):
                return None
            if set(known) == {""}:
                factor *= known[""]
            else:
                variable = known
        return {"": factor} if variable is None else {v: factor * c for v, c in variable.items()}

    def _sum(self, ranges: tuple[Range, ...]) -> int | None:
        """Exact by summation; None where a count is not affine or may be negative."""
        values: dict[str, Linear | None] = {}  # of each variable, in terms of trip numbers from 0
        counts: dict[str, Linear] = {}
        for r in ranges:
            count = _translate(self.linear(r.count), values)
            if count is None:
                return None
            if set(count) == {""}:
                count = {"": max(count[""], 0)}
            elif _least(count, counts) < 0:
                return None
            first = _translate(self.linear(r.first), values)
            values[r.var] = None if first is None else _total([first, {r.var: r.step}])
            counts[r.var] = count
        total: Polynomial = {(): Fraction(1)}
        for var, count in reversed(list(counts.items())):
            total = _sum_over(total, var, count)
        return int(total.get((), Fraction(0)))

    def _enumerate(self, ranges: tuple[Range, ...]) -> int | None:
        values: dict[str, np.ndarray] = {}
        weight = np.ones(1, dtype=np.int64)
        for position, r in enumerate(ranges):
            scope = {**self.sizes, **values}
            count = np.maximum(0, compiled(r.count)(scope)) * np.ones_like(weight)
            matters = any(
                s.name == r.var
                for inner in ranges[position + 1 :]
                for s in inner.first.free_symbols | inner.count.free_symbols
            )
            if not matters:
                weight = weight * count
                continue
            if count.sum() > ENUMERATED:
                return None
            first = compiled(r.first)(scope) * np.ones_like(weight)
            starts = np.repeat(np.cumsum(count) - count, count)
            trip = np.arange(int(count.sum())) - starts
            values = {name: np.repeat(v, count) for name, v in values.items()}
            values[r.var] = np.repeat(first, count) + r.step * trip
            weight = np.repeat(weight, count)
        return int(weight.sum())

    def _box(self, ranges: tuple[Range, ...]) -> int:
        spans: dict[str, Interval] = {}
        factors = []
        for r in ranges:
            factors.append(max(self.span(r.count, spans)[1], 0))
            spans[r.var] = self.reached(r, spans)
        return prod(factors)

    def reached(self, r: Range, spans: Mapping[str, Interval], fixed: bool = False) -> Interval:
        """The values that the variable of `r` takes; with `fixed` the one in their middle."""
        low, high = self.span(r.first, spans)
        last = max(self.span(r.count, spans)[1] - 1, 0)
        if fixed:
            middle = (low + high) // 2 + r.step * (last // 2)
            return middle, middle
        return low + min(0, r.step * last), high + max(0, r.step * last)

    def span(self, expr: sympy.Expr, spans: Mapping[str, Interval]) -> Interval:
        """Bounds of `expr` where the variables lie in `spans` (independently of each other)."""
        form = self.linear(expr)
        if form is None:
            return self._span(expr, spans)
        low = high = form.get("", 0)
        for var, factor in form.items():
            if var:
                a, b = spans[var]
                low += factor * (a if factor > 0 else b)
                high += factor * (b if factor > 0 else a)
        return low, high

    def _span(self, expr: sympy.Expr, spans: Mapping[str, Interval]) -> Interval:
        if isinstance(expr, entry):
            return ANYWHERE
        if isinstance(expr, sympy.floor):
            over, under = sympy.fraction(sympy.together(expr.args[0]))
            return _quotients(self.span(over, spans), self.span(under, spans))
        parts = [self.span(a, spans) for a in expr.args]
        if expr.is_Add:
            return sum(p[0] for p in parts), sum(p[1] for p in parts)
        if expr.is_Mul:
            result = (1, 1)
            for p in parts:
                corners = [a * b for a in result for b in p]
                result = (min(corners), max(corners))
            return result
        if isinstance(expr, (sympy.Min, sympy.Max)):
            pick = min if isinstance(expr, sympy.Min) else max
            return pick(p[0] for p in parts), pick(p[1] for p in parts)
        if isinstance(expr, (sympy.Mod, wrap)):
            return 0, max(parts[1][1] - 1, 0)
        if isinstance(expr, choose):
            return min(p[0] for p in parts[1:]), max(p[1] for p in parts[1:])
        if expr.is_Pow:
            corners = [a ** max(b, 0) for a in (*parts[0], 0) for b in parts[1]]
            return min(corners), max(corners)
        return min(p[0] for p in parts), max(p[1] for p in parts)


def _quotients(over: Interval, under: Interval) -> Interval:
    corners = [a // b for a in over for b in under if b]
    return (min(corners), max(corners)) if corners else over


def _total(terms: list[Linear]) -> Linear:
    result: dict[str, int] = {"": 0}
    for term in terms:
        for var, factor in term.items():
            result[var] = result.get(var, 0) + factor
    return {v: c for v, c in result.items() if c or not v}


def _translate(form: Linear | None, values: Mapping[str, Linear | None]) -> Linear | None:
    """`form` with each variable replaced by its value."""
    if form is None:
        return None
    terms: list[Linear] = [{"": form.get("", 0)}]
    for var, factor in form.items():
        if not var:
            continue
        value = values[var]
        if value is None:
            return None
        terms.append({v: factor * c for v, c in value.items()})
    return _total(terms)


def _least(form: Linear, counts: Mapping[str, Linear]) -> int:
    """A lower bound of `form` over trip numbers from 0 to count - 1, exact for affine nests."""
    for var, count in reversed(list(counts.items())):
        factor = form.get(var, 0)
        rest: Linear = {v: c for v, c in form.items() if v != var}
        if factor < 0:
            last = {v: factor * c for v, c in _total([count, {"": -1}]).items()}
            rest = _total([rest, last])
        form = rest
    return form.get("", 0)


def _sum_over(total: Polynomial, var: str, count: Linear) -> Polynomial:
    """The sum of `total` over `var` from 0 to `count` - 1."""
    bound: Polynomial = {((v, 1),) if v else (): Fraction(c) for v, c in count.items()}
    result: Polynomial = {}
    for monomial, factor in total.items():
        power = dict(monomial).get(var, 0)
        rest: Polynomial = {tuple(p for p in monomial if p[0] != var): factor}
        for term, c in _multiply(rest, _compose(_power_sum(power), bound)).items():
            result[term] = result.get(term, Fraction(0)) + c
    return result


@lru_cache(maxsize=None)
def _power_sum(p: int) -> tuple[Fraction, ...]:
    """Coefficients, constant first, of 0**p + 1**p + … + (x - 1)**p as a polynomial in x.

    From x**(p + 1) = sum over j <= p of binomial(p + 1, j) S_j(x).
    """
    result = [Fraction(0)] * (p + 1) + [Fraction(1)]
    for j in range(p):
        for k, c in enumerate(_power_sum(j)):
            result[k] -= comb(p + 1, j) * c
    return tuple(c / (p + 1) for c in result)


def _compose(coefficients: tuple[Fraction, ...], x: Polynomial) -> Polynomial:
    result: Polynomial = {}
    for c in reversed(coefficients):
        result = _multiply(result, x)
        result[()] = result.get((), Fraction(0)) + c
    return result


def _multiply(a: Polynomial, b: Polynomial) -> Polynomial:
    result: Polynomial = {}
    for left, x in a.items():
        for right, y in b.items():
            powers = dict(left)
            for var, power in right:
                powers[var] = powers.get(var, 0) + power
            key = tuple(sorted(powers.items()))
            result[key] = result.get(key, Fraction(0)) + x * y
    return result
