"""Amounts of memory and time as people read them."""

from __future__ import annotations

_BYTES = ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"))
_SECONDS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "us"), (1e-9, "ns"))


def format_bytes(count: int) -> str:
    """`count` bytes: `1.5 MiB`; below one KiB the number itself."""
    for unit, name in _BYTES:
        if count >= unit:
            return f"{_plain(count / unit)} {name}"
    return f"{count} bytes"


def format_exactly(count: int) -> str:
    """The same where it loses nothing; else the number of bytes, too."""
    text = format_bytes(count)
    for unit, name in _BYTES:
        if text == f"{_plain(count / unit)} {name}" and float(_plain(count / unit)) * unit == count:
            return text
    return text if count < 1024 else f"{count} bytes ({text})"


def format_seconds(seconds: float) -> str:
    """`seconds` with three digits: `1.23 ms`."""
    for unit, name in _SECONDS:
        if seconds >= unit:
            return f"{seconds / unit:.3g} {name}" if seconds < 1000 else f"{seconds:.0f} s"
    return f"{seconds / 1e-9:.3g} ns"


def _plain(number: float) -> str:
    """At most two digits after the point, and no needless zeros."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
