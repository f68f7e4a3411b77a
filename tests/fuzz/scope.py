"""Names, extents and index ranges that a generated program knows at a point."""

from __future__ import annotations

import copy
import random
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Dim:
    """An extent: the size `symbol` less `cut` (what slices have taken off)."""

    symbol: str
    cut: int = 0


Dims = tuple[Dim, ...]


@dataclass(frozen=True)
class Variable:
    """An integer loop variable `i` with `low <= i <= symbol - 1 - high`."""

    name: str
    symbol: str
    low: int
    high: int


@dataclass
class Scope:
    """What may be read here; `arrays` and `scalars` are floating, `variables` are integer."""

    arrays: dict[str, Dims] = field(default_factory=dict)
    scalars: list[str] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)
    written: set[str] = field(default_factory=set)  # argument arrays updated in place
    rebound: set[str] = field(default_factory=set)  # arguments whose name left its array
    branched: bool = False  # inside a branch

    def inner(self, branched: bool = False) -> Scope:
        """A scope inside this one: what it defines is forgotten, what it writes is not."""
        new = copy.copy(self)
        new.arrays, new.scalars = dict(self.arrays), list(self.scalars)
        new.variables, new.branched = list(self.variables), self.branched or branched
        return new


#: The run-time name of each size inside generated programs.
EXTENT = {"N": "n", "M": "m", "T": "T"}


def extent_text(dim: Dim) -> str:
    name = EXTENT[dim.symbol]
    return f"{name} - {dim.cut}" if dim.cut else name


def shape_text(dims: Dims) -> str:
    inner = ", ".join(extent_text(d) for d in dims)
    return f"({inner})" if len(dims) > 1 else inner


def index_text(rng: random.Random, scope: Scope, dim: Dim) -> str | None:
    """A legal subscript for an axis of extent `dim`, mostly a loop variable plus an offset."""
    options = [o for v in scope.variables for o in _variable_indices(v, dim)]
    if options and rng.random() < 0.93:
        return rng.choice(options)
    return rng.choice(["0", "-1", "1", "2", "-2"]) if dim.cut <= 2 and dim.symbol != "T" else None


def _variable_indices(v: Variable, dim: Dim) -> list[str]:
    if v.symbol != dim.symbol:
        return []
    span = range(-min(v.low, 2), min(v.high - dim.cut, 2) + 1)
    found = [v.name if d == 0 else f"{v.name} {'+' if d > 0 else '-'} {abs(d)}" for d in span]
    if v.low >= dim.cut and dim.cut == 0:
        found.append(f"{EXTENT[dim.symbol]} - 1 - {v.name}")
        found.append(f"-1 - {v.name}")
    if found and v.low == 0:
        found.append(f"{v.name} - 1")  # wraps round at 0
    if found and dim.cut == 0 and v.symbol != "T":
        found.append(f"({v.name} + 1) % {EXTENT[dim.symbol]}")
    return found


def slice_text(rng: random.Random, have: Dim, want: Dim) -> str | None:
    """A slice of an axis of extent `have` whose extent is `want`."""
    if have.symbol != want.symbol or have.cut > want.cut:
        return None
    spare = want.cut - have.cut
    if spare == 0:
        return rng.choices([":", "::-1"], [10, 1])[0]
    low = rng.randint(0, spare)
    high = spare - low
    start = str(low) if low else rng.choice(["", "0"])
    if high == 0:
        return f"{start}:"
    if have.cut == 0 and rng.random() < 0.3:
        return f"{start}:{EXTENT[have.symbol]} - {high}"
    return f"{start}:-{high}"
