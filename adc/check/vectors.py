"""The files in which inputs go to the check program and results come back.

A vector is a line `name count` and the numbers as the machine holds a double; a file is one after
the other.
"""

from __future__ import annotations

from collections.abc import Mapping
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
    """The vectors of a file by name."""
    import numpy as np

    vectors = {}
    with path.open("rb") as file:
        while line := file.readline():
            name, count = line.decode().split()
            data = file.read(8 * int(count))
            if len(data) != 8 * int(count):
                raise InternalError(f"{path.name} ends within the vector {name}")
            vectors[name] = np.frombuffer(data, dtype=np.float64)
    return vectors
