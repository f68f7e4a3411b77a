"""What units do by themselves or by what they call, where some of them call themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass
class Least(Generic[T]):
    """Values by unit, each of which is computed of those of other units, and grows with them:
    `least` is the smallest there is. Units that lead to themselves are computed again with what the
    last round found for them, until a round finds the same."""

    least: T
    known: dict[int, T] = field(default_factory=dict)
    _opened: set[int] = field(default_factory=set)
    _before: dict[int, T] = field(default_factory=dict)
    _made: dict[int, T] = field(default_factory=dict)
    _again: bool = False

    def of(self, unit: object, compute: Callable[[], T]) -> T:
        """The value of `unit`, which `compute` gives with those of others that it asks for."""
        key = id(unit)
        for found in (self.known, self._made):
            if key in found:
                return found[key]
        if key in self._opened:
            self._again = True
            return self._before.get(key, self.least)
        if self._opened:
            return self._round(key, compute)
        try:
            while True:
                self._made, self._again = {}, False
                value = self._round(key, compute)
                if not self._again or self._made == self._before:
                    self.known.update(self._made)
                    return value
                self._before = self._made
        finally:
            self._opened, self._before, self._made = set(), {}, {}

    def _round(self, key: int, compute: Callable[[], T]) -> T:
        self._opened.add(key)
        self._made[key] = value = compute()
        self._opened.discard(key)
        return value
