"""The planner's search: which configuration is fastest within the limit.

A configuration is made real, simplified and scheduled (by `Evaluate`, the pipeline's part), which
gives its exact bytes at every step of both sweeps. A few configurations probed so say what each
decision adds; an integer program (`model`, `solver`) picks the fastest that fits by that account;
its pick is made real in turn, and what its walk finds over the account is learned, until the pick
fits in fact. The answer never rests on the account alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from time import perf_counter
from typing import Any

from adc.analysis.cost import cost
from adc.checkpoint.configuration import Choices, changed
from adc.checkpoint.estimates.accounts import (
    LoopStudy,
    StudiedWay,
    studies,
)
from adc.checkpoint.estimates.events import Events, Held, Profile, events_of
from adc.checkpoint.estimates.values import ValueStudy
from adc.checkpoint.machine import Machine, seconds
from adc.checkpoint.optimise.model import (
    Choice,
    Decision,
    Learned,
    Option,
    Problem,
    Solution,
    Value,
    together,
)
from adc.checkpoint.optimise.solver import is_exact, smallest_peak, solve
from adc.checkpoint.plan import Plan, PlanRow
from adc.checkpoint.policy import Policy
from adc.checkpoint.search.report import at_the_peak
from adc.checkpoint.transform.planner import plan
from adc.diagnostics import AdcError, Note
from adc.diagnostics.amounts import format_bytes
from adc.differentiate.gradient import Reversed
from adc.ir.enums import ParameterKind
from adc.ir.nodes import Loop, While
from adc.ir.program import Program
from adc.ir.walking import walk_nodes

#: An error names so many of the arrays that fill the memory.
MOST_HOLDERS = 6
#: So many picks are made real at most before the best of them is taken.
MOST_PICKS = 12
#: So many more that the account takes to be slightly too large, in the hope that they are not.
MOST_RELAXED = 1
#: So many changes of single decisions are tried on the plan that was picked, and kept where they
#: make it faster by this factor.
MOST_CHANGES, LEAST_GAIN = 16, 0.99


@dataclass(frozen=True)
class Setting:
    """What the planner plans for: numbers for all sizes and integer arguments, the limit in bytes
    (None: none), and the machine's constants. `assumed` are the sizes that nobody gave."""

    sizes: Mapping[str, int]
    limit: int | None
    machine: Machine
    assumed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Finished:
    """A configuration made real and simplified: its program, the pipeline's schedule of it, the
    exact peak in bytes, and what is live where."""

    program: Program
    scheduled: Any
    peak: int
    profile: Profile


Evaluate = Callable[[Plan], Finished]
Solver = Callable[[Problem], Solution | None]


@dataclass(frozen=True)
class Attempt:
    """One configuration with all that is known of it."""

    choices: Choices
    plan: Plan
    finished: Finished

    @property
    def rows(self) -> tuple[PlanRow, ...]:
        """The plan's rows without what simplification has made needless."""
        program = self.finished.program
        used = {c.name for c in program.containers} | {c.of for c in program.containers}
        return tuple(r for r in self.plan.rows if r.decision != "store" or r.array in used)


