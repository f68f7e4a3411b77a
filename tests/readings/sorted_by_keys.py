"""`sorted` by keys that data decide: of numbers, and of arrays, which the list has themselves."""

from __future__ import annotations

from tests.readings.table import Reading, text

HEAD = """
import numpy as np
def f(x: "float64[N]", A: "float64[4, 3]", s: float, n: int):
"""

_BODIES = (
    (
        """\
    name = "abc"
    return x * len(name) + len("xy")
""",
        "",
    ),
    (
        """\
    sim = sorted(A, key=lambda p: np.sum((p - s) ** 2))
    c = np.mean(sim[:-1], axis=0)
    r = c + (c - sim[-1])
    sim[-1] = r
    return sum(sim), r, A
""",
        "",
    ),
    (
        """\
    v = sorted([x[0], s, x[1] * s, x[2]], key=lambda q: -q * q)
    return v[0] + 2 * v[1] + 3 * v[2] + 4 * v[3]
""",
        "",
    ),
    (
        """\
    v = sorted([0, 1, 2, 3], key=lambda i: x[i], reverse=True)
    return x[v[0]] * s + x[v[3]] + v[1]
""",
        "",
    ),
    (
        """\
    v = sorted([x[:2], x[2:4], x[1:3]], key=lambda r: r[0] * s)
    v[0][0] = 9.0
    return v[0] + 2 * v[1], x
""",
        "ADC0211",
    ),
    (
        """\
    v = sorted([x[0], x[1], x[0], s], key=lambda q: np.floor(q), reverse=True)
    w = sorted([x[0], x[1], x[0], s], key=np.floor)
    return v[0] + 2 * v[1] + 3 * v[2] + 4 * v[3], w[0] * w[1] + w[3]
""",
        "",
    ),
    (
        """\
    pts = [(x[0], s), (x[1], 2.0)]
    return sorted(pts, key=lambda p: p[0])[0][1] * s
""",
        "ADC0220",
    ),
    (
        """\
    best = sorted(A, key=lambda p: p[0])[0]
    best[1] = 50.0
    return best * s, A
""",
        "ADC0211",
    ),
    (
        """\
    v = sorted(A, key=lambda p: p[0])
    A[0, 0] = 7.0
    return v[0] * s, v[3]
""",
        "ADC0211",
    ),
    (
        """\
    v = sorted([x[:2] * s, x[2:4] * 2, x[1:3] + s], key=lambda r: r[0] * s)
    v[0][0] = 9.0
    return v[0] + 2 * v[1], x
""",
        "",
    ),
    (
        """\
    a = x[:2] * s
    b = x[2:4] * 2
    v = sorted([a, b], key=lambda r: r[0] * s)
    v[0] += 1.0
    return v[0] + 2 * v[1], a, b
""",
        "ADC0211",
    ),
    (
        """\
    v = sorted(A, key=lambda p: p[0])
    for r in v:
        r *= 2
    return v[0], A
""",
        "ADC0211",
    ),
    (
        """\
    v = sorted(A, key=lambda p: p[0])
    w = v[1]
    w[:] = 0
    return v[0], A
""",
        "ADC0211",
    ),
    (
        """\
    v = sorted(A, key=lambda p: p[0])
    b = A[0]
    b += 1
    return v[0], A
""",
        "ADC0211",
    ),
)
READINGS: list[Reading] = [text(HEAD.lstrip() + body, refused) for body, refused in _BODIES]
