"""Many programs in worker processes, each with a limit of CPU time."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from typing import Any

from tests.textfuzz.language import Language
from tests.textfuzz.outcome import Failure, Outcome, Report
from tests.textfuzz.worker import serve

CHUNK = 40  # seeds per order
#: Reducing is many examinations; settling is for a batch.
REDUCTION_LIMIT, SETTLING_LIMIT = 120.0, 60.0
#: Wall time to CPU time: a worker that waits for ever is stopped, too.
PATIENCE = 30.0
TICK = 1.0 / os.sysconf("SC_CLK_TCK")


@dataclass
class _Worker:
    process: multiprocessing.process.BaseProcess
    connection: Connection
    seeds: deque[int] = field(default_factory=deque)  # ordered and without outcome
    current: tuple[int, ...] = ()
    task: str = ""
    cpu: float = 0.0  # at the beginning of the current task
    wall: float = 0.0
    idle: bool = True

    def begin(self, seeds: tuple[int, ...], task: str) -> None:
        self.current, self.task = seeds, task
        self.cpu, self.wall = cpu_seconds(self.process.pid), time.monotonic()


def cpu_seconds(pid: int | None) -> float:
    """CPU time of a process and of its children that ended; 0 where there is no such process."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(int(n) for n in fields[11:15]) * TICK


@dataclass
class Campaign:
    """`run` examines the seeds; `tell` hears of failures and of progress."""

    language: Language
    jobs: int = 2
    reduce: int = 2  # reductions per symptom
    tell: Callable[[str], None] = lambda text: None
    report: Report = field(default_factory=Report)
    workers: list[_Worker] = field(default_factory=list)
    orders: deque[tuple[int, ...]] = field(default_factory=deque)
    reductions: deque[Failure] = field(default_factory=deque)
    tried: dict[tuple[str, str], int] = field(default_factory=dict)

    def run(self, seeds: Iterable[int]) -> Report:
        seeds = list(seeds)
        self.orders.extend(
            tuple(seeds[k : k + CHUNK]) for k in range(0, len(seeds), CHUNK)
        )  # fmt: skip
        self.workers = [self._start() for _ in range(self.jobs)]
        try:
            while self._give_orders():
                self._listen()
                self._stop_slow()
        finally:
            for worker in self.workers:
                self._close(worker)
        return self.report

    # workers

    def _start(self) -> _Worker:
        context = multiprocessing.get_context("fork")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(self.language, theirs), daemon=True)
        process.start()
        theirs.close()
        return _Worker(process, ours)

    def _close(self, worker: _Worker) -> None:
        if worker.process.exitcode is None:
            self.report.cpu_seconds += cpu_seconds(worker.process.pid)
        worker.process.kill()
        worker.process.join()
        worker.connection.close()

    def _give_orders(self) -> bool:
        """Orders for all who are idle; whether there is anybody to wait for."""
        for worker in self.workers:
            if not worker.idle:
                continue
            if self.reductions:
                failure = self.reductions.popleft()
                worker.connection.send(("reduce", failure.seed, failure.outcome.symptom))
            elif self.orders:
                order = self.orders.popleft()
                worker.seeds.extend(order)
                worker.connection.send(("examine", order))
            else:
                continue
            worker.idle = False
        return any(not worker.idle for worker in self.workers)

    # messages

    def _listen(self) -> None:
        ready = wait([w.connection for w in self.workers], timeout=1.0)
        for worker in [w for w in self.workers if w.connection in ready]:
            try:
                while worker.connection.poll():
                    self._hear(worker, *worker.connection.recv())
            except EOFError:
                self._died(worker)

    def _hear(self, worker: _Worker, word: str, seeds: tuple[int, ...], content: Any) -> None:
        if word == "begin":
            worker.begin(seeds, content)
        elif word == "end":
            worker.seeds.remove(seeds[0])
            self._take(seeds[0], *content)
        elif word == "reduced":
            self._take_reduced(seeds[0], content)
        elif word == "idle":
            worker.idle, worker.current = True, ()
            self.tell(f"{self.report.total}: {self.report.line()}")

    def _take(self, seed: int, outcome: Outcome, text: str) -> None:
        self.report.add(seed, outcome)
        if not outcome.failed:
            return
        failure = Failure(seed, outcome, text)
        self.report.failures.append(failure)
        tried = self.tried.get(outcome.symptom, 0)
        if tried < self.reduce and outcome.kind != "slow":
            self.tried[outcome.symptom] = tried + 1
            self.reductions.append(failure)
        elif tried < self.reduce or not self.reduce:
            self.tell(f"\n{failure}")

    def _take_reduced(self, seed: int, text: str) -> None:
        for k, failure in enumerate(self.report.failures):
            if failure.seed == seed:
                self.report.failures[k] = Failure(seed, failure.outcome, failure.program, text)
                self.tell(f"\n{self.report.failures[k]}")

    # what goes wrong with a worker itself

    def _stop_slow(self) -> None:
        for worker in list(self.workers):
            if not worker.current or worker.connection.poll():
                continue
            limits = {"reduce": REDUCTION_LIMIT, "settle": SETTLING_LIMIT}
            limit = limits.get(worker.task, self.language.limit)
            used = cpu_seconds(worker.process.pid) - worker.cpu
            waited = time.monotonic() - worker.wall
            if used > limit or waited > PATIENCE * limit:
                self._replace(worker, Outcome("slow", "", f"over {limit} s of CPU time"))

    def _died(self, worker: _Worker) -> None:
        self.report.cpu_seconds += cpu_seconds(worker.process.pid)
        worker.process.join()
        code = worker.process.exitcode or 0
        name = signal.Signals(-code).name if code < 0 else f"exit {code}"
        self._replace(worker, Outcome("crashed", name, f"the process ended: {name}"))

    def _replace(self, worker: _Worker, outcome: Outcome) -> None:
        """Another worker goes on behind the program that stopped this one. Where it was one of a
        batch, each is examined by itself: the one that stops its worker again is the one."""
        self._close(worker)
        left, task = list(worker.seeds), worker.task
        if task == "reduce":
            self._take_reduced(worker.current[0], "")
        elif task == "settle" and len(worker.current) > 1:
            self.orders.extendleft((seed,) for seed in worker.current)
            left = [s for s in left if s not in worker.current]
        else:
            for seed in worker.current:
                self._take(seed, outcome, str(self.language.draw(seed)))
            left = [s for s in left if s not in worker.current]
        if left:
            self.orders.appendleft(tuple(left))
        self.workers[self.workers.index(worker)] = self._start()
