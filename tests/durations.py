"""The order of the tests: files by their longest test, so that no long one is left for the end.

Several processes share the tests. What is last should be short: while it runs, the others wait. The
tests of one file stay together, for what they share. `pytest --record-durations` writes the table
anew; files that are not in it, and all files where there is none, come last in the usual order.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

TABLE = Path(__file__).with_name("durations.json")
#: Files whose longest test is shorter than this, in seconds, need no place of their own.
SHORTEST = 2.0


def kept(path: Path = TABLE) -> dict[str, float]:
    """File -> seconds of its longest test; empty where the table is missing or no table."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def file_of(nodeid: str) -> str:
    return nodeid.partition("::")[0]


def longest_first(items: Sequence[pytest.Item], longest: Mapping[str, float]) -> list[pytest.Item]:
    """`items` by the longest test of their files; those of one file as they were."""
    return sorted(items, key=lambda item: -longest.get(file_of(item.nodeid), 0.0))


class Recorder:
    """Notes the longest test of each file of this run, and keeps it in the table."""

    def __init__(self, path: Path = TABLE) -> None:
        self.path = path
        self.longest: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = file_of(report.nodeid)
        self.longest[name] = max(self.longest.get(name, 0.0), report.duration)

    def pytest_sessionfinish(self) -> None:
        """Files that did not run keep what was noted before, as long as they are there."""
        merged = {**kept(self.path), **self.longest}
        root = TABLE.parent.parent
        rows = {
            name: round(seconds, 1)
            for name, seconds in sorted(merged.items(), key=lambda row: (-row[1], row[0]))
            if seconds >= SHORTEST and (root / name).is_file()
        }
        self.path.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
