"""CUDA with snapshots in the host's memory: the same gradients, both memories to the byte, and
copies that go where they have to, under the emulator."""

from __future__ import annotations

import ctypes
import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from adc.checkpoint.configuration import CheckpointSchedule, Configuration
from adc.checkpoint.search.search import Search
from adc.diagnostics import AdcError
from tests.cuda_emulator.build import missing
from tests.cuda_emulator.run import Device, Outcome, RunError, run, run_each
from tests.memory.plans import Plans
from tests.proof.cases import Case, load_cases
from tests.proof.compiled import Compiled, compile_anew, compile_case, run_gradient
from tests.proof.harness import MismatchError, draw_case
from tests.proof.marks import long_among
from tests.proof.on_device import Emulated, _There, built, check_outcome
from tests.proof.traps import TRAPS

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())
CASES = load_cases()

#: A state of two arrays, one in single precision, and a number that each step changes.
WAVES = Case(
    "waves",
    """import numpy as np


def waves(steps, c, u, w):
    gain = 1.0
    for t in range(steps):
        old = u.copy()
        u[1:-1, 1:-1] += c * old[1:-1, 1:-1] * (old[2:, 1:-1] - old[:-2, 1:-1]) * gain
        w[:] = w * np.float32(0.5) + np.sin(w)
        gain = gain * 0.9 + 0.01 * u[1, 1]
    return np.sum(u * u) + np.sum(w)
""",
    ("u", "c", "w"),
    ("return",),
    {"N": 5, "M": 37, "K": 9, "steps": 7},
    signature="waves(steps: int, c: float64, u: float64[N, M], w: float32[K])",
)


def with_schedule(
    case: Case, length: int, slots: int, *, staged: bool = False, **options: Any
) -> Compiled:
    """Compiled with its loops in segments of `length` steps, from `slots` snapshots, which may be
    `staged` on their way to the host."""

    def chosen(search: Search) -> Any:
        schedule = CheckpointSchedule(length, slots, staged=staged)
        loops = {account.label: schedule for account in search.accounts.loops}
        found = search.trials.of(Configuration(loops))
        found.finished.check()
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Search, "run", chosen)
        return compile_anew(case, target="cuda", **options)


def memory_of(compiled: Compiled, sizes: Mapping[str, int]) -> tuple[int, int]:
    """The bytes of the arena and of the host's memory, by the manifest's formulas."""
    told = json.loads(compiled.files["manifest.json"])["memory"]
    scope = {"max": max, "min": min, "__builtins__": {}}
    arena, host = (told[f"{name}_expression"] for name in ("arena", "host"))
    return eval(arena, scope, dict(sizes)), eval(host, scope, dict(sizes))


def emulated_of(compiled: Compiled, folder: Path) -> Emulated:
    return Emulated(compiled, built(dict(compiled.files), folder))


def prove(case: Case, emulated: Emulated) -> list[Outcome]:
    """By both entries and in a graph, with what is made where everything is stored as the answer:
    numbers, one set of bits, no findings, and each memory to the byte."""
    drawn, compiled = draw_case(case), emulated.compiled
    wanted = run_gradient(compile_case(case), case, drawn.inputs, drawn.seeds)
    ways = [(emulated.host_call(drawn), 0), (emulated.device_call(drawn), 1)]
    if emulated.capturable:
        ways.append((emulated.graph_call(drawn), 2))
    outcomes = list(run_each(emulated.library, ways))
    for outcome in outcomes:
        check_outcome(outcome, drawn, wanted)
        assert outcome.value[1].keys() == outcomes[0].value[1].keys()
        for name, value in outcome.value[1].items():
            assert value.tobytes() == outcomes[0].value[1][name].tobytes()
    arena, host = memory_of(compiled, case.sizes)
    pinned = [e.bytes for e in outcomes[0].report.events if e.what == "malloc-host"]
    assert sum(pinned) == host
    assert outcomes[0].report.peak_bytes == arena + arguments_of(compiled, case)
    assert outcomes[0].report.left_bytes == 0
    return outcomes


