"""Loops that make of a name something of another kind in their first iteration: it is written out
before the rest of them.

`k = np.where(t)[0]` and then `while n > 0: …; k = t; n = np.sum(k)` has positions in its first
iteration and truth values in all others. Nothing else changes: `if n > 0:` stands around the first
body and the loop behind it. A loop that is left by `break` or `continue` stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from adc.frontends import surface
from adc.ir.names import NameSource
from adc.lowering.control.bodies import Body, fresh_names, rewritten
from adc.lowering.control.jumps import own
from adc.lowering.learned import LoopKey


def first_trip_key(loop: surface.For | surface.While) -> LoopKey:
    return loop.target if isinstance(loop, surface.For) else "", str(loop.span)


def with_first_trips(
    function: surface.Function, loops: frozenset[LoopKey], taken: Iterable[str]
) -> surface.Function:
    """`function` with the first iterations of the `loops` before them."""
    fresh = fresh_names(function, taken)

    def change(statement: surface.Statement, before: Body) -> Body:
        del before
        if not isinstance(statement, (surface.For, surface.While)) or (
            first_trip_key(statement) not in loops
            or own(statement.body, (surface.Break, surface.Continue))
        ):
            return (statement,)
        if isinstance(statement, surface.For):
            return _of_range(statement, fresh)
        if statement.counted is not None or statement.counter or statement.surely:
            return (statement,)
        return (surface.If(statement.condition, (*statement.body, statement), (), statement.span),)

    return replace(function, body=rewritten(function.body, change))


def _of_range(loop: surface.For, fresh: NameSource) -> Body:
    """A loop over `range(stop)` or `range(start, stop)`, whose ends are evaluated once."""
    if len(loop.arguments) > 2:
        return (loop,)
    span, before = loop.span, list[surface.Statement]()
    ends: list[surface.Expr] = []
    for value, stem in zip(reversed(loop.arguments), ("stop", "start"), strict=False):
        ends.insert(0, surface.Name(fresh.fresh(stem), value.span))
        before.insert(0, surface.Assign((ends[0],), value, value.span))
    if len(ends) == 1:
        ends.insert(0, surface.Number("0", "int", span))
    start, stop = ends
    bind = surface.Assign((surface.Name(loop.target, span),), start, span)
    next_one = surface.Binary("+", start, surface.Number("1", "int", span), span)
    rest = replace(loop, arguments=(next_one, stop))
    runs = surface.Compare(("<",), (start, stop), span)
    return (*before, surface.If(runs, (bind, *loop.body, rest), (), span))
