"""Arrays that change places: a copy of a whole array that nobody needs afterwards is none.

    for t in range(steps):                  for t in range(steps):
        B[i] = f(A[i - 1], A[i + 1])            B[i] = f(A[i - 1], A[i + 1])
        A[i] = B[i]   for all i                 A and B change places
                                            if steps is odd:
                                                A and B change places
                                                A[i] = B[i]   for all i

After each iteration A is where B was, and B, which the next one begins anew, where A was. Behind
the loop both are again where they were before it, so that only its own body has to know.

Whether each iteration writes all that it reads of B, the copy included, is asked of the program's
statements, by their index sets (`swappable`). Where the copy stands in the end, and that nothing
else reads B, is seen in the loop tree (`with_swaps`): other steps change the order there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

import sympy

from adc.analysis.activity import covers
from adc.analysis.meetings import Touch, all_within, touches_of
from adc.analysis.placement import place
from adc.ir.build import zero
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update
from adc.ir.expressions import Apply, IntValue, Read
from adc.ir.names import NameSource
from adc.ir.node import Access, Body, Dim, Node, Statement
from adc.ir.nodes import NOTE, Compute, Loop
from adc.ir.program import Program
from adc.ir.shapes import Shape, floordiv, floormod, maximum, minimum, same, symbol
from adc.ir.walking import names_in, walk_nodes
from adc.schedule.accesses import AccessKind, touched, touches
from adc.schedule.blocks import block
from adc.schedule.tree import Comment, Copy, For, If, Launch, Swap, Tree, parts, with_parts
from adc.schedule.tree import Node as TreeNode

#: Elements that are copied as fast as anything else is done with them.
_FEW = 16

# -- which copies ----------------------------------------------------------------------------------


def swappable(program: Program) -> dict[str, Copy]:
    """The copies of whole arrays in loops of `program` whose source nobody reads afterwards, before
    it is written anew, by their labels; those of inner loops come first. A few elements are copied
    in no time."""
    asking = _Asking(program)
    seen = {*program.passed, *program.returns, *program.flags}
    reading = _reading(program.body)
    found: dict[str, Copy] = {}
    for loop in walk_nodes(program.body):
        if not isinstance(loop, Loop):
            continue
        inside = _reading(loop.body)
        for k, node in enumerate(loop.body):
            if not isinstance(node, Compute) or not _copies_all(node, program):
                continue
            elements = sympy.prod(program[node.container].shape)
            if elements.is_Integer and elements <= _FEW:
                continue
            assert isinstance(node.expr, Read)
            source = node.expr.container
            if source in seen or reading[source] != inside[source]:
                continue
            later = any(source in n.mentioned_inside for n in loop.body[k + 1 :])
            call = None if later else block(node, program.by_name)
            if isinstance(call, Copy) and asking.begins_anew(loop, k, source):
                found[node.label] = call
    return dict(reversed(found.items()))


def _reading(body: Body) -> Counter[str]:
    """How many nodes of `body` read each container."""
    return Counter(name for n in walk_nodes(body) for name in {u.container for u in n.reads})


def _copies_all(node: Compute, program: Program) -> bool:
    """Whether `node` copies all of an array to another one of its shape."""
    if node.op != Update.ASSIGN or node.blank or not isinstance(node.expr, Read):
        return False
    target, source = program[node.container], program[node.expr.container]
    if target is source or not target.shape or target.dtype is not source.dtype:
        return False
    alike = _alike(target.shape, source.shape) and node.expr.index == node.target.index
    return alike and covers(node.target.index, node.domain, target.shape)


def _alike(one: Shape, other: Shape) -> bool:
    return len(one) == len(other) and all(map(same, one, other))


class _Asking:
    """What iterations of loops in `program` read and write."""

    def __init__(self, program: Program) -> None:
        self.shapes = {c.name: c.shape for c in program.containers}
        fresh = NameSource(names_in(program))
        most = max((len(shape) for shape in self.shapes.values()), default=0)
        #: Variables for the axes of arrays, called as nothing in the program is.
        self.axes = [fresh.fresh(f"axis_{k}") for k in range(most)]

    def begins_anew(self, loop: Loop, k: int, name: str) -> bool:
        """Whether all that an iteration reads of `name`, up to the `k`-th node of the loop's body,
        it has written before."""
        written: list[Touch] = []
        for node in loop.body[: k + 1]:
            if name not in node.mentioned_inside:
                continue
            if not isinstance(node, Statement):
                if not all_within(self.all_of(loop, name), written):
                    return False
                continue
            own = [t for t in self.touches(loop, node) if t.container == name]
            needed = (self.in_bounds(t) for t in own if t.op is not Update.ASSIGN)
            if not all(all_within(t, written) for t in needed):
                return False
            written += [t for t in own if t.op is Update.ASSIGN]
        return True

    def touches(self, loop: Loop, node: Node) -> list[Touch]:
        (placed,) = place((replace(loop, body=(node,)),))
        return touches_of(placed, self.shapes)

    def in_bounds(self, touch: Touch) -> Touch:
        """The touch said to be of elements that are there, which checks on entry have seen to."""
        ends = zip(self.axes, touch.index, touch.shape, strict=False)
        dims = tuple(Dim(n, maximum(e, 0), minimum(e + 1, extent)) for n, e, extent in ends)
        index = tuple(symbol(d.var) for d in dims)
        return replace(touch, index=index, dims=(*touch.dims, *dims))

    def all_of(self, loop: Loop, name: str) -> Touch:
        """All elements of an array, as what a statement of `loop` writes."""
        ends = zip(self.axes, self.shapes[name], strict=False)
        dims = tuple(Dim(n, sympy.S.Zero, extent) for n, extent in ends)
        target = Access(name, tuple(symbol(d.var) for d in dims))
        whole = Compute("whole", target, Update.ASSIGN, zero(DType.FLOAT64), dims)
        return next(t for t in self.touches(loop, whole) if t.op is Update.ASSIGN)


# -- in the loop tree ------------------------------------------------------------------------------


def with_swaps(
    tree: Tree, labels: Collection[str], containers: Sequence[Container], local: Collection[str]
) -> Tree:
    """`tree` with Swaps for copies of `labels` in sequential loops, as far as nothing but the loop
    reads what is copied, and it does not touch it after the copy; `local` are the containers that
    no caller sees. The tree itself where there are none."""
    if not labels:
        return tree
    known = {c.name: c for c in containers if c.shape and c.role is not Role.PARTIAL}
    return _Swapping(frozenset(labels), known, frozenset(local), needs(tree)).tree(tree)


def needs(tree: Tree) -> Counter[str]:
    """How often each container is touched in `tree` other than to give it a value."""
    return Counter(t.container for t in touches(tree) if t.kind is not AccessKind.WRITE)


class _Swapping:
    def __init__(
        self,
        labels: frozenset[str],
        known: Mapping[str, Container],
        local: frozenset[str],
        counts: Mapping[str, int],
    ) -> None:
        self.labels, self.known, self.local, self.counts = labels, known, local, counts

    def tree(self, tree: Tree) -> Tree:
        new = tuple(n for node in tree for n in self.node(node))
        return tree if len(new) == len(tree) and all(map(_is, new, tree)) else new

    def node(self, node: TreeNode) -> Tree:
        if isinstance(node, Launch) or (isinstance(node, For) and not _in_order(node)):
            return (node,)
        node = with_parts(node, tuple(map(self.tree, parts(node))))
        copies = tuple(self.copies(node)) if isinstance(node, For) else ()
        if not isinstance(node, For) or not copies:
            return (node,)
        body = tuple(swap(n) if isinstance(n, Copy) and n in copies else n for n in node.body)
        return (replace(node, body=body), put_back(node, copies))

    def copies(self, loop: For) -> Iterator[Copy]:
        """The copies in the body of `loop` that may be Swaps, no array in two of them."""
        if loop.test is not None or loop.count is not None:
            return
        inside = needs(loop.body)
        taken: set[str] = set()
        for k, node in enumerate(loop.body):
            if type(node) is not Copy or node.compute.label not in self.labels:
                continue
            source, pair = node.source, {node.source, node.compute.container}
            later = any(source in touched(n) for n in loop.body[k + 1 :])
            alone = inside[source] == self.counts[source] and source in self.local
            if alone and not later and not taken & pair and self.all_of_both(node):
                taken |= pair
                yield node

    def all_of_both(self, node: Copy) -> bool:
        target, source = (self.known.get(n) for n in (node.compute.container, node.source))
        if target is None or source is None or node.prefix or node.source_prefix:
            return False
        return target.dtype is source.dtype and _alike(target.shape, source.shape)


def _is(one: object, other: object) -> bool:
    return one is other


def _in_order(loop: For) -> bool:
    """Whether one thread runs the iterations of `loop` one after the other."""
    return loop.sequential and loop.parallel is None


def swap(copy: Copy) -> Swap:
    return Swap(copy.compute, copy.prefix, copy.source, copy.source_prefix, copy.count)


def put_back(loop: For, copies: Sequence[Copy]) -> If:
    """What puts the arrays of `copies`, which change places in `loop`, back behind it: nothing,
    where that had an even number of iterations."""
    size = abs(loop.step)
    length = loop.stop - loop.start if loop.step > 0 else loop.start - loop.stop
    trips = maximum(0, length if size == 1 else floordiv(length + size - 1, size))
    odd = Apply("ne", (IntValue(floormod(trips, 2)), IntValue(sympy.S.Zero)), DType.BOOL)
    nodes: list[TreeNode] = [Comment("an odd number of times: back to where they were", NOTE)]
    for copy in copies:
        nodes += [swap(_reversed(copy)), copy]
    return If(odd, tuple(nodes))


def _reversed(copy: Copy) -> Copy:
    """The copy of the target to the source."""
    compute, value = copy.compute, copy.compute.expr
    assert isinstance(value, Read)
    target = Access(copy.source, value.index)
    back = replace(value, container=compute.container, index=compute.target.index)
    return replace(
        copy,
        compute=replace(compute, target=target, expr=back),
        prefix=copy.source_prefix,
        source=compute.container,
        source_prefix=copy.prefix,
    )
