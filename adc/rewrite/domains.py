"""Loops to domains: a loop that carries nothing becomes a variable of what it computes.

    for i in range(0, N):
        A[i, j] += B[i, k]*C[k, j]    for j in [0, N), k in [0, M)

has one statement whose iterations meet in no element in an order that counts (sums may change
places), so it is `A[i, j] += B[i, k]*C[k, j]` for all `i`, `j` and `k`: a product, whose loops a
schedule may order as it likes. Where only some of a loop's statements carry nothing, the loop is
*distributed*: what depends on itself over iterations, or on each other in a circle, stays in a
loop, and what carries nothing is computed before or after it as a whole.

Legal is what isl says of every pair of accesses (`analysis.meetings`). No array is made or grows:
what an iteration makes for itself is overwritten in the next one, which is a circle, and arrays
that no one else uses stay with all their statements, so that they can still become scalars.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from adc.analysis.meetings import Meeting, Touch, clash, touches_of
from adc.analysis.placement import place
from adc.analysis.products import is_contraction, product_of
from adc.ir.enums import Update
from adc.ir.names import NameSource
from adc.ir.node import Body, Dim, Node
from adc.ir.nodes import Branch, Compute, Loop
from adc.ir.program import Program
from adc.ir.shapes import names, symbol
from adc.ir.walking import data_decides, is_silent, labels_in, map_body, names_in, walk_nodes
from adc.rewrite.blocks import triangle
from adc.rewrite.forwarding import Step, forwarded
from adc.rewrite.gains import gains, kept_apart
from adc.rewrite.triangles import settled

#: Loops with more statements than this are left as they are.
_MOST = 48


def domains(program: Program) -> Program:
    """`program` with loops that carry nothing as variables of their statements."""
    if any(data_decides(node) for node in walk_nodes(program.body)):
        return program  # a sum in another order may decide otherwise in one sweep than in the other
    found = _Domains(program)
    body = found.body(program.body)
    return program if body is program.body else program.with_body(body)


class _Domains:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.shapes = {c.name: c.shape for c in program.containers}
        self.mentions = _mentions(program.body)
        self.labels = NameSource(labels_in(program.body))
        self.names = NameSource(names_in(program))

    def body(self, body: Body) -> Body:
        """`body` rewritten, inner loops first; itself where nothing changes."""
        new = tuple(made for node in body for made in self.node(node))
        same = len(new) == len(body) and all(a is b for a, b in zip(new, body, strict=True))
        return body if same else new

    def node(self, node: Node) -> Body:
        parts = tuple(map(self.body, node.parts))
        same = all(a is b for a, b in zip(parts, node.parts, strict=True))
        new = node if same else node.with_parts(parts)
        if not isinstance(new, Loop) or abs(new.step) != 1 or not _plain(new.body):
            return (new,)
        here = _mentions((node,))
        own = {n for n, count in here.items() if count == self.mentions[n]}
        return self.best(new, frozenset(own.difference(self.program.passed)))

    def best(self, loop: Loop, own: frozenset[str]) -> Body:
        """What becomes of `loop`, with what its iterations make for themselves read where it comes
        from if more statements leave the loop by it."""
        plain = self.distributed(loop, own)
        if plain is not None and not any(isinstance(n, Loop) for n in plain):
            return plain
        short, steps = forwarded(loop, own, self.program)
        other = self.distributed(short, own) if steps else None
        if other is None:
            return plain or (loop,)
        left = len(loop.body) if plain is None else _inside(plain)
        if plain is not None and _inside(other) >= left:
            return plain
        return _with_temporaries(other, steps)

    def distributed(self, loop: Loop, own: frozenset[str]) -> Body | None:
        """`loop` without the statements that leave it; None where none does."""
        if not 0 < len(loop.body) <= _MOST:
            return None
        row = Row(loop, self.touches(loop), own, self.float_targets(loop))
        found = row.pieces()
        if found is None:
            return None
        result: list[Node] = []
        loops = 0
        for moved, nodes in found:
            if moved:
                result += (over(loop, node) for node in nodes)
            else:
                result.append(self.again(replace(loop, body=nodes), loops))
                loops += 1
        return tuple(result)

    def touches(self, loop: Loop) -> list[list[Touch]]:
        """What each node of the body, and all in it, reads and writes."""
        number = {id(n): k for k, node in enumerate(loop.body) for n in walk_nodes((node,))}
        found: list[list[Touch]] = [[] for _ in loop.body]
        for placed in place((loop,)):
            found[number[id(placed.node)]] += touches_of(placed, self.shapes)
        return found

    def float_targets(self, loop: Loop) -> list[bool]:
        return [
            isinstance(n, Compute) and self.program[n.container].dtype.is_float for n in loop.body
        ]

    def again(self, loop: Loop, number: int) -> Loop:
        """`loop`; the second and later ones of its kind have names of their own."""
        if not number:
            return loop
        var = self.names.fresh(loop.var)
        body = map_body(loop.body, lambda n: (_substituted(n, loop.var, var),))
        label = self.labels.fresh(loop.label) if loop.label else ""
        return replace(loop, var=var, body=body, label=label)


@dataclass(frozen=True)
class Row:
    """A loop's body and the order in which its nodes have to be.

    `own` are the arrays that nothing outside of the loop uses.
    """

    loop: Loop
    touches: Sequence[Sequence[Touch]]
    own: frozenset[str]
    float_targets: Sequence[bool]

    def pieces(self) -> list[tuple[bool, Body]] | None:
        """The body in an order in which statements that leave the loop stand together (True), and
        what stays in it; None where nothing leaves it."""
        wanted = self.wanted()
        if not wanted:
            return None
        after = self.after()
        circles = _circles(after)
        moved = {k for k in wanted if circles[k] == {k}}
        everything = len(moved) == len(self.touches)
        body = self.loop.body
        worth = {k for k in moved if self.gains(k)}
        if not worth and not (everything and not kept_apart(body, self.loop.var)):
            return None
        moved = moved if everything else worth
        return min(
            (self.pieced(moved, after, begin) for begin in (True, False)),
            key=lambda pieces: sum(not leaves for leaves, _ in pieces),
        )

    def statement(self, k: int) -> Compute:
        node = self.loop.body[k]
        assert isinstance(node, Compute)
        return node

    def gains(self, k: int) -> bool:
        """Whether the statement is better done for all iterations at once."""
        node = self.statement(k)
        if not node.domain:  # beside rows, an element is no work
            return all(isinstance(n, Compute) and not n.domain for n in self.loop.body)
        return gains(node, self.loop.var)

    # -- which statements --------------------------------------------------------------------------

    def wanted(self) -> set[int]:
        """The statements that carry nothing, alone or with one other."""
        several = {n for n in self.own if sum(n in m.mentioned_inside for m in self.loop.body) > 1}
        found = {
            k for k, node in enumerate(self.loop.body)
            if self.fits(k) and several.isdisjoint(node.mentioned_inside)
        }  # fmt: skip
        every = found == set(range(len(self.touches)))
        if not every and not any(self.gains(k) for k in found):
            return set()
        return {k for k in found if not self.carries(k) and not self.turns(k)}

    def fits(self, k: int) -> bool:
        """Whether the statement can have the loop's variable in its domain, but for what its
        iterations have to do with each other."""
        node = self.loop.body[k]
        if not isinstance(node, Compute) or node.blank or not self.float_targets[k]:
            return False
        if _sums_products(node):
            whole = over(self.loop, node)
            several = is_contraction(node) and is_contraction(whole)
            if not _sums_products(whole) and triangle(whole) is None and not several:
                return False  # a library's call is better than loops of our own
        if any(self.loop.var in names(position) for position in node.target.index):
            return True
        reads = [t for t in self.touches[k] if t.op is None]
        writes = [t for t in self.touches[k] if t.op is not None]
        return node.op == Update.ADD and not clash(reads, writes).same

    def carries(self, k: int) -> bool:
        return clash(self.touches[k], self.touches[k]).elsewhere

    def turns(self, k: int) -> bool:
        """Whether another node has to come before and after `k`."""
        others = (other for other in range(len(self.touches)) if other != k)
        return any(all(self.order(k, other)) for other in others)

    def order(self, one: int, other: int) -> tuple[bool, bool]:
        """Whether all of `one` has to come before all of `other`, and the other way round, for
        them to be done one after the other."""
        return directions(clash(self.touches[one], self.touches[other]), one < other)

    def after(self) -> list[int]:
        """For each node, as bits, those that have to come after it, or stay in one loop with it."""
        count = len(self.touches)
        reached = [1 << k for k in range(count)]
        for one in range(count):
            for other in range(one + 1, count):
                forth, back = self.order(one, other)
                reached[one] |= forth << other
                reached[other] |= back << one
        self._glue(reached)
        for via in range(count):
            for k in range(count):
                if reached[k] >> via & 1:
                    reached[k] |= reached[via]
        return reached

    def _glue(self, reached: list[int]) -> None:
        """Keep together what uses an array of the loop's own, and comments with what follows."""
        for name in self.own:
            users = [k for k, n in enumerate(self.loop.body) if name in n.mentioned_inside]
            for a in users:
                for b in users:
                    reached[a] |= 1 << b
        for k, node in enumerate(self.loop.body):
            if is_silent(node) and len(reached) > 1:
                beside = k + 1 if k + 1 < len(reached) else k - 1
                reached[k] |= 1 << beside
                reached[beside] |= 1 << k

    # -- their order -------------------------------------------------------------------------------

    def pieced(
        self, moved: set[int], after: Sequence[int], leaving: bool
    ) -> list[tuple[bool, Body]]:
        """The body in pieces, the first of which leaves the loop if `leaving`."""
        waiting = {min(c): c for c in _circles(after)}
        result: list[tuple[bool, list[int]]] = []
        while waiting:
            ready = [
                first for first in sorted(waiting)
                if not any(after[f] >> first & 1 for f in waiting if f != first)
            ]  # fmt: skip
            like = [f for f in ready if (f in moved) == leaving]
            if not like:
                leaving = not leaving
                continue
            chosen = waiting.pop(like[0])
            if not result or result[-1][0] != leaving:
                result.append((leaving, []))
            result[-1][1].extend(chosen)
        body = self.loop.body
        ordered = ((leaves, ks if leaves else sorted(ks)) for leaves, ks in result)
        return [(leaves, tuple(body[k] for k in numbers)) for leaves, numbers in ordered]


