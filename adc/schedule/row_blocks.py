"""Products of one matrix with several vectors, block by block of its rows.

A product of a large matrix and a vector takes as long as the matrix takes from the memory. Where
neighbouring products, and loops over its rows, work on one matrix, it comes from there once:

    A_bar[i, j] = ...  for all i, j          for rows in range(0, N, 64):
    u_bar += A_bar @ v                           A_bar[i, j] = ...  for i in this block
    v_bar += A_bar.T @ u                         u_bar[block] += A_bar[block] @ v
                                                 v_bar += A_bar[block].T @ u[block]

Each of them takes the rows in their order as before, so that all sums have their terms in the same
order. A block then is used when no later row has been: what is made of a row may be used for that
row alone, sums over rows not before the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import sympy

from adc.ir.enums import Update
from adc.ir.expressions import Index, reads
from adc.ir.names import NameSource
from adc.ir.node import Access, Dim
from adc.ir.nodes import NOTE
from adc.ir.shapes import evaluate, minimum, names, same, substitute, symbol
from adc.schedule.accesses import slice_keys, touches
from adc.schedule.fusion import commute, sharing
from adc.schedule.renaming import renamed
from adc.schedule.tree import (
    Comment,
    Declare,
    For,
    If,
    LibraryCall,
    Node,
    Operation,
    Statement,
    Tree,
    parts,
    walk,
    with_parts,
)

#: About so many elements of the matrix are a block: a cache has them, and threads have work.
BLOCK = 2**17
#: So many rows are a block where nobody has told how long they are.
ROWS = 64
#: How far a product is looked for that shares a matrix.
_REACH = 40
#: The variable by which the rows of all members are named when they are compared: nobody's.
_ROW = "#row"


def has_products(tree: Tree) -> bool:
    """Whether there is a product of a matrix and a vector."""
    return any(isinstance(n, LibraryCall) and _is_vectors(n) for n in walk(tree))


def _is_vectors(call: LibraryCall) -> bool:
    return call.operation is Operation.MATRIX_VECTOR


def with_row_blocks(tree: Tree, sizes: Mapping[str, int], taken: frozenset[str]) -> Tree:
    """`tree` with neighbouring products that share a matrix in one loop over blocks of its rows.

    `sizes` are those that are known, by which blocks are made as long as a cache likes; they hold
    for all. `taken` are the names in use.
    """
    return _blocked(tree, sizes, NameSource(set(taken)))


def _blocked(tree: Tree, sizes: Mapping[str, int], fresh: NameSource) -> Tree:
    left = [with_parts(n, tuple(_blocked(p, sizes, fresh) for p in parts(n))) for n in tree]
    if not any(isinstance(n, LibraryCall) and _is_vectors(n) for n in left):
        return tuple(left)
    found: list[Node] = []
    while left:
        group = _group(left)
        length = None if group is None else group.length(sizes)
        if group is None or length is None:
            found.append(left.pop(0))
            continue
        found += (*group.before, group.loop(fresh.fresh("rows"), length))
        left = [*group.after, *left[group.taken :]]
    return tuple(found)


# -- what may be cut into blocks of rows -----------------------------------------------------------


@dataclass(frozen=True)
class Member:
    """A node that takes the rows of `matrices` from `start` to `stop` one after the other; `body`
    is what it does with the row `_ROW`. A product's row has the variable `var` and so many
    `columns`."""

    node: For | LibraryCall
    var: str
    start: sympy.Expr
    stop: sympy.Expr
    matrices: frozenset[str]
    body: Tree
    columns: sympy.Expr | None = None

    def part(self, rows: str, length: int) -> Node:
        """What it does for the `length` rows from `rows` on."""
        start, stop = symbol(rows), minimum(self.stop, symbol(rows) + length)
        if isinstance(self.node, For):
            return replace(self.node, start=start, stop=stop)
        return _restricted(self.node, self.var, start, stop, minimum(length, self.stop - start))


def member(node: Node) -> Member | None:
    """`node` as a member; None where it is none."""
    if isinstance(node, LibraryCall):
        return _product(node) if _is_vectors(node) else None
    if not isinstance(node, For) or node.sequential or node.backwards or node.step != 1:
        return None
    inside = [n for n in walk(node.body) if not isinstance(n, (Statement, Declare, If, Comment))]
    if not all(isinstance(n, For) and not n.sequential for n in inside) or not inside:
        return None
    body = renamed(node.body, node.var, _ROW)
    return Member(node, node.var, node.start, node.stop, _matrices(body), body)


def _product(call: LibraryCall) -> Member | None:
    """One whose matrix has the rows that its first or its second axis runs over."""
    index = _index_of(call, 0)
    domain = {d.var: d for d in call.compute.domain}
    if index is None:
        return None
    own = names(index[-2]) & domain.keys()
    if len(own) != 1:
        return None
    (row,) = (domain.pop(var) for var in own)
    statement = Statement(call.compute.target, Update.ADD, call.compute.expr)
    body: Tree = (statement,)
    for dim in domain.values():
        body = (For(dim.var, dim.start, dim.stop, body),)
    body = renamed(body, row.var, _ROW)
    columns = sympy.Mul(*(d.stop - d.start for d in domain.values()))
    if row.var in names(columns):
        return None
    return Member(call, row.var, row.start, row.stop, _matrices(body), body, columns)


def _matrices(body: Tree) -> frozenset[str]:
    """The arrays of which `body` touches nothing but rows given by `_ROW`."""
    by_rows: dict[str, bool] = {}
    for touch in touches(body):
        rows = {k.axis for k in slice_keys(touch, _ROW) if not k.through}
        fits = len(touch.index) > 1 and len(touch.index) - 2 in rows
        by_rows[touch.container] = fits and by_rows.get(touch.container, True)
    return frozenset(name for name, fits in by_rows.items() if fits)


def _index_of(call: LibraryCall, number: int) -> Index | None:
    """The subscripts that operand `number` is reached by, a matrix's with both variables."""
    compute, operand = call.compute, call.operands[number]
    starts = {d.var: d.start for d in compute.domain}
    accesses = [compute.target, *(Access(r.container, r.index) for r in reads(compute.expr))]
    for access in accesses:
        used = frozenset().union(*(names(e) for e in access.index)) & starts.keys()
        origin = tuple(substitute(e, starts) for e in access.index)
        alike = access.container == operand.container and origin == operand.origin
        if alike and len(used) == (2 if number == 0 else 1):
            return access.index
    return None


