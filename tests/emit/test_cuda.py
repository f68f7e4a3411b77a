"""CUDA: what is written, proved under the emulator and by nvcc where there is one."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tests.cuda_emulator.build import missing
from tests.proof.cases import Case, load_cases
from tests.proof.compiled import compile_anew, compile_case, holds, run_gradient
from tests.proof.harness import MismatchError, draw_case
from tests.proof.marks import half_of, seeds_in_parts
from tests.proof.on_device import Emulated, built, check_outcome, prove_on_device
from tests.proof.traps import TRAPS
from tests.textfuzz.on_device import campaign

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())
CASES = load_cases()
#: Of the traps, those about order, sums, branches that data take, and loops that data end.
SOME_TRAPS = (
    "accumulator_reset", "as_many_as_came_before", "branch_overwrites_array",
    "elements_that_are_not_selected", "empty_sums", "fibonacci_swap",
    "flags_of_sizes", "newton_to_tolerance", "periodic_wrap", "recurrence",
    "size_one_broadcast", "stencil_in_place", "strided_slices",
    "two_fields_in_place", "until_it_is_enough",
)  # fmt: skip

#: Sizes that count steps.
STEPS = ("steps", "tsteps", "tmax")


@pytest.mark.parametrize("name", CASES)
def test_case(name: str, tmp_path: Path) -> None:
    prove_on_device(CASES[name], tmp_path)


@pytest.mark.parametrize("name", half_of(SOME_TRAPS))
def test_trap(name: str, tmp_path: Path) -> None:
    prove_on_device(TRAPS[name], tmp_path)


@pytest.mark.parametrize("sizes", [{"B": 0}, {"N": 1}, {"N": 31}, {"N": 33}, {"B": 5, "N": 257}])
def test_rows_of_all_lengths(sizes: dict[str, int], tmp_path: Path) -> None:
    case = CASES["softmax"]
    prove_on_device(replace(case, sizes={**case.sizes, **sizes}, edges=()), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("n", [0, 1, 31, 33, 37])
@pytest.mark.parametrize("name", CASES)
def test_sizes_around_a_warp(name: str, n: int, tmp_path: Path) -> None:
    """All sizes `n`, but steps of time, where the function takes such sizes."""
    case = CASES[name]
    sizes = {k: v if k.lower() in STEPS else n for k, v in case.sizes.items()}
    case = replace(case, sizes=sizes, edges=())
    if not holds(compile_case(case, target="cuda"), sizes):
        pytest.skip("not for these sizes")
    try:
        prove_on_device(case, tmp_path)
    except ZeroDivisionError:
        pytest.skip("the original divides by 0 at these sizes")


@pytest.mark.parametrize("n", [3, 31, 33, 257, 1033])
def test_sums_over_whole_arrays(n: int, tmp_path: Path) -> None:
    case = CASES["burgers"]
    prove_on_device(replace(case, sizes={"N": n, "steps": 2}, edges=()), tmp_path)


@pytest.mark.parametrize("seeds", seeds_in_parts(3, 10, 60))
def test_random_programs(seeds: range) -> None:
    """`python -m tests.textfuzz.on_device` runs more."""
    counts, wrong = campaign(seeds)
    assert not wrong, "\n\n".join(wrong)
    assert counts["right"] >= max(1, 2 * len(seeds) // 5), dict(counts)


#: The host's loops are called like the dimensions of a grid.
DIMENSIONS = Case(
    "dimensions",
    """import numpy as np


def dimensions(u):
    for x in range(2):
        for y in range(3):
            for z in range(2):
                u[1:, 1:] += x * np.sin(u[:-1, :-1])
            u[:, y] *= 1.5
    return np.sum(u * u)
