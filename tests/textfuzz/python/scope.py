"""What a generated function knows at a point: its variables and their shapes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Dim(NamedTuple):
    """An extent: ceil((size + off) / step), or the number `off` where `size` is empty."""

    size: str
    off: int = 0
    step: int = 1


Dims = tuple[Dim, ...]


@dataclass(frozen=True)
class Variable:
    """`kind`: f float, i integer, b boolean, a array, m mask, t array of positions on an axis as
    long as itself; l, p, g and c are told in `held`. An integer with `below` is a subscript for
    such an axis: `low` <= it < extent - `high`."""

    name: str
    kind: str
    dims: Dims = ()
    dtype: str = "float64"
    below: Dim | None = None
    low: int = 0
    high: int = 0
    #: Whether its value may depend on data: no subscript, and no bound of a slice.
    data: bool = False
    #: Whether it may be bound again (a loop's variable is left alone).
    free: bool = True


class Draw:
    """Random choices."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def pick(self, items: Iterable[T]) -> T:
        return self.random.choice(list(items))

    def weighted(self, items: Iterable[tuple[T, float]]) -> T:
        things, weights = zip(*items, strict=True)
        return self.random.choices(things, weights)[0]  # type: ignore[no-any-return]

    def between(self, low: int, high: int) -> int:
        return self.random.randint(low, high)


@dataclass
class Scope:
    """The variables in sight. A block's scope begins as a copy: what it adds does not get out."""

    variables: dict[str, Variable] = field(default_factory=dict)
    loops: int = 0
    depth: int = 0

    def inner(self, loop: bool = False) -> Scope:
        return replace(
            self, variables=dict(self.variables), loops=self.loops + loop, depth=self.depth + 1
        )

    def add(self, variable: Variable) -> None:
        self.variables[variable.name] = variable

    def of(self, *kinds: str) -> list[Variable]:
        return [v for v in self.variables.values() if v.kind in kinds]

    def arrays(self, test: Callable[[Dims], bool] = bool) -> list[Variable]:
        return [v for v in self.of("a") if test(v.dims)]

    def tables(self, dim: Dim) -> list[Variable]:
        """The arrays of positions that are all on an axis of the extent `dim`."""
        held = [v for v in self.of("t") if v.dims[0].size == dim.size]
        return held if dim.step == 1 and dim.off >= 0 else []

    def extents(self, dim: Dim) -> list[str]:
        """Texts of the extent `dim`."""
        if not dim.size:
            return [str(dim.off)]
        found = []
        for v in self.arrays():
            for axis, other in enumerate(v.dims):
                if other.size == dim.size and other.step == dim.step == 1:
                    texts = [f"{v.name}.shape[{axis}]"]
                    texts += [f"len({v.name})"] if axis == 0 else []
                    texts += [f"{v.name}.size"] if len(v.dims) == 1 else []
                    found += [_plus(t, dim.off - other.off) for t in texts]
                elif other == dim:
                    found.append(f"{v.name}.shape[{axis}]")
        return found


def _plus(text: str, number: int) -> str:
    return text if number == 0 else f"{text} {'+' if number > 0 else '-'} {abs(number)}"
