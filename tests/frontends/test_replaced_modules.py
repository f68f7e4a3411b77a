"""Packages in whose place their own file puts something else, `sys.modules["pk"] = …`: what other
files bind stays theirs, what is taken out of the package is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

#: A package that is an object whose attributes are, or are not, those of the module.
PACKAGE = """
import sys, types
from . import con


class Api:
    def __init__(self, module):
        self._module = module

    def __getattr__(self, name):
        if name in ("G", "con"):
            return {"G": 2.0, "con": types.SimpleNamespace(G=2.0)}[name]
        return getattr(self._module, name)


G = 3.0
sys.modules["pk"] = Api(sys.modules["pk"])
from .hue import hue
"""
HUE = "import numpy as np\n{}\ndef hue(x):\n    return np.sin(x) * {}\n"

#: How a file has what it multiplies by, from modules by their whole names.
KEPT = {
    "its own": ("G = 3.0", "G"),
    "a module of the package": ("from pk.con import G", "G"),
    "a module beside": ("from .con import G", "G"),
}
#: The same out of what is in the package's place.
TAKEN = {
    "the package": ("from pk import G", "G"),
    "a module out of the package": ("from pk import con", "con.G"),
    "a module out of the package beside": ("from . import con", "con.G"),
    "a module under another name": ("import pk.con as con", "con.G"),
    "a path": ("import pk.con", "pk.con.G"),
    "in the function": ("", "__import__('pk').con.G"),
}
#: What else a package may do.
OTHERS = {
    "paths of its own": ("self._module = module", "self.__path__ = ['other']"),
    "a module of the package": ('sys.modules["pk"] = Api(sys.modules["pk"])',
                                'sys.modules["pk.con"] = types.SimpleNamespace(G=2.0)'),
    "an object that sets parts": ("self._module = module", "module.con.G = 2.0"),
}  # fmt: skip


def outcome_of(tmp_path: Path, package: str, hue: str) -> tuple[int, str]:
    (tmp_path / "pk").mkdir()
    files = {"__init__": package, "con": "G = 3.0\n", "hue": hue}
    for name, text in files.items():
        (tmp_path / "pk" / f"{name}.py").write_text(text)
    words = ["check", str(tmp_path / "pk" / "hue.py"), "--function", "hue", "--size", "n=3"]
    words += ["--signature", "hue(x: float64[n])", "--wrt", "x", "--python-path", str(tmp_path)]
    outcome = CliRunner().invoke(adc, words)
    return outcome.exit_code, outcome.output


@pytest.mark.parametrize("name", KEPT)
def test_what_files_bind_stays_theirs(name: str, tmp_path: Path) -> None:
    code, output = outcome_of(tmp_path, PACKAGE, HUE.format(*KEPT[name]))
    assert code == 0 and "run by Python" in output, output


@pytest.mark.parametrize("name", TAKEN)
def test_what_is_taken_out_of_the_package_is_refused(name: str, tmp_path: Path) -> None:
    code, output = outcome_of(tmp_path, PACKAGE, HUE.format(*TAKEN[name]))
    assert code == 1 and "error[" in output, output


@pytest.mark.parametrize("name", OTHERS)
def test_what_changes_the_modules_is_refused(name: str, tmp_path: Path) -> None:
    package = PACKAGE.replace(*OTHERS[name])
    code, output = outcome_of(tmp_path, package, HUE.format("from pk.con import G", "G"))
    assert code == 1 and "ADC0123" in output, output
