"""Small primal programs written in the IR, and everything that emission wants of them."""

from __future__ import annotations

import importlib.util
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType

from adc.checkpoint.configuration import STORE_ALL, Configuration
from adc.checkpoint.transform.planner import plan
from adc.differentiate.forward import tangent_program
from adc.differentiate.gradient import reverse_program
from adc.emit import Facts, Functions, render
from adc.emit.precision import converted, in_double
from adc.ir.build import add, mul
from adc.ir.declarations import Assumption, Container, Parameter
from adc.ir.dtypes import DType
from adc.ir.enums import ParameterKind, Update
from adc.ir.expressions import Apply, Const, Expr, Read
from adc.ir.node import Access, Dim
from adc.ir.nodes import Compute, Loop
from adc.ir.program import Program
from adc.ir.shapes import integer, symbol
from adc.schedule import schedule
from adc.simplify.copies import propagate_copies
from adc.simplify.dead import drop_dead

F64 = DType.FLOAT64
i, j, k, t = (symbol(name) for name in "ijkt")
N, M, NI, NJ, NK, T = (symbol(name) for name in ("N", "M", "NI", "NJ", "NK", "T"))


def read(name: str, *index) -> Read:
    return Read(name, tuple(integer(x) for x in index), F64)


def dim(var, stop, start=0) -> Dim:
    return Dim(var.name, integer(start), integer(stop))


def statement(label: str, name: str, index, op: str, expr: Expr, *dims: Dim) -> Compute:
    return Compute(label, Access(name, tuple(integer(x) for x in index)), op, expr, dims)


def array(name: str, role: str, *shape) -> Container:
    return Container(name, F64, tuple(integer(e) for e in shape), role)


def gemm() -> Program:
    """C := alpha*A@B + beta*C."""
    parameters = [Parameter(n, ParameterKind.SIZE) for n in ("NI", "NJ", "NK")]
    parameters += [Parameter(n, ParameterKind.SCALAR) for n in ("alpha", "beta")]
    parameters += [Parameter(n, ParameterKind.ARRAY) for n in ("C", "A", "B")]
    product = mul(read("A", i, k), read("B", k, j))
    total = add(mul(read("alpha"), read("P", i, j)), mul(read("beta"), read("C", i, j)))
    rows = (dim(i, NI), dim(j, NJ))
    return Program(
        "gemm",
        tuple(parameters),
        (
            array("alpha", "input"),
            array("beta", "input"),
            array("C", "inout", NI, NJ),
            array("A", "input", NI, NK),
            array("B", "input", NK, NJ),
            array("P", "local", NI, NJ),
        ),
        (
            statement("S1", "P", (i, j), Update.ASSIGN, Const("0.0", F64), *rows),
            statement("S2", "P", (i, j), Update.ADD, product, *rows, dim(k, NK)),
            statement("S3", "C", (i, j), Update.ASSIGN, total, *rows),
        ),
        source="gemm.py",
    )


def smoothing() -> Program:
    """T steps of u := u + r*u*(left - 2u + right) on u[N + 2], and the sum of squares returned."""
    parameters = (
        Parameter("N", ParameterKind.SIZE),
        Parameter("u", ParameterKind.ARRAY),
        Parameter("T", ParameterKind.INTEGER),
        Parameter("r", ParameterKind.SCALAR),
    )
    two = Const("2.0", F64)
    bend = add(Apply("sub", (read("u", j - 1), mul(two, read("u", j))), F64), read("u", j + 1))
    new = add(read("u", j), mul(mul(read("r"), read("u", j)), bend))
    inner = dim(j, N + 1, 1)
    loop = Loop(
        "t", integer(0), T, 1,
        (
            statement("S1", "v", (j,), Update.ASSIGN, new, inner),
            statement("S2", "u", (j,), Update.ASSIGN, read("v", j), inner),
        ),
    )  # fmt: skip
    square = mul(read("u", i), read("u", i))
    return Program(
        "smoothing",
        parameters,
        (
            array("u", "inout", N + 2),
            array("r", "input"),
            array("v", "local", N + 2),
            array("energy", "output"),
        ),
        (
            loop,
            statement("S3", "energy", (), Update.ASSIGN, Const("0.0", F64)),
            statement("S4", "energy", (), Update.ADD, square, dim(i, N + 2)),
        ),
        returns=("energy",),
        source="smoothing.py",
    )


