"""What values are handed on: from one iteration to the next, from one variable to others, and to
what follows a loop. Variables count as a whole; one too many is only ever careful."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from adc.analysis.activity import overwrites_wholly
from adc.differentiate.implicit.stopping import flags_of, leaves
from adc.ir.dtypes import DType
from adc.ir.enums import SEEN
from adc.ir.expressions import Apply, Expr, Read, reads
from adc.ir.node import Body, Dim, Node
from adc.ir.nodes import Branch, Compute, Loop, While
from adc.ir.program import Program
from adc.ir.walking import walk_nodes, written_in

Names = frozenset[str]


def carried(program: Program, body: Body) -> tuple[str, ...]:
    """The containers that `body` writes, and may read before it has written them anew."""
    written = written_in(body)
    early: set[str] = set()
    _read_early(program, body, frozenset(), early)
    return tuple(name for name in written if name in early)


def read_from_before(program: Program, body: Body, value: Expr) -> Names:
    """The containers that `body`, and `value` behind it, may read as they were before `body`."""
    early: set[str] = set()
    known = _read_early(program, body, frozenset(), early)
    return frozenset(early) | ({r.container for r in reads(value)} - known)


def of_the_last(program: Program, loop: Loop | While) -> Names:
    """The containers of which the last iteration tells all that the loop leaves in them: it writes
    them anew, or nothing in the loop does but where it ends."""
    flags = flags_of(loop) if isinstance(loop, While) else frozenset[str]()
    elsewhere = {w.container for n in _going_on(loop.body, flags) for w in n.writes}
    anew = _read_early(program, loop.body, frozenset(), set())
    return anew | (frozenset(written_in(loop.body)) - elsewhere)


def _going_on(body: Body, flags: Names) -> Iterator[Node]:
    """The nodes of `body` that are not where the loop ends."""
    for node in body:
        yield node
        for part in node.parts:
            if not (isinstance(node, Branch) and leaves(part, flags)):
                yield from _going_on(part, flags)


def _read_early(program: Program, body: Body, known: Names, early: set[str]) -> Names:
    """Adds to `early` what is read where it is not among those that are `known` to be written."""
    for node in body:
        early |= {use.container for use in node.reads if use.container not in known}
        if isinstance(node, Branch):
            arms = [(a, _read_early(program, a, known, early)) for a in (node.then, node.orelse)]
            left = [names for arm, names in arms if not _fails(program, arm)]
            known = frozenset.intersection(*(left or [names for _, names in arms]))
        elif isinstance(node, Loop):
            inside = _read_early(program, node.body, known, early)
            known = inside if _surely_runs(node) else known
            known |= set(_covered(program, node, ()))
        elif node.parts:
            for part in node.parts:
                _read_early(program, part, known, early)
        known |= {w.container for w in node.writes if overwrites_wholly(program, w)}
    return known


def _fails(program: Program, arm: Body) -> bool:
    """Whether the call fails where `arm` is run: nothing that follows matters then."""
    flags = {program.stop, program.misfit} - {""}
    return any(isinstance(n, Compute) and n.container in flags for n in arm)


def _covered(program: Program, loop: Loop, around: tuple[Dim, ...]) -> Iterator[str]:
    """The containers of which the iterations of `loop`, and of those `around` it, write every
    element."""
    ends = (loop.start, loop.stop) if loop.step == 1 else (loop.stop + 1, loop.start + 1)
    dims = (*around, Dim(loop.var, *ends))
    for node in loop.body if abs(loop.step) == 1 else ():
        if isinstance(node, Loop):
            yield from _covered(program, node, dims)
        for write in node.writes:
            if overwrites_wholly(program, replace(write, domain=(*write.domain, *dims))):
                yield write.container


def _surely_runs(loop: Loop) -> bool:
    count = loop.stop - loop.start
    return bool(count.is_Integer) and bool(count * loop.step > 0)


def reached(body: Body, sources: Iterable[str]) -> Names:
    """The containers whose values in `body` may depend on those of `sources`, these included."""
    return _fixed(body, sources, decides=True)


def computed_with(body: Body, sources: Iterable[str]) -> Names:
    """The containers whose derivatives in `body` may depend on those of `sources`, these included:
    what is decided by comparing has none of them."""
    return _fixed(body, sources, decides=False)


def _fixed(body: Body, sources: Iterable[str], decides: bool) -> Names:
    found = set(sources)
    while True:
        before = len(found)
        for node in body:
            _reach(node, False, found, decides)
        if len(found) == before:
            return frozenset(found)


def _reach(node: Node, decided: bool, found: set[str], decides: bool) -> None:
    """Adds to `found` what `node` writes by what is in it; with `decided`, all that it writes."""
    if decides or not isinstance(node, (Compute, Branch)):
        decided = decided or any(use.container in found for use in node.reads)
    elif isinstance(node, Compute):
        decided = any(name in found for name in _valued(node.expr))
    if decided:
        found.update(w.container for w in node.writes)
    for part in node.parts:
        for inner in part:
            _reach(inner, decided and decides, found, decides)


def _valued(expr: Expr) -> Iterator[str]:
    """The containers in `expr` that do more there than to decide."""
    if expr.dtype is DType.BOOL:
        return
    if isinstance(expr, Read):
        yield expr.container
    elif isinstance(expr, Apply):
        for part in expr.args:
            yield from _valued(part)


def feeding(body: Body, value: Expr) -> Names:
    """The containers on whose values in `body`, or before it, `value` behind it may depend."""
    found = {r.container for r in reads(value)}
    while True:
        before = len(found)
        for node in body:
            _feed(node, frozenset(), found)
        if len(found) == before:
            return frozenset(found)


def _feed(node: Node, decided: Names, found: set[str]) -> None:
    """Adds to `found` what is read for that, with what decides by branches whether `node` is run:
    not how often loops run it."""
    if any(w.container in found for w in node.writes):
        found |= {use.container for use in node.reads} | decided
    for part in node.parts:
        for inner in part:
            own = {use.container for use in node.reads} if isinstance(node, Branch) else set()
            _feed(inner, decided | own, found)


def read_after(program: Program, loop: Loop | While) -> Names:
    """The containers whose values behind `loop` may be read there, by the caller too."""
    end = frozenset(c.name for c in program.containers if c.role in SEEN)
    found: list[Names] = []
    _live(program, program.body, end, loop, found)
    return frozenset[str]().union(*found)


def _live(
    program: Program, body: Body, live: Names, loop: Loop | While, found: list[Names]
) -> Names:
    """What may be read from before `body` on, where `live` may be from behind it on."""
    for node in reversed(body):
        if node is loop:
            found.append(live)
        if isinstance(node, Branch):
            then = _live(program, node.then, live, loop, found)
            live = then | _live(program, node.orelse, live, loop, found)
        elif isinstance(node, (Loop, While)):
            while True:  # until one iteration more reads nothing more
                around = live | {use.container for use in node.reads}
                around |= _live(program, node.body, around, loop, found)
                if around == live:
                    break
                live = around
        else:
            live -= {w.container for w in node.writes if overwrites_wholly(program, w)}
            live |= {use.container for inner in walk_nodes((node,)) for use in inner.reads}
    return live
