"""What a back end is: one language in which a scheduled function and what is around it is written.

A back end spells and decides nothing: what runs where, and what is one call, the loop tree says.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from adc.emit.facts import Facts
from adc.ir.program import Program
from adc.schedule import Scheduled
from adc.schedule.tree import Operation


class Backend(ABC):
    """`target` is the word of `--target`; `operations` are those that it spells as one call, which
    the scheduler asks: the others it makes loops. `device`: kernels on a device do the work."""

    target: ClassVar[str]
    operations: ClassVar[frozenset[Operation]] = frozenset()
    device: ClassVar[bool] = False

    @abstractmethod
    def names(self, program: Program, entry: str = "") -> dict[str, str]:
        """What parameters and containers are called in this language, in header and text alike."""

    @abstractmethod
    def sources(self, scheduled: Scheduled, facts: Facts) -> dict[str, str]:
        """The function's source and its header, by file name."""

    @abstractmethod
    def build_files(self, facts: Facts, sources: Mapping[str, str]) -> dict[str, str]:
        """What builds `sources` (with the self-check) and tells others how to use the library."""
