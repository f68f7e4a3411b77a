"""Texts that are kept in files; `make golden` writes them anew and prints what changed."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


class Golden:
    """Compares texts with files; with `update` writes the files and collects the differences."""

    def __init__(self, update: bool, changes: list[str]) -> None:
        self.update = update
        self.changes = changes

    def check(self, path: Path, text: str) -> None:
        """`text` is what the file at `path` holds."""
        old = path.read_text(encoding="utf-8") if path.exists() else None
        if text == old:
            return
        name = str(path.relative_to(ROOT))
        change = _difference(name, old or "", text)
        if not self.update:
            pytest.fail(f"{name} differs from what adc says now (`make golden`?)\n{change}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        self.changes.append(change)


def _difference(name: str, old: str, new: str) -> str:
    lines = difflib.unified_diff(
        old.splitlines(), new.splitlines(), f"{name} (expected)", f"{name} (now)", lineterm=""
    )
    return "\n".join(lines)
