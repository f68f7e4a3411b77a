"""Complex numbers inside functions of real ones, against NumPy: values, aliases, refusals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from adc.diagnostics import AdcError
from tests.lowering.harness import agree, lowered
from tests.lowering.test_vocabulary import SIZES, arguments, check, kernel

#: `Z` is a matrix, `z` a vector, `c` a number.
HEAD = (
    "(lambda q: np.array([q.real, q.imag]))((lambda Z, z, w, c: {expression})"
    "(A + 1j*B, x - 2j*x[::-1]**2, x + 0j, a + 0.5j))"
)

EXPRESSIONS = [
    # arithmetic
    "1j*x", "2.5j + x", "x - 1j", "1j - x", "-Z", "+Z", "Z*Z", "Z*1j", "x*Z", "Z*x", "3*Z", "k*Z",
    "Z + z", "Z - z", "z - w", "Z/z", "1/Z", "1/(1 + 1j*x)", "x/Z", "Z/x", "Z/2", "1/(2j*x)",
    "Z/(1j*x)", "1j/Z", "I*1j", "(I*1j)/2", "Z/I.astype(float)**2", "z**2", "z**3", "z**0", "z**-1",
    "z**-3", "z**7.0", "z**0.5", "2**(1j*x)", "np.e**(1j*x)", "1j**2*x", "(x + 1j)*(2 - 1j)",
    "np.add(z, 1j)", "np.subtract(1, z)", "np.multiply(z, w)", "np.divide(w, z)", "np.power(z, 2)",
    "np.negative(z)", "np.square(z)", "np.reciprocal(z)", "c*Z", "Z*np.complex128(1 + 2j)",
    "Z*np.complex64(1 + 2j)", "f*z", "(a*1j)*f", "c*f", "complex(a, 2)*z", "complex(f)*z",
    # parts
    "z.conj()", "np.conj(z)", "np.conjugate(Z)", "z.conjugate()", "np.conj(x)*1j",
    # functions
    "np.exp(z)", "np.exp(1j*x)", "np.exp(w)", "np.sqrt(z)", "np.sqrt(w)", "np.sqrt(-w)",
    "np.sqrt(-1.0*w)", "np.sqrt(w/-2)", "np.sqrt(np.conj(w))", "np.sqrt(x*w)", "np.sqrt(0*z)",
    "np.log(z)", "np.log(w)", "np.log(-w)", "np.sqrt(x + 0j)", "np.sqrt(1j*x*1j)",
    "np.sqrt(x*(1 + 0*1j*x))", "np.sqrt(-2.0*(P + 1j*0*A))", "np.sqrt(-(P + 1j*0*A))",
    "np.log(A*(P + 1j*0*A))", "np.log(P/(A + 0*1j*A))", "np.log(A - 0*1j*A)", "np.sin(z)",
    "np.cos(z)", "np.sinh(z)", "np.cosh(z)",
    # reductions and products
    "np.sum(Z)", "np.sum(Z, axis=0)", "Z.sum(axis=1, keepdims=True)", "np.mean(Z, axis=1)",
    "Z.mean()", "np.cumsum(z)", "np.diff(z)", "Z @ z", "np.dot(Z, x)", "A @ z", "Z.T @ Z",
    "np.vdot(z, w)", "np.outer(z, x)", "np.inner(z, z)", "Z @ Z.conj().T", "np.dot(z, z)",
    "np.kron(z, [1, 2j])", "np.convolve(z, [1j, 2.0])", "np.trace(Z)",
    # shapes
    "Z.T", "Z[1:, ::2]", "Z[0]", "Z[..., -1]", "Z[:, None]", "Z.reshape(-1)", "Z.ravel()",
    "Z.flatten()", "np.transpose(Z)", "np.concatenate([z, x])", "np.concatenate([x, z])",
    "np.stack([z, w, x])", "np.hstack([Z, A])", "np.flip(z)", "np.roll(z, 2)", "np.pad(z, 1)",
    "np.tile(z, 2)", "np.where(c.real > 0, Z, 0)", "np.where(x > 0, 1j, z)",
    "np.where(x > 0, x, z)", "np.diag(z)", "np.tril(Z)", "Z[[0, -1]]", "np.append(z, 1j)",
    "np.delete(z, 1)", "np.gradient(z)", "np.interp(P[0], np.arange(3.0), z)", "np.trapezoid(z)",
    "np.polyval(y, z)", "np.polyval([1, 2j, a], z)", "np.polyval(w, 1j*x)",
    "np.trapezoid(Z, axis=0)",
    # made
    "np.array([1j, 2, a])", "np.array([[1j, 2], [a, c]])", "np.array([z, w])", "np.asarray(z)",
    "np.asarray(x, dtype=complex)", "np.array(z, dtype=complex)", "x.astype(complex)",
    "x.astype(np.complex64)", "z.astype(np.complex64)", "I.astype(complex)", "np.zeros(3, complex)",
    "np.zeros((2, 3), dtype=np.complex64)", "np.ones(3, dtype=complex)", "np.full(3, 1j)",
    "np.full(3, 2 + a*1j)", "np.full(3, a, dtype=complex)", "np.ones_like(z)", "np.zeros_like(Z)",
    "np.full_like(z, 2j)", "np.zeros_like(x, dtype=complex)", "np.eye(3, dtype=complex)",
    "np.array([1, 2], dtype=complex)", "np.array([1, 2], dtype='complex64')", "np.copy(z)",
]  # fmt: skip

REAL = [
    "np.linalg.norm({z})", "np.linalg.norm({z}, 1)", "np.linalg.norm(A + 1j*B)",
    "np.linalg.norm(A - 1j*B, axis=1)",
    "np.abs({z})", "abs({z})", "np.absolute({z})", "np.abs({z})**2", "np.angle({z})",
    "np.angle({z}, deg=True)", "np.real({z})", "np.imag({z})", "np.imag(x)", "x.imag", "np.real(x)",
    "np.angle(x)", "({z}*np.conj({z})).real", "np.isnan({z})", "np.isfinite({z})",
    "{z} == {z}", "{z} != x", "x == 1j", "np.equal({z}, x)", "({z}).size + 0*x",
    "x if np.iscomplexobj({z}) else 2*x", "x if np.isrealobj(x) else 2*x", "len({z}) * x",
    "np.angle(-2.0*(P + 1j*0*A))", "np.angle(-(P + 0*1j*A))", "np.angle(A*(P + 1j*0*A))",
    "np.angle((P + 1j*0*A)/A)", "np.angle(A/(P + 1j*0*A))", "np.angle(np.conj(A + 1j*0*A))",
    "np.angle(A + 1j*(-0.0*P))", "np.angle(A - 1j*(0.0*P))", "np.angle(1j*A*1j)",
    "np.angle(np.conj(A + 0j)*a)", "np.angle(np.conj(A + 0j)*A[::-1])",
    "np.angle(np.conj(P + 0j)/A)", "np.angle((np.conj(A + 0j) - 2.0))",
    "np.angle(1j*0*P - np.conj(P + 0j))", "np.angle((A + 0j)**3)",
    "({z}**a).real", "((1j*x)**a).imag",
    "np.angle(A*1j*1j)", "np.angle(-2.0/(A + 1j*0*P))", "np.angle(complex(-a, -0.0)*A)",
    "np.arctan2((-1.0*(P + 0j)).imag, (-1.0*(P + 0j)).real)",
]  # fmt: skip


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_both_parts(expression: str) -> None:
    source = kernel(HEAD.format(expression=expression), "float64")
    agree(source, arguments(*SIZES[0], "float64"))


@pytest.mark.parametrize("expression", EXPRESSIONS[::6])
def test_single_precision(expression: str) -> None:
    check(HEAD.format(expression=expression), SIZES[1:])


@pytest.mark.parametrize("expression", REAL)
def test_real_results(expression: str) -> None:
    check(expression.format(z="(x - 2j*x[::-1]**2)"), SIZES)


def test_quotients_do_not_overflow_on_the_way() -> None:
    source = """
