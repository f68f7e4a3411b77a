"""The texts that spans point into."""

from __future__ import annotations

from pathlib import Path


class SourceCache:
    """Lines by file name: of texts that were added (`--signature` is one), else of files on disk.

    Rendering a message must never fail, so what cannot be read is a file without lines.
    """

    def __init__(self, texts: dict[str, str] | None = None) -> None:
        self._lines: dict[str, list[str]] = {}
        for name, text in (texts or {}).items():
            self.add(name, text)

    def add(self, name: str, text: str) -> None:
        # Not splitlines(): that also splits at form feeds, which parsers do not count as lines.
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._lines[name] = lines

    def line(self, name: str, number: int) -> str | None:
        """Line `number`, counted from 1; None where the file has no such line."""
        if name not in self._lines:
            self._load(name)
        lines = self._lines[name]
        return lines[number - 1] if 1 <= number <= len(lines) else None

    def _load(self, name: str) -> None:
        try:
            data = Path(name).read_bytes()
            # A byte that is not UTF-8 is shown as what it is in Latin-1.
            text = data.decode("utf-8", errors="surrogateescape")
            self.add(name, text.translate({0xDC00 + b: b for b in range(0x80, 0x100)}))
        except (OSError, ValueError):
            self._lines[name] = []
