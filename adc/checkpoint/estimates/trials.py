"""Configurations made real, each once: what all estimates are drawn from, and checked against.

A trial is exact: the program of a configuration is simplified and scheduled (by `Evaluate`, the
pipeline's part, for `checkpoint` ranks below `schedule`), which gives its bytes at every event.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from adc.analysis.cost import cost
from adc.checkpoint.configuration import STORE_ALL, Configuration
from adc.checkpoint.estimates.events import (
    Events,
    Held,
    Profile,
    aligned,
    byte_count,
    events_of,
)
from adc.checkpoint.estimates.pricing import seconds
from adc.checkpoint.plan import Decision, Plan, PlanRow
from adc.checkpoint.policy import Policy
from adc.checkpoint.scenario import Scenario
from adc.checkpoint.transform.light import light_loops
from adc.checkpoint.transform.planner import plan
from adc.differentiate.gradient import Reversed
from adc.ir.enums import Role
from adc.ir.nodes import Loop, While
from adc.ir.program import Program
from adc.ir.shapes import evaluate
from adc.ir.walking import walk_nodes


@dataclass(frozen=True)
class Finished:
    """A plan simplified and scheduled: its program, the pipeline's schedule of it, the exact peak
    in bytes, and what is live where. `check` has the verifier look at every step on the way."""

    program: Program
    scheduled: Any
    peak: int
    profile: Profile
    check: Callable[[], None]


Evaluate = Callable[[Plan], Finished]


@dataclass(frozen=True)
class Trial:
    """A configuration made real."""

    configuration: Configuration
    plan: Plan
    finished: Finished

    @property
    def peak(self) -> int:
        return self.finished.peak

    @property
    def rows(self) -> tuple[PlanRow, ...]:
        """The plan's rows without what simplification has made needless."""
        program = self.finished.program
        used = {c.name for c in program.containers} | {c.of for c in program.containers}
        gone = self._not_reversed(used)
        return tuple(
            r for r in self.plan.rows
            if (r.decision != Decision.STORE or r.array in used)
            and (r.decision != Decision.CHECKPOINT or r.loop not in gone)
        )  # fmt: skip

    def _not_reversed(self, used: Container[str]) -> frozenset[str]:
        """The labels of loops of which no snapshot is left, as nothing in their adjoints computes
        anything, and of those inside."""
        facts = (f for f in self.plan.checkpointed if f.idle)
        gone = {f.label for f in facts if not any(s in used for s in f.snapshots)}
        if not gone:
            return frozenset()
        loops = [n for n in walk_nodes(self.finished.program.body) if isinstance(n, (Loop, While))]
        inside = {
            n.label
            for loop in loops if loop.label in gone
            for n in walk_nodes(loop.body) if isinstance(n, (Loop, While))
        }  # fmt: skip
        return frozenset(gone | inside)


@dataclass
class Trials:
    """The trials of one gradient. `progress` hears of what is being tried. `light`: While loops may
    be stored (`light.py`)."""

    reversed: Reversed
    policy: Policy
    scenario: Scenario
    evaluate: Evaluate
    progress: Callable[[Configuration], None] = lambda configuration: None
    light: bool = True
    made: dict[str, Trial] = field(default_factory=dict)
    plans: dict[str, Plan] = field(default_factory=dict)
    times: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        policy = self.policy.within(self.reversed.primal)
        stored = light_loops(self.reversed, policy) if self.light else frozenset()
        self.policy = replace(policy, stored=stored)

    def of(self, configuration: Configuration) -> Trial:
        """`configuration` made real."""
        key = repr(configuration)
        if key not in self.made:
            self.progress(configuration)
            planned = self.planned(configuration)
            same = (t for t in self.made.values() if t.plan.program == planned.program)
            known = next(same, None)
            finished = known.finished if known else self.evaluate(planned)
            self.made[key] = Trial(configuration, planned, finished)
        return self.made[key]

    def planned(self, configuration: Configuration) -> Plan:
        """The program of a configuration, not yet simplified."""
        key = repr(configuration)
        if key not in self.plans:
            self.plans[key] = plan(self.reversed, self.policy, configuration, strict=False)
        return self.plans[key]

    def resized(self, trial: Trial, configuration: Configuration) -> Profile | None:
        """What is in memory where in `configuration`, by a trial whose program has other extents
        and is else the same; None where that is not plain to see."""
        old, new = trial.plan.program.containers, self.planned(configuration).program.containers
        if [(c.name, len(c.shape)) for c in old] != [(c.name, len(c.shape)) for c in new]:
            return None
        sizes, known = dict(self.scenario.sizes), trial.finished.profile.sizes
        changed: dict[str, int] = {}
        for before, after in zip(old, new, strict=True):
            if before.role is Role.HOST:
                continue  # it counts for nothing, whatever its extents are
            if before.name in known and before.shape != after.shape:
                was, becomes = (aligned(evaluate(byte_count(c), sizes)) for c in (before, after))
                if was != known[before.name]:
                    return None
                changed[before.name] = becomes
        return trial.finished.profile.resized(changed)

    def seconds(self, trial: Trial) -> float:
        """The predicted time of a configuration."""
        key = repr(trial.configuration)
        if key not in self.times:
            program = trial.finished.program
            level = cost(program.body, program, dict(self.scenario.sizes))
            self.times[key] = seconds(level, self.scenario.machine, arena_bytes=trial.peak)
        return self.times[key]

    # -- everything stored, against which estimates are made -----------------------------------

    @cached_property
    def base(self) -> Trial:
        """Everything kept and stored."""
        return self.of(STORE_ALL)

    @cached_property
    def events(self) -> Events:
        return events_of(self.reversed)

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
