"""Generated CUDA under the emulator: the interpreter's numbers, the same bits in every order of
threads, and nothing that the emulator finds fault with."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tests.cuda_emulator.build import Library, build
from tests.cuda_emulator.run import Device, Outcome, run
from tests.proof.cases import Case
from tests.proof.compiled import Compiled, compile_case, run_gradient
from tests.proof.harness import ROUNDING, Drawn, MismatchError, draw_case, expect
from tests.proof.matrix import variants
from tests.proof.native import Call

#: Orders of blocks and threads: the natural one, and others.
SEEDS = (0, 1, 2, 3)


@dataclass(frozen=True)
class Emulated:
    """A case's gradient in CUDA, built for the emulator."""

    compiled: Compiled
    library: Library

    @classmethod
    def of(cls, case: Case, folder: Path, **options: Any) -> Emulated:
        compiled = compile_case(case, target="cuda", **options)
        return cls(compiled, built(compiled.files, folder))

    def by_the_host(
        self, drawn: Drawn, seed: int = 0, failing: tuple[str, int] = ("", 0)
    ) -> Outcome:
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

        return run(self.library, driver, seed=seed)

    def on_the_device(self, drawn: Drawn, seed: int = 0, *, may_keep: bool = False) -> Outcome:
        """A call with arrays in the device's memory, of which nothing is set but what goes in.

        `may_keep`: what nothing has written in the workspace may be read, as where a tape keeps
        what a local array holds before its first element is set. It is NaN.
        """

        def driver(device: Device) -> tuple[int, dict[str, np.ndarray]]:
            call = Call(device.library, self.compiled, drawn)
            places = self._places(device, call)
            sizes = [v for v in call.values if isinstance(v, ctypes.c_int64)]
            bytes_of = call.function("_workspace_bytes")
            bytes_of.restype = ctypes.c_size_t  # type: ignore[attr-defined]
            needed = bytes_of(*sizes)
            workspace = device.empty(needed)
            if may_keep:
                device.mark(workspace, needed, written=True)
            values = [places.get(k, v) for k, v in enumerate(call.values)]
            code = call.function("_ws")(*values, workspace, None)
            device.synchronise()
            found = {}
            for k, a in enumerate(call.manifest["arguments"]):
                if a["role"] == "gradient":
                    array = call.buffers[a["name"]].array
                    found[a.get("of") or a["name"]] = device.get(
                        places[k], array.shape, array.dtype
                    )
            return code, found

        return run(self.library, driver, seed=seed)

    def _places(self, device: Device, call: Call) -> dict[int, ctypes.c_void_p]:
        """The device's pointer for each argument that is an array or is written, by position."""
        found = {}
        for k, argument in enumerate(call.manifest["arguments"]):
            if argument["name"] not in call.buffers:
                continue
            array = call.buffers[argument["name"]].array
            goes_in = argument["role"] in ("input", "inout", "seed")
            found[k] = device.put(array) if goes_in else device.empty(array.nbytes)
        return found


def built(files: dict[str, str], folder: Path) -> Library:
    """The `.cu` among `files` with its header, built for the emulator in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        if name.endswith((".cu", ".h")):
            (folder / name).write_text(text)
    (source,) = folder.glob("*.cu")
    return build([source], folder)


def prove_on_device(case: Case, folder: Path, **options: Any) -> None:
    """A case by both entries in turn with all SEEDS; its other variants with two of them each."""
    emulated = Emulated.of(case, folder, **options)
    for number, variant in enumerate(variants(case)):
        drawn = draw_case(variant)
        wanted = run_gradient(emulated.compiled, variant, drawn.inputs, drawn.seeds)
        bits: dict[str, bytes] = {}
        seeds = SEEDS if number == 0 else (number, number + 1)
        for seed in seeds:
            by_the_host = seed % 2 == 0
            call = emulated.by_the_host if by_the_host else emulated.on_the_device
            outcome = call(drawn, seed)
            check_outcome(outcome, drawn, wanted)
            found = {n: np.asarray(a).tobytes() for n, a in outcome.value[1].items()}
            if bits and found != bits:
                raise MismatchError("device", f"{case.name}: bits depend on the order")
            bits = found


def check_outcome(outcome: Outcome, drawn: Drawn, wanted: dict[str, np.ndarray]) -> None:
    """No findings, the result 0, and the interpreter's gradients."""
    if outcome.report.findings:
        raise MismatchError("device", f"{drawn.case.name}: {outcome.report.told()}")
    code, found = outcome.value
    if code:
        raise MismatchError("device", f"{drawn.case.name} returns {code}")
    for name in drawn.case.wrt:
        expect("device", f"{name}_bar", found[name], wanted[name], ROUNDING[drawn.dtype])
