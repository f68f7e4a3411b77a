"""Arrays that begin as zeros on a device, because something is kept of them before it is set.

A tape keeps what a statement overwrites, and a snapshot what a step changes, in the first iteration
as in all others. Where nothing has set that yet, no value depends on what is kept; but memory that
nothing has written is read, which is what tools that check a device's memory look for.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import sympy

from adc.ir.build import zero
from adc.ir.declarations import Container
from adc.ir.enums import COPIED, Role, Update
from adc.ir.expressions import reads
from adc.ir.node import Access, Dim
from adc.ir.nodes import Compute
from adc.ir.shapes import integer, symbol
from adc.schedule.accesses import Rows, touched
from adc.schedule.regions import keeps_unset
from adc.schedule.tree import Fill, If, Tree, parts, with_parts

_NOTE = "zeros: some of {} is kept before anything is set in it"
#: What keeps the values of other arrays.
KEEPERS = COPIED | {Role.TAPE}


def with_beginnings(
    tree: Tree, containers: Sequence[Container], seen: Collection[str], nonnegative: frozenset[str]
) -> Tree:
    """`tree` with zeros in what it keeps unset; `seen` are the caller's containers, `nonnegative`
    the names that are never negative."""
    keepers = frozenset(c.name for c in containers if c.role in KEEPERS)
    own = [c for c in containers if c.shape and c.name not in seen and c.role not in KEEPERS]
    rows, nodes = Rows(), tree
    for container in own:
        if keeps_unset(rows.of(tree), container, nonnegative, rows, keepers):
            nodes = _begun(nodes, container)
    return nodes


def _begun(tree: Tree, container: Container) -> Tree:
    """`tree` with zeros in front of the first node that touches `container`; in the arm of a branch
    that alone does."""
    places = [k for k, node in enumerate(tree) if container.name in touched(node)]
    first, node = places[0], tree[places[0]]
    if isinstance(node, If) and len(places) == 1:
        asked = any(r.container == container.name for r in reads(node.condition))
        arms = [any(container.name in touched(n) for n in part) for part in parts(node)]
        if not asked and sum(arms) == 1:
            inside = [_begun(p, container) if k else p for p, k in zip(parts(node), arms)]
            return (*tree[:first], with_parts(node, tuple(inside)), *tree[first + 1 :])
    return (*tree[:first], _zeros(container), *tree[first:])


def _zeros(container: Container) -> Fill:
    dims = tuple(
        Dim(f"{container.name}_{k}", integer(0), extent) for k, extent in enumerate(container.shape)
    )
    index = tuple(symbol(d.var) for d in dims)
    note = _NOTE.format(container.name)
    target, value = Access(container.name, index), zero(container.dtype)
    compute = Compute("", target, Update.ASSIGN, value, dims, note=note)
    return Fill(compute, (), sympy.Mul(*container.shape))
