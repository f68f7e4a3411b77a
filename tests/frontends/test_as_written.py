"""`--as-written`: names of modules are what the statements of their own files bind them to,
whatever other files, or texts that are run, might do to them. The original is run beside by `adc
check`, which finds where they do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adc.cli.app import adc

KERNEL = """
from typing import *
import numpy as np
from pack import rates, helpers

def f(x: "float64[n]"):
    return np.sum(x)*rates.RATE + helpers.shifted(x)[0]
"""

#: Of a package beside the kernel, what each file has; `helpers` sets parts of what it is given.
FILES = {
    "__init__": "",
    "rates": "RATE = 2.0\n",
    "constants": "TABLE = [1.0, 3.0]\n",
    "helpers": """
import sys
from pack.constants import TABLE

def restored(made, state):
    for key in state:
        setattr(made, key, state[key])
    return made

LABELS = {"RATE": "a rate"}

def restored_all(names, state):
    return [restored(sys.modules[name], state) for name in names]

def shifted(x):
    return x + TABLE[1]
""",
}


def written(folder: Path, text: str = KERNEL, **files: str) -> Path:
    (folder / "pack").mkdir(parents=True)
    for name, inside in {**FILES, **files}.items():
        (folder / "pack" / f"{name}.py").write_text(inside)
    (folder / "kernel.py").write_text(text)
    return folder / "kernel.py"


def done(command: str, kernel: Path, *options: str) -> Result:
    words = [command, str(kernel), "--function", "f", "--wrt", "x", *options]
    return CliRunner().invoke(adc, words, prog_name="adc")


def test_refused_with_the_way_out_that_helps(tmp_path: Path) -> None:
    kernel = written(tmp_path)
    refused = done("check", kernel, "--size", "n=3")
    assert refused.exit_code == 1 and "[ADC0123]" in refused.output
    assert "--as-written" in refused.output
    assert done("check", kernel, "--size", "n=3", "--as-written").exit_code == 0


def test_what_is_written_says_so(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert done("grad", written(tmp_path), "--as-written", "-o", str(out)).exit_code == 0
    assert json.loads((out / "manifest.json").read_text())["as_written"] is True
    assert "its files as written" in (out / "f_grad.c").read_text().replace("\n *", "")


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("helpers", "\nrestored_all(['pack.rates'], {'RATE': 5.0})\n"),
        ("__init__", "\nfrom pack.constants import TABLE\nTABLE[1] = 7.0\n"),
    ],
)
def test_check_finds_what_is_not_as_written(tmp_path: Path, name: str, more: str) -> None:
    kernel = written(tmp_path, **{name: FILES.get(name, "") + more})
    refused = done("check", kernel, "--size", "n=3")
    assert refused.exit_code == 1 and "--as-written" in refused.output
    found = done("check", kernel, "--size", "n=3", "--as-written")
    assert found.exit_code == 4 and "primal against NumPy" in found.output


def test_names_that_no_text_has_are_taken_with_a_warning(tmp_path: Path) -> None:
    """They would have to be composed, by what runs later; what runs at once may do that."""
    (tmp_path / "plain").mkdir()
    plain = FILES["helpers"].replace("RATE", "LEVEL").replace("TABLE[1]", "3.0")
    kernel, out = written(tmp_path / "plain", helpers=plain), tmp_path / "out"
    made = done("grad", kernel, "-o", str(out))
    assert made.exit_code == 0 and "warning[ADC0123]" in made.output
    assert json.loads((out / "manifest.json").read_text())["as_written"] is True
    quiet = done("check", kernel, "--size", "n=3", "--as-written")
    assert quiet.exit_code == 0 and "ADC0123" not in quiet.output
    composed = "\nrestored_all(['pack.ra' + 'tes'], {'RA' + 'TE': 5.0})\n"
    (tmp_path / "sets").mkdir()
    sets = done("check", written(tmp_path / "sets", helpers=plain + composed), "--size", "n=3")
    assert sets.exit_code == 1 and "--as-written" in sets.output
    for said in ("\ndef note(**more):\n    return more\nnote(RATE=1.0)\n", "\nLIST = ['RATE']\n"):
        folder = tmp_path / f"said{len(said)}"
        folder.mkdir()
        refused = done("check", written(folder, helpers=plain + said), "--size", "n=3")
        assert refused.exit_code == 1 and "--as-written" in refused.output


def test_names_that_another_file_has_may_be_copied(tmp_path: Path) -> None:
    """As functions of a faster module are put in the place of others."""
    copies = """
