"""Nests that are to be kernels, split and brought together.

A kernel reads what it needs from memory and leaves there what others need. So it is best to have
few of them, with what works on the same arrays in one, and with a thread for each element:

    for i:                          for i, j:                       for i, j:
        for j: b[i, j] = …              b[i, j] = …                     b[i, j] = …
        for j: c[i, j] = b[i, j-1]  →   e[i, j] = d[i, j]*b[i, j]       e[i, j] = d[i, j]*b[i, j]
    for i, j:                       for i, j:
        e[i, j] = d[i, j]*b[i, j]       c[i, j] = b[i, j - 1]

Nests change places only where no one of the two writes what the other uses. Arrays of which each
thread uses one element, and no other kernel any, become scalars.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

from adc.ir.declarations import Container
from adc.ir.enums import Update
from adc.ir.expressions import Const, Index
from adc.ir.node import Access
from adc.ir.nodes import NOTE
from adc.schedule.accesses import touched, touches
from adc.schedule.fusion import commute
from adc.schedule.hulls import one_nest
from adc.schedule.locals import births, localized
from adc.schedule.tree import Comment, Declare, For, Node, Statement, Tree, walk

#: How many kernels back one is looked for that takes a nest in.
REACH = 8

Test = Callable[[For], bool]


# -- splitting -------------------------------------------------------------------------------------


def split(loop: For, independent: Test) -> Tree:
    """`loop` as a loop for each of those in it, as long as all of them keep their iterations apart:
    two dimensions for threads in the place of one. Else as it is."""
    inside: list[Node] = []
    for node in loop.body:
        inside += split(node, independent) if isinstance(node, For) else (node,)
    loops = [n for n in inside if isinstance(n, For)]
    plain = all(isinstance(n, (For, Comment)) for n in inside)
    if not loops or not plain or not independent(loop) or not all(map(independent, loops)):
        return (loop,)
    return tuple(replace(loop, body=(n,)) if isinstance(n, For) else n for n in inside)


# -- bringing together -----------------------------------------------------------------------------


@dataclass
class _Group:
    """Loops, each the last of its `chunks`, after the comments about it; the `nest` that they are
    together, and whether the comments are in that."""

    chunks: list[Tree]
    nest: For
    joined: bool = False

    def tree(self) -> Tree:
        comments = () if self.joined else (n for n in self.chunks[0] if isinstance(n, Comment))
        return (*comments, self.nest)

    def touched(self) -> frozenset[str]:
        return touched(self.nest)


def _group(chunks: list[Tree], possible: Test) -> _Group | None:
    """`chunks` as one nest, if they can be and that is `possible`."""
    nest = one_nest([n for chunk in chunks for n in chunk], possible)
    if nest is not None:
        return _Group(chunks, nest, True)
    (*_, loop) = chunks[0]
    return _Group(chunks, loop) if len(chunks) == 1 and isinstance(loop, For) else None


def brought_together(tree: Iterable[Node], independent: Test, sums: Test) -> Tree:
    """`tree` with nests joined to one in the place of the first of them: each with that which it
    shares most arrays with, of those that nothing in between keeps it from. Loops of which
    nothing but `sums` keeps the iterations together are joined with what shares arrays."""
    found: list[Node] = []
    groups: list[_Group] = []
    comments: list[Node] = []
    for node in tree:
        if isinstance(node, Comment) and node.level == NOTE:
            comments.append(node)
        elif isinstance(node, For):
            _place(groups, (*comments, node), independent, sums)
            comments.clear()
        else:
            found += (*_nests(groups, independent), *comments, node)
            groups.clear()
            comments.clear()
    return (*found, *_nests(groups, independent), *comments)


def _place(groups: list[_Group], chunk: Tree, independent: Test, sums: Test) -> None:
    """Puts `chunk` into one of `groups`, or after them."""
    best: tuple[int, int, _Group] | None = None
    for position in reversed(range(len(groups))[-REACH:]):
        group = groups[position]
        together = len(group.touched() & touched(chunk[-1]))
        if best is None or together > best[0]:
            possible = partial(_either, independent, sums) if together else independent
            joined = _group([*group.chunks, chunk], possible)
            best = best if joined is None else (together, position, joined)
        if not commute(group.nest, chunk[-1]):
            break
    alone = None if best else _group([chunk], independent)
    if best is not None:
        groups[best[1]] = best[2]
    elif alone is not None:
        groups.append(alone)


def _either(independent: Test, sums: Test, loop: For) -> bool:
    return independent(loop) or sums(loop)


def _nests(groups: list[_Group], independent: Test) -> Tree:
    """What `groups` become, with those of their chunks moved on that share no array with the others
    there, but with a later group: what is made 0 is so where it is used."""
    for position in reversed(range(len(groups))):
        for chunk in reversed(groups[position].chunks):
            _move_on(groups, position, chunk, independent)
    return tuple(node for group in groups for node in group.tree())


def _move_on(groups: list[_Group], position: int, chunk: Tree, independent: Test) -> None:
    group, loop = groups[position], chunk[-1]
    others = [c for c in group.chunks if c is not chunk]
    if not others or any(touched(c[-1]) & touched(loop) for c in others):
        return
    for later in range(position + 1, len(groups)):
        target = groups[later]
        if target.touched() & touched(loop):
            taking = _group([chunk, *target.chunks], independent)
            rest = _group(others, independent)
            if taking is not None and rest is not None:
                groups[later], groups[position] = taking, rest
            return


# -- arrays that need no memory --------------------------------------------------------------------


def without_arrays(
    nest: For, containers: tuple[Container, ...], counts: Counter[str], local: frozenset[str],
    once: bool,
) -> tuple[For, tuple[Container, ...]]:  # fmt: skip
    """`nest` with scalars in the place of those `local` arrays of which each iteration uses an
    element of its own and nothing else any; `counts` are the accesses in the whole of the tree.

    Where the nest runs `once`, such an element has no value when its iteration begins: it may begin
    with any, and so with 0, where its first assignment is under a condition.
    """
    own = Counter(t.container for t in touches((nest,)))
    inside = frozenset(n for n, count in own.items() if n in local and count == counts[n])
    inside -= {n.name for n in walk((nest,)) if isinstance(n, Declare)}
    inside = frozenset(c.name for c in containers if c.name in inside and c.shape and not c.whole)
    if not inside:
        return nest, containers
    begun = nest if not once else _begun(nest, containers, inside)
    chosen = frozenset(births((begun,), inside))
    tree, kept = localized((begun if chosen else nest,), containers, inside)
    (found,) = tree if len(tree) == 1 else (nest,)
    if not isinstance(found, For):
        return nest, containers
    return found, kept if len(tree) == 1 else containers


def _begun(nest: For, containers: tuple[Container, ...], inside: frozenset[str]) -> For:
    """`nest` with zeros assigned to the elements of `inside` before all else, in as far as they are
    scalars then."""
    first: dict[str, Index] = {}
    for touch in touches((nest,)):
        first.setdefault(touch.container, touch.index)
    types = {c.name: c.dtype for c in containers}
    zeros: list[Statement] = []
    plain = births((nest,), inside)
    for name in sorted(inside - plain.keys()):
        zero = Statement(Access(name, first[name]), Update.ASSIGN, Const("0", types[name]))
        if births((_after(nest, (zero,)),), frozenset((name,))):
            zeros.append(zero)
    return _after(nest, tuple(zeros))


def _after(nest: For, first: Tree) -> For:
    return with_core(nest, lambda body: (*first, *body))


def with_core(nest: For, change: Callable[[Tree], Tree]) -> For:
    """`nest` with what is in the innermost of the loops that are alone in each other changed."""
    if len(nest.body) == 1 and isinstance(nest.body[0], For):
        return replace(nest, body=(with_core(nest.body[0], change),))
    return replace(nest, body=change(nest.body))
