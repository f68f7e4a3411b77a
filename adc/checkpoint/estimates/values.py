"""The arrays of the forward sweep that the planner may drop and make again, as `model.Value`s."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Literal

import sympy

from adc.analysis.cost import cost
from adc.checkpoint.machine import Machine, seconds
from adc.checkpoint.optimise.model import Choice, Option, Value
from adc.checkpoint.transform.assemble import Frame
from adc.checkpoint.transform.planner import inlinable
from adc.checkpoint.transform.rebuild import Candidate, rebuildable
from adc.ir.declarations import Container
from adc.ir.enums import Update
from adc.ir.expressions import needs, reads
from adc.ir.node import Body
from adc.ir.nodes import Branch, Compute, Heading, While
from adc.ir.shapes import evaluate, maximum
from adc.ir.walking import is_silent, walk_nodes

if TYPE_CHECKING:
    from adc.checkpoint.search.search import Search

#: Buffers begin at multiples of so many bytes.
ALIGNMENT = 64
#: What is as fast to keep as to make again is kept.
REBUILD_BIAS = 1.02


@dataclass
class ValueStudy:
    """The candidates of one gradient, with what keeping or rebuilding each takes."""

    search: Search

    @cached_property
    def frame(self) -> Frame:
        return Frame.of(self.search.reversed, frozenset())

    @cached_property
    def candidates(self) -> list[Candidate]:
        return rebuildable(self.frame)

    @cached_property
    def inlinable(self) -> frozenset[str]:
        """The candidates whose elements can be made again where they are used."""
        names = [c.name for c in self.candidates if elementwise(c) and not self.fixed(c.name)]
        return inlinable(self.frame, self.search.policy, names)

    @cached_property
    def values(self) -> list[Value]:
        """Operands before what is made from them; then operands that are no candidates."""
        order = [c for c in ordered(self.candidates) if c.name not in self.inlinable]
        known = {c.name for c in order} | self.inlinable
        leaves = {o: None for c in self.candidates for o in self.leaves(c) if o not in known}
        fixed = [self.operand(name) for name in leaves if self.is_buffer(name)]
        values = list(fixed)
        for candidate in order:
            # What is made in one loop with the candidate is made again with it, before or after.
            values.append(self.value(candidate, {v.name for v in values}))
        return values

    def leaves(self, candidate: Candidate) -> list[str]:
        """What making the array again reads, through operands that are made again with it."""
        named = {c.name: c for c in self.candidates if c.name in self.inlinable}
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

    @cached_property
    def inline_choices(self) -> list[Choice]:
        """The arrays that the reverse sweep needs and that can be made again in registers: kept
        (option 0) or not (option 1)."""
        values = {v.name for v in self.values}
        return [
            self.inline_choice(c, values)
            for c in ordered(self.candidates)
            if c.name in self.inlinable and c.needed_at
        ]

    def inline_choice(self, candidate: Candidate, values: set[str]) -> Choice:
        size, points = self.bytes_of(candidate.name), self.points(candidate)
        machine = self.search.setting.machine
        uses = self.uses(candidate)
        level = cost(candidate.body, self.frame.forward, dict(self.search.setting.sizes))
        optional = self.optional(candidate.name) and candidate.name not in self.read_forward
        made = seconds(level, machine) if optional else 0.0
        moved = keep_seconds(size, self.search.base_bytes, machine)
        arithmetic = sum(
            s.flops / machine.flops_per_second + s.calls * machine.call_seconds
            for s in level.statements
        )
        more = max(len(self.leaves(candidate)) - 1, 0) * moved
        kept = Option(made + 2 * moved, ((min([*points, *uses]), max(uses), size),))
        forward = () if optional or not points else points
        held = ((forward[0], forward[-1], size),) if forward else ()
        needs = tuple((o, e) for o in self.leaves(candidate) if o in values for e in uses)
        again = Option(
            (arithmetic + more) * self.evaluations(candidate) * REBUILD_BIAS, held, needs
        )
        return Choice(candidate.name, (kept, again))

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
            sizes = dict(self.search.setting.sizes)
            return prod(max(evaluate(d.stop - d.start, sizes), 0) for d in node.domain)
        except KeyError:
            return 0

    @property
    def passed_over(self) -> frozenset[str]:
        """The arrays that only others need, made again with these in registers."""
        needed = {c.name for c in self.candidates if c.needed_at}
        return self.inlinable - needed

    def value(self, candidate: Candidate, names: set[str]) -> Value:
        size = self.bytes_of(candidate.name)
        points = self.points(candidate)
        machine = self.search.setting.machine
        level = cost(candidate.body, self.frame.forward, dict(self.search.setting.sizes))
        once = seconds(level, machine)
        again = once * REBUILD_BIAS
        if not elementwise(candidate):
            again += keep_seconds(size, self.search.base_bytes, machine)
        return Value(
            name=candidate.name,
            bytes=size,
            points=points,
            uses=self.uses(candidate),
            seconds=again,
            operands=tuple(o for o in self.leaves(candidate) if o in names),
            scratch=sum(self.bytes_of(t) for t in candidate.temporaries),
            fixed=self.fixed(candidate.name),
            keep_seconds=keep_seconds(size, self.search.base_bytes, machine),
            made_seconds=once,
            optional=self.optional(candidate.name),
        )

    def operand(self, name: str) -> Value:
        """What rebuilding others reads, and cannot be rebuilt: it may have to be kept for them."""
        events = [e for e, live in enumerate(self.search.base_live) if name in live]
        forward = [e for e in events if e < self.search.events.forward]
        return Value(name, self.bytes_of(name), tuple(forward) or (0,))

    def is_buffer(self, name: str) -> bool:
        return any(name in live for live in self.search.base_live)

    def bytes_of(self, name: str) -> int:
        """Bytes of a buffer, as the arena rounds them."""
        container = self.frame.forward[name]
        if not container.shape:
            return 0
        size = evaluate(byte_count(container), dict(self.search.setting.sizes))
        return -(-size // ALIGNMENT) * ALIGNMENT

    def points(self, candidate: Candidate) -> tuple[int, ...]:
        """The forward events from the making of the array to its last use there."""
        first, last = candidate.made
        if not self.optional(candidate.name):
            last = max(last, candidate.last_read)
        making = self.frame.forward.body[first : last + 1]
        events = [event for node in making for event in self.search.events.of(node)]
        return tuple(range(min(events), max(events) + 1)) if events else ()

    def uses(self, candidate: Candidate) -> tuple[int, ...]:
        """The reverse events that need the array."""
        reverse = self.search.events.reverse
        return tuple(sorted({e for p in candidate.needed_at for e in reverse[p]}))

    def fixed(self, name: str) -> Literal["", "keep", "rebuild"]:
        """What the user's options say of an array."""
        policy = self.search.policy
        source = self.frame.originals.get(name, name)
        if source in policy.store:
            return "keep"
        if source in policy.recompute:
            return "rebuild"
        return {"store": "keep", "recompute": "rebuild"}.get(policy.strategy, "")  # type: ignore[return-value]

    def optional(self, name: str) -> bool:
        """Whether the forward sweep makes the array only for the reverse sweep, or for others
        that it makes only for that."""
        return name not in self.needed_forward

    @cached_property
    def read_forward(self) -> frozenset[str]:
        """What the forward sweep reads where everything is kept."""
        body = forward_part(self.search.base.finished.program.body)
        computes = [n for n in walk_nodes(body) if isinstance(n, Compute)]
        return frozenset(r.container for n in computes for r in reads(n.expr))

    @cached_property
    def needed_forward(self) -> frozenset[str]:
        """What the forward sweep reads to make anything but candidates."""
        candidates = {c.name for c in self.candidates}
        program = self.search.base.finished.program
        found: set[str] = set()
        for node in walk_nodes(forward_part(program.body)):
            if isinstance(node, Compute) and node.target.container not in candidates:
                found |= {r.container for r in reads(node.expr)}
            elif isinstance(node, (Branch, While)):
                found |= {r.container for r in reads(node.condition)}
        roles = ("inout", "output", "stop", "misfit", "value")
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


def byte_count(container: Container) -> sympy.Expr:
    return sympy.Mul(container.dtype.itemsize, *(maximum(e, 0) for e in container.shape))


def keep_seconds(size: int, base: tuple[int, ...], machine: Machine) -> float:
    """What keeping an array takes: it comes back from memory where the call fills the cache."""
    if max(base, default=0) <= machine.cache_bytes:
        return size / machine.cache_bytes_per_second
    return size / machine.memory_bytes_per_second


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
