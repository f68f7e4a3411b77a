"""Names that nothing else has."""

from __future__ import annotations


class NameSource:
    """Gives out names that are not yet taken: `x`, `x_1`, `x_2`, …

    `fixed` are names that hold everywhere (containers, sizes), as against variables of a scope.
    """

    def __init__(
        self,
        taken: set[str] | frozenset[str] = frozenset(),
        fixed: set[str] | frozenset[str] = frozenset(),
    ) -> None:
        self.taken = set(taken)
        self.fixed = frozenset(fixed)
        self._last: dict[str, int] = {}  # of each stem, the last number: names are never given back

    def variables(self, count: int) -> list[str]:
        """Names for the variables of a domain of its own, outside all loops: `i`, `j`, …"""
        letters = [s for s in "ijklmnpq" if s not in self.fixed]
        plenty = (f"i{number}" for number in range(len(self.fixed) + count))
        return (letters + [s for s in plenty if s not in self.fixed])[:count]

    def fresh(self, stem: str) -> str:
        number = self._last.get(stem, 0)
        name = f"{stem}_{number}" if number else stem
        while name in self.taken:
            number += 1
            name = f"{stem}_{number}"
        self._last[stem] = number
        self.taken.add(name)
        return name
