"""What names mean after a loop, from the values that its variable takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import sympy

from adc.frontends import surface
from adc.ir import shapes
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role
from adc.ir.expressions import Read, index_names
from adc.ir.nodes import Loop, While
from adc.lowering import elementwise
from adc.lowering.closures import made_once
from adc.lowering.context import Context
from adc.lowering.control.flagging import assignment
from adc.lowering.integers.prover import Range
from adc.lowering.merging import same_value
from adc.lowering.plain_values import IntegerRange
from adc.lowering.undecided import ByData, is_number
from adc.lowering.values import (
    Array,
    Bound,
    Complex,
    Grown,
    Held,
    Integer,
    Method,
    Selected,
    Undefined,
    UserFunction,
    Value,
    Vectorised,
    View,
    anywhere,
    of_view,
)


@dataclass(frozen=True)
class Bounds:
    """`range(start, stop, step)`, and the first and last values as an interval. `limit`: the most
    iterations of a `while`, if they are known, `surely` by its condition alone."""

    start: sympy.Expr
    stop: sympy.Expr
    step: int
    limit: sympy.Expr | None = None
    surely: bool = True

    def range_of(self, variable: sympy.Symbol) -> Range:
        """The values of the loop's variable where its body is run."""
        high = self.high if self.limit is None else self.limit - 1
        return Range(variable, self.low, high, self.ends)

    @property
    def low(self) -> sympy.Expr:
        return self.start if self.step > 0 else sympy.expand(self.stop + 1)

    @property
    def high(self) -> sympy.Expr:
        return sympy.expand(self.stop - 1) if self.step > 0 else self.start

    @property
    def ends(self) -> tuple[sympy.Expr, sympy.Expr] | None:
        """The least and the greatest value where steps are larger than 1."""
        if abs(self.step) == 1:
            return None
        return (self.start, self.last) if self.step > 0 else (self.last, self.start)

    @property
    def trips(self) -> sympy.Expr:
        """The number of iterations; not above 0 where there are none."""
        return shapes.floordiv(self.high - self.low, abs(self.step)) + 1

    def before(self, variable: sympy.Expr) -> sympy.Expr:
        """How many iterations are done where the loop has its `variable`."""
        way = variable - self.start if self.step > 0 else self.start - variable
        return sympy.expand(way) if abs(self.step) == 1 else shapes.floordiv(way, abs(self.step))

    @property
    def last(self) -> sympy.Expr:
        """The variable's last value, where the loop runs at all."""
        if abs(self.step) == 1:
            return self.high if self.step > 0 else self.low
        trips = shapes.floordiv(self.high - self.low, abs(self.step))
        return sympy.expand(self.start + self.step * trips)


def target_of(loop: surface.For | surface.While) -> str:
    """The name of the loop's variable; "" where the source has none."""
    if isinstance(loop, surface.For):
        return loop.target
    return loop.counted.target if loop.counted else ""


