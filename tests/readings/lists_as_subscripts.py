"""Lists of integers that loops fill, as subscripts of arrays."""

from __future__ import annotations

import textwrap

from tests.readings.table import Reading, text

HEAD = """
import numpy as np
class Node:
    def __init__(self, number, fixed=(False, False)):
        self.number = number
        self.fixed = fixed
        self.dofs = [2 * number, 2 * number + 1]
class Truss:
    def __init__(self, nodes):
        self.nodes = nodes
    def free(self):
        return [d for n in self.nodes for d, held in zip(n.dofs, n.fixed) if not held]
def f(x: "float64[6]", A: "float64[6, 6]", n: int, s: float, t: float):
"""


def row(body: str, refused: str = "") -> Reading:
    return text(HEAD + textwrap.indent(body.rstrip(), "    ") + "\n", refused)


#: Items of lists at positions that data decide, and of dictionaries at keys that loops pick.
_ITEMS = (
    (
        """\
    c = [0.0] * n
    for i in range(n):
        c[i] = x[i] * s
    k = int(s * 2)
    c[0] += 1
    return c[k] * c[-1 - k] + c[k] ** 2
""",
        "",
    ),
    (
        """\
    c = []
    for v in x:
        c.append(v * s)
    k = int(np.argmax(x))
    y = c[k]
    c[k] = 3.0
    return y * c[k] + sum(c)
""",
        "",
    ),
    (
        """\
    c = []
    for v in x:
        c.append(v * s)
        k = int(v * 0)
        s = s + c[k] * 0.1
    return s
""",
        "",
    ),
    (
        """\
    m = {1: x[0], 2: s, 5: 3.0}
    total = 0.0
    for k in [1, 5, 2, 1]:
        m[k] = m[k] * 1.5 + k
        total += m[k]
    return total
""",
        "",
    ),
    (
        """\
    names = ["a", "b"]
    d = {"a": x, "b": x * s, "c": 1.0}
    return sum(np.sum(d[k]) for k in names) + d["c"]
""",
        "",
    ),
    (
        """\
    ks = [3, 1, 0]
    tot = 0.0
    for q in ks:
        tot += x[q] * s ** q
        v = x[q:]
        tot += v[0]
    return tot
""",
        "",
    ),
    (
        """\
    c = [2 * i for i in range(n)]
    k = int(s)
    return x[c[k]] * c[k + 1] * s
""",
        "",
    ),
    (
        """\
    m = len(x)
    t = np.arange(m) * 1.0
    h = np.diff(t)
    al = [0.0] * m
    for i in range(1, m - 1):
        al[i] = 3 / h[i] * (x[i + 1] - x[i]) - 3 / h[i - 1] * (x[i] - x[i - 1])
    l, mu, z = [1.0] * m, [0.0] * m, [0.0] * m
    for i in range(1, m - 1):
        l[i] = 2 * (t[i + 1] - t[i - 1]) - h[i - 1] * mu[i - 1]
        mu[i] = h[i] / l[i]
        z[i] = (al[i] - h[i - 1] * z[i - 1]) / l[i]
    c = [0.0] * m
    b, d = [0.0] * m, [0.0] * m
    for j in range(m - 2, -1, -1):
        c[j] = z[j] - mu[j] * c[j + 1]
        b[j] = (x[j + 1] - x[j]) / h[j] - h[j] * (c[j + 1] + 2 * c[j]) / 3
        d[j] = (c[j + 1] - c[j]) / (3 * h[j])
    q = s
    k = min(max(int(q), 0), m - 2)
    dx = q - t[k]
    return x[k] + b[k] * dx + c[k] * dx ** 2 + d[k] * dx ** 3
""",
        "",
    ),
    (
        """\
    m = {1: x[0], 2: s}
    keys = sorted(m)
    out = [m[k] * k for k in keys]
    m[1] += 1
    out.append(m[1])
    return np.prod(out)
""",
        "",
    ),
)
_ITEMS_HEAD = 'import numpy as np\ndef f(x: "float64[N]", s: float, n: int):\n'

READINGS: list[Reading] = [
    *(text(_ITEMS_HEAD + body, refused) for body, refused in _ITEMS),
    # a truss
    row(
        "free = Truss([Node(0, (True, True)), Node(1, (False, True)), Node(2)]).free()\n"
        "u = np.zeros(6)\n"
        "u[free] = np.linalg.solve(A[np.ix_(free, free)] + 9 * np.eye(3), x[free] * s)\n"
        "return u @ x"
    ),
    # nothing decides how many
    row("k = [2 * i for i in range(3)]\nreturn np.sum(x[k] ** 2) * s + x[k][1]"),
    row("k = [i + 1 for i in range(n)]\nreturn np.sum(x[k] ** 2) * s + A[0, k] @ x[k]"),
    row("k = []\nfor i in range(n):\n    k.append(n - i)\nreturn x[k] * s"),
    # repeated ones
    row("k = [i // 2 for i in range(n)]\nreturn x[k] * s"),
    row("k = [i // 2 for i in range(n)]\ny = x * s\ny[k] = t * np.arange(n)\nreturn y"),
    row("k = [i // 2 for i in range(n)]\ny = x * s\ny[k] += t\nreturn y"),
    # set and made longer later on
    row(
        "k = [i for i in range(n)]\ny = x[k] * s\nk[0] = 3\nz = x[k] * t\nk.append(5)\n"
        "return np.sum(y) + np.sum(z ** 2) + np.sum(x[k] ** 3)"
    ),
    # two lists
    row("k = [i for i in range(n)]\nm = [i + 1 for i in range(n)]\nreturn A[k, m] * s"),
    row("k = [i for i in range(n)]\nreturn A[k][:, k] * s"),
    # tests that are known
    row("k = [i for i, kept in enumerate((True, False, True, False)) if kept]\nreturn x[k] * s"),
    row(
        "held = [0, 1, 3]\nfree = []\nfor i in range(6):\n    if i not in held:\n"
        "        free.append(i)\nreturn A[np.ix_(free, held)] * s"
    ),
    # known positions in loops of loops
    row(
        "K = np.zeros((6, 6))\nfor e in ([0, 2], [2, 5], [5, 1]):\n    for i, gi in enumerate(e):\n"
        "        for j, gj in enumerate(e):\n            K[gi, gj] += x[i] * s * (1 + j)\nreturn K"
    ),
]
