"""Items of lists that loops make: numbers and lists of numbers one by one, and arrays that are
parts of others, which nothing may write by the list's name for them."""

from __future__ import annotations

from tests.readings.table import Reading, text

_HEAD = 'import numpy as np\ndef f(x: "float64[N]", s: float, n: int):\n'
_BODIES = (
    (
        """\
    A = [[x[i] * x[j] for j in range(3)] for i in range(3)]
    B = [list(r) for r in zip(*A)]
    B[0][1] += s
    T = [[sum(A[i][k] * B[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
    return np.array(T)
""",
        "",
    ),
    (
        """\
    A = [[x[i] * x[j] for j in range(3)] for i in range(3)]
    a, b, c = A
    a[0] = 9.0
    return sum(A[0]) + b[1] * c[2] * s
""",
        "",
    ),
    (
        """\
    w = [x[i] * s for i in range(3)]
    a, b, c = w
    w[0] = 7.0
    return a + 2 * b + 3 * c + w[0]
""",
        "",
    ),
    (
        """\
    w = [x[i:i+2] for i in range(3)]
    a, b, c = w
    a[0] = 7.0
    x[4] = 3.0
    return a, b, c, x
""",
        "ADC0211",
    ),
    (
        """\
    w = [x[i] * s for i in range(3)]
    v = [2 * q for q in w]
    return max(*w) + min(*v), np.hypot(*w[:2])
""",
        "",
    ),
    (
        """\
    w = []
    for i in range(3):
        w.append(x[i] * s)
        a, *r = w
        s = s + a * 0.1
    return s
""",
        "ADC0112",
    ),
    (
        """\
    w = [(x[i], i * s) for i in range(3)]
    xs, ys = zip(*w)
    return sum(a * b for a, b in zip(xs, ys))
""",
        "",
    ),
    (
        """\
    w = [x[i:i+2] for i in range(3)]
    a = w[0]
    a[0] = 7.0
    x[4] = 3.0
    return a, x
""",
        "ADC0211",
    ),
    (
        """\
    w = [[x[i], s] for i in range(3)]
    a, b, c = w
    w[0] = [s, s]
    b[1] = 5.0
    return a[0] * w[0][0] + w[1][1] * c[0]
""",
        "ADC0211",
    ),
    (
        """\
    w = [(x[i], s) for i in range(3)]
    (a, b), (c, d), e = w
    return a * b + c * d * e[0]
""",
        "",
    ),
    (
        """\
    w = [x[i:i+2] for i in range(3)]
    a = w[0]
    a[0] = 7.0
    return a, x
""",
        "ADC0211",
    ),
    (
        """\
    w = []
    for i in range(3):
        w.append(x[i:i+2])
    a = w[0]
    a[0] = 7.0
    return a, x
""",
        "ADC0211",
    ),
    (
        """\
    w = [x[i:i+2] for i in range(3)]
    w[0][0] = 7.0
    return w[0], x
""",
        "ADC0211",
    ),
    (
        """\
    w = [x[i:i+2] for i in range(3)]
    w[0] *= 7.0
    return w[0], x
""",
        "ADC0211",
    ),
    (
        """\
    w = [x[i:i+2] for i in range(3)]
    for a in w:
        a *= s
    return w[0], x
""",
        "ADC0211",
    ),
    (
        """\
    w = [x[i:i+2] for i in range(n - 1)]
    x[1] = s
    return w[0], x
""",
        "ADC0211",
    ),
    (
        """\
    w = [x[i:i+2] for i in range(n - 1)]
    a = w[1]
    a += 3
    return w[0], x
""",
        "ADC0211",
    ),
    (
        """\
    w = [x[i:i+2] * s for i in range(n - 1)]
    a = w[1]
    a += 3
    b = w[1]
    return b, x, w[0]
""",
        "",
    ),
    # at positions that data decide: of literals, of numbers that change, of one kind or of two
    (
        """\
    q = np.argsort(x)
    a, b, c = [x[0], x[1] * s, x[3]], (1, 2.5, 3), [1, 2, *[5, 9]]
    r = 0.0
    for i in range(len(x)):
        r += a[q[i] % 3] * x[i]
        a[1] = r
    k = c[q[0] % 4]
    d = a[q[0] % 2], b[q[1] % 3] * s, b[q[1] % 3] // 2 * s, c[-1 - q[2] % 4] ** 2 / 3, x[k % n]
    if (True, False)[q[1] % 2]:
        r = r * 2
    e = ([0.1, 0.3][q[1] % 2] * np.ones(2, dtype=np.float32)).dtype == np.float32
    return r, *d, k // 3 * s, e, [0.5, 0.7, 0.9][np.searchsorted([0.4, s + 2], s)] * s
""",
        "",
    ),
    (
        """\
    a = [x[:2], x[1:3]]
    return a[int(s > 0.5)] * 2
""",
        "ADC0216",
    ),
)
READINGS: list[Reading] = [text(_HEAD + body, refused) for body, refused in _BODIES]