def scaled() -> Program:
    """y[i] := x[2*i] + x[2*i + 1], returned; x[2*N] and w[M] with M == N; w is not used."""
    parameters = (
        Parameter("N", ParameterKind.SIZE),
        Parameter("M", ParameterKind.SIZE),
        Parameter("x", ParameterKind.ARRAY),
        Parameter("w", ParameterKind.ARRAY),
    )
    total = mul(add(read("x", 2 * i), read("x", 2 * i + 1)), read("w", i))
    return Program(
        "scaled",
        parameters,
        (array("x", "input", 2 * N), array("w", "input", M), array("return_0", "output", N)),
        (statement("S1", "return_0", (i,), Update.ASSIGN, total, dim(i, N)),),
        returns=("return_0",),
        assumptions=(Assumption(M, "==", N, "x and w are multiplied"),),
        source="scaled.py",
    )


KERNELS = {"gemm": gemm, "smoothing": smoothing, "scaled": scaled}
REQUESTS = {
    "gemm": (("alpha", "beta", "C", "A", "B"), ("C",)),
    "smoothing": (("u", "r"), ("energy",)),
    "scaled": (("x", "w"), ("return_0",)),
}


@dataclass(frozen=True)
class Built:
    """A kernel's programs and files."""

    primal: Program
    tangent: Program
    derivative: Program
    facts: Facts
    files: dict[str, str]

    def write(self, folder: Path) -> Path:
        for name, text in self.files.items():
            (folder / name).write_text(text)
        return folder


def built(name: str, *, dtype: str = "float64", **options) -> Built:
    """The files of a kernel; `options` are fields of Facts."""
    wrt, of = REQUESTS[name]
    primal = KERNELS[name]()
    if dtype == "float32":
        primal = converted(primal, DType.FLOAT64, DType.FLOAT32)
    facts = Facts(primal.name, wrt, of, sources=(primal.source,), **options)
    return of_primal(primal, facts)


def of_primal(primal: Program, facts: Facts, configuration: Configuration = STORE_ALL) -> Built:
    jvp = facts.mode == "jvp"
    tangent = tangent_program(primal, facts.wrt, facts.of, value=jvp and facts.value)
    tangent = propagate_copies(drop_dead(tangent))
    derivative = tangent
    if not jvp:
        planned = plan(
            reverse_program(
                primal, facts.wrt, facts.of,
                seed=facts.seed, value=facts.value, accumulate=facts.accumulate,
            ),
            configuration=configuration,
        )  # fmt: skip
        derivative = propagate_copies(drop_dead(planned.program))
        facts = replace(facts, plan=planned.rows)
    options = {"openmp": facts.openmp, "blas": facts.blas}
    functions = Functions(
        schedule(derivative, **options, sizes=facts.sizes),
        primal,
        tuple(schedule(in_double(p), **options) for p in (primal, tangent)[: 1 if jvp else 2]),
    )
    return Built(primal, tangent, derivative, facts, render(functions, facts))


def loaded(folder: Path, entry: str) -> ModuleType:
    """The wrapper in a folder where `make` has been run, loaded anew."""
    spec = importlib.util.spec_from_file_location(entry, folder / f"{entry}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compile_and_run(folder: Path, *arguments: str, flags: str = "") -> subprocess.CompletedProcess:
    """Builds the self-check with `flags` and runs it."""
    stem = next(folder.glob("*_check.c")).stem.removesuffix("_check")
    command = ["gcc", "-std=c11", "-O0", "-Wall", "-Wextra", "-Werror", *flags.split(),
               f"{stem}_check.c", f"{stem}.c", "-o", "check", "-lm"]  # fmt: skip
    subprocess.run(command, cwd=folder, check=True)
    return subprocess.run(["./check", *arguments], cwd=folder, capture_output=True, text=True)