def f(x: "float64[N]", y: "float64[N]", u: "float64[N]", v: "float64[N]"):
    z = (x + 1j*y)/(u + 1j*v)
    return z.real, z.imag, np.abs(u + 1j*v)
"""
    large = np.array([1e200, -3e300, 2.0, 1e-200, 0.0])
    given = {"x": large, "y": large[::-1].copy(), "u": 2 * large + 1e-250, "v": large - 1e-300}
    agree(source, given)


PROGRAMS = {
    "elements_are_set": """
def f(x: "float64[N]"):
    z = np.zeros(len(x), dtype=complex)
    for k in range(len(x)):
        z[k] = x[k] + 1j*k
    z[0] = 3
    z[1:] = z[:-1]*z[1:]
    z[-1] *= z[-1]
    z[0] += 1j*x[0]
    z[:2] /= 1 + 2j
    return z.real, z.imag
""",
    "whole_arrays_are_updated": """
def f(x: "float64[N]"):
    z = x + 1j*x**2
    w = z
    z *= z
    z += 1j
    z -= x
    z /= z + 3
    z **= 2
    return w.real, w.imag
""",
    "a_new_value_leaves_the_other_name_alone": """
def f(x: "float64[N]"):
    z = x + 1j*x**2
    w = z
    z = z*z
    return w.real, w.imag, z.real, z.imag
