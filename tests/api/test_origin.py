"""Where the text of a function object is, and which ones have none that adc could take."""

from __future__ import annotations

import functools
import importlib.util
import linecache
import math
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import adc
from adc.api.origin import origin_of
from tests.api import kernels

TEXT = "def f(x: float, a: float = 2.0):\n    return a * x * x\n"


def module(path: Path, text: str) -> types.ModuleType:
    """The module of a file, imported."""
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec and spec.loader
    found = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode, before = True, sys.dont_write_bytecode
    try:
        spec.loader.exec_module(found)
    finally:
        sys.dont_write_bytecode = before
    return found


def refusal(source: Any, folder: Path) -> str:
    """The text of the refusal of `source`."""
    with pytest.raises(adc.AdcError) as caught:
        origin_of(source, folder)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.help
    return f"{diagnostic.code}: {diagnostic.message}"


def test_files_are_taken_as_they_are_given(tmp_path: Path) -> None:
    assert origin_of("a.f90", tmp_path).sources == ("a.f90",)
    assert origin_of(Path("a.f90"), tmp_path).sources == ("a.f90",)
    assert origin_of(["a.f", Path("b.f")], tmp_path).sources == ("a.f", "b.f")
    with pytest.raises(TypeError, match="a path, a list of paths, or a function, not int"):
        origin_of(3, tmp_path)


def test_a_function_is_its_file_and_its_name(tmp_path: Path) -> None:
    found = origin_of(module(tmp_path / "k.py", TEXT).f, tmp_path)
    assert found.sources == (str(tmp_path / "k.py"),)
    assert found.function == "f" and found.defaults == {"a": 2.0}


def test_what_wraps_a_function_is_looked_through(tmp_path: Path) -> None:
    dispatcher = type("Dispatcher", (), {"__call__": id, "py_func": staticmethod(kernels.heat)})
    for wrapped in (kernels.decorated, functools.lru_cache(kernels.heat), dispatcher()):
        assert origin_of(wrapped, tmp_path).sources == (kernels.__file__,)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (lambda x: x, "ADC0208: a `lambda` has no name to find it by"),
        (kernels.nesting(), "ADC0208: `inner` is defined inside `nesting`, and"),
        (kernels.Model.method, "ADC0208: `method` is defined inside `Model`, and"),
        (kernels.Model().method, "ADC0208: `Model.method` is a method"),
        (kernels.Model, "ADC0208: `Model` is a class"),
        (functools.partial(kernels.heat, 3), "ADC0208: `heat` stands in a `partial`"),
        (math.sin, "ADC0208: `sin` is not a function that is written in Python"),
        (np.sin, "ADC0208: `sin` is not a function that is written in Python"),
    ],
)
def test_what_has_no_text_of_its_own(source: Callable[..., Any], text: str, tmp_path: Path) -> None:
    assert refusal(source, tmp_path).startswith(text)


def test_no_file_and_no_text(tmp_path: Path) -> None:
    scope: dict[str, Any] = {}
    exec(TEXT, scope)
    why = "ADC0602: cannot read the source of `f`: it is defined where no file is"
    assert refusal(scope["f"], tmp_path) == why
    exec(compile(TEXT, "<stdin>", "exec"), scope)
    assert refusal(scope["f"], tmp_path) == why


def cell(name: str, text: str) -> Callable[..., Any]:
    """A function of a notebook's cell: Python knows its text by a name that is no file's."""
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    scope: dict[str, Any] = {}
    exec(compile(text, name, "exec"), scope)
    found: Callable[..., Any] = scope["f"]
    return found


def test_a_cell_of_a_notebook() -> None:
    found = adc.grad(cell("<cell 1>", TEXT), wrt="x")
    assert found(3).x == 12.0
    # The same text again, in another cell, is built already.
    assert adc.grad(cell("<cell 2>", TEXT), wrt="x").folder == found.folder
    with pytest.raises(adc.AdcError) as caught:
        adc.grad(cell("<cell 3>", TEXT.replace("x * x", "x.reel")), wrt="x")
    assert " --> f.py:2:" in str(caught.value)


