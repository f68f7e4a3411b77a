"""What names stand for that are bound to the entries of dictionaries."""

from __future__ import annotations

from dataclasses import dataclass

from adc.lowering.values import Bound


@dataclass(frozen=True)
class Entries(Bound):
    """What a name stands for that `d.keys()`, `d.values()` or `d.items()` is bound to: it gives
    what the dictionary has whenever it is looked at."""
