"""`adc grad … --target cuda -o out && make -C out`, by nvcc with all warnings as errors: of all
cases, Fortran kernels and examples, within a limit of memory and with all that a plan may have."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.fortran.specs import Spec, kernel_specs
from tests.proof.cases import Case, function_of, load_cases
from tests.proof.marks import long_among

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
FORTRAN = ROOT / "tests" / "fortran"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("nvcc"), reason="nvcc is not installed"),
]


@dataclass(frozen=True)
class Command:
    """The words of a request after `adc grad`; `sizes` are those that a limit may ask for, and
    `text` what the first source holds where it is no file yet."""

    sources: tuple[str, ...]
    words: tuple[str, ...]
    sizes: Mapping[str, int] = field(default_factory=dict)
    text: str = ""


def of_case(case: Case) -> Command:
    name = function_of(case).name
    words = ["--function", name, "--wrt", ",".join(case.wrt), *asked(case.of)]
    if case.signature:
        words += ["--signature", " ".join(case.signature.split())]
    return Command((f"{name}.py",), tuple(words), case.sizes, case.source)


def of_spec(spec: Spec) -> Command:
    words = ["--function", spec.routine, "--wrt", ",".join(spec.wrt), *asked(spec.of)]
    for option, values in (("-D", spec.defines), ("--inactive", spec.inactive)):
        words += [word for value in values for word in (option, value)]
    words += [word for n, v in spec.texts.items() for word in ("--text", f"{n}={v}")]
    return Command(tuple(map(str, reversed(spec.sources))), tuple(words), spec.sizes)


def asked(of: Sequence[str]) -> list[str]:
    return ["--of", ",".join(of)] if of else []


def example(sources: str, *words: str, **sizes: int) -> Command:
    return Command(tuple(str(EXAMPLES / s) for s in sources.split()), words, sizes)


GEMM = "gemm(alpha: float, beta: float, C: float64[NI, NJ], A: float64[NI, NK], B: float64[NK, NJ])"
WAVE = (
    "misfit(c: float64[N, M], wavelet: float64[steps], recorded: float64[steps, M],"
    " taper: float64[N, M], dt: float, dx: float, row: int, column: int, line: int)"
)
#: As the examples' own files have them. `ocean_library` is not here: its routine is the host's.
OF_EXAMPLES = {
    "burgers": example("burgers/kernel.py", "--wrt", "u,nu", "--value", N=10**6, steps=1000),
    "c_calls_fortran": example(
        "c_calls_fortran/chain.f", "--function", "energy", "--of", "e", "--wrt", "x,y", n=1000
    ),
    "cuda_wave": example(
        "cuda_wave/kernel.py", "--wrt", "c,recorded", "--value", "--signature", WAVE,
        N=1000, M=1000, steps=2000,
    ),
    "fortran_project": example(
        "fortran_project/constants.f90 fortran_project/plate.f90",
        "--head", "cost(misfit)/(source)",
    ),
    "gemm": example(
        "gemm/kernel.py", "--wrt", "A,B,C", "--of", "C", "--signature", GEMM,
        NI=1000, NJ=1000, NK=1000,
    ),
    "jacobi2d": example("jacobi2d/kernel.py", "--wrt", "A", "--of", "A", N=1000, TSTEPS=100),
    "lu": example("lu/kernel.py", "--wrt", "A", "--of", "A", N=300),
    "mlp": example("mlp/kernel.py", "--function", "mlp", "--wrt", "w1,b1,w2,b2", "--value"),
    "rematerialization": example(
        "rematerialization/kernel.py", "--wrt", "C,D", "--store", "A1,A2", "--recompute", "A0"
    ),
    "rematerialization_products": example(
        "rematerialization_products/kernel.py", "--function", "fields", "--wrt", "A,B",
        "--store", "P,U,Q", "--recompute", "V",
    ),
}  # fmt: skip
COMMANDS = {
    **{f"case {n}": of_case(c) for n, c in load_cases().items()},
    **{f"kernel {n}": of_spec(s) for n, s in kernel_specs(FORTRAN / "kernels").items()},
    **{f"twin {n}": of_spec(s) for n, s in kernel_specs(FORTRAN / "twins").items()},
    **{f"example {n}": c for n, c in OF_EXAMPLES.items()},
}
#: What a size is where nothing says it.
SIZE = 40
WAYS = {
    "limit": ("--mem-limit", "500MiB"),
    "sorted": ("--mem-limit", "500MiB", "--deterministic", "--host-snapshots"),
}


def written(command: Command, more: Sequence[str], folder: Path, served: Path) -> None:
    """Runs adc as a user does, who gives the sizes that its advice asks for."""
    if command.text:
        (folder / command.sources[0]).write_text(command.text)
    words = [str(served / "adc"), "grad", *command.sources, *command.words, *more]
    words += ["--target", "cuda", "--arch", "sm_80", "-q", "-o", "out"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    if advice := re.search(r"help: add --size (\S*)", done.stderr):
        names = [pair.partition("=")[0] for pair in advice[1].split(",")]
        sizes = ",".join(f"{name}={command.sizes.get(name, SIZE)}" for name in names)
        words += ["--size", sizes]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("way", long_among(WAYS, ["sorted"]))
@pytest.mark.parametrize("name", long_among(COMMANDS, set(COMMANDS) - {"example jacobi2d"}))
def test_it_is_written_and_built(name: str, way: str, tmp_path: Path, served: Path) -> None:
    written(COMMANDS[name], WAYS[way], tmp_path, served)
    strict = "-O1 -Werror all-warnings -Xcompiler -Wall,-Wextra,-Werror"
    words = ["make", "-s", "-C", "out", f"NVCCFLAGS={strict}"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, env=os.environ)
    assert done.returncode == 0, done.stdout + done.stderr[:3000]
    assert {".so", ".a"} <= {p.suffix for p in (tmp_path / "out").glob("lib*")}


def test_each_example_is_here() -> None:
    folders = {p.name for p in EXAMPLES.iterdir() if p.is_dir()}
    assert folders == {*OF_EXAMPLES, "ocean_library"}
