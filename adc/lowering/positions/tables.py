"""Subscripts that are read from integer arrays: `x[idx[i]]`, `x[idx]`, `y[idx] = v`.

An integer array that the caller passes and nothing writes is a *table*: its elements are the same
throughout a call, so that each may stand in an integer expression (`shapes.entry`). What a
subscript asks of them is asked on entry: `Container.within`. It is asked of those elements that the
loops around may read, as far as these are known by sizes, and else of the whole table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import sympy

from adc.diagnostics import AdcError, Note, Span
from adc.ir import build, shapes
from adc.ir.declarations import Assumption, Container, Within
from adc.ir.enums import Role
from adc.ir.expressions import Apply, Const, Expr, IntValue, Read
from adc.lowering.context import Context, TableChangedError
from adc.lowering.control.where_run import assume
from adc.lowering.values import Array

_ZERO = sympy.Integer(0)
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
        kind = shapes.distinct if cx.containers[expr.container].unique else shapes.entry
        return kind.of(expr.container, expr.index)
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
        and read.container not in cx.learned.changed
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


def counts_through_table(cx: Context, i: sympy.Expr) -> bool:
    """Whether `i` counts with a loop whose bounds are read from a table, or is read itself."""
    if shapes.entries(i):
        return True
    read = [r for r in cx.prover.ranges if shapes.entries(r.low) or shapes.entries(r.high)]
    return any(r.var in i.free_symbols for r in read)


def from_either_end(cx: Context, i: sympy.Expr, extent: sympy.Expr, span: Span) -> sympy.Expr:
    """The same for what Python reads from a table, where negative ones count from the end: not if
    no two elements are equal, for -1 and the last position would be the same one."""
    if i.has(shapes.distinct):
        return in_range(cx, i, extent, span)
    in_range(cx, i, extent, span, below=extent)
    return shapes.wrap(i, extent)


def in_range(
    cx: Context, i: sympy.Expr, extent: sympy.Expr, span: Span, below: sympy.Expr = _ZERO
) -> sympy.Expr:
    """The position `i`, read from a table or counted between its elements, on an axis of `extent`
    elements; ADC0216 where what it asks of the table cannot be said in sizes. It counts from 0:
    what is less than -`below` is out of range."""
    least = _at_least(cx, sympy.expand(i), 1)
    room = _at_least(cx, sympy.expand(extent - 1 - i), -1)
    if least is None or room is None or (least.entry, room.entry) == (None, None):
        behind = _entries_behind(cx, i)
        if behind:  # its elements are data then, and what they ask for is looked at
            raise TableChangedError(min(one.container for one in behind))
        raise AdcError.of(
            "ADC0216", "this subscript of what an array holds is not supported", span, help=HELP
        )
    for end in (least, room):
        if end.entry is None and not cx.prover.nonneg(end.rest):
            assume(cx, (end.rest,), f"subscript {i} on an axis of {extent}", span)
    low = sympy.Integer(0) if least.entry is None else -least.rest - below
    stop = extent + 1 if room.entry is None else room.rest + 1
    entries = [end.entry for end in (least, room) if end.entry is not None]
    for name in dict.fromkeys(entry.container for entry in entries):
        _within(cx, name, low, stop, [e for e in entries if e.container == name])
    return i


def _entries_behind(cx: Context, i: sympy.Expr) -> set[shapes.entry]:
    """The elements of tables in `i`, and in the bounds of the open loops that it counts with."""
    read = [r for r in cx.prover.ranges if r.var in i.free_symbols]
    found = (i, *(end for r in read for end in (r.low, r.high)))
    return {one for expr in found for one in shapes.entries(expr)}


class _End(NamedTuple):
    """What a position, or the room above it, is at least: an element of a table, or that taken
    away, and a number of sizes alone."""

    entry: shapes.entry | None
    rest: sympy.Expr


def _at_least(cx: Context, expr: sympy.Expr, sign: int) -> _End | None:
    """The least value of `expr` over the open loops, in which an element is added (`sign` 1) or
    taken away (-1); None where it has another form."""
    for bound in reversed(cx.prover.ranges):
        if bound.var not in expr.free_symbols:
            continue
        slope = expr.coeff(bound.var, 1)
        if slope == 0:  # the variable of an element's own subscript
            continue
        rest = sympy.expand(expr - slope * bound.var)
        if slope not in (1, -1) or bound.ends is not None:
            return None
        expr = sympy.expand(rest + slope * (bound.low if slope > 0 else bound.high))
    terms = [t for t in sympy.Add.make_args(expr) if shapes.entries(t)]
    rest = sympy.expand(expr - sympy.Add(*terms))
    if not cx.of_sizes(rest) or len(terms) > 1:
        return None
    if not terms:
        return _End(None, rest)
    factor, found = terms[0].as_coeff_Mul()
    return _End(found, rest) if isinstance(found, shapes.entry) and factor == sign else None


def _within(
    cx: Context, name: str, low: sympy.Expr, stop: sympy.Expr, entries: Sequence[shapes.entry]
) -> None:
    """Ask that each element of the table that `entries` may be is in `low:stop`, too."""
    container = cx.containers[name]
    between = _places(cx, container, entries)
    rows: list[Within] = []
    for row in container.within:
        if (row.first, row.end) == between:
            low, stop = shapes.maximum(row.low, low), shapes.minimum(row.stop, stop)
        else:
            rows.append(row)
    rows.append(Within(low, stop, *between))
    cx.containers[name] = replace(container, within=tuple(rows))


def _places(
    cx: Context, container: Container, entries: Sequence[shapes.entry]
) -> tuple[sympy.Expr | None, sympy.Expr | None]:
    """From where to where in their table `entries` may be; None, None where that is all of it, or
    is not known."""
    if len(container.shape) != 1 or container.unique:
        return None, None
    (extent,) = container.shape
    ends = [_least_and_most(cx, entry.index[0]) for entry in entries]
    if any(end is None for end in ends):
        return None, None
    known = [end for end in ends if end is not None]
    first = shapes.minimum(*(least for least, _ in known))
    end = sympy.expand(shapes.maximum(*(most for _, most in known)) + 1)
    if cx.prover.nonneg(-first) and cx.prover.nonneg(end - extent):
        return None, None
    return shapes.maximum(_ZERO, first), shapes.minimum(extent, end)


def settle_unique(cx: Context) -> None:
    """See to it that the tables without equal elements are ones: that nothing writes them, and that
    they are as many as there are positions at most. ADC0202 for one that is written."""
    for container in [c for c in cx.containers.values() if c.unique]:
        name = container.name
        if container.role != Role.INPUT:
            raise AdcError.of(
                "ADC0202", f"`{name}` is `unique`, and the function writes it", container.span,
                help="leave `unique` out, or write a copy of it",
                notes=(Note("written here", where),) if (where := cx.written.get(name)) else (),
            )  # fmt: skip
        if not container.within:
            told = f"`unique` says nothing of `{name}`: no subscript is read from it as it is"
            cx.warn("ADC0209", told, container.span, help="leave `unique` out")
        for row in container.within:
            told = f"elements of {name}, all different, are positions"
            (extent,), room = container.shape, sympy.expand(row.stop - row.low)
            if not cx.prover.nonneg(room - extent):
                new = Assumption(extent, "<=", room, told, container.span)
                cx.assumptions.append(new)


def _least_and_most(cx: Context, index: sympy.Expr) -> tuple[sympy.Expr, sympy.Expr] | None:
    """The least and the largest value of `index` over the open loops; None where sizes do not
    tell."""
    if shapes.entries(index):
        return None
    ends = []
    for sign in (1, -1):
        expr = sympy.expand(index)
        for bound in reversed(cx.prover.ranges):
            if bound.var not in expr.free_symbols:
                continue
            slope = expr.coeff(bound.var, 1)
            rest = sympy.expand(expr - slope * bound.var)
            if not slope.is_Integer or bound.var in rest.free_symbols:
                return None
            expr = sympy.expand(rest + slope * (bound.low if sign * slope > 0 else bound.high))
        if not cx.of_sizes(expr):
            return None
        ends.append(expr)
    return ends[0], ends[1]