def after(
    cx: Context,
    loop: surface.For | surface.While,
    bounds: Bounds,
    at_start: dict[str, Value],
    places: Mapping[str, Value],
    here: sympy.Expr,
) -> None:
    """What the names mean after the loop; what only its body binds needs that it ran. `here` is the
    loop's variable in an iteration."""
    runs = cx.prover.at_most(bounds.low, bounds.high)
    read = bool(shapes.entries(bounds.start) or shapes.entries(bounds.stop))
    runs = runs or (isinstance(loop, surface.While) and loop.surely)
    inside = dict(cx.scope.names)
    names: dict[str, Value] = {}
    target = target_of(loop)
    own = same_value(inside.get(target), Integer(here))  # and not one that the body binds to it
    left_early = isinstance(loop, surface.While) and own
    for name, value in inside.items():
        if name in places:
            names[name] = places[name]
        elif name in at_start and same_value(value, at_start[name]):
            names[name] = value
        elif left_early and name == target:
            names[name] = unknown_after(name, loop, name in at_start)
        elif runs and (name != target or not own) and _is_data(value):
            names[name] = last_value(cx, name, value, loop, bounds)
        elif runs and isinstance(loop, surface.For) and name == target and own:
            names[name] = Integer(bounds.last)
        elif (
            isinstance(loop, surface.For)
            and name == target
            and own
            and isinstance(at_start.get(name), Integer)
            and not read
        ):
            names[name] = last_or_before(cx, bounds, at_start[name])
        else:
            unknown = unknown_after(name, loop, name in at_start)
            one = not read and name not in at_start
            if one and isinstance(value, (Array, Integer, Complex, ByData, Selected)):
                last = last_value(cx, name, value, loop, bounds)
                if not isinstance(last, Undefined):
                    unknown = replace(unknown, value=last, **_ran(cx, loop, bounds))
            names[name] = unknown
    cx.scope.names = names
    if left_early and target in cx.scope.live_after.get(id(loop), ()):
        names[target] = _where_left(cx, loop, here, at_start.get(target), runs)


def kept_count(cx: Context, made: While) -> str:
    """The container that is given the number of iterations that `made` has run."""
    copy = cx.new_name(made.trips)
    cx.containers[copy] = Container(copy, DType.INT64, (), Role.LOCAL, span=made.span)
    cx.body.append(assignment(copy, Read(made.trips, (), DType.INT64), made.span))
    return copy


def _where_left(
    cx: Context, loop: surface.For | surface.While, here: sympy.Expr, before: Value | None,
    runs: bool,
) -> Value:  # fmt: skip
    """The variable of a loop that data may end early, `here` in an iteration: by the number of
    iterations that were run, an integer that the program computes."""
    made, name = cx.body[-1], target_of(loop)
    assert isinstance(made, While)
    trips = of_view(View(kept_count(cx, made), (), ()), DType.INT64, weak=True)
    first = shapes.substitute(here, {made.var: sympy.Integer(0)})
    step = shapes.substitute(here, {made.var: sympy.Integer(1)}) - first
    last = elementwise.arithmetic(cx, "sub", [trips, Integer(sympy.Integer(1))], loop.span)
    if step != 1:
        last = elementwise.arithmetic(cx, "mul", [Integer(sympy.expand(step)), last], loop.span)
    if first != 0:
        last = elementwise.arithmetic(cx, "add", [Integer(first), last], loop.span)
    if runs:
        return last
    if before is None:
        return replace(unknown_after(name, loop, False), value=last, trips=made.trips)
    whole = isinstance(before, Integer) or (
        isinstance(before, Array) and not before.shape and before.dtype is DType.INT64
    )
    if not whole:
        return unknown_after(name, loop, True)
    ran = elementwise.compare(cx, "gt", [trips, Integer(sympy.Integer(0))], loop.span)
    return elementwise.where(cx, [ran, last, before], loop.span, weak_ok=True)


def _is_data(value: Value) -> bool:
    """Whether the value of the last iteration may be asked for after the loop."""
    held = isinstance(value, Held) and not is_number(value)
    return not held and not isinstance(value, (Undefined, Grown))


def _ran(
    cx: Context, loop: surface.For | surface.While, bounds: Bounds
) -> dict[str, Any]:  # fmt: skip
    """What tells whether the loop has run, as fields of `Undefined`."""
    made = cx.body[-1]
    if isinstance(loop, surface.For):
        return {"slack": sympy.expand(bounds.high - bounds.low)}
    return {"trips": made.trips} if isinstance(made, While) else {}


def last_or_before(cx: Context, bounds: Bounds, before: Value) -> Value:
    """The loop's variable after the loop: its last value, or where the loop does not run the one
    that it had before."""
    assert isinstance(before, Integer)
    value = shapes.choose(sympy.expand(bounds.low - bounds.high - 1), bounds.last, before.value)
    return Integer(value)


