"""Integers that a program computes with when it runs have 64 bits; Python's have any number."""

from __future__ import annotations

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir.build import const_value
from adc.ir.dtypes import DType
from adc.ir.expressions import Const, IntValue, Read, walk
from adc.ir.program import Program
from adc.ir.walking import walk_nodes

_BITS = {DType.INT64: 64, DType.INT32: 32}


def check_widths(program: Program) -> None:
    """Refuses a program with an integer that its type cannot hold."""
    for container in program.containers:
        _refuse_wide(_numbers(container.shape), 64, container.span)
    for node in walk_nodes(program.body):
        for expr, _ in node.evaluated:
            for part in walk(expr):
                if isinstance(part, Const) and part.dtype in _BITS:
                    _refuse_wide([int(const_value(part))], _BITS[part.dtype], node.span)
                elif isinstance(part, (IntValue, Read)):
                    indices = (part.value,) if isinstance(part, IntValue) else part.index
                    _refuse_wide(_numbers(indices), 64, node.span)
        _refuse_wide(_numbers(tuple(i.value for i in node.integers)), 64, node.span)


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
