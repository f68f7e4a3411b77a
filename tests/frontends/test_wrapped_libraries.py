"""Modules of other packages that stand for NumPy's and SciPy's."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from adc.cli.app import adc

KERNEL = """
import autograd.numpy as anp
from autograd import numpy as other
from autograd.numpy import exp
{more}

def f(x: "float64[n]", b: float):
    return anp.sum(exp(x) * b) + other.sum(x){value}
"""
MORE = "from autograd.numpy.linalg import norm\nfrom autograd.scipy.special import gammaln\n"


def run(folder: Path, *words: str, more: str = "", value: str = "") -> Result:
    path = folder / "kernel.py"
    path.write_text(KERNEL.format(more=more, value=value), encoding="utf-8")
    return CliRunner().invoke(adc, [words[0], str(path), *words[1:]], prog_name="adc")


def test_autograd_s_numpy_is_numpy(tmp_path: Path) -> None:
    done = run(tmp_path, "show", "--stage", "ir", "--wrt", "x", more=MORE,
               value=" + norm(x) + gammaln(b)")  # fmt: skip
    assert done.exit_code == 0 and "gammaln(b)" in done.output and "sqrt" in done.output, (
        done.output
    )


def test_a_package_of_one_s_own_is_read_itself(tmp_path: Path) -> None:
    own = tmp_path / "autograd"
    own.mkdir()
    (own / "__init__.py").write_text("", encoding="utf-8")
    text = "import numpy as np\n\n\ndef sum(x):\n    return 3.0 * np.sum(x)\n\n\n"
    text += "def exp(x):\n    return np.exp(2.0 * x)\n"
    (own / "numpy.py").write_text(text, encoding="utf-8")
    done = run(tmp_path, "check", "--wrt", "x,b", "--size", "n=4")
    assert done.exit_code == 0 and "3.0" in run(tmp_path, "show", "--stage", "ir", "--wrt",
                                                "x").output, done.output  # fmt: skip


def test_its_derivatives_are_not_read(tmp_path: Path) -> None:
    done = run(tmp_path, "grad", "--wrt", "x", more="from autograd import grad", value=" + grad(b)")
    assert done.exit_code == 1 and "ADC0123" in done.output, done.output
