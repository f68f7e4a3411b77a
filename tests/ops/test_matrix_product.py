"""The matrix product as an operation: through both modes, planner, scheduler and C, against NumPy
and its finite differences."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from adc import interpret
from adc.diagnostics import InternalError
from adc.differentiate.forward import tangent_program
from adc.finishing import verified
from adc.ir.operation import in_loops
from adc.ir.program import Program
from adc.ir.text import program_text
from adc.ir.text_parser import parse_program
from adc.ir.verify import verify
from adc.ir.walking import walk_nodes
from adc.observer import Silent
from adc.ops.library import MatrixProduct
from adc.options import Request
from adc.pipeline import Compiled, Front, back_half
from tests.proof.harness import gap
from tests.proof.inputs import Arrays


@dataclass(frozen=True)
class Kernel:
    """A program in the IR's text form, and the same in NumPy."""

    written: str
    original: Callable[..., float]
    shapes: dict[str, tuple[int, ...]]
    sizes: dict[str, int]

    @property
    def text(self) -> str:
        """As written, each statement with variables of its own."""
        lines = self.written.splitlines()
        own = (re.sub(r"\b[ijkn]\b", rf"\g<0>_{k}", line) for k, line in enumerate(lines))
        return "\n".join(own) + "\n"

    @property
    def program(self) -> Program:
        return parse_program(self.text)

    def inputs(self) -> Arrays:
        rng = np.random.default_rng(11)
        return {name: rng.standard_normal(shape) for name, shape in self.shapes.items()}

    def value(self, inputs: Arrays) -> float:
        return self.original(**inputs, **self.sizes)

    def slope(self, inputs: Arrays, direction: Arrays, h: float = 1e-5) -> float:
        """The directional derivative of the original, by central differences."""
        ends = ({k: v + s * h * direction[k] for k, v in inputs.items()} for s in (1, -1))
        up, down = (self.value(end) for end in ends)
        return (up - down) / (2 * h)


# Assigned and added to in a loop, one factor transposed, a scalar that varies, one array twice.
STEPS = """\
program f(M: size, K: size, T: integer, a: array, x: array, s: scalar) -> r
input a: float64[M, K]
input x: float64[K, M]
input s: float64
output r: float64
local u: float64[M, M]
local v: float64[K, M]
local w: float64[M]
local z: float64[M]

S0: u[i, j] = x[0, i]*x[0, j] for i in 0:M, j in 0:M
S1: w[i] = 0.1 for i in 0:M
L1: for t in range(0, T):
    S2: do matrix_product(a[i, k] for i in 0:M, k in 0:K; u[i, j] for i in 0:M, j in 0:M; s) -> \
v[k, j] for k in 0:K, j in 0:M
    S3: v[k, j] = sin(v[k, j]) + x[k, j] for k in 0:K, j in 0:M
    S4: do matrix_product(v[k, i] for i in 0:M, k in 0:K; v[k, j] for j in 0:M, k in 0:K; -0.25) \
-> += u[i, j] for i in 0:M, j in 0:M
    S5: do matrix_product(u[i, j] for i in 0:M, j in 0:M; w[j] for j in 0:M) -> z[i] for i in 0:M
    S6: w[i] = cos(z[i]) for i in 0:M
S7: r = 0.0
S8: r += u[i, j]*w[i] for i in 0:M, j in 0:M
"""


def steps(a: np.ndarray, x: np.ndarray, s: np.ndarray, M: int, K: int, T: int) -> float:
    u, w = np.outer(x[0], x[0]), np.full(M, 0.1)
    for _ in range(T):
        v = np.sin(s * (a.T @ u)) + x
        u = u - 0.25 * (v.T @ v)
        w = np.cos(u @ w)
    return float(np.sum(u * w[:, None]))


# A batch, whose axis each of the three arrays lacks once; sections with offsets; a formula as
# the scalar.
BATCHED = """\
program f(N: size, M: size, K: size, a: array, b: array, s: scalar) -> r
input a: float64[N, M, K]
input b: float64[N + 1, K, M]
input s: float64
output r: float64
local c: float64[N, M, M]
local d: float64[N, M, K]
local e: float64[K, M]

S0: c[n, i, j] = a[n, i, 0] for n in 0:N, i in 0:M, j in 0:M
S1: do matrix_product(a[n, i, k] for n in 0:N, i in 0:M, k in 0:K; b[n + 1, k, j] for n in 0:N, \
k in 0:K, j in 0:M; 2.0*s) -> += c[n, i, j] for n in 0:N, i in 0:M, j in 0:M
S2: c[n, i, j] = c[n, i, j]*c[n, i, j] for n in 0:N, i in 0:M, j in 0:M
S3: do matrix_product(c[n, i, j] for n in 0:N, i in 0:M, j in 0:M; b[0, k, j] for k in 0:K, \
j in 0:M) -> d[n, i, k] for n in 0:N, i in 0:M, k in 0:K
S4: do matrix_product(d[n, i, k] for n in 0:N, i in 0:M, k in 0:K; c[n, i, j] for n in 0:N, \
i in 0:M, j in 0:M) -> e[k, j] for k in 0:K, j in 0:M
S5: r = 0.0
S6: r += e[k, j]*e[k, j] for k in 0:K, j in 0:M
"""


