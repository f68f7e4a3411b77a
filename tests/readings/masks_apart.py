"""Masks apart from integers as subscripts: NumPy puts the mask's axis first."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[m,n,4]"):
    t = np.sqrt((x*x).sum(-1))
    ind = t > 1.0
    out = np.zeros((x.shape[0], x.shape[1], 4, 4))
    out[ind, :3, :3] = np.eye(3)
    out[ind, :3, 3] = x[ind, 1:]
    return out
""",
        "",
    ),
    (
        """
def f(x: "float64[m,4]"):
    t = np.sqrt((x*x).sum(-1))
    ind = t > 1.0
    out = np.zeros((x.shape[0], 4, 4))
    out[ind, :3, 3] = x[ind, 1:]
    out[ind, 1, 2] = x[ind, 1]
    out[ind, 3, 1:3] = 5.0
    out[ind, 0:2, 3] *= 2.0
    out[ind, 0:2, 3] += x[ind, 2:]
    return out
""",
        "",
    ),
    (
        """
def f(x: "float64[3,m,n]"):
    ind = x[1,0] > 0.7
    out = np.zeros((3, x.shape[1], x.shape[2]))
    out[1, :, ind] = x[0, :, ind] * 2 + x[0,1:2][:, ind].T
    return out
""",
        "",
    ),
    (
        """
def f(x: "float64[3,m,n]"):
    ind = x[1,0] > 0.7
    return x[0, :, ind].sum(0) * x[2, ..., ind].max()
""",
        "",
    ),
    (
        """
def f(x: "float64[3,m,n]"):
    ind = x[1,0] > 0.7
    y = x[0, :, ind]
    return y[:, 0] @ y
""",
        "",
    ),
    (
        """
def f(x: "float64[3,m,n]"):
    ind = x[1,0] > 0.7
    y = x[0, :, ind]
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[3,m,n]"):
    ind = x[1,0] > 0.7
    return x[0, None, :, ind][:, 0, 1] + x[0, :, ind][..., 1]
""",
        "",
    ),
    (
        """
def f(x: "float64[m,n,3]"):
    ind = x[0,:,0] > 0.7
    return x[:, ind, None, 1].sum(1)
""",
        "",
    ),
    (
        """
def f(x: "float64[m,n,3]"):
    ind = x[:,:,0] > 0.7
    y = x.copy()
    y[ind, None, 1] = 3.0
    return y + x[ind, None, 1].sum()
""",
        "",
    ),
    (
        """
def f(x: "float64[2,m,n,3]"):
    ind = x[0,:,:,0] > 0.7
    y = x.copy()
    y[1, ind, :] = x[0, ind, :] * 2
    y[0, :, ind[0], 1] = x[1, :, ind[0], 2]
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[2,m,n,3]"):
    ind = x[0,0,:,0] > 0.7
    y = x.copy()
    y[0, :, ind, 1] = x[1, :, ind, 2]
    y[0, :, ind, :2] = y[0, :, ind, 1:]
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[m,3,n]"):
    # aliasing: transposed target read of itself
    ind = x[:, 0, 0] > 0.7
    x[ind, :2, 0] = x[ind, 1:, 0]
    x[ind, 1:, -1] = x[ind, :2, 0] * x[ind, 1:, -1]
    return x
""",
        "",
    ),
    (
        """
def f(x: "float64[n,4]"):
    ind = np.array([True, False, True, True])
    ind = x[:,0] > 5.0
    out = np.ones((x.shape[0], 4, 4))
    out[ind, :3, 3] = x[ind, 1:]
    out[~ind, :3, 3] = x[~ind, 1:]
    return out
""",
        "",
    ),
    (
        """
def f(x: "float64[2,m,n]", k: int):
    ind = x[1,0] > 0.7
    return x[k-k, :, ind].mean(axis=0)
""",
        "",
    ),
    (
        """
def f(x: "complex128[2,m,n]"):
    ind = x[1,0].real > 0.1
    out = np.zeros((x.shape[1], x.shape[2]), dtype=complex)
    out[:, ind] = x[0, :, ind].T * 1j
    return out
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[3,m,n]"):
    ind = x[1,0] > 0.7
    x[0, :, ind] += x[2, :, ind]
    return x
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
