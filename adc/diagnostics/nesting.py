"""How deep a source may be nested: every stage recurs over what it reads."""

from __future__ import annotations

import resource
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from adc.diagnostics.errors import AdcError
from adc.diagnostics.spans import Span

#: Python's own limit of 1000 is less than a long sum in Fortran takes.
NESTED_CALLS = 10_000
#: The stack that so many calls get: 64 MiB. Most kinds take less than 1 KiB, a sort in whose key
#: others are sorted takes 4 KiB.
STACK_BYTES, CALL_BYTES = 64 << 20, 4 << 10


@contextmanager
def not_too_deep(what: str, span: Span | None) -> Iterator[None]:
    """Lets calls nest as deep as adc wants to follow a source, in this scope alone, and refuses
    `what` (as the message calls it, at `span`) where it is nested deeper (ADC0124)."""
    try:
        with deep_calls():
            yield
    except RecursionError as error:
        message = f"{what} is nested too deeply"
        way_out = "split its longest expression, or its deepest nest, into functions or statements"
        raise AdcError.of("ADC0124", message, span, help=way_out) from error


@contextmanager
def deep_calls() -> Iterator[None]:
    """In this scope `NESTED_CALLS` calls may nest, from here on, as far as there is stack."""
    before = sys.getrecursionlimit()
    with large_stack() as stack:
        calls = min(NESTED_CALLS, stack // CALL_BYTES)
        sys.setrecursionlimit(max(before, calls_now() + calls))
        try:
            yield
        finally:
            sys.setrecursionlimit(before)


@contextmanager
def large_stack() -> Iterator[int]:
    """In this scope the main thread's stack may grow to `STACK_BYTES`, where the system lets it;
    gives how far it may grow."""
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    now = STACK_BYTES if soft == resource.RLIM_INFINITY else soft
    if threading.current_thread() is not threading.main_thread() or sys.platform != "linux":
        yield min(now, 8 << 20)  # its size was settled when it began
        return
    if now >= STACK_BYTES:
        yield now
        return
    wanted = STACK_BYTES if hard == resource.RLIM_INFINITY else min(hard, STACK_BYTES)
    resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))
    try:
        yield wanted
    finally:
        with suppress(ValueError):  # more is in use than there was
            resource.setrlimit(resource.RLIMIT_STACK, (soft, hard))


def calls_now() -> int:
    """How many calls the present one is nested in."""
    frame, calls = sys._getframe(), 0
    while frame.f_back is not None:
        frame, calls = frame.f_back, calls + 1
    return calls