def arguments_of(compiled: Compiled, case: Case) -> int:
    """The bytes of what the entry for the host's arrays puts on the device, each part rounded."""
    total = 0
    for a in json.loads(compiled.files["manifest.json"])["arguments"]:
        count = int(np.prod([eval(e, {"__builtins__": {}}, dict(case.sizes)) for e in a["shape"]]))
        if a["shape"] or a["role"] in ("gradient", "value"):
            total += -(-count * np.dtype(a["dtype"]).itemsize // 64) * 64
    return total


def copied(outcome: Outcome, direction: str) -> int:
    return sum(1 for e in outcome.report.events if (e.what, e.name) == ("copy", direction))


@pytest.fixture(scope="module")
def emulated(tmp_path_factory: pytest.TempPathFactory) -> Emulated:
    """Two snapshots for four segments of two steps."""
    compiled = with_schedule(WAVES, 2, 2, host_snapshots=True)
    return emulated_of(compiled, tmp_path_factory.mktemp("waves"))


def test_gradients_from_few_snapshots(emulated: Emulated) -> None:
    outcome, *_ = prove(WAVES, emulated)
    assert memory_of(emulated.compiled, WAVES.sizes)[1] > 0
    given, gradients, arrays = 2, 3, 2
    assert copied(outcome, "device to host") - gradients == 2 * arrays
    assert copied(outcome, "host to device") - given - gradients == 4 * arrays


@pytest.mark.parametrize("sizes", [{"steps": 0}, {"steps": 1}, {"steps": 2}, {"K": 0}], ids=str)
def test_sizes_at_the_edge(sizes: dict[str, int], emulated: Emulated) -> None:
    """The file is the same for any sizes; without a step nothing is on the host."""
    case = WAVES.with_sizes(sizes)
    outcome, *_ = prove(case, emulated)
    held = memory_of(emulated.compiled, case.sizes)[1]
    assert bool(held) == bool(case.sizes["steps"])
    assert outcome.report.count("malloc-host") == bool(held)


#: (steps of a segment, snapshots; 0: one for every segment)
WAYS = [(1, 0), (3, 0), (1, 2), (1, 1), (4, 1)]


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS, ids=str)
def test_gradients_by_any_schedule(way: tuple[int, int], tmp_path: Path) -> None:
    compiled = with_schedule(WAVES, *way, host_snapshots=True)
    prove(WAVES, emulated_of(compiled, tmp_path))
    assert memory_of(compiled, WAVES.sizes)[1] > 0


#: Loops that data end, and loops in branches that data take.
SOME_TRAPS = ("newton_to_tolerance", "until_it_is_enough", "branch_overwrites_array")
SOME_CASES = ("burgers", "burgers_inplace", "implicit_euler", "limiter", "lu", "relaxation")


@pytest.mark.parametrize(
    "name", long_among(SOME_TRAPS + SOME_CASES, (*SOME_TRAPS[1:], *SOME_CASES))
)
def test_programs_that_recompute(name: str, tmp_path: Path) -> None:
    case = {**CASES, **TRAPS}[name]
    compiled = compile_case(case, target="cuda", host_snapshots=True, strategy="recompute")
    prove(case, emulated_of(compiled, tmp_path))


@pytest.mark.long
def test_plans_within_limits() -> None:
    """Where few states fit, copies take less time than running steps again; and they go where no
    plan within the device's memory does."""
    sizes = {"N": 4000, "M": 300, "K": 10, "steps": 100}
    here, there = (
        Plans.of(WAVES, sizes=sizes, target="cuda", host_snapshots=on_host).search.trials
        for on_host in (False, True)
    )
    few, least = (int(states * 8 * sizes["N"] * sizes["M"]) for states in (6, 4.1))
    found = [Search.of(trials, few).run() for trials in (here, there)]
    assert max(trial.peak for trial in found) <= few
    assert there.seconds(found[1]) < here.seconds(found[0])
    assert Search.of(there, least).run().peak <= least
    with pytest.raises(AdcError, match="ADC0403"):
        Search.of(here, least).run()


# -- what fails ------------------------------------------------------------------------------------


