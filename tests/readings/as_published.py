"""Constructs of published packages: what a survey of them found refused or wrong."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]"):
    n = len(x)
    d = np.ones(int(n*(n-1)/2))
    idx = 0
    for i in range(n-1):
        j = np.arange(i+1,n)
        d[idx : idx + len(j)] = (x[j] - x[i]) / (j - i)
        idx = idx + len(j)
    return d
""",
        "",
    ),
    (
        """
def unvec(vector, shape=None):
    vector = np.asarray(vector)
    if shape is None:
        dim = int(np.sqrt(vector.size))
        shape = dim, dim
    mat = vector.reshape(*shape, order="F")
    return mat
def f(x: "float64[4]"):
    return unvec(x) @ unvec(x ** 2)
""",
        "",
    ),
    (
        """
M = {"00": 0, "11": 1, "01": 2, "10": 2}
def idx(i, j):
    return M[f"{i}{j}"]
def f(x: "float64[4]"):
    t = np.zeros((2, 2))
    for i in range(2):
        for j in range(2):
            t[i, j] = x[idx(i, j)] * 2
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    a0, a1, a2 = (float(np.sum(x * s ** n)) for n in range(3))
    b0, b1 = [np.sin(s * k) for k in (1, 2)]
    c0, c1 = (v * s for v in x[:2])
    return a0 + a1 * a2 + b0 * b1 + c0 * c1
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    m = np.nonzero(x > 0.5)[0]
    if any((x[m] != 0) & (x[m] < 0.6)):
        s = s * 2
    if all(x[x > 0.5] > 0.55):
        s = s * 3
    return s * x[0]
""",
        "",
    ),
    (
        """
def isit(v):
    try:
        iter(v)
    except TypeError:
        return False
    return True
def f(x: "float64[n]", s: "float64"):
    return (x * s if isit(x) else x) + (1.0 if isit(s) else s)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    z = x * np.exp(1j * s)
    if hasattr(z, "__len__"):
        z = z * 2
    if hasattr(s, "__len__"):
        z = z * 3
    return np.abs(z), z.real
""",
        "",
    ),
    (
        """
from scipy.optimize import brentq
def f(x: "float64[n]", s: "float64"):
    out = np.zeros(len(x))
    for i, v in enumerate(x):
        try:
            out[i] = brentq(lambda z: z ** 3 - v * s - 0.1, 0.0, 0.7)
        except ValueError:
            out[i] = np.nan
    return np.nansum(out)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    xs = [x * s, x + 1]
    for w in xs:
        if w[0] > s:
            break
    return w * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    xs = [x * s, x + 1]
    for i, w in enumerate(xs):
        if i == 0:
            break
    w[1] = 50.0
    return w
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[4]"):
    p = {"a0": x[0], "a1": x[1], "b0": x[2], "b1": x[3]}
    t = 0.0
    for i in range(2):
        for c in ("a", "b"):
            t += p[c + str(i)] * (i + 1)
            t += p["%s%d" % (c, i)] + p["{}{}".format(c, i)]
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[4]"):
    p = {f"k{i}": x[i] * i for i in range(4)}
    return sum(p[f"k{i}"] ** 2 for i in range(4)) + p["k1"]
""",
        "",
    ),
    (
        """
def f(x: "float64[4]"):
    cols = ["c" + str(k) for k in range(3)]
    d = dict(zip(cols, [x[0], x[1] * 2, x[2] * x[3]]))
    return d["c1"] * d["c2"] + sum(d.values())
""",
        "",
    ),
    (
        """
from math import exp, sqrt
def f(tau: "float"):
    y = tau * 2
    try:
        x0 = exp(87.31279*tau)
        y -= x0
    except OverflowError:
        y -= 17.28
    return y
""",
        "",
    ),
    (
        """
def f(tau: "float"):
    y = tau * 2
    try:
        y -= 17.28/(math.exp(tau) - 1.0)
    except:
        y -= 17.28
    return y
""",
        "",
    ),
    (
        """
def f(tau: "float"):
    y = tau * 2
    try:
        x0 = math.exp(87.31279*tau)
        y -= 17.28*x0/(x0 + (2.0/3.0))
    except:
        y -= 17.28
    try:
        y += 20.0704974279478492/(math.exp(25.36365*tau) - 1.0)
    except:
        pass
    return y
""",
        "",
    ),
    (
        """
from math import (log,
    sin, sqrt)
def f(tau: "float"):
    try:
        y = sin(log(tau - 0.6)) + sqrt(tau)
    except ValueError:
        y = tau * 3.0
    return y
""",
        "",
    ),
    (
        """
from scipy import optimize
def g(z, a, b):
    return np.exp(z) - a * b
def f(x: "float64[n]", s: "float64"):
    try:
        r = optimize.brentq(g, 0, 1, args=(x[0], s + 4.0))
    except Exception:
        r = -1.0
    try:
        q = optimize.bisect(g, -20, -10.0, args=(x[0], s))
    except ValueError:
        q = s * 3
    return r * q
""",
        "",
    ),
    (
        """
import scipy.optimize as opt
def g(z, a, b):
    return np.exp(z) - a * b
def f(x: "float64[n]", s: "float64"):
    h = lambda z: g(z, x[0], s + 4)
    try:
        return opt.brentq(h, 0, 1)
    except ValueError as e:
        return s
""",
        "",
    ),
    (
        """
import scipy.optimize as opt
def f(x: "float64[n]", s: "float64"):
    calls = [0]
    def h(z):
        calls[0] += 1
        return z - s
    try:
        r = opt.brentq(h, 0, 1)
    except ValueError:
        r = s
    return r * calls[0]
""",
        "ADC0220",
    ),
    (
        """
def is_array(var):
    try:
        dummy = iter(var)
    except TypeError:
        found = False
    else:
        found = (not isinstance(var, dict))
    return found
def f(x: "float64[n]", s: "float64"):
    return (x * s if is_array(x) else x) + (1.0 if is_array(s) else s)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    try:
        a, b = x.shape
    except ValueError:
        a, b = x.shape[0], 1
        x = x.reshape(a, b)
    return x.sum(axis=1) * a * b * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n,m]", s: "float64"):
    try:
        a, b = x.shape
    except ValueError:
        a, b = x.shape[0], 1
        x = x.reshape(a, b)
    try:
        c, d, e = x.shape
        s = s * 5
    except ValueError:
        s = s * 2
    return x.sum(axis=1) * a * b * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    try:
        a, b = s, x[0] / 2.0
    except ValueError:
        a, b = 1.0, 2.0
    try:
        (a, b), c = (1.0, s), 3.0
    except ValueError:
        c = 7.0
    return a * b * c
""",
        "",
    ),
    (
        """
def unpack(v):
    try:
        a, b, c = v
    except (TypeError, ValueError):
        a, b, c = 1.0, 2.0, 3.0
    return a * b + c
def f(x: "float64[3]", s: "float64"):
    return unpack(x) + unpack(x[:2] * s) + unpack((s, s * 2, x[0]))
""",
        "",
    ),
    (
        """
COEF = [0.520094, 0.850895e-1, -0.108374e1, -0.289555, 0.222531, 0.999115, 0.188797e1,
        0.126613e1, 0.120573, -0.281378, -0.906851, -0.772479, -0.489837, -0.257040, 0.161913,
        0.257399, -0.325372e-1, 0.698452e-1]
def f(x: "float64[n]", s: "float64"):
    t = 0.0
    for k in range(18):
        t += COEF[k] * s ** k
    return t
""",
        "",
    ),
    (
        """
def f(s: "float64"):
    li = [0, 1, 2, 3, 0, 1, 2, 3, 5, 0, 1, 2, 3, 4, 0, 1, 0, 3, 4, 3, 5]
    h = [0.520094, 0.850895e-1, -0.108374e1, -0.289555, 0.222531, 0.999115,
           0.188797e1, 0.126613e1, 0.120573, -0.281378, -0.906851, -0.772479,
           -0.489837, -0.257040, 0.161913, 0.257399, -0.325372e-1, 0.698452e-1,
           0.872102e-2, -0.435673e-2, -0.593264e-3]
    return np.exp(sum(s**i*c for i, c in zip(li, h)))
""",
        "",
    ),
    (
        """
def f(s: "float64"):
    h = [0.520094, 0.850895e-1, -0.108374e1, -0.289555, 0.222531, 0.999115,
           0.188797e1, 0.126613e1, 0.120573, -0.281378, -0.906851, -0.772479,
           -0.489837, -0.257040, 0.161913, 0.257399, -0.325372e-1, 0.698452e-1]
    t = 0.0
    for i, c in enumerate(h):
        t += c * s ** i
    return t, h[3]
""",
        "",
    ),
    (
        """
I = (0, 1, 2, 3, 0, 1, 2, 3, 5, 0, 1, 2, 3, 4, 0, 1, 0, 3, 4, 3, 5)
N = [1, 0.850895e-1, -2, -0.289555, 0.222531, 3, 0.188797e1, 0.126613e1, 0.120573, -0.281378,
        -0.906851, -0.772479, -0.489837, -0.257040, 0.161913, 0.257399, -0.325372e-1,
        0.698452e-1, 7, 8, 9]
def f(x: "float64[n]", s: "float64"):
    t = 0.0
    for k in range(len(I)):
        t += N[k] * s ** I[k] + I[-1 - k] * 0.5
    u = sum(n * s ** i for i, n in zip(I, N))
    v = x[0]
    for i, n in zip(I, N):
        v = v + n * i * s
    return t + u + v + N[2] * I[3]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    N = [1.0, 0.850895e-1, -2, -0.289555, 0.222531, 3, 0.188797e1, 0.126613e1, 0.120573,
        -0.281378, -0.906851, -0.772479, -0.489837, -0.257040, 0.161913, 0.257399, -0.325372e-1,
        0.698452e-1, 7, 8, 9]
    t = 0.0
    for k in range(5):
        t += N[k] * s
        N[k] = t
    for k in range(20):
        t += N[k + 1] * N[20 - k]
    return t
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    N = [1, 0.850895e-1, -2, -0.289555, 0.222531, 3, 0.188797e1, 0.126613e1, 0.120573, -0.281378,
        -0.906851, -0.772479, -0.489837, -0.257040, 0.161913, 0.257399, -0.325372e-1,
        0.698452e-1, 7, 8, 9]
    M = N
    t = 0.0
    for k in range(21):
        t += N[k] * s
    M[3] = 100.0
    for k in range(21):
        t += N[k] * s
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    N = [1, 0.850895e-1, -2, -0.289555, 0.222531, 3, 0.188797e1, 0.126613e1, 0.120573, -0.281378,
        -0.906851, -0.772479, -0.489837, -0.257040, 0.161913, 0.257399, -0.325372e-1,
        0.698452e-1, 7, 8, 9]
    t = np.zeros(2)
    for k in range(21):
        a = np.array([N[k], N[k]])
        a[0] = s
        t += a
    return t
""",
        "ADC0214",
    ),
    (
        """
IJ = [0, 1, 2, 3, 0, 1, 2, 3, 3, 0, 1, 2, 3, 2, 0, 1, 0, 3]
def f(x: "float64[4]", s: "float64"):
    t = 0.0
    for k in range(18):
        t += x[IJ[k]] * s ** k
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    fc = 2.0
    y = x * (1 + 1j)
    if fc != 0:
        y = y.real
    if 0.5 > 1 or fc == 2:
        y = y * 3
    n = 2**53 + 1
    return y * (s if n > float(2**53) else 2 * s)
""",
        "",
    ),
    (
        """
import numpy as np
from sys import stderr, stdout as out
def f(x: "float64[n]", s: "float64"):
    stderr.flush()
    if s > 9:
        stderr.write(f"large {s}")
        out.flush()
    return x * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    d = -int(np.rint(s * 3))
    return x[(np.arange(len(x)) - d) % len(x)] * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    d = -int(np.rint(s * 3))
    return np.roll(x, d) * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    d = -int(np.rint(s * 30))
    k = int(np.argmax(x))
    y = np.roll(x, d) * s
    z = np.roll(x, shift=k - 7, axis=0)
    y[0] = 7.0
    w = np.roll(x, np.argmin(x), axis=-1)
    w[1] = 3.0
    return y, z, w, np.roll(x, k), x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    k = int(np.argmax(x))
    y = np.zeros(len(x))
    for j in range(3):
        d = -int(np.rint(x[j] * 3))
        y += s * np.roll(x * j, d)
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    k = int(np.argmax(x))
    e = x[:0]
    return np.roll(e, k), np.roll(x[:1], k)
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]", s: "float64"):
    k = int(x[0, 0] * 3)
    return np.roll(x, k, axis=1)
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]", s: "float64"):
    k = int(np.argmax(x[0]))
    return np.roll(x, k, axis=1) * s, np.roll(x, k, axis=0), np.roll(x, k)
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]", s: "float64"):
    k = int(np.argmin(x[0])) - 5
    y = np.roll(x, k, axis=-1)
    y[0, 0] = s
    z = x.T
    return y, np.roll(z, k, axis=0), np.roll(z, k) * s, x
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]", s: "float64"):
    k = int(np.argmin(x[0])) - 5
    return np.roll(x, k, axis=(0, 1))
""",
        "ADC0220",
    ),
    (
        """
from scipy.optimize import newton
def mine(g, a, b):
    return g(a) + b
brentq = mine
def f(s: "float64"):
    try:
        r = brentq(lambda z: z + 5.0, 0.0, 1.0) * s
    except ValueError:
        r = 9.0 * s
    return r
""",
        "ADC0103",
    ),
    (
        """
from scipy.optimize import (bisect,
    brentq)
def f(s: "float64"):
    try:
        r = brentq(lambda z: z + 5.0 * s, 0.0, 1.0)
    except ValueError:
        r = 9.0 * s
    return r
""",
        "",
    ),
    (
        """
from scipy import optimize
class Mine:
    def brentq(self, g, a, b):
        return g(a) + b
optimize = Mine()
def f(s: "float64"):
    try:
        r = optimize.brentq(lambda z: z + 5.0, 0.0, 1.0) * s
    except ValueError:
        r = 9.0 * s
    return r
""",
        "ADC0103",
    ),
    (
        """
def g(ms, ns):
    D = len(ns)
    m = tuple(ms[-D:])
    n = tuple(ns[-D:])
    s = (1,) * D
    p = tuple((a + b - 1 + c - 1) // c for a, b, c in zip(m, n, s))
    return p
def f(x: "float64[n, m]", y: "float64[k, k]"):
    p = g(x.shape, y.shape)
    q = [a + b for a, b in zip(x.shape, y.shape)]
    return np.zeros(p) + x[0, 0], np.ones(q)*y[0, 0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "complex64[n]"):
    if x.dtype == np.complex64 or x.dtype == complex or y.dtype == np.float32:
        return x*2
    if y.dtype in (np.complex64, np.complex128) and x.dtype != y.dtype and y.dtype == "complex64":
        return x*3
    return x
""",
        "",
    ),
    (
        """
def prod(shape):
    return np.prod(shape, dtype=np.int64)
def f(x: "float64[n, m]"):
    k = np.prod(x.shape)
    y = x.reshape((prod(()), k))[0]
    w = np.max(x.shape)
    z = np.zeros((w, prod(x.shape[:1])))
    for i in range(np.min(x.shape)):
        z[i, i] = y[i] * k
    return z, np.full(2, k), k / 2, k // 2, np.prod(()), np.zeros(np.sum(x.shape))
""",
        "",
    ),
    (
        """
def f(x: "float32[n, m]"):
    return np.sum(x * np.prod(x.shape))
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]"):
    k = np.prod(x.shape)
    if isinstance(k, int):
        return x * 2
    return x * k
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]"):
    y = x.astype("f4") * np.prod(x.shape)
    return np.zeros(np.prod(x.shape)) + y[0, 0]
""",
        "ADC0235",
    ),
    (
        """
try:
    basestring
except NameError:
    basestring = str
def check(w):
    try:
        if isinstance(w, unicode):
            return 2.0
    except NameError:
        if isinstance(w, basestring):
            return 3.0
    return w
def f(x: "float64[n]", s: float):
    if isinstance(s, basestring):
        return x
    return x * check(s)
""",
        "",
    ),
    (
        """
from numpy import *
def f(x: "float64[n]", s: float):
    try:
        if isinstance(s, long):
            return x * 2
    except NameError:
        return x * 3
    return x
""",
        "ADC0213",
    ),
    (
        """
def g(x):
    x[0] = 5.0
    return x
def f(x: "float64[n]", s: float):
    try:
        y = g(x)[0] * unicode
    except NameError:
        y = s
    return x * y
""",
        "ADC0225",
    ),
    (
        """
from scipy import special
def f(x: "float64[n]", m: "float64[n]"):
    q = np.array([0.3, -2.0, 0.0, 0.97])
    a = special.ellipkinc(x * 2, q * m / 1.6) + special.ellipeinc(x * 5 - 3, q * m / 1.6)
    return a, special.ellipeinc(np.pi / 2, m / 2), special.ellipkinc(x / 2, 1.0)
""",
        "",
    ),
    (
        """
globals()["unicode"] = str
try:
    unicode
    k = 3.0
except NameError:
    k = 1.0
def f(x: "float64[n]"):
    return x*k
""",
        "ADC0123",
    ),
    (
        """
def g(x, k=2.0):
    return x * k
setattr(g, "__defaults__", (5.0,))
def f(x: "float64[n]"):
    return g(x)
""",
        "ADC0123",
    ),
    (
        """
def g(x, k=2.0):
    return x * k
setattr(g, "note", 3)
def f(x: "float64[n]"):
    return g(x)
""",
        "",
    ),
    (
        """
import datetime
import numpy as np
from scipy import sparse
from scipy.sparse import csr_matrix, issparse
from datetime import date as Day
def g(x, k):
    if isinstance(x, (sparse.dia_matrix, csr_matrix)) or isinstance(k, (datetime.timedelta, Day)):
        return x.tocsr()*0.0
    if isinstance(k, sparse.spmatrix) or not isinstance(x, (sparse.coo_array, np.ndarray)):
        return x*0.0
    return x*k
def f(x: "float64[n]", y: "float64[n]"):
    return np.sum(g(x, 2.0)*g(y, 3)) + np.sum(g(x, y[0]))
""",
        "",
    ),
    (
        """
import numpy as np
def band(x, z):
    if not "C" <= z <= "X" or z in ["I", "O"]:
        return x*0.0
    return x*(2.0 if z.upper() >= "N" else 3.0)
def f(x: "float64[n]", y: "float64[n]"):
    return np.sum(band(x, "M")) + band(y, "n")[0] + band(y, "T")[1]
""",
        "",
    ),
    (
        """
import numpy as np
def g(x, dtype=np.complex128):
    if np.dtype(dtype).kind != 'c':
        raise ValueError("no")
    w = np.empty(x.shape, dtype=dtype)
    np.exp(1j*x, out=w)
    w *= 2
    return w
def f(x: "float64[n]", y: "float64[n]"):
    return np.sum(g(x).real*y)
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", y: "float64[n]"):
    z = (x + 1j*y).astype(np.complex64)
    if z.dtype.kind == 'c' and x.dtype.kind == 'f' and np.dtype(z.dtype) == np.complex64:
        k = np.finfo(z.dtype).eps
    else:
        k = 0.0
    t = np.result_type(z, x)
    w = np.zeros(2, dtype=t)
    w[0] = x[0]
    real = np.issubdtype(t, np.floating)
    if np.issubdtype(t, np.inexact) and not real and np.can_cast(x.dtype, z.dtype):
        w[1] = y[1]*1j
    assert np.dtype('complex128') == t
    return np.sum(np.abs(w)) + k*1e7 + np.dtype(complex).itemsize
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", y: "float64[n]"):
    z = x + 1j*y
    k = 2.0 if z.dtype.kind == 'c' else 3.0
    u = np.issubdtype(z.dtype, np.complexfloating) and z.dtype == complex
    return np.sum(np.abs(z))*k*(2.0 if u else 1.0)
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", y: "float64[n]"):
    a = np.outer(x, y)
    b = np.zeros((len(x), len(x), 4))
    zc = np.where(x > 0.5)[0]
    a[zc-1, 1] = y[zc]*2
    for ii in range(len(x)):
        a[zc-1, ii] += x[ii]
        b[zc-1, ii, 1:3] = a[zc, ii][:, None]
        b[zc-1, 0, -1] *= 2.0
    c = b[zc-2, :, 1]
    return np.sum(a*a) + np.sum(b*x[:, None, None]) + np.sum(c) + np.sum(b[zc-1, ..., 2])
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", y: "float64[n]"):
    a = np.outer(x, y)
    zc = np.where(x > 0.5)[0]
    return np.sum(a.T[zc-1, 1]) + np.sum((a*2)[zc-1, 0:2]**2) + np.mean(a[zc-1, ::-1][:, 0])
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", y: "float64[n]"):
    a = np.outer(x, y)
    up = np.where(x > 0.3)[0]
    a[up//2, 1] = y[up]*2
    a[up//2, -1] += x[up]
    a[up//2, 0:2] *= 3.0
    b = a.T
    b[up - 1, 0] = x[up]**2
    return np.sum(a*a) + np.sum(a[up//2, 1]*y[up])
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    t = x[x > 0.9]
    t += 1
    t[0] = 3 * t[-1]
    z = t + 1j * t
    k = np.argmax(x)
    return t, np.sum(t**2), t, 2 * z, np.where(x > 0.9)[0], np.unique(x) * 2, x[x > 9.0], x[k:]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    a = []
    b = []
    for i in range(len(x)):
        if x[i] > 0.9:
            a.append(x[i] ** 2)
            if x[i] > 1.0:
                b.append(2 * x[i])
    return a, b, x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n,3]"):
    t = x[x[:, 0] > 0.9] + 1
    a, b, c = t.T
    a *= 2
    b[:] = c
    s = 0.0
    for r in t.T:
        s += np.sum(r) * t[0, 1]
    return np.mean(t.T[0]), t[0, 1], np.sum(t[:, 0] * b), s
""",
        "",
    ),
    (
        """
def f(d: "float64[n]", z: "complex128[n]"):
    if type(d) is not np.ndarray:
        d = np.array([d])
    if type(d) in (list, tuple) or type(d) not in [np.ndarray] or type(None) == type(d):
        return d[1]
    if type(z) == type(d) and type((d, d)) == tuple:
        d = d * (2 * np.spacing(90.0))
    return np.sum(d**2)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    m = x > 0.7
    t = np.sort(x[m])
    u = np.interp(y[y > 0.7], t, t**2, right=x[0])
    v = np.interp(np.array([[0.9, 1.0], [1.1, 7.0]]), t, y[m], left=0.0)
    a = np.vstack([x[m], np.ones(np.sum(m))]).T
    r = np.linalg.lstsq(a, y[m], rcond=None)[0]
    k, d = np.polyfit(np.log(x[m]), y[m], 1)
    return u, v, r, k * d, np.c_[x[m], y[m]], np.array([x[m], y[m]]).sum(axis=1)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]"):
    t = x[x > 0.7]
    w = np.array([0.5, 0.2, 0.3])
    g = np.sum(np.gradient(t) * np.gradient(t, 0.1) + np.gradient(y[x > 0.7], t))
    c = np.convolve(t, w, mode="same").sum() + np.convolve(t, w, "valid")[0], np.convolve(t, w)
    i = np.insert(t, 0, 0.0), np.delete(t, 0), np.delete(x, np.where(x > 0.9)[0])
    (p, q), (v, z, h) = c, i
    k = t.reshape(-1, 1) @ y[None, :2], np.outer(t, y[:2])
    return g, p, q, v, z, h, k[0], k[1], np.percentile(t, [25, 75])
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[n]", k: "int" = 1):
    if x[0] > 0.9:
        t = x[x > 0.8]
    elif k > 0:
        t = y
    else:
        t = x[1:]
    for i in range(3):
        if t[0] < 1.1:
            t = t[1:]
    m = np.isnan(y)
    z = y
    if np.any(m):
        z = y[~m]
    if k > 0:
        a, b = x[x > 0.7], y[x > 0.7]
    else:
        a, b = x, y
    return t, np.median(z), np.dot(a, b), len(t)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: "int" = 1):
    t = x
    if k > 0:
        t = x[x > 0.9]
    t -= np.mean(t)
    return t, x
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[n]"):
    u = np.unique(x)
    r = np.empty((u.shape[0], 2, 2))
    r[:, 0, 0] = np.cos(u)
    r[:, 0, 1] = np.sin(u)
    r[:, 1, 0] = -np.sin(u)
    r[:, 1, 1] = np.cos(u)
    p = r @ np.array([[1.0, 2.0, 0.5], [0.2, 0.1, 0.7]])
    return np.sum(np.amin(p, axis=2))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    t = x[x > 0.6]
    u = x * 2
    k = np.argmin(x)
    return t[:1], t, u[:k], u[: k + 1], u * 3
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: "int" = 2):
    s = 0.0
    for j, i in enumerate(range(0, len(x), -2)):
        s += x[i]
    return s + x[0], np.arange(0, len(x), -1), len(range(len(x), 0, 2)) * x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    t = x[x > 0.6]
    return np.gradient(t, 0.5, edge_order=2)
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float32[n]"):
    return np.gradient(x[x > 0.6])
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]", q: "int64[n]"):
    return np.convolve(q[x > 0.6], np.array([1, 2]))
""",
        "ADC0216",
    ),
    (
        """
import numpy as np
from scipy.fftpack import fft, ifft, fftshift, fftfreq

def f(x: "float64[n]", k: float):
    if np.iterable(k) or not np.iterable(x):
        return np.sum(x)
    m = np.invert(x > 0.5)
    j = np.bitwise_or(np.bitwise_and(x > 0.2, x < 0.8), m)
    X = fft(x)
    s = np.sum(np.abs(X)**2 * fftfreq(len(x), 0.5)**2) + np.sum(np.abs(fftshift(X))[:2])
    return s + k * np.sum(x[m]) + np.sum(x[j]) + np.sum(np.real(ifft(X * 2))**2)
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
