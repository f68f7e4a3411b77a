"""Boolean masks as subscripts: when they are taken, what they leave alone, values that are none."""

from __future__ import annotations

from typing import Any

from tests.proof.traps.registry import N7, SMALL, trap

#: Numbers of both signs, whose logarithms and roots are none.
SIGNED: dict[str, Any] = {
    "sizes": N7, "edges": SMALL, "inputs": {"x": {"low": -1.0, "high": 1.0}},
}  # fmt: skip

trap(
    """
    def undefined_where_not_selected(x: "float64[N]"):
        s = np.sum(np.log(x[x > 0]))
        p = x[x > 0]
        s += np.sum(np.sqrt(p)) + np.dot(np.log(p), 1.0 / p) + np.prod(np.log(p))
        y = x * 2.0
        y[y > 0] = np.sqrt(y[y > 0])
        m = y < 0
        y[m] **= 2
        y[~m] /= np.log(1.1 + y[~m])
        return s + np.sum(y)
    """,
    "x", **SIGNED,
)  # fmt: skip
trap(
    """
    def selected_before_it_changes(x: "float64[N]", y: "float64[N]"):
        m = x > 0.8
        p = x[m]
        x[:] = x * y
        x[m] = x[m] * p + y[m]
        p *= 2.0
        x[x > 1.0] = -x[x > 1.0] ** 2
        q = p
        q += y[m] * p
        m = x < 0.3
        return np.sum(p * p) + np.sum(x[m] ** 3) + np.sum(x * y)
    """,
    "x,y", "return,x", sizes=N7, edges=SMALL,
)  # fmt: skip
trap(
    """
    def masks_that_loops_carry(x: "float64[N]", y: "float64[N]", T: int):
        m = y > 0.4
        u = x.copy()
        s = 0.0
        for t in range(T):
            u[m] += 0.3 * u[m] * y[m]
            p = u[m]
            s += np.sum(p) * u.sum()
            u[~m] *= y[~m] + np.count_nonzero(m)
            m = m & (u < 1.0 + 0.2 * t)
            u[1:][m[1:]] = u[:-1][m[1:]] * u[1:][m[1:]]
            s += len(p) * np.sum(u[m] ** 2)
        return s + np.sum(u)
    """,
    "x,y", sizes={"N": 7, "T": 3}, edges=({"N": 1}, {"N": 0}, {"T": 0}, {"T": 1}),
)  # fmt: skip
trap(
    """
    def rows_by_mask(A: "float64[N, K]", w: "float64[K]", y: "float64[N]"):
        m = y > 0.6
        B = A * 2.0
        B[m] = w
        B[m, 0] = y[m] * B[m, 0]
        B[m, 1:] *= A[m, 1:]
        B[0, w > 0.5] = 3.0 * B[0, w > 0.5]
        B[:, w > 0.7] += w[w > 0.7]
        B[B > 2.5] = A[B > 2.5] ** 2
        r = np.sqrt(np.sum(A[m] ** 2, axis=1))
        C = A[m].T @ A[m]
        s = np.sum(A[m].sum(axis=0) * w) + np.sum(r * y[m]) + np.sum((A[m] @ w) ** 2)
        return s + np.sum(C * C) + np.sum(B * B) + np.sum(A[m][:, 0] / y[m])
    """,
    "A,w,y", sizes={"N": 5, "K": 3}, edges=({"N": 1}, {"N": 2}, {"K": 1}),
)  # fmt: skip
trap(
    """
    def statistics_of_what_is_selected(x: "float64[N]", y: "float64[N]"):
        m = y > 0.1
        p = x[m]
        s = p.mean() + np.std(p) + np.var(y[m], ddof=-1) + np.max(p) * np.min(y[m])
        s += np.linalg.norm(p) + np.average(p, weights=y[m]) + np.ptp(p * y[m])
        s += np.max(x[y > 9.0], initial=2.0) + np.any(p > 1.0) * x[0] + np.all(p > 0.1) * x[1]
        for t in range(3):
            k = x > 0.4 + 0.3 * t
            if k.any():
                x[k] -= np.mean(x[k]) * y[k]
                s += np.max(x[k]) * p.size
        return s
    """,
    "x,y", "return,x", sizes=N7, edges=({"N": 2}, {"N": 3}),
)  # fmt: skip
trap(
    """
    def exchanged_by_mask(x: "float64[N]", y: "float64[N]"):
        m = x > y
        x[m], y[m] = y[m], x[m]
        a, b = x[m] * 2.0, y[m]
        a, b = b, a
        a *= 3.0
        x[~m] = x[::-1][~m]
        return np.sum(a * b) + np.sum(x * x * y) + np.sum(a[a > 2.0] ** 2)
    """,
    "x,y", "return,x,y", sizes=N7, edges=SMALL,
)  # fmt: skip
trap(
    """
    def chosen(v, m):
        return v[m]

    def cleared(v, m, w):
        v[m] = w * v[m]
        return np.sum(chosen(v, ~m)) * np.sum(v)

    def selected_in_functions(x: "float64[N]", y: "float64[N]"):
        m = x > 0.7
        z = chosen(y, m)
        s = cleared(y, m, 2.0)
        return s + np.sum(z * x[m]) + np.sum(chosen(x, ~m) ** 2)
    """,
    "x,y", "return,y", sizes=N7, edges=SMALL,
)  # fmt: skip
trap(
    """
    def positions_before_the_mask_changes(x: "float64[N]", y: "float64[N]"):
        m = x > 0.8
        (k,) = np.nonzero(m)
        low = np.where(x < 0.7)[0]
        m[:] = True
        x[k] = y[k] ** 2 * x[k]
        x[low] *= 0.5 * low + 1.0
        x[np.where(x > 1.1)] -= 0.3 * y[np.flatnonzero(x > 1.1)]
        s = np.sum(x[k] ** 3) + len(k) * np.sum(x[m])
        for t in range(2):
            j = np.where(x > 0.4 + 0.3 * t)[0]
            x[j] = np.sin(x[j]) + 0.1 * j.size
            s += np.sum(x[j] * (j - 1))
        return s + np.sum(x[low]) + np.sum(x)
    """,
    "x,y", sizes=N7, edges=SMALL,
)  # fmt: skip
trap(
    """
    def positions_along_two_axes(A: "float64[N, K]", s: float):
        rows, columns = np.nonzero(A > s)
        A[rows, columns] = s * A[rows, columns] ** 2
        B = A * A
        B[np.nonzero(B < 0.6)] -= 0.25 * s
        return np.sum(B) + np.sum(A[rows, columns] * (rows + 2 * columns))
    """,
    "A,s", sizes={"N": 4, "K": 3}, edges=({"N": 1}, {"K": 0}),
)  # fmt: skip