""",
    "parts_are_views": """
def f(x: "float64[N]"):
    z = x + 1j*x**2
    re, im = z.real, z.imag
    z *= 2j
    z.real[0] = 7.0
    z.imag[1:] = x[1:]
    return re, im, z.real, z.imag
""",
    "parts_are_exchanged": """
def f(x: "float64[N]"):
    z = x + 1j*x**2
    for _ in range(3):
        z = z.imag + 1j*z.real*2
    z[:] = z.imag - 1j*z.real
    return z.real, z.imag
""",
    "numbers_are_carried": """
def f(x: "float64[N]", c: float):
    z, w = 0j, 1 + 0j
    for v in x:
        z = z*z + v*(1 + c*1j)
        w *= 1j + c
        z, w = w, z
    return z.real, z.imag, w.real, w.imag
""",
    "sums_begin_as_integers": """
def f(x: "float64[N]", c: float):
    s = 0
    t = 0.0
    for k in range(len(x)):
        s += x[k]*np.exp(-1j*c*k)
        t = x[k] - t + np.abs(s - 1)*1j + t.real
    return np.abs(s), t.real, t.imag
""",
    "powers_of_loops": """
def f(x: "float64[N]", c: float):
    z, s = np.exp(1j*x), 0
    for k in range(len(x)):
        s += x[k]*z**k + (c*1j)**k
    return s.real, s.imag
""",
    "left_early": """
def f(x: "float64[N]", c: float):
    z, count = 0, 0
    for v in x:
        if abs(z) > 0.9:
            break
        z = z*z + v*(0.4 + 1j*c)
        count += 1
    return abs(z), count
""",
    "returned_early_and_after_a_loop": """
def g(x, c):
    if c > 0:
        return 1j*x
    return x*c + 0j

def f(x: "float64[N]", c: float):
    for k in range(3):
        z = g(x, c)*x[k]
    d = {"z": z, "j": 1j}
    return g(x, c).imag, z.real, (d["z"]*d["j"]).real
""",
    "branches": """
def f(x: "float64[N]", c: float):
    z = 1j*x
    q = 2 + 1j
    if c > 0.5:
        z = z*c + x
        q = q*c
    elif c > 0:
        z[0] = 5 - 2j
    r = q if c > 0.3 else 1j
    return z.real, z.imag, q.imag, r.real
