"""Complex arguments and results: pairs of reals in the generated code, complex in NumPy."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(z: "complex128[n]", s: float):
    w = z*np.exp(1j*s) + z.conj()**2
    return np.sum(np.abs(w)**2)
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]", a: complex):
    return a*z[::-1] + np.exp(z)
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]", a: "complex64"):
    z[0] = z[0]*a
    z *= 2
    return z
""",
        "",
    ),
    (
        """
def f(w: float, r: float):
    return r + 1/(1j*w*2.0)
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    y = z.copy()
    for k in range(1, len(z)):
        y[k] = y[k-1]*z[k] + 1
    return y, np.abs(y), z[0], y[-1]
""",
        "",
    ),
    (
        """
def f(z: "complex128[n, m]", x: "float64[m]"):
    return z @ x, z.T, (z*x).sum(axis=1)
""",
        "",
    ),
    (
        """
def f(z: complex, w: complex):
    if z.real > 0:
        q = np.sqrt(z)*w
    else:
        q = w/z
    return q
""",
        "",
    ),
    (
        """
def f(z: "complex64[n]", s: "float32"):
    return z*s + np.conj(z)
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    w = z
    w[1:] = z[:-1]*z[1:]
    return np.fft.fft(w)
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]", x: "float64[n]"):
    x[:] = z.real
    z.imag = x*2
    z.real[0] = 3
    return z.sum()
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    w = z[::2]
    w *= 1j
    v = z.real
    v += 1
    return z, w, v
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    z = z + 0
    z.real = 2.0
    z.imag[1:] = z.real[:-1]*3
    return z
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    if z[0].real > 100:
        return z*2
    return z.conj()
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]", s: float):
    out = np.empty(len(z), dtype=complex)
    for k in range(len(z)):
        out[k] = z[k]**2 if k % 2 else s
    return out
""",
        "ADC0119",
    ),
    (
        """
def f(z: "complex128[m, n]"):
    return z.reshape(-1), z.ravel()[1], z.T.conj() @ z, np.vdot(z, z), z.size, z.shape[0]
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    t = 0
    for v in z:
        t += v*v
    return t, sum(z), np.prod(z), np.mean(z), np.cumsum(z)
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    return [a*2 for a in z], np.array([a.conj() for a in z]), tuple(a for a in z[:2])
""",
        "ADC0220",
    ),
    (
        """
def f(z: complex):
    z += 1
    z **= 2
    return z, z.conjugate(), isinstance(z, complex)*1.0, np.iscomplexobj(z)*1.0
""",
        "",
    ),
    (
        """
def g(u):
    u[0] = 1j
    return u
def f(z: "complex128[n]"):
    w = g(z)
    w[1] += z[0]
    return w
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]", x: "float64[n]"):
    w = np.where(x > 1, z, 0)
    return w, np.where(x > 1, x, z), np.maximum(x, 1) * z
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    return np.sqrt(z), np.log(z), np.exp(z), np.sin(z), np.angle(z), z**0.5, z**-1, 2**z, 1/z
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    return (
        np.fft.fft(z), np.fft.ifft(z), np.fft.fftshift(z), np.roll(z, 1), z[::-1],
        np.concatenate([z, z]),
    )
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]", w: "complex128[n]"):
    z[:] = w
    w[:] = z.conj()
    return z + w
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]", w: "complex128[n]"):
    z, w = w, z
    z[0] = 5
    return z, w
""",
        "",
    ),
    (
        """
class P:
    def __init__(self, z0, n):
        self.z0 = z0
        self.n = n
    def gamma(self, z):
        return (z - self.z0)/(z + self.z0)
def f(z: "complex128[n]", z0: complex):
    p = P(z0, 3)
    return p.gamma(z), p.z0
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    a = z.astype(complex)
    b = np.asarray(z)
    c = np.array(z, copy=True)
    d = z.copy()
    b[0] = 0
    return a, b, c, d, z.dtype == np.complex128, np.iscomplexobj(z)*1.0
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    return np.zeros_like(z), np.ones_like(z)*z, np.full_like(z, 2), np.empty_like(z).size
""",
        "",
    ),
    (
        """
def f(r: "float64[n]", w: float):
    return r/(1 + 1j*w*r), np.exp(1j*w), complex(w, 2), 1j*w
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    d = {"z": z, "w": z*2}
    d["z"][1] = 7
    return d["w"] + z
""",
        "",
    ),
    (
        """
def f(z: "complex128[3, n]"):
    a, b, c = z
    a[0] = 1
    return a*b, c, z[0]
""",
        "",
    ),
    (
        """
import cmath
def f(z: complex, s: float):
    return cmath.exp(z), cmath.sqrt(z), cmath.phase(z), cmath.exp(s), abs(z)
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]", s: float):
    y = s
    if s > 0.2:
        y = z[0]
    return y
""",
        "ADC0212",
    ),
    (
        """
def f(z: "complex128[n]", s: float):
    if s > 0.2:
        return z[0]
    return s
""",
        "ADC0212",
    ),
    (
        """
def f(z: "complex128[n]", s: float):
    return float(z[0].real), np.float64(s), z[0] == z[1], (z == z[0]).sum()
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    return (
        np.abs(z).max(), z[np.argmax(np.abs(z))], np.sort(np.abs(z)), np.diff(z),
        np.outer(z, z), np.trapezoid(z),
    )
""",
        "",
    ),
    (
        """
def f(z: "complex128[n, n]", b: "complex128[n]"):
    return (
        np.linalg.solve(z + 3*np.eye(4), b), np.linalg.inv(z + 3*np.eye(4)), z @ b,
        np.dot(z, b), np.trace(z), np.diag(z),
    )
""",
        "",
    ),
    (
        """
def f(z: "complex128[0]", x: "float64[n]"):
    return z*2, z.sum() + x[0]
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    i = 0
    while abs(z[i]) < 0.1:
        i += 1
    z[i] = z[i]*z[0]
    return z[i], -z, +z, z.real*1j
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    m = np.abs(z) > 1
    z[m] = 0
    return z, np.sum(z[m]), z[m].sum()
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    try:
        return 1/z[0]
    except ZeroDivisionError:
        return 0j
""",
        "ADC0119",
    ),
    (
        """
def f(z: complex):
    try:
        return 1/z
    except ZeroDivisionError:
        return 0j
""",
        "ADC0119",
    ),
    (
        """
def f(z: "complex128[n]"):
    return np.array([a.conj() for a in z])
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    return np.array([z[0], 2, z[1]*3])
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    return sum(z)
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    return sum(a*a for a in z)
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    return np.array([abs(a) for a in z])
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    out = []
    for a in z:
        out.append(a*2)
    return np.array(out)
""",
        "",
    ),
    (
        """
def f(z: "complex128[3, n]"):
    a, b, c = z
    a[0] = 1
    return a*b, c, z[0]
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]", s: float):
    return (z[0] if s > 0.1 else z[1]), (z if s > 0.2 else z*2)
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]", s: float):
    out = np.empty(len(z), dtype=complex)
    for k in range(len(z)):
        out[k] = z[k]**2 if k % 2 else s
    return out
""",
        "ADC0119",
    ),
    (
        """
def f(z: complex):
    return (
        isinstance(z, complex)*1.0, np.iscomplexobj(z)*1.0, isinstance(z, float)*1.0,
        isinstance(z, (int, float, complex))*1.0, np.isrealobj(z)*1.0,
    )
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    w = z*2
    return (
        isinstance(w, np.ndarray)*1.0, np.iscomplexobj(w)*1.0, np.isrealobj(w)*1.0,
        isinstance(w, complex)*1.0,
    )
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    w = z*2
    w.real = 2.0
    w.imag[1:] = w.real[:-1]*3
    w.imag *= 2
    return w
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    m = np.abs(z) > 1
    z[m] = 0
    z[z == 0] = 1e-10
    z[~m & (z.real > 0.2)] = 1j
    return z
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    w = z[[0, 2, 1]]
    z[[1, 0]] = z[[0, 1]]
    return w, z
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    return (
        np.isnan(z).sum(), np.isfinite(z).all()*1.0, np.allclose(z, z)*1.0,
        np.isclose(z[0], z[1])*1.0,
    )
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]", x: "float64[n]"):
    return (
        np.interp(0.7, x, z), np.vstack([z, z]), np.column_stack([z, x]), np.hstack([z, x]),
        np.stack([z, z], axis=1), np.append(z, 2),
    )
""",
        "",
    ),
    (
        """
def f(z: "complex128[n, m]"):
    return (
        z.sum(axis=0), z.mean(axis=1), np.linalg.norm(z), np.abs(z)**2, z.flatten(),
        z.swapaxes(0, 1), np.transpose(z), z[:, 0], z[..., 1], z[0:2, ::-1],
    )
""",
        "",
    ),
    (
        """
def f(z: "complex128[n, n]"):
    return (
        np.linalg.inv(z), np.einsum('ij,jk->ik', z, z), np.kron(z[0], z[1]), np.matmul(z, z),
        np.matmul(z, z),
    )
""",
        "",
    ),
    (
        """
def f(a: complex, b: complex):
    return np.array([[1, a], [0, 1]]) @ np.array([[1, 0], [1/b, 1]])
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    for k in range(len(z)):
        z[k] = z[k]**k
        z[k] += 1j*k
        z[k] /= 2 + z[0]
    return z
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]", k: int):
    return (
        np.power(z, k), z**k, z**-k, z**2.5, np.square(z), np.reciprocal(z), np.exp(-z),
        np.expm1(z.real), np.tan(z), np.sinh(z),
    )
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]", w: "complex128[n]"):
    return (
        np.max(np.abs(z - w)), np.abs(z - w).argmax(), np.angle(z, deg=True),
        np.unwrap(np.angle(z)), 20*np.log10(np.abs(z)),
    )
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    w = np.asarray(z, dtype=complex)
    if np.any(w.real < 0):
        raise ValueError("negative")
    return np.where(np.abs(w) > 1, w, np.conj(w))
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    return np.array([a.conj() for a in z])
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    out = []
    for a in z:
        out.append(a*2)
    return np.array(out)
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]", w: "float64[n]"):
    out = [1j]
    for k in range(len(w)):
        out.append(z[k]*np.exp(1j*w[k]) + out[k])
    b = np.asarray(out)
    return b.real, np.abs(b), len(out), out[1], out[-1], np.sum(out)
""",
        "",
    ),
    (
        """
def imp(w, r, c):
    return r + 1/(1j*w*c)
def f(w: "float64[n]", r: float, c: float):
    return np.array([imp(x, r, c) for x in w])
""",
        "",
    ),
    (
        """
def f(z: "complex128[n, m]"):
    return (
        np.array([row*2 for row in z]), np.stack([row[::-1] for row in z]),
        [row.sum() for row in z],
    )
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    xs = [a for a in z]
    ys = [abs(a) for a in xs]
    t = 0
    for a, b in zip(xs, ys):
        t = t + a*b
    return t, sum(ys)
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    xs = [0.0]
    for a in z:
        xs.append(a)
    return np.array(xs)
""",
        "ADC0212",
    ),
    (
        """
def f(z: "complex128[n]"):
    rows = []
    w = z.copy()
    for k in range(3):
        w = w*z
        rows.append(w)
    rows2 = []
    for k in range(3):
        rows2.append(z)
    z[0] = 5
    return np.array(rows), np.array(rows2)
""",
        "ADC0211",
    ),
    (
        """
def f(z: "complex128[n]"):
    xs = [a*2 for a in z]
    xs[1] = 3j
    return np.array(xs)
""",
        "ADC0211",
    ),
    (
        """
def f(z: "complex128[n]"):
    xs = [a*2 for a in z]
    s = sum(xs)
    p = np.prod(xs)
    return s, p, max(abs(a) for a in xs), xs[1:3]
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    xs = []
    ys = []
    for a in z:
        if a.real > 0:
            xs.append(a)
        else:
            xs.append(-a)
        ys.append([a, a*2])
    return np.array(xs), np.array(ys)
""",
        "ADC0119",
    ),
    (
        """
def f(z: "complex128[n]", x: "float64[n]"):
    xs = [a for a in z]
    return xs + [1j], np.concatenate([np.array(xs), z]), xs*2
""",
        "ADC0232",
    ),
    (
        """
def f(z: "complex128[n]"):
    d = {"b": z}
    d["b"] += 1
    l = [z, z*2]
    l[0] *= 2j
    l[1] *= z
    return z, l[1], d["b"]
""",
        "",
    ),
    (
        """
class S:
    def __init__(self, z):
        self.z = z
    def go(self, a):
        self.z *= a
        return self
def f(z: "complex128[n]", a: complex):
    s = S(z)
    s.z += 1
    s.go(a)
    return z, s.z
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    z.real, z.imag = z.imag.copy(), z.real.copy()
    return z
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]", w: "complex128[n]"):
    for k in range(2):
        z.real, z.imag = z.real**2 - z.imag**2, 2*z.real*z.imag
    z.real, w.real = w.real + 0, z.real + 0
    return z, w
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    c = x.conjugate()
    c *= 2
    d = np.conj(x)
    d *= 3
    return x, d
""",
        "",
    ),
    (
        """
def f(z: "complex128[n]"):
    t = (z, z*2)
    t[1][:] += 1
    p = {"a": z.copy(), "b": z}
    for k, v in p.items():
        v += 1
        p[k] *= 2
    return z, p["a"], t[1]
""",
        "",
    ),
    (
        """
class P:
    pass
def f(z: "complex128[n]", s: float):
    d = {"z": z[0], "w": s*1j}
    d["z"] += 1
    d["w"] *= 2
    q = [z[0], z[1]]
    q[0] += q[1]
    return d["z"], d["w"], q[0], z
""",
        "",
    ),
)

#: Of single precision differences say nothing.
_SINGLE = (
    """
def f(z: "complex64[n]", s: float):
    return z*s, z*np.float64(2), z + 1, z*1j
""",
    """
def f(z: "complex64[n]", x: "float64[n]", y: "float32[n]", k: "int32[n]", q: "int64[n]"):
    return z*x, z*y, z*k, z*q, z.real, z.imag
""",
    """
def f(z: "complex128[n]", a: "complex64", b: complex):
    return a*b, z[0]*a, a*a, b*b, np.abs(a), abs(b), a.real, b.imag
""",
    """
def f(z: "complex128[n]"):
    w = np.zeros((2, len(z)), dtype=np.complex64)
    w[0] = z
    w[1, 1:] = z[:-1].imag
    return w
""",
    """
def f(z: "complex128[n]"):
    return (
        np.array(z, copy=True), np.array(z, dtype=complex), np.asarray(z, dtype=np.complex128),
        np.array(z, dtype=np.complex64),
    )
""",
)

READINGS = [
    *(text(source if source.startswith("import") else HEADER + source, code)
      for source, code in _TEXTS),
    *(text(HEADER + source, smooth=False) for source in _SINGLE),
]  # fmt: skip
