"""The text that functions of libraries are written in."""

from __future__ import annotations

import ast

import pytest

from adc.frontends.names import free_names
from adc.lowering.numpy import written
from adc.lowering.numpy.vocabulary import table
from adc.resources import folder

FILES = sorted((folder("templates") / "numpy").glob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_each_function_is_read_and_knows_its_names(path) -> None:  # type: ignore[no-untyped-def]
    names = [n.name for n in ast.parse(path.read_text()).body if isinstance(n, ast.FunctionDef)]
    assert names
    for name in names:
        unknown = set(free_names(written.function(name))) - written.known_names()
        assert not unknown, f"{name} takes {unknown} from the file that calls it"


def test_each_name_stands_once() -> None:
    """Of two functions of one name only the last would be read."""
    units = (ast.FunctionDef, ast.ClassDef)
    names = [n.name for p in FILES for n in ast.parse(p.read_text()).body if isinstance(n, units)]
    assert len(names) == len(set(names)), {n for n in names if names.count(n) > 1}


def test_each_full_name_is_a_function_that_adc_knows() -> None:
    assert {"numpy.histogram", "scipy.linalg.toeplitz", "math.prod"} <= written.TABLE.keys()
    assert all(table()[name] is handler for name, handler in written.TABLE.items())
