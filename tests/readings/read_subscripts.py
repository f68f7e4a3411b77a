"""Subscripts made of elements of integer arrays: multiples, differences, from the end."""

from __future__ import annotations

from tests.readings.by_names import of

READINGS = [
    of("return A.ravel()[(q - 1) * 5 + 2] * s"),
    of("return x[-q] * s"),
    of("return x[5 - q] * s"),
    of("for i in range(5):\n    s += x[-q[i]] + x[5 - q[i]] * x[q[i] // 2]\nreturn s"),
    of("return x[np.arange(5) - q] * s"),
    of("for i in range(5):\n    x[-q[i]] += s * x[i]\nreturn x"),
    of("for i in range(3):\n    s += A.ravel()[2 * p[i]] * A.ravel()[p[i] * 2 + 1]\nreturn s"),
    of("for i in range(3):\n    d = 3 * (p[i] - 1)\n    s += A.ravel()[d:d + 3] @ y\nreturn s"),
    of("for i in range(2):\n    s += x[p[i] - p[i + 1]]\nreturn s"),
    of("x[-q] = s; return x"),
    of("x[-q] += x; return x"),
    of("return A[-q, 0] * x"),
    of("return A[np.arange(5), -q] * x"),
    of("return T3[0][p % 3, -1] * y"),
    of("return y[p % 3 - 3] * s"),
    of("return x[q * q % 5]"),
    of("return s * np.sum(x[4 * (q % 2)])"),
    of("return x[::-1][q - 1] * s"),
]
