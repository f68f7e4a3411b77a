"""Which fields of its object a method reads, itself or in the methods of its that it calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adc.frontends import surface
from adc.frontends.names import walk

_METHODS = ("functions", "properties")
_OTHERS = ("statics", "makers")


def fields_read(classes: Sequence[surface.Class], method: surface.Function) -> list[str] | None:
    """The fields of its object that `method` and the methods of the `classes` that it calls read or
    set, in order; None where it does something else with the object. `classes` are the first in
    the order in which Python looks at them: what none of them binds is a field."""
    found: dict[str, None] = {}
    seen: list[surface.Function] = []
    pending = [method]
    while pending:
        current = pending.pop(0)
        if current in seen:
            continue
        seen.append(current)
        owner = current.parameters[0].name
        for name in _asked(current.body, owner):
            if name is None:
                return None
            place, bound = _bound(classes, name)
            if place in _METHODS and isinstance(bound, surface.Function):
                pending.append(bound)
            elif not place:
                found[name] = None
    return list(found)


def _asked(body: object, owner: str) -> Iterator[str | None]:
    """The names of `owner.name`, and None for another use of the owner."""
    of_parts: set[int] = set()
    for node in walk(body, inside=True):
        if isinstance(node, surface.Attribute) and isinstance(node.value, surface.Name):
            if node.value.name == owner:
                of_parts.add(id(node.value))
                yield node.name
        elif isinstance(node, surface.Name) and node.name == owner and id(node) not in of_parts:
            yield None


def _bound(classes: Sequence[surface.Class], name: str) -> tuple[str, object]:
    for made in classes:
        for place in (*_METHODS, *_OTHERS):
            for function in getattr(made, place):
                if function.name == name:
                    return place, function
        if any(p.name == name for p in made.constants):
            return "constants", None
    return "", None
