"""Python: what comes of a random source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adc.diagnostics import AdcError
from adc.interpret import SizesError
from tests.textfuzz.judge import OriginalError, SkipError, WrongError
from tests.textfuzz.outcome import INVALID, Outcome
from tests.textfuzz.python.examination import Examination, Pending
from tests.textfuzz.python.generator import generate
from tests.textfuzz.python.native import settled
from tests.textfuzz.python.program import PythonProgram
from tests.textfuzz.python.smaller import smaller_programs


@dataclass(frozen=True)
class Python:
    limit: float = 20.0
    batch: int = 20

    def draw(self, seed: int) -> PythonProgram:
        return generate(seed)

    def examine(self, program: PythonProgram) -> Outcome:
        try:
            examination = Examination(program)
        except OriginalError as error:
            return Outcome("skipped", INVALID, str(error))
        try:
            return examination.outcome()
        except AdcError as error:
            return Outcome("refused", error.diagnostics[0].code, str(error))
        except SizesError as error:
            return Outcome("refused", "ESIZE", str(error))
        except WrongError as error:
            return Outcome("WRONG", error.check, error.text, facts=examination.facts())
        except SkipError as error:
            return Outcome("skipped", str(error), facts=examination.facts())

    def settle(self, pending: Sequence[Pending]) -> list[Outcome]:
        return settled(pending)

    def smaller(self, program: PythonProgram) -> Iterator[PythonProgram]:
        return smaller_programs(program)


LANGUAGE = Python()