@dataclass
class Search:
    """The search for one gradient. `note` hears of what was tried, `progress` of what is being
    tried; `solves` and `solver_seconds` count what the integer programs take."""

    reversed: Reversed
    policy: Policy
    setting: Setting
    evaluate: Evaluate
    note: Callable[[str], None] = lambda text: None
    progress: Callable[[str], None] = lambda text: None
    solves: int = 0
    solver_seconds: float = 0.0
    attempts: dict[str, Attempt] = field(default_factory=dict)
    plans: dict[str, Plan] = field(default_factory=dict)
    times: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.policy = self.policy.within(self.reversed.primal)

    def attempt(self, choices: Choices) -> Attempt:
        """`choices` made real; each configuration once."""
        key = repr(choices)
        if key not in self.attempts:
            self.progress(f"trying {self.told(choices)}")
            planned = self.planned(choices)
            self.attempts[key] = Attempt(choices, planned, self.evaluate(planned))
        return self.attempts[key]

    def planned(self, choices: Choices) -> Plan:
        """The program of a configuration, not yet simplified; each once."""
        key = repr(choices)
        if key not in self.plans:
            self.plans[key] = plan(self.reversed, self.policy, choices, strict=False)
        return self.plans[key]

    def told(self, choices: Choices) -> str:
        """`choices` in a few words, loops by their lines in the source."""
        return describe(choices, self.lines)

    @cached_property
    def lines(self) -> dict[str, str]:
        """By its label, the line of each loop."""
        return {
            node.label: f"loop of line {node.span.line}"
            for node in walk_nodes(self.reversed.primal.body)
            if isinstance(node, (Loop, While)) and node.span
        }

    def solved(self, solver: Solver, problem: Problem) -> Solution | None:
        """The solver's answer, its time counted."""
        start = perf_counter()
        solution = solver(problem)
        self.solves += 1
        self.solver_seconds += perf_counter() - start
        return solution

    def run(self) -> Attempt:
        """The fastest configuration within the limit; AdcError ADC0403 where there is none, ADC0405
        where it does not store, or not recompute, what the user wants to be."""
        found = self.fastest()
        self.policy.check_rows(self.reversed.primal, found.rows)
        return found

    def fastest(self) -> Attempt:
        base = self.base
        limit = self.setting.limit
        fits = limit is None or base.finished.peak <= limit
        if fits and base.finished.peak <= self.setting.machine.cache_bytes and not self.forced:
            return base
        pick = self.picked()
        return pick if self.steered else self.improved(pick, limit)

    @property
    def forced(self) -> bool:
        return self.policy.strategy == "recompute" or bool(self.policy.recompute)

    @property
    def steered(self) -> bool:
        """Whether the user has a say in what is decided."""
        return self.forced or self.policy.strategy != "auto" or bool(self.policy.store)

    @cached_property
    def events(self) -> Events:
        return events_of(self.reversed)

    @cached_property
    def base(self) -> Attempt:
        """Everything kept and stored."""
        return self.attempt(Choices())

    @cached_property
    def base_held(self) -> Held:
        return self.events.held(self.base.finished.profile)

    @property
    def base_bytes(self) -> tuple[int, ...]:
        return self.base_held.amounts

    @property
    def base_live(self) -> tuple[frozenset[str], ...]:
        """The buffers in use at every event where everything is kept and stored."""
        return self.base_held.buffers

    @cached_property
    def arrays(self) -> ValueStudy:
        return ValueStudy(self)

    @property
    def values(self) -> list[Value]:
        return self.arrays.values

    @cached_property
    def loops(self) -> list[LoopStudy]:
        return studies(self)

    def seconds(self, attempt: Attempt) -> float:
        """The predicted time of a configuration."""
        key = repr(attempt.choices)
        if key not in self.times:
            program = attempt.finished.program
            level = cost(program.body, program, dict(self.setting.sizes))
            arena = attempt.finished.peak
            self.times[key] = seconds(level, self.setting.machine, arena_bytes=arena)
        return self.times[key]

    # -- the picks -----------------------------------------------------------------------------

    def picked(self) -> Attempt:
        """Pick, make real, learn, again: the fastest pick that fits.

        `correction` is by how much the account was wrong about the last pick: with it the next
        pick is made. A pick that does not fit is not made again.
        """
        limit = self.setting.limit
        best: tuple[float, Attempt] | None = None
        correction = 0
        learned: list[Learned] = []
        seen: list[list[Decision]] = []
        for _ in range(MOST_PICKS):
            solution = self.solved(solve, replace(self.problem(correction), learned=tuple(learned)))
            if solution is None and best is None:
                # The account may see more than there is: ask it about what it takes for smallest.
                solution = self.solved(smallest_peak, replace(self.problem(correction), limit=None))
            if solution is None:
                break
            pick = self.attempt(self.choices_of(solution))
            peak = pick.finished.peak
            self.note(f"tried {self.told(pick.choices)}: {peak} bytes")
            fits = limit is None or peak <= limit
            if fits and (best is None or solution.seconds < best[0]):
                best = (solution.seconds, pick)
            error = peak - (solution.peak - correction)
            if fits and (
                limit is None or error >= correction or best is None or best[1] is not pick
            ):
                break
            if error == correction and not fits and self.decisions(solution) in seen:
                break
            seen.append(self.decisions(solution))
            if not fits:
                learned.append(together(self.decisions(solution), peak))
            correction = error
        if best is None:
            return self.smallest()
        return self.faster_of(self.relaxed(best, correction, learned))

    def relaxed(
        self, best: tuple[float, Attempt], correction: int, learned: list[Learned]
    ) -> Attempt:
        """The best pick, or a faster one that the account takes to be slightly too large, where
        it is not."""
        limit = self.setting.limit
        if limit is None:
            return best[1]
        margin = min(correction, 0) - limit // 16
        for _ in range(MOST_RELAXED):
            solution = self.solved(solve, replace(self.problem(margin), learned=tuple(learned)))
            if solution is None or solution.seconds >= best[0]:
                break
            pick = self.attempt(self.choices_of(solution))
            self.note(f"tried {self.told(pick.choices)}: {pick.finished.peak} bytes")
            if pick.finished.peak <= limit:
                return pick
            learned = [*learned, together(self.decisions(solution), pick.finished.peak)]
        return best[1]

    def faster_of(self, pick: Attempt) -> Attempt:
        """`pick`, or what else was made real and fits, where the whole programs say it is faster.

        The account adds decision to decision; a whole program shows what these share.
        """
        limit = self.setting.limit
        if self.steered:
            return pick
        fitting = [a for a in self.attempts.values() if limit is None or a.finished.peak <= limit]
        return min([pick, *fitting], key=self.seconds)

    def improved(self, pick: Attempt, limit: int | None) -> Attempt:
        """`pick` with single decisions changed, as long as one that is tried makes it faster and
        still fits: what the account takes for too large may not be. Without a limit, snapshots
        are given up alone: that may leave the arena in memory that has been in use."""
        tried = {repr(pick.choices)}
        while len(tried) <= MOST_CHANGES:
            near = thinned(pick.choices, self.loops) if limit is None else changed(pick.choices)
            changes = (c for c in near if repr(c) not in tried)
            for choices in islice(changes, MOST_CHANGES + 1 - len(tried)):
                tried.add(repr(choices))
                found = self.attempt(choices)
                fits = limit is None or found.finished.peak <= limit
                if fits and self.seconds(found) < self.seconds(pick) * LEAST_GAIN:
                    self.note(f"better: {self.told(choices)}: {found.finished.peak} bytes")
                    pick = found
                    break
            else:
                break
        return pick

    def decisions(self, solution: Solution) -> list[Decision]:
        """The atoms of a plan."""
        found = [Decision("keep", name) for name in solution.kept]
        found += [Decision("rebuild", name) for name in solution.rebuilt]
        names = [s.label for s in self.loops] + [c.name for c in self.arrays.inline_choices]
        chosen = zip(names, solution.options, strict=True)
        return found + [Decision("option", name, index) for name, index in chosen]

    def smallest(self) -> Attempt:
        """The configuration that needs least memory, where that fits; else ADC0403.

        What the account promises is made real until no promise is better than what was found.
        """
        learned: list[Learned] = []
        least: Attempt | None = None
        proven = False
        for _ in range(MOST_PICKS):
            solution = self.solved(
                smallest_peak, replace(self.problem(0), limit=None, learned=tuple(learned))
            )
            assert solution is not None
            if least is not None and solution.peak >= least.finished.peak:
                proven = is_exact(self.problem(0))
                break
            found = self.attempt(self.choices_of(solution))
            if least is None or found.finished.peak < least.finished.peak:
                least = found
            learned.append(together(self.decisions(solution), found.finished.peak))
        assert least is not None
        limit = self.setting.limit
        if limit is None or least.finished.peak <= limit:
            return least
        near = min([least, *self.near(least)], key=lambda a: a.finished.peak)
        if near.finished.peak <= limit:
            return near
        raise self.does_not_fit(near, proven and near is least)

    def near(self, least: Attempt) -> Iterator[Attempt]:
        """`least` with all that can be made again in registers made again so, with nothing made
        again as an array, and both: what the account takes for larger may not be."""
        if not self.steered:
            inlined = self.arrays.inlinable
            for choices in (least.choices, replace(least.choices, inlined=inlined)):
                yield self.attempt(choices)
                yield self.attempt(replace(choices, rebuilt=frozenset()))

    def does_not_fit(self, least: Attempt, proven: bool) -> AdcError:
        """What the smallest plan holds at its peak is what stands in the way. Not `proven`: there
        may be smaller ones than were found."""
        limit, peak = self.setting.limit or 0, least.finished.peak
        place, held = at_the_peak(least, self.setting.sizes)
        listed = [f"{words}: {amount} bytes" for words, amount in held[:MOST_HOLDERS]]
        if len(held) > MOST_HOLDERS:
            listed.append(f"and {len(held) - MOST_HOLDERS} more")
        kept = "keeps" if proven else "was found that keeps"
        smallest = "the smallest one" if proven else "the smallest one found"
        where = f"at its peak, {place}, it holds" if place else "it holds"
        return AdcError.of(
            "ADC0403",
            f"no plan {kept} the call within {limit} bytes ({format_bytes(limit)});"
            f" {smallest} needs {peak} bytes ({format_bytes(peak)})",
            self.reversed.primal.span,
            help=f"raise --mem-limit to {peak} or more, or make the sizes smaller",
            notes=(Note(where), *(Note(text) for text in listed)),
            exit_status=3,
        )

    # -- from decisions to configurations --------------------------------------------------------

    def problem(self, correction: int) -> Problem:
        """The integer program's problem; `correction` is added to the bytes of every event."""
        floor = self.without_values()
        choices = []
        for study in self.loops:
            lows = [min(0, *(w.extra[e] for w in study.ways)) for e in range(len(floor))]
            floor = [b + low for b, low in zip(floor, lows, strict=True)]
            options = tuple(self.option(study, w, lows) for w in study.ways)
            choices.append(Choice(study.label, options))
        choices += self.arrays.inline_choices
        base = tuple(max(b + correction, 0) for b in floor)
        before = tuple(
            min(b, max(f + correction, 0)) for b, f in zip(base, self.before, strict=True)
        )
        limit = self.setting.limit
        return Problem(base, tuple(self.values), tuple(choices), limit, before=before)

    @cached_property
    def before(self) -> tuple[int, ...]:
        """The bytes that are held over from one event to the next in the baseline, without the
        arrays that are decided about: what is there while values are made again for an event."""
        profile = self.base.finished.profile
        decided = frozenset(v.name for v in self.values)
        decided |= frozenset(c.name for c in self.arrays.inline_choices)
        found = []
        earlier = [frozenset[str]()] * len(self.events.ways)
        for event, live in enumerate(self.base_live):
            way = event % len(earlier)
            found.append(profile.amount(earlier[way] & live, decided))
            earlier[way] = live or earlier[way]
        return tuple(found)

    def without_values(self) -> list[int]:
        """The baseline's bytes at every event without the arrays that are decided about."""
        sizes = {v.name: v.bytes for v in self.values}
        sizes |= {c.name: self.arrays.bytes_of(c.name) for c in self.arrays.inline_choices}
        return [
            amount - sum(sizes[name] for name in live if name in sizes)
            for amount, live in zip(self.base_bytes, self.base_live, strict=True)
        ]

    def option(self, study: LoopStudy, way: StudiedWay, lows: list[int]) -> Option:
        holds = tuple((e, e, x - lows[e]) for e, x in enumerate(way.extra) if x > lows[e])
        needs: tuple[tuple[str, int], ...] = ()
        if way.choice is not None:
            event = self.events.numbers[study.pair.adjoint.label]
            until = range(self.events.spans[event].start, event + 1)
            needs = tuple((v.name, e) for v in self.values if v.name in study.reads for e in until)
        return Option(way.seconds, holds, needs)

    def choices_of(self, solution: Solution) -> Choices:
        loops = {
            study.label: way.choice
            for study, index in zip(self.loops, solution.options, strict=False)
            if (way := study.ways[index]).choice is not None
        }
        inline = zip(self.arrays.inline_choices, solution.options[len(self.loops) :], strict=True)
        again = {choice.name for choice, index in inline if index == 1}
        if again or solution.rebuilt:
            again |= self.arrays.passed_over
        return Choices(loops, frozenset(solution.rebuilt), frozenset(again))


