"""Whether a set has any element, whatever its parameters are."""

from __future__ import annotations

from functools import lru_cache

import islpy as isl

from adc.analysis.dataflow import limited
from adc.analysis.remembered import MEMORY, remembered


@lru_cache(maxsize=MEMORY)
def is_empty(text: str) -> bool:
    """Whether isl sees that the set `text`, in its notation, is empty for all parameters; False
    where that takes too long to say."""
    return bool(remembered("empty", text, lambda: _seen_empty(text)))


def _seen_empty(text: str) -> bool:
    try:
        with limited():
            return bool(isl.Set(text).is_empty())
    except isl.Error:
        return False
