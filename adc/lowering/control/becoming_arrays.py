"""Numbers that loops make arrays of, and arrays that loops make numbers of."""

from __future__ import annotations

from dataclasses import dataclass, replace

import sympy

from adc.frontends import surface
from adc.ir import shapes
from adc.lowering.context import Context
from adc.lowering.control.after_loops import Bounds
from adc.lowering.control.carried import Carried
from adc.lowering.control.first_trips import first_trip_key
from adc.lowering.control.returns import meant
from adc.lowering.filled import Filled, Fillings, joined
from adc.lowering.numbers_on_paths import (
    is_zero_on_paths,
    may_be_number,
    number_on_a_path,
    stands_for_none,
)
from adc.lowering.values import Array, Value


@dataclass(frozen=True)
class Begun:
    """The names that iterations may begin with as numbers, with the containers that take arrays of
    them, too, and what these are `filled` with; and what was known of all numbers `before` the
    loop."""

    names: dict[str, str]
    before: Fillings
    filled: Fillings


def mark_numbers(
    cx: Context, places: dict[str, Array], entry: dict[str, Value], carried: Carried
) -> Begun:
    """Numbers that become arrays in a loop are numbers still until its body makes arrays of them,
    and an iteration may leave numbers to the next."""
    before, found = dict(cx.stretched), {}
    for container in carried.nonzero & cx.stretched.keys():
        cx.stretched[container] = replace(cx.stretched[container], zero=False)
    for name, place in places.items():
        unsure = may_be_number(cx, entry[name]) or name in carried.numbers
        if place.shape and place.view and unsure and not stands_for_none(cx, name, entry[name]):
            found[name] = place.view.container
            zero = name not in carried.nonzero
            if may_be_number(cx, entry[name]):
                zero &= is_zero_on_paths(cx, entry[name])
            cx.stretched[place.view.container] = Filled(meant(name), zero, looped=True)
    return Begun(found, before, {c: cx.stretched[c] for c in found.values()})


def settled_numbers(
    cx: Context, loop: surface.For | surface.While, bounds: Bounds, entry: dict[str, Value],
    places: dict[str, Array], begun: Begun, carried: Carried,
) -> bool:  # fmt: skip
    """Whether the body was lowered knowing which of its arrays iterations leave as numbers; if so,
    what are numbers after the loop is noted."""
    ends = {n for n, place in places.items() if place.shape and _ends_as_number(cx, n)}
    carried.numbers |= ends - begun.names.keys()
    changed = _changed_zeros(cx, places, begun, ends) - carried.nonzero
    carried.nonzero |= changed
    if changed or not ends <= begun.names.keys():
        return False
    _after_running(cx, loop, bounds, entry, places, begun)
    if begun.names and bounds.surely:  # behind the first iteration, names may be arrays surely
        cx.told.first_trips.add(first_trip_key(loop))
    return True


def _changed_zeros(cx: Context, places: dict[str, Array], begun: Begun, ends: set[str]) -> set[str]:
    """The names and containers whose numbers are 0 at the start of the body, and not at its end."""
    names = {n for n in ends if not is_zero_on_paths(cx, cx.scope.names[n])}
    after = cx.stretched
    others = {c for c, f in begun.before.items() if f.zero and c in after and not after[c].zero}
    return names | (others - {p.view.container for p in places.values() if p.view})


def _ends_as_number(cx: Context, name: str) -> bool:
    return name in cx.scope.names and may_be_number(cx, cx.scope.names[name])


def _after_running(
    cx: Context, loop: surface.For | surface.While, bounds: Bounds, entry: dict[str, Value],
    places: dict[str, Array], begun: Begun,
) -> None:  # fmt: skip
    """What has `begun` as a number is an array after the loop where the end of its body has arrays
    and the loop runs: that is assumed of what begins as a number in any case."""
    runs = cx.prover.at_most(bounds.low, bounds.high)
    runs = runs or (isinstance(loop, surface.While) and loop.surely)
    sizes = shapes.names(sympy.Tuple(bounds.low, bounds.high)) <= cx.symbols
    for name, container in begun.names.items():
        begins = number_on_a_path(cx, entry[name])
        if _ends_as_number(cx, name):
            cx.stretched[container] = begun.filled[container]
        elif runs:
            cx.stretched.pop(container, None)
        elif may_be_number(cx, entry[name]) and (begins or not sizes or cx.in_branch):
            cx.stretched[container] = begun.filled[container]
        else:
            cx.stretched.pop(container, None)
            if not begins and may_be_number(cx, entry[name]):
                reason = f"`{name.strip()}` becomes an array in the loop"
                way = "<" if bounds.step > 0 else ">"
                cx.assume(bounds.start, way, bounds.stop, reason, loop.span)
    if not runs:
        cx.stretched = joined(begun.before, cx.stretched)
