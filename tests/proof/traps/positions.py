"""Subscripts that are read from integer arrays: repeated ones, what they overwrite, loops."""

from __future__ import annotations

from typing import Any

from tests.proof.traps.registry import trap

#: More positions than elements, so that some come twice; none; one; fewer elements.
SIZES: dict[str, Any] = {
    "sizes": {"N": 6, "M": 8},
    "edges": ({"M": 0}, {"M": 1}, {"N": 3}),
    "inputs": {"idx": {"low": 0, "high": 3}},
}
STEPS: dict[str, Any] = {
    "sizes": {"N": 5, "M": 7, "T": 4},
    "edges": ({"T": 0}, {"T": 1}, {"M": 0}, {"M": 1}),
    "inputs": {"idx": {"low": 0, "high": 5}, "to": {"low": 0, "high": 5}},
}

trap(
    """
    def added_where_it_is_read(x: "float64[N]", w: "float64[M]", idx: "int64[M]"):
        y = np.zeros(x.shape[0])
        for i in range(idx.shape[0]):
            y[idx[i]] += w[i] * x[idx[i]] * y[idx[i]] + x[idx[i]]
        return np.sum(y * y)
    """,
    "x,w", **SIZES,
)  # fmt: skip
trap(
    """
    def the_last_of_equal_positions_counts(x: "float64[N]", w: "float64[M]", idx: "int64[M]"):
        y = np.sin(x)
        y[idx] = w * x[idx]
        y[idx] += y[idx] * w
        y[idx] *= 1.5
        return np.sum(y**3)
    """,
    "x,w", **SIZES,
)  # fmt: skip
trap(
    """
    def overwritten_by_position(x: "float64[N]", w: "float64[M]", idx: "int64[M]"):
        for i in range(idx.shape[0]):
            j = idx[i]
            x[j] = x[j] * x[j] * w[i] + x[0]
        return np.sum(x * x)
    """,
    "x,w", "return,x", **SIZES,
)  # fmt: skip
trap(
    """
    def rows_and_elements(A: "float64[N, K]", q: "float64[K]", idx: "int64[M]", to: "int64[M]"):
        e = A[idx]
        h = np.tanh(e @ q)
        return np.sum(h[:, None] * e) + np.sum(A[idx, to] ** 2) + np.sum(A[1:, to[1:]] ** 3)
    """,
    "A,q", sizes={"N": 4, "K": 3, "M": 5}, edges=({"M": 1}, {"M": 2}, {"N": 3}),
    inputs={"idx": {"low": 0, "high": 3}, "to": {"low": 0, "high": 3}},
)  # fmt: skip
trap(
    """
    def of_an_array_of_positions(x: "float64[N]", a: "int64[N]", idx: "int64[M]"):
        s = 0.0
        for i in range(idx.shape[0]):
            for k in range(2):
                s += x[a[idx[i]] + k] ** 2 * (k + 1) * x[idx[i]]
        return s
    """,
    "x", sizes={"N": 5, "M": 4}, edges=({"M": 0}, {"M": 1}),
    inputs={"a": {"low": 0, "high": 4}, "idx": {"low": 0, "high": 5}},
)  # fmt: skip
trap(
    """
    def edges_of_a_mesh(u: "float64[N]", w: "float64[M]", idx: "int64[M]", to: "int64[M]", T: int):
        for t in range(T):
            v = u.copy()
            for e in range(idx.shape[0]):
                flux = 0.1 * w[e] * (v[to[e]] - v[idx[e]]) * v[to[e]]
                u[idx[e]] += flux
                u[to[e]] -= flux
        return np.sum(u * u)
    """,
    "u,w", "return,u", **STEPS,
)  # fmt: skip
trap(
    """
    def permuted(u: "float64[N]", w: "float64[M]", idx: "int64[M]", to: "int64[N]", T: int):
        for t in range(T):
            u[to] = np.sin(u) * u[to]
            u[1:] = u[1:] * u[:-1] + u[to[1:]]
            for i in range(idx.shape[0]):
                u[idx[i]] = u[idx[i]] * w[i]
        return np.sum(u * u)
    """,
    "u,w", "return,u", **STEPS,
)  # fmt: skip
trap(
    """
    def decided_by_what_is_read(x: "float64[N]", w: "float64[M]", idx: "int64[M]"):
        s = 0.0
        j = 0
        for i in range(idx.shape[0]):
            j = idx[i]
            if j % 2 == 0:
                s += x[idx[i]] ** 2
            elif x[0] > 0.5:
                s += w[i] * j * x[idx[i]]
            else:
                s -= np.sin(x[idx[i]])
        return s * (j + 1)
    """,
    "x,w", **SIZES,
)  # fmt: skip
trap(
    """
    def changed_after_it_was_read(x: "float64[N]", idx: "int64[M]"):
        k = idx[0]
        idx[0] = 2
        s = 0.0
        for i in range(x.shape[0]):
            s += x[i] * k * idx[0]
        return s
    """,
    "x", sizes={"N": 4, "M": 3}, inputs={"idx": {"low": 3, "high": 9}},
)  # fmt: skip
