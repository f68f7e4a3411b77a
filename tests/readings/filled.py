"""Lists of None and dictionaries that loops fill from 0 on, one item after the other."""

from __future__ import annotations

from tests.readings.table import Reading, body

READINGS: list[Reading] = [
    body("""
        path = [None] * (n + 1)
        u = x.copy()
        path[0] = u
        for i in range(n):
            u = u + s * np.sin(path[i])
            path[i + 1] = u
        path[-1] = path[-1] * t
        return np.array(path)
    """, "ADC0211"),
    body("""
        path = [None] * (n + 1)
        path[0] = s
        for i in range(n):
            path[i + 1] = path[i] * x[i]
        path[-1] *= t
        return np.array(path), len(path)
    """),
    body("""
        rows = [None] * n
        for i in range(n):
            row = [None] * m
            for j in range(m):
                if x[i] > y[j]:
                    row[j] = x[i] * s
                elif j == 1:
                    row[j] = y[j]
                else:
                    row[j] = t
            rows[i] = row
        return np.array(rows)
    """),
    body("""
        known = {0: s, 1: 2 * s}
        for k in range(2, n):
            known[k] = known[k - 1] + t * known[k - 2]
        return known[n - 1], sum(known.values()), len(known)
    """),
    body("""
        out = [None] * n
        for i in range(n - 1, -1, -1):
            out[i] = x[i]
        return np.array(out)
    """),
    # Not to the end: Python has None.
    body("""
        out = [None] * n
        out[0] = s
        for i in range(1, n):
            out[i] = x[i] * out[i - 2]
        return np.array(out)
    """, "assumed", raises=True),
    body("""
        known = {}
        for i in range(n):
            known[i + 1] = x[i]
        return known[1] + known[n]
    """, "ADC0220"),
    # The list is another one in each iteration.
    body("""
        total = 0.0
        for i in range(n):
            out = [None] * n
            for j in range(1):
                out[i] = x[i] * x[j]
            total += out[i]
        return total
    """, "assumed"),
    body("""
        out = [None] * n
        u = x.copy()
        for i in range(n):
            u[0] = u[0] * s
            out[i] = u
        return np.array(out)
    """, "ADC0211"),
    # A function that was made before sees how long the list is.
    body("""
        out = []
        size = lambda: len(out)
        out = [None] * n
        for i in range(n):
            out[i] = x[i] * size()
        return np.array(out)
    """, "ADC0216"),
    body("""
        out = n * [None]
        for i in range(n):
            out[i] = x[i] * s
        return np.array(out)
    """),
]  # fmt: skip
