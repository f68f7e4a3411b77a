"""Names in the letters that Python compares them by: `µ` (the unit) and `μ` (the letter) are one.

Python takes each name in its normal form NFKC (PEP 3131), so that two spellings are one variable.
Texts in quotes stay as they are.
"""

from __future__ import annotations

import io
import tokenize
from unicodedata import is_normalized, normalize


def with_plain_names(text: str) -> str:
    """`text` with each name as Python compares it; itself where it cannot be taken apart."""
    if is_normalized("NFKC", text):
        return text
    lines = text.split("\n")
    for row, start, end, name in reversed(_names(text)):
        line = lines[row - 1]
        lines[row - 1] = line[:start] + normalize("NFKC", name) + line[end:]
    return "\n".join(lines)


def _names(text: str) -> list[tuple[int, int, int, str]]:
    """The names in `text` that have another form: line, first and last column."""
    found = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.NAME and not is_normalized("NFKC", token.string):
                found.append((token.start[0], token.start[1], token.end[1], token.string))
    except (tokenize.TokenError, SyntaxError):
        return []
    return found
