"""What runs in a worker process: programs examined one after another, told to the parent.

Messages to the parent are (word, seeds, content): "begin" before each piece of work, "end" with a
seed's final outcome and the program's text where it failed, "reduced" with a text, "idle".
"""

from __future__ import annotations

import traceback
from multiprocessing.connection import Connection
from typing import Any

from tests.textfuzz.language import Language
from tests.textfuzz.outcome import Outcome
from tests.textfuzz.reduce import shrink


def serve(language: Language, connection: Connection) -> None:
    """Works off the orders ("examine", seeds) and ("reduce", seed, symptom) until None comes."""
    while (order := connection.recv()) is not None:
        if order[0] == "examine":
            _Round(language, connection).run(order[1])
        else:
            connection.send(("begin", (order[1],), "reduce"))
            connection.send(("reduced", (order[1],), reduced(language, order[1], order[2])))
        connection.send(("idle", (), None))


class _Round:
    def __init__(self, language: Language, connection: Connection) -> None:
        self.language, self.connection = language, connection
        self.waiting: list[tuple[int, Any]] = []

    def run(self, seeds: tuple[int, ...]) -> None:
        for seed in seeds:
            self.connection.send(("begin", (seed,), "examine"))
            outcome = outcome_of(self.language, self.language.draw(seed))
            if outcome.pending is not None:
                self.waiting.append((seed, outcome.pending))
                self.connection.send(("wait", (seed,), None))
            else:
                self.end(seed, outcome)
            if len(self.waiting) >= self.language.batch:
                self.settle()
        self.settle()

    def settle(self) -> None:
        if not self.waiting:
            return
        seeds = tuple(seed for seed, _ in self.waiting)
        self.connection.send(("begin", seeds, "settle"))
        for seed, outcome in zip(seeds, settled(self.language, self.waiting), strict=True):
            self.end(seed, outcome)
        self.waiting.clear()

    def end(self, seed: int, outcome: Outcome) -> None:
        text = str(self.language.draw(seed)) if outcome.failed else ""
        self.connection.send(("end", (seed,), (outcome, text)))


def outcome_of(language: Language, program: Any) -> Outcome:
    """`examine`, an exception that gets out of it made a crash."""
    try:
        return language.examine(program)
    except Exception as error:
        return crash(error)


def settled(language: Language, waiting: list[tuple[int, Any]]) -> list[Outcome]:
    try:
        return language.settle([pending for _, pending in waiting])
    except Exception as error:
        return [crash(error)] * len(waiting)


def crash(error: BaseException) -> Outcome:
    """An exception that no program may cause; its kind is its type and where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    inside = [f for f in frames if "/adc/" in f.filename] or frames
    where = f"{inside[-1].filename.rpartition('/')[2]}:{inside[-1].name}" if inside else ""
    text = "".join(traceback.format_exception(error))[-1500:]
    return Outcome("crashed", f"{type(error).__name__} in {where}", text)


def reduced(language: Language, seed: int, symptom: tuple[str, str]) -> str:
    """The program of `seed` made smaller while its outcome keeps its symptom."""

    def fails(program: Any) -> bool:
        return final_outcome(language, program).symptom == symptom

    return str(shrink(language.draw(seed), language.smaller, fails))


def final_outcome(language: Language, program: Any) -> Outcome:
    """A program's outcome, settled by itself where need be."""
    outcome = outcome_of(language, program)
    return outcome if outcome.pending is None else settled(language, [(0, outcome.pending)])[0]
