"""What `adc explain` has to say about one code."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CodeEntry:
    """`title` is one line; `explanation` says what the code means and what to do about it."""

    code: str
    title: str
    explanation: str
