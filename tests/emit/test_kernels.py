"""Every kind of node, compiled and compared with the interpreter."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from tests.emit.kernels import KERNELS, NUMBERS
from tests.emit.native import Native, build, expect_same, parsed

PROGRAMS = [parsed(text, name) for name, (text, _) in KERNELS.items()]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Native]:
    folder: Path = tmp_path_factory.mktemp("plain")
    return {n.program.name: n for n in build(PROGRAMS, folder, optimise="-O2")}


@pytest.mark.parametrize("name", KERNELS)
def test_kernel_agrees_with_interpreter(plain: dict[str, Native], name: str) -> None:
    symbols = KERNELS[name][1]
    for numbers in dict.fromkeys(n[: len(symbols)] for n in NUMBERS):
        expect_same(plain[name], dict(zip(symbols, numbers, strict=True)))


@pytest.mark.parametrize(
    ("optimise", "more"),
    list(itertools.product(("-O0", "-O1", "-O3"), ((), ("-fopenmp",)))),
)
def test_text_compiles_without_warnings(tmp_path: Path, optimise: str, more: tuple[str]) -> None:
    build(PROGRAMS, tmp_path, optimise=optimise, more=more, openmp=True, blas=True)
