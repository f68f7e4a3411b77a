"""Vector mathematics: loops call glibc's libmvec where the build files find it."""

from __future__ import annotations

import ctypes
import platform
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.emit_files.test_processors import make
from tests.proof.cases import Case, load_cases
from tests.proof.compiled import Compiled, compile_case
from tests.proof.harness import ROUNDING, draw_case, expect
from tests.proof.native import Call

CHAIN = """
import numpy as np

def chain(x, y, w):
    z = np.exp(x) * np.sin(y) + np.tanh(x * y) * w
    return np.sum(np.cos(z) * np.log(1.0 + z * z) + np.where(w > 0.5, (1.0 + z * z) ** y, 0.0))
"""
DECIDED = """
import numpy as np

def decided(x):
    y = np.exp(x)
    while np.sum(y) > 1.0:
        y = np.sin(0.5 * y)
    return np.sum(y * y)
"""
CHOSEN = """
import numpy as np

def chosen(x, y):
    if np.exp(x[0]) > 1.5:
        y = np.sin(y)
    return np.sum(y * np.exp(x))
"""
BOUNDED = """
import numpy as np

def bounded(x):
    return np.sum(np.sqrt(1.0 - np.cos(x)) + np.sqrt(1.0 - np.sin(x)) + np.tanh(np.tanh(x)))
"""
SIZED = """
import numpy as np

def sized(x, steps: int):
    for t in range(steps):
        if t % 2 == 0:
            x = np.sin(x)
    return np.sum(x)
"""


def case(source: str, signature: str, wrt: tuple[str, ...], **sizes: int) -> Case:
    name = signature.split("(")[0]
    return Case(name, source, wrt, sizes=sizes, signature=signature)


CHAIN_CASE = case(
    CHAIN, "chain(x: float64[N], y: float64[N], w: float64[N])", ("x", "y", "w"), N=3001
)


def has_libmvec() -> bool:
    text = '__attribute__((simd("notinbranch"))) double exp(double x);\n'
    text += "double _ZGVbN2v_tanh(double x); int main(void) { return (int)_ZGVbN2v_tanh(0.0); }"
    words = ["cc", "-x", "c", "-", "-o", "/dev/null", "-lm"]
    done = subprocess.run(words, input=text, capture_output=True, text=True)
    version = subprocess.run(["cc", "-dM", "-E", "-"], input="", capture_output=True, text=True)
    clang = "__clang__" in version.stdout
    return platform.machine() == "x86_64" and not clang and done.returncode == 0


needs_libmvec = pytest.mark.skipif(not has_libmvec(), reason="no gcc for x86-64 with libmvec")


