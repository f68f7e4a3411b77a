"""Subscripts that are read from integer arrays: `x[idx[i]]`, `x[idx]`, `y[idx] = v`.

An integer array that the caller passes and nothing writes is a *table*: its elements are the same
throughout a call, so that each may stand in an integer expression (`shapes.entry`). What a
subscript asks of them is asked of the whole table, on entry: `Container.within`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir import build, shapes
from adc.ir.enums import Role
from adc.ir.expressions import Apply, Const, Expr, IntValue, Read
from adc.lowering.context import Context
from adc.lowering.values import Array

HELP = "use an element of an integer argument that nothing writes, plus an expression of sizes"


def entry_of(cx: Context, expr: Expr) -> sympy.Expr | None:
    """`expr` as an integer expression with elements of tables, None where it is none."""
    if isinstance(expr, IntValue):
        return expr.value
    if isinstance(expr, Const) and expr.dtype.is_integer:
        return sympy.Integer(int(build.const_value(expr)))
    if isinstance(expr, Read):
        if not _is_table(cx, expr):
            return None
        return shapes.entry.of(expr.container, expr.index)
    if not isinstance(expr, Apply) or not expr.dtype.is_integer:
        return None
    parts = [found for a in expr.args if (found := entry_of(cx, a)) is not None]
    if len(parts) < len(expr.args) or expr.op not in _OPERATIONS:
        return None
    return sympy.expand(_OPERATIONS[expr.op](*parts))


#: What keeps an integer an integer of 64 bits, whatever the array is of.
_OPERATIONS: dict[str, Callable[..., sympy.Expr]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "neg": lambda a: -a,
    "cast": lambda a: a,
}


def _is_table(cx: Context, read: Read) -> bool:
    container = cx.containers.get(read.container)
    return (
        container is not None
        and container.dtype.is_integer
        and container.role == Role.INPUT
        and bool(container.shape)
        and read.container not in cx.changed
    )


def integer_of(cx: Context, value: object) -> sympy.Expr | None:
    """A scalar `value` that is made of elements of tables, as an expression; they are tables from
    here on."""
    if not isinstance(value, Array) or value.shape or not value.dtype.is_integer:
        return None
    found = entry_of(cx, value.at(()))
    if found is not None:
        rely(cx, found)
    return found


def rely(cx: Context, expr: sympy.Expr) -> None:
    for one in shapes.entries(expr):
        cx.tables.setdefault(one.container, cx.span)


def in_range(cx: Context, i: sympy.Expr, extent: sympy.Expr, span: Span) -> sympy.Expr:
    """The position `i`, read from a table, on an axis of `extent` elements; ADC0216 where what it
    asks of the table cannot be said in sizes. It counts from 0: what is below is out of range."""
    terms = [t for t in sympy.Add.make_args(sympy.expand(i)) if shapes.entries(t)]
    rest = i - terms[0]
    if len(terms) == 1 and isinstance(terms[0], shapes.entry):
        low, room = (cx.prover.lower_extreme(sympy.expand(e)) for e in (rest, extent - rest))
        if low is not None and room is not None and _of_sizes(cx, low, room):
            _within(cx, terms[0].container, -low, room)
            return i
    raise AdcError.of(
        "ADC0216", "this subscript of what an array holds is not supported", span, help=HELP
    )


def _of_sizes(cx: Context, *bounds: sympy.Expr) -> bool:
    return all(shapes.names(b) <= cx.symbols and not shapes.entries(b) for b in bounds)


def _within(cx: Context, name: str, low: sympy.Expr, stop: sympy.Expr) -> None:
    """Ask that each element of the table is in `low:stop`, too."""
    container = cx.containers[name]
    if container.within is not None:
        low = shapes.maximum(container.within[0], low)
        stop = shapes.minimum(container.within[1], stop)
    cx.containers[name] = replace(container, within=(low, stop))
