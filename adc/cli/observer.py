"""What people see of a run while it goes on: stage times with -v, a progress line on a terminal."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from adc.diagnostics.sources import SourceCache

#: A run shorter than this shows no progress line.
PATIENCE_SECONDS = 1.0


class TerminalObserver:
    """Hears of each stage from the pipeline. `current` is the stage that the run is in."""

    def __init__(self, *, verbose: bool = False, progress: bool = False) -> None:
        self.sources = SourceCache()
        self.current = ""
        self.verbose = verbose
        self._progress = _ProgressLine() if progress and not verbose else None

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """The run is in stage `name` while the context is open.

        After an exception `current` keeps the innermost stage's name, for the message.
        """
        outer, self.current = self.current, name
        if self._progress:
            self._progress.show(name)
        start = time.perf_counter()
        yield
        if self.verbose:
            print(f"adc: {name:<24} {time.perf_counter() - start:8.3f} s", file=sys.stderr)
        self.current = outer

    def note(self, text: str) -> None:
        """A remark on what the current stage did."""
        if self.verbose:
            print(f"adc:   {text}", file=sys.stderr)

    def progress(self, text: str) -> None:
        """What the current stage is at, shown while it lasts."""
        if self._progress:
            self._progress.show(f"{self.current}: {text}")

    def close(self) -> None:
        """Takes the progress line away; call it before anything else is printed."""
        if self._progress:
            self._progress.close()


class _ProgressLine:
    """One line on stderr, shown after `PATIENCE_SECONDS`, that names the current stage."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._text = ""
        self._status: Any = None
        self._timer: threading.Timer | None = None

    def show(self, text: str) -> None:
        with self._lock:
            self._text = text
            if self._status is not None:
                self._status.update(f"adc: {text}")
            elif self._timer is None:
                self._timer = threading.Timer(PATIENCE_SECONDS, self._appear)
                self._timer.daemon = True
                self._timer.start()

    def _appear(self) -> None:
        from rich.console import Console

        with self._lock:
            if self._timer is None:
                return
            self._status = Console(stderr=True).status(f"adc: {self._text}")
            self._status.start()

    def close(self) -> None:
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._status is not None:
                self._status.stop()
                self._status = None
