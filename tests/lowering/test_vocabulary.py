"""Each function of the vocabulary against NumPy, in both precisions and at odd sizes."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from adc.diagnostics import AdcError
from adc.interpret import run
from tests.lowering.harness import agree, by_python, lowered, sizes_of

Arguments = dict[str, Any]
#: Extents in every dimension differ; then one, and none.
SIZES = ((5, 3), (1, 4))
EMPTY = ((0, 3), (3, 0))
OPTIONS = "axis=0", "axis=1", "axis=-1", "axis=(0, 1)", "axis=None", "axis=1, keepdims=True"


def arguments(n: int, m: int, dtype: str) -> Arguments:
    """Asymmetric random inputs; `P` lies in (0, 1)."""
    rng = np.random.default_rng([n, m])
    shape = (n, m)
    return {
        "A": (rng.uniform(0.3, 1.7, shape) * rng.choice([-1, 1], shape)).astype(dtype),
        "P": rng.uniform(0.2, 0.9, shape).astype(dtype),
        "B": rng.uniform(-1, 1, shape).astype(dtype),
        "T": rng.uniform(-1, 1, (2, *shape)).astype(dtype),
        "x": rng.uniform(-2, 2, m).astype(dtype),
        "y": rng.uniform(-2, 2, n).astype(dtype),
        "v": rng.uniform(-2, 2, 3).astype(dtype),
        "I": rng.integers(-4, 5, shape),
        "c": rng.uniform(-1, 1, shape) > 0,
        "a": float(rng.uniform(0.2, 0.9)),
        "f": np.dtype(dtype).type(rng.uniform(0.2, 0.9)),
        "k": 3,
    }


def kernel(expression: str, dtype: str) -> str:
    return f"""
def f(A: "{dtype}[N, M]", P: "{dtype}[N, M]", B: "{dtype}[N, M]", T: "{dtype}[2, N, M]",
      x: "{dtype}[M]", y: "{dtype}[N]", v: "{dtype}[3]", I: "int64[N, M]", c: "bool[N, M]",
      a: float, f: "{dtype}", k: int):
    return {expression}
