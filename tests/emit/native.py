"""Programs compiled from their C text and called through ctypes, for tests of `adc.emit.c`."""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from adc.diagnostics import Span
from adc.emit.c import C
from adc.emit.clike.declarations import error_enum
from adc.emit.interface import Argument, arguments
from adc.interpret.machine import run
from adc.ir.enums import Role
from adc.ir.node import Body, Node
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.shapes import evaluate
from adc.ir.text_parser import parse_program
from adc.ir.walking import map_body
from adc.schedule import Scheduled, schedule

FLAGS = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared")
SCALARS = {
    "float64": ctypes.c_double, "float32": ctypes.c_float, "int64": ctypes.c_int64,
    "int32": ctypes.c_int32, "bool": ctypes.c_bool,
}  # fmt: skip


def parsed(text: str, name: str = "") -> Program:
    """The program of `text`; statements labelled S3a, S3b came from one line of a source."""
    program = parse_program(text)

    def visit(node: Node) -> Body:
        if isinstance(node, Compute):
            digits = "".join(c for c in node.label if c.isdigit())
            return (replace(node, span=Span("kernel.py", int(digits or 0))),)
        return (node,)

    program = program.with_body(map_body(program.body, visit))
    return replace(program, name=name or program.name)


def file_text(scheduled: Sequence[Scheduled], limit_bytes: int | None = None) -> str:
    """One C file of several functions, each under its program's name."""
    functions = [C.function_text(s, s.program.name, limit_bytes=limit_bytes) for s in scheduled]
    helpers = C.support_text(*functions)
    headers = [f"#include <{h}>" for h in C.includes(helpers, *functions)]
    enums = [error_enum(s.program.name, s.program) for s in scheduled]
    return "\n".join([*headers, "", *enums, "", helpers, *functions])


@dataclass
class Native:
    """A program and the library that holds its function."""

    program: Program
    library: ctypes.CDLL

    @property
    def arguments(self) -> tuple[Argument, ...]:
        return arguments(self.program)

    def _sizes(self, sizes: Mapping[str, int]) -> list[ctypes.c_int64]:
        return [ctypes.c_int64(sizes[n]) for n in self.program.symbols]

    def workspace_bytes(self, sizes: Mapping[str, int]) -> int:
        function = self.library[f"{self.program.name}_workspace_bytes"]
        function.restype = ctypes.c_size_t
        return int(function(*self._sizes(sizes)))

    def prepared(
        self, sizes: Mapping[str, int], inputs: Mapping[str, object]
    ) -> dict[str, np.ndarray]:
        """Fresh arrays for all arguments; what is not an input is filled with NaN."""
        arrays = {}
        for a in self.arguments:
            if a.kind in ("size", "integer"):
                continue
            shape = tuple(max(evaluate(e, dict(sizes)), 0) for e in a.shape)
            array = np.full(shape, np.nan if a.dtype.is_float else 0, dtype=a.dtype.value)
            if a.name in inputs:
                array[...] = inputs[a.name]
            arrays[a.name] = array
        return arrays

    def values(self, sizes: Mapping[str, int], arrays: Mapping[str, np.ndarray]) -> list[object]:
        found: list[object] = []
        for a in self.arguments:
            if a.kind in ("size", "integer"):
                found.append(ctypes.c_int64(sizes[a.name]))
            elif a.by_value:
                found.append(SCALARS[a.dtype.value](arrays[a.name][()]))
            else:
                null = arrays[a.name].size == 0
                found.append(ctypes.c_void_p(None if null else arrays[a.name].ctypes.data))
        return found

    def call(self, sizes: Mapping[str, int], inputs: Mapping[str, object]) -> dict[str, np.ndarray]:
        """The arguments after a call with a workspace full of NaN, which is run twice."""
        need = self.workspace_bytes(sizes)
        space = np.full(need // 8 + 8, np.nan)
        place = ctypes.c_void_p(space.ctypes.data if need else None)
        for _ in range(2):
            arrays = self.prepared(sizes, inputs)
            values = self.values(sizes, arrays)
            assert self.library[f"{self.program.name}_ws"](*values, place) == 0
        assert np.isnan(space[need // 8 :]).all(), "written beyond the workspace"
        alone = self.prepared(sizes, inputs)
        assert self.library[self.program.name](*self.values(sizes, alone)) == 0
        for name, array in arrays.items():
            np.testing.assert_array_equal(array, alone[name], err_msg=name)
        return arrays

    def status(self, sizes: Mapping[str, int], arrays: Mapping[str, np.ndarray]) -> int:
        return int(self.library[self.program.name](*self.values(sizes, arrays)))


def build(
    programs: Sequence[Program],
    folder: Path,
    *,
    openmp: bool = False,
    blas: bool = False,
    optimise: str = "-O1",
    more: Sequence[str] = (),
    limit_bytes: int | None = None,
    source_order: bool = False,
) -> list[Native]:
    """All programs (with different names) in one library."""
    order = {"openmp": openmp, "blas": blas, "source_order": source_order}
    scheduled = [schedule(p, **order) for p in programs]
    text = file_text(scheduled, limit_bytes)
    assert max(map(len, text.split("\n"))) <= 100
    (folder / "all.c").write_text(text)
    library = folder / "all.so"
    command = ["gcc", *FLAGS, optimise, *more, str(folder / "all.c"), "-o", str(library), "-lm"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:3000]
    loaded = ctypes.CDLL(str(library))
    return [Native(p, loaded) for p in programs]


def inputs_for(program: Program, sizes: Mapping[str, int], seed: int = 0) -> dict[str, np.ndarray]:
    """Random contents of everything that holds something on entry."""
    random = np.random.default_rng(seed)
    found = {}
    for c in program.containers:
        if c.role not in (Role.INPUT, Role.INOUT, Role.SEED, Role.TANGENT_IN):
            continue
        shape = tuple(max(evaluate(e, dict(sizes)), 0) for e in c.shape)
        if c.dtype.is_float:
            found[c.name] = random.uniform(-1.5, 1.5, shape).astype(c.dtype.value)
        else:
            found[c.name] = random.integers(-4, 5, shape).astype(c.dtype.value)
    return found


def expect_same(native: Native, sizes: Mapping[str, int], tolerance: float = 1e-13) -> None:
    """The C function agrees with the interpreter on random inputs."""
    inputs = inputs_for(native.program, sizes)
    expected = run(native.program, dict(sizes), inputs)
    got = native.call(sizes, inputs)
    for name, array in got.items():
        single = array.dtype == np.float32
        np.testing.assert_allclose(
            array, expected[name], rtol=1e-5 if single else tolerance,
            atol=1e-5 if single else tolerance, err_msg=f"{native.program.name}: {name} at {sizes}",
        )  # fmt: skip
