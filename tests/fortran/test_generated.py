"""What is written for Fortran kernels: under sanitizers, twice, and how wide."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.fortran.harness import compile_spec
from tests.fortran.specs import kernel_specs

KERNELS = kernel_specs(Path(__file__).parent / "kernels")
WARNINGS = ("-std=c11", "-Wall", "-Wextra", "-Werror")
#: Each access is looked at as it is written; other proofs optimise.
SANITIZERS = ("-g", "-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
MODULE = ("-std=f2008", "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only")

#: FORTRAN 77 with pivots; assumed shape with pointwise branches; limiters and COMMON.
CHOSEN = ("tridiag", "iceflow", "advect")
#: With flags, at which the self-check is at a loss unless it is told which to choose.
WRITTEN = (*CHOSEN, "trisv")


class Folders(dict[str, Path]):
    """The files of a kernel, made when they are first asked for."""

    def __init__(self, factory: pytest.TempPathFactory) -> None:
        self.factory = factory

    def __missing__(self, name: str) -> Path:
        folder = self[name] = self.factory.mktemp(name)
        for file, text in compile_spec(KERNELS[name]).files.items():
            (folder / file).write_text(text)
        return folder


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Folders:
    return Folders(tmp_path_factory)


def run(*words: str, folder: Path) -> str:
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", CHOSEN)
def test_the_self_check_under_sanitizers(name: str, folders: Folders) -> None:
    folder, entry = folders[name], f"{KERNELS[name].routine}_grad"
    sources = (f"{entry}.c", f"{entry}_check.c")
    run("gcc", *WARNINGS, *SANITIZERS, *sources, "-lm", "-o", "check", folder=folder)
    assert run("./check", folder=folder).endswith("\npass\n")


@pytest.mark.parametrize("name", WRITTEN)
def test_no_compiler_warns(name: str, folders: Folders) -> None:
    folder, entry = folders[name], f"{KERNELS[name].routine}_grad"
    for openmp in ((), ("-fopenmp",)):
        for source in (f"{entry}.c", f"{entry}_check.c"):
            run("gcc", *WARNINGS, *openmp, "-fsyntax-only", source, folder=folder)
    run("gfortran", *MODULE, f"{entry}_mod.f90", folder=folder)


@pytest.mark.parametrize("name", WRITTEN)
def test_no_line_is_wide(name: str, folders: Folders) -> None:
    sources = [p for p in folders[name].iterdir() if p.suffix in (".c", ".h", ".f90", ".py")]
    assert len(sources) == 5
    wide = [line for p in sources for line in p.read_text().splitlines() if len(line) > 100]
    assert wide == []


def test_what_flags_select_is_told_once(folders: Folders) -> None:
    """Sixteen ways through a routine of 90 lines: assumptions name the flags' cases."""
    for suffix, most in ((".h", 200), (".py", 310), (".c", 1000)):
        text = (folders["trisv"] / f"trisv_grad{suffix}").read_text()
        assert text.count("\n") < most
