"""Whether the function whose root a loop finds may jump where it is zero: by what is compared or
rounded on the way from the middle to it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from adc.differentiate.bisection.loops import Bisection
from adc.differentiate.bisection.making import key_of
from adc.differentiate.bisection.values import feeding, reached
from adc.ir import build
from adc.ir.expressions import Apply, Expr, reads, walk
from adc.ir.node import Body
from adc.ir.nodes import Branch
from adc.ir.walking import walk_nodes, written_in
from adc.ops import ALL_OPS


class _Step(NamedTuple):
    """What a node writes, and the expressions that are asked about, branches' conditions among
    them."""

    writes: frozenset[str]
    asked: tuple[Expr, ...]


def may_jump(found: Bisection, seen_through: Collection[str]) -> bool:
    """Whether a comparison or a rounding of what depends on the middle decides on the residual, at
    a place that moves: it depends on something else, too. Those of inner searches do not, whose
    nodes are `seen_through`, by their labels."""
    middle = found.middle.container
    moving = reached(found.between, {middle})
    inside = {*written_in(found.between)} - {*found.carried}
    others = {u.container for n in walk_nodes(found.between) for u in n.reads} - inside - {middle}
    others |= {r.container for r in reads(found.residual)} - inside - {middle}
    foreign = reached(found.between, others)
    fed = feeding(found.between, found.residual)
    steps = _steps(found.between, (), seen_through)
    asked = (expr for step in steps if step.writes & fed for expr in step.asked)
    return any(_is_stepped(expr, moving, foreign) for expr in (found.residual, *asked))


def _steps(
    body: Body, conditions: tuple[Expr, ...], seen_through: Collection[str]
) -> Iterator[_Step]:  # fmt: skip
    for node in body:
        if {key_of(node), node.label} & {*seen_through}:
            continue
        asked = (*(e.expr for e in node.evaluated), *conditions)
        yield _Step(frozenset(w.container for w in node.writes), asked)
        own = (node.condition,) if isinstance(node, Branch) else ()
        for part in node.parts:
            yield from _steps(part, (*conditions, *own), seen_through)


def _is_stepped(expr: Expr, moving: frozenset[str], foreign: frozenset[str]) -> bool:
    """Whether `expr` has parts without a derivative by something that is moving, and that depend
    on what is foreign."""
    parts = [e for e in walk(expr) if isinstance(e, Apply) and e.op not in build.LOGICAL]
    return any(
        {r.container for r in reads(e)} & moving and {r.container for r in reads(e)} & foreign
        for e in parts if ALL_OPS[e.op].disconnected or e.dtype.is_integer
    )  # fmt: skip
