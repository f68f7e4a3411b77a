"""Reading a source file: bytes to text, the same for every language."""

from __future__ import annotations

import errno
import stat
from pathlib import Path

from adc.diagnostics import AdcError, Span


def read_source(path: str, latin: bool = False) -> str:
    """The normalised text of the file at `path`; with `latin`, a text that is not UTF-8 is Latin-1.

    Raises ADC0602 where it cannot be read and ADC0604 where it is not UTF-8 (or no text at all).
    """
    try:
        data = _bytes_of(Path(path))
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise AdcError.of(
            "ADC0602", f"cannot read {path}: {reason}", help="check the path and its permissions"
        ) from None
    return decoded(data, path, latin)


def decoded(data: bytes, path: str, latin: bool = False) -> str:
    """The same of the bytes of a file that is called `path`."""
    try:
        return normalise(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        if latin and b"\0" not in data:
            return normalise(data.decode("latin-1"))
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8")) + 1
        raise AdcError.of(
            "ADC0604",
            f"{path} is not UTF-8: byte 0x{data[error.start]:02x} cannot be decoded",
            Span(path, line, column, line, column + 1),
            help="save the file as UTF-8",
        ) from None


def _bytes_of(path: Path) -> bytes:
    """The bytes of a file or a pipe; a device might have no end."""
    kind = path.stat().st_mode
    if stat.S_ISCHR(kind) or stat.S_ISBLK(kind):
        raise OSError(errno.EINVAL, "it is a device and not a file")
    return path.read_bytes()


def normalise(text: str) -> str:
    """`text` without a byte order mark, with every line ended by one `\\n`.

    Form feeds become spaces, which keeps the columns.
    """
    text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", " ")
    return text if text.endswith("\n") or not text else text + "\n"
