"""grad, jvp, check, plan and show on a small kernel, in this process."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adc.cli.app import adc

KERNEL = """\
import numpy as np


def f(steps: int, a: float, x: "float64[N]", y: "float64[N]"):
    z = x.copy()
    for t in range(steps):
        z = z * y + a
    return np.sum(z * z)
"""


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kernel.py").write_text(KERNEL)
    return tmp_path


def invoke(*arguments: str, status: int = 0) -> Result:
    result = CliRunner().invoke(adc, arguments, prog_name="adc")
    assert result.exit_code == status, result.output
    return result


def test_grad_writes_what_its_manifest_lists(work: Path) -> None:
    result = invoke("grad", "kernel.py", "--wrt", "x,a")
    written = {p.name for p in (work / "out").iterdir()}
    manifest = json.loads((work / "out" / "manifest.json").read_text())
    assert written == set(manifest["files"]) | {"manifest.json"}
    assert manifest["entry"] == "f_grad"
    assert result.stdout.startswith("wrote f_grad to out/: f_grad.c, ")


def test_two_runs_write_the_same_bytes(work: Path) -> None:
    for folder in ("one", "two"):
        invoke("grad", "kernel.py", "--wrt", "x,a", "--value", "-o", folder)
    for path in (work / "one").iterdir():
        assert path.read_bytes() == (work / "two" / path.name).read_bytes(), path.name
        assert str(work) not in path.read_text()


def test_grad_over_an_older_run() -> None:
    invoke("grad", "kernel.py", "--wrt", "x")
    invoke("jvp", "kernel.py", "--wrt", "x")
    invoke("grad", "kernel.py", "--wrt", "x,y")
    assert "y_bar" in Path("out/f_grad.h").read_text()


def test_jvp() -> None:
    invoke("jvp", "kernel.py", "--wrt", "x")
    assert "x_dot" in Path("out/f_jvp.h").read_text()


def test_json_and_quiet() -> None:
    payload = json.loads(invoke("grad", "kernel.py", "--wrt", "x", "--json").stdout)
    assert payload["status"] == 0 and payload["folder"] == "out"
    assert payload["manifest"]["function"] == "f"
    assert set(payload["files"]) >= {"f_grad.c", "Makefile", "manifest.json"}
    assert invoke("grad", "kernel.py", "--wrt", "x", "-q").output == ""


def test_verbose_names_the_stages() -> None:
    told = invoke("grad", "kernel.py", "--wrt", "x", "-v").stderr
    for stage in ("lower", "reverse", "plan", "render", "writing"):
        assert f"adc: {stage}" in told


def test_depfile() -> None:
    Path("f.sig").write_text("f(steps: int, a: float64, x: float64[N], y: float64[N])")
    invoke(
        "grad", "kernel.py", "--signature-file", "f.sig", "--wrt", "x", "-o", "o", "--depfile", "d"
    )  # fmt: skip
    targets, _, inputs = Path("d").read_text().split("\n\n")[0].replace("\\\n", "").partition(":")
    assert {"o/f_grad.c", "o/manifest.json"} <= set(targets.split())
    assert inputs.split() == ["kernel.py", "f.sig"]


def test_a_refused_limit_writes_nothing(work: Path) -> None:
    limit = ["--size", "N=1000,steps=50", "--mem-limit"]
    result = invoke("grad", "kernel.py", "--wrt", "y", *limit, "20KiB", status=3)
    assert "error[ADC0403]" in result.stderr
    assert not (work / "out").exists()
    payload = json.loads(
        invoke("plan", "kernel.py", "--wrt", "y", *limit, "1KiB", "--json", status=3).stdout
    )
    diagnostic = payload["diagnostics"][0]
    assert diagnostic["code"] == "ADC0403"
    needed = int(re.findall(r"needs (\d+) bytes", diagnostic["message"])[0])
    invoke("grad", "kernel.py", "--wrt", "y", *limit, str(needed - 1), status=3)
    invoke("grad", "kernel.py", "--wrt", "y", *limit, str(needed))


def test_plan_says_what_is_stored() -> None:
    text = invoke("plan", "kernel.py", "--wrt", "y", "--size", "N=1000,steps=50").stdout
    assert "store" in text and "Forward sweep" in text and "Reverse sweep" in text
    payload = json.loads(
        invoke("plan", "kernel.py", "--wrt", "y", "--size", "N=1000,steps=50", "--json").stdout
    )
    assert any(row["decision"] == "store" for row in payload["plan"])
    assert payload["arguments"]["bytes"] + payload["arena"]["bytes"] == payload["peak"]["bytes"]
    assert max(payload["timeline"]) <= payload["arena"]["bytes"]
    symbolic = invoke("plan", "kernel.py", "--wrt", "y").stdout
    assert "steps" in symbolic


@pytest.mark.parametrize("stage", ["ir", "activity", "adjoint", "plan", "loops"])
def test_show(stage: str) -> None:
    text = invoke("show", "kernel.py", "--stage", stage, "--wrt", "x").stdout
    assert "kernel.py:7" in text or stage == "loops"
    assert "z" in text


def test_show_a_graph() -> None:
    text = invoke("show", "kernel.py", "--stage", "ir", "--dot").stdout
    assert text.startswith("digraph") and text.rstrip().endswith("}")


def test_check_passes_and_says_so() -> None:
    result = invoke("check", "kernel.py", "--wrt", "x,a", "--set", "x=0.5:1.5", "--size", "N=7")
    assert "N = 7" in result.stdout and result.stdout.rstrip().endswith("pass")


def test_check_that_cannot_conclude() -> None:
    Path("zero.py").write_text(KERNEL.replace("z * z", "np.floor(z)"))
    result = invoke("check", "zero.py", "--wrt", "x", "--json", status=4)
    assert json.loads(result.stdout)["verdict"] == "inconclusive"


def test_check_against_python() -> None:
    """The source is run by default, and has to run where that is asked for."""
    words = ("check", "kernel.py", "--wrt", "x,a", "--json")
    for more, ran in (((), True), (("--against-python",), True), (("--no-against-python",), False)):
        facts = json.loads(invoke(*words, *more).stdout)
        names = {figure["name"] for figure in facts["figures"]}
        assert ({"python_value", "python_difference"} <= names) == ran
        assert bool(facts["original"]) == ran


def test_check_where_an_early_return_hides_an_independent() -> None:
    text = (
        "import numpy as np\n\n\ndef f(x: 'float64[N]', a: 'float64'):\n"
        "    if {test}:\n        return 2.0 * x[0]\n    return a * x[0]\n"
    )
    Path("early.py").write_text(text.format(test="x[0] < 40.0 + 7.0 * np.sum(x * x)"))
    result = invoke("check", "early.py", "--wrt", "x,a", status=4)
    assert "inconclusive: the gradient with respect to a is zero at all inputs" in result.stdout
    assert "help: give other inputs: --set x=0.5:1.5" in result.stdout
    Path("early.py").write_text(text.format(test="x[0] < 50.0"))
    invoke("check", "early.py", "--wrt", "x,a", "--set", "x=60:70")
    invoke("check", "early.py", "--wrt", "x,a")  # it looks there by itself
