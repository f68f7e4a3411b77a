"""The search: which configuration is fastest within the limit.

A few trials say what each decision adds; an integer program (`optimise`) picks the fastest plan
that fits by that account (`problem`); its pick is made real in turn, and where that exceeds the
limit this is learned as a constraint and the program solved again. So the answer never rests on the
account alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from time import perf_counter

from adc.checkpoint.configuration import Configuration
from adc.checkpoint.estimates.pricing import fresh_seconds
from adc.checkpoint.estimates.trials import Trial, Trials
from adc.checkpoint.optimise.model import Assignment, Learned, Problem, Solution, together
from adc.checkpoint.optimise.solver import is_exact, smallest_peak, solve
from adc.checkpoint.policy import Strategy
from adc.checkpoint.search.bounds import foreseen, given_up, least_peak
from adc.checkpoint.search.neighbours import changed, thinned
from adc.checkpoint.search.problem import Accounts
from adc.checkpoint.search.words import at_the_peak, described
from adc.checkpoint.transform.obeyed import check_rows
from adc.diagnostics import AdcError, Note
from adc.diagnostics.amounts import format_bytes

#: An error names so many of the arrays that fill the memory.
MOST_HOLDERS = 6
#: So many picks are made real at most before the best of them is taken.
MOST_PICKS = 12
#: So many more that the account takes to be slightly too large, in the hope that they are not.
MOST_RELAXED = 1
#: So many changes of single decisions are tried on the plan that was picked, and kept where they
#: make it faster by this factor.
MOST_CHANGES, LEAST_GAIN = 16, 0.99


Solver = Callable[[Problem], Solution | None]


@dataclass
class Search:
    """The search for one gradient and one limit in bytes (None: none). `note` hears of what was
    tried; `solves` and `solver_seconds` count what the integer programs take. One that is
    `settling` gives the smallest it finds where nothing fits."""

    trials: Trials
    accounts: Accounts
    limit: int | None
    note: Callable[[str], None] = lambda text: None
    solves: int = 0
    solver_seconds: float = 0.0
    settling: bool = False

    @classmethod
    def of(
        cls, trials: Trials, limit: int | None, note: Callable[[str], None] = lambda text: None
    ) -> Search:
        return cls(trials, Accounts(trials, bounded=limit is not None), limit, note)

    def run(self) -> Trial:
        """The fastest configuration within the limit, verified; AdcError ADC0403 where there is
        none, ADC0405 where it does not store, or not recompute, what the user wants to be."""
        found = self.fastest()
        found.finished.check()
        check_rows(self.trials.policy, self.trials.reversed.primal, found.rows)
        return found

    def stored(self) -> Trial:
        """The configuration that stores everything, unless the user has a say in it."""
        return self.run() if self.steered else self.trials.base

    def fastest(self) -> Trial:
        base = self.trials.base
        cached = base.peak <= self.trials.scenario.machine.cache_bytes
        if self.fits(base) and cached and not self.forced:
            return base
        pick = self.picked()
        return pick if self.steered else self.improved(pick)

    def fits(self, trial: Trial) -> bool:
        return self.limit is None or trial.peak <= self.limit

    @property
    def forced(self) -> bool:
        """Whether the user wants something recomputed."""
        policy = self.trials.policy
        return policy.strategy == Strategy.RECOMPUTE or bool(policy.recompute)

    @property
    def steered(self) -> bool:
        """Whether the user has a say in what is decided."""
        policy = self.trials.policy
        return self.forced or policy.strategy != Strategy.AUTO or bool(policy.store)

    def solved(
        self,
        solver: Solver,
        limit: int | None,
        correction: int = 0,
        learned: Sequence[Learned] = (),
    ) -> Solution | None:
        """The solver's answer, its time counted. What it takes that is only promised is shown by
        trials, and the solver asked again."""
        while True:
            problem = self.accounts.problem(limit, correction)
            start = perf_counter()
            solution = solver(replace(problem, learned=tuple(learned)))
            self.solves += 1
            self.solver_seconds += perf_counter() - start
            if solution is None or self.accounts.settled(solution):
                return solution

    def told(self, configuration: Configuration) -> str:
        return described(configuration, self.trials.reversed.primal)

    # -- the picks -----------------------------------------------------------------------------

    def picked(self) -> Trial:
        """Pick, make real, learn, again: the fastest pick that fits."""
        picks = Picks(self)
        for _ in range(MOST_PICKS):
            if not picks.another():
                break
        if picks.best is None:
            return self.smallest()
        return self.faster_of(picks.relaxed())

    def faster_of(self, pick: Trial) -> Trial:
        """`pick`, or what else was made real and fits, where the whole programs say it is faster.

        The account adds decision to decision; a whole program shows what these share.
        """
        if self.steered:
            return pick
        fitting = [trial for trial in self.trials.made.values() if self.fits(trial)]
        return min([pick, *fitting], key=self.trials.seconds)

    def improved(self, pick: Trial) -> Trial:
        """`pick` with single decisions changed, as long as one that is tried makes it faster and
        still fits: what the account takes for too large may not be. Without a limit, snapshots
        are given up alone: that may leave the arena in memory that has been in use."""
        tried = {repr(pick.configuration)}
        while len(tried) <= MOST_CHANGES:
            better = self.better(pick, tried)
            if better is None:
                break
            pick = better
        return pick

    def better(self, pick: Trial, tried: set[str]) -> Trial | None:
        """The first neighbour of `pick` that fits and is faster; `tried` grows."""
        near = self.neighbours(pick.configuration)
        changes = (c for c in near if repr(c) not in tried)
        for configuration in islice(changes, MOST_CHANGES + 1 - len(tried)):
            tried.add(repr(configuration))
            if not self.may_fit(pick, configuration) or not self.may_gain(pick, configuration):
                continue
            found = self.trials.of(configuration)
            seconds = self.trials.seconds
            if self.fits(found) and seconds(found) < seconds(pick) * LEAST_GAIN:
                self.note(f"better: {self.told(configuration)}: {found.peak} bytes")
                return found
        return None

    def may_fit(self, known: Trial, configuration: Configuration) -> bool:
        """Whether `configuration` has not to exceed the limit, by what `known` holds."""
        bound = least_peak(known, configuration, self.accounts.loops)
        return self.limit is None or bound <= self.limit

    def may_gain(self, known: Trial, configuration: Configuration) -> bool:
        """Whether what `configuration` gives up of `known` may make it faster by enough: without a
        limit that is memory alone, for first touches and for the part of a cache that it fills."""
        if self.limit is not None:
            return True
        machine, total = self.trials.scenario.machine, self.trials.seconds(known)
        saved = given_up(known, configuration, self.trials.scenario.sizes)
        touched = (fresh_seconds(b, machine) for b in (known.peak, max(known.peak - saved, 0)))
        fresh = next(touched) - next(touched)
        return fresh + total * saved / machine.cache_bytes >= total * (1.0 - LEAST_GAIN)

    def neighbours(self, configuration: Configuration) -> Iterator[Configuration]:
        if self.limit is None:
            return thinned(configuration, self.accounts.loops)
        return changed(configuration)

    # -- the least memory ----------------------------------------------------------------------

    def smallest(self) -> Trial:
        """The configuration that needs least memory, where that fits; else ADC0403."""
        least, proven = self.least()
        if self.fits(least):
            return least
        near = min([least, *self.near(least)], key=lambda trial: trial.peak)
        if self.fits(near):
            return near
        if self.settling:
            return near
        told = self.settled(near)
        if self.fits(told):
            return told
        raise self.does_not_fit(told, proven and told is least)

    def settled(self, least: Trial) -> Trial:
        """What asking for as much as `least` holds gives, so that the limit that a refusal tells is
        the one that is reached: of plans that fit the fastest is picked, and it may hold less where
        arrays are made in the place of others, which the account does not see."""
        for _ in range(MOST_PICKS):
            asked = replace(Search.of(self.trials, least.peak, self.note), settling=True)
            found = asked.fastest()
            if found.peak >= least.peak:
                break
            least = found
        return least

    def least(self) -> tuple[Trial, bool]:
        """The smallest peak, and whether there is surely no smaller one: what the account promises
        is made real until no promise is better than what was found. Where that holds less than was
        promised, the account's smallest proves nothing."""
        learned: list[Learned] = []
        least: Trial | None = None
        proven, exact = False, True
        for _ in range(MOST_PICKS):
            solution = self.solved(smallest_peak, None, learned=learned)
            assert solution is not None
            if least is not None and solution.peak >= least.peak:
                proven = exact and is_exact(self.accounts.problem(self.limit))
                break
            found = self.trials.of(self.accounts.configuration(solution))
            exact &= found.peak >= solution.peak
            if least is None or found.peak < least.peak:
                least = found
            learned.append(together(self.accounts.assignments(solution), found.peak))
        assert least is not None
        return least, proven

    def near(self, least: Trial) -> Iterator[Trial]:
        """`least` with all that can be recomputed in place recomputed so, with nothing rebuilt, and
        both; and with what it recomputes in place rebuilt, as arrays that may lie in each other's
        place. What the account takes for larger may not be."""
        if not self.steered:
            recomputed = self.accounts.arrays.recomputable
            small = least.configuration
            for configuration in (small, replace(small, recomputed=recomputed)):
                yield self.trials.of(configuration)
                yield self.trials.of(replace(configuration, rebuilt=frozenset()))
            rebuilt = small.rebuilt | small.recomputed
            yield self.trials.of(replace(small, rebuilt=rebuilt, recomputed=frozenset()))

    def does_not_fit(self, least: Trial, proven: bool) -> AdcError:
        """What the smallest plan holds at its peak is what stands in the way. Not `proven`: there
        may be smaller ones than were found."""
        limit, peak = self.limit or 0, least.peak
        place, held = at_the_peak(least, self.trials.scenario.sizes)
        listed = [f"{words}: {amount} bytes" for words, amount in held[:MOST_HOLDERS]]
        if len(held) > MOST_HOLDERS:
            listed.append(f"and {len(held) - MOST_HOLDERS} more")
        kept = "keeps" if proven else "was found that keeps"
        smallest = "the smallest one" if proven else "the smallest one found"
        where = f"at its peak, {place}, it holds" if place else "it holds"
        refusal = DoesNotFitError.of(
            "ADC0403",
            f"no plan {kept} the call within {limit} bytes ({format_bytes(limit)});"
            f" {smallest} needs {peak} bytes ({format_bytes(peak)})",
            self.trials.reversed.primal.span,
            help=f"raise --mem-limit to {peak} or more, or make the sizes smaller",
            notes=(Note(where), *(Note(text) for text in listed)),
            exit_status=3,
        )
        assert isinstance(refusal, DoesNotFitError)
        refusal.needed = peak
        return refusal


