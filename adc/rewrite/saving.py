"""What statements of one body overwrite in turn, saved once.

Each statement that overwrites a value saves it before, and its adjoint puts it back. Where several
write the same elements of an array one after the other, and nothing reads the array between their
adjoints, what was put back first is overwritten at once:

    w[i] = tape_2[t, i - 1]   for i in [1, N)        # adjoint of the second statement
    w[i] = tape_1[t, i]       for i in [0, N - 1)    # adjoint of the first one

So the first restore, its save and its tape need only the elements that no later one has: here those
from N - 1 on. A part is cut off where the rest is one range, whatever the sizes are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import sympy

from adc.analysis.extents import difference, extent
from adc.ir.enums import Role, Update
from adc.ir.expressions import Index, Read
from adc.ir.node import Access, Body, Dim, Node
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.shapes import maximum, minimum, names, same, symbol
from adc.ir.walking import map_body, walk_nodes

#: From where to where a statement writes, along each axis of the array.
_Box = tuple[tuple[sympy.Expr, sympy.Expr], ...]


def saved_once(program: Program) -> Program:
    """`program` with saves and restores of what no later restore of the same body puts back."""
    pairs = _pairs(program)
    if len(pairs) < 2:
        return program
    found = dict(_less(program, pairs, program.body))
    if not found:
        return program
    nodes = {id(old): new for pair, less in found.items() for old, new in pair.to(less)}
    shapes = dict(pair.tape(program, less) for pair, less in found.items())
    containers = (replace(c, shape=shapes.get(c.name, c.shape)) for c in program.containers)
    body = map_body(program.body, lambda node: (nodes.get(id(node), node),))
    return replace(program.with_body(body), containers=tuple(containers))


@dataclass(frozen=True)
class _Pair:
    """A save and its restore, the only statements that use the tape between them."""

    save: Compute
    restore: Compute

    def tape(self, program: Program, less: Sequence[Dim]) -> tuple[str, Index]:
        """The tape's name, and its shape for the domain `less`."""
        container = program[self.save.container]
        shape = list(container.shape)
        for old, new in zip(self.save.domain, less, strict=True):
            if old != new:
                shape[_axis(self.save.target.index, old)] = extent(
                    difference(new.stop, new.start), ()
                )
        return container.name, tuple(shape)

    def to(self, less: Sequence[Dim]) -> Iterator[tuple[Compute, Compute]]:
        """Both statements, each with what it is over the domain `less`."""
        place = list(self.save.target.index)
        for old, new in zip(self.save.domain, less, strict=True):
            place[_axis(place, old)] += old.start - new.start
        read = self.restore.expr
        assert isinstance(read, Read)
        save = replace(
            self.save,
            target=Access(self.save.container, tuple(place)),
            domain=tuple(less),
            note=f"{self.save.note}, where it is not kept already",
        )
        restore = replace(
            self.restore,
            expr=replace(read, index=tuple(place)),
            domain=tuple(less),
            note=f"{self.restore.note}, where it is not put back below",
        )
        yield self.save, save
        yield self.restore, restore


def _axis(place: Sequence[sympy.Expr], dim: Dim) -> int:
    """Where in a tape's index `dim` stands."""
    return next(k for k, e in enumerate(place) if dim.var in names(e))


def _pairs(program: Program) -> dict[int, _Pair]:
    """The pairs of `program`, by the identity of the restore."""
    tapes = {c.name for c in program.containers if c.role == Role.TAPE} - set(program.passed)
    using: dict[str, list[Node]] = {}
    for node in walk_nodes(program.body):
        for name in tapes & node.mentioned:
            using.setdefault(name, []).append(node)
    found = {}
    for nodes in using.values():
        pair = _pair(nodes, set(program.symbols))
        if pair is not None and pair.restore.container not in tapes:
            found[id(pair.restore)] = pair
    return found


