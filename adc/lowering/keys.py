"""Keys of dictionaries."""

from __future__ import annotations

from adc.lowering.values import Integer, Items, Key, Text


def as_key(value: object) -> Key | None:
    """A key of a dictionary, a text, an integer or a tuple of these; None for anything else."""
    if isinstance(value, Text):
        return value.value
    if isinstance(value, Items) and not value.is_list and value.type is None:
        keys = tuple(k for k in map(as_key, value.items) if k is not None)
        return keys if len(keys) == len(value.items) else None
    return int(value.value) if isinstance(value, Integer) and value.value.is_Integer else None