def written(compiled: Compiled, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in compiled.files.items():
        (folder / name).write_text(text)
    return folder


def library_of(compiled: Compiled, folder: Path, *words: str) -> Path:
    """The library that `make` builds in `folder`."""
    name = f"lib{next(written(compiled, folder).glob('*.pc')).stem}.so"
    done = make(folder, name, "BLAS=none", *words)
    assert done.returncode == 0, done.stderr
    return folder / name


def vectors_in(library: Path) -> set[str]:
    done = subprocess.run(["nm", "-D", str(library)], capture_output=True, text=True, check=True)
    words = (word.split("@")[0] for word in done.stdout.split())
    return {w.rpartition("_")[2] for w in words if w.startswith("_ZGV")}


def gradients(library: Path, compiled: Compiled, given: Case) -> dict[str, np.ndarray]:
    call = Call(ctypes.CDLL(str(library)), compiled, draw_case(given))
    assert call.run() == 0
    return call.results("gradient")


@needs_libmvec
@pytest.mark.parametrize("arch", ["", "native"])
@pytest.mark.parametrize("real", ["float64", "float32"])
def test_vector_calls_agree_with_scalar_ones_to_rounding(
    arch: str, real: str, tmp_path: Path
) -> None:
    signature = CHAIN_CASE.signature.replace("float64", real)
    given = case(CHAIN, signature, CHAIN_CASE.wrt, N=3001)
    compiled = compile_case(given)
    fast = library_of(compiled, tmp_path / "fast", f"ARCH={arch}")
    slow = library_of(compiled, tmp_path / "slow", f"ARCH={arch}", "VECTOR_MATH=0")
    suffix = "f" if real == "float32" else ""
    calls = {n + suffix for n in ("exp", "sin", "cos", "tanh", "log", "pow")}
    assert vectors_in(fast) >= calls
    assert not vectors_in(slow)
    found, wanted = gradients(fast, compiled, given), gradients(slow, compiled, given)
    for name in wanted:
        expect("vectors", name, found[name], wanted[name], ROUNDING[real])


@needs_libmvec
@pytest.mark.parametrize("arch", ["", "native"])
def test_results_depend_on_neither_threads_nor_addresses(arch: str, tmp_path: Path) -> None:
    compiled = compile_case(CHAIN_CASE)
    library = library_of(compiled, tmp_path, f"ARCH={arch}", "CPPFLAGS=-DADC_PARALLEL_MIN=-1")
    function = ctypes.CDLL(str(library)).chain_grad
    threads = ctypes.CDLL("libgomp.so.1").omp_set_num_threads
    rng, n = np.random.default_rng(3), 3001
    given = [rng.uniform(0.1, 0.9, n) for _ in range(3)]
    first = None
    for count in (1, 2, 3, 7):
        threads(count)
        for shift in range(8):
            placed = [np.zeros(n + 8)[shift : shift + n] for _ in range(6)]
            for array, content in zip(placed, given, strict=False):
                array[...] = content
            pointers = [ctypes.c_void_p(a.ctypes.data) for a in placed]
            assert function(ctypes.c_int64(n), *pointers) == 0
            found = [a.tobytes() for a in placed[3:]]
            first = first or found
            assert found == first, f"{count} threads, {8 * shift} bytes further"


@needs_libmvec
@pytest.mark.parametrize("arch", ["", "native"])
def test_rounding_takes_no_cosine_beyond_one(arch: str, tmp_path: Path) -> None:
    """libmvec's alone does at some of these, where 1 - cos(x) would have no square root."""
    given = case(BOUNDED, "bounded(x: float64[N])", ("x",), N=4096)
    compiled = compile_case(given, value=True)
    call = Call(
        ctypes.CDLL(str(library_of(compiled, tmp_path, f"ARCH={arch}"))), compiled, draw_case(given)
    )
    near = np.random.default_rng(5).normal(size=4096) * np.logspace(-12, -6, 4096)
    quarters = np.arange(4096) % 9 * (np.pi / 2)
    call.buffers["x"].array[...] = quarters + near
    assert call.run() == 0
    assert all(np.isfinite(a).all() for a in (*call.results("value").values(),))
    assert np.isfinite(call.results("gradient")["x"]).all()


@needs_libmvec
@pytest.mark.parametrize("flags", ["-O0", "-O2 -fsanitize=address,undefined", "-O3 -flto"])
def test_other_flags_link_and_pass_the_self_check(flags: str, tmp_path: Path) -> None:
    folder = written(compile_case(CHAIN_CASE), tmp_path)
    strict = f"CFLAGS={flags} -Wall -Wextra -Werror"
    done = make(folder, "check", strict, "ARGS=N=37")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "-DADC_USE_LIBMVEC" in done.stdout


def test_compilers_without_it_get_no_flag(tmp_path: Path) -> None:
    folder = written(compile_case(CHAIN_CASE), tmp_path)
    other = tmp_path / "other-cc"
    other.write_text('#!/bin/sh\ncase "$*" in *peeling*) exit 1;; esac\nexec gcc "$@"\n')
    other.chmod(0o755)
    done = make(folder, "check", f"CC={other}", "CFLAGS=-O1", "ARGS=N=9")
    assert done.returncode == 0 and "LIBMVEC" not in done.stdout


@pytest.mark.parametrize(
    "given",
    [
        case(DECIDED, "decided(x: float64[N])", ("x",), N=9),
        case(CHOSEN, "chosen(x: float64[N], y: float64[N])", ("x", "y"), N=9),
    ],
    ids=["while", "if"],
)
def test_what_data_decide_is_decided_by_scalar_functions(given: Case) -> None:
    files = compile_case(given).files
    text = files[f"{given.name}_grad.c"]
    assert "exp(" in text and "LIBMVEC" not in text
    assert "VECTOR_MATH" not in files["Makefile"] + files["CMakeLists.txt"]


def test_conditions_on_sizes_do_not_count() -> None:
    given = case(SIZED, "sized(x: float64[N], steps: int64)", ("x",), N=9, steps=4)
    assert "ADC_USE_LIBMVEC" in compile_case(given).files["sized_grad.c"]


def test_files_that_call_nothing_of_it_say_nothing_of_it() -> None:
    files = compile_case(load_cases()["burgers"]).files
    assert not any("VECTOR" in text or "LIBMVEC" in text for text in files.values())
    assert not any("adc_share" in text for text in files.values())
