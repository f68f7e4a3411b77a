"""While loops whose steps store single numbers.

How often a While runs shows at its end, so that it is run again from snapshots. Where the source
bounds its iterations, its steps can be stored as those of a Loop are, in arrays as long as that
bound: for `do i = 1, n; if (x(i) > t) exit; …`, which goes along an axis, these are no longer than
what it goes along, while each snapshot is all that it changes. Where a step stores an array, as in
an iteration that converges long before its bound, snapshots take less; so they do inside another
loop, where the loop changes single numbers.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from math import prod

import sympy

from adc.checkpoint.policy import Policy, Strategy
from adc.checkpoint.transform.frame import Frame
from adc.checkpoint.transform.pairs import pairs
from adc.checkpoint.transform.planner import plan
from adc.differentiate.gradient import Reversed
from adc.ir.declarations import Container
from adc.ir.nodes import While
from adc.ir.shapes import Shape, names
from adc.ir.walking import walk_nodes, written_in

#: What a step stores may be so many elements in all, or so many times an axis.
MOST_ELEMENTS, MOST_AXES = 4096, 64


def light_loops(reversed_: Reversed, policy: Policy) -> frozenset[str]:
    """The While loops with no other around or inside that are stored by single numbers
    in each step; none where the user has a say in what is stored."""
    steered = policy.store or policy.recompute or policy.strategy is not Strategy.AUTO
    frame = Frame.of(reversed_, frozenset())
    found: frozenset[str] = frozenset() if steered else _candidates(frame)
    passed = _passed(frame)
    while found:
        program = plan(reversed_, replace(policy, stored=found), strict=False).program
        before = {c.name: c.shape for c in frame.forward.containers}
        loops = {n.label: n for n in walk_nodes(program.body) if isinstance(n, While)}
        light = frozenset(
            label
            for label in found
            if all(
                before.get(name) == program[name].shape or _is_light(program[name], passed)
                for name in written_in((loops[label],))
            )
        )
        if light == found:
            break
        found = light
    return found


def _candidates(frame: Frame) -> frozenset[str]:
    whiles = [n for n in walk_nodes(frame.forward.body) if isinstance(n, While)]
    inside = {n.label for w in whiles for n in walk_nodes(w.body) if isinstance(n, While)}
    return frozenset(
        pair.loop.label
        for pair in pairs(frame)
        if isinstance(pair.loop, While)
        and pair.loop.limit is not None
        and pair.loop.label not in inside
        and not any(isinstance(n, While) for n in walk_nodes(pair.loop.body))
        and (not pair.around or _changes_arrays(frame, pair.loop))
    )


def _changes_arrays(frame: Frame, loop: While) -> bool:
    """Whether snapshots of what the loop changes would be of more than single numbers."""
    return any(frame.forward[name].shape for name in written_in((loop,)))


def _is_light(container: Container, passed: list[Shape]) -> bool:
    """Whether it is no longer than an array of the caller's, a few times, or is short."""
    numbers = prod(int(e) for e in container.shape if e.is_Integer)
    others = [e for e in container.shape if not e.is_Integer]
    if not others:
        return numbers <= MOST_ELEMENTS
    if len(others) == 1:
        axes = frozenset(name for shape in passed for extent in shape for name in names(extent))
        return numbers <= MOST_AXES and _is_short(others[0], axes)
    ways = (way for shape in passed for way in permutations(shape, len(others)))
    return numbers <= MOST_AXES and any(
        all(_is_short(extent, names(axis)) for extent, axis in zip(others, way, strict=True))
        for way in ways
    )


def _is_short(extent: sympy.Expr, axes: frozenset[str]) -> bool:
    """Whether it is surely no more than a sum of axes and numbers."""
    if isinstance(extent, sympy.Min):
        return any(_is_short(part, axes) for part in extent.args)
    if isinstance(extent, (sympy.Add, sympy.Max)):
        return all(_is_short(part, axes) for part in extent.args)
    number, part = sympy.expand(extent).as_coeff_Mul()
    if isinstance(part, (sympy.Add, sympy.Max, sympy.Min)):
        return bool(number > 0) and _is_short(part, axes)
    return names(part) <= axes and len(names(part)) <= 1 and not part.has(sympy.Pow)


def _passed(frame: Frame) -> list[Shape]:
    """The shapes of the arrays that the caller passes."""
    passed = {p.name for p in frame.forward.parameters}
    return [c.shape for c in frame.forward.containers if c.name in passed]
