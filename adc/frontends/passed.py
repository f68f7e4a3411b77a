"""What a `while` goes along."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Passed:
    """Every iteration has an element `array[…, counter + offset, …]`, at `axis` if the names
    `before` are positions; `counter` goes by `step`, which is above 0."""

    array: str
    axis: int
    offset: int
    before: tuple[str, ...]
    counter: str
    step: int
