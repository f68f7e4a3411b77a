"""The files in which inputs go to the check program and results come back.

A vector is a line `name count` and the numbers as the machine holds a double; a file is one after
the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from adc.diagnostics import InternalError

if TYPE_CHECKING:
    import numpy as np


def write_vectors(path: Path, vectors: Mapping[str, np.ndarray]) -> None:
    """Writes arrays of any shape, flattened in C order, as doubles."""
    import numpy as np

    with path.open("wb") as file:
        for name, array in vectors.items():
            flat = np.ascontiguousarray(array, dtype=np.float64).ravel()
            file.write(f"{name} {flat.size}\n".encode())
            file.write(flat.tobytes())


def read_vectors(path: Path) -> dict[str, np.ndarray]:
    """The vectors of a file by name; of several, the last."""
    return dict(_vectors(path))


def _vectors(path: Path) -> Iterator[tuple[str, np.ndarray]]:
    import numpy as np

    with path.open("rb") as file:
        while line := file.readline():
            name, count = line.decode().split()
            data = file.read(8 * int(count))
            if len(data) != 8 * int(count):
                raise InternalError(f"{path.name} ends within the vector {name}")
            yield name, np.frombuffer(data, dtype=np.float64)


def read_draws(path: Path) -> list[dict[str, np.ndarray]]:
    """The vectors of each draw that the check program saved; of two with one number, the last."""
    draws: dict[str, dict[str, np.ndarray]] = {}
    for name, vector in _vectors(path):
        if name.startswith("draw:"):
            draws.pop(name, None)
            current = draws.setdefault(name, {})
        else:
            current[name] = vector
    return list(draws.values())
