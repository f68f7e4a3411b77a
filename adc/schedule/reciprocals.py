"""Derivatives divided by one number in all iterations of a loop are multiplied by its reciprocal.

A processor divides in four times the time that it multiplies in, and a sweep in place waits for
each quotient before it can go on. The last digit of the product may be another one. That is of no
account for derivatives, on which nothing depends but by products and sums, nor for values where
these are all that a program does (`smooth.py`); values that it may compare or round to integers are
left as they are.
"""

from __future__ import annotations

import math
from dataclasses import replace

from adc.ir.build import apply, const_value, one
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role
from adc.ir.expressions import Apply, Const, Expr, reads, transform
from adc.schedule.divisors import with_divisors
from adc.schedule.smooth import only_smooth
from adc.schedule.tree import Declare, For, Node, Statement, Tree, parts, with_parts

#: What holds derivatives.
_DERIVATIVES = frozenset(
    {Role.SEED, Role.GRADIENT, Role.ADJOINT, Role.TANGENT, Role.TANGENT_IN, Role.TANGENT_OUT}
)
#: The least number of which both it and its reciprocal have all their digits.
_LEAST = {DType.FLOAT64: 2.0**-1022, DType.FLOAT32: 2.0**-126}


def with_reciprocals(
    tree: Tree, containers: tuple[Container, ...], taken: frozenset[str], alone: bool
) -> tuple[Tree, tuple[Container, ...]]:
    """`tree` with `x_bar/9.0` in loops as `x_bar*(1.0/9.0)`, which a compiler computes, and with
    reciprocals of other divisors before the loops; `taken` are the names in use. Values are divided
    so, too, in a function without routines (`alone`) that does nothing but smooth operations."""
    every = alone and only_smooth(tree, {c.name: c for c in containers})
    derivatives = frozenset(c.name for c in containers if every or c.role in _DERIVATIVES)
    tree = tuple(_multiplied(node, derivatives, False) for node in tree)
    return with_divisors(tree, containers, derivatives, taken)


def _multiplied(node: Node, derivatives: frozenset[str], repeated: bool) -> Node:
    if repeated and isinstance(node, (Statement, Declare)):
        expr = transform(node.expr, lambda e: _product(e, derivatives))
        return node if expr is node.expr else replace(node, expr=expr)
    repeated = repeated or isinstance(node, For)
    inner = (tuple(_multiplied(n, derivatives, repeated) for n in part) for part in parts(node))
    return with_parts(node, tuple(inner))


def _product(expr: Expr, derivatives: frozenset[str]) -> Expr:
    """A derivative divided by a number, as a product; all else as it is."""
    if not (isinstance(expr, Apply) and expr.op == "div"):
        return expr
    value, number = expr.args
    literal = number
    if isinstance(number, Apply) and number.op == "neg":
        literal = number.args[0]
    if not isinstance(literal, Const) or not _has_reciprocal(literal):
        return expr
    if not any(r.container in derivatives for r in reads(value)):
        return expr
    return apply("mul", value, apply("div", one(number.dtype), number))


def _has_reciprocal(number: Const) -> bool:
    """Whether `number` may be multiplied by instead; powers of two are, by any compiler."""
    least = _LEAST.get(number.dtype)
    magnitude = abs(float(const_value(number)))
    if least is None or not least <= magnitude <= 1.0 / least / 4.0:
        return False
    return math.frexp(magnitude)[0] != 0.5
