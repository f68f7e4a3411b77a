"""Whether the function whose root a loop finds may jump where it is zero: by what is compared or
rounded on the way from the middle to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from adc.differentiate.bisection.loops import Bisection
from adc.differentiate.bisection.making import key_of
from adc.differentiate.bisection.values import reached
from adc.ir.expressions import Apply, Expr, reads, walk
from adc.ir.node import Body
from adc.ir.nodes import Branch
from adc.ir.walking import walk_nodes, written_in
from adc.ops import ALL_OPS


class _Step(NamedTuple):
    """A node, or an inner search as a whole: what it writes and reads, the branches' conditions
    among that, and what is `asked` of: the expressions, none of a search."""

    writes: frozenset[str]
    reads: frozenset[str]
    asked: tuple[Expr, ...] = ()


def may_jump(found: Bisection, seen_through: Collection[str]) -> bool:
    """Whether a comparison or a rounding of what depends on the middle decides on the residual;
    those of inner searches do not, whose nodes are `seen_through`, by their labels."""
    moving = reached(found.between, {found.middle.container})
    steps = list(_steps(found.between, (), seen_through))
    feeding = {r.container for r in reads(found.residual)}
    before = 0
    while len(feeding) > before:
        before = len(feeding)
        for step in steps:
            if step.writes & feeding:
                feeding |= step.reads
    asked = (expr for step in steps if step.writes & feeding for expr in step.asked)
    return any(_is_stepped(expr, moving) for expr in (found.residual, *asked))


def _steps(
    body: Body, conditions: tuple[Expr, ...], seen_through: Collection[str]
) -> Iterator[_Step]:  # fmt: skip
    for node in body:
        if {key_of(node), node.label} & {*seen_through}:
            inner = walk_nodes((node,))
            writes = frozenset(written_in((node,)))
            yield _Step(writes, frozenset(use.container for n in inner for use in n.reads))
            continue
        asked = (*(e.expr for e in node.evaluated), *conditions)
        named = {use.container for use in node.reads}
        named |= {r.container for c in conditions for r in reads(c)}
        yield _Step(frozenset(w.container for w in node.writes), frozenset(named), asked)
        own = (node.condition,) if isinstance(node, Branch) else ()
        for part in node.parts:
            yield from _steps(part, (*conditions, *own), seen_through)


def _is_stepped(expr: Expr, moving: frozenset[str]) -> bool:
    """Whether `expr` has parts without a derivative by something that is moving."""
    return any(
        isinstance(e, Apply) and (ALL_OPS[e.op].disconnected or e.dtype.is_integer)
        for e in walk(expr) if any(r.container in moving for r in reads(e))
    )  # fmt: skip
