"""The way from a request to a choice: compile, build, measure, combine, measure again."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from adc.diagnostics import AdcError
from adc.ir.program import Program
from adc.observer import Observer
from adc.options import Choice, Request
from adc.pipeline import Front, Gradient, gradient_of, rendered, tangent_of
from adc.tune.building import Candidate, write_call
from adc.tune.candidates import DEFAULT, candidates, described, free, plans, together
from adc.tune.measuring import FEW, FEWEST, Contest, Runner

#: What compiling and building may take of the budget, and the first contest.
BUILDING, MEASURING = 0.5, 0.8
#: So many of those that win are tried together.
MOST_TOGETHER = 3
#: Of several that win the simplest is taken that is at most this much slower than the best.
NEARLY = 1.02
#: The sweep over limits is made where the first plan took at most this part of the budget.
QUICK_PLAN = 0.05


@dataclass(frozen=True)
class Result:
    """What was found: the choice, its ratio to the default (1 for the default itself), the bytes
    that a call holds with either, and all that was measured, by description."""

    choice: Choice
    ratio: float
    peak: int
    default_peak: int
    default_seconds: float
    measured: dict[str, float]
    left_out: int


@dataclass
class Tuning:
    """One run of `adc tune`. `request` has a number for every size."""

    front: Front
    request: Request
    observer: Observer
    folder: Path
    threads: int
    budget: float
    begun: float = field(default_factory=time.monotonic)
    known: set[str] = field(default_factory=set)  # texts of candidates
    made: int = 0
    tangent: Program = field(init=False)

    def run(self) -> Result:
        """The choice; AdcError where the default cannot be compiled, built or called, or where
        candidates disagree."""
        self.tangent = tangent_of(self.front, self.request, self.observer)
        started = time.monotonic()
        default, gradient = self.candidate(DEFAULT)
        quick = time.monotonic() - started < QUICK_PLAN * self.budget
        self.known.add(default.text)
        program = gradient.scheduled.program
        primal, usual = self.front.primal, self.front.usual
        write_call(self.folder, default.entry, program, primal, self.request, usual)
        default.build()
        runner = Runner(self.folder, self.threads)
        try:
            contest = Contest(runner, default, self.until(MEASURING))
            contest.begin()
            return self.measured(contest, gradient, quick)
        finally:
            runner.end()

    def measured(self, contest: Contest, gradient: Gradient, quick: bool) -> Result:
        """The same, once the default has been called."""
        default = contest.default
        has_threads = "ADC_PARALLEL_MIN" in default.text
        choices = candidates(self.request, self.threads, has_threads)
        entrants, left_out = self.admitted(contest, choices)
        if quick and free(self.request) and not left_out:
            with self.observer.stage("plan for smaller limits"):
                smaller = plans(gradient)
            more, left_out = self.admitted(contest, smaller)
            entrants += more
        with self.observer.stage("measure"):
            ratios = contest.hold(entrants, FEW)
        told = {described(entrants[k].choice): ratio for k, ratio in ratios.items()}
        ranked = sorted(ratios, key=ratios.__getitem__)
        winners = [entrants[k] for k in ranked if contest.clear(k, FEW)][:MOST_TOGETHER]
        chosen = None
        if winners:
            finalists = [*winners, *self.joined(contest, winners)]
            with self.observer.stage("measure the best"):
                chosen, again = self.final(contest, finalists)
            told |= again
        best = chosen or default
        ratio = told.get(described(best.choice), 1.0)
        return Result(
            best.choice, ratio, best.peak, default.peak, contest.seconds, told, left_out
        )  # fmt: skip

    def final(
        self, contest: Contest, finalists: list[Candidate]
    ) -> tuple[Candidate | None, dict[str, float]]:
        """The simplest of `finalists` that is about as fast as the fastest, in rounds of their own
        (who was first among many may have been lucky); none where none wins again."""
        contest.deadline = self.until(1.0)
        ratios = contest.hold(finalists, FEWEST)
        clear = [k for k in ratios if contest.clear(k, FEWEST)]
        told = {described(finalists[k].choice): ratio for k, ratio in ratios.items()}
        if not clear:
            return None, told
        best = min(ratios[k] for k in clear)
        near = [k for k in clear if ratios[k] <= NEARLY * best]
        return finalists[min(near, key=lambda k: (changes(finalists[k].choice), k))], told

    def joined(self, contest: Contest, winners: list[Candidate]) -> list[Candidate]:
        """The winners together: the first two, the first three."""
        choices: list[Choice] = []
        chosen = winners[0].choice
        for other in winners[1:]:
            chosen = together(chosen, other.choice)
            choices.append(chosen)
        return self.admitted(contest, choices, MEASURING)[0]

    # -- compiling and building --------------------------------------------------------------------

    def admitted(
        self, contest: Contest, choices: Iterable[Choice], part: float = BUILDING
    ) -> tuple[list[Candidate], int]:
        """Those of `choices` that give a text of their own, built and called once, as far as that
        part of the budget lasts; how many were left out for want of time."""
        found, left_out = list[Candidate](), 0
        for choice in choices:
            if time.monotonic() > self.until(part):
                left_out += 1
                continue
            with self.observer.stage(f"try {described(choice)}"):
                try:
                    candidate = self.candidate(choice)[0]
                except AdcError as error:  # such as a plan that there is none of
                    self.observer.note(f"{described(choice)}: {error}")
                    continue
                if candidate.text in self.known:
                    continue
                self.known.add(candidate.text)
                candidate.build()
                if contest.admits(candidate):
                    found.append(candidate)
                else:
                    self.observer.note(f"{described(choice)}: far slower")
        return found, left_out

    def candidate(self, choice: Choice) -> tuple[Candidate, Gradient]:
        """What a choice gives, compiled as `adc grad --tuned` would."""
        from adc.ir.shapes import evaluate

        request = replace(self.request, choice=choice)
        front = replace(self.front, warnings=list(self.front.warnings))
        gradient = gradient_of(front, request, self.observer)
        files = rendered(
            front, request, gradient.scheduled, self.tangent, gradient, self.observer
        )  # fmt: skip
        peak = evaluate(gradient.scheduled.peak_bytes, dict(request.sizes))
        (header,) = (name for name in files if name.endswith(".h"))
        entry = header.removesuffix(".h")
        place = self.folder / f"candidate_{self.made}"
        self.made += 1
        return Candidate(choice, files, peak, entry, place, precision(self.front.primal)), gradient

    def until(self, part: float) -> float:
        """The moment at which `part` of the budget is spent."""
        return self.begun + part * self.budget


def changes(choice: Choice) -> int:
    """How much a choice differs from the default."""
    others = (choice.strategy, choice.plan_bytes, choice.threads_from)
    return len(choice.without) + sum(value is not None for value in others)


def precision(primal: Program) -> str:
    """The lowest among the floating arrays and scalars."""
    kinds = {str(c.dtype) for c in primal.containers}
    return "float32" if "float32" in kinds else "float64"
