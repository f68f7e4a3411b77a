"""Transposition, reshaping and the like: views wherever NumPy gives views."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir import shapes
from adc.ir.enums import Update
from adc.ir.expressions import Index
from adc.ir.shapes import Shape, same
from adc.lowering.broadcasting import formal, is_one, show_shape
from adc.lowering.context import Context
from adc.lowering.control.where_run import equal_where_run
from adc.lowering.indexing import remap
from adc.lowering.promotion import convert
from adc.lowering.store import Points, materialise
from adc.lowering.values import Array, View, of_view, place, places


def transpose(value: Array, axes: tuple[int, ...]) -> Array:
    """Axis k of the result is axis `axes[k]` of `value`."""
    shape = tuple(value.shape[a] for a in axes)
    return remap(value, shape, tuple(place(axes.index(a)) for a in range(value.rank)))


def expand_dims(value: Array, axes: tuple[int, ...]) -> Array:
    """`value` with extents of one inserted at the positions `axes` of the result."""
    rank = value.rank + len(axes)
    kept = [a for a in range(rank) if a not in axes]
    extents = iter(value.shape)
    shape = tuple(sympy.Integer(1) if a in axes else next(extents) for a in range(rank))
    return remap(value, shape, tuple(place(a) for a in kept))


def squeeze(value: Array, axes: tuple[int, ...]) -> Array:
    """`value` without the axes `axes`, whose extents are one."""
    kept = [a for a in range(value.rank) if a not in axes]
    index = tuple(
        sympy.Integer(0) if a in axes else place(kept.index(a)) for a in range(value.rank)
    )
    return remap(value, tuple(value.shape[a] for a in kept), index)


def flip(value: Array, axes: tuple[int, ...]) -> Array:
    index = tuple(
        value.shape[a] - 1 - place(a) if a in axes else place(a) for a in range(value.rank)
    )
    return remap(value, value.shape, index)


@dataclass(frozen=True)
class Group:
    """Neighbouring old axes whose elements become those of neighbouring new axes."""

    old: tuple[int, ...]
    new: tuple[int, ...]


def reshape(cx: Context, value: Array, shape: Shape, span: Span) -> Array:
    """`value` in a new shape, C order: a view or a copy by NumPy's rule."""
    old = tuple(cx.extent(n) for n in value.shape)
    shape = _infer(cx, old, shape, span)
    groups = _groups(cx, old, shape)
    if groups is None:
        _check_size(cx, old, shape, span)
        groups = [Group(tuple(range(len(old))), tuple(range(len(shape))))]
    merges = [g for g in groups if len(g.old) > 1]
    views = [way.view for way in value.stored if way.view is not None]
    if not merges or (views and all(_contiguous(cx, v, old, merges) for v in views)):
        index = _index_of(groups, old, shape)
        return remap(value, shape, index)
    result = _copy(cx, value, old, shape, groups)
    unknown = len(views) > 1 or _may_be_one(cx, old, merges)
    if views and result.view is not None and unknown:
        note_view_or_copy(cx, result.view, views, span)
    return result


def flat(cx: Context, value: Array) -> Array:
    """The elements of `value` in C order, where they are, whatever its strides."""
    if value.rank == 1:
        return value
    extents = tuple(cx.extent(n) for n in value.shape)
    index = _unravel(extents, tuple(range(value.rank)), place(0))
    size = sympy.expand(sympy.Mul(*extents))
    return remap(value, (size,), tuple(index[axis] for axis in range(value.rank)))


def note_view_or_copy(cx: Context, copy: View, views: list[View], span: Span) -> None:
    """`copy` holds the elements of one of `views`, of which NumPy may make a view."""
    cx.merged[copy.container] = ("", span)
    for view in views:
        cx.watch(view.container, copy.container, "", span)


def in_order(cx: Context, value: Array, span: Span) -> Array:
    """`value` itself where its elements lie one after the other in memory, else a copy: what
    `ravel` and `ascontiguousarray` begin with."""
    if all(is_contiguous(cx, way) for way in value.stored):
        return value
    views = [way.view for way in value.stored if way.view is not None]
    copy = replace(value, view=None, ways=())
    if all(_surely_apart(cx, view) for view in views):
        return copy
    made = materialise(cx, copy, "ordered")
    note_view_or_copy(cx, made, views, span)
    return of_view(made, value.dtype)


