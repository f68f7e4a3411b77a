"""Directions of rounding in the process that runs the original; nothing of adc is imported."""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
from collections.abc import Iterator

#: How the C library of Linux and macOS calls directions of rounding, by processor.
_INTEL = {"zero": 0xC00, "down": 0x400, "up": 0x800}
_ARM = {"zero": 0xC00000, "down": 0x800000, "up": 0x400000}
_DIRECTIONS = {"x86_64": _INTEL, "i686": _INTEL, "aarch64": _ARM, "arm64": _ARM}


@contextlib.contextmanager
def rounded(direction: str) -> Iterator[None]:
    """A scope in which numbers are rounded in this direction, where that is known to be possible;
    "" leaves it at the nearest number."""
    known = _DIRECTIONS.get(platform.machine(), {}) if os.name == "posix" else {}
    if direction not in known:
        yield
        return
    choose = ctypes.CDLL(None).fesetround
    choose(known[direction])
    try:
        yield
    finally:
        choose(0)
