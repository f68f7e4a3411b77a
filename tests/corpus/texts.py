"""The files of the corpus as readings: held against CPython and NumPy, values and derivatives."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np

from tests.readings.table import Reading

FOLDER = Path(__file__).parent / "texts"
#: Extents by the names that the signatures have for them, and values of integer arguments.
SIZES = {
    "N": 5, "M": 3, "L": 4, "W": 3, "T": 4, "K": 3, "D": 2, "E": 3, "H": 4, "C": 3, "G": 16, "F": 2,
    "A": 3, "NY": 5, "NX": 6, "N1": 5, "P": 2, "S": 3, "V": 2, "R": 4,
}  # fmt: skip
STEPS = 2


def names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.py"))


def corpus_text(name: str) -> Reading:
    source = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    signature = _header("signature", source)
    integers = dict.fromkeys(re.findall(r"(\w+): int\b(?!\d)", signature), STEPS)
    return Reading(
        source, signature=signature, integers={**SIZES, **integers}, inputs=_inputs(source)
    )


def _header(what: str, source: str) -> str:
    found = re.search(rf"^# {what}: (.*)$", source, re.MULTILINE)
    return found[1] if found else ""


def _inputs(source: str) -> dict[str, Any]:
    """What `# inputs: a=…, b=…` gives."""
    scope = {"np": np, "rng": np.random.default_rng(1)}
    return dict(eval(f"dict({_header('inputs', source)})", scope))
