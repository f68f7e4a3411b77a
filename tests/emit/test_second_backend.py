"""A second back end, to see how little one takes: C with linear subscripts and no OpenMP or BLAS.

It is not C's twin by inheritance: what it shares with C is what languages like C have in common.
"""

from __future__ import annotations

import ctypes
import inspect
import json
import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
import sympy

from adc.diagnostics import AdcError, InternalError
from adc.emit import Facts
from adc.emit.backends import BACKENDS, backend_of
from adc.emit.c import C
from adc.emit.clike.backend import CLike
from adc.emit.clike.declarations import error_enum
from adc.emit.clike.function import FunctionText
from adc.emit.clike.statements import TreeText
from adc.emit.clike.support import HELPERS, Support
from adc.emit.reserved import is_reserved
from adc.ir.expressions import Index
from adc.ir.program import Program
from adc.schedule import schedule
from adc.schedule.tree import LibraryCall, Operation, walk
from tests.emit.native import FLAGS, Native, inputs_for
from tests.proof.cases import load_cases
from tests.proof.compiled import compile_case


@dataclass
class LinearTree(TreeText):
    """`a[i*M + j]` for `a[i][j]`; loops run one iteration after another."""

    def array_element(self, container: str, index: Index) -> str:
        return f"{self.names[container]}[{self.integers(self.offset(container, index))}]"

    def block_start(self, container: str, prefix: Index) -> str:
        if not prefix:
            return self.names[container]
        return f"&{self.array_element(container, prefix)}"

    def offset(self, container: str, index: Index) -> sympy.Expr:
        """The place of the first of the elements `container[index]`."""
        shape, place = self.containers[container].shape, sympy.Integer(0)
        for axis, extent in enumerate(shape):
            place = place * extent + (index[axis] if axis < len(index) else 0)
        return sympy.expand(place)


@dataclass
class LinearFunction(FunctionText):
    speller: ClassVar[type[TreeText]] = LinearTree

    @staticmethod
    def reserved(word: str) -> bool:
        return word == "dim" or is_reserved(word)


class Linear(CLike):
    target = "linear"
    suffix = ".lc"
    function = LinearFunction
    support = Support(HELPERS)

    def build_files(self, facts: Facts, sources: Mapping[str, str]) -> dict[str, str]:
        names = " ".join(name for name in sources if name.endswith(self.suffix))
        return {"build.sh": f"cc -x c -std=c11 -shared -fPIC {names} -o lib{facts.entry}.so -lm\n"}


LINEAR = Linear()
NAMES = ("gemm", "lu", "burgers", "heat_3d", "softmax", "syrk", "relaxation", "limiter")


def gradient_of(name: str) -> Program:
    return compile_case(load_cases()[name]).gradient


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(BACKENDS, "linear", LINEAR)
    yield


def native(backend: CLike, program: Program, folder: Path) -> Native:
    """The program's function in the language of `backend`, built as C."""
    scheduled = schedule(program, openmp=True, blas=True, library=backend.operations)
    text = backend.function_text(scheduled, program.name)
    helpers = backend.support_text(text)
    headers = [f"#include <{h}>" for h in backend.includes(helpers, text)]
    lines = [*headers, error_enum(program.name, program), helpers, text]
    source, library = folder / f"{backend.target}.c", folder / f"{backend.target}.so"
    source.write_text("\n".join(lines))
    command = ["cc", *FLAGS, "-O1", str(source), "-o", str(library), "-lm"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:3000]
    return Native(program, ctypes.CDLL(str(library)))


@pytest.mark.parametrize("name", NAMES)
def test_the_same_numbers_as_from_c(name: str, tmp_path: Path) -> None:
    sizes = dict(load_cases()[name].sizes)
    program = gradient_of(name)
    inputs = {k: np.abs(v) + 1 for k, v in inputs_for(program, sizes).items()}
    given, wanted = (native(b, program, tmp_path).call(sizes, inputs) for b in (LINEAR, C))
    for key, value in wanted.items():
        np.testing.assert_allclose(given[key], value, rtol=1e-10, atol=1e-300, err_msg=key)


def test_what_it_cannot_call_is_loops() -> None:
    program = gradient_of("gemm")
    calls = schedule(program, openmp=True, blas=True, library=C.operations)
    loops = schedule(program, openmp=True, blas=True, library=LINEAR.operations)
    some = schedule(program, openmp=True, blas=True, library={Operation.MATRIX_VECTOR})
    assert any(isinstance(n, LibraryCall) for n in walk(calls.tree))
    assert not any(isinstance(n, LibraryCall) for s in (loops, some) for n in walk(s.tree))
    text = LINEAR.function_text(loops, "f")
    assert "gemm(" not in text and "#pragma" not in text
    assert re.search(r"A_bar\[NK\*\w+ \+ \w+\]", text)
    with pytest.raises(InternalError, match="no call for the matrix product"):
        LINEAR.function_text(calls, "f")


@pytest.mark.usefixtures("registered")
def test_a_request_names_it() -> None:
    files = compile_case(load_cases()["lu"], target="linear").files
    assert {"lu_grad.lc", "lu_grad.h", "lu_grad_check.c", "lu_grad.py", "build.sh"} <= set(files)
    assert not {"lu_grad.c", "Makefile", "CMakeLists.txt"} & set(files)
    assert json.loads(files["manifest.json"])["target"] == "linear"
    assert "A_bar[N*i + j]" in files["lu_grad.lc"]
    in_c = compile_case(load_cases()["lu"]).files
    for name in ("lu_grad.h", "lu_grad.py", "lu_grad_check.c"):
        assert files[name] == in_c[name], "the interface is one, whatever the target"


@pytest.mark.usefixtures("registered")
def test_its_words_are_kept_from_the_user_s_names() -> None:
    assert LINEAR.names(gradient_of("lu")) == C.names(gradient_of("lu"))
    assert (LinearFunction.reserved("dim"), is_reserved("dim")) == (True, False)


def test_targets_that_are_not_built_are_refused() -> None:
    assert backend_of("c") is C
    with pytest.raises(AdcError, match="there is no target"):
        backend_of("linear")


def test_a_back_end_is_thin() -> None:
    lines = sum(len(inspect.getsource(c).split("\n")) for c in (LinearTree, LinearFunction, Linear))
    assert lines < 60