def _surely_apart(cx: Context, view: View) -> bool:
    """Whether neighbours along an axis of `view`, of two elements or more, lie elsewhere than they
    do in an array of its shape, whatever the sizes; what is empty has none."""
    extents = [cx.extent(n) for n in view.shape]
    strides = _strides(cx, view, len(extents))
    prover = cx.prover.copy()
    for extent in extents:
        prover.assume(extent - 1)
    dense = sympy.Integer(1)
    for extent, stride in zip(reversed(extents), reversed(strides or []), strict=False):
        other = prover.below(stride, dense) or prover.below(dense, stride)
        if other and prover.nonneg(extent - 2):
            return True
        dense = sympy.expand(dense * extent)
    return False


def _may_be_one(cx: Context, extents: Shape, merges: list[Group]) -> bool:
    """Whether an axis of a merged group may have one element; NumPy then may make a view."""
    axes = [a for g in merges for a in g.old]
    return any(not is_one(extents[a]) and not cx.prover.nonneg(extents[a] - 2) for a in axes)


def is_contiguous(cx: Context, value: Array) -> bool:
    """Whether the elements lie one after the other in memory."""
    if value.view is None:
        return False
    extents = tuple(cx.extent(n) for n in value.shape)
    whole = Group(tuple(range(value.rank)), (0,))
    strides = _strides(cx, value.view, value.rank)
    last = [s for s, n in zip(strides or [], extents, strict=False) if not is_one(n)][-1:]
    return _contiguous(cx, value.view, extents, [whole]) and last in ([], [1])


def _infer(cx: Context, old: Shape, shape: Shape, span: Span) -> Shape:
    """`shape` with its -1, if any, computed."""
    unknown = [k for k, n in enumerate(shape) if n == -1]
    if not unknown:
        return shape
    if len(unknown) > 1:
        raise AdcError.of("ADC0231", "more than one -1 in a shape", span, help="give the others")
    rest = sympy.Mul(*(n for n in shape if n != -1))
    total = sympy.Mul(*old)
    found = sympy.cancel(total / rest)
    numerator, denominator = sympy.fraction(found)
    if denominator != 1:
        found = shapes.floordiv(numerator, denominator)
        _assume_divisible(cx, numerator, denominator, span)
    return tuple(sympy.expand(found) if n == -1 else n for n in shape)


def _assume_divisible(cx: Context, total: sympy.Expr, part: sympy.Expr, span: Span) -> None:
    quotient = shapes.floordiv(total, part)
    equal_where_run(cx, total, quotient * part, "the reshape needs a whole number of rows", span)


def _check_size(cx: Context, old: Shape, new: Shape, span: Span) -> None:
    before, after = sympy.expand(sympy.Mul(*old)), sympy.expand(sympy.Mul(*new))
    if same(before, after):
        return
    difference = sympy.expand(before - after)
    if difference.is_number:
        raise AdcError.of(
            "ADC0231",
            f"an array of shape {show_shape(old)} cannot be reshaped to {show_shape(new)}",
            span,
            help="make the numbers of elements equal",
        )
    equal_where_run(cx, before, after, "the reshape keeps the number of elements", span)


def _groups(cx: Context, old: Shape, new: Shape) -> list[Group] | None:
    """Matches axes from the left wherever products of extents agree; None where they do not."""
    groups: list[Group] = []
    i = j = 0
    while i < len(old) or j < len(new):
        olds, news = [i] if i < len(old) else [], [j] if j < len(new) else []
        while not _equal_products(cx, old, new, olds, news):
            grown = _grow(cx, old, new, olds, news)
            if not grown:
                return None
        groups.append(Group(tuple(olds), tuple(news)))
        i, j = i + len(olds), j + len(news)
    return groups


def _product(extents: Shape, axes: list[int]) -> sympy.Expr:
    return sympy.expand(sympy.Mul(*(extents[a] for a in axes)))


def _equal_products(cx: Context, old: Shape, new: Shape, olds: list[int], news: list[int]) -> bool:
    a, b = _product(old, olds), _product(new, news)
    return same(formal(a), formal(b)) or cx.prover.equal(a, b)


