"""What keeping or rematerialising the arrays of the forward sweep takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod

from adc.analysis.cost import cost
from adc.analysis.levels import Level
from adc.checkpoint.estimates.events import aligned, byte_count
from adc.checkpoint.estimates.pricing import seconds
from adc.checkpoint.estimates.trials import Trials
from adc.checkpoint.policy import Strategy
from adc.checkpoint.transform.frame import Frame
from adc.checkpoint.transform.planner import recomputable
from adc.checkpoint.transform.rebuild import Candidate, rebuildable
from adc.ir.enums import Role, Update
from adc.ir.expressions import needs
from adc.ir.node import Body, Statement
from adc.ir.nodes import Compute, Heading
from adc.ir.shapes import evaluate
from adc.ir.walking import is_silent, statements, walk_nodes

#: What is as fast to keep as to make again is kept.
REBUILD_BIAS = 1.02


@dataclass
class ArrayAccount:
    """The candidates of one gradient, with what keeping or rematerialising each takes."""

    trials: Trials

    @cached_property
    def frame(self) -> Frame:
        return Frame.of(self.trials.reversed, frozenset())

    @cached_property
    def candidates(self) -> list[Candidate]:
        return rebuildable(self.frame)

    @cached_property
    def recomputable(self) -> frozenset[str]:
        """The candidates whose elements can be made again where they are used."""
        names = [
            c.name
            for c in self.candidates
            if elementwise(c) and self.asked(c.name) == Strategy.AUTO
        ]
        return recomputable(self.frame, self.trials.policy, names)

    @cached_property
    def ordered(self) -> list[Candidate]:
        """The candidates, operands before those that are made from them."""
        return ordered(self.candidates)

    def leaves(self, candidate: Candidate) -> list[str]:
        """What making the array again reads, through operands that are made again with it."""
        named = {c.name: c for c in self.candidates if c.name in self.recomputable}
        found: dict[str, None] = {}
        waiting, seen = list(candidate.operands), {candidate.name}
        while waiting:
            name = waiting.pop(0)
            if name in seen:
                continue
            seen.add(name)
            if name in named:
                waiting += named[name].operands
            else:
                found[name] = None
        return list(found)

    def rebuild_seconds(self, candidate: Candidate) -> float:
        """The time of making the array again, as an array."""
        again = self.make_seconds(candidate) * REBUILD_BIAS
        return again if elementwise(candidate) else again + self.keep_seconds(candidate.name)

    def make_seconds(self, candidate: Candidate) -> float:
        """The time of making the array once."""
        return seconds(self.level(candidate), self.trials.scenario.machine)

    def recompute_seconds(self, candidate: Candidate) -> float:
        """The time of making its elements again wherever the reverse sweep uses them."""
        machine = self.trials.scenario.machine
        arithmetic = sum(
            s.flops / machine.flops_per_second + s.calls * machine.call_seconds
            for s in self.level(candidate).statements
        )
        more = max(len(self.leaves(candidate)) - 1, 0) * self.keep_seconds(candidate.name)
        return (arithmetic + more) * self.evaluations(candidate) * REBUILD_BIAS

    def level(self, candidate: Candidate) -> Level:
        return cost(candidate.body, self.frame.forward, dict(self.trials.scenario.sizes))

    def evaluations(self, candidate: Candidate) -> float:
        """How often the reverse sweep evaluates the array's elements, on average: a matrix product
        reads each of them for every row or column of the other factor."""
        elements = max(self.bytes_of(candidate.name), 1)
        total = 0.0
        for position in candidate.needed_at:
            nodes = walk_nodes(self.frame.reverse[position : position + 1])
            using = [n for n in nodes if isinstance(n, Compute) and candidate.name in needed_in(n)]
            size = self.frame.forward[candidate.name].dtype.itemsize
            points = max((self.volume(n) * size for n in using), default=0)
            total += max(points / elements, 1.0)
        return total

    def volume(self, node: Compute) -> int:
        """The points of a statement's domain; 0 where its bounds change with a loop around it."""
        try:
            sizes = dict(self.trials.scenario.sizes)
            return prod(max(evaluate(d.stop - d.start, sizes), 0) for d in node.domain)
        except KeyError:
            return 0

    @property
    def passed_over(self) -> frozenset[str]:
        """The arrays that only others need, made again with these in registers."""
        needed = {c.name for c in self.candidates if c.needed_at}
        return self.recomputable - needed

    def keep_seconds(self, name: str) -> float:
        """What keeping an array takes: it comes back from memory where the call fills the cache."""
        size, machine = self.bytes_of(name), self.trials.scenario.machine
        if max(self.trials.base_bytes, default=0) <= machine.cache_bytes:
            return size / machine.cache_bytes_per_second
        return size / machine.memory_bytes_per_second

    def is_buffer(self, name: str) -> bool:
        return any(name in live for live in self.trials.base_live)

    def bytes_of(self, name: str) -> int:
        """Bytes of a buffer, as the arena rounds them."""
        container = self.frame.forward[name]
        if not container.shape:
            return 0
        return aligned(evaluate(byte_count(container), dict(self.trials.scenario.sizes)))

    def points(self, candidate: Candidate) -> tuple[int, ...]:
        """The forward events from the making of the array to its last use there."""
        first, last = candidate.made
        if not self.optional(candidate.name):
            last = max(last, candidate.last_read)
        making = self.frame.forward.body[first : last + 1]
        events = [event for node in making for event in self.trials.events.of(node)]
        return tuple(range(min(events), max(events) + 1)) if events else ()

    def uses(self, candidate: Candidate) -> tuple[int, ...]:
        """The reverse events that need the array."""
        reverse = self.trials.events.reverse
        return tuple(sorted({e for p in candidate.needed_at for e in reverse[p]}))

    def asked(self, name: str) -> Strategy:
        """What the user's options say of an array."""
        policy = self.trials.policy
        source = self.frame.originals.get(name, name)
        if source in policy.store:
            return Strategy.STORE
        if source in policy.recompute:
            return Strategy.RECOMPUTE
        return policy.strategy

    def optional(self, name: str) -> bool:
        """Whether the forward sweep makes the array only for the reverse sweep, or for others
        that it makes only for that."""
        return name not in self.needed_forward

    @cached_property
    def read_forward(self) -> frozenset[str]:
        """What the forward sweep reads where everything is kept."""
        body = forward_part(self.trials.base.finished.program.body)
        return frozenset(u.container for n in statements(body) for u in n.uses)

    @cached_property
    def needed_forward(self) -> frozenset[str]:
        """What the forward sweep reads to make anything but candidates."""
        candidates = {c.name for c in self.candidates}
        program = self.trials.base.finished.program
        found: set[str] = set()
        for node in walk_nodes(forward_part(program.body)):
            made = isinstance(node, Statement)
            if not made or any(w.container not in candidates for w in node.writes):
                found |= {u.container for u in node.uses}
        roles = (Role.INOUT, Role.OUTPUT, Role.STOP, Role.MISFIT, Role.VALUE)
        shown = {c.name for c in program.containers if c.role in roles}
        return frozenset(found | shown)


def elementwise(candidate: Candidate) -> bool:
    """Whether the array is made by one assignment, so that it may be made again in registers."""
    nodes = [n for n in walk_nodes(candidate.body) if not is_silent(n)]
    return len(nodes) == 1 and isinstance(nodes[0], Compute) and nodes[0].op == Update.ASSIGN


def needed_in(node: Compute) -> set[str]:
    return {need.container for need in needs(node.expr)}


def forward_part(body: Body) -> Body:
    """The forward sweep of an assembled gradient."""
    headings = [k for k, n in enumerate(body) if isinstance(n, Heading) and n.level == 1]
    return body[: headings[1]] if len(headings) > 1 else body


def ordered(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Operands before the candidates that are made from them."""
    waiting: Mapping[str, Candidate] = {c.name: c for c in candidates}
    done: dict[str, Candidate] = {}

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in done or name in path:
            return
        for operand in waiting[name].operands:
            if operand in waiting:
                visit(operand, (*path, name))
        done[name] = waiting[name]

    for name in waiting:
        visit(name, ())
    return list(done.values())
