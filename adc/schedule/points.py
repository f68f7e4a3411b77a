"""Loops of domains that have one iteration at most, or two, as the conditions that they have them.

At the edges of a stencil the positions that the same terms reach are few:

    for j in range(1, min(2, N - 2)):          if N > 3:
        x_bar[j] = ... x[j + 1]                     x_bar[1] = ... x[2]

Where the loops around it show that the condition holds, or that it does not, there is none.
Conditions stand outside of innermost loops where that can be, for these are to become vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import TypeGuard

import sympy

from adc.ir.build import apply
from adc.ir.expressions import Expr, IntValue, walked
from adc.ir.shapes import names
from adc.schedule.renaming import placed
from adc.schedule.tree import Declare, For, If, Node, Statement, Tree, parts, walk, with_parts
from adc.schedule.work import most_trips, starts, steady, stops

#: Integers that are positive at some place of the tree.
_Facts = tuple[sympy.Expr, ...]
#: A condition that a reader takes in, and statements that it costs nobody to see twice.
_MOST_TESTS, _MOST_ITERATIONS = 2, 2


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
    return _together(result)


def _together(nodes: Sequence[Node]) -> Tree:
    """`nodes` with neighbours under one condition as one."""
    result: list[Node] = []
    for node in nodes:
        last = result[-1] if result else None
        if _is_point(node) and _is_point(last) and node.condition == last.condition:
            result[-1] = If(node.condition, (*last.then, *node.then))
        else:
            result.append(node)
    return tuple(result)


def _is_point(node: Node | None) -> TypeGuard[If]:
    """Whether `node` is a condition that stands for a loop, and no branch of the program."""
    return isinstance(node, If) and not node.label and not node.orelse


def _lifted(loop: For) -> Tree:
    """`loop` with conditions in it around loops of their own: one that all of it is under, and all
    of an innermost one, whose iterations are apart from each other."""
    body = loop.body
    held = [n for n in body if _is_point(n) and loop.var not in _named(n.condition)]
    if not held or loop.test is not None or loop.count is not None:
        return (loop,)
    if len(body) > 1 and not (loop.threaded and _is_plain(body)):
        return (loop,)
    result: list[Node] = []
    for at_condition, nodes in groupby(body, lambda n: any(n is h for h in held)):
        if at_condition:
            points = [n for n in nodes if isinstance(n, If)]
            result += [If(n.condition, (replace(loop, body=n.then),)) for n in points]
        else:
            result.append(replace(loop, body=tuple(nodes)))
    return tuple(result)


def _is_plain(body: Tree) -> bool:
    """Whether `body` has no scalars of its own, and no loop that may be long."""
    inside = list(walk(body))
    short = all(most_trips(n) is not None for n in inside if isinstance(n, For))
    return short and not any(isinstance(n, Declare) for n in inside)


def _named(condition: Expr) -> frozenset[str]:
    return frozenset[str]().union(
        *(names(e.value) for e in walked(condition) if isinstance(e, IntValue))
    )


def _point(loop: For, facts: _Facts) -> Tree:
    """What stands for `loop`; the loop itself where it may have more iterations, or a condition is
    long."""
    found = [_iteration(loop, value, facts) for value in _values(loop)]
    if found and None not in found:
        return tuple(n for nodes in found for n in nodes or ())
    entered = (stop - start for start in starts(loop) for stop in stops(loop))
    known = (*facts, *entered) if loop.step == 1 and loop.count is None else facts
    return _lifted(replace(loop, body=with_points(loop.body, known)))


def _iteration(loop: For, value: sympy.Expr, facts: _Facts) -> Tree | None:
    """The iteration of `loop` with that value, which may have one; None where it stays a loop's."""
    tests = [test for test in _tests(loop, value) if not _holds(test, facts)]
    if any(_fails(test, facts) for test in tests):
        return ()
    body = placed(loop.body, loop.var, value)
    if not tests:
        named = any(isinstance(n, Declare) for n in body)
        return None if named else with_points(body, facts)
    if len(tests) > _MOST_TESTS:
        return None
    return (If(_all(tests), with_points(body, (*facts, *tests))),)


def _values(loop: For) -> list[sympy.Expr]:
    """All values that the variable can have, in order; none where there may be many."""
    plain = loop.step == 1 and loop.test is None and loop.count is None and not loop.sequential
    if not plain or loop.parallel is not None:
        return []
    pairs = ((b - a, a) for a in starts(loop) for b in stops(loop))
    bounded = [(int(trips), first) for trips, first in pairs if trips.is_Integer]
    trips, first = min(bounded, key=lambda pair: pair[0], default=(0, loop.start))
    short = all(isinstance(n, Statement) for n in loop.body) and not steady(loop)
    if trips > (_MOST_ITERATIONS if short else 1):
        return []
    values = [first + k for k in range(trips)]
    return values[::-1] if loop.backwards else values


def _tests(loop: For, value: sympy.Expr) -> list[sympy.Expr]:
    """What has to be positive for the iteration to be: the value is in the range."""
    found = [value - start + 1 for start in starts(loop)]
    found += [stop - value for stop in stops(loop)]
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