def _grow(cx: Context, old: Shape, new: Shape, olds: list[int], news: list[int]) -> bool:
    """Adds the next axis on the side with the smaller product, as far as that can be told."""
    a, b = _product(old, olds), _product(new, news)
    quotient = sympy.cancel(b / a) if a != 0 else sympy.Integer(1)
    old_next = olds[-1] + 1 if olds else len(old)
    new_next = news[-1] + 1 if news else len(new)
    divides = sympy.fraction(quotient)[1] == 1
    if divides and old_next < len(old):
        olds.append(old_next)
        return True
    if new_next < len(new):
        news.append(new_next)
        return True
    if old_next < len(old):
        olds.append(old_next)
        return True
    return False


def _contiguous(cx: Context, view: View, extents: Shape, merges: list[Group]) -> bool:
    """Whether the axes of each merged group lie one inside the other in memory."""
    strides = _strides(cx, view, len(extents))
    if strides is None:
        return False
    for group in merges:
        axes = [a for a in group.old if not is_one(extents[a])]
        for outer, inner in pairwise(axes):
            if not same(strides[outer], strides[inner] * extents[inner]):
                return False
    return True


def _strides(cx: Context, view: View, rank: int) -> list[sympy.Expr] | None:
    found = layout(cx, view, rank)
    return None if found is None else found[1]


def layout(cx: Context, view: View, rank: int) -> tuple[sympy.Expr, list[sympy.Expr]] | None:
    """Where the first element lies in memory, and the distance between neighbours along each axis,
    in elements; None if that is not constant."""
    offset, width = sympy.Integer(0), sympy.Integer(1)
    for i, extent in zip(reversed(view.index), reversed(cx.containers[view.container].shape)):
        offset += i * width
        width *= extent
    offset = sympy.expand(offset)
    strides = [offset.coeff(place(a), 1) for a in range(rank)]
    rest = sympy.expand(offset - sum(s * place(a) for a, s in enumerate(strides)))
    used = {s.name for s in rest.free_symbols}.union(*(shapes.names(s) for s in strides))
    return None if any(n.startswith("?") for n in used) else (rest, strides)


def _linear(extents: Shape, axes: tuple[int, ...], position: Index) -> sympy.Expr:
    """The row-major position within the group `axes`."""
    result = sympy.Integer(0)
    for axis in axes:
        result = result * extents[axis] + position[axis]
    return result


def _unravel(extents: Shape, axes: tuple[int, ...], linear: sympy.Expr) -> dict[int, sympy.Expr]:
    """The positions along `axes` of the row-major position `linear`."""
    result: dict[int, sympy.Expr] = {}
    for axis in reversed(axes[1:]):
        result[axis] = shapes.floormod(linear, extents[axis])
        linear = shapes.floordiv(linear, extents[axis])
    if axes:
        result[axes[0]] = linear
    return result


def _index_of(groups: list[Group], old: Shape, new: Shape) -> Index:
    """The old position of each new one."""
    index: dict[int, sympy.Expr] = {}
    for group in groups:
        linear = _linear(new, group.new, places(len(new)))
        index |= _unravel(old, group.old, linear)
    return tuple(index[a] for a in range(len(old)))


def _copy(cx: Context, value: Array, old: Shape, new: Shape, groups: list[Group]) -> Array:
    """A fresh array in the new shape, filled group by group without divisions where possible."""
    view = cx.new_container(cx.new_name("reshaped"), value.dtype, new)
    if 0 in new:
        return of_view(view, value.dtype)
    extents: list[sympy.Expr] = []
    slots: list[tuple[Group, bool, range]] = []
    for group in groups:
        by_new = len(group.old) == 1
        axes = [new[a] for a in group.new] if by_new else [old[a] for a in group.old]
        slots.append((group, by_new, range(len(extents), len(extents) + len(axes))))
        extents += axes
    points = Points(cx, tuple(extents))
    source: dict[int, sympy.Expr] = {}
    target: dict[int, sympy.Expr] = {}
    for group, by_new, where in slots:
        given, other = (target, source) if by_new else (source, target)
        mine, theirs = (group.new, group.old) if by_new else (group.old, group.new)
        given |= dict(zip(mine, (points.position[k] for k in where), strict=True))
        sizes, others = (new, old) if by_new else (old, new)
        position = tuple(given.get(a, sympy.Integer(0)) for a in range(len(sizes)))
        other |= _unravel(others, theirs, _linear(sizes, mine, position))
    expr = value.at(tuple(source[a] for a in range(len(old))))
    where_to = tuple(target[a] for a in range(len(new)))
    cx.emit(view, where_to, Update.ASSIGN, convert(expr, value.dtype), points.dims)
    return of_view(view, value.dtype)
