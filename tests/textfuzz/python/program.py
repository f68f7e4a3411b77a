"""A random Python source and the sizes at which it is run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Argument:
    """An argument's element type and its extents, as expressions of sizes. Without extents it is
    a `float` (float64), an `int` (int64) or a 0-dimensional value of the named type. An array of
    integers holds positions on an axis that is as long as itself."""

    name: str
    dtype: str
    extents: tuple[str, ...] = ()

    @property
    def is_float(self) -> bool:
        return self.dtype.startswith("float")

    def shape(self, sizes: Mapping[str, int]) -> tuple[int, ...]:
        return tuple(max(0, eval(e, {"__builtins__": {}}, dict(sizes))) for e in self.extents)


@dataclass(frozen=True)
class PythonProgram:
    """`sizes` are those at which most is asked; `edges` further ones. `seed` decides all that is
    random about the examination."""

    seed: int
    source: str
    function: str
    arguments: tuple[Argument, ...]
    sizes: tuple[tuple[str, int], ...]
    edges: tuple[tuple[tuple[str, int], ...], ...] = ()

    def __str__(self) -> str:
        sizes = ", ".join(f"{n}={v}" for n, v in self.sizes)
        return f"{self.source}# seed {self.seed}, function {self.function}, sizes {sizes}\n"