""",
    ("u",),
    ("return",),
    {"N": 5, "M": 4},
    signature="dimensions(u: float64[N, M])",
)


def test_variables_called_like_dimensions(tmp_path: Path) -> None:
    prove_on_device(DIMENSIONS, tmp_path)


def test_bytes_of_the_device(tmp_path: Path) -> None:
    """One block of memory for arguments and workspace, and nothing left."""
    case = CASES["burgers"]
    emulated = Emulated.of(case, tmp_path)
    outcome = emulated.by_the_host(draw_case(case))
    manifest = json.loads(emulated.compiled.files["manifest.json"])
    sizes = dict(case.sizes)
    arena = eval(manifest["memory"]["arena_expression"], {"max": max, "min": min}, sizes)
    arguments = [3 * [8 * sizes["N"]], 2 * [8]]
    rounded = sum(-(-b // 64) * 64 for group in arguments for b in group)
    assert outcome.report.peak_bytes == rounded + arena
    assert outcome.report.left_bytes == 0
    assert outcome.report.count("malloc") == 1


@pytest.mark.parametrize("kind, result", [("malloc", 1), ("copy", 6), ("launch", 6)])
def test_what_fails_leaves_nothing(kind: str, result: int, tmp_path: Path) -> None:
    case = CASES["gemm"]
    emulated = Emulated.of(case, tmp_path)
    drawn = draw_case(case)
    calls = emulated.by_the_host(drawn).report.calls[kind]
    assert calls >= 1
    for at, outcome in enumerate(emulated.with_failures(drawn, kind, range(1, calls + 1)), 1):
        assert outcome.value[0] == result, f"{kind} {at}"
        kinds = {f.kind for f in outcome.report.findings if not f.after_failure}
        assert not kinds and outcome.report.left_bytes == 0


def test_launches_of_a_time_step(tmp_path: Path) -> None:
    """Two kernels a step for a stencil there and back, however many its edges; none allocates."""
    case = CASES["heat_3d"]
    emulated = Emulated.of(case, tmp_path)
    few, many = (
        len(emulated.on_the_device(draw_case(case.with_sizes({"TSTEPS": n}))).report.launches)
        for n in (3, 5)
    )
    assert many - few == 2 * 2


def mutants() -> list[tuple[str, str, str]]:
    """The case, and what is replaced once by what."""
    return [
        ("softmax", r"\n *__syncthreads\(\);(?=\n *const double found)", ""),
        ("softmax", r"(?<=distance /= 2\) \{)\n *__syncthreads\(\);", ""),
        ("softmax", r"k < N; k \+= blockDim\.x", "k <= N; k += blockDim.x"),
        ("softmax", r"(?<=e\[)H\*N\*i \+ N\*j \+ k(?=\] =)", "N*j + k"),
        ("gemm", r"cudaMemsetAsync\(B_bar[^;]*;", "{ }"),
        ("gemm", r"k \+ x < inner && j \+ y", "k + x <= inner && j + y"),
        ("gemm", r"(?<=b_tile\[l\]\[x\];)\n *__syncthreads\(\);", ""),
        ("burgers", r"(?<=i = )adc_thread\(x\)", "threadIdx.x"),
        ("burgers", r"i < N; i \+= adc_threads\(x\)", "i <= N; i += adc_threads(x)"),
        ("burgers", r"(?<=if \()threadIdx\.x == 0", "threadIdx.x != 0"),
        ("burgers", r"u_on_device(?=, steps)", "u"),
        ("burgers", r"cudaMemcpyDeviceToHost\)", "cudaMemcpyHostToDevice)"),
    ]


@pytest.mark.parametrize("case, pattern, by", mutants())
def test_mutants_are_caught(case: str, pattern: str, by: str, tmp_path: Path) -> None:
    chosen = CASES[case]
    sizes = {"N": 300} if case != "gemm" else {"NI": 20, "NJ": 35, "NK": 37}
    chosen = replace(chosen, sizes={**chosen.sizes, **sizes}, edges=())
    compiled = compile_case(chosen, target="cuda")
    name = next(n for n in compiled.files if n.endswith(".cu"))
    text, count = re.subn(pattern, by, compiled.files[name], count=1)
    assert count == 1, "nothing to change"
    emulated = Emulated(compiled, built({**compiled.files, name: text}, tmp_path))
    drawn = draw_case(chosen)
    wanted = run_gradient(compiled, chosen, drawn.inputs, drawn.seeds)
    with pytest.raises(MismatchError):
        for outcome in emulated.by_both(drawn, range(6)):
            check_outcome(outcome, drawn, wanted)


# -- nvcc ------------------------------------------------------------------------------------------

NVCC = shutil.which("nvcc")
needs_nvcc = pytest.mark.skipif(not NVCC, reason="nvcc is not installed")
STRICT = ("-Werror", "all-warnings", "-Xcompiler", "-Wall,-Wextra,-Werror")


#: One that has products, a factorisation, a nest of three loops, a loop that data end, rows.
COMPILED = ("burgers", "gemm", "heat_3d", "lu", "relaxation", "softmax")


def compiled_by_nvcc(name: str, folder: Path, *options: str) -> str:
    """What nvcc and its assembler say of a case's file, without an error."""
    files = compile_case(CASES[name], target="cuda").files
    for file, text in files.items():
        (folder / file).write_text(text)
    (source,) = folder.glob("*.cu")
    command = ["nvcc", "-std=c++17", *STRICT, *options, "-c", source.name, "-o", "made.o"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:3000]
    return done.stdout + done.stderr


