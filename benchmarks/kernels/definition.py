"""What one kernel of the benchmarks is: a source, its types, its sizes and its inputs."""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

SOURCES = Path(__file__).resolve().parent / "sources"
BY_HAND = Path(__file__).resolve().parent / "by_hand"
#: The sizes' names: of the tests, 1 to 10 ms of NumPy, 100 to 500 ms of NumPy.
TINY, SMALL, LARGE = "tiny", "S", "L"

Sizes = dict[str, int]
Inputs = dict[str, Any]


@dataclass(frozen=True)
class Kernel:
    """`sizes` has numbers for sizes and integer arguments; `scalars` for floating ones.

    `wrt` and `of` are names with spaces between. `prepare` changes inputs that were drawn into such
    as the kernel makes sense for.
    """

    signature: str
    wrt: str
    of: str
    sizes: dict[str, Sizes]
    scalars: dict[str, float] = field(default_factory=dict)
    prepare: Callable[[Inputs], None] = lambda inputs: None
    title: str = ""

    @property
    def function(self) -> str:
        return self.signature.partition("(")[0]

    @property
    def name(self) -> str:
        """What the kernel is called in tables and on the command line."""
        return self.title or self.function.replace("_", "-")

    @property
    def source(self) -> Path:
        return SOURCES / f"{self.function}.py"

    @property
    def by_hand(self) -> Path | None:
        """The adjoint that a person wrote in C; None where there is none.

        It defines `X_by_hand_ws` and `X_by_hand_workspace_bytes` with the arguments of adc's
        gradient.
        """
        path = BY_HAND / f"{self.function}.c"
        return path if path.exists() else None

    @property
    def arguments(self) -> dict[str, tuple[str, ...] | None]:
        """The source's arguments in order: an array's extents, None for a number."""
        found = re.findall(r"(\w+): \w+(?:\[([^]]*)\])?", self.signature)
        return {n: tuple(t.split(", ")) if t else None for n, t in found}

    @property
    def differentiated(self) -> tuple[str, ...]:
        return tuple(self.wrt.split())

    def numpy(self) -> Callable[..., Any]:
        """The function as Python runs it."""
        return runpy.run_path(str(self.source))[self.function]

    def inputs(self, size: str) -> Inputs:
        """One value per argument of the source: arrays drawn from [0.1, 1.1), then prepared."""
        rng = np.random.default_rng(7)
        sizes, inputs = self.sizes[size], {}
        for name, extents in self.arguments.items():
            if extents is not None:
                shape = tuple(eval(extent, {}, dict(sizes)) for extent in extents)
                inputs[name] = 0.1 + rng.random(shape)
            else:
                inputs[name] = sizes[name] if name in sizes else self.scalars[name]
        self.prepare(inputs)
        return inputs

    def seeds(self, size: str) -> list[Any]:
        """One seed per dependent, of its shape."""
        rng = np.random.default_rng(8)
        found = self.dependents(self.inputs(size), self.numpy())
        return [rng.standard_normal(np.shape(value)) for value in found]

    def dependents(self, inputs: Inputs, function: Callable[..., Any]) -> tuple[Any, ...]:
        """What `of` names after a run of the source on copies of `inputs`."""
        given = {n: np.copy(v) if np.ndim(v) else v for n, v in inputs.items()}
        returned = function(*given.values())
        if self.of.startswith("return"):
            return returned if isinstance(returned, tuple) else (returned,)
        return tuple(given[name] for name in self.of.split())


def of_each(names: str, **numbers: tuple[int, ...]) -> dict[str, Sizes]:
    """Sizes from rows of numbers, one row per size, in the order of `names`."""
    return {size: dict(zip(names.split(), row, strict=True)) for size, row in numbers.items()}
