"""Assignments to elements: domains, conversions, and temporaries where reads meet writes."""

from __future__ import annotations

import math

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir import build, shapes
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Expr, Index, Read, reads
from adc.ir.node import Access, Dim
from adc.ir.nodes import Compute
from adc.ir.shapes import Shape, symbol
from adc.lowering.broadcasting import broadcast_to, is_one
from adc.lowering.context import Context
from adc.lowering.filled import Filled
from adc.lowering.integers.prover import Range
from adc.lowering.numbers_on_paths import is_zero_on_paths, number_on_a_path
from adc.lowering.path_checks import check_write
from adc.lowering.promotion import convert, kind
from adc.lowering.values import Array, View, anywhere, at_places, of_view, place


class Points:
    """The points of a statement: a position per axis of a shape, and the domain behind it."""

    def __init__(self, cx: Context, shape: Shape, target: View | None = None) -> None:
        self.domain: list[Dim] = []
        self.ranges: list[Range] = []
        self.position: Index = tuple(
            self._axis(cx, axis, extent, target) for axis, extent in enumerate(shape)
        )

    def _axis(self, cx: Context, axis: int, extent: sympy.Expr, target: View | None) -> sympy.Expr:
        """The position along `axis`, shifted so that the target's subscript is one variable."""
        if is_one(extent):
            return sympy.Integer(0)
        var = cx.domain_symbol(axis)
        offset, forward = _offset(target, axis) if target else (sympy.Integer(0), True)
        if forward:
            self._add(var, offset, sympy.expand(offset + extent))
            return var - offset
        self._add(var, sympy.expand(offset - extent + 1), sympy.expand(offset + 1))
        return offset - var

    def _add(self, var: sympy.Symbol, start: sympy.Expr, stop: sympy.Expr) -> None:
        self.domain.append(Dim(var.name, start, stop))
        self.ranges.append(Range(var, start, stop - 1))

    @property
    def dims(self) -> tuple[Dim, ...]:
        return tuple(self.domain)


def _offset(target: View, axis: int) -> tuple[sympy.Expr, bool]:
    """c and True where the axis's subscript is `p + c`, c and False where it is `c - p`."""
    here = place(axis)
    users = [i for i in target.index if here in i.free_symbols]
    if len(users) == 1:
        for sign in (1, -1):
            rest = sympy.expand(users[0] - sign * here)
            if not any(s.name.startswith("?") for s in rest.free_symbols) and _simple(rest):
                return rest, sign == 1
    return sympy.Integer(0), True


def _simple(offset: sympy.Expr) -> bool:
    return not offset.has(shapes.wrap, shapes.choose, sympy.floor, sympy.Mod)


def store(
    cx: Context, target: View, dtype: DType, value: Array, span: Span | None, *, note: str = ""
) -> None:
    """`target[...] = value`: broadcast, converted, read whole before it is written."""
    value = broadcast_to(cx, value, target.shape, "the assignment", span)
    if _is_nothing(cx, target):
        return
    points = Points(cx, target.shape, target)
    expr = convert(value.at(points.position), dtype)
    where = target.at(points.position)
    if expr == Read(target.container, where, dtype):
        return
    if any(_clashes(cx, r, target.container, where, points) for r in reads(expr)):
        value = of_view(materialise(cx, value, "tmp", dtype=dtype), dtype)
        points = Points(cx, target.shape, target)
        expr = value.at(points.position)
    cx.emit(target, points.position, Update.ASSIGN, expr, points.dims, note)


def clashes(cx: Context, target: View, value: Array) -> bool:
    """Whether `target[...] = value` may write an element that it reads for another one."""
    points = Points(cx, target.shape, target)
    where = target.at(points.position)
    read = reads(value.at(points.position))
    return any(_clashes(cx, r, target.container, where, points) for r in read)


