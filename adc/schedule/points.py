"""Loops of domains that have one iteration at most, as the condition that they have it.

At the edges of a stencil the positions that the same terms reach are few:

    for j in range(1, min(2, N - 2)):          if N > 3:
        x_bar[j] = ... x[j + 1]                     x_bar[1] = ... x[2]

Where the loops around it show that the condition holds, or that it does not, there is none.
"""

from __future__ import annotations

import sympy

from adc.ir.build import apply
from adc.ir.expressions import Expr, IntValue
from adc.schedule.renaming import placed
from adc.schedule.tree import Declare, For, If, Node, Tree, parts, with_parts

#: Integers that are positive at some place of the tree.
_Facts = tuple[sympy.Expr, ...]
#: A condition that a reader takes in.
_MOST_TESTS = 2


def with_points(tree: Tree, facts: _Facts = ()) -> Tree:
    """`tree` with a condition, or nothing, in the place of each loop that is known to have one
    iteration at most; where it stands `facts` hold."""
    result: list[Node] = []
    for node in tree:
        if isinstance(node, For):
            result += _point(node, facts)
        else:
            inner = tuple(with_points(part, facts) for part in parts(node))
            result.append(with_parts(node, inner))
    return tuple(result)


def _point(loop: For, facts: _Facts) -> Tree:
    """What stands for `loop`; the loop itself where it may have more iterations, or its condition
    is long."""
    value = _only_value(loop)
    if value is not None:
        tests = [test for test in _tests(loop, value) if not _holds(test, facts)]
        if any(_fails(test, facts) for test in tests):
            return ()
        body = placed(loop.body, loop.var, value)
        if not tests and not any(isinstance(n, Declare) for n in body):
            return with_points(body, facts)
        if 0 < len(tests) <= _MOST_TESTS:
            return (If(_all(tests), with_points(body, (*facts, *tests))),)
    entered = (stop - start for start in _starts(loop) for stop in _stops(loop))
    known = (*facts, *entered) if loop.step == 1 and loop.count is None else facts
    return (with_parts(loop, tuple(with_points(part, known) for part in parts(loop))),)


def _only_value(loop: For) -> sympy.Expr | None:
    """The one value that the variable can have; None where there may be more."""
    plain = loop.step == 1 and loop.test is None and loop.count is None and not loop.sequential
    if not plain or loop.parallel is not None:
        return None
    pairs = ((a, b) for a in _starts(loop) for b in _stops(loop))
    return next((a for a, b in pairs if b - a == 1), None)


def _tests(loop: For, value: sympy.Expr) -> list[sympy.Expr]:
    """What has to be positive for the iteration to be: the value is in the range."""
    found = [value - start + 1 for start in _starts(loop)]
    found += [stop - value for stop in _stops(loop)]
    return [e for e in dict.fromkeys(found) if not (e.is_Integer and e > 0)]


def _holds(test: sympy.Expr, facts: _Facts) -> bool:
    """Whether `test` is at least as large as something that is positive."""
    return any(d.is_Integer and d >= 0 for d in (test - fact for fact in facts))


def _fails(test: sympy.Expr, facts: _Facts) -> bool:
    """Whether `test` is at most 0 where something else is positive, and so at least 1."""
    return any(d.is_Integer and d <= 1 for d in (test + fact for fact in (*facts, sympy.S.One)))


def _all(tests: list[sympy.Expr]) -> Expr:
    first, *others = map(_positive, tests)
    for other in others:
        first = apply("and", first, other)
    return first


def _positive(expr: sympy.Expr) -> Expr:
    """`expr > 0` with its constant on the right, and no sign on the left."""
    constant, rest = expr.as_coeff_Add()
    if rest.could_extract_minus_sign():
        return apply("lt", IntValue(-rest), IntValue(constant))
    return apply("gt", IntValue(rest), IntValue(-constant))


def _starts(loop: For) -> tuple[sympy.Expr, ...]:
    return loop.start.args if isinstance(loop.start, sympy.Max) else (loop.start,)


def _stops(loop: For) -> tuple[sympy.Expr, ...]:
    return loop.stop.args if isinstance(loop.stop, sympy.Min) else (loop.stop,)
