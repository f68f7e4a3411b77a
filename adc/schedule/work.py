"""How much a loop has to do: an estimate of its element operations as a function of sizes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

import sympy

from adc.ir.polynomials import multiplied_out
from adc.ir.shapes import MEMORY, entries, floordiv, minimum, names, substitute, symbol
from adc.ops import flops
from adc.schedule.tree import (
    After,
    Comment,
    Copy,
    Declare,
    Fill,
    For,
    Node,
    RoutineCall,
    Statement,
    Tree,
    parts,
    walk,
    with_parts,
)

#: Threads are worth starting from about this many element operations on.
LEAST_WORK = 1e5

#: So few iterations are not shared out among threads.
FEW = 4

#: Bounds that choose between more expressions than this are taken at the ends of the range alone.
_MOST_CHOICES = 4


def _one(_: Node) -> int:
    return 1


def _flops(node: Node) -> int:
    return max(flops(node.expr), 1) if isinstance(node, (Statement, Declare)) else 1


def work_of(loop: For) -> sympy.Expr:
    """An estimate of the statements that the whole loop executes: the terms of highest degree. A
    loop remembers it."""
    known: sympy.Expr | None = loop.__dict__.get("_work")
    if known is None:
        known = _undivided(leading(_work(loop)))
        loop.__dict__["_work"] = known
    return known


def weight_of(loop: For) -> int:
    """About how many flops each of the operations is that `work_of` counts: 1, 2, 5, 10 and so on,
    by the term that has most of them; that of loops inside where its own bounds are not simple. A
    loop remembers it."""
    known: int | None = loop.__dict__.get("_weight")
    if known is None:
        terms = _by_degree(_work(loop, _flops))[:1]
        factors = [factor for _, found in terms for factor, _ in found]
        inside = (weight_of(n) for n in loop.body if isinstance(n, For))
        known = _round(max(factors)) if factors else max(inside, default=1)
        loop.__dict__["_weight"] = known
    return known


def _round(number: sympy.Expr) -> int:
    """The largest of 1, 2, 5, 10, 20, 50 and so on that is not above `number`, at least 1."""
    power = 1
    while number >= 10 * power:
        power *= 10
    return power * next((n for n in (5, 2) if number >= n * power), 1)


def work_of_tree(tree: Tree) -> sympy.Expr:
    """The same of all that `tree` executes."""
    return _undivided(leading(sum((_node_work(n) for n in tree), sympy.Integer(0))))


@lru_cache(maxsize=MEMORY)
def _undivided(expr: sympy.Expr) -> sympy.Expr:
    """`expr` with what divides all values of a minimum or maximum outside of it: a back end spells
    these with integers."""
    if not expr.args:
        return expr
    args = [_undivided(a) for a in expr.args]
    if not isinstance(expr, (sympy.Min, sympy.Max)):
        return expr.func(*args)
    divisors = (sympy.fraction(sympy.together(a))[1] for a in args)
    below = sympy.ilcm(1, *(d for d in divisors if d.is_Integer))
    return expr.func(*(multiplied_out(below * a) for a in args)) / below


def leading(expr: sympy.Expr) -> sympy.Expr:
    """The terms of `expr` with most factors, each counted once; `expr` if it is no polynomial."""
    by_degree = _by_degree(expr)
    return sympy.Add(*(rest for _, rest in by_degree[0][1])) if by_degree else expr


@lru_cache(maxsize=MEMORY)
def _by_degree(expr: sympy.Expr) -> list[tuple[int, list[tuple[sympy.Expr, sympy.Expr]]]]:
    """The terms that are added in `expr`, as coefficient and rest, by degree, the highest first;
    empty if it is no polynomial."""
    expanded = multiplied_out(expr)
    found: dict[int, list[tuple[sympy.Expr, sympy.Expr]]] = {}
    if expanded.free_symbols and expanded.is_polynomial():
        for term in sympy.Add.make_args(expanded):
            factor, rest = term.as_coeff_Mul()
            if factor > 0:
                degree = sum(rest.as_powers_dict().values())
                found.setdefault(degree, []).append((factor, rest))
    return sorted(found.items(), reverse=True)


def open_ended(loop: For) -> bool:
    """Whether only data tells the number of iterations."""
    return loop.test is not None or loop.count is not None


def read_in(*exprs: sympy.Expr) -> bool:
    """Whether one of the integers is read from an array."""
    return any(entries(e) for e in exprs)


def read_bounds(loop: For) -> bool:
    """Whether the bounds of `loop` are read from arrays."""
    return read_in(loop.start, loop.stop)


def few_trips(loop: For) -> int:
    """The most iterations that `loop` may have at any sizes, if these are FEW; else 0."""
    most = most_trips(loop)
    return max(most, 1) if most is not None and most <= FEW else 0


def starts(loop: For) -> tuple[sympy.Expr, ...]:
    """What the first value of `loop` is the largest of."""
    return loop.start.args if isinstance(loop.start, sympy.Max) else (loop.start,)


def stops(loop: For) -> tuple[sympy.Expr, ...]:
    """What the end of `loop` is the smallest of."""
    return loop.stop.args if isinstance(loop.stop, sympy.Min) else (loop.stop,)


def most_trips(loop: For) -> int | None:
    """The most iterations that `loop` may have at any sizes; None where nothing bounds them."""
    if open_ended(loop) or loop.step < 0:
        return None
    lengths = [stop - start for stop in stops(loop) for start in starts(loop)]
    trips = [-(-int(n) // loop.step) for n in lengths if n.is_Integer]
    return min(trips, default=None)


def strips_of(loop: For) -> tuple[str, ...]:
    """The variables of loops in `loop` that run from one of its values to the next, where it goes
    in steps: no two of its iterations share one of their values."""
    if loop.step <= 1:
        return ()
    inner = [n for n in walk(loop.body) if isinstance(n, For)]
    others = {n.var for n in inner if not _is_strip(n, loop)}
    return tuple(dict.fromkeys(n.var for n in inner if n.var not in others))


def _is_strip(inner: For, loop: For) -> bool:
    first = symbol(loop.var)
    bounds = (first, minimum(loop.stop, first + loop.step), 1)
    return (inner.start, inner.stop, inner.step) == bounds


def _whole(node: Node, loop: For) -> Node:
    """`node` in `loop` with the whole of its range in the place of strips."""
    node = with_parts(node, tuple(tuple(_whole(n, loop) for n in part) for part in parts(node)))
    if isinstance(node, For) and _is_strip(node, loop):
        return replace(node, start=loop.start, stop=loop.stop)
    return node


def steady(loop: For) -> bool:
    """Whether `loop` has the same number of iterations at all sizes."""
    return bool((loop.stop - loop.start).is_Integer)


def _work(loop: For, own: Callable[[Node], int] = _one) -> sympy.Expr:
    """The statements that the whole loop executes, summed over its iterations, each counted as
    often as `own` says."""
    if strips_of(loop):
        return sum((_node_work(_whole(n, loop), own) for n in loop.body), sympy.Integer(0))
    inside = sum((_node_work(n, own) for n in loop.body), sympy.Integer(0))
    if loop.var not in names(inside):
        return trips(loop) * inside
    if open_ended(loop) or read_bounds(loop):
        return substitute(inside, {loop.var: sympy.Integer(1)})
    return _summed(inside, loop.var, *ends(loop), trips(loop), abs(loop.step))


def _node_work(node: Node, own: Callable[[Node], int] = _one) -> sympy.Expr:
    if isinstance(node, For):
        return _work(node, own)
    if isinstance(node, (Fill, Copy)):
        return node.count
    if isinstance(node, RoutineCall):
        return node.work
    if isinstance(node, (After, Comment)):
        return sympy.Integer(0)
    inner = [n for part in parts(node) for n in part]
    return sum((_node_work(n, own) for n in inner), sympy.Integer(own(node)))


def trips(loop: For) -> sympy.Expr:
    """The number of iterations; 1 where only data tells."""
    if open_ended(loop) or read_bounds(loop):
        return sympy.Integer(1)
    if few := few_trips(loop):
        return sympy.Integer(few)
    length = loop.stop - loop.start if loop.step > 0 else loop.start - loop.stop
    return length if abs(loop.step) == 1 else floordiv(length, abs(loop.step))


def ends(loop: For) -> tuple[sympy.Expr, sympy.Expr]:
    """The least and the greatest value of the variable (for steps beyond one, about)."""
    if loop.step > 0:
        return loop.start, loop.stop - 1
    return loop.stop + 1, loop.start


@lru_cache(maxsize=MEMORY)
def _summed(
    inside: sympy.Expr, var: str, low: sympy.Expr, high: sympy.Expr, trips: sympy.Expr, step: int
) -> sympy.Expr:
    """`inside` summed over the values of the loop's variable, from `low` to `high`: exactly where
    it is a polynomial, else the number of iterations times an upper bound."""
    variable = symbol(var)
    expanded = multiplied_out(inside)
    if not expanded.is_polynomial(variable):
        return trips * most(expanded, var, low, high)
    total = sympy.Integer(0)
    for (power,), factor in sympy.Poly(expanded, variable).terms():
        total += factor * (_power_sum(power, high + 1) - _power_sum(power, low))
    return multiplied_out(total / step)


@lru_cache(maxsize=MEMORY)
def _power_sum(power: int, end: sympy.Expr) -> sympy.Expr:
    """0**power + 1**power + … + (end - 1)**power, as a polynomial in `end` (Faulhaber)."""
    total = sympy.Integer(0)
    for k in range(power + 1):
        # Bernoulli numbers with B(1) = -1/2: for sums that leave out the last number.
        number = -sympy.Rational(1, 2) if k == 1 else sympy.bernoulli(k)
        total += sympy.binomial(power + 1, k) * number * end ** (power + 1 - k)
    return multiplied_out(total / (power + 1))


@lru_cache(maxsize=MEMORY)
def most(expr: sympy.Expr, var: str, low: sympy.Expr, high: sympy.Expr) -> sympy.Expr:
    """An upper bound of `expr` where `var` is from `low` to `high`.

    Of a minimum every argument is one, which gives the width of a band; of a maximum the largest.
    """
    choices = [e for e in sympy.preorder_traversal(expr) if _chooses(e, var)]
    if choices and len(choices) <= _MOST_CHOICES:
        chosen = choices[0]
        negative = expr.coeff(chosen).could_extract_minus_sign()
        bounds = [
            most(multiplied_out(expr.xreplace({chosen: argument})), var, low, high)
            for argument in chosen.args
        ]
        least = isinstance(chosen, sympy.Min) != negative
        return sympy.Min(*bounds) if least else sympy.Max(*bounds)
    variable = symbol(var)
    at_low, at_high = (substitute(expr, {var: end}) for end in (low, high))
    if expr.is_polynomial(variable) and sympy.degree(expr, variable) <= 1:
        return at_low if expr.coeff(variable).could_extract_minus_sign() else at_high
    return sympy.Max(at_low, at_high)


def _chooses(expr: sympy.Expr, var: str) -> bool:
    return isinstance(expr, (sympy.Min, sympy.Max)) and var in names(expr)
