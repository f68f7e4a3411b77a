"""Positions that the source computes: pivots, extremes, tables, orders; what they overwrite.

At the inputs given here every position is inside; `tests/test_misfits.py` calls the same programs
where some are not.
"""

from __future__ import annotations

from typing import Any

from tests.proof.traps.registry import trap

STEPS: dict[str, Any] = {
    "sizes": {"N": 5, "T": 4}, "edges": ({"T": 0}, {"T": 1}, {"N": 1}, {"N": 2}),
}  # fmt: skip

trap(
    """
    def pivots_in_a_factorisation(A: "float64[N, N]"):
        n = A.shape[0]
        for k in range(n):
            p = k
            for i in range(k + 1, n):
                if abs(A[i, k]) > abs(A[p, k]):
                    p = i
            if p != k:
                row = A[k, :].copy()
                A[k, :] = A[p, :]
                A[p, :] = row
            for i in range(k + 1, n):
                A[i, k] /= A[k, k]
                A[i, k + 1 :] -= A[i, k] * A[k, k + 1 :]
        return np.sum(A * A)
    """,
    "A", "return,A", sizes={"N": 3}, edges=({"N": 0}, {"N": 1}),
)  # fmt: skip
trap(
    """
    def from_the_largest_to_the_smallest(x: "float64[N]", T: int):
        k = 0
        s = 0.0
        for t in range(T):
            s += x[k] ** 2
            i = np.argmax(x)
            k = np.argmin(x)
            d = 0.3 * (x[i] - x[k]) * x[i]
            x[i] -= d
            x[k] = x[k] * x[k] + d
            x[-1 - k] *= 1.1
        return s + np.sum(x**3)
    """,
    "x", "return,x", **STEPS,
)  # fmt: skip
trap(
    """
    def between_the_samples_of_a_table(t: "float64[M]", table: "float64[N]", h: float):
        s = np.zeros(t.shape[0])
        for m in range(t.shape[0]):
            j = int(np.floor(t[m] / h))
            w = t[m] / h - j
            s[m] = (1 - w) * table[j] + w * table[j + 1] * s[m - 1]
        return np.sum(s * s)
    """,
    "t,table", sizes={"M": 4, "N": 7}, edges=({"M": 0}, {"M": 1}),
    inputs={"t": {"low": 0.2, "high": 0.9}, "h": {"low": 0.2, "high": 0.21}},
)  # fmt: skip
trap(
    """
    def particles_in_cells(x: "float64[M]", q: "float64[M]", h: float, T: int):
        rho = np.zeros(8)
        for t in range(T):
            for p in range(x.shape[0]):
                i = int(x[p] / h)
                w = x[p] / h - i
                rho[i] += q[p] * (1 - w)
                rho[i + 1] += q[p] * w * rho[i]
                x[p] = 0.9 * x[p] + 0.01 * rho[i]
        return np.sum(rho * rho)
    """,
    "x,q", sizes={"M": 3, "T": 3}, edges=({"T": 0}, {"M": 0}, {"M": 1, "T": 1}),
    inputs={"x": {"low": 0.2, "high": 0.9}, "q": {"low": 0.1, "high": 0.2},
            "h": {"low": 0.2, "high": 0.21}},
)  # fmt: skip
trap(
    """
    def rows_nearest_to_centres(X: "float64[M, D]", C: "float64[K, D]", T: int):
        label = np.zeros(X.shape[0], dtype=np.int64)
        for t in range(T):
            d = np.sum((X[:, None, :] - C[None, :, :]) ** 2, axis=2)
            label = np.argmin(d, axis=1)
            C[label] = 0.5 * C[label] + 0.5 * X
            X = X + 0.1 * (C[label] - X) * X
        return np.sum(X * C[label[0]])
    """,
    "X,C", "return,C", sizes={"M": 4, "D": 2, "K": 3, "T": 2}, edges=({"T": 1}, {"K": 1}),
)  # fmt: skip
trap(
    """
    def area_under_points_in_order(x: "float64[N]", y: "float64[N]"):
        order = np.argsort(x)
        xs, ys = x[order], y[order]
        y[order[0]] = 0.0
        return np.sum(0.5 * (ys[1:] + ys[:-1]) * (xs[1:] - xs[:-1])) + np.sum(y * x[order] ** 2)
    """,
    "x,y", "return,y", sizes={"N": 5}, edges=({"N": 1}, {"N": 2}),
)  # fmt: skip
trap(
    """
    def looked_up_by_halves(x: "float64[N]", y: "float64[N]", q: "float64[M]"):
        grid = np.cumsum(x)
        k = np.clip(np.searchsorted(grid, q, side="right") - 1, 0, x.shape[0] - 2)
        t = (q - grid[k]) / (grid[k + 1] - grid[k])
        v = (1 - t) * y[k] + t * y[k + 1]
        for m in range(q.shape[0]):
            j = np.searchsorted(grid, q[m])
            if 0 < j < x.shape[0]:
                v[m] *= y[j] - y[j - 1]
        return np.sum(v * v)
    """,
    "x,y,q", sizes={"N": 5, "M": 4}, edges=({"M": 0}, {"M": 1}, {"N": 2}),
    inputs={"x": {"low": 0.2, "high": 0.6}, "q": {"low": 0.1, "high": 1.5}},
)  # fmt: skip
trap(
    """
    def changed_between_use_and_use(x: "float64[N]", perm: "int64[N]", T: int):
        s = 0.0
        for t in range(T):
            for i in range(x.shape[0]):
                x[perm[i]] = np.sin(x[perm[i]]) * x[i]
                s += x[perm[i] - 1] ** 2
            for i in range(x.shape[0]):
                perm[i] = (perm[i] * 2 + t) % x.shape[0]
        return s
    """,
    "x", "return,x", sizes={"N": 5, "T": 4}, edges=({"T": 0}, {"T": 1}, {"N": 4}),
    inputs={"perm": {"low": -3, "high": 4}},
)  # fmt: skip
trap(
    """
    def position_of_a_branch(x: "float64[N]", w: "float64[N]"):
        j = 0
        s = 1.0
        for i in range(x.shape[0]):
            if x[i] * s > 0.4:
                j = (i + 2) % x.shape[0]
                w[j] = w[j] * x[i] + x[j]
            elif j > 0 and x[j - 1] > 0.2:
                j -= 1
            s += x[j] * w[i] * s
            x[j] *= 0.9
        return s
    """,
    "x,w", "return,w", sizes={"N": 5}, edges=({"N": 0}, {"N": 1}, {"N": 2}),
)  # fmt: skip
trap(
    """
    def ranks_written_before_they_are_read(x: "float64[N]", T: int):
        n = x.shape[0]
        at = np.zeros(n, dtype=np.int64)
        for t in range(T):
            for i in range(n):
                at[i] = (n - 1 - i + t) % n
            y = x[at] * 1.5
            x[at] = y * x
            x[at[1:]] += x[at[:-1]] * 0.1
        return np.sum(x * x)
    """,
    "x", "return,x", **STEPS,
)  # fmt: skip
