"""`--function Class.method`, held against the original's object by `adc check`."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adc.cli.app import adc

SOURCE = """
import math
from dataclasses import dataclass

import numpy as np


class Spring:
    scale = 2.0

    def __init__(self, k, m=1.0):
        self.k = k * self.scale
        self.omega = math.sqrt(self.k / m)
        self.last = None

    def at(self, x: "float64[n]", t: float):
        return x * np.cos(self.omega * t)

    @property
    def energy(self):
        return 0.5 * self.k

    @staticmethod
    def half(x: "float64[n]"):
        return 0.5 * x * x

    def total(self, x: "float64[n]", k: float):
        for v in x:
            self.last = v * self.k if self.last is None else self.last * v + k
        return self.last


@dataclass
class Gas:
    a: float
    b: float = 0.5

    def pressure(self, v: "float64[n]"):
        return self.a / (v - self.b * 0.1)


class Ideal(Gas):
    def fill(self, v: "float64[n]"):
        v[:] = v * self.a * v


class Eos:
    def pressure(self, v, p):
        a, b = self.pair(p["k"], p)
        return a / v + b * p["grid"]["h"] + self.shift(p, v)

    def pair(self, k, q):
        return k * 2.0, q["j"]

    @staticmethod
    def shift(q, v):
        return q.get("more", 0.5) * v


class OtherEos:
    def pair(self, k, q):
        return q["unknown"], q["j"]


def Gas_twice(a: float):
    return a
"""
CHECKS = {
    "Spring.at": "k,m,x --size n=3 --signature Spring.at(k:float64,m:float64)",
    "Spring.energy": "k --signature Spring.energy(k:float64,m:float64)",
    "Spring.half": "x --size n=3",
    "Spring.total": "self_k,k,x --size n=3 --signature Spring_total(self_k:float64,m:float64)",
    "Ideal.pressure": "a,b,v --size n=3",
    "Ideal.fill": "a,v --of v --size n=3",
    "Eos.pressure": "v,p.k,p.j,p.grid.h --signature "
    "Eos.pressure(v:float64,p.k:float64,p.j:float64,p.grid.h:float64)",
}
SHORT = ("Spring.total", "Ideal.fill", "Eos.pressure")


def run(folder: Path, *words: str) -> Result:
    path = folder / "kernel.py"
    path.write_text(SOURCE)
    return CliRunner().invoke(adc, [words[0], str(path), *words[1:]], prog_name="adc")


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[pytest.mark.long] * (n not in SHORT)) for n in CHECKS],
)
def test_check(name: str, tmp_path: Path) -> None:
    words = CHECKS[name].split()
    outcome = run(tmp_path, "check", "--function", name, "--wrt", *words)
    assert outcome.exit_code == 0, outcome.output


@pytest.mark.parametrize("name", ["Spring.none", "None.at", "Gas.twice"])
def test_refused(name: str, tmp_path: Path) -> None:
    outcome = run(tmp_path, "check", "--function", name, "--wrt", "a")
    assert outcome.exit_code == 1
    assert "ADC0208" in outcome.output
