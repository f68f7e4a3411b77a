"""What containers are called after."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count

#: What a returned value is called after: its place among those that are returned.
_RETURNED = re.compile(r"return_(\d+)(.*)")


def plain_stem(stem: str, called: str) -> str:
    """`stem` as a name may begin: without what only a frontend's own names, and those of parts,
    have. What `called`, a function that is written out where it is called, returns is called after
    that function: `return_0` is the result of the whole."""
    stem = re.split(r"[%.\[]", stem)[0] or stem
    returned = _RETURNED.fullmatch(stem) if called else None
    if returned is None:
        return stem
    position, part = returned.groups()
    own = re.sub(r"\W+", "_", called.removeprefix("adc_")).strip("_")
    return f"{own}_value{part}" if position == "0" else f"{own}_value_{position}{part}"


def numbered(stem: str) -> Iterator[str]:
    """`stem`, `stem_1`, `stem_2` and so on."""
    return (f"{stem}_{number}" if number else stem for number in count())