def _sums_products(compute: Compute) -> bool:
    """Whether `compute` is a product of a matrix with a matrix or a vector."""
    product = product_of(compute)
    return product is not None and bool(product.inner)


def _circles(after: Sequence[int]) -> list[set[int]]:
    """For each node those that come both before and after it."""
    nodes = range(len(after))
    return [{b for b in nodes if after[a] >> b & 1 and after[b] >> a & 1} for a in nodes]


def directions(met: Meeting, first: bool) -> tuple[bool, bool]:
    """Whether one of two nodes of a loop's body that meet so has to come before the other, and
    after it; `first`: the one stands before the other in the body."""
    return met.later or (met.same and first), met.earlier or (met.same and not first)


def over(loop: Loop, node: Node) -> Compute:
    """The statement `node` of `loop` for all iterations."""
    assert isinstance(node, Compute)
    start, stop = (loop.start, loop.stop) if loop.step == 1 else (loop.stop + 1, loop.start + 1)
    return settled(replace(node, domain=(Dim(loop.var, start, stop), *node.domain)))


def _plain(body: Body) -> bool:
    """Whether there is nothing but statements in loops and branches."""
    plain = (Compute, Loop, Branch)
    return all(isinstance(n, plain) or is_silent(n) for n in walk_nodes(body))


def _with_temporaries(nodes: Body, steps: Sequence[Step]) -> Body:
    """`nodes` with those temporaries in the first loop that serve there."""
    first = next((n for n in nodes if isinstance(n, Loop)), None)
    if first is None:
        return nodes
    body = first.body
    for step in reversed(steps):
        body = step.undone(body)
    return tuple(replace(first, body=body) if n is first else n for n in nodes)


def _inside(nodes: Sequence[Node]) -> int:
    """How many nodes are still in a loop of the body."""
    return sum(len(n.body) for n in nodes if isinstance(n, Loop))


def _mentions(body: Body) -> Counter[str]:
    """How many nodes name each container."""
    return Counter(name for n in walk_nodes(body) for name in n.mentioned)


def _substituted(node: Node, old: str, new: str) -> Node:
    table = {symbol(old): symbol(new)}
    return node.with_integers(lambda e: e.subs(table))
