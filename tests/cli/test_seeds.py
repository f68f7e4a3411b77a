"""A seed is named after its dependent as the user gave it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

NORM = """
def norm(v):
    return v / np.sqrt(np.sum(v * v))

def f(x: "float64[N]"):
    return norm(x)
"""
#: The helper has a parameter, and makes a result, of the names that the caller's result has.
HELPER = """
def increase(dz, z):
    dz[:] = dz + z
    return np.sum(dz)

def f(x: "float64[N]", T: int):
    dz = np.zeros(x.shape[0])
    s = 0.0
    for t in range(T):
        s = s + increase(dz, x * s)
        dz = np.sin(dz)
    return dz, dz * s
"""
PLAIN = '\ndef f(x: "float64[N]"):\n    z = np.sin(x)\n    return z\n'
ARGUMENT = '\ndef f(x: "float64[N]", y: "float64[N]"):\n    y[:] = x * y\n'


def seeds(folder: Path, source: str, of: str) -> list[str]:
    (folder / "k.py").write_text("import numpy as np\n" + source)
    words = ["grad", str(folder / "k.py"), "--function", "f", "--wrt", "x", "-o", str(folder / "o")]
    result = CliRunner().invoke(adc, [*words, *(["--of", of] if of else [])], prog_name="adc")
    assert result.exit_code == 0, result.stderr
    return re.findall(r"const double \*(\w+_seed)\b", (folder / "o" / "f_grad.h").read_text())[:2]


@pytest.mark.parametrize(
    ("source", "of", "expected"),
    [
        (NORM, "", ["return_seed"]),
        (NORM, "return", ["return_seed"]),
        (NORM, "return_0", ["return_0_seed"]),
        (NORM, "return[0]", ["return_0_seed"]),
        (HELPER, "return_0", ["return_0_seed"]),
        (HELPER, "dz", ["dz_seed"]),
        (HELPER, "return_1,return_0", ["return_1_seed", "return_0_seed"]),
        (PLAIN, "", ["z_seed"]),
        (PLAIN, "z", ["z_seed"]),
        (PLAIN, "return", ["return_seed"]),
        (ARGUMENT, "y", ["y_seed"]),
    ],
)
def test_names_of_seeds(tmp_path: Path, source: str, of: str, expected: list[str]) -> None:
    found = seeds(tmp_path, source, of)
    assert found[: len(expected)] == expected


def test_the_gradient_is_the_same_by_any_name(tmp_path: Path) -> None:
    texts = []
    for of in ("dz", "return_0"):
        assert seeds(tmp_path, HELPER, of)[0] == f"{of}_seed"
        texts.append((tmp_path / "o" / "f_grad.c").read_text().replace(f"{of}_seed", "seed"))
    bodies = [text[text.index("static void") :].split() for text in texts]
    assert bodies[0] == bodies[1]
