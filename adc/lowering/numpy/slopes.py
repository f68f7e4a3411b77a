"""What templates/numpy asks of adc where a function is minimised: its exact slopes, and values that
a search has found.

`adc_tangent(way, place, f, *args)` is the derivative of `f(*args)` where the argument number
`place` moves along `way` and all else stays: the call is written out here, and what it says is
preceded by its tangents. `adc_tangent_of_all(way, rest, place, f, *args)` is the same where each
number moves by `rest`, too, that the call reads and is not given. `adc_held(x, tolerance)` is `x`,
which was found to that tolerance by a way that has no part in derivatives. `adc_called(f, *args)`
is `f(*args)`, which has to change nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError, InternalError
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import reads
from adc.ir.node import Body
from adc.ir.walking import expressions_in, written_in
from adc.lowering.asked_slopes import Question
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context, containers_read
from adc.lowering.effects import noting_changes
from adc.lowering.elementwise import combine
from adc.lowering.integers.folding import folded
from adc.lowering.learned import ComputedPositionsError
from adc.lowering.linear_algebra import zeroed
from adc.lowering.numpy.integrands import stepped, switched
from adc.lowering.numpy.piecewise import piecewise
from adc.lowering.promotion import convert
from adc.lowering.store import Points, materialise, store
from adc.lowering.values import Array, Bound, Integer, UserFunction, Value, View, of_view

Apply = Callable[[Context, Value, CallSite], Value]
Handler = Callable[[Context, CallSite], Value]


def slope(cx: Context, site: CallSite, apply: Apply) -> Value:
    """The derivative of a call along a direction."""
    way, place, function, *arguments = site.arguments
    return _slope(cx, site, apply, way, site.number(place, "place"), None, function, arguments)


def slope_of_all(cx: Context, site: CallSite, apply: Apply) -> Value:
    """The derivative of a call, where what it reads besides moves, too."""
    way, rest, place, function, *arguments = site.arguments
    given: list[Value] = []
    for argument in arguments:
        array = site.array(argument)
        view = materialise(cx, array, "given")
        given.append(of_view(view, array.dtype, weak=array.weak, boxed=array.boxed))
    number = site.number(place, "place")
    return _slope(cx, site, apply, way, number, site.array(rest), function, given)


def _slope(
    cx: Context, site: CallSite, apply: Apply, way: Value, number: int, rest: Array | None,
    function: Value, arguments: list[Value],
) -> Value:  # fmt: skip
    """The derivative of `function(*arguments)`."""
    moved = site.array(arguments[number])
    if cx.slopes is None:
        raise InternalError("nothing tells slopes")
    direction = cx.new_container(cx.new_name("way"), moved.dtype, moved.shape)
    store(cx, direction, moved.dtype, site.array(way), site.span)
    with _written_out(cx):
        at = materialise(cx, moved, "at")
        start = len(cx.body)
        arguments[number] = of_view(
            at, moved.dtype, weak=moved.weak, stable=not moved.shape, boxed=moved.boxed
        )
        spans = (site.span,) * len(arguments)
        inner = replace(site, name="", arguments=tuple(arguments), spans=spans)
        value = apply(cx, function, inner)
        found = _floating(cx, site, value)
    body, before = tuple(cx.body[start:]), cx.body[:start]
    moving = [(at.container, direction.container)]
    if rest is not None:
        own = {at.container, *(c for a in arguments for c in containers_read(site.array(a)))}
        cx.body[:] = before
        moving += _moved_by(cx, rest, body, own)
        before = cx.body[:]
    question = Question(
        body, cx.containers, tuple(moving), found.container, frozenset(cx.taken), cx.new_name
    )
    answer = cx.slopes(question)
    cx.body[:] = (*before, *answer.body)
    for container in answer.containers:
        cx.containers[container.name] = container
        cx.taken.add(container.name)
    dtype = cx.containers[found.container].dtype
    if answer.slope is None:
        return zeroed(cx, "slope", dtype, found.shape)
    return of_view(View(answer.slope, found.shape, found.index), dtype)


def _moved_by(cx: Context, rest: Array, body: Body, given: set[str]) -> Iterator[tuple[str, str]]:
    """The containers of floating numbers that `body` reads as they were before it, and those of
    their directions, which are filled here; none of those that are `given`."""
    read = {r.container for e in expressions_in(body) for r in reads(e[1])}
    for name in sorted(read - given - {*written_in(body)}):
        container = cx.containers[name]
        if container.dtype.is_float:
            way = cx.new_container(cx.new_name("way"), container.dtype, container.shape)
            points = Points(cx, way.shape)
            value = convert(rest.at(()), container.dtype)
            cx.emit(way, points.position, Update.ASSIGN, value, points.dims)
            yield name, way.container


def _floating(cx: Context, site: CallSite, value: Value) -> View:
    """What the call gives, in a container of its own."""
    array = site.array(value)
    dtype = array.dtype if array.dtype.is_float else DType.FLOAT64
    return materialise(cx, array, "value", dtype=dtype)


@contextmanager
def _written_out(cx: Context) -> Iterator[None]:
    """Calls inside are written out, so that their statements have tangents here."""
    kept, cx.keep = cx.keep, None
    try:
        yield
    finally:
        cx.keep = kept


def held(cx: Context, site: CallSite) -> Value:
    bound = site.bind("x tolerance")
    value, tolerance = site.array(bound["x"]), site.array(bound["tolerance"])
    dtype = value.dtype if value.dtype.is_float else DType.FLOAT64
    return combine(
        cx, [value, tolerance], dtype,
        lambda x, y: build.apply("held", convert(x, dtype), convert(y, dtype)), "`held`", site.span,
    )  # fmt: skip


def parameters(cx: Context, site: CallSite) -> Value:
    """How many arguments a function of the source takes by position, `self` left out; 0 where it
    takes any number."""
    function = site.bind("f")["f"]
    own = function.function if isinstance(function, (UserFunction, Bound)) else None
    if own is None:
        raise site.error(
            "adc cannot tell how many arguments the function takes", help="use a `def`"
        )
    if any(p.star == "*" for p in own.parameters):
        return Integer(sympy.Integer(0))
    by_place = [p for p in own.parameters if not p.star and not p.keyword_only]
    return Integer(sympy.Integer(len(by_place) - isinstance(function, Bound)))


def infinite(cx: Context, site: CallSite) -> Value:
    """1 for the literal infinity, -1 for the negative one, 0 for anything else."""
    value = site.bind("x")["x"]
    found = folded(value.at(())) if isinstance(value, Array) and not value.shape else None
    sign = (found > 0.0) - (found < 0.0) if found is not None and math.isinf(found) else 0
    return Integer(sympy.Integer(sign))


def known(cx: Context, site: CallSite) -> Value:
    """1 for a number that stands in the source, 0 for anything else."""
    value = site.bind("x")["x"]
    scalar = isinstance(value, Array) and not value.shape
    found = folded(value.at(())) if isinstance(value, Array) and scalar else None
    return Integer(sympy.Integer(isinstance(value, Integer) or found is not None))


def position(cx: Context, site: CallSite) -> Value:
    """The same integer: one that is computed may be a position, without an attempt that fails."""
    if not cx.learned.picks:
        raise ComputedPositionsError
    return site.bind("k")["k"]


def called(cx: Context, site: CallSite, apply: Apply) -> Value:
    """The value of a call that changes nothing, also not what it is given; ADC0220 else."""
    function, *arguments = site.arguments
    inner = replace(site, name="", arguments=tuple(arguments), spans=site.spans[1:])
    with noting_changes(cx) as changed:
        value = apply(cx, function, inner)
    if changed:
        raise AdcError.of(
            "ADC0220",
            "a function that a library calls changes what is there before: what it is given,"
            " or a variable from around it", site.span,
            help="have it change only what it makes: `y = np.array(y)`, `dy = np.zeros(len(y))`",
        )  # fmt: skip
    return value


#: What calls what it is given, in ways of its own.
CALLING: dict[str, Callable[[Context, CallSite, Apply], Value]] = {
    "numpy.piecewise": piecewise, "adc.slope": slope, "adc.called": called,
    "adc.slope_of_all": slope_of_all,
}  # fmt: skip

TABLE: dict[str, Handler] = {
    "adc.held": held, "adc.parameters": parameters, "adc.infinite": infinite,
    "adc.stepped": stepped, "adc.switched": switched, "adc.known": known,
    "adc.position": position,
}  # fmt: skip