def unknown_after(name: str, loop: surface.For | surface.While, had_value: bool) -> Undefined:
    if had_value:
        return Undefined(
            "has a value of another kind where this loop does not run",
            f"use another name than `{name}` inside the loop", loop.span,
        )  # fmt: skip
    return Undefined(
        "is only assigned inside a loop that may not run",
        f"give `{name}` a value before the loop",
        loop.span,
    )


def _last_whole(cx: Context, value: Value, last: Callable[[Value], Value]) -> Value:
    """A complex number, or a function or method that the loop makes, with the `last` values of its
    parts, its owner, its defaults and what it takes along."""
    unknown: list[Undefined] = []

    def part(_: str, value: Value) -> Value:
        if isinstance(value, Held) and not isinstance(value, Complex):
            return replace(value, items=tuple(part("", item) for item in value.items))
        found = last(value)
        if isinstance(found, Undefined) and not isinstance(value, Undefined):
            unknown.append(found)
        return found

    if isinstance(value, (Complex, ByData)):
        value = replace(value, items=tuple(part("", v) for v in value.items))
    elif isinstance(value, Bound):
        value = replace(value, owner=part("", value.owner))
    elif isinstance(value, Method):
        owner = part("", value.owner)
        value = replace(value, owner=owner) if isinstance(owner, (Array, Complex)) else value
    elif isinstance(value, Vectorised):
        made = _last_whole(cx, value.function, last)
        if isinstance(made, Undefined):
            return made
        value = replace(value, function=made) if isinstance(made, UserFunction) else value
    elif isinstance(value, UserFunction):
        value = replace(value, defaults=tuple((n, part(n, v)) for n, v in value.defaults))
        if all(value.scope is not scope for scope in cx.scopes):
            value = made_once(value, part)
    return unknown[0] if unknown else value


def last_value(
    cx: Context, name: str, value: Value, loop: surface.For | surface.While, bounds: Bounds
) -> Value:
    """`value` of the last iteration: loop variables in it have their last value."""
    if isinstance(value, (Complex, ByData, UserFunction, Vectorised, Bound, Method)):
        return _last_whole(cx, value, lambda part: last_value(cx, name, part, loop, bounds))
    made = cx.body[-1]
    assert isinstance(made, (Loop, While)), "the loop that has just been lowered"
    variable = made.var
    if isinstance(loop, surface.While) and isinstance(value, (Integer, IntegerRange)):
        if variable in shapes.names(sympy.Tuple(*vars(value).values())):
            return Undefined(
                "is an integer that depends on when the loop ends",
                f"keep it as a float, or count in `{name}` from before the loop", loop.span,
            )  # fmt: skip
        return value
    if isinstance(value, Integer):
        return Integer(shapes.substitute(value.value, {variable: bounds.last}))
    if isinstance(value, IntegerRange):
        return value.substituted({variable: bounds.last})
    if isinstance(value, Array) and not value.shape and variable in index_names(value.at(())):
        return Undefined(
            "is read from an array by a variable of the loop",
            f"give `{name}` a value before the loop, too", loop.span,
        )  # fmt: skip
    if isinstance(value, Array) and value.in_memory:
        indices = [i for way in value.stored if way.view for i in way.view.index]
        used = shapes.names(sympy.Tuple(*value.shape, *indices))
        if variable in used:
            return Undefined(
                "is bound to a part that changes with the loop", "index the array after the loop",
                loop.span,
            )  # fmt: skip
    parts = [value.array, value.mask] if isinstance(value, Selected) else [value]
    arrays = [part for part in parts if isinstance(part, Array) and part.shape]
    if any(variable in index_names(anywhere(array)) for array in arrays):
        return Undefined(
            "is computed of what the loop's variable picks", f"copy it: `{name} = {name}.copy()`",
            loop.span,
        )  # fmt: skip
    return value