def test_a_file_that_has_changed_since_it_was_imported(tmp_path: Path) -> None:
    path = tmp_path / "k.py"
    f = module(path, TEXT).f
    path.write_text("# moved\n\n\n" + TEXT)
    assert origin_of(f, tmp_path).function == "f"
    for changed in (TEXT.replace("a * x", "a + x"), TEXT.replace("f(", "g("), "import numpy\n"):
        path.write_text(changed)
        assert "does not say what is loaded" in refusal(f, tmp_path)
    helped = "def g(x):\n    return x\ndef f(x: float):\n    return g(x)\n"
    calling = module(path, helped).f
    path.write_text(helped.replace("return x", "return x + x"))
    assert "does not say what is loaded" in refusal(calling, tmp_path)
    path.write_text(TEXT + TEXT.replace("a * x", "a + x"))
    assert refusal(f, tmp_path) == f"ADC0208: {path} defines `f` more than once"
    path.write_text("def f(x:\n")
    assert origin_of(f, tmp_path).function == "f"  # where it is wrong is told with a caret


SURROUNDED = """
import math
import numpy as np
SCALE = 2.0
AREA: float = -SCALE * np.pi**2
WEIGHTS = (0.5, [1, 2])
TWICE = 1.0
TWICE = 2.0
def g(x):
    return x
def h(x):
    return AREA * WEIGHTS[1][0] * g(x)
def f(x: float):
    return SCALE * h(x) + TWICE
"""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SCALE", 3.0),
        ("SCALE", np.array([2.0])),
        ("AREA", -2.0 * np.pi),
        ("WEIGHTS", (0.5, [1, 3])),
        ("WEIGHTS", [0.5, [1, 2]]),
        ("g", lambda x: 2 * x),
        ("h", math.sin),
    ],
)
def test_what_a_function_finds_in_its_module_is_what_the_file_says(
    name: str, value: Any, tmp_path: Path
) -> None:
    path = tmp_path / "k.py"
    loaded = module(path, SURROUNDED)
    assert origin_of(loaded.f, tmp_path).function == "f"
    vars(loaded)[name] = value
    expected = f"ADC0602: cannot read the source of `f`: `{name}` is not what {path} says"
    assert refusal(loaded.f, tmp_path) == expected


def test_numbers_that_have_changed_in_the_file_and_others_that_are_the_same(tmp_path: Path) -> None:
    path = tmp_path / "k.py"
    f = module(path, SURROUNDED).f
    f.__globals__.update(
        SCALE=np.float64(2.0), TWICE=5.0, g=functools.lru_cache(f.__globals__["g"])
    )
    assert origin_of(f, tmp_path).function == "f"
    path.write_text(SURROUNDED.replace("[1, 2]", "[1, 4]"))
    assert "`WEIGHTS` is not what" in refusal(f, tmp_path)


ARRAYS = """
import math
import numpy as np
from numpy import linspace
N = 3
Q = np.diag([1.0, 2.0, float(N)])
H = linspace(0.0, 1.0, N)[1]
R = (Q.T @ np.ones(N)).reshape(1, 3) / math.factorial(N)
def f(x: "float64[3]"):
    return H * np.sum(Q @ x) + np.sum(R[0] * x)
"""


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("", None),
        ("Q", np.diag([1.0, 2.0, 4.0])),
        ("Q", np.diag([1.0, 2.0, 3.0]).astype(np.float32)),
        ("H", 0.25),
        ("R", np.zeros((1, 3))),
        ("N", 4),
    ],
)
def test_arrays_of_the_module_are_what_the_file_makes_them(
    name: str, value: Any, tmp_path: Path
) -> None:
    path = tmp_path / "k.py"
    loaded = module(path, ARRAYS)
    if not name:
        assert origin_of(loaded.f, tmp_path).function == "f"
        loaded.Q[0, 0] = 5.0
        name = "Q"
    vars(loaded)[name] = vars(loaded)[name] if value is None else value
    if name == "N":  # nothing that the function uses: arrays are made once
        assert origin_of(loaded.f, tmp_path).function == "f"
        return
    expected = f"ADC0602: cannot read the source of `f`: `{name}` is not what {path} says"
    assert refusal(loaded.f, tmp_path) == expected