@dataclass
class DoesNotFitError(AdcError):
    """No plan fits in the memory limit; the smallest one needs so many bytes."""

    needed: int = 0


def searched(
    trials: Trials,
    limit: int | None,
    note: Callable[[str], None],
    choose: Callable[[Search], Trial],
) -> tuple[Search, Trial]:
    """The search, and what `choose` takes of it; where nothing fits with While loops that are
    stored, one with snapshots of all of them. Raises DoesNotFitError where neither fits, with what
    the smaller one needs."""
    search = Search.of(trials, limit, note)
    try:
        return search, choose(search)
    except DoesNotFitError as error:
        if not trials.policy.stored:
            raise
        refused = error
    note("once more, with snapshots of all while loops")
    search = Search.of(replace(trials, light=False, made={}, plans={}, times={}), limit, note)
    try:
        return search, choose(search)
    except DoesNotFitError as error:
        raise min(refused, error, key=lambda e: e.needed) from None


@dataclass
class Picks:
    """The solver's picks, one after the other: each is made real and learned from.

    `correction` is by how much the account was wrong about the last pick: with it the next pick is
    made. A pick that does not fit is not made again. `best` is the fastest that fits, with the
    account's seconds.
    """

    search: Search
    best: tuple[float, Trial] | None = None
    correction: int = 0
    learned: list[Learned] = field(default_factory=list)
    seen: list[list[Assignment]] = field(default_factory=list)

    def trial(self, solution: Solution) -> Trial:
        search = self.search
        pick = search.trials.of(search.accounts.configuration(solution))
        search.note(f"tried {search.told(pick.configuration)}: {pick.peak} bytes")
        return pick

    def solution(self) -> Solution | None:
        search = self.search
        solution = search.solved(solve, search.limit, self.correction, self.learned)
        if solution is None and self.best is None:
            # The account may see more than there is: ask it about what it takes for smallest.
            solution = search.solved(smallest_peak, None, self.correction)
        return solution

    def another(self) -> bool:
        """One more pick; whether it is worth while to go on."""
        solution = self.solution()
        if solution is None:
            return False
        peak, pick = self.made(solution)
        if pick is not None and (self.best is None or solution.seconds < self.best[0]):
            self.best = (solution.seconds, pick)
        error = peak - (solution.peak - self.correction)
        if pick is not None and self.enough(pick, error):
            return False
        assignments = self.search.accounts.assignments(solution)
        if error == self.correction and assignments in self.seen:
            return False  # the solver would say the same again
        self.seen.append(assignments)
        if pick is None:
            self.learned.append(together(assignments, peak))
        self.correction = error
        return True

    def made(self, solution: Solution) -> tuple[int, Trial | None]:
        """The bytes of a solution, and what it is made real if it fits. Where another trial shows
        that it does not, it is not made real, and the bytes are the least that it takes."""
        configuration = self.search.accounts.configuration(solution)
        limit = self.search.limit
        if limit is not None and repr(configuration) not in self.search.trials.made:
            least = foreseen(self.search.trials, configuration)
            if least > limit:
                return least, None
        pick = self.trial(solution)
        return pick.peak, pick if self.search.fits(pick) else None

    def enough(self, pick: Trial, error: int) -> bool:
        """Whether no further pick can be better than `pick`, which fits."""
        best = self.best is not None and self.best[1] is pick
        return self.search.limit is None or error >= self.correction or not best

    def relaxed(self) -> Trial:
        """The best pick, or a faster one that the account takes to be slightly too large, where
        it is not."""
        assert self.best is not None
        seconds, best = self.best
        limit = self.search.limit
        if limit is None:
            return best
        margin = min(self.correction, 0) - limit // 16
        learned = list(self.learned)
        for _ in range(MOST_RELAXED):
            solution = self.search.solved(solve, limit, margin, learned)
            if solution is None or solution.seconds >= seconds:
                break
            peak, pick = self.made(solution)
            if pick is not None:
                return pick
            learned.append(together(self.search.accounts.assignments(solution), peak))
        return best
