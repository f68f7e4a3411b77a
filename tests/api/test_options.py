"""Keywords are the command line's options, by name and by value."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import adc
from adc.api import options
from adc.api.words import keywords, parsed

FUNCTIONS = {
    "grad": ("grad", options.GradOptions),
    "jvp": ("jvp", options.JvpOptions),
    "check": ("check", options.CheckOptions),
    "value_and_grad": ("grad", options.ValueAndGradOptions),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_option_is_a_keyword(name: str) -> None:
    command, table = FUNCTIONS[name]
    named = set(keywords(command)) - ({"value"} if name == "value_and_grad" else set())
    assert set(table.__annotations__) | _inherited(table) == named
    shown = inspect.signature(getattr(adc, name)).parameters
    assert set(shown) == {"source", *named}


def _inherited(table: Any) -> set[str]:
    return set(table.__optional_keys__)


@pytest.mark.parametrize(
    ("given", "parameter", "value"),
    [
        ({"wrt": "A,B"}, "wrt", (("A", "B"),)),
        ({"wrt": ["A", "B"]}, "wrt", (("A", "B"),)),
        ({"of": ("return[0]",)}, "of", (("return_0",),)),
        ({"size": "N=4,M=5"}, "sizes", ((("N", 4), ("M", 5)),)),
        ({"size": {"N": np.int64(4), "M": 5}}, "sizes", ((("N", 4), ("M", 5)),)),
        ({"size": {}}, "sizes", ()),
        ({"of": []}, "of", ()),
        ({"mem_limit": "1KiB"}, "mem_limit", 1024),
        ({"mem_limit": 1000}, "mem_limit", 1000),
        ({"dtype": np.float32}, "dtype", "float32"),
        ({"dtype": "float64"}, "dtype", "float64"),
        ({"defines": {"A": 1, "B": 2}}, "defines", ("A=1", "B=2")),
        ({"defines": "A"}, "defines", ("A",)),
        ({"fix": {"task": "FG"}}, "texts", (("task", "FG"),)),
        ({"fix": {"n": np.int64(2), "t": -1e-07}}, "texts", (("n", "2"), ("t", "-1e-07"))),
        (
            {"fix": {"a": "2", "b": None, "c": True}},
            "texts",
            (("a", "'2'"), ("b", "None"), ("c", "True")),
        ),
        (
            {"fix": {"a": "None", "b": "it's", "c": "'d'", "e": "false"}},
            "texts",
            (("a", "'None'"), ("b", "it's"), ("c", "\"'d'\""), ("e", "'false'")),
        ),
        ({"inactive": ["tic", "toc"]}, "inactive", (("tic", "toc"),)),
        ({"free": True}, "free", True),
        ({"includes": [Path("a"), "b"]}, "includes", ("a", "b")),
        ({"openmp": False}, "openmp", False),
        ({"openmp": None}, "openmp", True),
        ({"inline": True}, "write_out", True),
        ({"inline": False}, "keep_calls", True),
        ({"no_inline": True}, "keep_calls", True),
        ({"machine": Path("m.toml")}, "machine", "m.toml"),
        ({"adjoint_name": "%_b"}, "name_pattern", "%_b"),
        ({"signature": "--odd"}, "signature", "--odd"),
        ({"value": np.True_}, "value", True),
    ],
)
def test_python_s_types_say_the_same(given: dict[str, Any], parameter: str, value: Any) -> None:
    assert parsed("grad", "grad", ["f.py"], given)[parameter] == value


def test_texts_of_fortran_are_passed_as_they_are() -> None:
    found = parsed("grad", "grad", ["f.f90"], {"fix": {"task": "None", "kind": "'2'"}})
    assert found["texts"] == (("task", "None"), ("kind", "'2'"))


def test_a_range_of_set() -> None:
    found = parsed("check", "check", ["-f.py"], {"set": {"a": 0.1, "h": (0.9, 1.1)}})
    assert found["settings"] == ((("a", (0.1, 0.1)), ("h", (0.9, 1.1))),)
    assert found["sources"] == ("-f.py",)


@pytest.mark.parametrize(
    ("given", "error", "text"),
    [
        ({"wtr": "x"}, TypeError, r"adc.grad has no option 'wtr'; did you mean 'wrt'\?"),
        ({"quiet": True}, TypeError, "has no option 'quiet'"),
        ({"folder": "out"}, TypeError, "has no option 'folder'"),
        ({"fix": {"t": np.inf}}, ValueError, "fix: t is a finite number, .* not inf"),
        ({"fix": {"t": (1, 2)}}, ValueError, r"fix: t is a finite number, .* not \(1, 2\)"),
        ({"openmp": 1}, TypeError, "openmp must be True or False, not 1"),
        ({"wrt": "a b"}, ValueError, "'a b' is not a name"),
        ({"wrt": 3}, ValueError, "'3' is not a name"),
        ({"size": {"N": 1.5}}, ValueError, "1.5 is not a whole number"),
        ({"mem_limit": "much"}, ValueError, "adc.grad: Invalid value for 'mem_limit'"),
        ({"strategy": "guess"}, ValueError, "'guess' is not one of"),
        ({}, ValueError, "missing option wrt"),
        ({"head": "heat(u)/(k)"}, TypeError, "`head` is for files"),
        ({"wrt": "k", "function": "g"}, TypeError, "`function` is for files"),
    ],
)
def test_what_the_command_line_would_not_take(
    given: dict[str, Any], error: type[Exception], text: str
) -> None:
    from tests.api.kernels import heat

    with pytest.raises(error, match=text):
        adc.grad(heat, **given)


def test_example_arrays_give_the_types(tmp_path: Path) -> None:
    (tmp_path / "f.py").write_text("def f(x, n):\n    return (x ** n).sum()\n")
    x = np.arange(1.0, 4.0)
    found = adc.grad(tmp_path / "f.py", wrt="x", example={"x": x, "n": 2})
    assert found(x, 3).x == pytest.approx(3 * x**2)
    other = adc.grad(tmp_path / "f.py", wrt="x", example={"x": x + 1, "n": 5})
    assert other.folder == found.folder  # types and shapes alone count
    np.savez(tmp_path / "e.npz", x=x, n=2)
    assert adc.grad(tmp_path / "f.py", wrt="x", example=tmp_path / "e.npz").folder == found.folder
