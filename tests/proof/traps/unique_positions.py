"""Subscripts that are read from arrays without equal elements: where iterations may meet after
all, and where they may not."""

from __future__ import annotations

from typing import Any

from tests.proof.traps.registry import trap

#: Some of the positions; none, one, all of them.
SIZES: dict[str, Any] = {
    "sizes": {"N": 6, "M": 4},
    "edges": ({"M": 0}, {"M": 1}, {"M": 6}),
    "inputs": {
        "idx": {"kind": "distinct", "low": 0, "high": 6},
        "to": {"kind": "distinct", "low": 0, "high": 6},
    },
}
#: The same, with room for one more step to either side.
INNER: dict[str, Any] = {
    **SIZES, "edges": ({"M": 0}, {"M": 1}), "sizes": {"N": 8, "M": 4},
    "inputs": {name: {"kind": "distinct", "low": 1, "high": 6} for name in ("idx", "to")},
}  # fmt: skip

trap(
    """
    def apart_at_different_positions(
        x: "float64[N]", w: "float64[M]", idx: "int64[M] unique", T: int
    ):
        y = np.sin(x)
        for t in range(T):
            for i in range(idx.shape[0]):
                y[idx[i]] += w[i] * x[idx[i]] * y[idx[i]] + x[idx[i]]
            y[idx] = w * y[idx] + x[idx]
            y[idx] *= 1.5
        return np.sum(y * y)
    """,
    "x,w", **{**SIZES, "sizes": {"N": 6, "M": 4, "T": 3}},
)  # fmt: skip
trap(
    """
    def two_arrays_may_name_one_element(
        x: "float64[N]", w: "float64[M]", idx: "int64[M] unique", to: "int64[M] unique"
    ):
        y = x.copy()
        for i in range(idx.shape[0]):
            y[idx[i]] += w[i] * y[to[i]]
            y[to[i]] -= w[i] * np.sin(y[idx[i]])
        return np.sum(y**3)
    """,
    "x,w", **SIZES,
)  # fmt: skip
trap(
    """
    def the_next_element_is_another_ones(x: "float64[N]", w: "float64[M]", idx: "int64[M] unique"):
        for i in range(idx.shape[0]):
            x[idx[i] + 1] = x[idx[i]] * w[i] + x[idx[i] + 1] * x[idx[i] - 1]
        return np.sum(x * x)
    """,
    "x,w", "return,x", **INNER,
)  # fmt: skip
trap(
    """
    def parts_of_positions(x: "float64[N]", w: "float64[M]", idx: "int32[M] unique"):
        y = np.zeros(x.shape[0])
        k = idx[1:]
        y[k] += w[1:] * x[k]
        for i in range(idx.shape[0]):
            y[idx[i // 2] - 1] += w[i] * x[idx[i // 2]] * y[idx[i] - 1]
        for i in range(1, idx.shape[0]):
            y[2 * idx[i] - idx[0] - idx[i] + idx[0]] *= x[idx[i]] + w[i]
        y[idx[::-1]] = y[idx[::-1]] * w
        return np.sum(y * y)
    """,
    "x,w", **INNER,
)  # fmt: skip
trap(
    """
    def rows_columns_and_diagonals(
        A: "float64[N, N]", w: "float64[M]", idx: "int64[M] unique", to: "int64[M] unique"
    ):
        B = A * A
        B[idx, idx] += w
        B[idx] *= 1.5
        B[:, idx] += A[idx].T * w
        for i in range(idx.shape[0]):
            for j in range(to.shape[0]):
                B[idx[i], to[j]] = B[idx[i], to[j]] * A[to[j], idx[i]] + w[i]
        for i in range(idx.shape[0]):
            for j in range(to.shape[0]):
                B[idx[i], 0] += np.sin(B[idx[i], to[j]]) * w[j]
        return np.sum(B * B)
    """,
    "A,w", **SIZES,
)  # fmt: skip
trap(
    """
    def positions_of_positions(
        x: "float64[N]", w: "float64[M]", idx: "int64[M] unique", perm: "int64[N] unique",
        two: "int64[N]"
    ):
        y = np.cos(x)
        for i in range(idx.shape[0]):
            y[perm[idx[i]]] = y[perm[idx[i]]] * w[i] * x[idx[i]]
        for i in range(idx.shape[0]):
            y[two[idx[i]]] += y[two[idx[i]]] * w[i]
        for i in range(x.shape[0]):
            y[perm[two[i]]] = y[perm[two[i]]] * x[i] + 1.0
        return np.sum(y * y)
    """,
    "x,w",
    **{**SIZES, "inputs": {**SIZES["inputs"], "perm": {"kind": "distinct", "low": 0, "high": 6},
                           "two": {"low": 0, "high": 6}}},
)  # fmt: skip
trap(
    """
    def another_subscript_of_the_same_array(
        x: "float64[N]", w: "float64[M]", idx: "int64[M] unique"
    ):
        for i in range(idx.shape[0]):
            x[idx[i]] = x[idx[i]] * x[idx[i]] * w[i] + x[0]
        z = x
        for i in range(idx.shape[0]):
            z[idx[i]] += w[i] * x[i] * x[i]
        for i in range(idx.shape[0]):
            z[idx[i]] *= w[i]
        for i in range(idx.shape[0]):
            w[i] += x[i] * w[i]
        return np.sum(z * z) + np.sum(w * w)
    """,
    "x,w", "return,x,w", **SIZES,
)  # fmt: skip
trap(
    """
    def copies_of_positions_that_change(
        x: "float64[N]", w: "float64[M]", idx: "int64[M] unique"
    ):
        y = np.sin(x)
        k = idx.copy()
        for i in range(1, k.shape[0]):
            k[i] = k[i - 1]
        for i in range(k.shape[0]):
            y[k[i]] = y[k[i]] * w[i] + x[idx[i]]
        return np.sum(y * y)
    """,
    "x,w", **SIZES,
)  # fmt: skip
