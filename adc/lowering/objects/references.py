"""Which containers a value is, or holds, by reference."""

from __future__ import annotations

from collections.abc import Iterator

from adc.ir.expressions import reads
from adc.lowering.values import (
    Array,
    Bound,
    Grown,
    Held,
    Method,
    Selected,
    Super,
    Undefined,
    UserFunction,
    Value,
    Vectorised,
    anywhere,
)


def _leaves(value: Value) -> Iterator[Value]:
    """What `value` is or holds that holds nothing itself: items and fields, defaults of functions
    and what they have taken along, the owners of methods."""
    pending, opened = [value], set[int]()
    while pending:
        match pending.pop():
            case Undefined(value=last):
                pending += [last] if last is not None else []
            case Held() as held:
                pending += held.items
            case Bound() | Method() | Super() as method:
                pending.append(method.owner)
            case Vectorised(function=function):
                pending.append(function)
            case UserFunction() as function:
                if id(function) not in opened:
                    opened.add(id(function))
                    pending += _taken_along(function)
            case leaf:
                yield leaf


def _taken_along(function: UserFunction) -> list[Value]:
    """The values of defaults, and those of variables that no running function can bind anew."""
    found = [value for _, value in function.defaults]
    if function.scope is not None:
        homes = {name: function.scope.home(name) for name in function.function.captures}
        found += [s.names[n] for n, s in homes.items() if s.ended and n in s.names]
    return found


def stale(value: Value, container: str) -> bool:
    """Whether `value` is, or holds, what a mask in `container` selects, or a list of copies of what
    Python has by reference, where a write to `container` is seen."""
    return any(_is_stale(leaf, container) for leaf in _leaves(value))


def _is_stale(value: Value, container: str) -> bool:
    if isinstance(value, Grown):
        own = container == value.container and not value.fresh
        return own or container in value.sources
    return isinstance(value, Selected) and container in {
        r.container for r in reads(anywhere(value.mask))
    }


def refers(value: Value, container: str) -> bool:
    """Whether `value` is, or holds, elements of `container` by reference."""
    return any(_refers(leaf, container) for leaf in _leaves(value))


def _refers(value: Value, container: str) -> bool:
    if isinstance(value, Selected):
        return refers(value.array, container) or refers(value.mask, container)
    if isinstance(value, Grown):
        return container == value.container or container in value.sources
    views = [way.view for way in value.stored] if isinstance(value, Array) else []
    return any(view is not None and view.container == container for view in views)
