"""What a run found and counted, as data."""

from __future__ import annotations

import functools
import json
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

#: Every kind of finding, and what it says.
KINDS = {
    "race-block": "threads of a block use the same memory between two barriers, and one writes",
    "race-blocks": "blocks of a launch use the same memory, and one writes",
    "race-streams": "operations that no stream or event orders use the same memory, and one writes",
    "out-of-bounds": "an access outside every allocation, or outside a variable of the block",
    "use-after-free": "an access to memory that was freed",
    "uninitialised": "a read of device or shared memory that nothing has written",
    "restrict": "a launch writes what it uses over two pointers, one of which is __restrict__",
    "misaligned": "an access whose address is no multiple of its size",
    "divergent-barrier": "a barrier that some threads of the block do not reach, or another one",
    "divergent-exchange": "an exchange in a warp in which not all threads of its mask take part",
    "host-pointer": "the device uses memory of the host",
    "local-pointer": "a thread uses the local memory of another",
    "device-pointer": "the host uses memory of the device",
    "unfinished": "the host uses memory of a copy that it has not waited for",
    "changed-source": "the host changed what a queued copy had yet to read",
    "bad-copy": "a copy whose direction is not what its pointers say, or onto itself",
    "bad-launch": "a grid, block or shared memory that no device takes",
    "bad-handle": "a stream that is not there",
    "bad-free": "what is freed was never allocated",
    "double-free": "what is freed was freed before",
    "capture": "a call that cannot be captured in a graph",
    "leak": "memory, streams, events or graphs that were not given back",
    "crash": "the program was ended by a signal",
}


#: The report of a run in which nothing was watched.
NOTHING_FOUND = (
    b'{"base": 0, "findings": [], "sites": [], "kernels": {}, "events": [], "calls": {},'
    b' "peak_bytes": 0, "left_bytes": 0}'
)


@dataclass(frozen=True)
class Finding:
    """One fault. `where` and `other` are places of the source (`wave.cu:12`), or empty; `count` is
    how often it was met there; `block` and `thread` are those that met it first."""

    kind: str
    text: str
    kernel: str
    where: str
    other: str
    count: int
    block: tuple[int, ...]
    thread: tuple[int, ...]
    on_device: bool
    after_failure: bool

    def __str__(self) -> str:
        place = " ".join(p for p in (self.kernel, self.where and f"({self.where})") if p)
        whose = f", block {self.block}, thread {self.thread}" if self.on_device else ""
        other = f", other access {self.other}" if self.other else ""
        return f"{self.kind}: {place}{': ' if place else ''}{self.text}{other}{whose}"


@dataclass(frozen=True)
class Traffic:
    """Requests of warps to global memory. `bytes` are what threads asked for, `sectors` the 32-byte
    sectors that the requests touch, `ideal` so many as the different elements would fill."""

    accesses: int = 0
    bytes: int = 0
    requests: int = 0
    sectors: int = 0
    ideal: int = 0

    @property
    def per_request(self) -> float:
        return self.sectors / self.requests if self.requests else 0.0


@dataclass(frozen=True)
class Banks:
    """Requests of warps to shared memory: passes over its banks, and how few would do."""

    requests: int = 0
    passes: int = 0
    ideal: int = 0


@dataclass(frozen=True)
class Kernel:
    """Sums over all launches of a kernel. `distinct_read` and `distinct_written` are the bytes that
    a launch reads before it writes them, and writes, each once per launch: the least that moves.
    `unmatched` accesses are in no request: a thread made more of them than a log holds."""

    launches: int
    blocks: int
    threads: int
    barriers: int
    atomics: int
    distinct_read: int
    distinct_written: int
    unmatched: int
    shared_bytes: int
    read: Traffic
    written: Traffic
    shared: Banks


@dataclass(frozen=True)
class Event:
    """A call of the host, in the order of the calls: `what` is launch, copy, set, malloc, free,
    malloc-host, synchronise or graph; `name` the kernel, the direction or the function."""

    what: str
    name: str
    bytes: int


