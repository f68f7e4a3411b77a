"""Values that an iteration makes for itself, read where they come from.

In a loop's body

    t[k] = -C[i, k]           for k in [0, i)
    D[i] += t[k]*E[k]         for k in [0, i)

`t` keeps the statements in the loop, for each iteration overwrites it. Where it is a few
operations of values that are still there, the second statement is `D[i] += -C[i, k]*E[k]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

import sympy

from adc.analysis.meetings import Touch, covers, meeting, touches_of
from adc.analysis.placement import place
from adc.ir.enums import Update
from adc.ir.expressions import Apply, Expr, Read, substitute_expr, transform, walked
from adc.ir.node import Body, Node
from adc.ir.nodes import Compute, Loop
from adc.ir.program import Program
from adc.ir.shapes import IntLike, names, symbol

#: Operations that may be done again at each use, and how many of them.
_CHEAP = frozenset(("neg", "add", "sub", "mul"))
_MOST = 2


@dataclass(frozen=True)
class Step:
    """One temporary that is gone: the statement that made it, and its readers before and after."""

    maker: Compute
    before: Mapping[str, Compute]
    after: Mapping[str, Compute]

    def undone(self, body: Body) -> Body:
        """`body`, some of what a loop's body has become, with the temporary again where it serves:
        a number, or what a statement would else read in the array that it changes."""
        readers = [n for n in body if self.after.get(n.label) == n]
        sources = {use.container for use in self.maker.uses}
        changing = sources.intersection(n.container for n in readers if isinstance(n, Compute))
        if not readers or (self.maker.domain and not changing):
            return body
        old = tuple(self.before[n.label] if n in readers else n for n in body)
        first = next(k for k, n in enumerate(body) if n in readers)
        return (*old[:first], self.maker, *old[first:])


def forwarded(loop: Loop, own: frozenset[str], program: Program) -> tuple[Loop, tuple[Step, ...]]:
    """`loop` without temporaries, among the arrays `own` that it alone uses, that can be read where
    they come from, and what was done for it."""
    shapes = {c.name: c.shape for c in program.containers}
    steps: list[Step] = []
    for name in sorted(own):
        found = _without(loop, name, shapes)
        if found is not None:
            loop, step = found
            steps.append(step)
    return loop, tuple(steps)


def _without(
    loop: Loop, name: str, shapes: Mapping[str, tuple[sympy.Expr, ...]]
) -> tuple[Loop, Step] | None:
    """`loop` without the array `name`, and what was done; None where it is needed."""
    users = [k for k, node in enumerate(loop.body) if name in node.mentioned_inside]
    makers = [node for node in loop.body if isinstance(node, Compute) and node.container == name]
    if len(users) < 2 or len(makers) > 1 or makers[:1] != [loop.body[users[0]]]:
        return None
    readers = [node for k in users[1:] if isinstance(node := loop.body[k], Compute)]
    if len(readers) < len(users) - 1 or not plain(makers[0]):
        return None
    row = _Row(loop, shapes)
    maker = replace(makers[0], expr=row.value(users[0], makers[0]))
    if not cheap(maker.expr) or not row.still_there(users[0], maker, users[1:]):
        return None
    after = {n.label: reading(maker, n) for n in readers}
    shorter = (after.get(n.label, n) for n in loop.body if n is not makers[0])
    step = Step(maker, {n.label: n for n in readers}, after)
    return replace(loop, body=tuple(shorter)), step


def cheap(expr: Expr) -> bool:
    """Whether `expr` is a few operations that may as well be done at each use."""
    applied = [e.op for e in walked(expr) if isinstance(e, Apply)]
    return len(applied) <= _MOST and _CHEAP.issuperset(applied)


def plain(maker: Compute) -> bool:
    """Whether `maker` gives each element of a box a value of its own: one variable, and a shift, at
    each axis that varies."""
    variables = set(maker.variables)
    own = [names(position) & variables for position in maker.target.index]
    varying = [e for e, o in zip(maker.target.index, own, strict=True) if o]
    single = all(len(o) <= 1 for o in own) and len(varying) == len(variables)
    shifts = (e - symbol(min(names(e) & variables)) for e in varying)
    fits = single and all(not names(shift) & variables for shift in shifts)
    whole = variables == set().union(*own)
    return maker.op == Update.ASSIGN and not maker.blank and fits and whole


def reading(maker: Compute, node: Compute) -> Compute:
    """`node` with what `maker` computes in place of reading it."""

    def visit(e: Expr) -> Expr:
        if not isinstance(e, Read) or e.container != maker.container:
            return e
        values: dict[str, IntLike] = {}
        for position, wanted in zip(maker.target.index, e.index, strict=True):
            for var in names(position) & set(maker.variables):
                values[var] = wanted - (position - symbol(var))
        return substitute_expr(maker.expr, values)

    return replace(node, expr=transform(node.expr, visit))


@dataclass(frozen=True)
class _Row:
    """The body of a loop, and what is touched in it in one iteration."""

    loop: Loop
    shapes: Mapping[str, tuple[sympy.Expr, ...]]

    def value(self, at: int, maker: Compute) -> Expr:
        """What `maker`, the body's node `at`, computes; of what a statement before it has put
        somewhere else, what is there."""
        value = maker.expr
        for k, other in enumerate(self.loop.body[:at]):
            if isinstance(other, Compute) and not maker.domain and self.holds(k, other, at):
                held = Read(other.container, other.target.index, other.expr.dtype)
                value = transform(value, partial(_replaced, other.expr, held))
        return value

    def holds(self, k: int, other: Compute, until: int) -> bool:
        """Whether `other`, the node `k`, puts into one element what its expression still is at the
        node `until`."""
        if other.op != Update.ASSIGN or other.domain or not isinstance(other.expr, Apply):
            return False
        reads_, (write,) = self.touched(other)
        between = [t for node in self.loop.body[k + 1 : until] for t in self.touched(node)[1]]
        return not any(meeting(t, w).same for t in reads_ for w in (write, *between)) and not any(
            meeting(write, w).same for w in between
        )

    def still_there(self, at: int, maker: Compute, users: list[int]) -> bool:
        """Whether what `maker` reads is unchanged when the nodes `users` read what it makes, and
        they read nothing else of the array."""
        values, (made,) = self.touched(maker)
        after = self.loop.body[at + 1 : max(users) + 1]
        changed = [t for node in after for t in self.touched(node)[1]]
        if any(meeting(t, w).same for t in values for w in changed):
            return False
        reading = [t for node in after for t in self.touched(node)[0]]
        return all(covers(made, t) for t in reading if t.container == maker.container)

    def touched(self, node: Node) -> tuple[list[Touch], list[Touch]]:
        """What `node` reads and what it writes."""
        placed = place((replace(self.loop, body=(node,)),))
        found = [t for p in placed for t in touches_of(p, self.shapes)]
        return [t for t in found if t.op is None], [t for t in found if t.op is not None]


def _replaced(old: Expr, new: Expr, e: Expr) -> Expr:
    return new if e == old else e
