"""Seconds from flops and bytes: the constants of a machine, and what they make of a cost.

A model to rank plans by, not a forecast. The constants are those below or come from a file, never
from the machine that adc runs on, so that a plan is the same wherever it is made.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from typing import Any

from adc.analysis.cost import Level, StatementCost, Traffic
from adc.diagnostics import AdcError, Note, Span
from adc.frontends.source import read_source


@dataclass(frozen=True)
class Machine:
    """One core of a machine. The defaults are round numbers for a current x86 server core and C
    compiled with `-O3` for the baseline instruction set; `adc calibrate` measures others.

    `flops_per_second`: additions and products over neighbouring elements; `scalar_flops_per_second`
    where elements are far apart or one waits for another. `call_seconds`: one exp, sin or log.
    `blas_flops_per_second`: large matrix products by BLAS. `private_cache_bytes` is the core's own
    cache, `cache_bytes` what it can fill of the last-level cache; `…_bytes_per_second` is what
    streams from either and from memory, lines read before they are written counted.
    `page_seconds_per_byte`: the first touch of memory that the system has just handed out; an
    arena of at most `page_threshold_bytes` is memory in use before: the GNU C library begins with
    128 KiB and goes up to 32 MiB with the first block of that size that is freed, so that calls
    after the first reuse it. `loop_seconds`: one iteration of a sequential loop;
    `statement_seconds`: one run of an array statement, besides its elements.
    """

    flops_per_second: float = 16e9
    scalar_flops_per_second: float = 1e9
    call_seconds: float = 10e-9
    blas_flops_per_second: float = 30e9
    private_cache_bytes: int = 2 << 20
    private_cache_bytes_per_second: float = 60e9
    cache_bytes: int = 32 << 20
    cache_bytes_per_second: float = 25e9
    memory_bytes_per_second: float = 12e9
    page_seconds_per_byte: float = 0.5e-9
    page_threshold_bytes: int = 32 << 20
    loop_seconds: float = 1e-9
    statement_seconds: float = 5e-9


DEFAULT = Machine()


def load_machine(path: str | None) -> Machine:
    """The constants in the TOML file `path`; what it leaves out, and no file, is the default.

    Raises ADC0602 or ADC0604 where it cannot be read, ADC0406 where something in it is wrong.
    """
    if path is None:
        return DEFAULT
    text = read_source(path)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax(path, str(error)) from None
    constants = {key: _constant(path, text, key, value) for key, value in table.items()}
    return replace(DEFAULT, **constants)


def _syntax(path: str, reason: str) -> AdcError:
    what, _, place = reason.partition(" (at line ")
    found = re.match(r"(\d+), column (\d+)", place)
    line, column = (int(found[1]), int(found[2])) if found else (1, 1)
    span = Span(path, line, column, line, column + 1)
    return _fault(f"`{path}` is not TOML: {what.lower()}", span, "write `name = number`")


def _constant(path: str, text: str, key: str, value: Any) -> Any:
    kinds = {f.name: type(f.default) for f in fields(Machine)}
    span = _span(path, text, key)
    if key not in kinds:
        near = get_close_matches(key, kinds, 1)
        action = f"write `{near[0]}`" if near else "take it out"
        raise _fault(f"`{key}` is not a constant of a machine", span, action)
    whole = kinds[key] is int
    what = "a whole number of bytes" if whole else "a number"
    if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
        raise _fault(f"`{key}` has to be {what}", span, f"give {what}")
    if not 0 < value < float("inf"):
        raise _fault(f"`{key}` has to be above 0 and finite", span, f"give {what} above 0")
    return value


def _span(path: str, text: str, key: str) -> Span | None:
    for number, line in enumerate(text.splitlines(), 1):
        name = line.partition("=")[0].strip().strip("[]\"'")
        if name == key:
            column = line.index(key) + 1
            return Span(path, number, column, number, column + len(key))
    return None


def _fault(message: str, span: Span | None, action: str) -> AdcError:
    more = "`adc calibrate` writes a file with all constants"
    return AdcError.of("ADC0406", message, span, help=action, notes=(Note(more),))


def fresh_seconds(arena_bytes: int, machine: Machine, *, kept: bool = False) -> float:
    """The first touches of an arena that each call allocates; none where it is `kept`."""
    if kept or arena_bytes <= machine.page_threshold_bytes:
        return 0.0
    return arena_bytes * machine.page_seconds_per_byte


def tape_seconds(
    tape_bytes: int, machine: Machine, *, working_bytes: int = 0, kept: bool = True
) -> float:
    """Writing a tape in the forward sweep and reading it in reverse, `working_bytes` being in use
    between, from the nearest cache that both fit in. A line is read before it is written.
    """
    needed = tape_bytes + working_bytes
    if needed <= machine.private_cache_bytes:
        streamed = 2 * tape_bytes / machine.private_cache_bytes_per_second
    elif needed <= machine.cache_bytes:
        streamed = 3 * tape_bytes / machine.cache_bytes_per_second
    else:
        streamed = 3 * tape_bytes / machine.memory_bytes_per_second
    return streamed + fresh_seconds(tape_bytes, machine, kept=kept)


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
    calls.
    """
    far = _Misses(machine.cache_bytes, resident_bytes)
    near = _Misses(machine.private_cache_bytes, resident_bytes)
    time = _Pricing(machine, blas, near, far).level(cost, near.outermost(cost), far.outermost(cost))
    return time + fresh_seconds(arena_bytes, machine, kept=kept)


Fetched = Mapping[str, float]


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
            return {t.container: float(t.lines) for t in part.traffic}
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

    def level(self, level: Level, near: Fetched, far: Fetched) -> float:
        """Seconds of `level` if `near` comes from beyond the private cache, `far` from memory."""
        inner = zip(
            level.parts, self.near.shares(level, near), self.far.shares(level, far), strict=True
        )
        times = [
            self.level(part, *own) if isinstance(part, Level) else self.statement(part, *own)
            for part, *own in inner
        ]
        body = max(times, default=0.0) if level.exclusive else sum(times)
        turns = level.passes - level.executions
        return body + max(turns, 0) * self.machine.loop_seconds

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
