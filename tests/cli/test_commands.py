"""The command line as a whole: help, statuses, the commands that need no source."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adc import __version__
from adc.cli.app import COMMANDS, adc
from adc.diagnostics.catalogue import CATALOGUE

HEAVY = ("sympy", "lark", "islpy", "highspy", "numpy", "networkx", "jinja2", "rich")


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(adc, arguments, prog_name="adc")


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom adc.cli.app import adc\n"
        "adc.main(['--help'], 'adc', standalone_mode=False)\n"
        f"print([m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.stderr == "[]\n"
    assert "Exit status" in result.stdout


def test_a_plain_gradient_imports_nothing_that_it_does_not_use(tmp_path: Path) -> None:
    """Neither the solver of plans under a limit, nor graphs, nor a terminal's colours."""
    (tmp_path / "kernel.py").write_text("def f(x: 'float64[N]'):\n    return (x * x).sum()\n")
    unused = ("highspy", "networkx", "rich", "pygments", "adc.check", "adc.opt", "unittest")
    code = (
        "import sys\nfrom adc.cli.app import adc\n"
        "try:\n"
        "    adc.main(['grad', 'kernel.py', '--wrt', 'x'], 'adc', standalone_mode=False)\n"
        "finally:\n"
        f"    print([m for m in {unused!r} if m in sys.modules], file=sys.stderr)"
    )
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert result.stderr == "[]\n"
    assert "f_grad.c" in result.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help(command: str) -> None:
    result = invoke(command, "--help")
    assert result.exit_code == 0
    assert f"Usage: adc {command}" in result.output
    assert command in invoke("--help").output


def test_version() -> None:
    assert invoke("--version").output == f"adc, version {__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["grad"],
        ["grad", "kernel.py"],
        ["grad", "kernel.py", "--wrt", "A", "--mem-limit", "lots"],
        ["grad", "kernel.py", "--wrt", "A", "--mem-limit", "0"],
        ["grad", "kernel.py", "--wrt", "A", "--strategy", "hope"],
        ["grad", "kernel.py", "--wrt", "A,A"],
        ["grad", "kernel.py", "--wrt", "A", "--store", "x", "--recompute", "y,x"],
        ["grad", "kernel.py", "--wrt", "A", "--size", "N=1", "--size", "N=2"],
        [
            "grad",
            "kernel.py",
            "--wrt",
            "A",
            "--signature",
            "f(A: float64)",
            "--signature-file",
            "s",
        ],
        ["grad", "kernel.py", "kernel.py", "--wrt", "A"],
        ["grad", "kernel.py", "--wrt", "A", "-q", "-v"],
        ["show", "kernel.py"],
        ["show", "kernel.py", "--stage", "adjoint"],
        ["explain", "ADC9999"],
        ["ops", "frobnicate"],
        ["differentiate", "kernel.py"],
    ],
)
def test_faults_of_the_command_line(arguments: list[str]) -> None:
    result = invoke(*arguments)
    assert result.exit_code == 2, result.output
    assert "Usage:" in result.output and "Error:" in result.output


def test_explain_one_code() -> None:
    result = invoke("explain", "adc0601")
    assert result.exit_code == 0
    assert result.output.startswith("ADC0601: not for this target\n\n")
    assert invoke("explain", "601").output == result.output
    payload = json.loads(invoke("explain", "ADC0601", "--json").output)
    assert payload["code"] == "ADC0601" and "--target c" in payload["explanation"]


def test_explain_lists_all() -> None:
    lines = invoke("explain").output.splitlines()
    assert [line[:7] for line in lines] == sorted(CATALOGUE)


def test_ops() -> None:
    assert "d/dx = cos(x)" in invoke("ops", "np.sin").output
    operations = json.loads(invoke("ops", "--json").output)["operations"]
    by_name = {op["name"]: op for op in operations}
    assert by_name["tanh"]["partials"] == {"x": ["1 - tanh(x)**2", "1 - z*z"]}
    assert by_name["floor"]["disconnected"]


def test_ops_lists_functions_of_arrays() -> None:
    text = invoke("ops").output
    for name in ("np.cumsum", "np.concatenate", "np.linalg.norm", "np.reshape", "np.zeros"):
        assert name in text
    groups = json.loads(invoke("ops", "matmul", "--json").output)["functions"]
    names = {g["group"]: g["names"] for g in groups}
    assert list(names) == ["Products", "Made of others", "Fortran's intrinsics of arrays"]
    assert names["Made of others"] == ["operator.matmul"]


def test_ops_lists_fortran_intrinsics() -> None:
    assert "Fortran: log, alog, dlog" in invoke("ops", "dlog").output
    payload = json.loads(invoke("ops", "--json").output)
    by_name = {op["name"]: op for op in payload["operations"]}
    assert by_name["arctan2"]["fortran"] == ["atan2", "datan2"]
    assert by_name["add"]["fortran"] == []
    assert by_name["maximum"]["fortran"] == ["max", "amax0", "amax1", "dmax1", "max0", "max1"]
    names = {n for group in payload["functions"] for n in group["names"]}
    assert {"dble", "nint", "matmul", "dot_product", "spread"} <= names
    assert not names & {"masked", "float64", "amax1", "merge"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script(shell: str) -> None:
    result = invoke("completion", shell)
    assert result.exit_code == 0
    assert "_ADC_COMPLETE" in result.output
    if shell == "bash" and shutil.which("bash"):
        subprocess.run(["bash", "-n"], input=result.output, text=True, check=True)


def test_completion_completes() -> None:
    environment = {
        "_ADC_COMPLETE": "bash_complete",
        "COMP_WORDS": "adc explain ADC06",
        "COMP_CWORD": "2",
    }
    result = CliRunner().invoke(adc, [], prog_name="adc", env=environment)
    assert "ADC0601" in result.output