def _restricted(
    call: LibraryCall, var: str, start: sympy.Expr, stop: sympy.Expr, extent: sympy.Expr
) -> LibraryCall:
    """`call` for `extent` values of its variable `var` alone: those from `start` to `stop`."""
    domain = tuple(Dim(var, start, stop) if d.var == var else d for d in call.compute.domain)
    starts = {d.var: d.start for d in domain}
    operands = []
    for number, operand in enumerate(call.operands):
        index = _index_of(call, number)
        assert index is not None
        operands.append(replace(operand, origin=tuple(substitute(e, starts) for e in index)))
    whole = zip(domain, call.extents, strict=True)
    extents = tuple(extent if d.var == var else e for d, e in whole)
    compute = replace(call.compute, domain=domain)
    return replace(call, compute=compute, operands=tuple(operands), extents=extents)


# -- which of them are taken together --------------------------------------------------------------


@dataclass(frozen=True)
class Group:
    """Members that share matrices, and the nodes between them: those that have to come `before`
    all members and those that may come `after` them. They were `taken` from so many nodes."""

    members: tuple[Member, ...]
    before: Tree = ()
    after: Tree = ()
    taken: int = 1

    def length(self, sizes: Mapping[str, int]) -> int | None:
        """The number of rows in a block; None where one block has them all."""
        columns = [m.columns for m in self.members if m.columns is not None]
        if any(names(c) - sizes.keys() for c in columns):
            return ROWS
        found = max(BLOCK // max(*(evaluate(c, dict(sizes)) for c in columns), 1), 1)
        rows = self.members[0].stop - self.members[0].start
        known = names(rows) <= sizes.keys()
        return None if known and evaluate(rows, dict(sizes)) <= found else found

    def loop(self, rows: str, length: int) -> For:
        first = self.members[0]
        body = tuple(m.part(rows, length) for m in self.members)
        return For(rows, first.start, first.stop, body, length)

    def joined(self, other: Member, between: Sequence[Node]) -> Group | None:
        """With `other`, which comes after the nodes `between`; None where that is not legal."""
        first = self.members[0]
        alike = same(first.start, other.start) and same(first.stop, other.stop)
        if not alike or not any(m.matrices & other.matrices for m in self.members):
            return None
        if any(sharing(_ROW, m.body, other.body) == "conflict" for m in self.members):
            return None
        before, after = _order(between, other.node)
        if not all(commute(m.node, n) for m in self.members for n in before):
            return None
        return Group((*self.members, other), (*self.before, *before), after)


def _order(between: Sequence[Node], node: Node) -> tuple[Tree, Tree]:
    """Of the nodes `between` those that have to come before `node`, and those that may follow."""
    before: list[Node] = []
    after: list[Node] = []
    for each in reversed(between):
        needed = not all(commute(each, n) for n in (node, *before))
        (before if needed else after).insert(0, each)
    return tuple(before), tuple(after)


def _group(nodes: Sequence[Node]) -> Group | None:
    """The first of `nodes` and those after it that share its matrices, as far as that is legal;
    None where there are none, or no products among them."""
    first = member(nodes[0])
    if first is None or not first.matrices:
        return None
    group = Group((first,))
    between: list[Node] = []
    for number, node in enumerate(nodes[1:_REACH], 1):
        if isinstance(node, Comment) and node.level == NOTE:
            break
        other = member(node)
        joined = None if other is None else group.joined(other, between)
        if joined is None:
            between.append(node)
        else:
            group, between = replace(joined, taken=number + 1), list(joined.after)
    products = any(m.columns is not None for m in group.members)
    return group if len(group.members) > 1 and products else None
