"""Traces of any axes, shapes of broadcasts, orders, classes of types, sizes of two cases."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n,m]", y: "float64[m]"):
    z = np.empty(np.broadcast(x, y).shape)
    z[:] = x*y
    return z
""",
        "",
    ),
    (
        """
def f(x: "float64[n,m]", y: "float64[m]", s: float):
    b = np.broadcast(x, y, s)
    return x * b.size + b.ndim + b.nd * y
""",
        "",
    ),
    (
        """
def f(x: "float64[n,1]", y: "float64[m]"):
    b = np.broadcast(x, y)
    if b.shape == (2, 2) or b.shape != (x.shape[0], y.shape[0]):
        return x.sum()
    out = np.zeros(b.shape + (2,))
    out[..., 0] = x * y
    out[..., 1] = y
    return out
""",
        "",
    ),
    (
        """
def f(x: "float64[n,m,m]"):
    return x.trace(axis1=1, axis2=2) + np.trace(x, 1, 1, 2)
""",
        "",
    ),
    (
        """
def f(x: "float64[k,m,n]"):
    return x.trace(axis1=-1, axis2=0) + np.trace(x, -1, 2, 0) + np.diagonal(x, 0, 2, 0).sum(-1)
""",
        "",
    ),
    (
        """
def f(x: "float64[k,m,n]"):
    return np.diagonal(x, axis1=0, axis2=1) * 2
""",
        "",
    ),
    (
        """
def f(x: "float64[m,n,n]"):
    return x.diagonal(1, 1, 2) * np.diagonal(x, offset=-1, axis1=-2, axis2=-1)
""",
        "",
    ),
    (
        """
def f(x: "float64[m,n]"):
    return np.trace(x, axis1=0, axis2=1) * np.trace(x, axis1=1, axis2=0)
""",
        "",
    ),
    (
        """
def f(x: "complex128[k,m,m]"):
    return np.trace(x, axis1=1, axis2=2)
""",
        "",
    ),
    (
        """
def f(x: "float64[m]"):
    y = np.require(x, dtype=np.float64, requirements=["W"]) * 2
    return y + np.require(x, requirements=["C", "W"])
""",
        "",
    ),
    (
        """
def f(x: "float64[m]"):
    r = ["W"] if True else []
    r += ["C"]
    y = np.require(x, requirements=r)
    y[0] = 3.0
    return x + y
""",
        "",
    ),
    (
        """
def f(x: "float64[m,n]"):
    return np.require(x, requirements="F") + np.require(x.T, requirements=["F", "A"]).T * x
""",
        "",
    ),
    (
        """
def f(x: "float64[m,n]"):
    y = np.require(x.T, requirements=["C"])
    y[0, 1] = 5.0
    return x + y.T
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[m,n]"):
    y = np.require(x.T, requirements=["W"])
    y[0, 1] = 5.0
    return x + y.T
""",
        "",
    ),
    (
        """
def f(x: "float64[m,n]"):
    return np.require(x, requirements=["O"]) * 2
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[m,n]"):
    return np.diag(x, 1).sum() + np.diag(x) + np.diag(x, k=-1).sum() + np.diag(v=x)
""",
        "",
    ),
    (
        """
def g(x, kind):
    if kind is np.floating:
        return x * 2
    if np.issubdtype(x.dtype, kind):
        return x * 3
    return x * 5
def f(x: "float64[n]", y: "int64[n]", z: "float32[n]"):
    a = g(x, np.floating) + g(x, np.inexact) * g(y, np.integer)
    return a + g(z, np.complexfloating) + g(y, np.inexact)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    if np.float64 is np.floating or x.dtype == np.floating:
        return x
    return x * 4
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.floating
    return x * isinstance(x[0], k)
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.generic
    if x.dtype.type is k or x.dtype.type in (np.floating, np.integer):
        return x * 2
    if x.dtype.type in (np.float64, np.floating):
        return x * 3
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.floating
    if k:
        return x * 2
    return x
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[n]"):
    d = {np.floating: 2.0, np.integer: 3.0}
    return x * d[np.floating]
""",
        "ADC0114",
    ),
    (
        """
def f(x: "float64[n]"):
    if x.dtype == np.float16 or np.uint8 == x.dtype.type or x.dtype in (np.int8, np.float16):
        return x
    if x.dtype != np.float16 and np.float16 == np.float16 and np.int8 is np.int8:
        return x * 3
    return x * 5
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return x * np.zeros(3, dtype=np.float16).sum()
""",
        "ADC0222",
    ),
    (
        """
def f(x: "float64[n]"):
    return x * np.float16(x[0])
""",
        "ADC0227",
    ),
    (
        """
def f(x: "float64[n]"):
    y = x.astype(np.uint8)
    return x * y
""",
        "ADC0222",
    ),
    (
        """
def f(x: "float64[n]"):
    y = x * (np.float16 == 3.0) + x * isinstance(x[0], np.float16)
    return y + x * isinstance(x[0], (np.floating, np.uint8))
""",
        "ADC0232",
    ),
    (
        """
def f(x: "complex128[n]"):
    if x.dtype == np.float16 or x.dtype is np.floating:
        return x
    return x * 2
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]"):
    t = np.uint8
    return x * np.iinfo(t).max + x * np.finfo(np.float16).eps
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[m,n]"):
    shape = x.shape
    if shape == (1, 0) or (x.ndim == 1 and shape == (0,)):
        shape = (0, 0)
    return x.reshape(shape) * 2
""",
        "",
    ),
    (
        """
def f(x: "float64[m,n]"):
    shape = x.shape
    if shape == (1, 0) or (x.ndim == 1):
        shape = (0, 0)
    return x.reshape(shape) * 2
""",
        "",
    ),
    (
        """
def f(x: "float64[m,n]"):
    shape = x.shape
    if shape == (1, 0) or shape == (3, 2):
        shape = (x.shape[0]*x.shape[1], 1)
    return x.reshape(shape) * 2
""",
        "",
    ),
    (
        """
def f(x: "float64[m,n]"):
    shape = x.shape
    if shape == (1, 0) or shape == (0,):
        shape = (0, 0)
    return x.reshape(shape) * 2
""",
        "",
    ),
    (
        """
def f(x: "float64[m,m]"):
    shape = x.shape
    if shape == (1, 0):
        shape = (0, 0)
    return x.reshape(shape) * 2
""",
        "",
    ),
    (
        """
def g(x, axis=1, rows=None):
    ndim = x.ndim
    shape = x.shape
    if (ndim == 2 and shape == (1, 0)) or (ndim == 1 and shape == (0, )):
        shape = (0, 0)
    elif ndim == 1:
        shape = (1, shape[0]) if axis == 1 else (shape[0], 1)
    return x.reshape(shape)
def f(x: "float64[m,n]"):
    return g(x) * 2
""",
        "",
    ),
    (
        """
def g(x, axis=1, rows=None):
    ndim = x.ndim
    shape = x.shape
    if (ndim == 2 and shape == (1, 0)) or (ndim == 1 and shape == (0, )):
        shape = (0, 0)
    return x.reshape(shape)
def f(x: "float64[m,m]"):
    return g(x) * 2
""",
        "",
    ),
    (
        """
def g(x, axis=1, square=None, rows=None, cols=None):
    ndim = x.ndim
    shape = x.shape
    if (ndim == 2 and shape == (1, 0)) or (ndim == 1 and shape == (0, )):
        shape = (0, 0)
    if square and shape[0] != shape[1]:
        raise ValueError("a")
    if cols is not None and shape[1] != cols:
        raise ValueError("b")
    return x.reshape(shape)
def f(x: "float64[m,m]", y: "float64[n,m]"):
    x = g(x, square=True)
    return g(y, cols=x.shape[0]) * 2
""",
        "",
    ),
    (
        """
def g(x, axis=1, square=None, rows=None, cols=None):
    ndim = x.ndim
    shape = x.shape
    if (ndim == 2 and shape == (1, 0)) or (ndim == 1 and shape == (0, )):
        shape = (0, 0)
    if cols is not None and shape[1] != cols:
        raise ValueError("b")
    return x.reshape(shape)
def f(x: "float64[m,n]"):
    return g(x, cols=x.shape[1]) * 2
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