import fast
from pack import rates

def install():
    for module in (rates,):
        for name in dir(fast):
            setattr(module, name, getattr(fast, name))
"""
    helpers = "import copies\n\ndef shifted(x):\n    return x\n"
    for number, (fast, exit_code) in enumerate({"RATE = 5.0": 1, "LEVEL = 5.0": 0}.items()):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "copies.py").write_text(copies)
        (folder / "fast.py").write_text(fast + "\n")
        kernel = written(folder, helpers=helpers)
        assert done("grad", kernel, "-o", str(folder / "out")).exit_code == exit_code


@pytest.mark.parametrize(
    "more",
    [
        "\nRATE = 5.0\n", "\ndef later():\n    global RATE\n    RATE = 5.0\n",
        "\nglobals()['RATE'] = 5.0\n", "\nfrom math import *\nfrom math import pi as RATE\n",
        "\nfor RATE in (5.0, 6.0):\n    pass\n",
    ],
)  # fmt: skip
def test_its_own_statements_count(tmp_path: Path, more: str) -> None:
    """What the file itself binds again is right, or refused, as it is without the option."""
    kernel = written(tmp_path, helpers="def shifted(x):\n    return x\n", rates="RATE = 2.0" + more)
    plain, found = (done("check", kernel, "--size", "n=3", *o) for o in ((), ("--as-written",)))
    assert plain.exit_code == found.exit_code and found.exit_code in (0, 1)


STARRED = """
from nowhere.gl import *
import numpy as np

def scaled(x):
    print("scaled")
    return x*float(len(x))

from pygame_there import *

def f(x: "float64[n]"):
    return np.sum(scaled(x)) + max(x[0], abs(x[1]))
"""


def test_stars_of_what_lies_elsewhere_hide_nothing(tmp_path: Path) -> None:
    kernel = written(tmp_path, STARRED)
    plain = done("check", kernel)
    assert plain.exit_code == 1
    assert "may come from `pygame_there`, which adc does not read" in plain.output
    assert "help: if it does not, say `--as-written`" in plain.output
    found = done("check", kernel, "--as-written")
    assert found.exit_code == 0, found.output
    assert "primal against NumPy" in found.output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            STARRED.replace("abs", "glow"),
            "`glow` may come from `nowhere.gl`, which adc does not read",
        ),
        (STARRED.replace("from pygame_there", "if n > 2:\n    from pygame_there"), "in a branch"),
    ],
)
def test_what_a_star_alone_can_bind(tmp_path: Path, text: str, said: str) -> None:
    found = done("check", written(tmp_path, text), "--as-written")
    assert found.exit_code == 1
    assert said in found.output
    assert "help: define it in this file" in found.output


def test_stars_of_own_files_bind_what_they_have(tmp_path: Path) -> None:
    kernel = written(tmp_path, STARRED.replace("pygame_there", "pack.rates"),
                     rates="def max(a, b):\n    return a*b\n")  # fmt: skip
    found = done("check", kernel, "--as-written")
    assert found.exit_code == 0, found.output
    unread = written(tmp_path / "other", STARRED.replace("pygame_there", "pack.rates"),
                     rates="def max(a, b)\n    return a*b\n")  # fmt: skip
    assert done("check", unread, "--as-written").exit_code == 1
