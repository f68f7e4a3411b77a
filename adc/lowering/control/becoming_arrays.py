"""Numbers that loops make arrays of, and arrays that loops make numbers of."""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.ir import shapes
from adc.lowering.context import Context
from adc.lowering.control.after_loops import Bounds
from adc.lowering.control.carried import Carried
from adc.lowering.control.returns import meant
from adc.lowering.numbers_on_paths import may_be_number, note_number, number_on_a_path
from adc.lowering.values import Array, Integer, Value


@dataclass(frozen=True)
class Begun:
    """The names that iterations may begin with as numbers, with the containers that take arrays of
    them, too; and what was known of all numbers `before` the loop."""

    names: dict[str, str]
    before: dict[str, str]


def mark_numbers(
    cx: Context, places: dict[str, Array], entry: dict[str, Value], carried: Carried
) -> Begun:
    """Numbers that become arrays in a loop are numbers still until its body makes arrays of them,
    and an iteration may leave numbers to the next."""
    before, found = dict(cx.stretched), {}
    for name, place in places.items():
        unsure = may_be_number(cx, entry[name]) or name in carried.numbers
        if place.shape and place.view and unsure:
            found[name] = place.view.container
            cx.stretched[place.view.container] = meant(name)
    return Begun(found, before)


def settled_numbers(
    cx: Context, loop: surface.For | surface.While, bounds: Bounds, entry: dict[str, Value],
    places: dict[str, Array], begun: Begun, carried: Carried,
) -> bool:  # fmt: skip
    """Whether the body was lowered knowing which of its arrays iterations leave as numbers; if so,
    what are numbers after the loop is noted."""
    ends = {n for n, place in places.items() if place.shape and _ends_as_number(cx, n)}
    carried.numbers |= ends - begun.names.keys()
    if not ends <= begun.names.keys():
        return False
    _after_running(cx, loop, bounds, entry, places, begun)
    _grown_by_running(cx, loop, bounds, entry, places)
    return True


def _ends_as_number(cx: Context, name: str) -> bool:
    return name in cx.scope.names and may_be_number(cx, cx.scope.names[name])


def _after_running(
    cx: Context, loop: surface.For | surface.While, bounds: Bounds, entry: dict[str, Value],
    places: dict[str, Array], begun: Begun,
) -> None:  # fmt: skip
    """What has `begun` as a number is an array after the loop where the end of its body has arrays,
    and what may have been one before is so still where the loop may not run."""
    runs = cx.prover.at_most(bounds.low, bounds.high)
    runs = runs or (isinstance(loop, surface.While) and loop.surely)
    for name, container in begun.names.items():
        begins = number_on_a_path(cx, entry[name])
        if _ends_as_number(cx, name):
            note_number(cx, name, [cx.scope.names[name]], places[name])
        elif runs or not begins:
            cx.stretched.pop(container, None)
    if not runs:
        cx.stretched = begun.before | cx.stretched


def _grown_by_running(
    cx: Context, loop: surface.For | surface.While, bounds: Bounds, entry: dict[str, Value],
    places: dict[str, Array],
) -> None:  # fmt: skip
    """A number that becomes an array in the loop is one only if the loop runs: assume that."""
    for name, place in places.items():
        value = entry[name]
        was_number = isinstance(value, Integer) or (isinstance(value, Array) and not value.shape)
        if not place.shape or not was_number or cx.prover.at_most(bounds.low, bounds.high):
            continue
        if cx.in_branch or not shapes.names(sympy.Tuple(bounds.low, bounds.high)) <= cx.symbols:
            raise AdcError.of(
                "ADC0212",
                f"`{name.strip()}` is a number before the loop and an array after it",
                loop.span,
                help=f"start `{name.strip()}` as an array of its final shape",
            )
        reason = f"`{name.strip()}` becomes an array in the loop"
        cx.assume(bounds.start, "<" if bounds.step > 0 else ">", bounds.stop, reason, loop.span)