"""


def check(expression: str, sizes: tuple[tuple[int, int], ...]) -> None:
    """`expression` agrees with NumPy at all sizes; where NumPy raises, so does the program."""
    for dtype in ("float64", "float32"):
        source = kernel(expression, dtype)
        program = lowered(source)
        for n, m in sizes if dtype == "float64" else sizes[:1]:
            given = arguments(n, m, dtype)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                try:
                    by_python(source, given)
                except ValueError:
                    held = {k: v for k, v in given.items() if k in program.by_name}
                    with pytest.raises(ValueError, match="does not hold"):
                        run(program, sizes_of(program, given), held)
                else:
                    agree(source, given, program)


ALL = SIZES + EMPTY

UNARY = [
    f"np.{name}(P)"
    for name in (
        "sqrt", "cbrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos",
        "tan", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "arcsinh", "arctanh", "asin",
        "acos", "atan", "asinh", "atanh", "abs", "absolute", "fabs", "negative", "positive",
        "sign", "floor", "ceil", "trunc", "rint", "fix", "square", "reciprocal", "sinc", "degrees",
        "rad2deg", "radians", "deg2rad", "round", "around", "isnan", "isinf", "isfinite",
        "logical_not",
    )
] + [
    "np.arccosh(P + 1.5)", "np.acosh(P + 1)", "np.round(A, 2)", "A.round(1)", "np.sinc(0*A)",
]  # fmt: skip

BINARY = [
    f"np.{name}(A, B)"
    for name in (
        "add", "subtract", "multiply", "divide", "true_divide", "floor_divide", "mod", "remainder",
        "fmod", "maximum", "minimum", "fmax", "fmin", "arctan2", "atan2", "hypot", "copysign",
        "logaddexp", "logaddexp2", "heaviside", "less", "less_equal", "greater", "greater_equal",
        "equal", "not_equal", "logical_and", "logical_or", "logical_xor",
    )
] + [
    "np.power(P, A)", "np.pow(P, B)", "np.float_power(P, 2)", "np.power(A, 2)", "A**2", "A**3",
    "P**0.5", "2**P", "2.0**P", "P**k", "np.add(A, 1)", "np.add(A, 2.5)", "np.maximum(A, 0)",
    "np.maximum(0.5, A)", "np.add(A, x)", "np.multiply(A, y[:, None])", "np.heaviside(0*A, 0.5)",
]  # fmt: skip

TYPES = [
    "np.sin(a)", "np.sin(f)", "np.sin(2)", "np.sin(I)", "np.sqrt(abs(I))", "np.abs(I)",
    "np.sign(I)", "np.floor(I)", "np.rint(I)", "np.round(I)", "np.square(I)", "I/2", "I//2",
    "I % 3", "np.add(I, A)", "I*2.5", "I + 1", "np.power(I, 2)", "np.arctan2(I, 2)", "I*f",
    "np.maximum(I, 1)", "k*a", "k*f", "k*A", "a*f", "a + 1", "1/3*A", "np.sqrt(k)", "np.abs(k)",
    "np.float64(k)*A", "np.float32(a)*A", "np.float64(a)*A", "np.int64(a*7)", "float(k)*A",
    "float(f)*A", "A.astype(np.float32)", "A.astype(int)", "I.astype(float)", "I.astype('f4')",
    "np.asarray(A, dtype=np.float32)", "np.asarray(A)*2", "math.sin(a)*A", "np.sin(a)*A",
    "np.pi*A", "math.pi*A", "math.tau*A", "np.e*f", "math.inf*A", "float('inf')*A", "A + np.nan",
]  # fmt: skip

CHOICES = [
    "np.where(A > 0, A, 0.0)", "np.where(A > 0, 1, 0)", "np.where(c, 1.0, 0.0)",
    "np.where(A > 0, np.log(A), A)", "np.where(c, x, y[:, None])", "np.where(I, A, B)",
    "np.clip(A, -0.5, 0.5)", "np.clip(A, None, 0.5)", "np.clip(A, 0, None)", "A.clip(0, 1)",
    "np.clip(I, 0, 2)", "np.clip(I, 0.5, 2)", "A.clip(min=0.1)", "np.clip(A, x, abs(x) + 0.5)",
    "np.clip(A, a_min=0.1, a_max=0.5)", "A if a > 0.5 else B", "np.isnan(A) | c", "~c & (A > 0)",
]  # fmt: skip

PYTHON = [
    "math.sin(a)", "math.exp(f)", "math.sqrt(2)", "math.floor(a*7)", "math.ceil(a*7)",
    "math.trunc(-a*7)", "math.log(a, 2)", "math.log(a)", "math.pow(a, 2)", "math.hypot(a, f)",
    "math.atan2(a, f)", "math.degrees(a)", "math.radians(f)", "math.fabs(-a)",
    "math.copysign(a, -1)", "math.fmod(a, 0.3)", "math.erf(a)", "math.erfc(a)", "math.gamma(a)",
    "math.lgamma(a)", "math.cbrt(a)", "math.exp2(a)", "math.isnan(a)", "abs(A)", "abs(a)",
    "abs(-k)", "abs(f)", "abs(k - 5)", "max(a, 0.3)", "max(a, 0)", "max(f, 0.1)", "min(1, 2)",
    "max(k, 2)", "max(k, A.shape[0])", "min(k, A.shape[0])", "min(A.shape)", "float(k)",
    "float(f)", "int(f*10)", "int(-a*10)", "int(2.7)", "int(k/2)", "round(a*10)", "round(a)",
    "pow(a, 2)", "pow(2, k) * a", "bool(a)", "len(A)", "len(A.shape)", "sum((a, f, 1))",
    "float(k)*A", "k//2", "k/2", "k % 2", "-k", "divmod(k, 2)", "divmod(a, 0.3)", "len((1, 2))",
    "A[:int(A.shape[0]/2)]", "A[:math.ceil(A.shape[0]/2)]", "A.size", "A.ndim", "A.T.shape[0]",
]  # fmt: skip

REDUCTIONS = (
    [
        f"np.{name}({call})"
        for name in ("sum", "prod", "mean", "max", "min", "var", "std", "any", "all", "ptp")
        for call in ("A", "A*B", "T, axis=(0, 2)", "T, (1, 2)", "T, -2", "I", "A[1:, ::2]", "a",
                     "[a, f, 2.0]", *(f"A, {o}" for o in OPTIONS))
        if not (name == "ptp" and call in ("a",))
    ]
    + [
        f"{call}.{name}({options})"
        for name in ("sum", "prod", "mean", "max", "min", "var", "std", "any", "all")
        for call, options in (("A", ""), ("(A*2)", "-1"), ("A.T", "0"), ("c", ""))
        if (call, name) not in (("c", "var"), ("c", "std"))
    ]
    + [
        "np.amax(A)", "np.amin(A, axis=0)", "np.sum(A, dtype=np.float64)",
        "np.sum(I, dtype=float)", "np.mean(A, dtype=np.float64)", "np.var(A, ddof=1)",
        "np.std(A, axis=0, ddof=1)", "np.std(A, 1, ddof=0, keepdims=True)", "np.var(I)",
        "np.var(A, axis=0, ddof=5)", "np.count_nonzero(I)", "np.count_nonzero(A > 0, axis=1)",
        "np.trace(A)", "np.trace(A, offset=1)", "A.trace()", "np.trace(A, -1)", "np.trace(I)",
        "np.sum(A > 0)", "np.sum((x, x), axis=0)",
    ]
)  # fmt: skip

ARRAY_LIKE = [
    "np.diag([a, f])", "np.trace([[a, f], [f, 2.0]])", "np.tril([[a, f], [f, a]])",
    "np.transpose([[a, f], [k, a]])", "np.reshape((a, f, a, k), (2, 2))", "np.ravel([[a, f]])",
    "np.flip([a, f, 1.0])", "np.tile([a, f], 2)", "np.repeat((a, f), 2)", "np.exp([a, f])",
    "np.minimum([a, f], 0.5)", "np.where([True, False], [a, f], 1.0)", "np.size([a, f]) * a",
    "np.shape([[a, f]])[1] * f", "np.ones(2) * [a, f]",
    "[a, f] - np.ones(2)", "(a, k) @ np.ones((2, 2))", "np.ones((2, 2)) @ [a, f]",
    "np.r_[x, [a, f]]", "np.r_[np.ones((1, 2)), [[a, f]]]", "np.c_[np.eye(2), [a, f]]",
    "np.array_equal([a, f], [a, f]) * a", "np.array_equal(x, A) * a", "np.asanyarray(x) * a",
    "np.array(A, copy=False) * a", "np.array(A, copy=None) * a",
    "np.rollaxis(T, 2)", "np.rollaxis(T, 0, 3)", "np.rollaxis(T, -1, 1)", "np.rollaxis(T, 1, 2)",
    "np.real(x)", "np.broadcast_arrays(A, a)[1]",
    "len(2 * (a, f)) * a",
]  # fmt: skip

SCANS = [
    "np.cumsum(x)", "np.cumsum(A)", "np.cumsum(A, axis=0)", "np.cumsum(A, axis=1)",
    "np.cumsum(T, axis=-2)", "x.cumsum()", "np.cumsum(I, axis=1)", "np.cumsum(2*A, axis=0)",
    "np.cumsum(c)", "np.cumsum(A, dtype=np.float64)", "np.cumprod(x)", "np.cumprod(A, axis=1)",
    "np.cumprod(A*B)", "A.cumprod(0)",
]  # fmt: skip

NORMS = [
    f"np.linalg.norm({call})"
    for call in (
        "x", "A", "A*B", "I", "T", "A, axis=-1", "A, axis=0, keepdims=True", "A, keepdims=True",
        "x, 2", "x, 1", "x, 0", "x, 3", "x, 2.5", "x, -1", "A, 'fro'", "T, 'fro', axis=(1, 2)",
        "A, ord=1, axis=1", "A, ord=3, axis=0, keepdims=True", "A, None, 1",
    )
] + ["np.linalg.vector_norm(A)", "np.linalg.vector_norm(A, axis=1)"]  # fmt: skip

#: NumPy 2.4 gives these the value 0 for empty arrays, older ones raise as adc does.
EXTREME_NORMS = [
    f"np.linalg.norm({call})"
    for call in (
        "x, np.inf", "x, -math.inf", "A, np.inf, axis=1", "A, 1", "A, -1", "A, np.inf",
        "A, -np.inf", "A, 1, keepdims=True", "T, 1, axis=(2, 0)", "T, np.inf, axis=(0, 2)",
    )
]  # fmt: skip

CREATION = [
    "np.zeros((A.shape[0], 4))", "np.zeros(3)", "np.zeros(A.shape)", "np.zeros_like(A)",
    "np.zeros(A.shape, dtype=np.float32)", "np.ones((2, 3), dtype=int)", "np.ones(A.shape[:1])",
    "np.ones_like(I)", "np.ones_like(I, dtype=float)", "np.zeros(3, dtype=A.dtype)",
    "np.zeros((1,) + A.shape)", "np.zeros([2, 3])", "np.ones(2*k)", "np.full((2, 3), 0.5)",
    "np.full(A.shape, a)", "np.full(A.shape, 1)", "np.full(A.shape, f)", "np.full(A.shape, x)",
    "np.full_like(A, 2)", "np.full_like(I, 2.7)", "np.full(3, np.inf)", "np.arange(5)",
    "np.arange(A.shape[0])", "np.arange(1, k)", "np.arange(1, 8, 2)", "np.arange(8, 1, -2)",
    "np.arange(0.0, 1.0, 0.1)", "np.arange(5.0)", "np.arange(1.0, 3.0)", "np.arange(0.5, 3)",
    "np.arange(5, dtype=float)", "np.arange(k)*a", "np.arange(1, 2, 0.3)", "np.arange(k, 2*k)",
    "np.arange(2, k + 5, 3)", "np.arange(3)[::-1]", "np.arange(0, 1, 0.25)",
    "np.linspace(0, 1, 5)", "np.linspace(0, 1)", "np.linspace(a, f, 7)", "np.linspace(0, 1, 1)",
    "np.linspace(0.0, 1.0, A.shape[0])", "np.linspace(0, 1, 5, endpoint=False)",
    "np.linspace(-1, 1, num=A.shape[1], endpoint=False)", "np.linspace(0, 1, 4, dtype='f4')",
    "np.linspace(0, np.pi, k)", "np.eye(3)", "np.eye(3, 4)", "np.eye(A.shape[0])",
    "np.eye(3, k=1)", "np.eye(4, 3, -1)", "np.identity(k)", "np.eye(2, dtype=int)", "np.tri(3)",
    "np.tri(3, 4, 1)", "np.array([1, 2, 3])", "np.array([1.0, a, 2])", "np.array([f, 1.0])",
    "np.array([[1, 2], [3, 4]])", "np.array([[a, 2.0], [3, f]])", "np.array([x, 2*x])",
    "np.array(2.5)", "np.array([1, 2], dtype=float)", "np.array([True, False])", "np.array(A)",
    "np.asarray([1.0, 2.0])", "np.array(I, dtype=float)", "np.array([1/90, -3/20, 3/2])",
    "np.copy(A[1:])", "A[1:].copy()", "np.ascontiguousarray(A.T)", "np.meshgrid(x, y)",
    "np.meshgrid(x, y, indexing='ij')", "np.diag(x)", "np.diag(x, 1)", "np.diag(x, -2)",
    "np.diag(A)", "np.diag(A, 1)", "np.diag(A, k=-1)", "np.diagonal(A)", "A.diagonal()",
    "np.tril(A)", "np.triu(A)", "np.tril(A, -1)", "np.triu(A, k=1)", "np.tril(T)",
]  # fmt: skip

SHAPES = [
    "A.T", "x.T", "T.T", "T.mT", "np.transpose(A)", "np.transpose(T, (1, 0, 2))",
    "np.transpose(T, axes=(2, 0, 1))", "T.transpose(1, 2, 0)", "T.transpose((1, 2, 0))",
    "T.transpose()", "np.swapaxes(T, 0, -1)", "T.swapaxes(1, 2)", "np.moveaxis(T, 0, -1)",
    "np.moveaxis(T, (0, 1), (-1, -2))", "np.matrix_transpose(T)", "np.reshape(A, (-1,))",
    "A.reshape(-1)", "A.reshape((A.shape[1], A.shape[0]))", "A.reshape(-1, 1)",
    "T.reshape(2, -1)", "T.reshape(A.shape[0]*2, A.shape[1])", "T.reshape(2, A.size)",
    "A.T.reshape(-1)", "A[:, ::-1].reshape(-1)", "(A + 1).reshape(-1)", "x[:, None]", "x[None]",
    "x[np.newaxis, :, None]", "A.ravel()", "A.T.ravel()", "A.flatten()", "np.ravel(T)",
    "np.expand_dims(x, 0)", "np.expand_dims(A, (0, 2))", "np.expand_dims(A, axis=1)",
    "np.squeeze(A[:, None, :], 1)", "x.squeeze()",
    "np.squeeze(A[:, None, :], axis=1)", "np.squeeze(np.sum(A, axis=0, keepdims=True), 0)",
    "np.flip(A)", "np.flip(A, 0)", "np.flip(A, axis=(0, 1))", "np.flipud(A)", "np.fliplr(A)",
    "np.rot90(A)", "np.rot90(A, 2)", "np.rot90(A, -1)", "np.rot90(A, 4)", "A[::-1, ::-1]",
    "np.broadcast_to(x, A.shape)", "np.broadcast_to(a, (3, 2))", "np.atleast_1d(a)",
    "np.atleast_2d(x)", "np.atleast_2d(A)",
]  # fmt: skip

JOINS = [
    "np.concatenate((A, B))", "np.concatenate([A, B], axis=1)", "np.concatenate((x, y))",
    "np.concatenate((A, 2*B, P), axis=-1)", "np.concatenate((x, np.zeros(2)))",
    "np.concatenate((A, B), axis=None)", "np.concatenate((A, I))", "np.stack((A, B))",
    "np.stack([A, B], axis=1)", "np.stack([A, B, P], axis=-1)", "np.stack([a, f])",
    "np.vstack((A, B))", "np.vstack([x, 2*x])", "np.hstack((A, B))", "np.hstack([x, y])",
    "np.hstack([a, x])", "np.column_stack((y, A))", "np.column_stack((x, x, x))",
    "np.dstack((A, B))", "np.append(x, y)", "np.append(x, a)", "np.append(A, B, axis=0)",
    "np.block([[A, B], [P, A]])", "np.roll(x, 1)", "np.roll(x, -1)", "np.roll(A, 1, axis=0)",
    "np.roll(A, -1, axis=1)", "np.roll(A, 1)", "np.roll(A*2, 1, -1)", "np.roll(A, 0, 0)",
    "np.roll(A, (1, -1), axis=(0, 1))", "np.diff(x)", "np.diff(A)", "np.diff(A, axis=0)",
    "np.diff(x, n=2)", "np.pad(x, 1)", "np.pad(A, 1)", "np.pad(A, ((1, 2), (0, 1)))",
    "np.pad(x, (1, 2))", "np.pad(x, 1, mode='edge')", "np.pad(x, 1, mode='wrap')",
    "np.pad(x, 1, constant_values=2.0)", "np.pad(A, ((0, 0), (1, 1)), 'symmetric')",
    "np.tile(x, 2)", "np.tile(A, (2, 1))", "np.tile(A, 2)", "np.tile(A, (2, 1, 1))",
    "np.repeat(x, 2)", "np.repeat(A, 2, axis=0)", "np.repeat(A, 3, axis=1)", "np.gradient(x)",
    "np.gradient(A, 0.5, axis=0)", "np.gradient(x, f)", "np.roll(A, 1, axis=(0, 1))",
    "np.roll(x, (1, 2), axis=0)", "np.roll(A, (1, -2), (-1, -1))", "np.rot90(T, 1, axes=(2, 0))",
    "np.rot90(T, -1, (1, 2))", "np.roll(x, k)", "np.roll(A, (-k, k + 4), (0, 1))", "np.roll(A, k)",
    "np.roll(x, 7)", "np.roll(A, -9, axis=1)",
]  # fmt: skip

#: Differences and integrals of samples, polynomials, Kronecker products.
CALCULUS = [
    "np.diff(x, 0)", "np.diff(A, 2, 0)", "np.diff(x, prepend=0.0)", "np.diff(A, axis=0, append=B)",
    "np.diff(I)", "np.ediff1d(A)", "np.ediff1d(x*2)", "np.gradient(A)", "np.gradient(A, 2, 3)",
    "np.gradient(A, a, axis=(1, 0))", "np.gradient(A, 0.5, 2.0, axis=(1, 0))",
    "np.gradient(x, edge_order=2)", "np.gradient(I)", "np.gradient(A, f, axis=-1, edge_order=2)",
    "np.trapezoid(x)", "np.trapezoid(A, dx=0.5)", "np.trapezoid(A, y, axis=0)", "np.trapezoid(I)",
    "np.trapezoid(A, x)", "np.trapezoid(A, B, axis=-1)", "np.trapezoid(x, dx=f)", "np.kron(x, y)",
    "np.kron(A, P)", "np.kron(x, A)", "np.kron(I, A)", "np.kron(T, x)", "np.vander(x)",
    "np.vander(x, 3)", "np.vander(y, N=4, increasing=True)", "np.vander(v*2, 2)",
    "np.polyval(v, x)", "np.polyval(x, a)", "np.polyval(x, A)", "np.polyval([1, 2, 3], A)",
    "np.polyval([f, 2.0], I)", "np.polyval([2], x)",
]  # fmt: skip

#: What needs elements, and as many in the first operand as in the second.
CONVOLUTIONS = [
    f"np.{name}({call})"
    for name in ("convolve", "correlate")
    for call in ("v, v[:2]", "v, v[1:], 'same'", "v, v, mode='valid'", "v, [1, 2], 'full'",
                 "[1, 2, 3, 4, 5], v[:2], 'same'", "A[:, 0], v[:1], 'same'", "y*2, y, 'same'",
                 "y, y, 'full'", "y, y, mode='valid'")
] + [
    "np.convolve(v[:2], np.ones(6)*a, 'same')", "np.convolve(v, np.arange(7), 'valid')",
    "np.diff(x, n=2, prepend=a, append=x[:1])", "np.trapezoid(T, A[0], axis=2)",
]  # fmt: skip

#: What needs two elements, or three.
SLOPES = [
    "np.gradient(x, np.cumsum(x*x + 1))", "np.gradient(A, np.cumsum(x*x + 1), axis=1)",
    "np.gradient(A, y*y + np.arange(y.size), axis=0, edge_order=2)",
]  # fmt: skip

PRODUCTS = [
    "A @ x", "A @ B.T", "A.T @ B", "x @ x", "y @ A", "T @ x", "T @ A.T",
    "A @ T.transpose(0, 2, 1)", "np.dot(A, x)", "np.dot(x, x)", "np.dot(A, B.T)", "np.dot(a, A)",
    "np.dot(T, x)", "np.dot(A, T.transpose(0, 2, 1))", "A.dot(x)", "np.matmul(A, B.T)",
    "np.inner(A, B)", "np.inner(x, x)", "np.inner(T, x)", "np.outer(x, y)", "np.outer(A, x)",
    "np.vdot(A, B)", "np.einsum('ij,j->i', A, x)", "np.einsum('ij,ij', A, B)",
    "np.einsum('ij->ji', A)", "np.einsum('ij,kj->ik', A, B)", "np.einsum('ii', A @ A.T)",
    "np.einsum('tij,j->ti', T, x)", "np.einsum('i,j->ij', x, y)", "np.einsum('ij->', A)",
    "np.einsum('ij->j', A)", "np.einsum('ij,ij->i', A, I)", "np.tensordot(A, B)",
    "np.tensordot(A, x, axes=1)", "np.tensordot(A, B, axes=([0], [0]))", "np.vecdot(A, B)",
    "np.tensordot(T, A, axes=((1, 2), (0, 1)))", "np.linalg.outer(x, y)", "np.matvec(A, x)",
    "np.matvec(T, x + np.zeros((2, 1)))", "np.linalg.matmul(A, x)", "np.cross(v, 2*v + a)",
    "(A*2) @ (x + 1)",
    "I @ I.T", "I @ x", "np.trace(A @ B.T)", "2*A @ x", "A[1:] @ x", "A @ A.T @ y",
]  # fmt: skip

#: Where a result goes, and what becomes of the operations of two operands.
UFUNCS = [
    "np.add.outer(x, y)", "np.subtract.outer(y, A)", "np.multiply.outer(x, [1, 2])",
    "np.maximum.outer(a, x)", "np.hypot.outer(x, T)", "np.less.outer(x, y)", "np.add.reduce(A)",
    "np.add.reduce(A, axis=None)", "np.add.reduce(T, (0, 2), keepdims=True)", "np.add.reduce(c)",
    "np.multiply.reduce(A, 1)", "np.logical_and.reduce(c, axis=1)", "np.add.accumulate(A)",
    "np.maximum.reduce(A, axis=-1)", "np.multiply.accumulate(A, axis=1)", "np.sum(A, where=c)",
    "np.sum(A, axis=0, where=A > 0, keepdims=True)", "np.sum(c, where=c)",
    "np.prod(A, axis=1, where=c)", "np.sum(A, initial=f)", "np.sum(I, where=c, initial=2)",
    "np.prod(A, initial=2.0)", "np.sum(np.log(A), where=A > 0)", "np.sum(A, where=x > 0)",
    "np.add(A, B, out=A), A", "np.multiply(A, x, out=T)", "np.exp(x, out=A), A",
    "np.sqrt(A, out=B, where=A > 0), B", "np.divide(A, 0.5, out=np.zeros_like(A), where=c)",
    "np.add(I, I, out=A), A", "np.greater(A, 0, out=B), B", "np.clip(A, 0, 1, out=A), A",
    "np.add(A[1:], A[:-1], out=A[1:]), A", "np.sum(A, axis=0, out=x), x", "np.dot(A, x, out=y), y",
    "np.add(A, 1, out=None)", "np.cumsum(A, axis=1, out=B), B", "np.matmul(A, x, out=y), y",
    "np.add(A, B, out=(B,)), B", "A.sum(axis=1, out=y), y", "A.clip(0, 1, out=B), B",
    "np.ndarray((2, 3), dtype=float)*0",
]  # fmt: skip

#: Choices, what is close, and sums that pass over NaN.
STATISTICS = [
    "np.select([A > 0.5, A > 0], [A, 2*B], default=x)", "np.select([c], [I])",
    "np.select([c, x > 0], [A, 1.5], a)", "np.select([A > 0, c], [np.log(A), I])",
    "np.isclose(A, B)", "np.isclose(A, A + 1e-9)", "np.isclose(I, 2, atol=1)",
    "np.isclose(A, np.inf*B)", "np.isclose(A/0*0, A/0*0, equal_nan=True)",
    "np.isclose(A, B, rtol=0.5, atol=a)", "np.allclose(A, B)", "np.allclose(A, A)",
    "np.allclose(x, x + 1e-4, atol=1e-3)", "np.allclose(a, f)", "1.0 if np.allclose(A, B) else a",
] + [
    f"np.{name}(np.where(c, A, np.nan){rest})"
    for name in ("nansum", "nanprod", "nanmean", "nanmax", "nanmin", "nanvar", "nanstd")
    for rest in ("", ", axis=0", ", axis=-1, keepdims=True")
] + [
    "np.nansum(I, axis=0)", "np.nanmax(I)", "np.nanmean(I)", "np.nanvar(A, ddof=1)",
    "np.nanstd(np.where(c, A, np.nan), 0, ddof=1)", "np.nanvar(I, axis=1)", "np.nansum(T, (0, 2))",
    "np.einsum('...j,j', A, x)", "np.einsum('...j,j->...', T, x)", "np.einsum('ij...->j...', T)",
    "np.einsum('...ij,...kj->...ik', T, A)", "np.einsum('i,ij,kj->k', y, A, B, optimize=True)",
    "np.einsum('...,...', A, x)", "np.einsum('i...', A)", "np.einsum('i,i', v, [1, 2, 3])",
]  # fmt: skip

#: Of samples in order.
TABLES = [
    "np.interp(A, [-1.0, a, 1.5], v)", "np.interp(a, np.arange(3), v)",
    "np.interp(I, [-1, 0, 3], v)", "np.interp(x, np.cumsum(y*y), y, left=7.0)",
    "np.interp(np.arange(4), [0, 1, 2.0], v, 1, f)",
    "np.interp(A/0*0, [0.0, 1.0], v[:2])", "np.interp(v, v[:1], [a])",
    "np.array_split(v, 2)[0] + 0*np.array_split(v, 2)[1]", "np.array_split(v, 5)[4]",
    "np.split(T, 2)[1]", "np.split(v, [1, 2], axis=-1)[1]", "np.split(A, 1, axis=1)[0]",
    "np.vsplit(T, 2)[0]", "np.split(v, [2])[1]", "np.split(v, (1, 7))[2]", "np.nan_to_num(A)",
    "np.nan_to_num(np.log(A), nan=a, posinf=1.0)", "np.nan_to_num(I)", "np.nan_to_num(A/0)",
    "np.nan_to_num(-A/0, neginf=-2)",
]  # fmt: skip

#: Of square matrices, and of variables with more than one value.
MATRICES = [
    "np.linalg.inv(np.outer(y, y) + 3*np.eye(y.size))", "np.linalg.inv([[a, 2.0], [1, f]])",
    "np.linalg.inv(T[:, :, :1] + np.eye(A.shape[0]))", "np.linalg.det(T[:, :1, :1])",
    "np.linalg.det([[a, 2.0], [1, f]])", "np.linalg.det(np.array([v, v*v, v + f])*2.0)",
    "np.linalg.matrix_power(I @ I.T, 3)", "np.linalg.matrix_power(I @ I.T, 0)",
] + [
    f"np.linalg.matrix_power(np.outer(y, y) + np.eye(y.size), {n})" for n in (-2, 0, 1, 2, 3, 5, 6)
]  # fmt: skip

#: Of several variables that have several values.
COVARIANCES = [
    "np.cov(x)", "np.cov(A)", "np.cov(A, rowvar=False)", "np.cov(x, x*x)", "np.cov(x, 2*x, ddof=0)",
    "np.cov(A, B, bias=True)", "np.corrcoef(x, x*x)", "np.corrcoef(A)", "np.corrcoef(y)",
    "np.corrcoef(A, rowvar=False)", "np.cov(I)",
]  # fmt: skip

EVERYWHERE = (
    UNARY + BINARY + TYPES + CHOICES + PYTHON + REDUCTIONS + SCANS + NORMS + CREATION + SHAPES
    + JOINS + CALCULUS + UFUNCS + STATISTICS + PRODUCTS + ARRAY_LIKE
)  # fmt: skip


@pytest.mark.parametrize("expression", EVERYWHERE)
def test_agrees_with_numpy(expression: str) -> None:
    check(expression, ALL)


STATEMENTS = [
    "np.copyto(A, B)", "np.copyto(A[1:], x, where=c[1:])", "np.copyto(A[:, ::-1], 1)",
    "np.add(A[1:], A[:-1], out=A[1:])", "np.copyto(A[1:], A[:-1])",
    "for i in range(k):\n        np.multiply(A, B, out=A)\n        np.copyto(B, A[::-1])",
    "np.maximum(x, A, out=B, where=c); np.add(B, A, out=A)",
    "R = np.roll(A, k, axis=1); A[:] = 3; B[:] = R", "R = np.diff(A, 0); R[:] = B",
]  # fmt: skip

#: Views and copies of arrays that have elements.
STATEMENTS_OF_ELEMENTS = [
    "R = np.roll(A, 7, axis=1); R[:, :1] = 2; B[:] = R; A[:, 1:] = 3; B[:] += R",
    "R = np.einsum('ij->ji', A); R[1:] = 2; A[0:1] *= 3; B[:] = R.T",
    "R = np.einsum('ii->i', A[:1, :1]); R[:] = 7",
    "P, Q = np.split(A[:, :1], 1)[0], np.array_split(T, 2)[1]; P[:] = 2; Q += 1; B[:] = Q[0]",
    "R = np.rot90(A, 0); R[:] = B; S = np.rot90(A, 2); S[:1] = 4",
]  # fmt: skip


@pytest.mark.parametrize("statement", STATEMENTS + STATEMENTS_OF_ELEMENTS)
def test_writes_as_numpy_does(statement: str) -> None:
    for n, m in ALL if statement in STATEMENTS else SIZES:
        given = arguments(n, m, "float64")
        agree(kernel("A, B", "float64").replace("return", f"{statement}\n    return"), given)


AVERAGES = [
    "np.average(A)",
    "np.average(A, axis=1)",
    "np.average(x, weights=x*x + 1)",
    "np.average(A, axis=1, weights=np.abs(x) + 1)",
    "np.average(A, axis=0, weights=P)",
]


@pytest.mark.parametrize("expression", EXTREME_NORMS + AVERAGES + CONVOLUTIONS + MATRICES + TABLES)
def test_agrees_where_there_are_elements(expression: str) -> None:
    check(expression, SIZES)


@pytest.mark.parametrize("expression", SLOPES + COVARIANCES)
def test_agrees_where_there_are_three_elements(expression: str) -> None:
    check(expression, ((5, 3), (3, 6)))


@pytest.mark.parametrize("expression", ["np.pad(A, 2, 'reflect')"])
def test_needs_large_enough_axes(expression: str) -> None:
    check(expression, ((5, 3), (4, 7)))
    source = kernel(expression, "float64")
    program, given = lowered(source), arguments(1, 1, "float64")
    held = {k: v for k, v in given.items() if k in program.by_name}
    with pytest.raises(ValueError, match="does not hold"):
        run(program, sizes_of(program, given), held)


REFUSED = [
    ("np.sum(A, out=B)", "ADC0220"), ("np.max(A, where=c)", "ADC0220"),
    ("np.max(A, initial=x)", "ADC0220"), ("np.add(A, B, out=I)", "ADC0220"),
    ("np.add(A, B, out=a)", "ADC0220"), ("np.add(A, B, where=c)", "ADC0220"),
    ("np.sum(A, axis=0, out=x[None])", "ADC0220"), ("np.dot(A, x, out=I[:, 0])", "ADC0220"),
    ("np.divide(I, 2, out=I)", "ADC0220"), ("np.greater.reduce(A)", "ADC0226"),
    ("np.copyto(A, B, casting='no')", "ADC0220"), ("np.sum(A, initial=x)", "ADC0220"),
    ("np.add(A, T, out=A)", "ADC0212"), ("np.fliplr(x)", "ADC0220"),
    ("np.linalg.inv(x)", "ADC0212"),
    ("np.select([A], [A])", "ADC0220"), ("np.select([c], [A, B])", "ADC0220"),
    ("np.ptp(A, where=c)", "ADC0220"),
    ("np.linalg.matrix_power(A, k)", "ADC0220"), ("np.cov(T)", "ADC0220"),
    ("np.interp(x, A, x)", "ADC0220"),
    ("np.split(v, 2)", "ADC0212"), ("np.split(v, a)", "ADC0220"), ("np.split(a, 1)", "ADC0220"),
    ("np.nan_to_num(A, copy=False)", "ADC0220"),
    ("np.gradient(A, 1, 1, 1)", "ADC0220"), ("np.convolve(A, x)", "ADC0220"),
    ("np.diff(x, -1)", "ADC0220"), ("np.rot90(A, axes=(0, 0))", "ADC0220"),
    ("np.sinn(A)", "ADC0227"), ("A.argpartition(1)", "ADC0227"),
    ("np.linalg.norm(A, 3)", "ADC0220"), ("np.linalg.norm(A, 'other')", "ADC0220"),
    ("np.linalg.norm(x, 'fro')", "ADC0220"), ("np.sum(A, axis=2)", "ADC0221"),
    ("np.sum(A, axis=(0, 0))", "ADC0220"), ("np.max(np.zeros((0, 3)))", "ADC0217"),
    ("np.zeros(a)", "ADC0220"), ("np.zeros(3, dtype=object)", "ADC0222"),
    ("np.zeros(3, dtype='V8')", "ADC0222"),
    ("np.squeeze(x, 0)", "ADC0220"), ("math.sin(A)", "ADC0220"), ("np.exp(c)", "ADC0220"),
    ("c @ c.T", "ADC0213"), ("np.reciprocal(I)", "ADC0220"), ("max(A, B)", "ADC0220"),
    ("np.arange(a)", "ADC0235"), ("np.transpose(A, (0, 0))", "ADC0220"),
    ("np.reshape(A, (-1, -1))", "ADC0231"), ("np.zeros((2, 3)).reshape(4)", "ADC0231"),
    ("np.einsum('ijk,j->i', A, x)", "ADC0220"), ("np.concatenate((A, x))", "ADC0220"),
    ("np.array([[1, 2], [3]])", "ADC0220"), ("float(A)", "ADC0220"),
]  # fmt: skip


@pytest.mark.parametrize(("expression", "code"), REFUSED)
def test_refuses(expression: str, code: str) -> None:
    with pytest.raises(AdcError) as caught:
        lowered(kernel(expression, "float64"))
    diagnostic = caught.value.diagnostics[0]
    assert diagnostic.code == code
    assert diagnostic.span is not None
    assert diagnostic.help


def test_suggests_a_close_name() -> None:
    with pytest.raises(AdcError) as caught:
        lowered(kernel("np.sinn(A)", "float64"))
    assert "numpy.sin" in caught.value.diagnostics[0].help
