"""Every kind of node, compiled and compared with the interpreter."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from adc.emit.clike.values import C_TYPES
from adc.emit.interface import Argument, arguments
from adc.ir.program import Program
from adc.ir.shapes import evaluate
from adc.schedule import schedule
from tests.emit.kernels import KERNELS, NUMBERS
from tests.emit.native import FLAGS, Native, build, expect_same, file_text, parsed

PROGRAMS = [parsed(text, name) for name, (text, _) in KERNELS.items()]


def sizes_of(name: str) -> list[dict[str, int]]:
    symbols = KERNELS[name][1]
    numbers = dict.fromkeys(n[: len(symbols)] for n in NUMBERS)
    return [dict(zip(symbols, n, strict=True)) for n in numbers]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Native]:
    folder: Path = tmp_path_factory.mktemp("plain")
    return {n.program.name: n for n in build(PROGRAMS, folder, optimise="-O2")}


@pytest.fixture(scope="module")
def threaded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Native]:
    """Every loop that may run in parallel does."""
    folder: Path = tmp_path_factory.mktemp("threaded")
    more = ("-fopenmp", "-DADC_PARALLEL_MIN=-1")
    built = build(PROGRAMS, folder, optimise="-O3", more=more, openmp=True, blas=True)
    return {n.program.name: n for n in built}


@pytest.mark.parametrize("name", KERNELS)
def test_kernel_agrees_with_interpreter(plain: dict[str, Native], name: str) -> None:
    for sizes in sizes_of(name):
        expect_same(plain[name], sizes)


@pytest.mark.parametrize("name", KERNELS)
def test_parallel_kernel_agrees_with_interpreter(threaded: dict[str, Native], name: str) -> None:
    for sizes in sizes_of(name):
        expect_same(threaded[name], sizes)


@pytest.mark.parametrize(("optimise", "more"), [("-O0", ()), ("-O1", ("-fopenmp",)), ("-O3", ())])
def test_text_compiles_without_warnings(tmp_path: Path, optimise: str, more: tuple[str]) -> None:
    build(PROGRAMS, tmp_path, optimise=optimise, more=more, openmp=True, blas=True)


def test_text_is_the_same_every_time() -> None:
    first, second = ([schedule(p, openmp=True, blas=True) for p in PROGRAMS] for _ in range(2))
    assert file_text(first) == file_text(second)


# -- sanitizers ------------------------------------------------------------------------------------


def driver_call(program: Program, sizes: Mapping[str, int]) -> str:
    """C that calls `program` on memory of the exact lengths, NULL for what is empty."""
    lines, values, frees = [], [], []
    for a in arguments(program):
        if a.kind in ("size", "integer"):
            values.append(str(sizes[a.name]))
        elif a.by_value:
            values.append("1.5")
        else:
            lines += memory(a, sizes)
            values.append(f"m_{a.name}")
            frees.append(f"free(m_{a.name});")
    check = f"if ({program.name}({', '.join(values)}) != 0) return 1;"
    return "{ " + " ".join([*lines, check, *frees]) + " }"


def memory(argument: Argument, sizes: Mapping[str, int]) -> list[str]:
    count = 1
    for extent in argument.shape:
        count *= evaluate(extent, dict(sizes))
    ctype, name = C_TYPES[argument.dtype], f"m_{argument.name}"
    if count == 0:
        return [f"{ctype} *{name} = NULL;"]
    value = "k % 2 == 0" if ctype == "bool" else "0.1*(k + 1)"
    fill = f"for (int k = 0; k < {count}; k++) {name}[k] = {value};"
    return [f"{ctype} *{name} = malloc({count}*sizeof *{name}); {fill}"]


@pytest.mark.parametrize("openmp", [False, True])
def test_sanitizers_find_nothing(tmp_path: Path, openmp: bool) -> None:
    text = file_text([schedule(p, openmp=openmp, blas=openmp) for p in PROGRAMS])
    calls = [driver_call(p, sizes) for p in PROGRAMS for sizes in sizes_of(p.name)]
    main = "\n".join(["int main(void) {", *calls, "return 0; }"])
    (tmp_path / "all.c").write_text("#include <stdlib.h>\n" + text + main + "\n")
    flags = [f for f in FLAGS if f not in ("-shared", "-fPIC")]
    command = ["gcc", *flags, "-g", "-O0", "-fsanitize=address,undefined", "all.c", "-lm"]
    command += ["-fno-sanitize-recover=all"]
    subprocess.run(command, cwd=tmp_path, check=True)
    done = subprocess.run(["./a.out"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:2000]
