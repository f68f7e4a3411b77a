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


READINGS: list[Reading] = [
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
