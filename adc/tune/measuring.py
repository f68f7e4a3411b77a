"""Interleaved times of candidates, by a process that can crash or hang without harm."""

from __future__ import annotations

import json
import os
import select
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adc.diagnostics import AdcError, Note
from adc.emit.interface import errors
from adc.tune.building import Candidate
from adc.tune.candidates import described

#: Rounds of calls in turns among all: at least; among the best of these; at most.
FEW, FEWEST, MOST = 3, 7, 41
#: A candidate beats the default if the median of its ratios is below this ...
CLEARLY = 0.95
#: ... and if it is faster in this part of the rounds.
MOSTLY = 0.8
#: From this median on it drops out.
SLOWER = 1.05
#: One whose first call takes so many times what the default's does takes no part, and is given up
#: after as many more seconds.
HOPELESS, PATIENCE = 3, 5.0
#: What any other line may take, loading, drawing and all its calls included, in seconds.
LONGEST = 1800.0
#: Calls that are timed together take about so many seconds.
BATCH, MOST_CALLS = 0.01, 200
#: How far results may lie apart, by the precision of the function's arrays.
APART = {"float64": 1e-8, "float32": 1e-3}


#: Instead of a call's result: the process ended, or took too long.
ENDED, TIRED = -1, -2


class TooLongError(Exception):
    """A call that was given up."""


@dataclass
class Runner:
    """The process of `runner.py` on `folder`; begun when it is first asked."""

    folder: Path
    threads: int
    running: subprocess.Popen[str] | None = None

    def ask(self, candidate: Candidate, calls: int, patience: float) -> dict[str, Any]:
        """What the process says of `calls` calls; TooLongError where it takes longer."""
        running = self.running = self.running or self._begun()
        assert running.stdin is not None and running.stdout is not None
        try:
            running.stdin.write(f"{candidate.library} {calls}\n")
            running.stdin.flush()
            ready, _, _ = select.select([running.stdout], [], [], patience)
            line = running.stdout.readline() if ready else ""
        except BrokenPipeError:
            ready, line = [running.stdout], ""
        if line:
            told: dict[str, Any] = json.loads(line)
            return told
        self.end()
        if not ready:
            raise TooLongError
        return {"error": ENDED}

    def _begun(self) -> subprocess.Popen[str]:
        number = str(self.threads)
        own = {"OMP_NUM_THREADS": number, "OPENBLAS_NUM_THREADS": number}
        return subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("runner.py")), str(self.folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **own},
        )

    def end(self) -> None:
        if self.running is not None:
            self.running.kill()
            self.running.communicate()
            self.running = None


@dataclass
class Contest:
    """The first of `entrants` is the default: all others are held against it."""

    runner: Runner
    default: Candidate
    deadline: float
    clock: Callable[[], float] = time.monotonic
    seconds: float = 0.0  # of a call of the default
    ratios: dict[int, list[float]] = field(default_factory=dict)

    def begin(self) -> None:
        """Calls the default; ADC0507 where that cannot be, or what comes out is not finite."""
        self._call(self.default, 1)
        self.seconds = self._call(self.default, 1)
        self.seconds = self._call(self.default, self._batch)

    def admits(self, entrant: Candidate) -> bool:
        """Whether it is fast enough to take part, by its first call. ADC0507 or ADC0508 where it
        cannot be called or finds other results."""
        batch = self._batch
        patience = 2 * HOPELESS * batch * self.seconds + PATIENCE
        try:
            return self._asked(entrant, batch, patience) <= HOPELESS * self.seconds
        except TooLongError:
            self._call(self.default, 1)  # a new process compares with it
            return False

    def hold(self, entrants: Sequence[Candidate], fewest: int) -> dict[int, float]:
        """The median ratio of each of `entrants` that took part, by its position, over rounds in
        which all are called in turns, forwards and backwards: `fewest`, and more while there is
        time. Who is slower drops out. ADC0507 where one cannot be called."""
        taking = [*range(len(entrants))]
        self.ratios = {k: [] for k in taking}
        batch, rounds = self._batch, 0
        while taking and (rounds < fewest or (rounds < MOST and self.clock() < self.deadline)):
            self._round([(k, entrants[k]) for k in taking], batch, backwards=bool(rounds % 2))
            rounds += 1
            if rounds > 1:
                taking = [k for k in taking if statistics.median(self.ratios[k]) < SLOWER]
        return {k: statistics.median(found) for k, found in self.ratios.items()}

    def clear(self, position: int, fewest: int) -> bool:
        """Whether the candidate has beaten the default in `fewest` rounds, beyond doubt."""
        found = self.ratios[position]
        faster = sum(ratio < 1 for ratio in found)
        return (
            len(found) >= fewest
            and statistics.median(found) < CLEARLY
            and faster >= MOSTLY * len(found)
        )

    @property
    def _batch(self) -> int:
        """So many calls are timed together."""
        return min(MOST_CALLS, max(1, round(BATCH / self.seconds)))

    def _round(
        self, entrants: Sequence[tuple[int, Candidate]], batch: int, backwards: bool
    ) -> None:
        order = [*reversed(entrants)] if backwards else [*entrants]
        middle = len(order) // 2
        found = {k: self._call(c, batch) for k, c in order[:middle]}
        base = self._call(self.default, batch)
        found |= {k: self._call(c, batch) for k, c in order[middle:]}
        for k, seconds in found.items():
            self.ratios[k].append(seconds / base)

    def _call(self, candidate: Candidate, calls: int) -> float:
        try:
            return self._asked(candidate, calls, LONGEST)
        except TooLongError:
            raise failed(candidate, TIRED) from None

    def _asked(self, candidate: Candidate, calls: int, patience: float) -> float:
        """Seconds of a call, its results compared if they are its first."""
        told = self.runner.ask(candidate, calls, patience)
        if "error" in told:
            raise failed(candidate, int(told["error"]))
        if "apart" in told:
            self._compare(candidate, told)
        return float(told["seconds"])

    def _compare(self, candidate: Candidate, told: dict[str, Any]) -> None:
        if not told["finite"]:
            raise AdcError.of(
                "ADC0507",
                "the gradient is not finite on the inputs that were drawn: nothing can be compared",
                help="give inputs that suit the function by --set or --example",
            )
        for name, distance in told["apart"].items():
            if distance > APART[candidate.precision]:
                raise AdcError.of(
                    "ADC0508",
                    f"`{name}` differs between schedules by more than rounding",
                    help="try other inputs by --set or --example, and report it if that persists",
                    notes=(Note(f"the one that differs: {described(candidate.choice)}"),),
                    exit_status=4,
                )


def failed(candidate: Candidate, error: int) -> AdcError:
    """What a call's result says, or that the process ended."""
    reasons = {ENDED: "the process that calls it ended early", TIRED: "it takes too long"}
    known = {**dict(errors(True).values()), **reasons}
    reason = known.get(error, "the source raises an exception")
    return AdcError.of(
        "ADC0507",
        f"the gradient cannot be called: {reason}",
        help="give sizes by --size, and inputs by --set or --example, that fit the function",
        notes=(Note(f"what was called: {described(candidate.choice)}"),),
    )
