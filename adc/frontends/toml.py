"""Small files of settings in TOML, with the places of their keys."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from adc.diagnostics import AdcError, Span
from adc.frontends.source import read_source

#: Message, place and action to an error with the code of the file's kind.
Fault = Callable[[str, Span | None, str], AdcError]


@dataclass(frozen=True)
class TomlFile:
    """A file as it was read: path, text, and the table that the text says."""

    path: str
    text: str
    table: dict[str, Any]

    @classmethod
    def read(cls, path: str, fault: Fault) -> TomlFile:
        """Raises ADC0602 or ADC0604 where it cannot be read, `fault` where it is not TOML."""
        text = read_source(path)
        try:
            return cls(path, text, tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            what, _, place = str(error).partition(" (at line ")
        found = re.match(r"(\d+), column (\d+)", place)
        line, column = (int(found[1]), int(found[2])) if found else (1, 1)
        span = Span(path, line, column, line, column + 1)
        raise fault(f"`{path}` is not TOML: {what.lower()}", span, "write `name = number`")

    def span(self, key: str, section: str = "") -> Span | None:
        """Where `key` (or the header of a section) stands, below the header of `section`."""
        inside = not section
        for number, line in enumerate(self.text.splitlines(), 1):
            name = line.partition("=")[0].strip().strip("[]\"'")
            if inside and name == key:
                column = line.index(key) + 1
                return Span(self.path, number, column, number, column + len(key))
            if section and line.strip().startswith("["):
                inside = name == section
        return None
