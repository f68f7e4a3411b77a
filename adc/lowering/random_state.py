"""What a lowering knows of the states of random numbers."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adc.lowering.control.regions import Region
from adc.lowering.values import Array, Record


@dataclass(frozen=True)
class RandomStates:
    """`shared` is the state that Python shares with everything, None before its first seed, and
    `regions` are the loops and branches in which it was given that. `containers` have the states of
    all generators: whatever draws changes them, and nothing else reads them."""

    shared: Record | None = None
    regions: tuple[Region, ...] = ()
    containers: frozenset[str] = frozenset()

    def seeded(self, state: Record | None, regions: tuple[Region, ...]) -> RandomStates:
        return replace(self, shared=state, regions=regions)

    def known(self, regions: list[Region]) -> Record | None:
        """The shared state, if its seed comes before whatever is run in the `regions`."""
        around = zip(self.regions, regions, strict=False)
        inside = len(self.regions) <= len(regions) and all(a is b for a, b in around)
        return self.shared if inside else None

    def having(self, state: Record) -> RandomStates:
        """With those of the generator `state`."""
        views = [item.view for item in state.items if isinstance(item, Array)]
        own = {view.container for view in views if view is not None}
        return replace(self, containers=self.containers | own)


NO_STATES = RandomStates()
