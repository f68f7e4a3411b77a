"""Arrays that every iteration leaves shorter or longer."""

from __future__ import annotations

from tests.proof.traps.registry import trap

trap(
    """
    def shrinking_tree(s: "float64[N]", n: int, r: float):
        V = np.maximum(s, 0.7) ** 2
        total = 0.0
        for i in range(n - 1, -1, -1):
            s = s[:-1] * r
            V = 0.5 * (V[:-1] * V[1:]) + s
            V[0] = 0.9 * V[-1]
            total += V[0]
        return total + np.sum(V)
    """,
    "s,r", sizes={"N": 5, "n": 3}, edges=({"n": 0}, {"N": 2, "n": 1}, {"N": 4, "n": 3}),
)  # fmt: skip
trap(
    """
    def growing_rows(x: "float64[N]", n: int):
        H = np.empty((0, x.shape[0]))
        u = x[:1]
        for i in range(n):
            x = np.sin(x) * 1.1
            H = np.vstack((H, x * (i + 1)))
            u = np.append(u, u[-1] * x[0])
        return np.sum(H ** 2) + np.sum(u ** 2) + len(u)
    """,
    "x", sizes={"N": 4, "n": 3}, edges=({"n": 0}, {"n": 1}, {"N": 1}),
)  # fmt: skip
trap(
    """
    def halved_and_swapped(a: "float64[8]", b: "float64[8]"):
        s = 0.0
        for i in range(3):
            a, b = (b[0::2] - a[1::2]) * 0.5, (a[0::2] + b[1::2]) * b[0]
            s = s + np.sum(a * b)
        return s + a[0]
    """,
    "a,b",
)  # fmt: skip
