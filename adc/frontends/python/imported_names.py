"""What a file calls what it imports."""

from __future__ import annotations

from adc.frontends.python.settings import Settings


def imported_as(found: Settings, known: set[str]) -> set[str]:
    """The names that imports in a file give to what is called one of `known`."""
    return {alias for name in known & found.imported.keys() for alias in found.imported[name]}
