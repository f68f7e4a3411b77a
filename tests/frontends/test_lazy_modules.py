"""Packages whose `__init__.py` attaches a stub: names are what that says, as Python has them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from adc.diagnostics import AdcError
from adc.frontends.lazy_modules import with_stub
from adc.interpret import run
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import front_half

X = [0.7, -1.2, 0.4]
ATTACHED = "__getattr__, __dir__, __all__ = lazy.attach_stub(__name__, __file__)\n"
LAZY = "import lazy_loader as lazy\n" + ATTACHED
#: What stands for the library in Python's run: a name is imported where it is asked for.
LIBRARY = """
import ast, importlib
def attach_stub(package, file):
    found = {}
    for node in ast.parse(open(file + "i").read()).body:
        for each in node.names:
            found[each.name] = node.module
    def asked(name):
        if name not in found:
            raise AttributeError(name)
        module = importlib.import_module(f"{package}.{found[name] or name}")
        return getattr(module, name) if found[name] else module
    return asked, lambda: list(found), list(found)
"""
NUMERIC = "K = 3.0\ndef square(v):\n    return K * v * v\n"
STUB = "from . import other\nfrom .numeric import (\n    K as K,\n    square as square,\n)\n"
OTHER = "def square(v):\n    return 5.0 * v\n"
MAINS = (
    "import pk.util as util\ndef f(x):\n    return util.square(x) + util.K\n",
    "from pk.util import square, other\ndef f(x):\n    return square(x) * other.square(x)\n",
    "from pk import util\ndef f(x):\n    return util.other.square(x) + util.square(x)\n",
)


def package(folder: Path, main: str, init: str = LAZY, stub: str = STUB) -> Path:
    util = folder / "pk" / "util"
    util.mkdir(parents=True)
    texts = {
        "__init__.py": init, "__init__.pyi": stub, "numeric.py": NUMERIC, "other.py": OTHER,
    }  # fmt: skip
    for name, text in texts.items():
        (util / name).write_text(text)
    (folder / "pk" / "__init__.py").write_text("")
    (folder / "main.py").write_text(main)
    return folder / "main.py"


def by_adc(source: Path) -> np.ndarray:
    request = Request(
        sources=(str(source),), wrt=("x",), of=("return",), signature="f(x: float64[n])"
    )
    primal = front_half(request, Silent(), needs_targets=False).primal
    return run(primal, {"n": len(X)}, {"x": np.array(X)})[primal.returns[0]]


def by_python(source: Path, elsewhere: Path) -> np.ndarray:
    elsewhere.mkdir()
    (elsewhere / "lazy_loader.py").write_text(LIBRARY)
    text = (
        f"import sys, json, numpy as np; sys.path[:0] = {[str(source.parent), str(elsewhere)]}\n"
        f"from main import f; print(json.dumps(f(np.array({X})).tolist()))"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, check=True, text=True)
    return np.array(json.loads(done.stdout))


@pytest.mark.parametrize("number", range(len(MAINS)))
def test_names_are_what_the_stub_says(number: int, tmp_path: Path) -> None:
    source = package(tmp_path / "own", MAINS[number])
    found = by_python(source, tmp_path / "elsewhere")
    np.testing.assert_allclose(by_adc(source), found, rtol=1e-14)


@pytest.mark.parametrize("init", [
    LAZY, "import lazy_loader\n" + ATTACHED.replace("lazy.", "lazy_loader."),
    "from lazy_loader import attach_stub\n" + ATTACHED.replace("lazy.", ""),
    "from lazy_loader import attach_stub as at\n" + ATTACHED.replace("lazy.attach_stub", "at"),
])  # fmt: skip
def test_lines_keep_their_numbers(init: str, tmp_path: Path) -> None:
    package(tmp_path, MAINS[0], init)
    path = str(tmp_path / "pk" / "util" / "__init__.py")
    text = with_stub(path, init)
    assert text != init
    assert text.count("\n") == init.count("\n")


@pytest.mark.parametrize(("init", "stub"), [
    (LAZY, STUB.replace("square as square", "square as other_square")),
    (LAZY, "from .numeric import *\n"),
    (LAZY, "from .numeric import square\nK: float\n"),
    (LAZY, "from pk.util.numeric import square, K\n"),
    (LAZY + "def square(v):\n    return v\n", STUB),
    (LAZY + "for square in (1, 2):\n    pass\n", STUB),
    (LAZY + ATTACHED, STUB),
    (ATTACHED, STUB),
    ("import lazy_loader as other\n" + ATTACHED, STUB),
    ("lazy = __import__('lazy_loader')\n" + ATTACHED, STUB),
    (LAZY.replace("__file__", "'else.py'"), STUB),
    (LAZY, "from .numeric import (square\n"),
])  # fmt: skip
def test_what_says_anything_else_stays_as_it_is(init: str, stub: str, tmp_path: Path) -> None:
    source = package(tmp_path, MAINS[0], init, stub)
    assert with_stub(str(tmp_path / "pk" / "util" / "__init__.py"), init) == init
    if "def square" not in init:
        with pytest.raises(AdcError):
            by_adc(source)


def test_a_file_that_is_no_package_has_no_stub(tmp_path: Path) -> None:
    (tmp_path / "util.pyi").write_text(STUB)
    assert with_stub(str(tmp_path / "util.py"), LAZY) == LAZY
