"""Matrix products on the device: tiles in shared memory, cuBLAS's functions, and the tiles where
cuBLAS does not start."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from tests.cuda_emulator.build import HERE, Library, build, missing
from tests.cuda_emulator.run import run_each
from tests.proof.cases import Case
from tests.proof.compiled import Compiled, compile_case, run_gradient
from tests.proof.harness import draw_case
from tests.proof.marks import long_among
from tests.proof.on_device import Emulated, built, check_outcome, prove_on_device

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())
CUBLAS = HERE / "libraries" / "cublas.cu"
#: Every transposition, of whole matrices and of parts whose rows lie apart.
TEXT = """
def products(s, a, b, c, d):
    c[:, 1:-1] += s * (a.T @ b[:, 1:].T)
    c[1:, 1:-1] -= a[:, 1:].T @ d[:-1]
    return (c[:, :-2] @ d.T) @ b.T
"""
TYPES = "products(s: REAL, a: REAL[K, I], b: REAL[J, K + 1], c: REAL[I, J + 2], d: REAL[K + 1, J])"
TEXT_OF = {"float64": "dgemm", "float32": "sgemm"}


def case_of(dtype: str, **sizes: int) -> Case:
    return Case(
        "products", TEXT, ("s", "a", "b", "c", "d"), ("return", "c"),
        {"I": 19, "J": 35, "K": 33, **sizes}, signature=TYPES.replace("REAL", dtype),
    )  # fmt: skip


def linked(sources: Sequence[Path], folder: Path, *, absent: bool = False) -> Library:
    """With cuBLAS's functions beside the sources; `absent`: they give no handle."""
    defines = ["ADC_USE_CUBLAS", *(["CUBLAS_ABSENT"] if absent else [])]
    return build([*sources, CUBLAS], folder, defines=defines)


#: How a library is made, and the kernels that its products are.
WAYS = {
    "tiles": (build, "adc_{}_tiles"),
    "cublas": (linked, "cublas_gemm"),
    "cublas that does not start": (partial(linked, absent=True), "adc_{}_tiles"),
}


def prove(compiled: Compiled, library: Library, case: Case) -> set[str]:
    """By both entries against the interpreter; gives the kernels that ran."""
    drawn = draw_case(case)
    wanted = run_gradient(compiled, case, drawn.inputs, drawn.seeds)
    emulated = Emulated(compiled, library)
    kernels: set[str] = set()
    for outcome in run_each(
        library, [(emulated.host_call(drawn), 0), (emulated.device_call(drawn), 1)]
    ):
        check_outcome(outcome, drawn, wanted)
        kernels |= set(outcome.report.kernels)
    return kernels


def products_in(kernels: set[str]) -> set[str]:
    return {name.partition("<")[0] for name in kernels if re.search(r"gemm", name)}


@pytest.mark.parametrize("dtype", long_among(TEXT_OF, ["float32"]))
@pytest.mark.parametrize("way", long_among(WAYS, [w for w in WAYS if w != "cublas"]))
def test_products(way: str, dtype: str, tmp_path: Path) -> None:
    make, kernel = WAYS[way]
    compiled = compile_case(case_of(dtype), target="cuda")
    library = built(dict(compiled.files), tmp_path, make)
    for sizes in ({}, {"I": 1}, {"K": 0}, {"J": 0}):
        ran = products_in(prove(compiled, library, case_of(dtype, **sizes)))
        assert ran <= {kernel.format(TEXT_OF[dtype])}
        assert ran or sizes


#: What the product is multiplied by is computed on the device.
SCALED = """
from scipy.linalg import blas

def scaled(a: "float64[N, N]", b: "float64[N, M]", t: float):
    return blas.dgemm(t - t, a, b, t, b)
"""


def test_a_factor_in_the_devices_memory(tmp_path: Path) -> None:
    case = Case("scaled", SCALED, ("a", "b", "t"), ("return",), {"N": 5, "M": 3})
    prove_on_device(case, tmp_path)
