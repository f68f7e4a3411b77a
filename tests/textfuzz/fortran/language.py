"""Fortran: what comes of a random source."""

from __future__ import annotations

import atexit
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from adc.diagnostics import AdcError
from adc.interpret import SizesError
from tests.textfuzz.fortran.examination import Examination, Pending
from tests.textfuzz.fortran.generator import generate
from tests.textfuzz.fortran.original import Library, Server, build, remove, scratch
from tests.textfuzz.fortran.program import Program
from tests.textfuzz.fortran.smaller import smaller_programs
from tests.textfuzz.judge import OriginalError, SkipError, WrongError
from tests.textfuzz.outcome import INVALID, Outcome
from tests.textfuzz.python.native import settled

BLOCK = 20  # programs that gfortran builds together


@dataclass
class Libraries:
    """The last library that was built, and the process that runs it."""

    server: Server = field(default_factory=Server)
    library: Library | None = None
    folder: Path | None = None
    key: object = None

    def of(self, program: Program) -> Library:
        """The library with `program`: built together with its neighbours where it is as drawn."""
        key: object = program.seed // BLOCK if program.whole else program.source
        if key != self.key or self.library is None:
            self.drop()
            first = program.seed // BLOCK * BLOCK
            programs = [generate(s) for s in range(first, first + BLOCK)] if program.whole \
                else [program]  # fmt: skip
            self.folder = scratch()
            self.library, self.key = build(programs, self.folder), key
        return self.library

    def drop(self) -> None:
        self.server.stop()
        if self.folder is not None:
            remove(self.folder)
        self.library = self.folder = None


@dataclass
class Fortran:
    limit: float = 30.0
    batch: int = 20
    #: Whether the planner may be asked for what it has to search for.
    searches: bool = True
    libraries: Libraries = field(default_factory=Libraries)

    def __post_init__(self) -> None:
        atexit.register(self.libraries.drop)

    def draw(self, seed: int) -> Program:
        return generate(seed)

    def examine(self, program: Program) -> Outcome:
        library = self.libraries.of(program)
        try:
            examination = Examination(program, library, self.libraries.server, self.searches)
        except OriginalError as error:
            return Outcome("skipped", INVALID, str(error))
        try:
            return examination.outcome()
        except OriginalError as error:
            return Outcome("skipped", INVALID, str(error))
        except AdcError as error:
            return Outcome("refused", error.diagnostics[0].code, str(error))
        except SizesError as error:
            return Outcome("refused", "ESIZE", str(error))
        except WrongError as error:
            return Outcome("WRONG", error.check, error.text, facts=examination.facts())
        except SkipError as error:
            return Outcome("skipped", str(error), facts=examination.facts())

    def settle(self, pending: Sequence[Pending]) -> list[Outcome]:
        return settled(pending)  # type: ignore[arg-type]

    def smaller(self, program: Program) -> Iterator[Program]:
        return smaller_programs(program)


LANGUAGE = Fortran()
