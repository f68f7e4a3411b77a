"""Loops over arrays, `enumerate`, `zip`, `reversed` and tuples."""

from __future__ import annotations

from tests.proof.traps.registry import N7, trap

trap(
    """
    def rows_are_views(x: "float64[N, M]", w: "float64[N]"):
        s = 0.0
        for row in x:
            s += np.sum(row * row)
            row *= 2.0
        for i, v in enumerate(w, 1):
            s += v * v * i
        for k, (row, v) in enumerate(zip(reversed(x), w)):
            row += v * k
        return s + np.sum(x * x)
    """,
    "x,w", sizes={"N": 4, "M": 3}, edges=({"N": 0},),
)  # fmt: skip
trap(
    """
    def shortest_of_two(x: "float64[N]", y: "float64[M]"):
        s = 0.3
        for a, b in zip(x, y):
            s += a * b * b * s
        return s
    """,
    "x,y", sizes={"N": 5, "M": 3}, edges=({"N": 2, "M": 4}, {"N": 0}),
)  # fmt: skip
trap(
    """
    def name_rebound_in_its_loop(x: "float64[N]"):
        s = 0.0
        for v in x:
            x = x * 1.5
            s += v * x[0]
        return s
    """,
    "x", sizes=N7, edges=({"N": 0},),
)  # fmt: skip
trap(
    """
    def elements_change_in_the_loop(x: "float64[N]"):
        s = 0.0
        for i, v in enumerate(x):
            i += 1
            x[-1] = x[-1] * v
            s += v * i
        for j in reversed(range(1, len(x))):
            s = s * 0.5 + x[j] * x[j - 1]
        return s
    """,
    "x", sizes=N7,
)  # fmt: skip
trap(
    """
    def items_taken_before(x: "float64[N]"):
        s = 0.0
        for v in [x[0], x[1], x[0] * x[1]]:
            x[0] = 3.0 * v
            x[1] = x[0] * v
            if v > 0.7:
                continue
            s += v * v * x[1]
        return s
    """,
    "x", sizes=N7, edges=({"N": 2},),
)  # fmt: skip
trap(
    """
    def out_of_written_out_loops(x: "float64[N]"):
        s = 0.0
        for v, k in ((x[0], 1), (x[1], 2), (x[2], 1)):
            for i in range(3):
                if i == k:
                    break
                s += v * i
            if s > 0.9:
                break
            s += v * x[k]
        for z in (x, x * x):
            z *= 2.0
            z[0] = z[1]
        return s * v * k + np.sum(x)
    """,
    "x", sizes=N7, edges=({"N": 3},),
)  # fmt: skip

# ---- comprehensions

trap(
    """
    def sums_of_comprehensions(x: "float64[N]", y: "float64[M]", c: float):
        a = x[0] * x[0]
        v = x[1]
        s = sum(a * sum(a * 2.0 for a in y) for b in x)
        t = sum([p * q for p, q in zip(x, y) if p > 0.5], 2.0)
        for i in range(3):
            s = s + sum(x[k] * i * c for k in range(1, len(x))) * t
        return s * a * v
    """,
    "x,y", sizes={"N": 5, "M": 3}, edges=({"N": 2, "M": 0},),
)  # fmt: skip
trap(
    """
    def rows_in_sums_and_extremes(A: "float64[N, M]", w: "float64[N]"):
        far = max(v * v - 0.5 * v for v in w) * min(v - r[0] for v, r in zip(w, A))
        if any(v > 0.8 for v in w):
            A = A * A
        if all(v > 0.3 for v in w) and w[0] > 0.0:
            far = far * w[0]
        return sum(c * row for row, c in zip(A, w)) * far
    """,
    "A,w", sizes={"N": 4, "M": 3}, edges=({"N": 1},),
)  # fmt: skip
