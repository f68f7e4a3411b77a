"""Which containers a value is, or holds, by reference."""

from __future__ import annotations

from adc.ir.expressions import reads
from adc.lowering.values import (
    Array,
    Grown,
    Held,
    Selected,
    Undefined,
    Value,
    anywhere,
)


def stale(value: Value, container: str) -> bool:
    """Whether `value` is, or holds, what a mask in `container` selects, or a list of copies of what
    Python has by reference, where a write to `container` is seen."""
    if isinstance(value, Undefined):
        return value.value is not None and stale(value.value, container)
    if isinstance(value, Held):
        return any(stale(v, container) for v in value.items)
    if isinstance(value, Grown):
        own = container == value.container and not value.fresh
        return own or container in value.sources
    return isinstance(value, Selected) and container in {
        r.container for r in reads(anywhere(value.mask))
    }


def refers(value: Value, container: str) -> bool:
    """Whether `value` is, or holds, elements of `container` by reference."""
    if isinstance(value, Undefined):
        return value.value is not None and refers(value.value, container)
    if isinstance(value, Held):
        return any(refers(v, container) for v in value.items)
    if isinstance(value, Selected):
        return refers(value.array, container) or refers(value.mask, container)
    if isinstance(value, Grown):
        return container == value.container or container in value.sources
    views = [way.view for way in value.stored] if isinstance(value, Array) else []
    return any(view is not None and view.container == container for view in views)
