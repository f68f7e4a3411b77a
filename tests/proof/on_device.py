"""Generated CUDA under the emulator, or on a device: the interpreter's numbers, the same bits in
every order of threads, and nothing that the emulator finds fault with."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tests.cuda_emulator.build import Library, build
from tests.cuda_emulator.run import Device, Driver, Outcome, run, run_each
from tests.proof.cases import Case
from tests.proof.compiled import Compiled, compile_case, run_gradient, run_tangent
from tests.proof.harness import ROUNDING, Drawn, MismatchError, check_dot, draw_case, expect
from tests.proof.matrix import variants
from tests.proof.native import Call

#: Builds sources in a folder.
Make = Callable[[Sequence[Path], Path], Library]
#: Orders of blocks and threads: the natural one, and others.
SEEDS = (0, 1, 2, 3)


@dataclass(frozen=True)
class Emulated:
    """A case's gradient in CUDA, built for the emulator."""

    compiled: Compiled
    library: Library

    @classmethod
    def of(cls, case: Case, folder: Path, make: Make = build, **options: Any) -> Emulated:
        compiled = compile_case(case, target="cuda", **options)
        return cls(compiled, built(compiled.files, folder, make))

    @property
    def capturable(self) -> bool:
        """What the manifest says of graphs."""
        return json.loads(self.compiled.files["manifest.json"])["capturable"]

    @property
    def deterministic(self) -> bool:
        """What the manifest says of sums."""
        return json.loads(self.compiled.files["manifest.json"])["deterministic"]

    def host_call(self, drawn: Drawn, failing: tuple[str, int] = ("", 0)) -> Driver:
        """A call with arrays of the host; `failing` is the kind and number of a call of CUDA's that
        fails."""

        def driver(device: Device) -> tuple[int, dict[str, np.ndarray]]:
            call = Call(device.library, self.compiled, drawn)
            if failing[0]:
                device.fail(*failing)
            code = call.run()
            call.check_guards()
            call.check_untouched()
            return code, call.results("gradient")

        return driver

    def device_call(self, drawn: Drawn) -> Driver:
        """A call with arrays in the device's memory, of which nothing is set but what goes in."""

        def driver(device: Device) -> tuple[int, dict[str, np.ndarray]]:
            there = _There.of(device, self.compiled, drawn)
            code = there.call(None)
            device.synchronise()
            return code, there.results()

        return driver

    def graph_call(self, drawn: Drawn) -> Driver:
        """The same call, captured in a graph of CUDA's, which then runs twice."""

        def driver(device: Device) -> tuple[int, dict[str, np.ndarray]]:
            there = _There.of(device, self.compiled, drawn)
            code = device.replayed(there.call, times=2)
            return code, there.results()

        return driver

    def by_the_host(
        self, drawn: Drawn, seed: int = 0, failing: tuple[str, int] = ("", 0)
    ) -> Outcome:
        """A run of `host_call`."""
        return run(self.library, self.host_call(drawn, failing), seed=seed)

    def on_the_device(self, drawn: Drawn, seed: int = 0) -> Outcome:
        """A run of `device_call`."""
        return run(self.library, self.device_call(drawn), seed=seed)

    def in_a_graph(self, drawn: Drawn, seed: int = 0) -> Outcome:
        """A run of `graph_call`."""
        return run(self.library, self.graph_call(drawn), seed=seed)

    def with_failures(self, drawn: Drawn, kind: str, at: Sequence[int]) -> Iterator[Outcome]:
        """Runs in each of which one call of CUDA's of a kind fails, by the number of that call."""
        calls = [(self.host_call(drawn, (kind, number)), 0) for number in at]
        return run_each(self.library, calls)

    def by_both(self, drawn: Drawn, seeds: Sequence[int]) -> Iterator[Outcome]:
        """Runs of both entries with each seed."""
        both = (self.host_call(drawn), self.device_call(drawn))
        return run_each(self.library, [(call, seed) for seed in seeds for call in both])


@dataclass(frozen=True)
class _There:
    """A call with arrays in the device's memory: the device's pointer for each argument that is an
    array or is written, by position, and a workspace of `needed` bytes; where snapshots may
    be in the host's memory, `pinned` has one there, too."""

    device: Device
    caller: Call
    places: dict[int, ctypes.c_void_p]
    workspace: ctypes.c_void_p
    needed: int
    pinned: tuple[ctypes.c_void_p, ...] = ()

    @classmethod
    def of(cls, device: Device, compiled: Compiled, drawn: Drawn) -> _There:
        call = Call(device.library, compiled, drawn)
        places = {}
        for k, argument in enumerate(call.manifest["arguments"]):
            if argument["name"] in call.buffers:
                array = call.buffers[argument["name"]].array
                goes_in = argument["role"] in ("input", "inout", "seed")
                places[k] = device.put(array) if goes_in else device.empty(array.nbytes)
        sizes = [v for v in call.values if isinstance(v, ctypes.c_int64)]
        needed = told_bytes(call, "_workspace_bytes", sizes)
        pinned: tuple[ctypes.c_void_p, ...] = ()
        if call.manifest["memory"].get("host_snapshots"):
            pinned = (device.pinned(told_bytes(call, "_host_workspace_bytes", sizes)),)
        return cls(device, call, places, device.empty(needed), needed, pinned)

    def call(self, stream: ctypes.c_void_p | None) -> int:
        values = [self.places.get(k, v) for k, v in enumerate(self.caller.values)]
        return self.caller.function("_ws")(*values, self.workspace, *self.pinned, stream)

    def results(self) -> dict[str, np.ndarray]:
        """The gradients, by the names of what they belong to."""
        found = {}
        for k, a in enumerate(self.caller.manifest["arguments"]):
            if a["role"] == "gradient":
                array = self.caller.buffers[a["name"]].array
                got = self.device.get(self.places[k], array.shape, array.dtype)
                found[a.get("of") or a["name"]] = got
        return found


