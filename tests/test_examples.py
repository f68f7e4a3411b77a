"""The example projects: they build, converge, and call adc again only where they must."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CALLS = "adc-calls"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not shutil.which("gfortran"), reason="gfortran is not installed"),
    pytest.mark.skipif(not shutil.which("make"), reason="make is not installed"),
]


class Project:
    """A copy of an example's folder; `adc` there is this checkout's and notes its calls."""

    def __init__(self, name: str, folder: Path, adc: Path) -> None:
        self.folder = folder / name
        shutil.copytree(
            ROOT / "examples" / name, self.folder, ignore=shutil.ignore_patterns("build")
        )
        self.launcher = folder / "adc"
        self.launcher.write_text(f'#!/bin/sh\necho "$@" >> "{folder / CALLS}"\nexec "{adc}" "$@"\n')
        self.launcher.chmod(0o755)
        self.log = folder / CALLS

    def make(self, *arguments: str) -> str:
        command = ["make", *arguments, f"ADC={self.launcher}", f"PYTHON={sys.executable}"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
        environment.pop("MAKEFLAGS", None)
        result = subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=300
        )
        assert result.returncode == 0, result.stdout + result.stderr
        return result.stdout

    def calls(self) -> int:
        return len(self.log.read_text().splitlines()) if self.log.exists() else 0

    def touch(self, name: str) -> None:
        """Makes `name` newer than all else there, whatever the file system's clock resolves."""
        for path in self.folder.rglob("*"):
            seconds = path.stat().st_mtime - 10
            os.utime(path, (seconds, seconds))
        seconds = time.time() - 1
        os.utime(self.folder / name, (seconds, seconds))


def test_the_fortran_project(tmp_path: Path, served: Path) -> None:
    project = Project("fortran_project", tmp_path, served / "adc")
    assert "converged after" in project.make("run")
    assert project.calls() == 1
    assert "gfortran" not in project.make("run")
    project.touch("main.f90")
    assert "main.f90" in project.make("run")
    assert project.calls() == 1, "main.f90 is no source of the adjoint"
    project.touch("constants.f90")
    assert "converged after" in project.make("run")
    assert project.calls() == 2
    project.make("run")
    assert project.calls() == 2
    assert "pass" in project.make("check")


@pytest.mark.skipif(not importlib.util.find_spec("scipy"), reason="SciPy is not installed")
def test_the_same_by_scipy(tmp_path: Path, served: Path) -> None:
    project = Project("fortran_project", tmp_path, served / "adc")
    assert "largest error of a source" in project.make("lbfgs")


def test_the_c_project(tmp_path: Path, served: Path) -> None:
    project = Project("c_calls_fortran", tmp_path, served / "adc")
    assert "the lowest node hangs at -0.1217" in project.make("run")
    project.touch("main.c")
    assert "main.c" in project.make("run")
    assert project.calls() == 1
    project.touch("chain.f")
    project.make("run")
    assert project.calls() == 2


def test_the_library_by_rules(tmp_path: Path, served: Path) -> None:
    project = Project("ocean_library", tmp_path, served / "adc")
    assert "adjoint  -2.985614, differences  -2.985614" in project.make("run")
    project.touch("eos.rules")
    project.make("run")
    assert project.calls() == 2, "the adjoint is made of the rules, too"
    assert "rule eos: adjoint" in project.make("check")


@pytest.mark.long  # docs/cuda.md has nvcc build what adc writes
def test_the_waves_in_cuda(tmp_path: Path, served: Path) -> None:
    if not shutil.which("nvcc"):
        pytest.skip("nvcc is not installed")
    project = Project("cuda_wave", tmp_path, served / "adc")
    project.make("build/invert-cuda", "CFLAGS=-O1 -Wall -Wextra -Werror", "ARCH=sm_80")
    assert project.calls() == 1
    project.make("build/invert", "CFLAGS=-O1 -Wall -Wextra -Werror")
    assert project.calls() == 2
