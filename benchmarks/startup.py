"""How long adc takes to answer."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.timing import best_seconds

ADC = Path(sys.executable).parent / "adc"

#: Twenty lines, a loop nest, a branch and a few functions.
KERNEL = """\
import numpy as np


def step(u, k):
    return u + k * (1.0 - u) * u


def kernel(steps: int, k: float, u: "float64[N]", w: "float64[N]"):
    v = u.copy()
    total = 0.0
    for t in range(steps):
        v[1:-1] = v[1:-1] + 0.1 * (v[2:] - 2.0 * v[1:-1] + v[:-2])
        v = step(v, k)
        if k > 0.5:
            v = np.minimum(v, 2.0)
        for i in range(v.shape[0]):
            total += w[i] * v[i]
    return total + np.sum(np.exp(-v))
"""


def startup_rows() -> list[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "kernel.py").write_text(KERNEL)
        lines = len(KERNEL.splitlines())
        commands = {
            "adc --help": ["--help"],
            f"adc grad on {lines} lines": [
                "grad",
                "kernel.py",
                "--function",
                "kernel",
                "--wrt",
                "u,k",
            ],
        }
        return [(name, _seconds(arguments, folder)) for name, arguments in commands.items()]


def _seconds(arguments: list[str], folder: str) -> str:
    def call() -> None:
        subprocess.run([ADC, *arguments], cwd=folder, check=True, capture_output=True)

    return f"{best_seconds(call):.3f}"