@needs_nvcc
@pytest.mark.parametrize(
    "name", [n if n in COMPILED else pytest.param(n, marks=pytest.mark.long) for n in CASES]
)
def test_nvcc_takes_it_and_spills_nothing(name: str, tmp_path: Path) -> None:
    told = compiled_by_nvcc(name, tmp_path, "-arch=sm_80", "-Xptxas", "-v")
    spills = re.findall(r"(\d+) bytes spill stores, (\d+) bytes spill loads", told)
    assert spills and set(spills) == {("0", "0")}


@needs_nvcc
@pytest.mark.long
@pytest.mark.parametrize("name", COMPILED)
def test_all_generations_of_devices(name: str, tmp_path: Path) -> None:
    compiled_by_nvcc(name, tmp_path, "-arch=all-major")


@needs_nvcc
def test_the_makefile_builds_all(tmp_path: Path) -> None:
    files = compile_case(CASES["gemm"], target="cuda", arch="sm_80").files
    for file, text in files.items():
        (tmp_path / file).write_text(text)
    done = subprocess.run(
        ["make", "-s", "all", "gemm_grad_check"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[:3000]
    assert {"libgemm_grad.so", "libgemm_grad.a", "gemm_grad_check"} <= {
        p.name for p in tmp_path.iterdir()
    }


@needs_nvcc
@pytest.mark.long
@pytest.mark.skipif(not shutil.which("cmake"), reason="cmake is not installed")
@pytest.mark.parametrize("arch", ["sm_80", "all-major"])
def test_cmake_builds_all(arch: str, tmp_path: Path) -> None:
    for file, text in compile_case(CASES["gemm"], target="cuda", arch=arch).files.items():
        (tmp_path / file).write_text(text)
    for words in (("cmake", "-S", ".", "-B", "b"), ("cmake", "--build", "b")):
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr[:3000]
        assert "warning" not in done.stdout + done.stderr
    names = {p.name for p in (tmp_path / "b").iterdir()}
    assert {"libgemm_grad.so", "libgemm_grad.a", "gemm_grad_check"} <= names


# -- files -----------------------------------------------------------------------------------------


def test_files_and_manifest() -> None:
    files = compile_case(CASES["burgers"], target="cuda", arch="sm_90").files
    manifest = json.loads(files["manifest.json"])
    assert (manifest["target"], manifest["arch"], manifest["capturable"]) == ("cuda", "sm_90", True)
    assert {"burgers_grad.cu", "burgers_grad.h", "burgers_grad_check.c", "Makefile"} <= set(files)
    assert "ARCH ?= sm_90" in files["Makefile"]
    assert "CMAKE_CUDA_ARCHITECTURES 90" in files["CMakeLists.txt"]
    assert "BURGERS_GRAD_ECUDA = 6" in files["burgers_grad.h"]
    assert max(map(len, files["burgers_grad.cu"].split("\n"))) <= 100


def test_what_data_end_cannot_be_captured() -> None:
    files = compile_case(TRAPS["newton_to_tolerance"], target="cuda").files
    assert json.loads(files["manifest.json"])["capturable"] is False


@pytest.mark.parametrize("compiler", [["gcc", "-std=c11"], ["g++", "-std=c++17"]])
def test_the_header_needs_no_cuda(compiler: list[str], tmp_path: Path) -> None:
    files = compile_case(CASES["burgers"], target="cuda").files
    (tmp_path / "burgers_grad.h").write_text(files["burgers_grad.h"])
    suffix = "c" if compiler[0] == "gcc" else "cpp"
    (tmp_path / f"use.{suffix}").write_text(
        '#include "burgers_grad.h"\nint main(void) { return 0; }\n'
    )
    flags = ["-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
    subprocess.run([*compiler, *flags, f"use.{suffix}"], cwd=tmp_path, check=True)


def test_the_same_text_each_time() -> None:
    first = compile_case(CASES["lu"], target="cuda").files
    again = compile_anew(CASES["lu"], target="cuda").files
    assert first == again and first["lu_grad.cu"].count("__global__") > 3
