"""Statements about each matrix of a batch: what rules of factorisations are written with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adc.ir.build import compare, mul, neg, where
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


ZERO = integer(0)
