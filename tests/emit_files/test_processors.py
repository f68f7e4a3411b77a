"""ARCH: which processor the build files build for, and that all of them compute the same."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from adc.check.build import build as build_check
from adc.emit.c.masks import NO_MASKS
from adc.options import Request
from adc.pipeline import compile_request
from tests.emit_files.kernels import built
from tests.proof.cases import load_cases
from tests.proof.compiled import compile_case
from tests.proof.harness import draw_case
from tests.proof.native import Call

CASES = load_cases()
#: Cases whose text calls no function of libm, at sizes that fill vectors and leave a rest.
PLAIN = {
    "burgers": {"N": 67, "steps": 9},
    "jacobi_2d": {"TSTEPS": 5, "N": 21, "M": 35},
    "gemm": {"NI": 13, "NJ": 37, "NK": 19},
    "lu": {"N": 29},
    "limiter": {"steps": 7, "N": 45},
    "durbin": {"N": 31},
}
NATIVE = "# for this machine"
ANY = "# for any machine that"


def make(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    own = ("ARCH", "BLAS", "CC", "CFLAGS", "OPENMP")
    clean = {k: v for k, v in os.environ.items() if k not in own}
    command = ["make", "--no-print-directory", *words]
    return subprocess.run(
        command, cwd=folder, env={**clean, **environment}, capture_output=True, text=True
    )


def takes(compiler: str, flag: str) -> bool:
    words = [compiler, flag, "-x", "c", "-c", "-", "-o", os.devnull]
    done = subprocess.run(words, input="int one;", capture_output=True, text=True)
    return done.returncode == 0


needs_native = pytest.mark.skipif(
    not takes("gcc", "-march=native"), reason="gcc has no -march=native"
)


@pytest.mark.parametrize("name", PLAIN)
def test_processors_compute_the_same_to_the_last_bit(name: str, tmp_path: Path) -> None:
    case = CASES[name].with_sizes(PLAIN[name])
    compiled, drawn = compile_case(CASES[name]), draw_case(case)
    found = {}
    for arch in ("", "native"):
        folder = tmp_path / (arch or "any")
        folder.mkdir()
        for file, text in compiled.files.items():
            (folder / file).write_text(text)
        library = next(folder.glob("*.pc")).stem
        done = make(folder, f"lib{library}.so", f"ARCH={arch}", "OPENMP=0", "BLAS=none")
        assert done.returncode == 0, done.stderr
        call = Call(ctypes.CDLL(str(folder / f"lib{library}.so")), compiled, drawn)
        assert call.run() == 0
        found[arch] = {n: a.tobytes() for n, a in call.results("gradient").items()}
    assert found["native"] == found[""]


def test_make_fuses_products_unless_all_processors_shall_compute_the_same(tmp_path: Path) -> None:
    folder = built("gemm").write(tmp_path)
    assert "-DADC_USE_FMA" in make(folder, "-n").stdout
    assert "-DADC_USE_FMA" not in make(folder, "-n", "BLAS=none").stdout


@needs_native
def test_make_builds_for_this_machine_and_says_so(tmp_path: Path) -> None:
    folder = built("smoothing").write(tmp_path)
    told = make(folder, "-n").stdout
    assert "-march=native" in told and NATIVE in told
    told = make(folder, "-n", "ARCH=").stdout
    assert "-march" not in told and ANY in told
    assert ANY in make(folder, "-n", ARCH="").stdout
    assert make(folder, "-s").stdout == ""


@pytest.mark.skipif(not takes("gcc", "-march=x86-64-v2"), reason="gcc builds for no x86-64-v2")
def test_make_builds_for_a_named_processor(tmp_path: Path) -> None:
    folder = built("smoothing").write(tmp_path)
    told = make(folder, "-n", "ARCH=x86-64-v2").stdout
    assert "-march=x86-64-v2" in told and "# for x86-64-v2" in told


def test_make_refuses_a_processor_that_the_compiler_does_not_know(tmp_path: Path) -> None:
    folder = built("smoothing").write(tmp_path)
    refused = make(folder, "ARCH=pdp11")
    assert refused.returncode != 0 and "does not take -march=pdp11" in refused.stderr
    assert make(folder, "clean", "ARCH=pdp11").returncode == 0
    assert make(folder, "help", "ARCH=pdp11").returncode == 0


def test_flags_that_name_a_processor_are_left_alone(tmp_path: Path) -> None:
    folder = built("smoothing").write(tmp_path)
    told = make(folder, "-n", CFLAGS="-O2 -march=native").stdout
    own, compiled = told.splitlines()[:2]
    assert own == "# for -march=native" and compiled.count("-march") == 1
    assert "-march=native" not in make(folder, "-n", "CC=gcc -mcpu=native").stdout


def test_compilers_for_other_machines_get_no_flag(tmp_path: Path) -> None:
    """A stand-in for a cross-compiler, which takes no -march=native."""
    folder = built("smoothing").write(tmp_path)
    cross = tmp_path / "cross-cc"
    cross.write_text('#!/bin/sh\ncase "$*" in *native*) exit 1;; esac\nexec gcc "$@"\n')
    cross.chmod(0o755)
    done = make(folder, f"CC={cross}", "OPENMP=0", "libsmoothing_grad.so")
    assert done.returncode == 0, done.stderr
    assert "-march" not in done.stdout and f"{ANY} {cross}" in done.stdout


def compiled_check(folder: Path, monkeypatch: pytest.MonkeyPatch, compiler: str) -> str:
    """What the compiler was told by `adc check` when it succeeded."""
    kernel, folder = built("smoothing"), folder / "check"
    folder.mkdir()
    script, log = folder / "cc", folder / "log"
    script.write_text(f'#!/bin/sh\n{compiler} "$@" && echo "$@" >> {log}\n')
    script.chmod(0o755)
    monkeypatch.setenv("CC", str(script))
    build_check(kernel.files, "smoothing_grad", folder, openmp=True)
    return log.read_text()


@needs_native
def test_check_builds_for_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARCH", raising=False)
    told = compiled_check(tmp_path, monkeypatch, "gcc")
    assert "-march=native" in told and "-fopenmp" in told


def test_check_does_without_what_the_compiler_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ARCH", raising=False)
    told = compiled_check(tmp_path, monkeypatch, 'case "$*" in *native*) exit 1;; esac; gcc')
    assert "-march" not in told and "-fopenmp" in told


def test_check_builds_for_any_machine_where_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARCH", "")
    assert "-march" not in compiled_check(tmp_path, monkeypatch, "gcc")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cmake") is None, reason="cmake is not installed")
def test_cmake_builds_for_the_processor_it_is_told(tmp_path: Path) -> None:
    folder = built("smoothing").write(tmp_path)

    def flags(*words: str) -> str:
        command = ["cmake", "-S", ".", "-B", "b", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", *words]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return (folder / "b" / "compile_commands.json").read_text()

    assert ("-march=native" in flags()) == takes("cc", "-march=native")
    assert "-march" not in flags("-DSMOOTHING_GRAD_ARCH=")
    command = ["cmake", "-S", ".", "-B", "b", "-DSMOOTHING_GRAD_ARCH=pdp11"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode != 0 and "does not take -march=pdp11" in done.stderr


#: Values of both kinds, those that are computed always and those that are not.
RELU = """\
import numpy as np
def pooled(x: "float64[N, M, 16]", w: "float64[N, M, 16]"):
    return np.maximum(x, 0.0) + np.maximum(w, 0.0)
