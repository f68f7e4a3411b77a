"""Who hears of the stages of a compilation as they go by."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol


class Observer(Protocol):
    """Hears of the stages as they go by."""

    def stage(self, name: str) -> AbstractContextManager[None]: ...

    def note(self, text: str) -> None: ...

    def progress(self, text: str) -> None: ...


class Silent:
    """An observer that listens to nothing."""

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        yield

    def note(self, text: str) -> None:
        pass

    def progress(self, text: str) -> None:
        pass
