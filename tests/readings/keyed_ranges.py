"""`next` of generators, and ranges that keys put in order."""

from __future__ import annotations

from tests.readings.table import Reading, body, value

READINGS: list[Reading] = [
    value("next((v for v in x if v > 1.0), 0.0) * s"),
    value("x[next(k for k, v in enumerate(x) if v > 1.0)] * s"),
    value("x[next((k for k in range(n) if x[k] > 10.0), 2)] * next((v for v in x if v < 0), s)"),
    value("next(v for v in x if v > 10.0) * s", "assumed", raises=True),
    body("""
        d = {"b": s, "a": 2.0}
        key = next(iter(d))
        return d[key] * next(iter(d.values())) + next(iter(x)) * next(iter([t, s]))
    """),
    body("""
        v = s
        return next((v for v in x if v > 10.0), v)
    """, "ADC0224"),
    # Equal keys stay in their order, backwards, too; of several extremes the first is taken.
    body("""
        z = np.floor(2.0 * x)
        up = sorted(range(len(x)), key=z.__getitem__)
        down = sorted(range(1, len(x)), key=lambda i: z[i], reverse=True)
        p = max(range(len(x)), key=lambda i: z[i])
        r = min(range(2, n), key=lambda i: abs(x[i] - s))
        return np.array([x[i] for i in up]), x[down] * s, p, r, x[p] * x[r], up[0]
    """, smooth=False),
    body("""
        total = 0.0
        for k in range(n):
            p = max(range(k, n), key=lambda i: abs(x[i] - s))
            total += x[p] * k
        return total
    """),
    value("x[max(range(n, m), key=lambda i: x[i])] * s", "assumed", raises=True),
    value("min(range(n), key=lambda i: x[i], default=0) * s", "ADC0220"),
    # Arrays and lists whose lengths sizes tell.
    body("""
        calls = 0.0

        def away(v):
            nonlocal calls
            calls += 1.0
            return (v - s) * (v - s)

        points = list(zip(x, x * x, range(n)))
        a, b, k = max(points, key=lambda p: p[0] * p[1] - p[0])
        far = min(x, key=away)
        rows = np.outer(x, x)[:, :2]
        near = min(rows, key=lambda p: np.sum(np.abs(p - t)))
        down = sorted(x, key=lambda v: -v)
        x[0] = 9.0
        return a * b + k, far * calls, near, down[0] - s * down[-1], min(points[:2], key=len)[0]
    """),
    body("w = x[n + m:]\nreturn max(w, key=abs) * s", "assumed", raises=True),
    # `*x` in a list, and lists of what is drawn
    body("""
        a = [v * v for v in x]
        b, c, d = [*a], [s, *a, 2.0, *x[::-1]], list(enumerate(x))
        a[0] = 7.0
        b[1] = t
        x[1] = 3.0
        pairs = d[1:] + d[:1]
        w = list(map(lambda v: v * s, x))
        w.append(t)
        return np.cumsum(c), np.array(b) * a[0], pairs[0][1] * pairs[-1][0] + pairs[-1][1], sum(w)
    """),
    # Python has no order of NaN
    body("""
        x[1] = math.nan
        return x[sorted(range(n), key=x.__getitem__)[0]]
    """, "assumed"),
]  # fmt: skip
