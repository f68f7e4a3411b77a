"""Bounds of slices whose sign sizes decide, written as counted from the end."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]"):
    sz = x.shape[0]
    cc = np.concatenate((x, x))
    return cc[-(sz - 1):]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    sz = x.shape[0]
    return x[-(sz - 1):]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    sz = x.shape[0]
    cc = np.fft.fft(x, 16)
    return np.abs(cc[-(sz - 1):])
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    sz = x.shape[0]
    cc = np.fft.fft(x, 16)
    cc = np.abs(cc)
    return cc[-(sz - 1):]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    return x[-(k - 1):]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    y = x * 2.0
    z = y[:-(k - 1)]
    return z
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    return x[1 - k::-1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    return x[:-(k - 1):-1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    return x[-k::-1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    return x[:-k:-1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    return x[:1 - k]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[m]"):
    full = np.convolve(x, y)
    return full[len(y) - 1:-(len(y) - 1)]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", y: "float64[k]"):
    z = x * 1.0
    z[-(len(y) - 1):] = 0.0
    return z
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    y = x * 0.0
    for i in range(k):
        y[i] = np.sum(x[:len(x) - i])
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    y = x * 0.0
    for i in range(1, k):
        y[i] = np.sum(x[-i:]) + np.sum(x[:-i])
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    y = x * 0.0
    for i in range(2, k + 1):
        y[i] = np.sum(x[-(i - 1):]) + np.sum(x[:-(i - 1)])
    return y
""",
        "",
    ),
    (
        """
def f(s1: "float64[n, m]"):
    sz = s1.shape[0]
    q = 2 ** (1 + int(np.log2(2 * sz - 1)))
    cc = np.fft.fft(s1[:, 0], q)
    return np.real(cc)[-(sz - 1):]
""",
        "",
    ),
    (
        """
def f(s1: "float64[n, m]"):
    sz = s1.shape[0]
    cc = np.fft.fft(s1[:, 0], 8)
    return np.real(cc)[-(sz - 1):]
""",
        "",
    ),
    (
        """
def f(s1: "float64[n, m]", s2: "float64[n, m]"):
    sz = s1.shape[0]
    n_bits = 1 + int(np.log2(2 * sz - 1))
    fft_sz = 2**n_bits
    first, second = np.fft.fft(s1, fft_sz, axis=0), np.fft.fft(s2, fft_sz, axis=0)
    cc = np.real(np.fft.ifft(first * np.conj(second), axis=0))
    cc = np.vstack((cc[-(sz - 1) :], cc[:sz]))
    return np.real(cc).sum(axis=-1)
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
