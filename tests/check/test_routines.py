"""Programs whose routines stay functions, from source to proof: `adc check` runs the original."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from benchmarks.many_routines import many_routines

PYTHON = '''\
import numpy as np


def flux(u, c):
    f = np.zeros_like(u)
    f[1:-1] = c*(u[2:]**2 - u[:-2]**2)
    return f


def step(u, v, c, scale=2.0):
    """Works on `u` in place, calls another, and gives a number back."""
    u -= flux(u, c*scale)
    for i in range(1, len(u)):
        if v[i] > 1.0:
            u[i] = u[i]*np.cos(v[i - 1])
    return np.sum(u*v)


def model(u: "float64[N]", v: "float64[N]", w: "float64[M, N]", c: float, steps: int):
    total = 0.0
    for t in range(steps):
        total += step(u, v, 0.01*c)
        if total > 0.5:
            total -= 0.1*step(w[t % 2], v, c*t, 0.001)
    return total + step(v, u, c, scale=0.01)
'''


def run(served: Path, folder: Path, *words: str) -> str:
    """What `adc` says; it must succeed."""
    done = subprocess.run(
        [str(served / "adc"), *words], cwd=folder, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("value", [False, True])
def test_python(value: bool, tmp_path: Path, served: Path) -> None:
    (tmp_path / "model.py").write_text(PYTHON)
    options = ["model.py", "--function", "model", "--wrt", "u,v,w,c", "--no-inline"]
    options += ["--value"] if value else []
    told = run(served, tmp_path, "check", *options, "--size", "N=7,M=2,steps=3")
    assert re.search(r"primal against NumPy .* ok", told) and told.endswith("pass\n")
    run(served, tmp_path, "grad", *options, "-o", "out")
    text = (tmp_path / "out" / "model_grad.c").read_text()
    assert re.search(r"^static void flux_bar\(", text, re.MULTILINE)
    assert re.search(r"^static void step_bar\w*\(", text, re.MULTILINE)


@pytest.mark.long
def test_a_large_program_keeps_its_routines(tmp_path: Path, served: Path) -> None:
    """Also under a limit, which counts what routines store while they are called."""
    (tmp_path / "kernel.f90").write_text(many_routines(4, 2))
    options = ["kernel.f90", "--function", "kernel", "--wrt", "u,c", "--of", "total"]
    told = run(served, tmp_path, "check", *options, "--no-inline")
    assert re.search(r"primal against gfortran .* ok", told) and told.endswith("pass\n")
    sizes = ["--size", "n=200,m=300"]
    run(served, tmp_path, "grad", *options, *sizes, "--no-inline", "-o", "free")
    text = (tmp_path / "free" / "kernel_grad.c").read_text()
    assert re.search(r"step\d+_bar_workspace", text)
    refused = subprocess.run(
        [str(served / "adc"), "plan", *options, *sizes, "--no-inline", "--mem-limit", "1MB"],
        cwd=tmp_path, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert refused.returncode == 3
    found = re.search(r"raise --mem-limit to (\d+) or more.* with `--inline` less may do",
                      refused.stderr)  # fmt: skip
    assert found
    run(served, tmp_path, "check", *options, *sizes, "--no-inline", "--mem-limit", found[1])