def _is_nothing(cx: Context, target: View) -> bool:
    """Whether `target` has no element: a part of Fortran's storage whose axes may all be one."""
    return cx.fortran and any(extent == 0 for extent in target.shape)


def refuse_broadcast(cx: Context, target: View, span: Span | None) -> None:
    """ADC0211 for a write to what is one element for many positions, which NumPy lets be read
    alone. Fortran has none such but parts without elements, which nothing is written to."""
    if _is_nothing(cx, target):
        return
    if target.overlaps:
        raise AdcError.of(
            "ADC0211", "writing to what `as_strided` gives is not supported", span,
            help="write to the array itself, or to a copy",
        )  # fmt: skip
    used = sympy.Tuple(*target.index).free_symbols
    several = (k for k, extent in enumerate(target.shape) if not _is_single(cx, extent))
    if any(place(k) not in used for k in several):
        raise AdcError.of(
            "ADC0211", "NumPy lets nobody write to what it has broadcast", span,
            help="write to a copy: `np.broadcast_to(…).copy()`",
        )  # fmt: skip


def _is_single(cx: Context, extent: sympy.Expr) -> bool:
    """Whether an axis has one element at most, as those that Fortran's storage has room for may."""
    return is_one(extent) or (cx.fortran and cx.prover.at_most(extent, sympy.Integer(1)))


def put(cx: Context, target: View, dtype: DType, value: Array, span: Span | None) -> None:
    """`target[...] = value` where the source writes in place."""
    refuse_broadcast(cx, target, span)
    check_write(cx, target.container, anywhere(value), span)
    store(cx, target, dtype, value, span)


def floating(cx: Context, value: Array) -> Array:
    """`value`, an array that is floating by the source's own word, whatever its path."""
    if cx.types.origin(anywhere(value)) is None:
        return value
    view = materialise(cx, value, "converted")
    cx.types.settle(view.container)
    return of_view(view, value.dtype, weak=value.weak)


def accumulate(
    cx: Context, target: View, dtype: DType, op: str, value: Array, span: Span | None
) -> None:
    """`target[...] op= value` with NumPy's rule that the result's kind must fit the target."""
    from adc.lowering.elementwise import arithmetic

    refuse_broadcast(cx, target, span)
    value = broadcast_to(cx, value, target.shape, "the assignment", span)
    current = of_view(target, dtype)
    result = arithmetic(cx, op, [current, value], span)
    check_in_place(dtype, result.dtype, span)
    check_write(cx, target.container, anywhere(result), span)
    points = Points(cx, target.shape, target)
    where = target.at(points.position)
    addend = value.at(points.position)
    reads_target = any(r.container == target.container for r in reads(addend))
    if op in ("add", "sub") and result.dtype is dtype and dtype.is_float and not reads_target:
        addend = convert(addend, dtype)
        signed = addend if op == "add" else build.neg(addend)
        cx.emit(target, points.position, Update.ADD, signed, points.dims)
        return
    if any(_clashes(cx, r, target.container, where, points) for r in reads(addend)):
        moved = of_view(materialise(cx, value, "tmp"), value.dtype, weak=value.weak)
        result = arithmetic(cx, op, [current, moved], span)
    store(cx, target, dtype, result, span)


def check_in_place(dtype: DType, result: DType, span: Span | None) -> None:
    """ADC0214 where an array of `dtype` cannot take a result of another kind."""
    if kind(result) > kind(dtype):
        raise AdcError.of(
            "ADC0214", f"an array of {dtype} cannot take a result of {result} in place", span,
            help="make the array floating (`dtype=np.float64`) or assign with `[...] =`",
        )  # fmt: skip


def materialise(
    cx: Context, value: Array, stem: str, *, dtype: DType | None = None, user: bool = False
) -> View:
    """The elements of `value` in a new local container."""
    name = cx.user_name(stem) if user else cx.new_name(stem)
    kept = dtype or value.dtype
    view = cx.new_container(name, kept, value.shape)
    note_stretched(cx, view, value)
    points = Points(cx, view.shape)
    kept_value = convert(value.at(points.position), kept)
    cx.emit(view, points.position, Update.ASSIGN, kept_value, points.dims)
    return view