def told_bytes(call: Call, suffix: str, sizes: Sequence[ctypes.c_int64]) -> int:
    function = call.function(suffix)
    function.restype = ctypes.c_size_t  # type: ignore[attr-defined]
    return function(*sizes)  # type: ignore[no-any-return]


def built(files: dict[str, str], folder: Path, make: Make = build) -> Library:
    """The `.cu` among `files` with its header, built in `folder`: for the emulator, or as `make`
    does."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        if name.endswith((".cu", ".h")):
            (folder / name).write_text(text)
    (source,) = folder.glob("*.cu")
    return make([source], folder)


def planned_bytes(compiled: Compiled, sizes: Mapping[str, int]) -> int:
    """What the entry for the host's arrays puts on the device: the arguments, each at a multiple of
    64 bytes, and the manifest's arena."""
    manifest, scope = json.loads(compiled.files["manifest.json"]), {"max": max, "min": min}
    known = dict(sizes)
    for name, text in manifest["definitions"].items():
        known[name] = eval(text, scope, known)
    total: int = eval(manifest["memory"]["arena_expression"], scope, known)
    for a in manifest["arguments"]:
        if a["shape"] or a["role"] in ("gradient", "value"):
            count = int(np.prod([max(eval(e, scope, known), 0) for e in a["shape"]]))
            total += -(-count * np.dtype(a["dtype"]).itemsize // 64) * 64
    return total


def prove_on_device(case: Case, folder: Path, make: Make = build, **options: Any) -> None:
    """A case, in all its variants, by both entries in turn with all SEEDS, and in a graph where the
    manifest says that it can be captured. Memory is what was planned, to the byte."""
    prove_calls(case, Emulated.of(case, folder, make, **options))


def prove_calls(case: Case, emulated: Emulated) -> None:
    """The same of what is built already."""
    prove_drawn(emulated, [draw_case(variant) for variant in variants(case)])


def prove_drawn(emulated: Emulated, drawn: Sequence[Drawn]) -> None:
    """The same of each draw of a case, the case itself first; also the dot-product test."""
    calls = {
        "host": emulated.host_call,
        "device": emulated.device_call,
        "graph": emulated.graph_call,
    }
    planned = [[*_ways(emulated, number)] for number, _ in enumerate(drawn)]
    runs = [(calls[way](d), seed) for d, ways in zip(drawn, planned) for way, seed in ways]
    outcomes = run_each(emulated.library, runs)
    for d, ways in zip(drawn, planned):
        wanted = run_gradient(emulated.compiled, d.case, d.inputs, d.seeds)
        tangents = run_tangent(emulated.compiled, d.case, d.inputs, d.directions)
        bits: dict[str, bytes] = {}
        for way, _ in ways:
            outcome = next(outcomes)
            check_outcome(outcome, d, wanted)
            check_dot(d, tangents, outcome.value[1])
            if way == "host" and not emulated.library.on_gpu:
                check_memory(outcome, emulated.compiled, d)
            found = {n: np.asarray(a).tobytes() for n, a in outcome.value[1].items()}
            if emulated.deterministic and bits and found != bits:
                raise MismatchError("device", f"{d.case.name}: bits depend on the order")
            bits = found


def _ways(emulated: Emulated, number: int) -> Iterator[tuple[str, int]]:
    """How the draw of this number is called, and with which seeds. A device has an order of its
    own, and takes long to begin."""
    orders = SEEDS if number == 0 or not emulated.library.on_gpu else SEEDS[:2]
    yield from (("device" if seed % 2 else "host", seed) for seed in orders)
    if number == 0 and emulated.capturable:
        yield "graph", 0


def check_memory(outcome: Outcome, compiled: Compiled, drawn: Drawn) -> None:
    """One block on the device, of the bytes that were planned, and nothing left."""
    planned, report = planned_bytes(compiled, drawn.case.sizes), outcome.report
    if (report.peak_bytes, report.left_bytes, report.count("malloc")) != (planned, 0, 1):
        told = f"{report.peak_bytes} bytes in {report.count('malloc')} blocks, planned {planned}"
        raise MismatchError("device", f"{drawn.case.name}: {told}, left {report.left_bytes}")


def check_outcome(outcome: Outcome, drawn: Drawn, wanted: dict[str, np.ndarray]) -> None:
    """No findings, the result 0, and the interpreter's gradients."""
    if outcome.report.findings:
        raise MismatchError("device", f"{drawn.case.name}: {outcome.report.told()}")
    code, found = outcome.value
    if code:
        raise MismatchError("device", f"{drawn.case.name} returns {code}")
    for name in drawn.case.wrt:
        expect("device", f"{name}_bar", found[name], wanted[name], ROUNDING[drawn.dtype])
