"""The examples' gradients against their primals: as C, and as NumPy runs the source.

Primal and gradient are compiled together, by one command with the same flags, and called in turn on
the same inputs with the workspace kept between calls.
"""

from __future__ import annotations

import ctypes
import runpy
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from adc.emit.c import C
from adc.emit.interface import Argument, arguments
from adc.ir.shapes import evaluate
from adc.options import Request
from adc.pipeline import compile_request
from adc.schedule import Scheduled, schedule
from benchmarks.timing import best_seconds

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
FLAGS = ("-std=c11", "-O3", "-march=native", "-fopenmp", "-fPIC", "-shared", "-lm")


@dataclass(frozen=True)
class Case:
    """One example at one size. `scalars` fixes what must not be drawn at random."""

    name: str
    wrt: tuple[str, ...]
    sizes: dict[str, int]
    of: tuple[str, ...] = ()
    scalars: dict[str, float] = field(default_factory=dict)
    signature: str | None = None
    prepare: Callable[[dict[str, Any]], None] = lambda inputs: None


def _dominant(inputs: dict[str, Any]) -> None:
    """LU without pivoting wants a large diagonal."""
    inputs["A"] += 2.0 * len(inputs["A"]) * np.eye(len(inputs["A"]))


def _small_weights(inputs: dict[str, Any]) -> None:
    """Activations that a softmax can tell apart without overflow."""
    inputs["w1"] *= 0.05
    inputs["w2"] *= 0.05


GEMM = (
    "gemm(alpha: float64, beta: float64, C: float64[NI, NJ], A: float64[NI, NK],"
    " B: float64[NK, NJ])"
)
CASES = (
    Case(
        "burgers", ("u", "nu"), {"N": 2000, "steps": 500},
        scalars={"nu": 0.02, "dx": 1e-3, "dt": 1e-5},
    ),
    Case("gemm", ("A", "B", "C"), {"NI": 200, "NJ": 220, "NK": 240}, ("C",), signature=GEMM),
    Case("jacobi2d", ("A", "B"), {"N": 250, "TSTEPS": 50}, ("A",)),
    Case("lu", ("A",), {"N": 200}, ("A",), prepare=_dominant),
    Case(
        "mlp", ("w1", "b1", "w2", "b2"),
        {"batch": 64, "inputs": 200, "hidden": 150, "classes": 10}, prepare=_small_weights,
    ),
)  # fmt: skip


def gradient_rows(folder: Path) -> list[tuple[str, ...]]:
    """One row of text per example: name, sizes, three times in milliseconds, a ratio."""
    return [_row(case, folder) for case in CASES]


def _row(case: Case, folder: Path) -> tuple[str, ...]:
    source = EXAMPLES / case.name / "kernel.py"
    request = Request(
        (str(source),), function=case.name, wrt=case.wrt, of=case.of, signature=case.signature,
        blas=False,
    )  # fmt: skip
    compiled = compile_request(request)
    primal = schedule(compiled.primal, openmp=True, blas=False)
    library = _build(case, folder, compiled.files, primal)
    inputs = _inputs(case, compiled.primal.parameters, primal)
    python = runpy.run_path(str(source))[case.name]
    numpy_time = best_seconds(lambda: python(*_python_arguments(compiled.primal, inputs)))
    primal_time = _c_time(library, f"{case.name}_primal", primal, inputs)
    gradient_time = _c_time(library, f"{case.name}_grad", compiled.scheduled, inputs)
    sizes = " ".join(f"{name}={size}" for name, size in case.sizes.items())
    milliseconds = (f"{1e3 * t:.2f}" for t in (numpy_time, primal_time, gradient_time))
    return (case.name, sizes, *milliseconds, f"{gradient_time / primal_time:.1f}")


def _build(case: Case, folder: Path, files: dict[str, str], primal: Scheduled) -> ctypes.CDLL:
    entry = f"{case.name}_primal"
    text = C.function_text(primal, entry)
    head = "".join(f"#include <{name}>\n" for name in C.includes(text, C.support_text(text)))
    codes = "enum {\n" + "".join(
        f"    {entry.upper()}_{code} = {number},\n"
        for number, code in enumerate(("ENOMEM", "ESIZE", "EALIAS"), 1)
    )
    (folder / f"{entry}.c").write_text(f"{head}\n{codes}}};\n\n{C.support_text(text)}\n{text}")
    for name, content in files.items():
        if name.endswith((".c", ".h")) and not name.endswith("_check.c"):
            (folder / name).write_text(content)
    library = folder / f"{case.name}.so"
    sources = [f"{entry}.c", f"{case.name}_grad.c"]
    command = ["cc", *sources, "-o", str(library), *FLAGS]
    subprocess.run(command, cwd=folder, check=True)
    return ctypes.CDLL(str(library))


def _inputs(case: Case, parameters: Any, primal: Scheduled) -> dict[str, Any]:
    """The primal's inputs by name: numbers, and arrays drawn from [0.1, 1.1)."""
    rng = np.random.default_rng(2)
    inputs: dict[str, Any] = dict(case.sizes)
    for parameter in parameters:
        if parameter.kind in ("size", "integer"):
            continue
        container = primal.program[parameter.name]
        shape = tuple(evaluate(extent, case.sizes) for extent in container.shape)
        drawn = 0.1 + rng.random(shape)
        inputs[parameter.name] = case.scalars.get(parameter.name, drawn) if not shape else drawn
    case.prepare(inputs)
    return inputs


def _python_arguments(primal: Any, inputs: dict[str, Any]) -> list[Any]:
    """What the source's function takes, arrays copied: it may write them."""
    return [np.copy(inputs[p.name]) if p.kind == "array" else inputs[p.name]
            for p in primal.parameters if p.kind != "size"]  # fmt: skip


def _c_time(
    library: ctypes.CDLL, entry: str, scheduled: Scheduled, inputs: dict[str, Any]
) -> float:
    found = arguments(scheduled.program)
    # What a call writes starts anew in every call, as it would for the caller.
    values = [_argument(a, inputs) for a in found]
    symbols = [ctypes.c_int64(inputs[a.name]) for a in found if a.kind in ("size", "integer")]
    workspace_bytes = getattr(library, f"{entry}_workspace_bytes")
    workspace_bytes.restype = ctypes.c_size_t
    workspace = np.zeros(workspace_bytes(*symbols) // 8 + 8)
    function = getattr(library, f"{entry}_ws")
    base = (workspace.ctypes.data + 63) // 64 * 64

    def call() -> None:
        for argument, value in zip(found, values, strict=True):
            if argument.role == "inout":
                value[1][...] = inputs[argument.name]
        result = function(*(v[0] for v in values), ctypes.c_void_p(base))
        assert result == 0, f"{entry} returned {result}"

    return best_seconds(call)


def _argument(argument: Argument, inputs: dict[str, Any]) -> tuple[Any, Any]:
    """The ctypes value, and the array behind it where there is one."""
    if argument.kind in ("size", "integer"):
        return ctypes.c_int64(inputs[argument.name]), None
    if argument.by_value:
        return ctypes.c_double(inputs[argument.name]), None
    shape = tuple(evaluate(extent, inputs_as_sizes(inputs)) for extent in argument.shape)
    given = inputs.get(argument.name) if argument.role in ("input", "inout") else None
    array = np.ones(shape) if given is None else np.array(given, dtype=float)
    return ctypes.c_void_p(array.ctypes.data), array


def inputs_as_sizes(inputs: dict[str, Any]) -> dict[str, int]:
    return {name: value for name, value in inputs.items() if isinstance(value, int)}
