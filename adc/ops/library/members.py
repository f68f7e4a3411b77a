"""Statements about each matrix of a batch: what rules of factorisations are written with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adc.ir.build import add, apply, compare, mul, neg, where, zero
from adc.ir.enums import Update
from adc.ir.expressions import Expr, IntValue
from adc.ir.node import Body, Domain
from adc.ir.nodes import Compute, Loop
from adc.ir.operation import Making
from adc.ir.shapes import integer, substitute, symbol
from adc.ops.library.block import Block, Position, axes, positions

#: An element of a member of the batch: by the member's positions, its row and its column.
Element = Callable[..., Expr]


def each(make: Making, target: Block, value: Element, op: Update = Update.ASSIGN) -> Compute:
    """`target[…] op value(…)` at all positions."""
    at = axes(make, target.shape)
    return target.set(make, positions(at), value(*positions(at)), at, op)


def product(
    make: Making, target: Block, left: Block, right: Block, op: Update = Update.ASSIGN,
    less: bool = False,
) -> Body:  # fmt: skip
    """`target op left right` for each member of the batch; with `less` the product's negative."""
    at = axes(make, (*target.shape, left.shape[-1]))
    *lead, i, j, k = positions(at)
    term = mul(left.at(*lead, i, k), right.at(*lead, k, j))
    add = target.set(make, (*lead, i, j), neg(term) if less else term, at, Update.ADD)
    return (add,) if op == Update.ADD else (target.clear(make), add)


def looped(make: Making, batch: Domain, body: Body) -> Body:
    """`body` for one member of the batch after the other."""
    for dim in reversed(batch):
        span = make.operation.span
        body = (Loop(dim.var, dim.start, dim.stop, 1, body, span, label=make.label()),)
    return body


def counting(
    make: Making, start: Position, stop: Position, body: Callable[[Position], Body],
    backwards: bool = False,
) -> Loop:  # fmt: skip
    """A loop over `start <= k < stop`, from the last one where it goes `backwards`."""
    var = make.fresh_name("k")
    inner = body(symbol(var))
    return Loop(var, start, stop, 1, inner, make.operation.span, backwards, make.label())


def member(block: Block, lead: tuple[Position, ...]) -> Block:
    """The matrix at `lead` of the batch that `block` is."""
    table = {d.var: d.start + p for d, p in zip(block.domain, lead, strict=False)}
    index = tuple(substitute(i, table) for i in block.element.index)
    return Block(replace(block.element, index=index), block.domain[len(lead) :])


def by_place(op: str, i: Position, j: Position, then: Expr, other: Expr) -> Expr:
    """`then` where `i op j`, else `other`."""
    return where(compare(op, IntValue(i), IntValue(j)), then, other)


def asked(make: Making, bars: Block, values: Block) -> tuple[Body, Block]:
    """For each column of `bars`, the adjoint of the vectors of `values`, what is 0 where all of
    the column is: nothing asks for such a vector, and it does not matter how it would turn."""
    found = Block.like(make, "asked", values, *range(len(values.shape)))
    at = axes(make, bars.shape)
    *lead, i, j = positions(at)
    size = apply("abs", bars.at(*lead, i, j))
    return (found.clear(make), found.set(make, (*lead, j), size, at, Update.ADD)), found


def where_asked(found: Block, position: tuple[Position, ...], value: Expr) -> Expr:
    """`value` of two vectors, 0 where neither is asked for."""
    *lead, i, j = position
    either = add(found.at(*lead, i), found.at(*lead, j))
    unasked = compare("eq", either, zero(found.dtype))
    return where(unasked, zero(found.dtype), value)


ZERO = integer(0)
