"""Assignments: one value for all targets, targets from left to right, updates in place."""

from __future__ import annotations

from tests.readings.table import body, text

READINGS = (
    body("""
        x[0] = x[1] = x[0] + x[1]
        return np.sum(x * x)
    """),
    body("""
        x[0] = x[1] = x[2] = 2*x[0] + x[1]*x[2]
        return np.sum(x * x)
    """),
    body("""
        x[:2] = x[2:4] = x[:2] + x[2:4]
        return np.sum(x * x)
    """),
    body("""
        x[1:] = x[:-1] = x[1:] * x[:-1]
        return np.sum(x * x)
    """),
    body("""
        x[:] = y2 = x * 2
        return np.sum(x * y2)
    """),
    body("""
        y2 = x[:] = x * 2
        y2[0] = 5.0
        return np.sum(x * y2)
    """),
    body("""
        x[0] = s = s + x[0]
        return x[0] * s
    """),
    body("""
        s = x[0] = s + x[0]
        return x[0] * s
    """),
    body("""
        s = x[0] = x[1] = s * x[0] + x[1]
        return x[0] * s + x[1]
    """),
    body("""
        s = t = s + t
        return s * t
    """),
    body("""
        s = t = s * t
        s += 1.0
        return s * t
    """),
    body("""
        k = x[k] = 2
        return np.sum(x * s)
    """),
    body("""
        k = 0
        k = x[k] = 2
        return np.sum(x * x)
    """),
    body("""
        a = b = x * 2
        a[0] = 7.0
        return np.sum(a * b)
    """),
    body("""
        a = b = x
        a[0] = 7.0
        return np.sum(b * b)
    """),
    body("""
        x[0], x[1] = x[2], x[3] = x[2] * x[0], x[3] + x[1]
        return np.sum(x * x)
    """),
    body("""
        c = x[0], x[1] = x[1], x[0]
        return c[0] * x[0] + 2 * c[1] * x[1]
    """),
    body("""
        x[0], x[1] = c = x[1], x[0] * 3
        return c[0] * x[0] + 2 * c[1] * x[1]
    """),
    body("""
        (a, b), c = (x[0], x[1]), x[2]
        return a * b + c
    """),
    body("""
        a, b = c = x[0] * 2, x[1]
        return a * b + c[0]
    """),
    body("""
        x[1], x[2] = x[0], x[1]
        return np.sum(x * x)
    """),
    body("""
        x[0], x[1], x[2] = x[1], x[2], x[0]
        return np.sum(x * np.arange(x.shape[0]))
    """),
    body("""
        i = 0
        i, x[i] = 2, 5.0
        return np.sum(x * x * np.arange(x.shape[0])) * i
    """),
    body("""
        a, x[0] = x[0], s
        return a * x[0]
    """),
    body("""
        x[0], a = s, x[0]
        return a * x[0]
    """),
    body("""
        x[:2], x[2:4] = x[2:4], x[:2]
        return np.sum(x * np.arange(x.shape[0]))
    """),
    body("""
        x[:2], x[2:4] = x[2:4].copy(), x[:2].copy()
        return np.sum(x * np.arange(x.shape[0]))
    """),
    body("""
        s, t = t, s
        return s * s + t
    """),
    body("""
        s = t = x[0] = t + s
        t = t * 2
        return s * t * x[0]
    """),
    body("""
        q[0] = a = s * 3.7
        return a * s
    """),
    body("""
        a = q[0] = s * 3.7
        return a * s + x[0]
    """),
    body("""
        x[0] = y[0] = x[1] = x[0] + y[0]
        return np.sum(x * x) + np.sum(y * y)
    """),
    text("""
        import numpy as np
        def f(a: "float64[N,N]"):
            n = a.shape[0]
            for i in range(n):
                for j in range(i):
                    a[i, j] = a[j, i] = 0.5 * (a[i, j] + a[j, i]) * a[i, i]
            return np.sum(a * a)
    """),
    text("""
        import numpy as np
        def f(a: "float64[N,N]"):
            a[0] = a[:, 0] = a[0] * a[:, 0]
            return np.sum(a * a)
    """),
    text("""
        import numpy as np
        def f(a: "float64[N,N]"):
            a[0] = a[:, 0] = a[:, 1]
            return np.sum(a * a * a)
    """),
    text("""
        def g(v):
            v[0] = 3.0 * v[0]
            return v[0]
        def f(x: "float64[N]"):
            x[1] = x[2] = g(x) + x[0]
            return x[1] * x[2] * x[0]
    """),
    # Updates in place.
    body("""
        x += x[0]
        return np.sum(x * x)
    """),
    body("""
        x *= x[1]
        return np.sum(x)
    """),
    body("""
        x[1:] += x[:-1]
        return np.sum(x * x)
    """),
    body("""
        x[:-1] *= x[1:]
        return np.sum(x * x)
    """),
    body("""
        x += x[::-1]
        return np.sum(x * x * np.arange(x.shape[0]))
    """),
    body("""
        x[0] += x[0] * x[0]
        x[0] -= x[0]**2
        x[0] **= 2
        x[0] /= x[1]
        return x[0]
    """),
    body("""
        a = x
        a += 1.0
        a = a + 1.0
        a[0] = 0.0
        return np.sum(x * x)
    """),
    body("""
        a = x
        a = a * 2
        a += x
        return np.sum(x * a)
    """),
    body("""
        a = s
        a += 1.0
        a *= s
        return a * s
    """),
    body("""
        b = x[1:3]
        b *= 2
        x[1] += b[0]
        return np.sum(x * x) + b[0]
    """),
    body("""
        s -= s - t
        t //= 0.3
        return s * x[0] + t
    """),
    body("""
        x **= 2
        x %= 0.7
        return np.sum(x * x)
    """),
    body("""
        s **= n
        s /= 2 * s + 1
        return s
    """),
    body("""
        k = 3
        k //= 2
        k -= 5
        k %= 3
        return x[k] * k
    """),
    body("""
        k = 7
        k /= 2
        return x[0] * k
    """),
    # Loop variables and ranges are taken when the loop begins.
    body("""
        total = 0.0
        for i in range(n):
            n = 1
            total += x[i] * n
        return total * n
    """),
    body(
        """
        total = 0.0
        for i in range(n):
            total += x[i]
            i = i + 10
        return total * i
    """,
    ),
    body("""
        total = 0.0
        for i in range(3):
            total += x[i]
        return total * i
    """),
    body("""
        total = 0.0
        i = 2
        for i in range(i, i + 2):
            total += x[i]
        return total * i
    """),
    body("""
        total = 0.0
        for i in range(4, -1, -2):
            for i in range(2):
                total += x[i]
            total *= i + 1
        return total
    """),
    body("""
        total = 0.0
        for i in range(3, 0):
            total += x[i]
        return total + s
    """),
    body("""
        for i in range(3):
            x[i] = x[i + 1] = x[i] * x[i + 1]
        return np.sum(x)
    """),
)
