"""`--tuned`: what a file chooses is what is written, and a file that does not fit is refused."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from adc import __version__
from adc.cli.app import adc
from adc.options import Choice
from adc.tuned import PASSES, tuned_text

KERNEL = """\
import numpy as np


def f(x: "float64[N]", y: "float64[N]"):
    u = x[:-2] + x[2:] - 2.0 * x[1:-1]
    u[:] = u * u
    return np.sum(np.exp(u) * y[1:-1])
"""
MEASURED = {
    "function": "f",
    "arguments": ["N: size", "x: float64[N]", "y: float64[N]"],
    "wrt": ["x"],
    "of": ["return_0"],
    "options": [],
}
ALL = Choice("store", 10**6, ("gather", "vector_functions"), 5000)


def text(choice: Choice = ALL, **measured: Any) -> str:
    return tuned_text({**MEASURED, **measured}, {"N": 1000}, choice, ["measured by hand"])


def command(folder: Path, tuned: str, *words: str) -> Result:
    """`adc` in `folder`, with the kernel and the tuned file in it."""
    (folder / "kernel.py").write_text(KERNEL)
    (folder / "f.tuned").write_text(tuned)
    old = Path.cwd()
    os.chdir(folder)
    try:
        return CliRunner().invoke(adc, [*words, "--tuned", "f.tuned"])
    finally:
        os.chdir(old)


def grad(folder: Path, tuned: str, *words: str) -> Result:
    return command(folder, tuned, "grad", "kernel.py", "--wrt", "x", *words)


def written(folder: Path) -> dict[str, str]:
    return {p.name: p.read_text() for p in (folder / "out").iterdir()}


def test_the_choice_is_what_is_written(tmp_path: Path) -> None:
    assert grad(tmp_path, text()).exit_code == 0
    chosen = written(tmp_path)
    assert grad(tmp_path, text()).exit_code == 0
    assert written(tmp_path) == chosen
    assert "#define ADC_PARALLEL_MIN 5000" in chosen["f_grad.c"]
    assert "ADC_USE_LIBMVEC" not in chosen["f_grad.c"]
    manifest = json.loads(chosen["manifest.json"])
    assert manifest["tuned"] == {
        "file": "f.tuned",
        "strategy": "store",
        "plan_bytes": 10**6,
        "without": ["gather", "vector_functions"],
        "threads_from": 5000,
    }
    assert manifest["sizes"] == {"N": 1000}
    assert grad(tmp_path, text(Choice())).exit_code == 0
    plain = written(tmp_path)
    assert "#define ADC_PARALLEL_MIN 1e5" in plain["f_grad.c"]
    assert "ADC_USE_LIBMVEC" in plain["f_grad.c"]
    gathered, shifted = function(plain["f_grad.c"]), function(chosen["f_grad.c"])
    assert gathered.count("x_bar[i + 2] +=") == 0 < shifted.count("x_bar[i + 2] +=")


def test_all_passes_can_be_left_out(tmp_path: Path) -> None:
    """What is left is then what the source's order gives, but for that order's own text."""
    assert all(re.fullmatch(r"[a-z_]+", name) for name in PASSES)
    assert grad(tmp_path, text(Choice(without=PASSES))).exit_code == 0
    bare = written(tmp_path)["f_grad.c"]
    arguments = ["grad", "kernel.py", "--wrt", "x", "--size", "N=1000", "--schedule", "source"]
    old = Path.cwd()
    os.chdir(tmp_path)
    try:
        assert CliRunner().invoke(adc, arguments).exit_code == 0
    finally:
        os.chdir(old)
    assert function(written(tmp_path)["f_grad.c"]) == function(bare)


def function(text: str) -> str:
    """What computes, without the head of the file and the entries."""
    return text[text.index("f_grad_sweeps(") : text.index("\nint f_grad_ws(")]


def test_check_and_plan_take_it(tmp_path: Path) -> None:
    tuned = text()
    found = command(tmp_path, tuned, "plan", "kernel.py", "--wrt", "x")
    assert found.exit_code == 0 and "Planned for N=1000" in found.stdout
    found = command(tmp_path, tuned, "check", "kernel.py", "--wrt", "x")
    assert found.exit_code == 0 and found.stdout.rstrip().endswith("pass")
    assert "N=1000" not in found.stdout  # that is planned for, and would take long to check


def test_depfile_names_it(tmp_path: Path) -> None:
    assert grad(tmp_path, text(), "--depfile", "f.d").exit_code == 0
    assert "f.tuned" in (tmp_path / "f.d").read_text()


#: What is in the file, the options, and what is said: code, message, line.
REFUSED = (
    ({"function": "g"}, (), "ADC0618", "was measured for `g`, and this is `f`", "function ="),
    ({"arguments": ["x: float64[N]"]}, (), "ADC0618", "with other arguments", "arguments ="),
    ({"wrt": ["y"]}, (), "ADC0618", "with other wrt: `y`, and here `x`", "wrt ="),
    ({"options": ["--value"]}, (), "ADC0618", "was measured with `--value`", "options ="),
    ({}, ("--value",), "ADC0618", "was measured without `--value`", "options ="),
    ({}, ("--mem-limit", "1MiB"), "ADC0618", "without `--mem-limit 1048576`", "options ="),
    ({}, ("--size", "N=9"), "ADC0618", "was measured at N = 1000, and --size has 9", "N = 1000"),
)


@pytest.mark.parametrize("measured, words, code, said, line", REFUSED)
def test_another_request(
    measured: dict[str, Any], words: tuple[str, ...], code: str, said: str, line: str,
    tmp_path: Path,
) -> None:  # fmt: skip
    tuned = text(**measured)
    refused(grad(tmp_path, tuned, *words), tuned, code, said, line)
    assert not (tmp_path / "out").exists()


WRONG = (
    ("wrt = [", "wrts = [", "has the unknown key `wrts`", "write `wrt`", "wrts ="),
    ('"gather"', '"gathers"', "leaves out `gathers`, which is no pass", "`gather`", '"gathers"'),
    ("threads_from = 5000", "threads_from = true", "not a whole number", "give", "threads_from"),
    ("plan_bytes = 1000000", "plan_bytes = -1", "not a whole number", "give", "plan_bytes"),
    ("N = 1000", "N = 1.5", "has a `N` that is not a whole number", "give", "N = 1.5"),
    ('strategy = "store"', 'strategy = "best"', 'not "store" or', "give", "strategy"),
    ("[sizes]", "[size]", "has the unknown key `size`", "take it out", "[size]"),
    ('function = "f"\n', "", "has no `function` in `measured`", "adc tune", "[measured]"),
)


@pytest.mark.parametrize("right, wrong, said, action, line", WRONG)
def test_malformed(
    right: str, wrong: str, said: str, action: str, line: str, tmp_path: Path
) -> None:
    assert right in text()
    tuned = text().replace(right, wrong)
    found = grad(tmp_path, tuned)
    refused(found, tuned, "ADC0617", said, line)
    assert f"help: {action}" in found.stderr or action in found.stderr


def refused(found: Result, tuned: str, code: str, said: str, line: str) -> None:
    """One diagnostic of that code, at the line of the tuned file that holds `line`."""
    assert found.exit_code == 1, found.output
    assert found.stderr.count("error[") == 1 and f"error[{code}]" in found.stderr
    assert said in found.stderr
    (number,) = [n for n, own in enumerate(tuned.splitlines(), 1) if line in own]
    assert f"--> f.tuned:{number}:" in found.stderr
    assert found.stderr.count("help:") == 1


def test_another_version(tmp_path: Path) -> None:
    tuned = text().replace(f'"{__version__}"', '"0.0.0"')
    refused(grad(tmp_path, tuned), tuned, "ADC0618", "another version of adc, 0.0.0", 'adc = "')


def test_the_source_order_has_nothing_to_tune(tmp_path: Path) -> None:
    found = grad(tmp_path, text(), "--schedule", "source")
    assert found.exit_code == 2 and "--schedule" in found.stderr