def thinned(choices: Choices, studies: Iterable[LoopStudy]) -> Iterator[Choices]:
    """`choices` with a snapshot less of one of the loops that hold one for every segment."""
    for study in studies:
        choice = choices.loops.get(study.label)
        if choice is not None and not choice.slots and isinstance(study.pair.loop, Loop):
            slots = -(-study.steps // choice.length) - 1
            if slots > 0:  # at sizes at which the loop makes no step there is nothing to thin
                loops = {**choices.loops, study.label: replace(choice, slots=slots)}
                yield replace(choices, loops=loops)


def describe(choices: Choices, lines: Mapping[str, str] | None = None) -> str:
    """A configuration in a few words; `lines` are other names for loops than their labels."""
    if choices == Choices():
        return "everything stored"
    parts = [
        f"{(lines or {}).get(label, label)}: {c.slots or 'all'} snapshots, segments of {c.length}"
        for label, c in choices.loops.items()
    ]
    parts += [f"{name} rebuilt" for name in sorted(choices.rebuilt)]
    parts += [f"{name} recomputed in place" for name in sorted(choices.inlined)]
    return "; ".join(parts)


def complete(sizes: Mapping[str, int], reversed_: Reversed) -> tuple[dict[str, int], list[str]]:
    """`sizes` with a reference size for each that is missing, and the names of these."""
    known = dict(sizes)
    missing = []
    for parameter in reversed_.primal.parameters:
        if (
            parameter.kind in (ParameterKind.SIZE, ParameterKind.INTEGER)
            and parameter.name not in known
        ):
            known[parameter.name] = 1000 if parameter.kind == ParameterKind.SIZE else 100
            missing.append(parameter.name)
    return known, missing
