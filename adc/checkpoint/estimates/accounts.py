"""What each schedule of a loop adds to the bytes and the seconds of a call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from adc.analysis.cost import REFERENCE_TRIPS, cost
from adc.analysis.extents import trips
from adc.checkpoint.configuration import CheckpointSchedule, Configuration
from adc.checkpoint.estimates.events import byte_count
from adc.checkpoint.estimates.loops import (
    LoopEstimate,
    LoopFacts,
    checkpointed,
    copied,
    estimates,
    lengths,
    spread,
    stored,
    undominated,
)
from adc.checkpoint.estimates.nested import inner_configurations, inner_seconds
from adc.checkpoint.estimates.pricing import seconds
from adc.checkpoint.estimates.probes import Probes
from adc.checkpoint.estimates.shares import Probed
from adc.checkpoint.estimates.trials import Trials
from adc.checkpoint.policy import Strategy
from adc.checkpoint.scenario import Scenario
from adc.checkpoint.transform.checkpointing import WHILE_SLOTS
from adc.checkpoint.transform.frame import Frame
from adc.checkpoint.transform.pairs import Pair, outer_loops, pairs
from adc.ir.node import Statement
from adc.ir.nodes import Loop, ReverseWhile, While
from adc.ir.shapes import entries, evaluate
from adc.ir.walking import mentioned_in, walk_nodes, written_in


@dataclass
class LoopAccount:
    """A top-level loop of the forward sweep and what its schedules cost. `bounded`: bytes count,
    for there is a limit."""

    trials: Trials
    frame: Frame
    pair: Pair
    bounded: bool
    probes: Probes
    _facts: dict[str, LoopFacts] = field(default_factory=dict)

    @property
    def label(self) -> str:
        return self.pair.loop.label

    @cached_property
    def estimates(self) -> list[LoopEstimate]:
        """The undominated schedules, each with what it adds."""
        found = self.within_limits() if self.bounded else self.without_limit()
        return [e for e in found if self.allowed(e)] or found

    def without_limit(self) -> list[LoopEstimate]:
        """Without a limit bytes are of no account, and few snapshots only cost time. Running each
        step once more is the least that any schedule takes: nothing is measured where storing is
        faster than that."""
        machine, nothing = self.trials.scenario.machine, (0,) * len(self.trials.base_bytes)
        if self.can_store:
            facts = self.facts_of(0, self.stored_tape // max(self.steps, 1), 0)
            found = [replace(stored(facts, machine), added=nothing)]
            if found[0].seconds <= facts.steps * facts.step_seconds and self.allowed(found[0]):
                return found
        facts = self.facts_with(Configuration())
        found = [stored(facts, machine)] if facts.can_store else []
        slots = WHILE_SLOTS if facts.open_ended else 0
        schedules = [CheckpointSchedule(n, slots) for n in lengths(facts)]
        ways = (way for schedule in schedules for way in copied(facts, schedule))
        found += [checkpointed(facts, machine, way) for way in ways]
        return [replace(estimate, added=nothing) for estimate in found]

    def within_limits(self) -> list[LoopEstimate]:
        first, *others = inner_configurations(self.pair, self.trials.scenario.sizes)
        tried = estimates(self.facts_with(first), self.trials.scenario.machine, first)
        tried = [replace(e, segment=self.segment(e, first)) for e in tried]
        found = [replace(e, added=self.added(e)) for e in spread(undominated(tried))]
        return found + [e for inner in others for e in self.promised(inner)]

    def promised(self, inner: Configuration) -> list[LoopEstimate]:
        """What schedules with the loops inside run again as well cost at least: as if their segment
        held nothing. Few programs have so little memory that more has to be known of them."""
        facts = replace(self.facts_with(Configuration()), tape=0, tape_alone=0)
        tried = estimates(facts, self.trials.scenario.machine, inner)
        tried = [e for e in tried if e.schedule is not None and e.schedule.length == 1]
        more = inner_seconds(facts, inner, self.pair, self.trials.scenario.sizes)
        segments = self.trials.events.at(self.pair.adjoint.label)
        found = []
        for estimate in spread(undominated(tried)):
            added = list(self.added(estimate, Configuration()))
            for event in segments:
                base = self.trials.base_bytes[event]
                added[event] = min(added[event], estimate.snapshots - base if base else 0)
            seconds = estimate.seconds + more
            found.append(replace(estimate, seconds=seconds, added=tuple(added), promised=True))
        return found

    def settle(self) -> None:
        """Have trials show all that was promised."""
        self.estimates = [self.settled(e) if e.promised else e for e in self.estimates]

    def settled(self, estimate: LoopEstimate) -> LoopEstimate:
        schedule, sizes = estimate.schedule, self.trials.scenario.sizes
        assert schedule is not None
        inner, facts = schedule.inner, self.facts_with(schedule.inner)
        found = checkpointed(facts, self.trials.scenario.machine, schedule)
        seconds = found.seconds + inner_seconds(facts, inner, self.pair, sizes)
        segment, added = self.segment(found, inner), self.added(found)
        return replace(found, seconds=seconds, segment=segment, added=added)

    @property
    def idle(self) -> bool:
        """Whether the loop's adjoint needs nothing of its steps."""
        if not self.can_store or (not self.bounded and self.stored_tape):
            return False
        facts = self.facts_with(Configuration())
        return not facts.whole_state and not facts.tape

    def allowed(self, estimate: LoopEstimate) -> bool:
        """Whether the user's `--strategy`, `--store` and `--recompute` permit a schedule."""
        policy = self.trials.policy
        if policy.strategy == Strategy.AUTO and not policy.store and not policy.recompute:
            return True
        names = set(self.names)
        stored = not policy.store.isdisjoint(self.made)
        if stored or (policy.strategy == Strategy.STORE and not names & policy.recompute):
            return estimate.schedule is None
        if names & policy.recompute or policy.strategy == Strategy.RECOMPUTE:
            return estimate.schedule is not None
        return True

    @property
    def names(self) -> tuple[str, ...]:
        """The source's names of the loop's state."""
        return self.probes.facts(self.label, CheckpointSchedule()).names

    @cached_property
    def made(self) -> frozenset[str]:
        """The source's names of what the loop writes."""
        originals = self.frame.originals
        return frozenset(originals.get(n, n) for n in written_in((self.pair.loop,)))

    # -- what one step holds and takes ---------------------------------------------------------

    def facts_with(self, inner: Configuration) -> LoopFacts:
        """The loop's facts where the loops inside are reversed as `inner` says."""
        key = repr(inner)
        if key not in self._facts:
            self._facts[key] = self.measured(inner)
        return self._facts[key]

    def measured(self, inner: Configuration) -> LoopFacts:
        sizes = dict(self.trials.scenario.sizes)
        one = self.probes.facts(self.label, CheckpointSchedule(1, 0, inner))
        state, tape_alone = evaluate(one.state, sizes), evaluate(one.tape, sizes)
        host_state = evaluate(one.host_state, sizes)
        tape = tape_alone
        if self.can_store and not inner.loops:
            if not self.bounded:
                tape = self.stored_tape // max(self.steps, 1)
            else:
                two = self.probes.facts(self.label, CheckpointSchedule(2, 0, inner))
                state, host_state = evaluate(two.state, sizes), evaluate(two.host_state, sizes)
                tape = -(-evaluate(two.tape, sizes) // min(2, max(self.steps, 1)))
        return self.facts_of(state, tape, tape_alone, host_state)

    def facts_of(self, state: int, tape: int, tape_alone: int, host_state: int = 0) -> LoopFacts:
        """The loop's facts with these bytes (see `LoopFacts`)."""
        level = cost((self.pair.loop,), self.frame.forward, dict(self.trials.scenario.sizes))
        whole = seconds(level, self.trials.scenario.machine)
        return LoopFacts(
            label=self.label,
            steps=self.steps,
            state=state,
            tape=tape,
            tape_alone=tape_alone,
            working=level.working_set,
            step_seconds=whole / max(self.steps, 1),
            can_store=self.can_store,
            open_ended=isinstance(self.pair.loop, While),
            host_state=host_state,
        )

    @cached_property
    def can_store(self) -> bool:
        """Whether its number of steps is known before it ends, and that of the loops inside."""
        around_while = any(isinstance(n, ReverseWhile) for n in walk_nodes(self.pair.adjoint.body))
        return isinstance(self.pair.loop, Loop) and not around_while

    @cached_property
    def stored_tape(self) -> int:
        """The bytes that the loop stores where every step is stored. Without a limit a step's share
        of it says how long schedules take, as well as a plan with segments of two steps would."""
        program = self.trials.planned(Configuration()).program
        loops = (n for n in walk_nodes(program.body) if getattr(n, "label", "") == self.label)
        sizes = dict(self.trials.scenario.sizes)
        before, after = (
            {c.name: evaluate(byte_count(c), sizes) for c in p.containers}
            for p in (self.frame.forward, program)
        )
        return sum(after[name] - before.get(name, 0) for name in written_in(tuple(loops)))

    @property
    def reads(self) -> frozenset[str]:
        """What a step reads; to run it again, this has to be there."""
        nodes = walk_nodes(self.pair.loop.body)
        return frozenset(u.container for n in nodes for u in n.uses)

    @cached_property
    def steps(self) -> int:
        return steps_of(self.pair.loop, self.trials.scenario)

    def snapshots(self, schedule: CheckpointSchedule) -> int:
        """How many snapshots a schedule that names a number of them holds."""
        loop = self.pair.loop
        if isinstance(loop, While) and loop.limit is None:
            return schedule.slots
        return min(schedule.slots, -(-self.steps // schedule.length))

    # -- bytes ---------------------------------------------------------------------------------

    def added(self, estimate: LoopEstimate, inner: Configuration | None = None) -> tuple[int, ...]:
        """The bytes that a schedule adds at each event to those of storing everything; with
        `inner`, as if it had that inside."""
        base = self.trials.base_bytes
        schedule = estimate.schedule
        if schedule is None:
            return (0,) * len(base)
        core = self.probes.core(self.label, replace(schedule, inner=inner or schedule.inner))
        predicted = [
            amount + (estimate.snapshots if held else 0) if amount is not None else 0
            for amount, held in zip(core.amounts, core.held, strict=True)
        ]
        return tuple(p - b for p, b in zip(predicted, base, strict=True))

    def segment(self, estimate: LoopEstimate, inner: Configuration) -> int:
        """The most bytes beside the snapshots while these are held, by configurations made real:
        what the facts know is not yet simplified."""
        least = self.probes.core(self.label, CheckpointSchedule(inner=inner))
        amounts: Sequence[int | None] = self.trials.base_bytes
        if estimate.schedule is not None:
            amounts = self.probes.core(self.label, estimate.schedule).amounts
        there = [a or 0 for a, held in zip(amounts, least.held, strict=True) if held]
        return max(there, default=0)


def loop_accounts(trials: Trials, bounded: bool) -> list[LoopAccount]:
    """The loops that the planner decides about: those of the forward sweep that no other loop is
    around, also inside branches. They are probed together, once it is known which they are."""
    frame = Frame.of(trials.reversed, frozenset())
    outermost = {loop.label for loop in outer_loops(frame.forward.body)}
    found = [
        pair
        for pair in pairs(frame)
        if not _is_empty(pair.adjoint)
        and pair.loop.label not in trials.policy.stored
        and pair.loop.label in outermost
        and pair.adjoint.label in trials.events.numbers
        and (steps_of(pair.loop, trials.scenario) > 1 or any(outer_loops(pair.loop.body)))
    ]
    while True:
        probes = Probes(trials, tuple(probed(pair, trials) for pair in found))
        accounts = [LoopAccount(trials, frame, pair, bounded, probes) for pair in found]
        busy = [account for account in accounts if not account.idle]
        if len(busy) == len(found):
            return busy
        found = [account.pair for account in busy]


def steps_of(loop: Loop | While, scenario: Scenario) -> int:
    """How many steps a loop takes; a guess where data decide on that."""
    sizes = dict(scenario.sizes)
    if isinstance(loop, While):
        return REFERENCE_TRIPS if loop.limit is None else max(evaluate(loop.limit, sizes), 0)
    count = trips(loop)
    return REFERENCE_TRIPS if entries(count) else max(evaluate(count, sizes), 0)


def probed(pair: Pair, trials: Trials) -> Probed:
    return Probed(
        pair.loop.label,
        pair.adjoint.label,
        isinstance(pair.loop, While),
        mentioned_in((pair.loop, pair.adjoint)),
        tuple(inner_configurations(pair, trials.scenario.sizes)),
    )


def _is_empty(adjoint: Loop | ReverseWhile) -> bool:
    """Whether a loop's adjoint computes nothing, so that nothing is to be decided about it; a
    ReverseWhile may have to put back what its While overwrites all the same."""
    nothing = not any(isinstance(n, (Statement, ReverseWhile)) for n in walk_nodes(adjoint.body))
    return isinstance(adjoint, Loop) and nothing
