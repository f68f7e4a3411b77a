"""The values of `--fix`, as Python writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping

#: What `--fix` may give an argument of a Python function.
Literal = bool | int | float | str | None

_WORDS: dict[str, Literal] = {"None": None, "True": True, "False": False}
_INTEGER = re.compile(r"[+-]?\d+")
_FLOAT = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_QUOTED = re.compile(r"""'([^'\\]*)'|"([^"\\]*)\"""")


def value_of(text: str) -> Literal:
    """What the text of `--fix NAME=TEXT` stands for: a literal of Python; otherwise the text."""
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    quoted = _QUOTED.fullmatch(text)
    return (quoted[1] or quoted[2] or "") if quoted else text


def named_functions(fixed: Mapping[str, str]) -> frozenset[str]:
    """The arguments that have functions, of which `fixed` has the names: texts are in quotes."""
    return frozenset(n for n, t in fixed.items() if t.isidentifier() and value_of(t) == t)


def doubtful(text: str) -> bool:
    """Whether `text` stands for itself and yet looks like a value of Python's: `false`, `1_000`,
    `nan`, `0x10`, `50+0j`."""
    if value_of(text) != text:
        return False
    if text.strip().lower() in ("true", "false", "none"):
        return True
    for read in (complex, lambda digits: int(digits, 0)):
        try:
            read(text)
        except ValueError:
            continue
        return True
    return False
