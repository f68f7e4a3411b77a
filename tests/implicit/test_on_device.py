"""Loops that solve equations, in CUDA under the emulator: gradients, tangents, and what is told."""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np
import pytest

from tests.cuda_emulator.build import missing
from tests.cuda_emulator.run import Device, run_each
from tests.implicit.programs import CASES
from tests.implicit.test_convergence import ENOCONV, FAILING
from tests.proof.compiled import compile_case, run_tangent
from tests.proof.harness import ROUNDING, draw_case, expect
from tests.proof.marks import long_among
from tests.proof.native import Call
from tests.proof.on_device import SEEDS, Emulated, built, prove_on_device

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())


@pytest.mark.parametrize("name", long_among(CASES, sorted(CASES.keys() - {"cubic"})))
def test_gradient(name: str, tmp_path: Path) -> None:
    prove_on_device(CASES[name], tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_tangent(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    compiled = compile_case(case, target="cuda", mode="jvp")
    library, drawn = built(dict(compiled.files), tmp_path), draw_case(case)
    rng = np.random.default_rng(3)
    directions = {n: rng.uniform(-1, 1, np.shape(drawn.inputs[n])) for n in case.wrt}
    wanted = run_tangent(compiled, case, drawn.inputs, directions)

    def driver(device: Device) -> tuple[int, dict[str, np.ndarray]]:
        call = Call(device.library, compiled, drawn)
        for place, argument in enumerate(call.manifest["arguments"]):
            if argument["role"] == "tangent" and argument["of"] in directions:
                direction = directions[argument["of"]]
                if argument["shape"]:
                    call.buffers[argument["name"]].array[...] = direction
                else:
                    call.values[place] = ctypes.c_double(float(direction))
        return call.run(), call.results("tangent")

    for outcome in run_each(library, [(driver, seed) for seed in SEEDS]):
        assert not outcome.report.findings, outcome.report.told()
        code, found = outcome.value
        assert code == 0
        for name_of, value in zip(compiled.dependents(case), wanted, strict=True):
            expect("device", f"{name_of}_dot", found[name_of], value, ROUNDING[drawn.dtype])


@pytest.mark.long
@pytest.mark.parametrize("name", FAILING)
def test_no_convergence(name: str, tmp_path: Path) -> None:
    case = FAILING[name]
    emulated = Emulated.of(case, tmp_path)
    for call in (emulated.by_the_host, emulated.on_the_device):
        outcome = call(draw_case(case))
        assert not outcome.report.findings, outcome.report.told()
        assert outcome.value[0] == ENOCONV
