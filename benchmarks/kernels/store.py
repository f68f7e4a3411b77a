"""Rows in files, one per kernel and size, so that a run may be broken off, resumed, and done in
parts, and the page is made of all there is."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.kernels.catalogue import KERNELS
from benchmarks.kernels.definition import LARGE, SMALL
from benchmarks.kernels.rows import Row

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RESULTS = HERE / "results"
#: What decides on the code that is measured: folders and the endings of the files in them.
DECISIVE = {"adc": "*.py", "templates": "*", "grammars": "*", "benchmarks/kernels": "*.[pch]*"}


@dataclass(frozen=True)
class Stored:
    """`told`: machine, versions, and under `code` the state of adc's and the benchmarks' files."""

    row: Row
    told: Mapping[str, str]


def state_of_the_code() -> str:
    """A short hash of the files that decide on what is measured."""
    found = hashlib.sha256()
    for folder, pattern in DECISIVE.items():
        for path in sorted((ROOT / folder).rglob(pattern)):
            if path.is_file() and path.suffix != ".pyc":
                found.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes() + b"\0")
    return found.hexdigest()[:10]


def save(stored: Stored, results: Path = RESULTS) -> None:
    """All of the file or nothing of it."""
    results.mkdir(exist_ok=True)
    path = _path(stored.row.name, stored.row.size, results)
    content = {"told": dict(stored.told), "row": dataclasses.asdict(stored.row)}
    part = path.with_suffix(".part")
    part.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    part.replace(path)


def load(name: str, size: str, results: Path = RESULTS) -> Stored | None:
    """None where there is no file."""
    try:
        content = json.loads(_path(name, size, results).read_text())
    except FileNotFoundError:
        return None
    row: dict[str, Any] = content["row"]
    return Stored(Row(**{**row, "once": tuple(row["once"])}), content["told"])


def load_all(results: Path = RESULTS) -> Iterator[Stored]:
    """In the order of the sizes and the catalogue."""
    for size in (SMALL, LARGE):
        for name in KERNELS:
            if found := load(name, size, results):
                yield found


def _path(name: str, size: str, results: Path) -> Path:
    return results / f"{name}-{size}.json"
