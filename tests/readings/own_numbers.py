"""Numbers of Python's own: its `max` and `min` beside NaN, its integers among floats."""

from __future__ import annotations

from tests.readings.table import Reading, body

READINGS: list[Reading] = [
    # pairs: the first stays unless the next is beyond it
    body("""
        a = max(0.0, np.log(-s)) + max(x[1] * s, np.log(-s) * x[1], x[2] * s * s)
        b = min(s, np.log(-s) * x[0])
        m = w = x[0]
        for v in np.where(x > 0.9, x, np.log(-x)):
            m, w = max(m, v * s), min(v, w)
        d, e = max(np.log(-s), x[0], 0.0), min(np.log(-s) * x[0], 3.0, s)
        return a + b, m, np.isnan([w, d, e]), max(True, s > 3), 3 * max(s, 1.0 * s)
    """),
    # vectors, lists and generators: no NaN but a first one counts
    body("""
        u = np.where(x < 0.9, x, np.log(-x))
        u[0] = 0.7 * s
        z = u.copy()
        z[0] = np.log(-s)
        xs, ws = [], [np.log(-s)]
        for v in x:
            xs.append(v * s)
            xs.append(np.log(-v))
            ws.append(v)
        first = [max(z), min(z), max(ws), min(ws), max([np.log(-s), s])]
        own = max(u), min(u * s), max(xs), min(xs), max([s, np.log(-s), t]), max(v * t for v in u)
        return np.isnan(np.array(first)), np.isnan(np.max(u)), np.array(own)
    """),
    # of what a mask selects
    body("""
        u = np.where(x < 0.9, x, np.log(-x))
        w = np.where(x > 0.9, x, np.log(-x))
        a, b = max(u[x != 7.0]), min(w[x > 0.6])
        A = np.array([w, u])
        c = max(w[w != 7.0] * t)
        return np.isnan([a, b, c, max(A[A != 1.0])]), min(u[x < 0.9]) * s
    """),
]
