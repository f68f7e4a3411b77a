"""Elemental procedures with arrays as arguments: a loop over the elements (Fortran 2018, 15.8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace

import sympy

from adc.diagnostics import Span
from adc.frontends import surface
from adc.ir.enums import Update
from adc.ir.node import Node
from adc.ir.nodes import Loop
from adc.ir.shapes import Shape, floordiv, symbol
from adc.lowering.binding import complex_parts, stem_of
from adc.lowering.broadcasting import broadcast, stretched
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context, containers_read
from adc.lowering.control.misfits import guard
from adc.lowering.control.regions import Region
from adc.lowering.fortran.association import extent_of
from adc.lowering.inlining import inline
from adc.lowering.integers.prover import Range
from adc.lowering.promotion import as_array
from adc.lowering.store import materialise
from adc.lowering.values import (
    Array,
    Complex,
    Integer,
    Nothing,
    UserFunction,
    Value,
    View,
    of_view,
    places,
)


def by_elements(cx: Context, function: UserFunction, site: CallSite) -> Value:
    """A call with at least one array: the value is an array of the values for the elements."""
    given = _given(site)
    own = _own_ranks(function, given)
    arrays = {
        k: in_memory_parts(cx, v)
        for k, v in given.items()
        if isinstance(v, (Array, Complex)) and len(v.shape) > own[k]
    }
    shapes = [a.shape[: len(a.shape) - own[k]] for k, a in arrays.items()]
    shape = broadcast(cx, shapes, "the elemental call", site.span)
    position = tuple(symbol(cx.new_name("element")) for _ in shape)
    given |= _taken_before(cx, given, arrays)
    with cx.block() as body, over(cx, position, shape) as regions:
        parts = {k: element_parts(a, shape, position, own[k]) for k, a in arrays.items()}
        elements = given | parts
        part = replace(
            site, arguments=tuple(elements[n] for n in range(len(site.arguments))),
            keywords={k: elements[k] for k in site.keywords},
        )  # fmt: skip
        value = inline(cx, function.function, part)
        result = None
        if not isinstance(value, Nothing):
            result = stored_parts(cx, function.function.name, value, shape, position, site.span)
    cx.body.extend(looped(cx, body, shape, regions))
    return value if result is None else result


def _taken_before(
    cx: Context, given: Mapping[int | str, Value], arrays: Mapping[int | str, Array | Complex]
) -> dict[int | str, Value]:
    """The arguments that are computed from arrays which the calls for elements may change, as they
    are before the first one."""
    seen = set().union(*map(_read, arrays.values()))
    return {
        k: in_memory_parts(cx, v) for k, v in given.items()
        if k not in arrays and isinstance(v, (Array, Complex)) and _read(v) & seen
    }  # fmt: skip


def _read(value: Array | Complex) -> set[str]:
    parts = (value.re, value.im) if isinstance(value, Complex) else (value,)
    return {c for part in parts for c in containers_read(part)}


def takes_arrays(function: UserFunction, site: CallSite) -> bool:
    """Whether a call of an elemental procedure is one for each element of arrays."""
    given = _given(site)
    own = _own_ranks(function, given)
    return any(isinstance(v, (Array, Complex)) and len(v.shape) > own[k] for k, v in given.items())


def _given(site: CallSite) -> dict[int | str, Value]:
    given: dict[int | str, Value] = dict(enumerate(site.arguments))
    given.update(site.keywords)
    return given


def _own_ranks(function: UserFunction, given: dict[int | str, Value]) -> dict[int | str, int]:
    """How many dimensions the parameters that are `given` have in the procedure."""
    ranks = dict(function.function.ranks)
    return {k: ranks.get(k, 0) if isinstance(k, str) else 0 for k in given}


def implied(cx: Context, expr: surface.Implied) -> Value:
    """The values of an implied DO, one after the other in a vector."""
    start, stop = extent_of(cx, expr.start), extent_of(cx, expr.stop)
    count = floordiv(sympy.expand(stop - start if expr.step > 0 else start - stop), abs(expr.step))
    number = cx.extent(sympy.expand(count + 1))
    place = symbol(cx.new_name("element"))
    with cx.block() as body, over(cx, (place,), (number,)) as regions:
        cx.scope.names[expr.var] = Integer(sympy.expand(start + expr.step * place))
        value = cx.evaluate(expr.item)
        result = stored_parts(cx, "items", value, (number,), (place,), expr.span)
    cx.body.extend(looped(cx, body, (number,), regions))
    return result


def in_memory_parts(cx: Context, value: Array | Complex) -> Array | Complex:
    if isinstance(value, Complex):
        return Complex((in_memory(cx, value.re), in_memory(cx, value.im)))
    return in_memory(cx, value)


def in_memory(cx: Context, value: Array) -> Array:
    if value.view is not None:
        return value
    return of_view(materialise(cx, value, "tmp"), value.dtype)


def element_parts(
    array: Array | Complex, shape: Shape, position: tuple[sympy.Symbol, ...], own: int = 0
) -> Array | Complex:
    """The element at `position` of what `array` is in the shape of all arguments: an array of its
    last `own` dimensions."""
    if isinstance(array, Complex):
        re, im = (element_parts(part, shape, position, own) for part in (array.re, array.im))
        return Complex((re, im))
    last = array.shape[len(array.shape) - own :]
    first = replace(array, shape=array.shape[: len(array.shape) - own])
    return element(array, (*stretched(first, shape, position), *places(own)), last)


def element(array: Array, position: tuple[sympy.Expr, ...], shape: Shape = ()) -> Array:
    assert array.view is not None
    return of_view(array.view.select(shape, position), array.dtype)


def stored_parts(
    cx: Context, name: str, value: Value, shape: Shape, position: tuple[sympy.Symbol, ...],
    span: Span,
) -> Array | Complex:  # fmt: skip
    """The value for one element in its place of a new array."""
    if not isinstance(value, Complex):
        return stored(cx, name, as_array(value, span), shape, position)
    names = (stem_of(n) for n in complex_parts(name))
    parts = zip(names, (value.re, value.im), strict=True)
    return Complex(tuple(stored(cx, n, part, shape, position) for n, part in parts))


def stored(
    cx: Context, name: str, value: Array, shape: Shape, position: tuple[sympy.Symbol, ...]
) -> Array:
    view = cx.new_container(cx.user_name(name), value.dtype, shape)
    whole = View(view.container, shape, view.index)
    cx.emit(whole, position, Update.ASSIGN, value.at(()), ())
    return of_view(whole, value.dtype)


@contextmanager
def over(cx: Context, position: tuple[sympy.Symbol, ...], shape: Shape) -> Iterator[list[Region]]:
    """What is lowered inside is run for all positions: the bodies of the loops, outermost first."""
    regions: list[Region] = []
    with ExitStack() as stack:
        for place, extent in zip(position, shape, strict=True):
            bound = Range(place, sympy.Integer(0), extent - 1)
            cx.prover.ranges.append(bound)
            regions.append(stack.enter_context(cx.within(Region(range=bound))))
        stack.enter_context(cx.known_inside())
        yield regions
    del cx.prover.ranges[len(cx.prover.ranges) - len(shape) :]


def looped(cx: Context, body: list[Node], shape: Shape, regions: list[Region]) -> tuple[Node, ...]:
    """`body` in the loops over all positions, the last axis innermost."""
    for region, extent in reversed(list(zip(regions, shape, strict=True))):
        assert region.range is not None
        guard(cx, region, body)
        var = region.range.var.name
        body = [Loop(var, sympy.Integer(0), extent, 1, tuple(body), cx.span)]
    return tuple(body)