""",
    "functions_and_tuples": """
def turned(z, by):
    z[0] = 2*z[0]
    return z*np.exp(1j*by), by*1j

def f(x: "float64[N]", c: float):
    z = x + 0.5j
    w, d = turned(z, c)
    p = (w, d)
    for k in range(2):
        p = (p[0]*p[1], p[1] + k)
    ws = [w, z]
    return p[0].real, p[1].imag, ws[1].real, sum(ws).imag
""",
    "masks_choose": """
def f(x: "float64[N]", c: float):
    z = x + 1j*x[::-1]
    z[np.abs(z) > 1.5] = 0
    return z.real, z.imag
""",
    "a_comprehension_is_summed": """
def f(x: "float64[N]", c: float):
    return sum(v*np.exp(1j*v) for v in x).imag
""",
    "single_precision": """
def f(x: "float32[N]", c: "float32"):
    z = np.zeros(len(x), dtype=np.complex64)
    z[:] = x*(1 + 2j)
    z *= c
    return z.real, z.imag, np.abs(z), (z*np.complex128(1)).imag
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_programs(name: str) -> None:
    source = PROGRAMS[name]
    dtype = np.float32 if "float32" in source else np.float64
    given: dict[str, Any] = {"x": np.array([0.7, -1.2, 2.0, 0.4], dtype)}
    for c in (0.7, 0.4, -0.4) if "c:" in source else (0.0,):
        agree(source, given | ({"c": dtype(c)} if "c:" in source else {}))


def program(body: str) -> str:
    lines = "\n".join(f"    {line}" for line in body.split("; "))
    return f'def f(x: "float64[N]", A: "float64[N, N]", c: float, m: "bool[N]"):\n{lines}\n'


REFUSED = [
    ("return 1j*x, np.exp", "ADC0231"),
    ("return float(1j*c)", "ADC0119"),
    ("x[0] = 1j; return x", "ADC0119"),
    ("x += 1j; return x", "ADC0119"),
    ("x[1:] *= 1j; return x", "ADC0119"),
    ("return (1j*x).astype(float)", "ADC0119"),
    ("return np.array(1j*x, dtype=np.float64)", "ADC0119"),
    ("return np.sum(1j*x, dtype=float)", "ADC0119"),
    ("if 1j*c: return x; return 2*x", "ADC0119"),
    ("return x if not 1j*c else 2*x", "ADC0119"),
    ("return (1j*x < 2)*x", "ADC0119"),
    ("return (1j*x // 2).real", "ADC0119"),
    ("return (1j*x % 2).real", "ADC0119"),
    ("return np.maximum(1j*x, x).real", "ADC0119"),
    ("return np.max(1j*x).real", "ADC0119"),
    ("return np.sort(1j*x).real", "ADC0119"),
    ("return ((1j*x)**200).real", "ADC0119"),
    ("return (x**(1j*x)).real", "ADC0119"),
    ("return np.linalg.norm(1j*A, 2)", "ADC0119"),
    ("return np.pad(1j*x, 1, constant_values=1).real", "ADC0119"),
    ("return np.where(1j*x, x, 1).real", "ADC0119"),
    ("return math.sqrt(1j*c).real", "ADC0119"),
    ("z = 1j*x; z.flat = x; return z.real", "ADC0213"),
    ("return np.zeros(3, dtype='c32').real", "ADC0222"),
    ("z = 1.0\n    if c > 0:\n        z = 1j\n    return z.real", "ADC0212"),
    ("a = [0.0]\n    for v in x:\n        a.append(1j*v)\n    return a[-1].real", "ADC0"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "code"), REFUSED)
def test_refused(body: str, code: str) -> None:
    with pytest.raises(AdcError) as caught:
        lowered(program(body))
    assert caught.value.diagnostics[0].code.startswith(code), caught.value
