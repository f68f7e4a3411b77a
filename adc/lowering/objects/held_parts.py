"""Tuples and objects that loops and branches bind anew: each of their parts is a variable.

Where paths meet, `s` with the fields `u` and `v` is two names, `s.u` and `s.v`, as if these were
variables of the source. What is of another form on another path is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.lowering.absent.unread import is_unread
from adc.lowering.binding import complex_parts
from adc.lowering.context import Context
from adc.lowering.liveness import assigned
from adc.lowering.merging import same_value
from adc.lowering.undecided import ByData
from adc.lowering.values import Complex, Held, Items, Keywords, Record, Undefined, Value

Names = dict[str, Value]
LowerBody = Callable[[Context, tuple[surface.Statement, ...]], None]


@dataclass(frozen=True)
class Taken:
    """A value taken apart: `parts` are the names of its items, or what these are made of."""

    form: Items | Record | Keywords | Complex | ByData
    parts: tuple[str | Taken, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Those of all numbers and arrays in it."""
        both = [(p,) if isinstance(p, str) else p.names for p in self.parts]
        return tuple(name for names in both for name in names)


def taken_apart(name: str, value: Value | None, into: Names) -> Taken | None:
    """`value` in the names of its parts, which are put `into` a scope; None for what is no tuple or
    object. Lists have a life of their own."""
    if not isinstance(value, (Items, Record, Keywords, Complex, ByData)) or _is_list(value):
        return None
    if isinstance(value, ByData) and not isinstance(value.numbers, Complex):
        return None
    parts: list[str | Taken] = []
    for part, item in zip(_names(name, value), value.items, strict=True):
        inner = taken_apart(part, item, into)
        parts.append(part if inner is None else inner)
        if inner is None:
            into[part] = item
    return Taken(replace(value, items=()), tuple(parts))


def _names(name: str, value: Items | Record | Keywords | Complex | ByData) -> list[str]:
    """What a reader calls the parts of the value of `name`."""
    if isinstance(value, Complex):
        return [*complex_parts(name)]
    if isinstance(value, ByData):
        return [name, *(f"{name}.decided{k}" for k in range(len(value.decided)))]
    if isinstance(value, Keywords):
        return [f"{name}[{key!r}]" for key in value.names]
    if value.names:
        return [f"{name}.{key}" for key in value.names]
    return [f"{name}[{k}]" for k in range(len(value.items))]


def _is_list(value: Held) -> bool:
    return isinstance(value, Items) and value.is_list


def put_together(taken: Taken, names: Names) -> Value:
    """The value of which the parts have `names`; Undefined where one of them has none."""
    items = []
    for part in taken.parts:
        item = names.get(part) if isinstance(part, str) else put_together(part, names)
        if item is None or isinstance(item, Undefined):
            return item or Undefined("has a value on some paths only", "assign it on every path")
        items.append(item)
    whole: Value = replace(taken.form, items=tuple(items))
    return whole


# -- loops -----------------------------------------------------------------------------------------


class PartsFoundError(Exception):
    """A loop binds a name that has no value before it to a tuple or an object."""


class Apart:
    """The names that a loop carries from iteration to iteration as the parts of their values."""

    def __init__(
        self, cx: Context, loop: surface.For | surface.While, live: frozenset[str]
    ) -> None:
        self.cx, self.span = cx, loop.span
        self.taken: dict[str, Taken] = {}
        #: What the body binds names to that have no value before the loop.
        self.found: dict[str, Taken] = {}
        names = cx.scope.names
        self.unread = {n for n in assigned(loop.body) & live if is_unread(names.get(n))}
        for name in assigned(loop.body) & names.keys():
            value = names[name]
            if isinstance(value, Undefined):  # what the body binds is another value, if any
                names[name] = replace(value, value=None)
        for name in sorted(assigned(loop.body) & live):
            found = taken_apart(name, names.get(name), names)
            if found is not None:
                self.taken[name] = found
                del names[name]

    def take_found(self) -> frozenset[str]:
        """From now on names that the body was found to bind to tuples and objects are parts, which
        have no value either before the loop. The names of these."""
        names = self.cx.scope.names
        for name, taken in self.found.items():
            names |= dict.fromkeys(taken.names, names.pop(name))
        self.taken |= self.found
        self.unread -= self.found.keys()
        self.found = {}
        return self.names

    @property
    def names(self) -> frozenset[str]:
        return frozenset(name for taken in self.taken.values() for name in taken.names)

    def together(self) -> None:
        """The names have their values again, which the parts tell."""
        names = self.cx.scope.names
        for name, taken in self.taken.items():
            names[name] = put_together(taken, names)
            for part in taken.names:
                names.pop(part, None)

    def body(self, lower_body: LowerBody) -> LowerBody:
        """Lowers a body between the two."""

        def lower(cx: Context, body: tuple[surface.Statement, ...]) -> None:
            self.together()
            lower_body(cx, body)
            for name in sorted(self.unread):
                held = taken_apart(name, cx.scope.names.get(name), {})
                if held is not None:
                    self.found[name] = held
            if self.found:
                raise PartsFoundError
            for name, taken in self.taken.items():
                found = taken_apart(name, cx.scope.names.pop(name, None), cx.scope.names)
                if found != taken:
                    raise AdcError.of(
                        "ADC0212", f"`{name}` is bound to something else in each iteration",
                        self.span, help="use different names",
                    )  # fmt: skip

        return lower if self.taken or self.unread else lower_body


# -- branches --------------------------------------------------------------------------------------


def apart_on_both(then: Names, orelse: Names, live: Iterable[str]) -> dict[str, Taken]:
    """The names of `live` that both paths bind to values of one form, taken apart on both."""
    found: dict[str, Taken] = {}
    for name in live:
        first, second = then.get(name), orelse.get(name)
        if first is None or second is None or same_value(first, second):
            continue
        parts: tuple[Names, Names] = ({}, {})
        one, other = (taken_apart(name, v, p) for v, p in zip((first, second), parts, strict=True))
        if other is not None and is_unread(first):
            one, parts = other, (dict.fromkeys(other.names, first), parts[1])
        elif one is not None and is_unread(second):
            other, parts = one, (parts[0], dict.fromkeys(one.names, second))
        if one is None or one != other:
            continue
        found[name] = one
        for names, own in zip((then, orelse), parts, strict=True):
            del names[name]
            names |= own
    return found
