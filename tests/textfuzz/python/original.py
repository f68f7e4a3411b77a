"""The source itself, run by CPython and NumPy."""

from __future__ import annotations

import signal
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any

import numpy as np

from tests.textfuzz.judge import Arrays, OriginalError, Ran
from tests.textfuzz.python.program import PythonProgram

#: Seconds of CPU time that one call may take.
LIMIT = 0.5


class _TooLongError(BaseException):
    pass


def _too_long(signum: int, frame: FrameType | None) -> None:
    raise _TooLongError


@contextmanager
def limited() -> Iterator[None]:
    """Ends what takes too long; the interpreter gets to hear of it between two instructions."""
    before = signal.signal(signal.SIGVTALRM, _too_long)
    signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, before)


class Original:
    """The function of a program. OriginalError where the text is no Python."""

    def __init__(self, program: PythonProgram) -> None:
        self.program = program
        scope: dict[str, Any] = {"__name__": "kernel"}
        try:
            with warnings.catch_warnings(), limited():
                warnings.simplefilter("ignore")
                exec(compile(program.source, "<original>", "exec", dont_inherit=True), scope)
            self.function = scope[program.function]
        except (Exception, _TooLongError) as error:
            raise OriginalError(type(error).__name__) from None

    def run(self, inputs: Arrays, sizes: Mapping[str, int]) -> Ran:
        """One call on copies of `inputs`; OriginalError where it raises or never ends."""
        passed: dict[str, Any] = {}
        for a in self.program.arguments:
            if a.extents:
                passed[a.name] = inputs[a.name].copy()
            elif a.dtype == "int64":
                passed[a.name] = sizes[a.name]
            else:  # a Python float is weak; single precision needs the strong scalar
                value = inputs[a.name][()]
                passed[a.name] = float(value) if value.dtype == np.float64 else value
        try:
            with np.errstate(all="ignore"), warnings.catch_warnings(), limited():
                warnings.simplefilter("ignore")
                result = self.function(*passed.values())
        except (Exception, _TooLongError) as error:
            raise OriginalError(f"{type(error).__name__}: {error}") from None
        items = result if isinstance(result, tuple) else () if result is None else (result,)
        returned = tuple(np.array(item) for item in items)
        if any(r.dtype.kind not in "fib" for r in returned):
            raise OriginalError("returns something else than numbers")
        return Ran({n: np.array(v) for n, v in passed.items()}, returned)
