"""Classes that a file would have to have by a name that is not seen, to change them: taken as they
are written, which a warning says. Where the file that finds a name names the class, it is refused.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

KINDS = """
class Spring:
    power = 2

    def __init__(self, k):
        self.k = k

    def force(self, x):
        return self.k * x**self.power


class Kept:
    def fix(self):
        self.power = 3
"""
#: Functions that set parts of all classes of what they are given.
TUNED = """
import inspect


def tune(module):
    for _, kind in inspect.getmembers(module, inspect.isclass):
        kind.power = 3


def tune_all(module):
    for kind in module.__dict__.values():
        if isinstance(kind, type):
            kind.power = 3


def tune_named(module):
    for name in dir(module):
        kind = getattr(module, name)
        if isinstance(kind, type):
            kind.power = 3
"""
#: A file that has the class as a value, and a kernel.
FILES = {
    "__init__.py": "from . import other\n",
    "kinds.py": KINDS,
    "tuned.py": TUNED,
    "listed.py": "from .kinds import Spring\nLISTED = [Spring]\n",
    "kernel.py": "from .kinds import Spring\ndef f(x, k):\n    return Spring(k).force(x)\n",
}
#: What finds methods by names that are not seen, in a file that does not name the class.
FOUND = {
    "a method that is asked for": "NAMES = [getattr(kinds.Kept, n) for n in dir(kinds.Kept)]\n",
    "members": "import inspect\nNAMES = inspect.getmembers(kinds.Kept)\n",
}
#: What does more with it.
NAMED = {
    "a call of what is found": FOUND["a method that is asked for"] + "NAMES[-1](kinds.Spring)\n",
    "a method that is named": "list(map(kinds.Kept.fix, listed.LISTED))\n",
    "a method that is called": "getattr(kinds.Kept, 'f' + 'ix')(listed.LISTED[0])\n",
    "a class that is asked": "kind = type(kinds.Spring(1.0))\nkind.power = 3\n",
    "a class of a known text": "kind = getattr(kinds, 'Spring')\nkind.power = 3\n",
    "a module's own": "for kind in list(vars(kinds).values()):\n"
                      "    if isinstance(kind, type):\n        kind.power = 3\n",
    "a module's own by its attribute": "for kind in list(kinds.__dict__.values()):\n"
                                       "    if isinstance(kind, type):\n        kind.power = 3\n",
    "a module's own by a text": "import sys\nparts = sys.modules['pk.kinds'].__dict__\n"
                                "for kind in list(parts.values()):\n"
                                "    if isinstance(kind, type):\n        kind.power = 3\n",
    "members of a module that is given": "from .tuned import tune\ntune(kinds)\n",
    "parts of a module that is given": "from .tuned import tune_all\ntune_all(kinds)\n",
    "names of a module that is given": "from .tuned import tune_named\ntune_named(kinds)\n",
}  # fmt: skip


def outcome_of(tmp_path: Path, command: str, other: str) -> tuple[int, str]:
    (tmp_path / "pk").mkdir()
    return outcome_in(tmp_path, command, other)


def outcome_in(tmp_path: Path, command: str, other: str) -> tuple[int, str]:
    for name, text in {**FILES, "other.py": f"from . import kinds, listed\n{other}"}.items():
        (tmp_path / "pk" / name).write_text(text)
    words = [command, str(tmp_path / "pk" / "kernel.py"), "--function", "f", "--wrt", "x"]
    words += ["--signature", "f(x: float, k: float)"]
    outcome = CliRunner().invoke(adc, [*words, *(["-o", str(tmp_path)] * (command == "grad"))])
    return outcome.exit_code, outcome.output


@pytest.mark.parametrize("name", FOUND)
def test_a_method_that_is_found_is_told(name: str, tmp_path: Path) -> None:
    code, output = outcome_of(tmp_path, "check", FOUND[name])
    assert code == 0 and "run by Python" in output, output
    told = " ".join(output.split())
    assert "warning[ADC0123]" in told and "`Spring` is taken as its file has it" in told, output
    assert "kinds.py:14" in told, output


@pytest.mark.parametrize("name", NAMED)
def test_a_file_that_names_the_class_is_refused(name: str, tmp_path: Path) -> None:
    code, output = outcome_of(tmp_path, "grad", NAMED[name])
    assert code == 1 and "ADC0123" in output, output


def test_a_run_of_the_original_tells(tmp_path: Path) -> None:
    """Of two files neither names what it changes: the warning is true, and so is the check."""
    other = "found = [getattr(kinds.Kept, n) for n in dir(kinds.Kept) if n == 'f' + 'ix']\n"
    other += "for each in found:\n    each(listed.LISTED[0])\n"
    code, output = outcome_of(tmp_path, "check", other)
    assert code == 4 and "warning[ADC0123]" in output and "wrong: " in output, output


def test_classes_that_another_file_lists_are_refused(tmp_path: Path) -> None:
    (tmp_path / "pk").mkdir()
    found = (
        "from . import kinds\nALL = [k for k in kinds.__dict__.values() if isinstance(k, type)]\n"
    )
    (tmp_path / "pk" / "found.py").write_text(found)
    code, output = outcome_in(tmp_path, "grad", "from .found import ALL\nALL[0].power = 3\n")
    assert code == 1 and "ADC0123" in output, output


def test_nothing_that_is_found_needs_no_warning(tmp_path: Path) -> None:
    code, output = outcome_of(tmp_path, "check", "x = 1\n")
    assert code == 0 and "warning" not in output, output
