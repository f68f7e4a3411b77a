"""What a language has to provide for a campaign over its texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, Protocol

from tests.textfuzz.outcome import Outcome

#: Where each language's `LANGUAGE` stands.
HOMES = {
    "python": "tests.textfuzz.python.language",
    "fortran": "tests.textfuzz.fortran.language",
    "readings": "tests.textfuzz.readings.language",
}


class Language(Protocol):
    """One language. A program is a value of the language's own, which `str` shows in full (text
    and request); it must be picklable. All functions run in a worker process."""

    #: Seconds of CPU time that one program may take.
    limit: float
    #: Programs that are settled together.
    batch: int

    def draw(self, seed: int) -> Any:
        """The program of a seed: always the same one."""

    def examine(self, program: Any) -> Outcome:
        """What comes of a program. Exceptions of adc must have become outcomes; any other one
        that gets out is counted as a crash."""

    def settle(self, pending: Sequence[Any]) -> list[Outcome]:
        """The final outcomes of `Outcome.pending` of several programs (one library for all)."""

    def smaller(self, program: Any) -> Iterator[Any]:
        """Programs with one thing less, the biggest steps first."""


def language(name: str) -> Language:
    return import_module(HOMES[name]).LANGUAGE  # type: ignore[no-any-return]
