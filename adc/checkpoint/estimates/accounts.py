"""What each schedule of a loop adds to the bytes of a call, from configurations made real.

A loop is probed with segments of one, two and three steps and with one snapshot: the bytes at an
event (see `events`) are linear in the length of segments and in the number of snapshots held.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isqrt

from adc.analysis.cost import REFERENCE_TRIPS, cost
from adc.analysis.extents import trips
from adc.checkpoint.configuration import CheckpointSchedule, Configuration
from adc.checkpoint.estimates.loops import (
    LoopEstimate,
    LoopFacts,
    checkpointed,
    estimates,
    lengths,
    spread,
    stored,
    undominated,
)
from adc.checkpoint.estimates.pricing import seconds
from adc.checkpoint.estimates.trials import Trials
from adc.checkpoint.estimates.values import byte_count
from adc.checkpoint.plan import CheckpointFacts
from adc.checkpoint.policy import Strategy
from adc.checkpoint.transform.checkpointing import WHILE_SLOTS
from adc.checkpoint.transform.frame import Frame
from adc.checkpoint.transform.pairs import Pair, outer_loops, pairs
from adc.ir.node import Statement
from adc.ir.nodes import Loop, ReverseWhile, While
from adc.ir.shapes import evaluate
from adc.ir.walking import walk_nodes, written_in

#: Bytes at every event.
Bytes = tuple[int, ...]


@dataclass(frozen=True)
class Core:
    """A configuration with the snapshots of one loop left out: per event, the bytes there (None:
    nothing happens) and whether snapshots are held."""

    amounts: tuple[int | None, ...]
    held: tuple[bool, ...]


@dataclass
class LoopAccount:
    """A top-level loop of the forward sweep and what its schedules cost. `bounded`: bytes count,
    for there is a limit."""

    trials: Trials
    frame: Frame
    pair: Pair
    bounded: bool
    _facts: dict[str, LoopFacts] = field(default_factory=dict)
    _cores: dict[tuple[int, bool, str], Core] = field(default_factory=dict)

    @property
    def label(self) -> str:
        return self.pair.loop.label

    @cached_property
    def estimates(self) -> list[LoopEstimate]:
        """The undominated schedules, each with what it adds."""
        found = self.within_limits() if self.bounded else self.without_limit()
        return [e for e in found if self.allowed(e)] or found

    def without_limit(self) -> list[LoopEstimate]:
        """Without a limit bytes are of no account, and few snapshots only cost time."""
        facts, machine = self.facts_with(Configuration()), self.trials.scenario.machine
        found = [stored(facts, machine)] if facts.can_store else []
        slots = WHILE_SLOTS if facts.open_ended else 0
        schedules = [CheckpointSchedule(n, slots) for n in lengths(facts)]
        found += [checkpointed(facts, machine, schedule) for schedule in schedules]
        nothing = (0,) * len(self.trials.base_bytes)
        return [replace(estimate, added=nothing) for estimate in found]

    def within_limits(self) -> list[LoopEstimate]:
        found: list[LoopEstimate] = []
        for inner in inner_choices(self.pair, self.trials.scenario.sizes):
            facts = self.facts_with(inner)
            tried = estimates(facts, self.trials.scenario.machine, inner)
            if inner.loops:
                tried = [e for e in tried if e.schedule is not None and e.schedule.length == 1]
            tried = [replace(e, segment=self.segment(e, facts, inner)) for e in tried]
            more = inner_seconds(facts, inner)
            found += [
                replace(e, seconds=e.seconds + more, added=self.added(e, facts, inner))
                for e in spread(undominated(tried))
            ]
        return found

    @property
    def nested(self) -> bool:
        """Whether loops are inside, which may be run again even in a single step."""
        return any(outer_loops(self.pair.loop.body))

    @property
    def idle(self) -> bool:
        """Whether the loop's adjoint needs nothing of its steps."""
        facts = self.facts_with(Configuration())
        return facts.can_store and not facts.state and not facts.tape

    def allowed(self, estimate: LoopEstimate) -> bool:
        """Whether the user's `--strategy`, `--store` and `--recompute` permit a schedule."""
        policy = self.trials.policy
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
        return self.checkpoint_facts(CheckpointSchedule()).names

    @cached_property
    def made(self) -> frozenset[str]:
        """The source's names of what the loop writes."""
        originals = self.frame.originals
        return frozenset(originals.get(n, n) for n in written_in((self.pair.loop,)))

    # -- what one step holds and takes ---------------------------------------------------------

    def checkpoint_facts(self, schedule: CheckpointSchedule) -> CheckpointFacts:
        planned = self.trials.planned(Configuration({self.label: schedule}))
        return next(f for f in planned.checkpointed if f.label == self.label)

    def facts_with(self, inner: Configuration) -> LoopFacts:
        """The loop's facts where the loops inside are reversed as `inner` says."""
        key = repr(inner)
        if key not in self._facts:
            self._facts[key] = self.measured(inner)
        return self._facts[key]

    def measured(self, inner: Configuration) -> LoopFacts:
        sizes = dict(self.trials.scenario.sizes)
        program = self.frame.forward
        loop = self.pair.loop
        steps = self.steps
        around_while = any(isinstance(n, ReverseWhile) for n in walk_nodes(self.pair.adjoint.body))
        can_store = isinstance(loop, Loop) and not around_while
        one = self.checkpoint_facts(CheckpointSchedule(1, 0, inner))
        state, tape_alone = evaluate(one.state, sizes), evaluate(one.tape, sizes)
        tape = tape_alone
        if can_store and not inner.loops:
            if not self.bounded:
                tape = self.stored_tape // max(steps, 1)
            else:
                two = self.checkpoint_facts(CheckpointSchedule(2, 0, inner))
                state = evaluate(two.state, sizes)
                tape = -(-evaluate(two.tape, sizes) // min(2, max(steps, 1)))
        level = cost((loop,), program, sizes)
        whole = seconds(level, self.trials.scenario.machine)
        return LoopFacts(
            label=self.label,
            steps=steps,
            state=state,
            tape=tape,
            tape_alone=tape_alone,
            working=level.working_set,
            step_seconds=whole / max(steps, 1),
            can_store=can_store,
            open_ended=isinstance(loop, While),
        )

    @property
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

    @property
    def steps(self) -> int:
        loop, sizes = self.pair.loop, dict(self.trials.scenario.sizes)
        if isinstance(loop, While):
            return REFERENCE_TRIPS if loop.limit is None else evaluate(loop.limit, sizes)
        return max(evaluate(trips(loop), sizes), 0)

    # -- bytes ---------------------------------------------------------------------------------

    def added(self, estimate: LoopEstimate, facts: LoopFacts, inner: Configuration) -> Bytes:
        base = self.trials.base_bytes
        if estimate.schedule is None:
            return (0,) * len(base)
        core = self.core(estimate.schedule, facts, inner)
        predicted = [
            amount + (estimate.snapshots if held else 0) if amount is not None else 0
            for amount, held in zip(core.amounts, core.held, strict=True)
        ]
        return tuple(p - b for p, b in zip(predicted, base, strict=True))

    def segment(self, estimate: LoopEstimate, facts: LoopFacts, inner: Configuration) -> int:
        """The most bytes beside the snapshots while these are held, by configurations made real:
        what `facts` know is not yet simplified."""
        least = self.core(CheckpointSchedule(), facts, inner)
        amounts: Sequence[int | None] = self.trials.base_bytes
        if estimate.schedule is not None:
            amounts = self.core(estimate.schedule, facts, inner).amounts
        there = [a or 0 for a, held in zip(amounts, least.held, strict=True) if held]
        return max(there, default=0)

    def probe(self, length: int, slots: int, inner: Configuration) -> Core:
        """A configuration made real."""
        schedule = CheckpointSchedule(length, slots, inner)
        facts = self.checkpoint_facts(schedule)
        trial = self.trials.of(Configuration({self.label: schedule}))
        held = self.trials.events.held(trial.finished.profile, facts.snapshots)
        return Core(
            tuple(amount or None for amount in held.amounts),
            tuple(not live.isdisjoint(facts.snapshots) for live in held.buffers),
        )

    def core(self, schedule: CheckpointSchedule, facts: LoopFacts, inner: Configuration) -> Core:
        """Any length of segments, from what probes of short ones say; each once."""
        length, thinned = schedule.length, bool(schedule.slots)
        key = (length, thinned, repr(inner))
        if key not in self._cores:
            self._cores[key] = self.probed(length, thinned, facts, inner)
        return self._cores[key]

    def probed(self, length: int, thinned: bool, facts: LoopFacts, inner: Configuration) -> Core:
        first = 1 if facts.open_ended else 0
        one = self.probe(1, first, inner)
        held, found = one.held, list(one.amounts)
        if length > 1:
            two, three = (self.probe(n, 0, inner) for n in (2, 3))
            held = two.held
            found = [
                None if a is None else a + (length - 2) * max((a if b is None else b) - a, 0)
                for a, b in zip(two.amounts, three.amounts, strict=True)
            ]
        if thinned and not facts.open_ended:
            replayed = self.probe(1, 1, inner)
            found = [
                None if f is None else f + (r - o if r is not None and o is not None else 0)
                for f, r, o in zip(found, replayed.amounts, one.amounts, strict=True)
            ]
        return Core(tuple(found), held)


def loop_accounts(trials: Trials, bounded: bool) -> list[LoopAccount]:
    """The loops that the planner decides about: those of the forward sweep that no other loop is
    around, also inside branches."""
    frame = Frame.of(trials.reversed, frozenset())
    outermost = {loop.label for loop in outer_loops(frame.forward.body)}
    found = []
    for pair in pairs(frame):
        if _is_empty(pair.adjoint):
            continue
        if pair.loop.label in outermost and pair.adjoint.label in trials.events.numbers:
            account = LoopAccount(trials, frame, pair, bounded)
            if (account.steps > 1 or account.nested) and not account.idle:
                found.append(account)
    return found


def _is_empty(adjoint: Loop | ReverseWhile) -> bool:
    """Whether a loop's adjoint computes nothing, so that nothing is to be decided about it; a
    ReverseWhile may have to put back what its While overwrites all the same."""
    nothing = not any(isinstance(n, (Statement, ReverseWhile)) for n in walk_nodes(adjoint.body))
    return isinstance(adjoint, Loop) and nothing


def inner_choices(pair: Pair, sizes: Mapping[str, int]) -> list[Configuration]:
    """Schedules of the loops inside, where the loop itself is run again step by step: all
    stored; all in segments of about the square root of their steps; all from one snapshot, with
    the loops inside them stored or from one snapshot as well."""
    adjoints = {n.var for n in walk_nodes(pair.adjoint.body) if isinstance(n, (Loop, ReverseWhile))}
    inside = [n for n in outer_loops(pair.loop.body) if n.var in adjoints]
    if not inside:
        return [Configuration()]
    lengths = [inner_length(n, sizes) for n in inside]
    rooted = Configuration(
        {n.label: CheckpointSchedule(k, 0) for n, k in zip(inside, lengths, strict=True) if k > 1}
    )
    found = [Configuration(), all_again(inside, adjoints, depth=1), all_again(inside, adjoints)]
    found += [rooted] if rooted.loops else []
    return [c for k, c in enumerate(found) if c not in found[:k]]


def all_again(
    inside: Iterable[Loop | While], adjoints: Collection[str], depth: int | None = None
) -> Configuration:
    """The loops `inside` with those in them, down to `depth`, run again from one snapshot each."""
    if depth == 0:
        return Configuration()
    deeper = None if depth is None else depth - 1
    return Configuration(
        {
            n.label: CheckpointSchedule(1, 1, all_again(outer_loops(n.body), adjoints, deeper))
            for n in inside
            if n.var in adjoints
        }
    )


def inner_seconds(facts: LoopFacts, inner: Configuration) -> float:
    """A rough account of running the loops inside again, in every step of the loop around."""
    if not inner.loops:
        return 0.0
    slots = min(c.slots for c in inner.loops.values())
    return facts.steps * facts.step_seconds * (REFERENCE_TRIPS / 2 if slots else 1)


def inner_length(loop: Loop | While, sizes: Mapping[str, int]) -> int:
    if isinstance(loop, While):
        return 1
    try:
        return isqrt(max(evaluate(trips(loop), dict(sizes)), 1))
    except KeyError:  # its bounds change with the loop around it
        return 1