def batched(a: np.ndarray, b: np.ndarray, s: np.ndarray, N: int, M: int, K: int) -> float:
    c = (a[:, :, :1] + 2.0 * s * (a @ b[1:])) ** 2
    d = c @ b[0].T
    e = np.einsum("nik,nij->kj", d, c)
    return float(np.sum(e * e))


KERNELS = {
    "steps": Kernel(STEPS, steps, {"a": (3, 4), "x": (4, 3), "s": ()}, {"M": 3, "K": 4, "T": 3}),
    "batched": Kernel(
        BATCHED, batched, {"a": (2, 3, 2), "b": (3, 2, 3), "s": ()}, {"N": 2, "M": 3, "K": 2}
    ),
}


@pytest.fixture(params=KERNELS)
def kernel(request: pytest.FixtureRequest) -> Kernel:
    return KERNELS[request.param]


def test_text_and_interpreter(kernel: Kernel) -> None:
    program, inputs = kernel.program, kernel.inputs()
    verify(program, "built")
    assert program_text(program, spans=False) == kernel.text
    assert parse_program(program_text(program)) == program
    wanted = kernel.value(inputs)
    plain = in_loops(program)
    assert not any(isinstance(n, MatrixProduct) for n in walk_nodes(plain.body))
    for each in (program, plain):
        assert interpret.run(each, kernel.sizes, inputs)["r"] == pytest.approx(wanted, rel=1e-12)


def test_forward_mode(kernel: Kernel) -> None:
    tangent = tangent_program(kernel.program, tuple(kernel.shapes), ("r",))
    verified(tangent, "tangent")
    assert sum(isinstance(n, MatrixProduct) for n in walk_nodes(tangent.body)) > 4
    inputs, direction = kernel.inputs(), directions(kernel)
    assert gap(slope_by(tangent, kernel, direction), kernel.slope(inputs, direction)) < 1e-7


def directions(kernel: Kernel) -> Arrays:
    rng = np.random.default_rng(12)
    return {name: rng.standard_normal(shape) for name, shape in kernel.shapes.items()}


def slope_by(tangent: Program, kernel: Kernel, direction: Arrays) -> np.ndarray:
    given = {**kernel.inputs(), **{f"{k}_dot": v for k, v in direction.items()}}
    return interpret.run(tangent, kernel.sizes, given)["r_dot"]


def compiled(kernel: Kernel, **options: object) -> Compiled:
    wrt = tuple(kernel.shapes)
    request = Request(sources=("f.py",), mode="grad", wrt=wrt, of=("r",), sizes=kernel.sizes)
    request = replace(request, **options)  # type: ignore[arg-type]
    return back_half(Front(kernel.program, wrt, ("r",), texts={"f.py": ""}), request, Silent())


@pytest.mark.parametrize("options", [{}, {"mem_limit": 1700}, {"blas": False}])
def test_reverse_mode_all_the_way_to_c(
    kernel: Kernel, options: dict[str, object], tmp_path: Path
) -> None:
    found = compiled(kernel, **options)
    gradient, inputs, direction = found.gradient, kernel.inputs(), directions(kernel)
    assert any(isinstance(n, MatrixProduct) for n in walk_nodes(gradient.body))
    seeds = {c.name: np.array(1.0) for c in gradient.containers if c.role == "seed"}
    bars = interpret.run(gradient, kernel.sizes, {**inputs, **seeds})
    product = sum(float(np.sum(bars[f"{k}_bar"] * v)) for k, v in direction.items())
    assert gap(product, kernel.slope(inputs, direction)) < 1e-7
    tangent = tangent_program(kernel.program, tuple(kernel.shapes), ("r",))
    assert gap(product, slope_by(tangent, kernel, direction)) < 1e-12
    text = "".join(found.files.values())
    called = kernel is KERNELS["steps"] and options.get("blas", True)  # a batch is loops
    assert ("adc_dgemm(" in text) == called
    for name, content in found.files.items():
        (tmp_path / name).write_text(content)
    command = ["make", "-s", "check", "CFLAGS=-O1"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_is_no_product_is_refused() -> None:
    nodes = walk_nodes(KERNELS["steps"].program.body)
    product = next(n for n in nodes if isinstance(n, MatrixProduct))
    a, u, s = product.operands
    (i, j) = u.domain
    wrong = {
        "of several extents": (a, u._replace(domain=(replace(i, stop=i.stop + 1), j)), s),
        "in one array alone": (a._replace(domain=(*a.domain, replace(i, var="q"))), u, s),
        "by a scalar": (a, u, u),
        "takes two factors": (a,),
    }
    for words, operands in wrong.items():
        with pytest.raises(InternalError, match=words):
            replace(product, operands=operands).check(KERNELS["steps"].program.by_name)
