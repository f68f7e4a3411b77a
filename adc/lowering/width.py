"""Integers that a program computes with when it runs have 64 bits; Python's have any number."""

from __future__ import annotations

from collections.abc import Iterator

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir.build import const_value
from adc.ir.dtypes import DType
from adc.ir.expressions import Const, Expr, IntValue, Read, walk
from adc.ir.nodes import Branch, Compute, Loop, Node, Program, While, walk_nodes

_BITS = {DType.INT64: 64, DType.INT32: 32}


def check_widths(program: Program) -> None:
    """Refuses a program with an integer that its type cannot hold."""
    for container in program.containers:
        _refuse_wide(_numbers(container.shape), 64, container.span)
    for node in walk_nodes(program.body):
        for expr in _expressions(node):
            for part in walk(expr):
                if isinstance(part, Const) and part.dtype in _BITS:
                    _refuse_wide([int(const_value(part))], _BITS[part.dtype], _span(node))
                elif isinstance(part, (IntValue, Read)):
                    indices = (part.value,) if isinstance(part, IntValue) else part.index
                    _refuse_wide(_numbers(indices), 64, _span(node))
        _refuse_wide(_numbers(_bounds(node)), 64, _span(node))


def _expressions(node: Node) -> Iterator[Expr]:
    if isinstance(node, Compute):
        yield node.expr
    elif isinstance(node, (Branch, While)):
        yield node.condition


def _bounds(node: Node) -> tuple[sympy.Expr, ...]:
    if isinstance(node, Compute):
        limits = [limit for dim in node.domain for limit in (dim.start, dim.stop)]
        return (*node.target.index, *limits)
    return (node.start, node.stop) if isinstance(node, Loop) else ()


def _numbers(exprs: tuple[sympy.Expr, ...]) -> list[int]:
    """The numbers in integer expressions; the parts of a fraction one by one."""
    found = [n for e in exprs for n in (e.atoms(sympy.Rational) if not e.is_Symbol else ())]
    return [int(part) for n in found for part in (n.p, n.q)]


def _refuse_wide(numbers: list[int], bits: int, span: Span | None) -> None:
    for number in numbers:
        if not -(2 ** (bits - 1)) <= number < 2 ** (bits - 1):
            shown = str(number) if abs(number) < 10**40 else f"{str(number)[:6]}…"
            raise AdcError.of(
                "ADC0238", f"the integer {shown} does not fit in {bits} bits", span,
                help="make it a floating number, for example by a decimal point",
            )  # fmt: skip


def _span(node: Node) -> Span | None:
    return getattr(node, "span", None)