@dataclass(frozen=True)
class _Unplaced:
    """Traffic by the addresses of the text, which few ask for: to place them takes long."""

    library: Path
    base: int
    sites: Sequence[Mapping[str, Any]]

    def placed(self) -> dict[str, Traffic]:
        where = places(self.library, self.base, (s["pc"] for s in self.sites))
        found: dict[str, Traffic] = {}
        for site in self.sites:
            name = f"{site['kernel']} {where.get(site['pc'], '')}"
            found[name] = added(found.get(name, Traffic()), Traffic(**site["traffic"]))
        return found


@dataclass(frozen=True)
class Report:
    """Findings and counts of one run. `calls` is how many calls of each kind could have failed."""

    findings: tuple[Finding, ...]
    kernels: Mapping[str, Kernel]
    events: tuple[Event, ...]
    calls: Mapping[str, int]
    peak_bytes: int
    left_bytes: int
    unplaced: _Unplaced

    @functools.cached_property
    def sites(self) -> Mapping[str, Traffic]:
        """The traffic of each place of the text."""
        return self.unplaced.placed()

    @property
    def kinds(self) -> set[str]:
        return {f.kind for f in self.findings}

    def count(self, what: str) -> int:
        return sum(e.what == what for e in self.events)

    def copied(self, direction: str) -> int:
        """The bytes of all copies `host to device`, `device to host` or `device to device`."""
        return sum(e.bytes for e in self.events if (e.what, e.name) == ("copy", direction))

    @property
    def launches(self) -> list[str]:
        """The kernels in the order of their launches."""
        return [e.name for e in self.events if e.what == "launch"]

    def told(self) -> str:
        return "\n".join(map(str, self.findings))


def places(library: Path, base: int, addresses: Iterable[int]) -> dict[int, str]:
    """`file.cu:12` for each address of the text; empty where the debugger's tables do not say."""
    known = sorted({a for a in addresses if a > base})
    if not known:
        return {}
    # An address is that after the call: the line is that of the byte before.
    asked = "\n".join(hex(a - base - 1) for a in known)
    done = subprocess.run(
        ["addr2line", "-e", str(library)], input=asked, capture_output=True, text=True
    )
    lines = done.stdout.splitlines() if done.returncode == 0 else []
    found = dict.fromkeys(known, "")
    for address, line in zip(known, lines):
        place = line.split(" ")[0]
        found[address] = "" if "?" in place else place.rpartition("/")[2]
    return found


def added(one: Traffic, other: Traffic) -> Traffic:
    return Traffic(*(a + b for a, b in zip(vars(one).values(), vars(other).values())))


def kernel(data: Mapping[str, object]) -> Kernel:
    parts = {"read": Traffic, "written": Traffic, "shared": Banks}
    return Kernel(**{k: parts[k](**v) if k in parts else v for k, v in data.items()})  # type: ignore


def parsed(text: str, library: Path) -> Report:
    """The report that the run time wrote, with places of the text in the place of addresses."""
    data = json.loads(text)
    entries: Sequence[dict] = data["findings"]
    addresses = [e[k] for e in entries for k in ("pc", "other")]
    where = places(library, data["base"], addresses)
    findings = tuple(
        Finding(
            e["kind"], e["text"], e["kernel"], where.get(e["pc"], ""), where.get(e["other"], ""),
            e["count"], tuple(e["block"]), tuple(e["thread"]), bool(e["on_device"]),
            bool(e["after_failure"]),
        )
        for e in entries
    )  # fmt: skip
    return Report(
        findings,
        {name: kernel(counts) for name, counts in data["kernels"].items()},
        tuple(Event(*e) for e in data["events"]),
        data["calls"],
        data["peak_bytes"],
        data["left_bytes"],
        _Unplaced(library, data["base"], data["sites"]),
    )
