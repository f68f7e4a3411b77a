"""What the emulator counts of adc's adjoints, of adjoints by hand, and of the primals by hand.

Bytes are those of launches, each once per launch however often it is asked for (what moves at
least), of copies on the device, twice, and of fills. Sectors per request are those of all reads
and writes. The primals are kernels by hand as well: adc's forward sweep keeps states, and is often
not there at all.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from tests.cuda_emulator.build import Library, build
from tests.cuda_emulator.report import Report
from tests.cuda_emulator.run import Device, run
from tests.proof.cases import Case
from tests.proof.harness import Drawn, draw_case
from tests.proof.on_device import Emulated

BY_HAND = Path(__file__).resolve().parent / "by_hand"
SOURCES = Path(__file__).resolve().parents[2] / "benchmarks" / "kernels" / "sources"


@dataclass(frozen=True)
class Counts:
    """Of one call, or of one time step: the difference of two calls by their steps."""

    bytes: float
    launches: float
    waits: float
    allocations: float
    transfers: float

    @classmethod
    def of(cls, report: Report) -> Counts:
        kernels = report.kernels.values()
        moved = sum(k.distinct_read + k.distinct_written for k in kernels)
        moved += 2 * report.copied("device to device")
        moved += sum(e.bytes for e in report.events if e.what == "set")
        transfers = sum(e.what == "copy" and e.name != "device to device" for e in report.events)
        return cls(
            moved, len(report.launches), report.count("synchronise"), report.count("malloc"),
            transfers,
        )  # fmt: skip

    def per_step(self, fewer: Counts, steps: int) -> Counts:
        mine, other = vars(self).values(), vars(fewer).values()
        return Counts(*((a - b) / steps for a, b in zip(mine, other, strict=True)))


def per_request(report: Report) -> float:
    """Sectors per request of a warp, over all kernels."""
    traffic = [t for k in report.kernels.values() for t in (k.read, k.written)]
    return sum(t.sectors for t in traffic) / sum(t.requests for t in traffic)


@dataclass(frozen=True)
class Subject:
    """A kernel: its request, moderate sizes, and what its functions by hand take.

    `by_hand` and `primal` list the arguments' names: sizes, inputs, `<name>_seed`, `<name>_bar`,
    `workspace`, and `out`, a new array like the input `like`. `more` is a second number of steps.
    """

    name: str
    signature: str
    wrt: tuple[str, ...]
    of: str
    sizes: Mapping[str, int]
    by_hand: str
    primal: str
    like: str = ""
    more: int = 0
    inputs: Mapping[str, Mapping[str, Any]] | None = None

    def case(self, sizes: Mapping[str, int] | None = None) -> Case:
        source = (SOURCES / f"{self.name}.py").read_text()
        return Case(
            name=self.name, source=source, wrt=self.wrt, of=(self.of,),
            signature=self.signature, sizes={**self.sizes, **(sizes or {})},
            inputs=self.inputs or {},
        )  # fmt: skip

    @property
    def later(self) -> dict[str, int]:
        """The sizes with more steps."""
        return {"steps": self.more}


@dataclass(frozen=True)
class Measured:
    """A subject with both its texts built in `folder`."""

    subject: Subject
    folder: Path

    @cached_property
    def emulated(self) -> Emulated:
        return Emulated.of(self.subject.case(), self.folder / "adc")

    @cached_property
    def hand(self) -> Library:
        folder = self.folder / "hand"
        folder.mkdir(parents=True, exist_ok=True)
        return build([BY_HAND / f"{self.subject.name}.cu"], folder)

    @cached_property
    def sizes_by_hand(self) -> list[str]:
        """The names of sizes that the workspace's function takes, as the adjoint does."""
        return [w for w in self.subject.by_hand.split() if w in self.subject.sizes]

    def adc(self, drawn: Drawn) -> tuple[dict[str, np.ndarray], Report]:
        outcome = self.emulated.on_the_device(drawn)
        assert not outcome.report.findings, outcome.report.told()
        code, found = outcome.value
        assert code == 0
        return found, outcome.report

    def by_hand(self, drawn: Drawn) -> tuple[dict[str, np.ndarray], Report]:
        return self._called(drawn, "by_hand", self.subject.by_hand)

    def primal(self, drawn: Drawn) -> Report:
        return self._called(drawn, "primal", self.subject.primal)[1]

    def _called(
        self, drawn: Drawn, function: str, names: str
    ) -> tuple[dict[str, np.ndarray], Report]:
        """What `function` writes to adjoints, and the report."""
        subject, case = self.subject, drawn.case
        full = f"{subject.name}_{function}"

        def driver(device: Device) -> dict[str, np.ndarray]:
            bars: dict[str, ctypes.c_void_p] = {}
            values: list[Any] = []
            for name in names.split():
                if name == "workspace":
                    bytes_of = device.library[f"{full}_workspace_bytes"]
                    bytes_of.restype = ctypes.c_size_t
                    given = [ctypes.c_int64(case.sizes[n]) for n in self.sizes_by_hand]
                    values.append(device.empty(bytes_of(*given)))
                elif name.endswith("_bar"):
                    bars[name] = device.empty(drawn.inputs[name.removesuffix("_bar")].nbytes)
                    values.append(bars[name])
                elif name.endswith("_seed"):
                    values.append(device.put(drawn.seeds[0]))
                elif name == "out":
                    size = drawn.inputs[subject.like].nbytes
                    values.append(device.empty(size * case.sizes.get("steps", 1)))
                elif name == "rows":
                    values.append(ctypes.c_int64(int(np.prod(drawn.seeds[0].shape[:-1]))))
                elif name in case.sizes:
                    values.append(ctypes.c_int64(case.sizes[name]))
                elif drawn.inputs[name].shape:
                    values.append(device.put(drawn.inputs[name]))
                else:
                    values.append(ctypes.c_double(float(drawn.inputs[name])))
            device.library[full](*values)
            device.synchronise()
            shapes = {f"{n}_bar": a.shape for n, a in drawn.inputs.items()}
            return {n.removesuffix("_bar"): device.get(p, shapes[n]) for n, p in bars.items()}

        outcome = run(self.hand, driver)
        assert not outcome.report.findings, outcome.report.told()
        return outcome.value, outcome.report