def note_stretched(cx: Context, made: View, value: Array) -> None:
    """What is computed from nothing but arrays that may be numbers may be a number, too."""
    name = number_on_a_path(cx, value)
    if name:
        cx.stretched[made.container] = Filled(name, is_zero_on_paths(cx, value))
    else:
        cx.stretched.pop(made.container, None)


def without_value(cx: Context, name: str, dtype: DType, shape: Shape, note: str = "") -> View:
    """The new container `name` for a variable that has no value yet; `note` is one of a blank's."""
    view = cx.new_container(name, dtype, shape)
    position: list[sympy.Expr] = []
    domain: list[Dim] = []
    for extent in shape:
        if is_one(extent):
            position.append(sympy.Integer(0))
            continue
        domain.append(Dim(cx.new_name("e"), sympy.Integer(0), extent))
        position.append(symbol(domain[-1].var))
    target = Access(name, view.at(tuple(position)))
    zero = build.zero(dtype)
    cx.body.append(
        Compute("", target, Update.ASSIGN, zero, tuple(domain), cx.span, note, blank=True)
    )
    return view


def _clashes(cx: Context, read: Read, container: str, where: Index, points: Points) -> bool:
    """Whether a point may read an element of the target that another point writes."""
    if read.container != container:
        return False
    if all(shapes.same(a, b) for a, b in zip(read.index, where, strict=True)):
        return False
    return not any(_disjoint(cx, a, b, points) for a, b in zip(read.index, where, strict=True))


def _disjoint(cx: Context, read: sympy.Expr, written: sympy.Expr, points: Points) -> bool:
    """Whether a subscript read at any point differs from the one written at any point."""
    renamed = {r.var.name: symbol(f"?other_{r.var.name}") for r in points.ranges}
    prover = cx.prover.copy()
    prover.ranges += points.ranges
    prover.ranges += [
        Range(
            renamed[r.var.name], shapes.substitute(r.low, dict(renamed)),
            shapes.substitute(r.high, dict(renamed)),
        )
        for r in points.ranges
    ]  # fmt: skip
    other = shapes.substitute(read, dict(renamed))
    if prover.below(other, written) or prover.below(written, other):
        return True
    return _different_residues(sympy.expand(written - other))


def _different_residues(difference: sympy.Expr) -> bool:
    """Whether an integer linear form is never zero because its coefficients share a divisor."""
    constant, terms = difference.as_coeff_add()
    coefficients = [t.as_coeff_Mul()[0] for t in terms]
    if not coefficients or not all(c.is_Integer for c in (constant, *coefficients)):
        return False
    divisor = math.gcd(*(int(c) for c in coefficients))
    return divisor > 1 and int(constant) % divisor != 0


def parallel_copies(cx: Context, moves: list[tuple[View, DType, Array]]) -> None:
    """All targets take their values at once: values that an earlier move changes are saved."""
    pending: list[tuple[View, DType, Array]] = []
    for number, (target, dtype, value) in enumerate(moves):
        earlier = {t.container for t, _, _ in moves[:number]}
        if earlier & {r.container for r in reads(anywhere(value))}:
            value = of_view(materialise(cx, value, "tmp"), value.dtype, weak=value.weak)
        pending.append((target, dtype, value))
    for target, dtype, value in pending:
        store(cx, target, dtype, value, cx.span)


def element_expr(value: Array) -> Expr:
    """The expression of a scalar."""
    return value.at(())


__all__ = [
    "Points", "accumulate", "at_places", "check_in_place", "clashes", "element_expr", "floating",
    "materialise", "parallel_copies", "put", "store", "without_value",
]  # fmt: skip
