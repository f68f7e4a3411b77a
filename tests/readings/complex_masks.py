"""What a mask selects of complex numbers; functions with cuts; `out=`."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(z: "complex128[n]", x: "float64[n]"):
    m = x > 0.8
    a = z[m]
    b = a.T
    b *= 2
    c, d = np.real(a), np.imag(a)
    c += 5
    d += x[m]
    return a.T.sum(), np.imag(a*2j).sum(), a.ndim, a.size
""",
        "",
    ),
    (
        """
def f(z: "complex128[n, m]", x: "float64[n]"):
    return z[x > 0.8].T.sum()
""",
        "ADC0216",
    ),
    (
        """
def f(z: "complex128[n]", x: "float64[n]"):
    m = x > 0.2
    y = np.zeros(len(z), dtype=complex)
    y[m] = z[m]*x[m] + 1j*np.exp(z[m])
    y[~m] = x[~m]**2
    y[np.abs(y) > 0.3] += 1j
    y[y.real < 0] *= 2
    return y
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]", x: "float64[n]"):
    m = x > 0.2
    a = z[m]
    z[m] = 2j*a
    b = a.real
    b *= 2
    c = a
    a += 1
    a *= a
    return z, a.sum(), b.sum(), np.mean(c), len(a)
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]", x: "float64[n]"):
    m = np.abs(z) > 0.1
    z[m], x[m] = z[m]*2, z[m].imag
    z[m] = z[m][::-1]
    w = z[x > 0]
    z[0] = 5
    x[0] = -1
    return z, np.sum(w*w), np.abs(w[np.abs(w) > 0.5]).sum(), w[0]
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]", x: "float64[n]"):
    m = np.abs(z) > 10.0
    q = np.zeros_like(z)
    q[m] = 1/(z[m] - z[m])
    q[~m] = np.log(z[~m])
    return np.abs(q).sum()
""",
        "",
    ),
    (
        """
class Holder:
    def __init__(self, a):
        self.a = a

def f(z: "complex128[n]", x: "float64[n]"):
    a, b = x[x > 0], z[x > 0]
    listed = [a, b, a*2]
    listed[0] += 1
    listed[1] *= 2j
    p, q = Holder(a), Holder(b)
    p.a *= a
    q.a += p.a
    d = {"a": a, "b": b, "c": x[x < 0.4]}
    d["b"] -= 1
    d["c"] *= x[0]
    x[1] = 7.0
    return a.sum(), b.sum(), listed[2].sum(), d["c"].sum()
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]", x: "float64[n]"):
    out = np.empty_like(z)
    np.multiply(z, 2, out=out)
    np.exp(out, out=out)
    np.multiply(z, z[::-1], out=z)
    r = np.sqrt(x**2, out=out[::-1])
    r += np.arcsin(z) + np.arccos(3*z) + np.arccosh(z) + np.arctanh(2*z)
    return out, z, np.log10(z), np.log2(z), np.log1p(z), np.expm1(z)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = np.array([2.0, -2.0, 0.5, -0.5])*x[0]**0
    z = y + 0j
    w = np.conj(z)
    first = np.arcsin(z) + np.arccos(w)
    return first, np.arccosh(z), np.arctanh(w), np.arcsin(w), np.arccosh(w), np.arctanh(z)
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]", x: "float64[n]"):
    return np.vdot(z[x > 0], z[x > 0])
""",
        "ADC0216",
    ),
    (
        """
def f(z: "complex128[n]", x: "float64[n]"):
    w = z.copy()
    np.multiply(z, 2, out=w, where=x > 0)
    return w
""",
        "ADC0119",
    ),
    (
        """
import numpy as np
from scipy import special
from scipy.stats import norm

def f(x: "float64[n]"):
    p = x[x > 0]
    c = np.abs(x)[x > -0.6]
    t = norm.isf(1 - c.cumsum()/c.sum())[:-1]
    u = np.log(x)[x > 0.25]
    small = np.minimum(x[x > 0.25], 0.9)
    s = np.sum(special.jv(1, p)*special.gamma(p)) + special.erf(p).max()
    s += np.sum(special.gammainc(2.0, p)) + np.sum(special.expn(2, p)) + np.sum(special.ellipk(p/4))
    s += special.logit(small).sum() + np.sum(special.expit(u))
    return s + np.sum(t**2) + np.sum(norm.pdf(c, 0.3, 2.0)) + np.sum(norm.cdf(c[c > 0.1]))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    m = x > 0.9
    z = np.exp(1j * x[m])
    return np.abs(np.nansum(z)) + np.nansum(z).real
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    m = x > 0.9
    z = np.log(x[m] - 1.0) * np.exp(1j * x[m])
    return np.abs(np.nansum(z, axis=None))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    w = np.ones(x.shape)
    m = ~np.isnan(x)
    a, w = x[m], w[m]
    w = w.astype(float)
    w[np.isnan(a)] = np.nan
    r = np.nansum(np.multiply(w, np.exp(1j * a)), axis=None)
    return np.abs(r) / np.nansum(w, axis=None)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    z = np.log(x - 1.0) * np.exp(1j * x)
    return np.abs(np.nansum(z))
""",
        "ADC0119",
    ),
    (
        """
def f(x: "float64[n]"):
    m = x > 100.0
    z = np.exp(1j * x[m])
    return x * np.nansum(z).real
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    m = x > 0.9
    z = np.exp(1j * x[m])
    return np.nansum(z, dtype=np.complex64).real * x
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]"):
    m = x > 0.9
    z = np.exp(1j * x[m])
    return np.nansum(z, keepdims=True).real * x[0]
""",
        "ADC0216",
    ),
    (
        """
def f(A: "float64[n,m]"):
    z = np.exp(1j * A[A[:, 0] > 0.9])
    return np.nansum(z, axis=0).imag * A[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    m = x > 0.9
    z = x[m] + 1j * np.log(x[m] - 1.1)
    return np.nansum(z).real
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
