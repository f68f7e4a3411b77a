"""The products that a file brings along where no BLAS is linked, against their definition."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from adc.emit.c import C
from tests.proof.marks import long_among, short_and_long

PROGRAM = Path(__file__).with_name("blocked_products.c")
STRICT = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off")
FUSING = ("-UADC_USE_FMA", "-DADC_USE_FMA")
SANITIZED = ("-g", "-DSTEP=4", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
#: Threads may have stacks as small as 128 KiB, with glibc 512 KiB at least in practice.
SHALLOW = ("-DADC_BLOCK_ROW_BYTES=384", "-Wframe-larger-than=120000")
DEEP = "-Wframe-larger-than=320000"
#: Registers of two widths, none at all, threads, and what only an instrumented run sees.
BUILDS = {
    "gcc": ("gcc", "-O2", *SHALLOW),
    "gcc, native": ("gcc", "-O3", "-march=native", "-fopenmp", DEEP),
    "gcc, threads": ("gcc", "-O2", "-fopenmp", "-DADC_PARALLEL_MIN=-1", "-DSTEP=4"),
    "gcc, instrumented": ("gcc", "-O1", *SANITIZED),
    "gcc, scalars": ("gcc", "-O2", "-DSCALARS", "-DSTEP=4"),
    "gcc, fused": ("gcc", "-O3", "-march=native", "-DADC_USE_FMA", "-DSTEP=4"),
    "clang": ("clang", "-O2", "-DSTEP=4"),
    "clang, fused": ("clang", "-O2", "-march=native", "-DADC_USE_FMA", "-DSTEP=4"),
    "clang, instrumented": ("clang", "-O1", "-march=native", *SANITIZED),
}


def built(folder: Path, compiler: str, *flags: str) -> Path:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    calls = "adc_dgemm adc_sgemm adc_dgemv adc_sgemv"
    scalars = "#if defined(__GNUC__) && !defined(SCALARS)"
    helpers = C.support_text(calls).replace("#ifdef __GNUC__", scalars)
    heads = [f"#include <{header}>" for header in C.includes(helpers)]
    source = folder / "products.c"
    source.write_text("\n".join([*heads, helpers, PROGRAM.read_text()]))
    program = folder / "products"
    command = [compiler, *STRICT, *flags, str(source), "-o", str(program), "-lm"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:3000]
    return program


def output(program: Path, *words: str, threads: int = 2) -> str:
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "passive"}
    done = subprocess.run(
        [program, *words], env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[:3000]
    return done.stdout


#: Numbers of threads that must not matter.
THREADS = short_and_long([1, 7], [1, 2, 4, 7])
#: Those that differ from others by the compiler alone.
LONG = ("clang, fused", "clang, instrumented", "gcc, scalars")


@pytest.mark.parametrize("name", long_among(BUILDS, LONG))
def test_all_shapes_agree_with_the_definition(name: str, tmp_path: Path) -> None:
    assert output(built(tmp_path, *BUILDS[name])) == ""


def outputs(program: Path, threads: Sequence[int]) -> set[str]:
    return {output(program, word, threads=n) for n in threads for word in ("together", "alone")}


@pytest.mark.parametrize("threads", THREADS)
def test_the_threads_and_the_registers_do_not_change_a_byte(
    threads: list[int], tmp_path: Path
) -> None:
    found = set[str]()
    builds = (("-fopenmp",), ("-fopenmp", "-march=native"), ("-DSCALARS", SHALLOW[0]))
    for number, flags in enumerate(builds):
        folder = tmp_path / str(number)
        folder.mkdir()
        program = built(folder, "gcc", "-O3", "-DADC_PARALLEL_MIN=-1", *flags)
        found |= outputs(program, threads)
    (line,) = found
    together, alone = line.split()
    assert together == alone


@pytest.mark.skipif("fma" not in Path("/proc/cpuinfo").read_text(), reason="no such processor")
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_products_are_fused_where_they_may_be_alone(compiler: str, tmp_path: Path) -> None:
    flags = (compiler, "-O2", "-mfma")
    plain, fused = (output(built(tmp_path, *flags, more), "alone") for more in FUSING)
    assert plain != fused


@pytest.mark.parametrize("threads", THREADS)
def test_the_threads_do_not_change_a_byte_of_fused_products(
    threads: list[int], tmp_path: Path
) -> None:
    flags = ("-fopenmp", "-march=native", "-DADC_PARALLEL_MIN=-1", FUSING[1])
    (line,) = outputs(built(tmp_path, "gcc", "-O3", *flags), threads)
    assert len(set(line.split())) == 1
