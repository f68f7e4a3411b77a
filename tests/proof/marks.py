"""Which examples of a test are left to `make test-long`."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def long_among(names: Iterable[Any], long: Collection[Any]) -> list[Any]:
    """`names` as parameters; those of `long` take tens of seconds each and prove what others do."""
    return [pytest.param(n, marks=pytest.mark.long) if n in long else n for n in names]


def long_from(values: Iterable[int], first: int) -> list[Any]:
    """`values` as parameters; those from `first` on are left to the long run."""
    return [pytest.param(v, marks=pytest.mark.long) if v >= first else v for v in values]
