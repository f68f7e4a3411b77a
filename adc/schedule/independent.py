"""Which loops of a nest keep their iterations apart, and may so be a device's threads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from adc.ir.shapes import IntLike, names, substitute, symbol
from adc.schedule.accesses import AccessKind, Touch, apart, by_slot, touches
from adc.schedule.nests import steps
from adc.schedule.sums import never_meet
from adc.schedule.tree import Declare, For, Keep, LibraryCall, Rewind, Tree, walk
from adc.schedule.work import few_trips, open_ended, read_bounds


def independent(loop: For) -> bool:
    """Whether no iteration of `loop` touches an element that another one writes."""
    if open_ended(loop) or any(isinstance(n, (Keep, LibraryCall, Rewind)) for n in walk(loop.body)):
        return False
    private = {n.name for n in walk(loop.body) if isinstance(n, Declare)}
    groups = by_slot(touches(loop.body), frozenset((loop.var,)))
    return all(
        name in private
        or all(t.kind == AccessKind.READ for t in group)
        or all(t.kind == AccessKind.ATOMIC for t in group)
        or apart(group, loop.var)
        or _pairs_apart(group, loop)
        for (name, _), group in groups.items()
    )


def _pairs_apart(group: Sequence[Touch], loop: For) -> bool:
    """Whether each two accesses of which one writes are apart in different iterations of `loop`, or
    in all of them."""
    loops = [n for n in walk((loop,)) if isinstance(n, For)]
    if len({n.var for n in loops}) < len(loops) or any(open_ended(n) for n in loops):
        return False
    again = {n.var: f"{n.var}_again" for n in loops}
    table: dict[str, IntLike] = {old: symbol(new) for old, new in again.items()}
    others = [
        replace(n, var=again[n.var], start=substitute(n.start, table),
                stop=substitute(n.stop, table), body=())
        for n in loops
    ]  # fmt: skip
    return all(
        apart((one, two), loop.var)
        or never_meet(one.index, tuple(substitute(e, table) for e in two.index), [*loops, *others])
        for one in group
        if one.kind != AccessKind.READ
        for two in group
        if not one.kind == two.kind == AccessKind.ATOMIC
    )


def outermost(loop: For) -> For:
    """The nest with the loops outside that keep their iterations apart, if they are inside ones of
    loops that are alone in each other, and no bound stands in the way."""
    chain = list(_chain(loop))
    if len(chain) < 2 or any(n.sequential or read_bounds(n) for n in chain):
        return loop
    bounds = [names(n.start) | names(n.stop) for n in chain]
    variables = {n.var for n in chain}
    if any(b & variables for b in bounds):
        return loop
    apart_, rest = [], list(chain)
    for one in chain:
        others = [n for n in rest if n is not one]
        if others and independent(_nested([one, *others], chain[-1].body)):
            apart_.append(one)
            rest = others
    # Those found apart stand outside in their order; each keeps its iterations apart there.
    if not apart_:
        return loop
    return _nested([*apart_, *rest], chain[-1].body)


def _chain(loop: For) -> Iterator[For]:
    """`loop` and the loops that are alone in each other below it."""
    yield loop
    if len(loop.body) == 1 and isinstance(loop.body[0], For):
        yield from _chain(loop.body[0])


def _nested(loops: list[For], body: Tree) -> For:
    for loop in reversed(loops):
        body = (replace(loop, body=body),)
    (found,) = body
    assert isinstance(found, For)
    return found


def few(loop: For) -> bool:
    """Whether one thread does all of `loop` in a few steps, whatever the sizes."""
    return bool(few_trips(loop)) and all(few(n) for n in walk(loop.body) if isinstance(n, For))


def along(loop: For, var: str) -> int:
    """How good `var` is as the variable that neighbouring threads differ in, by all accesses in
    the nest `loop`."""
    return sum(steps(t.index, var) for t in touches((loop,)))