def _pair(nodes: Sequence[Node], fixed: set[str]) -> _Pair | None:
    """`nodes` as a save and its restore: the same elements over the same domain, whose bounds are
    `fixed`, each variable along one axis of the tape that begins with it."""
    if len(nodes) != 2 or not all(isinstance(n, Compute) for n in nodes):
        return None
    save, restore = nodes
    assert isinstance(save, Compute)
    assert isinstance(restore, Compute)
    if not save.op == restore.op == Update.ASSIGN or save.domain != restore.domain:
        return None
    if not (isinstance(save.expr, Read) and isinstance(restore.expr, Read)):
        return None
    place, kept = save.target.index, save.expr.index
    if restore.expr.container != save.container or restore.expr.index != place:
        return None
    if kept != restore.target.index or restore.container == save.container:
        return None
    for dim in save.domain:
        at = [e for e in place if dim.var in names(e)]
        plain = len(at) == 1 and same(at[0], symbol(dim.var) - dim.start)
        if not plain or not names(dim.start) | names(dim.stop) <= fixed:
            return None
    return _Pair(save, restore)


def _less(
    program: Program, pairs: dict[int, _Pair], body: Body
) -> Iterator[tuple[_Pair, tuple[Dim, ...]]]:
    """The pairs of `body` of which later restores put back a part, with what is left of them."""
    fixed = set(program.symbols)
    for at, node in enumerate(body):
        for part in node.parts:
            yield from _less(program, pairs, part)
        pair = pairs.get(id(node))
        box = _box(pair.restore, fixed) if pair else None
        if pair is None or box is None:
            continue
        left = box
        for other in _overwriting(pair.restore, body[at + 1 :], fixed):
            left = _without(left, other)
        if left != box:
            yield pair, _domain(pair.restore, box, left)


def _overwriting(restore: Compute, after: Sequence[Node], fixed: set[str]) -> Iterator[_Box]:
    """What surely is written of the array of `restore` before any of it is read."""
    for node in after:
        if restore.container not in node.mentioned_inside:
            continue
        if not isinstance(node, Compute) or node.op != Update.ASSIGN:
            return
        if any(use.container == restore.container for use in node.uses):
            return
        box = _box(node, fixed)
        if box is not None:
            yield box


def _box(node: Compute, fixed: set[str]) -> _Box | None:
    """The range that `node` writes along each axis, for sizes alone; None where that is no box."""
    dims = {d.var: d for d in node.domain}
    result = []
    seen: set[str] = set()
    for e in node.target.index:
        own = names(e) & set(dims)
        seen |= own
        if not own:
            result.append((e, e + 1))
            continue
        dim = dims[next(iter(own))]
        shift = e - symbol(dim.var)
        if len(own) != 1 or not shift.is_Integer:
            return None
        if not names(dim.start) | names(dim.stop) <= fixed:
            return None
        result.append((dim.start + shift, dim.stop + shift))
    return tuple(result) if seen == set(dims) else None


def _without(box: _Box, other: _Box) -> _Box:
    """`box` without `other`, where what is left is a box: if `other` takes all of it but along one
    axis, and there one of its ends. An `other` without elements takes nothing."""
    outside = [k for k, (a, b) in enumerate(zip(box, other, strict=True)) if not _inside(a, b)]
    if len(outside) != 1:
        return box
    (axis,) = outside
    (start, stop), (first, last) = box[axis], other[axis]
    if not names(last - first) or not names(stop - start):
        return box  # a few elements: not worth a range that is harder to read
    if _at_most(first, start):
        new = maximum(start, last), stop
    elif _at_most(stop, last):
        new = start, minimum(stop, first)
    else:
        return box
    return (*box[:axis], new, *box[axis + 1 :])


def _inside(one: tuple[sympy.Expr, sympy.Expr], two: tuple[sympy.Expr, sympy.Expr]) -> bool:
    return _at_most(two[0], one[0]) and _at_most(one[1], two[1])


def _at_most(a: sympy.Expr, b: sympy.Expr) -> bool:
    """Whether `a` is plainly at most `b`, whatever the sizes are."""
    return bool(a == b) or bool(difference(b, a).is_nonnegative)


def _domain(restore: Compute, box: _Box, left: _Box) -> tuple[Dim, ...]:
    """The domain of `restore` that writes `left` of its `box`."""
    table = {}
    for e, old, new in zip(restore.target.index, box, left, strict=True):
        if old != new:
            (dim,) = (d for d in restore.domain if d.var in names(e))
            shift = e - symbol(dim.var)
            table[dim] = Dim(dim.var, new[0] - shift, new[1] - shift)
    return tuple(table.get(d, d) for d in restore.domain)
