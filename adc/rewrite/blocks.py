"""Products over triangles as products of blocks of rows.

    C[i, j] += A[i, k]*B[k, j]    for i in [0, N), j in [0, i + 1), k in [0, M)

is no product of matrices, but for a block of rows from `b` up to `e` what lies left of its first
row's end is, and what is left of the block is small:

    C[i, j] += A[i, k]*B[k, j]    for i in [b, e), j in [0, b + 1), k in [0, M)
    C[i, j] += A[i, k]*B[k, j]    for i in [b, e), j in [b + 1, i + 1), k in [0, M)

What is left is smaller triangles, of which the same is done once more in smaller blocks. What is
left of all of these is one statement, whose rows may run at the same time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import sympy

from adc.analysis.products import product_of
from adc.ir.names import NameSource
from adc.ir.node import Body, Dim, Node
from adc.ir.nodes import NOTE, Compute, Heading, Loop
from adc.ir.program import Program
from adc.ir.shapes import floordiv, minimum, names, symbol
from adc.ir.walking import labels_in, map_body, names_in
from adc.rewrite.triangles import at_least

#: Rows of a block, and of the blocks that its own triangle is cut into, which divide the larger
#: ones evenly. With the first size alone, the loops over what is left take half of the time.
ROWS = (64, 16)


@dataclass(frozen=True)
class Triangle:
    """The two variables of a domain between which it lies: the range of `short` ends at `row` plus
    `shift` on one side, above or (`below`) where it begins."""

    row: Dim
    short: Dim
    shift: sympy.Expr
    below: bool

    def common(self, rows: Dim) -> Dim:
        """What `rows`, a block's, have in common of `short`."""
        if self.below:
            return replace(self.short, start=self.corner(rows.stop - 1))
        return replace(self.short, stop=self.corner(rows.start))

    def rest(self, row: sympy.Expr, size: int) -> Dim:
        """What blocks of `size` rows leave of `short` for the one that `row` is in."""
        begin = self.row.start + size * floordiv(row - self.row.start, size)
        if self.below:
            return replace(self.short, stop=self.corner(minimum(self.row.stop, begin + size) - 1))
        return replace(self.short, start=self.corner(begin))

    def within(self, row: sympy.Expr, size: int) -> Triangle:
        """The triangle that is left of the block of `size` rows that `row` is in."""
        return replace(self, short=self.rest(row, size))

    def corner(self, row: sympy.Expr) -> sympy.Expr:
        return sympy.expand(row + self.shift)


def blocks(program: Program) -> Program:
    """`program` with products over triangles in blocks."""
    labels = NameSource(labels_in(program.body))
    fresh = NameSource(names_in(program))
    found = False

    def visit(node: Node) -> Body:
        nonlocal found
        shape = triangle(node) if isinstance(node, Compute) else None
        if shape is None:
            return (node,)
        assert isinstance(node, Compute)
        found = True
        return _in_blocks(node, shape, labels, fresh)

    body = map_body(program.body, visit)
    return program.with_body(body) if found else program


def triangle(compute: Compute) -> Triangle | None:
    """The triangle over which `compute` would else be a product of matrices; None for others."""
    variables = {d.var for d in compute.domain}
    bound = [d for d in compute.domain if (names(d.start) | names(d.stop)) & variables]
    if len(bound) != 1 or len(compute.domain) != 3:
        return None
    (short,) = bound
    used = (names(short.start) | names(short.stop)) & variables
    row = next(d for d in compute.domain if d.var in used)
    found = _triangle(row, short) if len(used) == 1 else None
    if found is None:
        return None
    square = Dim(short.var, row.start, row.stop)
    box = tuple(square if d is short else d for d in compute.domain)
    product = product_of(replace(compute, domain=box))
    if product is None or not product.inner or len(product.result.domain) < 2:
        return None
    return found


def _triangle(row: Dim, short: Dim) -> Triangle | None:
    """The triangle between the two, where each row has its corner in the range of all."""
    i = symbol(row.var)
    below = row.var in names(short.start)
    if below and row.var in names(short.stop):
        return None
    shift = (short.start if below else short.stop) - i
    if row.var in names(shift):
        return None
    if below:
        inside = at_least(short.stop, row.stop - 1 + shift)
    else:
        inside = at_least(row.start + shift, short.start)
    return Triangle(row, short, shift, below) if inside else None


def _in_blocks(compute: Compute, shape: Triangle, labels: NameSource, fresh: NameSource) -> Body:
    """`compute` in loops over blocks of rows, the larger first: products, then what is left."""
    row = shape.row

    def over(*new: Dim) -> tuple[Dim, ...]:
        table = {d.var: d for d in new}
        dims = (table.get(d.var, d) for d in compute.domain)
        return tuple(sorted(dims, key=lambda d: d.var == shape.short.var))

    told = " and of ".join(map(str, ROWS))
    note = Heading(f"in blocks of {told} rows what these have in common, then what is left", NOTE)
    found: list[Node] = [note]
    larger = 0
    for size in ROWS:
        block = fresh.fresh("block")
        start = row.start + size * symbol(block)
        rows = Dim(row.var, start, minimum(row.stop, start + size))
        piece = shape.within(start, larger) if larger else shape
        product = replace(compute, domain=over(rows, piece.common(rows)))
        if larger:
            product = product.with_label(labels.fresh(compute.label))
        count = floordiv(row.stop - row.start + size - 1, size)
        label = labels.fresh(f"{compute.label}_blocks")
        found.append(Loop(block, sympy.Integer(0), count, 1, (product,), compute.span, label=label))
        larger = size
    left = replace(compute, domain=over(shape.rest(symbol(row.var), larger)))
    return (*found, left.with_label(labels.fresh(compute.label)))
