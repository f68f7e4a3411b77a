"""Changed readings: what comes of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.textfuzz.outcome import Outcome
from tests.textfuzz.python.program import PythonProgram
from tests.textfuzz.python.smaller import smaller_programs
from tests.textfuzz.readings.examination import examined, smaller_readings
from tests.textfuzz.readings.program import Mutant, mutant


@dataclass(frozen=True)
class Readings:
    limit: float = 20.0
    batch: int = 1

    def draw(self, seed: int) -> Mutant:
        return mutant(seed)

    def examine(self, program: Mutant) -> Outcome:
        return examined(program)

    def settle(self, pending: Sequence[object]) -> list[Outcome]:
        raise AssertionError("no outcome is pending")

    def smaller(self, program: Mutant) -> Iterator[Mutant]:
        whole = PythonProgram(program.seed, program.reading.source, "f", (), ())
        return smaller_readings(program, (p.source for p in smaller_programs(whole)))


LANGUAGE = Readings()
