"""Seconds of a cost by a machine's constants: a model to rank plans by, not a forecast."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from adc.analysis.levels import Level, StatementCost, Traffic
from adc.checkpoint.machine import DEFAULT, Machine


def fresh_seconds(arena_bytes: int, machine: Machine, *, kept: bool = False) -> float:
    """The first touches of an arena that each call allocates; none where it is `kept`."""
    if kept or arena_bytes <= machine.page_threshold_bytes:
        return 0.0
    return arena_bytes * machine.page_seconds_per_byte


def seconds(
    cost: Level,
    machine: Machine = DEFAULT,
    *,
    resident_bytes: int = 0,
    arena_bytes: int = 0,
    kept: bool = False,
    blas: bool = True,
) -> float:
    """The time of a body: for each statement the longer of its arithmetic and its traffic.

    An array that a loop or a body touches stays in a cache if what one pass touches, with
    `resident_bytes` more that have to stay, fits in it; a loop then fetches each of its lines from
    beyond that cache once. Where all of the body fits, nothing comes from beyond. `arena_bytes`
    are allocated by each call, unless the workspace is `kept`. `blas`: matrix products are its
    calls. Copies that run beside other statements take time only where those of a loop take less.
    """
    far = _Misses(machine.cache_bytes, resident_bytes)
    near = _Misses(machine.private_cache_bytes, resident_bytes)
    pricing = _Pricing(machine, blas, near, far)
    spent = pricing.level(cost, near.outermost(cost), far.outermost(cost))
    return max(spent) + fresh_seconds(arena_bytes, machine, kept=kept)


Fetched = Mapping[str, float]


class _Spent(NamedTuple):
    """Seconds of what runs in its turn, and of copies beside it."""

    inline: float
    beside: float = 0.0


@dataclass
class _Misses:
    """Bytes of each array that come from beyond a cache of `capacity`, `resident` of it taken."""

    capacity: int
    resident: int
    _known: dict[int, Fetched] = field(default_factory=dict)

    def outermost(self, level: Level) -> Fetched:
        """Of a body that runs again and again: nothing if all of it fits."""
        missed = self.missed(level.working_set)
        return {name: missed * amount for name, amount in self.wanted(level).items()}

    def missed(self, needed: int) -> float:
        """The part of `needed` bytes, used again and again, that does not stay: nothing where all
        fits, everything from twice the capacity on."""
        over = needed + self.resident - self.capacity
        return min(max(over / self.capacity, 0.0), 1.0)

    def wanted(self, part: Level | StatementCost) -> Fetched:
        """What `part` fetches if no more is known of what is around it."""
        if isinstance(part, StatementCost):
            return {t.container: float(t.lines) for t in part.traffic if not t.on_host}
        if id(part) not in self._known:
            total = self.apart(part)
            missed = self.missed(sum(part.one.values()))
            if missed < 1.0:
                once = {n: min(a, float(part.executions * part.every[n])) for n, a in total.items()}
                total = {n: missed * a + (1.0 - missed) * once[n] for n, a in total.items()}
            self._known[id(part)] = total
        return self._known[id(part)]

    def apart(self, level: Level) -> Fetched:
        """What the parts of `level` fetch, each for itself."""
        total: dict[str, float] = {}
        for part in level.parts:
            for name, amount in self.wanted(part).items():
                old = total.get(name, 0.0)
                total[name] = max(old, amount) if level.exclusive else old + amount
        return total

    def shares(self, level: Level, fetched: Fetched) -> list[Fetched]:
        """`fetched` for `level`, divided among its parts."""
        apart = self.apart(level)
        share = {n: min(fetched.get(n, 0.0) / w, 1.0) if w else 0.0 for n, w in apart.items()}
        return [{n: share[n] * w for n, w in self.wanted(p).items()} for p in level.parts]


@dataclass
class _Pricing:
    machine: Machine
    blas: bool
    near: _Misses
    far: _Misses

    def level(self, level: Level, near: Fetched, far: Fetched) -> _Spent:
        """Seconds of `level` if `near` comes from beyond the private cache, `far` from memory."""
        inner = zip(
            level.parts, self.near.shares(level, near), self.far.shares(level, far), strict=True
        )
        times = [
            self.level(part, *own) if isinstance(part, Level) else self.spent(part, *own)
            for part, *own in inner
        ]
        inline, beside = (
            max(part, default=0.0) if level.exclusive else sum(part)
            for part in ([t.inline for t in times], [t.beside for t in times])
        )
        turns = level.passes - level.executions
        if turns > 0:  # the copies of one iteration run beside the statements of this one
            inline, beside = max(inline, beside), 0.0
        return _Spent(inline + max(turns, 0) * self.machine.loop_seconds, beside)

    def spent(self, cost: StatementCost, near: Fetched, far: Fetched) -> _Spent:
        time = self.statement(cost, near, far)
        return _Spent(0.0, time) if cost.beside else _Spent(time)

    def statement(self, cost: StatementCost, near: Fetched, far: Fetched) -> float:
        moved = sum(
            self.moved(t, near.get(t.container, 0.0), far.get(t.container, 0.0))
            for t in cost.traffic
        )
        overhead = cost.runs * self.machine.statement_seconds if cost.array else 0.0
        return overhead + max(self.arithmetic(cost), moved)

    def arithmetic(self, cost: StatementCost) -> float:
        m = self.machine
        if cost.product and self.blas:
            return cost.flops / m.blas_flops_per_second
        rate = m.flops_per_second if cost.contiguous else m.scalar_flops_per_second
        return cost.flops / rate + cost.calls * m.call_seconds

    def moved(self, traffic: Traffic, near: float, far: float) -> float:
        """Seconds for one array, `near` and `far` bytes of its lines coming from beyond the
        private and the last-level cache."""
        total = traffic.read + traffic.written
        if not total or not traffic.lines:
            return 0.0
        m = self.machine
        if traffic.on_host:
            return total / m.host_bytes_per_second
        from_memory = min(far / traffic.lines, 1.0)
        from_cache = min(max(near / traffic.lines - from_memory, 0.0), 1.0 - from_memory)
        here = 1.0 - from_memory - from_cache
        padding = max(traffic.lines / total, 1.0)
        streamed = traffic.lines + padding * traffic.written  # a line written to is read first
        return (
            from_memory * streamed / m.memory_bytes_per_second
            + from_cache * streamed / m.cache_bytes_per_second
            + here * total / m.private_cache_bytes_per_second
        )
