"""Rounding to many places: differences see no edges there, and prove nothing."""

from dataclasses import replace

import pytest
from click.testing import CliRunner

from adc.check.fine_steps import with_fine_steps
from adc.check.report import CheckReport, Figure
from adc.cli.app import adc
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import front_half

HEAD = 'import numpy as np\ndef f(x: "float64[n]"):\n    return '


@pytest.mark.parametrize(("value", "status", "reason"), [
    ("np.round(x, 7)*x + x", 4, "inconclusive: the source rounds to steps of 1e-07"),
    ("np.floor(x*1e5)/1e5*x", 4, "inconclusive: "),
    ("np.ceil(x/1e-6)*x", 4, "inconclusive: the source rounds to steps of 1e-06"),
    ("np.round(x, 1)*x + x", 0, "pass"),
])  # fmt: skip
def test_rounding(value, status, reason, tmp_path):
    source = tmp_path / "f.py"
    source.write_text(f"{HEAD}{value}\n")
    done = CliRunner().invoke(adc, ["check", str(source), "--wrt", "x"], prog_name="adc")
    assert done.exit_code == status, done.output
    assert any(line.startswith(reason) for line in done.output.splitlines()), done.output


@pytest.mark.parametrize(("value", "over", "verdict"), [
    ("np.round(x, 7)", ("tangent_difference",), "inconclusive"),
    ("np.round(x, 7)", ("tangent_difference", "python_difference"), "inconclusive"),
    ("np.round(x, 7)", ("tangent_difference", "adjoint_tangent"), "wrong"),
    ("np.round(x, 7)", ("python_value",), "wrong"), ("np.round(x, 7)", (), "wrong"),
    ("np.round(x, 1)", ("tangent_difference",), "wrong"),
    ("x*1e7", ("tangent_difference",), "wrong"),
    ("np.rint(x + 1e7)", ("tangent_difference",), "wrong"),
])  # fmt: skip
def test_what_else_is_wrong_stays_so(value, over, verdict, tmp_path):
    source = tmp_path / "f.py"
    source.write_text(f"{HEAD}{value}\n")
    request = Request((str(source),), wrt=("x",), of=("return",))
    primal = front_half(request, Silent(), needs_targets=False).primal
    names = ("tangent_difference", "adjoint_tangent", "python_value", "python_difference")
    report = CheckReport("wrong", "something", "f_grad")
    report = replace(report).with_figures(*(Figure(n, 1.0 * (n in over), 1e-6) for n in names))
    assert with_fine_steps(report, primal).verdict == verdict
