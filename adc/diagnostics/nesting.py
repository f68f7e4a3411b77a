"""How deep a source may be nested: every stage recurs over what it reads."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from adc.diagnostics.errors import AdcError
from adc.diagnostics.spans import Span

#: Python's own limit of 1000 is less than a long sum in Fortran takes. So many calls need less than
#: half of the 8 MiB of stack that a process has.
NESTED_CALLS = 10_000


@contextmanager
def not_too_deep(function: str, span: Span | None) -> Iterator[None]:
    """Lets calls nest as deep as adc wants to follow a source, from here on, and refuses a function
    that is nested deeper (ADC0124)."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), NESTED_CALLS))
    try:
        yield
    except RecursionError:
        message = f"`{function}` is nested too deeply"
        way_out = "split its longest expression, or its deepest nest, into functions or statements"
        raise AdcError.of("ADC0124", message, span, help=way_out) from None
