"""The order in which Python looks at a class and those above it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adc.frontends import surface


def linearised(
    made: surface.Class, above: Sequence[tuple[surface.Class, ...]]
) -> tuple[surface.Class, ...] | None:
    """The order in which Python looks at a class and the `above`, those of its bases (C3: Barrett
    et al., A monotonic superclass linearization for Dylan, 1996); None where there is none."""
    pending = [list(order) for order in (*above, [order[0] for order in above]) if order]
    found = [made]
    while pending:
        heads = (order[0] for order in pending)
        chosen = next((h for h in heads if not any(h in order[1:] for order in pending)), None)
        if chosen is None:
            return None
        found.append(chosen)
        pending = [[c for c in order if c is not chosen] for order in pending]
        pending = [order for order in pending if order]
    return tuple(found)


def order_of(
    made: surface.Class, known: Mapping[str, surface.Class], below: tuple[str, ...] = ()
) -> tuple[surface.Class, ...] | None:
    """`made` and all classes above it, which are among the `known`; None where one is not, or where
    there is no such order. `below` are the names of classes that are derived from it."""
    above = []
    for base in made.bases:
        found = known.get(base.name) if isinstance(base, surface.Name) else None
        if found is None or found.name in (*below, made.name):
            return None
        order = order_of(found, known, (*below, made.name))
        if order is None:
            return None
        above.append(order)
    return linearised(made, above)
