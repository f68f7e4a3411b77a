"""Subscripts that are read from arrays in CUDA: atomic sums, checks on the device, what the host
fetches."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.cuda_emulator.build import missing
from tests.cuda_emulator.run import run_each
from tests.proof.cases import Case
from tests.proof.compiled import compile_case, run_gradient
from tests.proof.harness import Drawn, MismatchError, draw_case
from tests.proof.on_device import Emulated, built, check_outcome, prove_on_device
from tests.proof.traps import TRAPS

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())
#: Those of tests/proof/traps/positions.py, by what is in their texts.
READING = [n for n, c in TRAPS.items() if c.source.count("int64[") and "idx" in c.source]
READING += ["products_along_rows", "as_often_as_an_array_says", "sparse_rows_in_steps"]
#: Positions that are computed, and slices.
READING += ["particles_in_cells", "from_the_largest_to_the_smallest", "rows_as_slices"]

EINVAL = 5
#: A table of two columns, of the smaller integers.
MESH = Case(
    "mesh",
    """import numpy as np


def mesh(u, ends, w, start):
    s = 0.0
    for e in range(ends.shape[0]):
        d = u[ends[e, 1]] - u[ends[e, 0]]
        s += w[e] * d * d
    for i in range(start.shape[0] - 1):
        p = 0.0
        for k in range(start[i], start[i + 1]):
            p += w[k] * np.sin(u[ends[k, 0]])
        s += p * p
    return s
""",
    ("u", "w"),
    ("return",),
    {"N": 9, "E": 40, "R": 4},
    signature="mesh(u: float64[N], ends: int32[E, 2], w: float64[E], start: int64[R + 1])",
    inputs={"ends": {"low": 0, "high": 9}, "start": {"values": [0, 11, 11, 25, 40]}},
)


@pytest.mark.parametrize("name", dict.fromkeys(READING))
def test_trap(name: str, tmp_path: Path) -> None:
    prove_on_device(TRAPS[name], tmp_path)


@pytest.mark.parametrize("deterministic", [False, True])
def test_a_mesh(deterministic: bool, tmp_path: Path) -> None:
    """`prove_on_device` compares the bits of all orders where the manifest promises them."""
    compiled = compile_case(MESH, target="cuda", deterministic=deterministic)
    manifest = json.loads(compiled.files["manifest.json"])
    assert manifest["deterministic"] is deterministic
    assert manifest["capturable"] is False
    assert ("atomicAdd" in compiled.files["mesh_grad.cu"]) is not deterministic
    prove_on_device(MESH, tmp_path, deterministic=deterministic)


def spoilt(drawn: Drawn, name: str, at: tuple[int, ...], value: int) -> Drawn:
    array = np.array(drawn.inputs[name])
    array[at] = value
    return replace(drawn, inputs={**drawn.inputs, name: array})


@pytest.mark.parametrize(
    "name, at, value",
    [("ends", (39, 1), 9), ("ends", (0, 0), -10), ("start", (4,), 41), ("start", (2,), -1)],
)
def test_positions_out_of_range(name: str, at: tuple[int, ...], value: int, tmp_path: Path) -> None:
    """EINVAL, and no access out of range; the gradients stay unset, which the driver copies."""
    emulated = Emulated.of(MESH, tmp_path)
    drawn = spoilt(draw_case(MESH), name, at, value)
    for call in (emulated.by_the_host, emulated.on_the_device):
        outcome = call(drawn)
        kinds = {f.kind for f in outcome.report.findings}
        assert outcome.value[0] == EINVAL
        assert kinds <= {"uninitialised"}, outcome.report.told()


@pytest.mark.parametrize(
    "pattern, by",
    [
        (r"atomicAdd\(&(u_bar\[adc_wrap\([^;]*?, N\)\]), ([^;]*)\);", r"\1 += \2;"),
        (r"atomicMax\(&outside\[0\], 1\);", "outside[0] = 1;"),
        (r"\n *return MESH_GRAD_EINVAL;(?=\n\n)", "\n        (void)0;"),
    ],
)
def test_mutants_are_caught(pattern: str, by: str, tmp_path: Path) -> None:
    compiled = compile_case(MESH, target="cuda")
    text, count = re.subn(pattern, by, compiled.files["mesh_grad.cu"])
    assert count, "nothing to change"
    emulated = Emulated(compiled, built({**compiled.files, "mesh_grad.cu": text}, tmp_path))
    right = draw_case(MESH)
    wrong = spoilt(spoilt(right, "ends", (3, 1), 1000), "ends", (4, 1), -1000)
    wanted = run_gradient(compiled, MESH, right.inputs, right.seeds)
    with pytest.raises((MismatchError, AssertionError)):
        calls = [emulated.device_call(right), emulated.device_call(wrong)]
        runs = run_each(emulated.library, [(call, seed) for seed in range(4) for call in calls])
        for well in runs:
            check_outcome(well, right, wanted)
            outcome = next(runs)
            assert outcome.value[0] == EINVAL
            assert {f.kind for f in outcome.report.findings} <= {"uninitialised"}


#: Positions in an array of five axes, and a loop of the host's that an element bounds.
DEEP = Case(
    "deep",
    """import numpy as np


def deep(x, idx):
    return np.sum(x[idx] ** 2)
""",
    ("x",),
    ("return",),
    {"M": 7, "A": 3},
    signature="deep(x: float64[M], idx: int64[2, 1, 2, 2, A])",
    inputs={"idx": {"low": 0, "high": 7}},
)
COUNTED = Case(
    "counted",
    """import numpy as np


def counted(x, n):
    y = x.copy()
    for t in range(n[0], n[1]):
        y = np.sin(y) * x
    return np.sum(y)
""",
    ("x",),
    ("return",),
    {"M": 40},
    signature="counted(x: float64[M], n: int64[2])",
    inputs={"n": {"values": [2, 9]}},
)


def test_positions_of_many_axes(tmp_path: Path) -> None:
    prove_on_device(DEEP, tmp_path, deterministic=True)


def test_bounds_that_the_host_fetches(tmp_path: Path) -> None:
    """Once for each loop, however many iterations it has; no graph can hold such a call."""
    compiled = compile_case(COUNTED, target="cuda")
    text = compiled.files["counted_grad.cu"]
    assert json.loads(compiled.files["manifest.json"])["capturable"] is False
    assert len(re.findall(r"= adc_fetched<int64_t>\(n", text)) == 2 * 2
    assert not re.search(r"for \(.*adc_fetched", text)
    prove_on_device(COUNTED, tmp_path)
