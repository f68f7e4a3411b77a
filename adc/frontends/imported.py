"""What a source imports, of any language; no node of its functions."""

from __future__ import annotations

from dataclasses import dataclass

from adc.diagnostics import Span


@dataclass(frozen=True)
class Import:
    """`import module as alias` (name None), or `from module import name as alias`, if `certain`.

    A star that `spares` what the file uses is taken to bind none of it anew (`--as-written`).
    """

    module: str
    name: str | None
    alias: str
    span: Span
    certain: bool = True
    spares: bool = False