def drawn_of(subject: Subject, sizes: Mapping[str, int] | None = None) -> Drawn:
    return draw_case(subject.case(sizes))


SUBJECTS = {
    s.name: s
    for s in (
        Subject(
            "jacobi_2d", "jacobi_2d(steps: int, A: float64[N, N], B: float64[N, N])",
            ("A", "B"), "A", {"N": 130, "steps": 2}, "N steps A_seed A_bar B_bar",
            "N steps A B", more=4,
        ),
        Subject(
            "heat_3d", "heat_3d(steps: int, A: float64[N, N, N], B: float64[N, N, N])",
            ("A", "B"), "A", {"N": 34, "steps": 2}, "N steps A_seed A_bar B_bar",
            "N steps A B", more=4,
        ),
        Subject(
            "burgers",
            "burgers(steps: int, dt: float64, h: float64, nu: float64, u: float64[N])",
            ("nu", "u"), "u", {"N": 5000, "steps": 3},
            "N steps dt h nu u u_seed nu_bar u_bar workspace", "N steps dt h nu u out", like="u",
            more=7,
            inputs={"dt": {"values": 1e-3}, "h": {"values": 0.1}, "nu": {"values": 0.5}},
        ),
        Subject(
            "hdiff", "hdiff(field: float64[I + 4, J + 4, K], weight: float64[I, J, K])",
            ("field", "weight"), "return", {"I": 24, "J": 24, "K": 32},
            "I J K field weight return_seed field_bar weight_bar workspace",
            "I J K field weight out", like="weight",
        ),
        Subject(
            "softmax", "softmax(x: float64[B, H, N, N])", ("x",), "return",
            {"B": 1, "H": 2, "N": 128}, "rows N x return_seed x_bar", "rows N x out", like="x",
        ),
    )
}  # fmt: skip
