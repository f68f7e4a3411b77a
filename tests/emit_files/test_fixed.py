"""What is no argument of the generated function but has one value in it: the files say which."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

from adc.options import Request
from adc.pipeline import compile_request

PYTHON = """import numpy as np


def f(x: "float64[N]", mode={mode!r}):
    if mode == {mode!r}:
        return np.sum(x**2)
    return np.sum(np.sin(x))
"""
FORTRAN = """subroutine f(n, x, y, task)
  integer :: n
  real(8) :: x(n), y
  character(len=*) :: task
  y = sum(x)
  if (task == 'F') y = sum(x**2)
end subroutine
"""


@pytest.mark.parametrize("mode", ["sum", 'a "quoted" */ \\ one', "\x1b'''"])
def test_a_default_that_is_kept(mode: str, tmp_path: Path) -> None:
    path = tmp_path / "kernel.py"
    path.write_text(PYTHON.format(mode=mode))
    files = compile_request(Request(sources=(str(path),), wrt=("x",))).files
    assert json.loads(files["manifest.json"])["fixed"] == {"mode": ascii(mode)}
    comment = files["f_grad.h"].partition("*/")[0]
    assert "function f with mode = " in " ".join(comment.replace("*", "").split())
    assert files["f_grad.h"].partition("*/")[2].lstrip().startswith("#ifndef")
    assert "mode = " in (ast.get_docstring(ast.parse(files["f_grad.py"])) or "")


def test_a_text_that_the_request_fixes(tmp_path: Path) -> None:
    path = tmp_path / "kernel.f90"
    path.write_text(FORTRAN)
    request = Request(sources=(str(path),), wrt=("x",), of=("y",), texts={"task": "F"})
    files = compile_request(request).files
    assert json.loads(files["manifest.json"])["fixed"] == {"task": "'F'"}
    assert "routine f with task = 'F'." in " ".join(files["f_grad.h"].split())
