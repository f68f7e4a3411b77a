"""Statements of the surface tree that hold no expressions, and what a `while` goes along."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from adc.diagnostics import Span


@dataclass(frozen=True)
class Leave:
    label: int
    span: Span


@dataclass(frozen=True)
class Break:
    span: Span


@dataclass(frozen=True)
class Continue:
    span: Span


@dataclass(frozen=True)
class Pass:
    span: Span


class Passed(NamedTuple):
    """Every iteration has an element `array[…, counter + offset, …]`, at `axis`; `counter` goes by
    `step`, which is above 0."""

    array: str
    axis: int
    offset: int
    counter: str
    step: int
