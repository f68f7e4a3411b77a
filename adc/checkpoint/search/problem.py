"""What is decided about, as a `Problem`; and its solutions as configurations."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from adc.checkpoint.configuration import Configuration
from adc.checkpoint.estimates.accounts import LoopAccount, loop_accounts
from adc.checkpoint.estimates.loops import LoopEstimate
from adc.checkpoint.estimates.trials import Trials
from adc.checkpoint.estimates.values import ArrayAccount
from adc.checkpoint.optimise.model import (
    Assignment,
    Choice,
    Kind,
    Option,
    Problem,
    Solution,
    Value,
)
from adc.checkpoint.policy import Strategy
from adc.checkpoint.transform.candidates import Candidate

#: What the user asks of an array, as the model puts it.
FIXED = {Strategy.AUTO: None, Strategy.STORE: Kind.KEEP, Strategy.RECOMPUTE: Kind.REBUILD}


@dataclass
class Accounts:
    """All that is decided about in one gradient, with what it costs. `bounded`: there is a limit.

    The problem's choices are the loops, then the arrays that may be recomputed where they are used:
    kept (option 0) or not (option 1). Its values are the other arrays, kept or rebuilt.
    """

    trials: Trials
    bounded: bool

    @cached_property
    def loops(self) -> list[LoopAccount]:
        return loop_accounts(self.trials, self.bounded)

    @cached_property
    def arrays(self) -> ArrayAccount:
        return ArrayAccount(self.trials)

    # -- arrays --------------------------------------------------------------------------------

    @cached_property
    def values(self) -> list[Value]:
        """Operands before what is made from them; first those operands that are no candidates."""
        arrays = self.arrays
        order = [c for c in arrays.ordered if c.name not in arrays.recomputable]
        known = {c.name for c in order} | arrays.recomputable
        leaves = {o: None for c in arrays.candidates for o in arrays.leaves(c) if o not in known}
        values = [self.operand(name) for name in leaves if arrays.is_buffer(name)]
        for candidate in order:
            # What is made in one loop with the candidate is made again with it, before or after.
            values.append(self.value(candidate, {v.name for v in values}))
        return values

    def operand(self, name: str) -> Value:
        """What rebuilding others reads, and cannot be rebuilt: it may have to be kept for them."""
        events = [e for e, live in enumerate(self.trials.base_live) if name in live]
        forward = [e for e in events if e < self.trials.events.forward]
        return Value(name, self.arrays.bytes_of(name), tuple(forward) or (0,))

    def value(self, candidate: Candidate, names: set[str]) -> Value:
        """A candidate that is kept or rebuilt, from those of `names` that it is made from."""
        arrays = self.arrays
        return Value(
            name=candidate.name,
            bytes=arrays.bytes_of(candidate.name),
            points=arrays.points(candidate),
            uses=arrays.uses(candidate),
            seconds=arrays.rebuild_seconds(candidate),
            operands=tuple(o for o in arrays.leaves(candidate) if o in names),
            scratch=sum(arrays.bytes_of(t) for t in candidate.temporaries),
            fixed=FIXED[arrays.asked(candidate.name)],
            keep_seconds=arrays.keep_seconds(candidate.name),
            made_seconds=arrays.make_seconds(candidate),
            optional=arrays.optional(candidate.name),
        )

    @cached_property
    def array_choices(self) -> list[Choice]:
        """The arrays that the reverse sweep needs and that may be recomputed where it does."""
        values = {v.name for v in self.values}
        return [
            self.array_choice(c, values)
            for c in self.arrays.ordered
            if c.name in self.arrays.recomputable and c.needed_at
        ]

    def array_choice(self, candidate: Candidate, values: set[str]) -> Choice:
        arrays, name = self.arrays, candidate.name
        size, points, uses = arrays.bytes_of(name), arrays.points(candidate), arrays.uses(candidate)
        optional = arrays.optional(name) and name not in arrays.read_forward
        made = arrays.make_seconds(candidate) if optional else 0.0
        kept = Option(
            made + 2 * arrays.keep_seconds(name), ((min([*points, *uses]), max(uses), size),)
        )
        held = () if optional or not points else ((points[0], points[-1], size),)
        needs = tuple((o, e) for o in arrays.leaves(candidate) if o in values for e in uses)
        return Choice(name, (kept, Option(arrays.recompute_seconds(candidate), held, needs)))

    # -- loops ---------------------------------------------------------------------------------

    def loop_choice(self, account: LoopAccount, lows: list[int]) -> Choice:
        """A loop's schedules; `lows` are the least bytes that any of them adds at each event."""
        options = tuple(self.option(account, e, lows) for e in account.estimates)
        return Choice(account.label, options)

    def option(self, account: LoopAccount, estimate: LoopEstimate, lows: list[int]) -> Option:
        holds = tuple((e, e, x - lows[e]) for e, x in enumerate(estimate.added) if x > lows[e])
        needs: tuple[tuple[str, int], ...] = ()
        if estimate.schedule is not None:
            events = self.trials.events
            event = events.numbers[account.pair.adjoint.label]
            until = range(events.spans[event].start, event + 1)
            names = [v.name for v in self.values if v.name in account.reads]
            needs = tuple((name, e) for name in names for e in until)
        return Option(estimate.seconds, holds, needs)

    # -- all together --------------------------------------------------------------------------

    def problem(self, limit: int | None, correction: int = 0) -> Problem:
        """The integer program's problem; `correction` is added to the bytes of every event."""
        floor = self.without_arrays()
        choices = []
        for account in self.loops:
            lows = [min(0, *(x.added[e] for x in account.estimates)) for e in range(len(floor))]
            floor = [b + low for b, low in zip(floor, lows, strict=True)]
            choices.append(self.loop_choice(account, lows))
        choices += self.array_choices
        base = tuple(max(b + correction, 0) for b in floor)
        before = tuple(
            min(b, max(f + correction, 0)) for b, f in zip(base, self.before, strict=True)
        )
        return Problem(base, tuple(self.values), tuple(choices), limit, before=before)

    @cached_property
    def before(self) -> tuple[int, ...]:
        """The bytes that are held over from one event to the next in the baseline, without the
        arrays that are decided about: what is there while values are made again for an event."""
        trials = self.trials
        profile = trials.base.finished.profile
        decided = frozenset(v.name for v in self.values)
        decided |= frozenset(c.name for c in self.array_choices)
        found = []
        earlier = [frozenset[str]()] * len(trials.events.ways)
        for event, live in enumerate(trials.base_live):
            way = event % len(earlier)
            found.append(profile.amount(earlier[way] & live, decided))
            earlier[way] = live or earlier[way]
        return tuple(found)

    def without_arrays(self) -> list[int]:
        """The baseline's bytes at every event without the arrays that are decided about."""
        sizes = {v.name: v.bytes for v in self.values}
        sizes |= {c.name: self.arrays.bytes_of(c.name) for c in self.array_choices}
        return [
            amount - sum(sizes[name] for name in live if name in sizes)
            for amount, live in zip(self.trials.base_bytes, self.trials.base_live, strict=True)
        ]

    # -- solutions -----------------------------------------------------------------------------

    def configuration(self, solution: Solution) -> Configuration:
        loops = {
            account.label: schedule
            for account, index in zip(self.loops, solution.options, strict=False)
            if (schedule := account.estimates[index].schedule) is not None
        }
        chosen = zip(self.array_choices, solution.options[len(self.loops) :], strict=True)
        recomputed = {choice.name for choice, index in chosen if index == 1}
        if recomputed or solution.rebuilt:
            recomputed |= self.arrays.passed_over
        return Configuration(loops, frozenset(solution.rebuilt), frozenset(recomputed))

    def settled(self, solution: Solution) -> bool:
        """Whether trials have shown the bytes of all schedules that a solution takes; where they
        have not, they do now."""
        promised = [
            account
            for account, index in zip(self.loops, solution.options, strict=False)
            if account.estimates[index].promised
        ]
        for account in promised:
            account.settle()
        return not promised

    def assignments(self, solution: Solution) -> list[Assignment]:
        """What a solution decides, one by one."""
        found = [Assignment(Kind.KEEP, name) for name in solution.kept]
        found += [Assignment(Kind.REBUILD, name) for name in solution.rebuilt]
        names = [x.label for x in self.loops] + [c.name for c in self.array_choices]
        chosen = zip(names, solution.options, strict=True)
        return found + [Assignment(Kind.OPTION, name, index) for name, index in chosen]
