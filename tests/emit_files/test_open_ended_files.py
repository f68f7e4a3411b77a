"""Every file of a gradient and a tangent of a program with a loop that data ends."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from adc.emit import Facts
from adc.ir.text_parser import parse_program
from tests.emit_files.kernels import compile_and_run, of_primal

#: Newton's iteration for the root of p*p + 1, and with it something that happens to a vector.
NEWTON = """\
program newton(N: size, p: scalar, x: array) -> r
input p: float64
input x: float64[N]
output r: float64
local s: float64
local v: float64[N]
local n: int64

S1: s = p*p + 2.0
S2: v[i] = x[i] for i in 0:N
L1: while abs(s*s - p*p - 1.0) > 1.0e-12*p*p as t to 60 into n:
    S3: s = 0.5*(s + (p*p + 1.0)/s)
    S4: v[i_2] = sin(v[i_2]*s) for i_2 in 0:N
S5: r = s*s*s
S6: r += v[i_3]*v[i_3] for i_3 in 0:N
"""


@pytest.mark.parametrize("mode", ["grad", "jvp"])
def test_files_of_a_loop_that_data_ends(tmp_path: Path, mode: str) -> None:
    primal = replace(parse_program(NEWTON), source="newton.py")
    facts = Facts("newton", ("p", "x"), ("r",), mode=mode, sources=("newton.py",))
    built = of_primal(primal, facts)
    built.write(tmp_path)
    assert json.loads(built.files["manifest.json"])["memory"]["workspace"] is True
    assert ("struct adc_snapshots" in built.files[f"newton_{mode}.c"]) is (mode == "grad")
    done = compile_and_run(tmp_path, "N=4", flags="-fsanitize=address,undefined")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.rstrip().endswith("pass")
