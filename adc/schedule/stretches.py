"""Sums over loops on several threads, the same to the last bit for any number of them.

The loop is cut into PARTS stretches, each with sums of its own, which are added up in order:

    for part in range(0, 16) parallel:
        local s_part = 0.0
        for i in range(part*length, min(N, (part + 1)*length)):
            s_part += ...
        s_parts[part] = s_part
    for part in range(0, 16):
        s += s_parts[part]

Which stretch a term belongs to depends on sizes alone. Short loops are one stretch, the first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import sympy

from adc.ir.build import zero
from adc.ir.declarations import Container
from adc.ir.enums import Role, Update
from adc.ir.expressions import Read
from adc.ir.names import NameSource
from adc.ir.node import Access
from adc.ir.shapes import floordiv, integer, maximum, minimum, symbol
from adc.schedule.parallel import depth, over_threads, sums_apart
from adc.schedule.sums import redirected
from adc.schedule.tree import (
    Declare,
    For,
    Node,
    Parallelism,
    Statement,
    Tree,
    parts,
    with_parts,
)
from adc.schedule.work import work_of

#: So many stretches, however many threads there are.
PARTS = 16
#: A stretch has at least so many iterations: of a loop without loops inside, and of others.
LEAST_PLAIN = 4096
LEAST_NEST = 8


def with_stretches(
    tree: Tree, containers: tuple[Container, ...], seen: frozenset[str], taken: frozenset[str]
) -> tuple[Tree, tuple[Container, ...]]:
    """`tree` with outermost loops of domains that only their sums keep from running on threads in
    stretches; `seen` are the containers of the caller, `taken` the names in use."""
    own = frozenset(c.name for c in containers if not c.shape) - seen
    known = {c.name: c for c in containers}
    cutting = Stretching(known, NameSource(set(taken)), PARTS, LEAST_PLAIN, LEAST_NEST)
    tree = _Stretches(known, own, cutting).tree(tree, 0)
    return tree, (*containers, *cutting.new)


@dataclass
class Stretching:
    """Cuts loops into `parts` stretches, each of at least `least_plain` iterations (of a loop
    without loops inside) or `least_nest`; the containers that this takes are `new`, arrays of the
    role `role` for the sums among them."""

    containers: Mapping[str, Container]
    fresh: NameSource
    parts: int
    least_plain: int
    least_nest: int
    role: Role = Role.PARTIAL
    new: list[Container] = field(default_factory=list)

    def of(self, loop: For, sums: Sequence[str]) -> tuple[For, For]:
        """The loop over the stretches of `loop`, and the one that adds their `sums` up."""
        part = self.fresh.fresh("part")
        least = self.least_plain if depth(loop) == 1 else self.least_nest
        length = maximum(least, floordiv(loop.stop - loop.start + self.parts - 1, self.parts))
        start = loop.start + symbol(part) * length
        stop = minimum(loop.stop, loop.start + (symbol(part) + 1) * length)
        names = {name: self.fresh.fresh(f"{name}_part") for name in sums}
        inner = replace(_with_sums(loop, names), start=start, stop=stop)
        begin: list[Node] = []
        kept: list[Node] = []
        added: list[Node] = []
        for name, partial in names.items():
            dtype, array = self.containers[name].dtype, self.fresh.fresh(f"{name}_parts")
            at = Access(array, (symbol(part),))
            self.new.append(Container(partial, dtype, (), Role.LOCAL))
            self.new.append(Container(array, dtype, (integer(self.parts),), self.role))
            begin.append(Declare(partial, zero(dtype), False))
            kept.append(Statement(at, Update.ASSIGN, Read(partial, (), dtype)))
            read = Read(array, at.index, dtype)
            added.append(Statement(Access(name, ()), Update.ADD, read))
        zero_, many = sympy.Integer(0), sympy.Integer(self.parts)
        if self.role is not Role.PARTIAL:
            taken = floordiv(loop.stop - loop.start + least - 1, least)
            many = minimum(many, maximum(taken, 0))
        return For(part, zero_, many, (*begin, inner, *kept)), For(part, zero_, many, tuple(added))


@dataclass
class _Stretches:
    containers: Mapping[str, Container]
    own: frozenset[str]
    cutting: Stretching

    def tree(self, tree: Tree, around: int) -> Tree:
        result: list[Node] = []
        for node in tree:
            if isinstance(node, For):
                sums = self.sums(node) if depth(node) >= around else ()
                if sums:
                    result += self.stretched(node, sums)
                    continue
            inner = around + isinstance(node, For)
            result.append(with_parts(node, tuple(self.tree(p, inner) for p in parts(node))))
        return tuple(result)

    def sums(self, loop: For) -> tuple[str, ...]:
        """The local sums that alone keep `loop` from running on threads."""
        if loop.sequential or loop.backwards or loop.step != 1:
            return ()
        found = sums_apart(loop)
        if any(n not in self.own or not self.containers[n].dtype.is_float for n in found):
            return ()
        return found

    def stretched(self, loop: For, sums: tuple[str, ...]) -> Tree:
        outer, total = self.cutting.of(loop, sums)
        return (over_threads(outer, work_of(loop)), total)


def _with_sums(loop: For, names: Mapping[str, str]) -> For:
    """`loop` adding to other scalars."""
    tree: Tree = (loop,)
    for old, new in names.items():
        tree = redirected(tree, Access(old, ()), Access(new, ()))
    (found,) = (_vectors(node, names) for node in tree)
    assert isinstance(found, For)
    return found


def _vectors(node: Node, names: Mapping[str, str]) -> Node:
    node = with_parts(node, tuple(tuple(_vectors(n, names) for n in p) for p in parts(node)))
    if isinstance(node, For) and node.parallel and node.parallel.kind is Parallelism.VECTOR:
        sums = tuple(names.get(n, n) for n in node.parallel.sums)
        return replace(node, parallel=replace(node.parallel, sums=sums))
    return node
