"""`with quiet():` of a context manager of the source's own: left out where all that it does is to
set how NumPy warns, refused for any other one. The original is run beside by `adc check`."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

SETS = """
import contextlib
import numpy as np
@contextlib.contextmanager
def quiet():
    "Says nothing."
    old = np.seterr(invalid="ignore")
    try:
        yield
    finally:
        np.seterr(**old)
"""
NESTED = """
from contextlib import contextmanager
from numpy import errstate
@contextmanager
def quiet():
    with errstate(divide="ignore", invalid="warn"):
        yield
"""
USES = """
def f(x: "float64[n]"):
    with quiet():
        y = np.where(x > 0.5, x/(x + 1), x*x)
    return y*3
"""
OWN = {
    "raises": SETS.replace('"ignore"', '"raise"'),
    "changes something": SETS.replace("    old", "    A[0] = 5.0\n    old") + "A = np.ones(2)\n",
    "leaves exceptions out": SETS.replace("finally:", "except ValueError:").replace("**old", ""),
    "calls something": SETS.replace('"ignore"', "str(print)"),
    "bound again": f"{SETS}def quiet(): pass\n",
    "set by a function": f"{SETS}def g():\n    global quiet\n    quiet = None\n",
    "bound by a text": f"{SETS}globals()['quiet'] = None\n",
    "another np": SETS.replace("@", "np = None\n@"),
}


def checked(folder: Path, files: dict[str, str]) -> tuple[int, str]:
    for name, text in files.items():
        (folder / name).write_text(text)
    words = ["check", str(folder / "main.py"), "--function", "f", "--wrt", "x", "--size", "n=3"]
    done = CliRunner().invoke(adc, words, prog_name="adc")
    return done.exit_code, done.output


@pytest.mark.parametrize("own", [True, False])
def test_left_out_with_a_note(tmp_path: Path, own: bool) -> None:
    name = {"main.py": SETS + USES} if own else {
        "main.py": f"import numpy as np\nfrom util import quiet\n{USES}", "util.py": NESTED,
    }  # fmt: skip
    status, said = checked(tmp_path, name)
    assert status == 0 and "primal against NumPy" in said and "`quiet` is left out" in said


@pytest.mark.parametrize("case", OWN)
def test_refused(tmp_path: Path, case: str) -> None:
    assert checked(tmp_path, {"main.py": OWN[case] + USES})[0] == 1


def test_set_by_another_file(tmp_path: Path) -> None:
    files = {
        "main.py": f"import numpy as np\nimport other\nfrom util import quiet\n{USES}",
        "util.py": SETS, "other.py": "import util\nutil.quiet = None\n",
    }  # fmt: skip
    assert checked(tmp_path, files)[0] == 1
    here = USES.replace("with", "quiet = np.errstate\n    with")
    assert checked(tmp_path, {"main.py": SETS + here})[0] == 1