def failing(emulated: Emulated, kind: str, code: int) -> None:
    drawn = draw_case(WAVES)
    calls = emulated.by_the_host(drawn).report.calls[kind]
    assert calls == 2 or kind != "malloc"
    numbers = sorted({1, 2, calls // 2, calls - 1, calls})
    for at, outcome in zip(numbers, emulated.with_failures(drawn, kind, numbers)):
        assert outcome.value[0] == code, f"{kind} {at}"
        kinds = {f.kind for f in outcome.report.findings if not f.after_failure}
        assert not kinds and "leak" not in outcome.report.kinds and not outcome.report.left_bytes


def test_too_little_memory_leaves_nothing(emulated: Emulated) -> None:
    """On the host or on the device."""
    failing(emulated, "malloc", 1)


@pytest.mark.parametrize("kind", ["copy", "launch"])
def test_what_fails_leaves_nothing(emulated: Emulated, kind: str) -> None:
    failing(emulated, kind, 6)


def test_the_wait_before_memory_is_freed_may_fail(emulated: Emulated) -> None:
    outcome = emulated.by_the_host(draw_case(WAVES), failing=("synchronise", 1))
    assert outcome.value[0] == 6 and "leak" not in outcome.report.kinds


def test_the_caller_has_to_give_memory_of_the_host(emulated: Emulated) -> None:
    drawn = draw_case(WAVES)

    def driver(device: Device) -> int:
        there = replace(
            _There.of(device, emulated.compiled, drawn), pinned=(ctypes.c_void_p(None),)
        )
        return there.call(None)

    assert run(emulated.library, driver).value == 1


DOWN, UP = "cudaMemcpyDeviceToHost, stream)", "cudaMemcpyHostToDevice, stream)"
#: What is replaced in the text, and by what.
MUTANTS = {
    "saved as within the device": (re.escape(DOWN), "cudaMemcpyDeviceToDevice, stream)"),
    "saved the wrong way": (re.escape(DOWN), UP),
    "loaded the wrong way": (re.escape(UP), DOWN),
    "saved to one place": (r"(?<=u_work_snap) \+ M\*N\*slot(?=, u_work,)", ""),
    "loaded from one place": (r"(?<=, u_work_snap) \+ M\*N\*slot", ""),
    "half of the state": (r"(?<=slot, u_work, N\*M\*sizeof\(double\))", "/2"),
    "too little memory": (r"(?<=return \(size_t\)\()adc_round64\(8\*M\*N\*adc_imin[^;]*", "64)"),
    "not freed": (r"\n *if [^;]*\n *cudaFreeHost\(host_workspace\);(?=\n    return)", ""),
    "memory of another kind": (r"cudaMallocHost\(&host_workspace", "cudaMalloc(&host_workspace"),
}


@pytest.mark.parametrize("name", long_among(MUTANTS, [*MUTANTS][1:]))
def test_mutants_are_caught(emulated: Emulated, name: str, tmp_path: Path) -> None:
    files = dict(emulated.compiled.files)
    pattern, by = MUTANTS[name]
    text, count = re.subn(pattern, by, files["waves_grad.cu"], count=1)
    assert count == 1, "nothing to change"
    changed = Emulated(emulated.compiled, built({**files, "waves_grad.cu": text}, tmp_path))
    drawn = draw_case(WAVES)
    wanted = run_gradient(emulated.compiled, WAVES, drawn.inputs, drawn.seeds)
    # The call itself may meet what is next to memory that is too small.
    with pytest.raises((MismatchError, RunError)):
        for outcome in changed.by_both(drawn, [1]):
            check_outcome(outcome, drawn, wanted)


# -- files -----------------------------------------------------------------------------------------


def test_what_the_files_say(emulated: Emulated) -> None:
    files = emulated.compiled.files
    header = " ".join(files["waves_grad.h"].split())
    assert "void *workspace, void *host_workspace, cudaStream_t stream);" in header
    assert "size_t waves_grad_host_workspace_bytes(int64_t N, int64_t M, int64_t K," in header
    memory = json.loads(files["manifest.json"])["memory"]
    assert memory["host_snapshots"] is True and memory["host_expression"] != "0"
    plain = with_schedule(WAVES, 2, 2).files
    assert not any("host_workspace" in t or "host_snapshots" in t for t in plain.values())


@pytest.mark.long
@pytest.mark.parametrize("strategy", ["store", "recompute"])
def test_the_interface_does_not_depend_on_the_plan(strategy: str) -> None:
    files = compile_case(WAVES, target="cuda", host_snapshots=True, strategy=strategy).files
    assert "void *host_workspace, cudaStream_t" in " ".join(files["waves_grad.h"].split())


@pytest.mark.skipif(not shutil.which("nvcc"), reason="nvcc is not installed")
def test_nvcc_takes_it(emulated: Emulated, tmp_path: Path) -> None:
    nvcc_takes(emulated.compiled.files, tmp_path)


def nvcc_takes(files: Mapping[str, str], folder: Path) -> None:
    for name, text in files.items():
        (folder / name).write_text(text)
    strict = ["-Werror", "all-warnings", "-Xcompiler", "-Wall,-Wextra,-Werror"]
    command = ["nvcc", "-std=c++17", *strict, "-arch=sm_80", "-c", "waves_grad.cu", "-o", "made.o"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:3000]
