"""Dictionaries of a module of numbers, texts, types and functions, which functions that run while a
file is imported read: what these hand on is no part of them that could change."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adc.cli.app import adc

MAIN = """
from parts import scaled


def f(x: "float64[n]"):
    return scaled(x)
"""
#: What each has for `KEPT`, its other functions, and what runs while it is imported.
PARTS = """
import numpy as np


def twice(x):
    return 2.0 * x


def half(x):
    return 0.5 * x


KEPT = {kept}


{functions}


def scaled(x):
{scaled}


FIRST = {first}
"""
_PICK = "def pick(name):\n    return KEPT.get(name, twice)"
_FUNCTIONS = '{"a": twice, "b": half}'
_LISTS = '{"a": [2.0, 3.0]}'
RIGHT = {
    "get": (_FUNCTIONS, _PICK, 'return pick("b")(x) + pick("c")(x) * x', 'pick("a")'),
    "subscript": (
        '{"a": (1.0, 3.0), "b": -2.0}', "def pick(name):\n    return KEPT[name]",
        'return x * x * pick("a")[1] + pick("b") * x', 'pick("a")',
    ),
    "items": (
        _FUNCTIONS, 'def names():\n    return [k + "_" for k, v in KEPT.items() if v]',
        'return KEPT["a"](x) * x', "names()",
    ),
    "another list is changed": (
        _FUNCTIONS, _PICK + "\n\n\ndef kept(name):\n    found = [KEPT[name]]\n"
        "    found[0] = half\n    return found",
        'return KEPT["a"](x) * x', 'kept("a")',
    ),
    "types": (
        "{np.float16().dtype.char: np.float32, np.float64().dtype.char: np.float64,\n"
        "    np.complex64().dtype.char: np.complex64, 'G': np.complex128}",
        "def pick(char):\n    return KEPT.get(char, np.float64)",
        "return np.sin(x).astype(pick(x.dtype.char)) * x", 'pick("g")',
    ),
}  # fmt: skip
CHANGED = {
    "set": (_FUNCTIONS, 'def put():\n    KEPT["a"] = half', 'return KEPT["a"](x)', "put()"),
    "updated": (_FUNCTIONS, "def put():\n    KEPT.update(a=half)", 'return KEPT["a"](x)', "put()"),
    "popped": (
        _FUNCTIONS, 'def put():\n    KEPT.pop("a")', 'return KEPT.get("a", half)(x)', "put()",
    ),
    "set under another name": (
        _FUNCTIONS, 'def put():\n    other = KEPT\n    other["a"] = half', 'return KEPT["a"](x)',
        "put()",
    ),
    "handed on": (
        _FUNCTIONS, 'def change(d):\n    d["a"] = half\n\n\ndef put():\n    change(KEPT)',
        'return KEPT["a"](x)', "put()",
    ),
    "given back": (
        _FUNCTIONS, "def all():\n    return KEPT", 'return KEPT["a"](x)',
        'all().__setitem__("a", half)',
    ),
    "an item of an item": (
        _LISTS, 'def put():\n    KEPT["a"][0] = 5.0', 'return KEPT["a"][0] * x', "put()",
    ),
    "an item that is got": (
        _LISTS, 'def put():\n    KEPT.get("a")[0] = 5.0', 'return KEPT["a"][0] * x', "put()",
    ),
    "an item that has a name": (
        _LISTS, 'def put():\n    got = KEPT.get("a")\n    got.append(5.0)',
        'return len(KEPT["a"]) * x', "put()",
    ),
    "an item that is handed back": (
        _LISTS, 'def got():\n    return KEPT.get("a")', 'return KEPT["a"][0] * x',
        "got().append(5.0)",
    ),
    "each item": (
        _LISTS, "def put():\n    for v in KEPT.values():\n        v[0] = 5.0",
        'return KEPT["a"][0] * x', "put()",
    ),
    "a list that an item is": (
        "dict(a=np.ones(2))", "def put():\n    KEPT['a'][0] = 5.0",
        'return KEPT["a"][0] * x', "put()",
    ),
}  # fmt: skip


def run(folder: Path, command: str, texts: tuple[str, str, str, str]) -> Result:
    kept, functions, scaled, first = texts
    parts = PARTS.format(kept=kept, functions=functions, scaled="    " + scaled, first=first)
    (folder / "parts.py").write_text(parts)
    (folder / "main.py").write_text(MAIN)
    words = ["--function", "f", "--wrt", "x"] + ["--size", "n=3"] * (command == "check")
    return CliRunner().invoke(adc, [command, str(folder / "main.py"), *words], prog_name="adc")


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[pytest.mark.long] * (n not in ("get", "types"))) for n in RIGHT],
)
def test_check(name: str, tmp_path: Path) -> None:
    outcome = run(tmp_path, "check", RIGHT[name])
    assert outcome.exit_code == 0, outcome.output
    assert "source   run by Python" in outcome.output


@pytest.mark.parametrize("name", CHANGED)
def test_refused(name: str, tmp_path: Path) -> None:
    outcome = run(tmp_path, "grad", CHANGED[name])
    assert outcome.exit_code == 1, outcome.output
    assert "ADC0" in outcome.output