"""
BRANCHES = """\
import numpy as np
def pooled(x: "float64[N, M, 3]", w: "float64[N, M, 3]"):
    y = np.where((x > 0.5) | (w > x), np.exp(w), x)
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            for k in range(3):
                if w[i, j, k] > 0:
                    y[i, j, k] += w[i, j, k] * x[i, j, 2 - k]
    return y
"""


@needs_native
@pytest.mark.parametrize("processor", ["native", "x86-64-v3"])
@pytest.mark.parametrize("text", [RELU, BRANCHES])
def test_selections_in_nests_are_right_at_full_optimisation(
    processor: str, text: str, tmp_path: Path
) -> None:
    """Compilers make masked loads of them, which gcc 12 mixes up."""
    if not takes("gcc", f"-march={processor}"):
        pytest.skip(f"gcc has no -march={processor}")
    (tmp_path / "pooled.py").write_text(text)
    request = Request((str(tmp_path / "pooled.py"),), wrt=("x", "w"), of=("return",))
    folder = tmp_path / "out"
    folder.mkdir()
    for name, text in compile_request(request).files.items():
        (folder / name).write_text(text)
    done = make(folder, "check", f"ARCH={processor}", "CFLAGS=-O3", "ARGS=N=32 M=8")
    assert done.returncode == 0, done.stdout + done.stderr


CHOSEN = """
#include <stdint.h>
#include <stdio.h>
static double x[4096], r[4096], y[4096];
__attribute__((noinline)) static void choose(int64_t rows, int64_t columns, const double *x,
    const double *r, double *y)
{
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++)
            for (int64_t k = 0; k < 16; k++)
                y[(i*columns + j)*16 + k]
                    = x[(i*columns + j)*16 + k] >= 0.0 ? r[(i*columns + j)*16 + k] : 0.0;
}
int main(void)
{
    int wrong = 0;
    for (int n = 0; n < 4096; n++) {
        x[n] = n*37 % 7 - 3.5;
        r[n] = n*29 % 9 - 4.0;
    }
    choose(32, 8, x, r, y);
    for (int n = 0; n < 4096; n++)
        wrong += y[n] != (x[n] >= 0.0 ? r[n] : 0.0);
    printf("%d", wrong);
    return 0;
}
"""


@pytest.mark.skipif(not takes("gcc", "-mavx"), reason="gcc has no -mavx")
def test_what_files_with_partial_loads_begin_with_keeps_them_right(tmp_path: Path) -> None:
    begin = NO_MASKS
    (tmp_path / "chosen.c").write_text(begin + CHOSEN)
    program = tmp_path / "chosen"
    command = ["gcc", "-std=c11", "-O3", "-mavx", str(tmp_path / "chosen.c"), "-o", str(program)]
    subprocess.run(command, check=True)
    if "avx" not in Path("/proc/cpuinfo").read_text():
        pytest.skip("this processor has no AVX")
    assert subprocess.run([program], capture_output=True, text=True).stdout == "0"


@pytest.mark.skipif(not takes("gcc", "-march=x86-64-v3"), reason="gcc has no such processor")
@pytest.mark.parametrize("name", PLAIN)
def test_files_without_the_pragma_load_nothing_under_masks(name: str, tmp_path: Path) -> None:
    """Whatever adc takes loops for: as gcc says what it made of them."""
    files = compile_case(CASES[name]).files
    for file, text in files.items():
        (tmp_path / file).write_text(text)
    (source,) = (n for n in files if n.endswith("_grad.c"))
    flags = ["-std=c11", "-O3", "-march=x86-64-v3", "-fopenmp", "-fdump-tree-optimized=out"]
    subprocess.run(["gcc", *flags, "-c", source], cwd=tmp_path, check=True)
    assert NO_MASKS in files[source] or "MASK_LOAD" not in (tmp_path / "out").read_text()
