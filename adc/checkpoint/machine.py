"""Seconds from flops and bytes: the constants of a machine, and what they make of a cost.

A model to rank plans by, not a forecast. The constants are those below or come from a file, never
from the machine that adc runs on, so that a plan is the same wherever it is made.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from adc.analysis.cost import Level, StatementCost, Traffic
from adc.diagnostics import AdcError, Span
from adc.frontends.source import read_source


@dataclass(frozen=True)
class Machine:
    """One core of a machine. The defaults are round numbers for a current x86 server core and C
    compiled with `-O3` for the baseline instruction set; `adc calibrate` measures others.

    `flops_per_second`: additions and products over neighbouring elements; `scalar_flops_per_second`
    where elements are far apart or one waits for another. `call_seconds`: one exp, sin or log.
    `blas_flops_per_second`: large matrix products by BLAS. `cache_bytes` is what of the last-level
    cache one core can fill, `cache_bytes_per_second` and `memory_bytes_per_second` are what streams
    from it and from memory. `page_seconds_per_byte`: the first touch of memory that the system
    has just handed out; blocks of less than `page_threshold_bytes` come from memory in use before.
    `loop_seconds`: one iteration of a sequential loop; `statement_seconds`: one run of an array
    statement, besides its elements.
    """

    flops_per_second: float = 5e9
    scalar_flops_per_second: float = 1e9
    call_seconds: float = 10e-9
    blas_flops_per_second: float = 30e9
    cache_bytes: int = 32 << 20
    cache_bytes_per_second: float = 30e9
    memory_bytes_per_second: float = 12e9
    page_seconds_per_byte: float = 0.25e-9
    page_threshold_bytes: int = 128 << 10
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
        raise _fault(f"`{path}` is not TOML: {str(error).lower()}") from None
    constants = {key: _constant(path, text, key, value) for key, value in table.items()}
    return replace(DEFAULT, **constants)


def _constant(path: str, text: str, key: str, value: Any) -> Any:
    kinds = {f.name: type(f.default) for f in fields(Machine)}
    span = _span(path, text, key)
    if key not in kinds:
        raise _fault(f"`{key}` is not a constant of a machine", span)
    whole = kinds[key] is int
    if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
        what = "a whole number of bytes" if whole else "a number"
        raise _fault(f"`{key}` has to be {what}", span)
    if not 0 < value < float("inf"):
        raise _fault(f"`{key}` has to be above 0 and finite", span)
    return value


def _span(path: str, text: str, key: str) -> Span | None:
    for number, line in enumerate(text.splitlines(), 1):
        name = line.partition("=")[0].strip().strip("[]\"'")
        if name == key:
            column = line.index(key) + 1
            return Span(path, number, column, number, column + len(key))
    return None


def _fault(message: str, span: Span | None = None) -> AdcError:
    names = ", ".join(f"`{f.name}`" for f in fields(Machine))
    return AdcError.of(
        "ADC0406", message, span, help=f"correct the file; the constants are {names}"
    )


def fresh_seconds(arena_bytes: int, machine: Machine, *, kept: bool = False) -> float:
    """The first touches of an arena that each call allocates; none where it is `kept`."""
    if kept or arena_bytes < machine.page_threshold_bytes:
        return 0.0
    return arena_bytes * machine.page_seconds_per_byte


def tape_seconds(
    tape_bytes: int, machine: Machine, *, working_bytes: int = 0, kept: bool = True
) -> float:
    """Writing a tape in the forward sweep and reading it in reverse, `working_bytes` being in use
    between: from the cache if all of it fits. A line that is written to memory is read first.
    """
    if tape_bytes + working_bytes <= machine.cache_bytes:
        streamed = 2 * tape_bytes / machine.cache_bytes_per_second
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

    An array that a loop or a body touches comes from the cache if what one pass touches, with
    `resident_bytes` more that have to stay, fits in it; a loop then fetches each of its lines from
    memory once. Where all of the body fits, nothing comes from memory. `arena_bytes` are
    allocated by each call, unless the workspace is `kept`. `blas`: matrix products are its calls.
    """
    pricing = _Pricing(machine, resident_bytes, blas, {})
    if cost.working_set + resident_bytes <= machine.cache_bytes:
        fetched: dict[str, float] = {}
    else:
        fetched = pricing.demand(cost)
    return pricing.level(cost, fetched) + fresh_seconds(arena_bytes, machine, kept=kept)


@dataclass
class _Pricing:
    machine: Machine
    resident: int
    blas: bool
    demands: dict[int, dict[str, float]]

    def demand(self, part: Level | StatementCost) -> dict[str, float]:
        """Bytes of each array that come from memory into `part` if no more is known around it."""
        if isinstance(part, StatementCost):
            return {t.container: float(t.lines) for t in part.traffic}
        if id(part) not in self.demands:
            total = self._combined(part)
            if sum(part.one.values()) + self.resident <= self.machine.cache_bytes:
                total = {
                    name: min(amount, float(part.executions * part.every[name]))
                    for name, amount in total.items()
                }
            self.demands[id(part)] = total
        return self.demands[id(part)]

    def _combined(self, level: Level) -> dict[str, float]:
        total: dict[str, float] = {}
        for part in level.parts:
            for name, amount in self.demand(part).items():
                old = total.get(name, 0.0)
                total[name] = max(old, amount) if level.exclusive else old + amount
        return total

    def level(self, level: Level, fetched: Mapping[str, float]) -> float:
        """Seconds of `level` where it gets only `fetched` bytes of each array from memory."""
        wanted = self._combined(level)
        share = {n: min(fetched.get(n, 0.0) / w, 1.0) if w else 0.0 for n, w in wanted.items()}
        times = []
        for part in level.parts:
            own = {name: share[name] * amount for name, amount in self.demand(part).items()}
            if isinstance(part, Level):
                times.append(self.level(part, own))
            else:
                times.append(self.statement(part, own))
        body = max(times, default=0.0) if level.exclusive else sum(times)
        turns = level.passes - level.executions
        return body + max(turns, 0) * self.machine.loop_seconds

    def statement(self, cost: StatementCost, fetched: Mapping[str, float]) -> float:
        moved = sum(self.moved(t, fetched.get(t.container, 0.0)) for t in cost.traffic)
        overhead = cost.runs * self.machine.statement_seconds if cost.array else 0.0
        return overhead + max(self.arithmetic(cost), moved)

    def arithmetic(self, cost: StatementCost) -> float:
        m = self.machine
        if cost.product and self.blas:
            return cost.flops / m.blas_flops_per_second
        rate = m.flops_per_second if cost.contiguous else m.scalar_flops_per_second
        return cost.flops / rate + cost.calls * m.call_seconds

    def moved(self, traffic: Traffic, fetched: float) -> float:
        """Seconds for one array, `fetched` of its lines coming from memory."""
        total = traffic.read + traffic.written
        if not total or not traffic.lines:
            return 0.0
        share = min(fetched / traffic.lines, 1.0)
        padding = max(traffic.lines / total, 1.0)
        from_memory = share * (traffic.lines + padding * traffic.written)
        from_cache = (1.0 - share) * total
        m = self.machine
        return from_memory / m.memory_bytes_per_second + from_cache / m.cache_bytes_per_second
