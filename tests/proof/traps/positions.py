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
    def added_at_in_steps(u: "float64[N, K]", w: "float64[M]", idx: "int64[M]", T: int):
        for t in range(T):
            np.add.at(u, idx, 0.1 * u[0] * u[1])
            np.add.at(u[:, 0], idx, w * u[1, 1])
            u[:] = np.sin(u)
        return np.sum(u * u)
    """,
    "u,w", "return,u", sizes={"N": 4, "K": 2, "M": 7, "T": 3}, edges=({"M": 0}, {"T": 1, "M": 1}),
    inputs={"idx": {"low": -4, "high": 4}},
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
#: Rows of a sparse matrix; the second one is empty.
ROWS: dict[str, Any] = {
    "inputs": {"start": {"values": [0, 2, 2, 5, 6]}, "col": {"low": 0, "high": 4}},
    "sizes": {"N": 4, "Z": 6},
}
trap(
    """
    def sparse_rows_in_steps(
        start: "int64[N + 1]", col: "int64[Z]", a: "float64[Z]", x: "float64[N]", T: int
    ):
        for t in range(T):
            y = np.zeros(x.shape[0])
            for i in range(x.shape[0]):
                for k in range(start[i], start[i + 1]):
                    y[i] += a[k] * x[col[k]] * x[i]
            x = x + 0.1 * np.tanh(y)
        return np.sum(x * x)
    """,
    "a,x", **{**ROWS, "sizes": {"N": 4, "Z": 6, "T": 3}}, edges=({"T": 0}, {"T": 1}),
)  # fmt: skip
trap(
    """
    def products_along_rows(start: "int64[N + 1]", x: "float64[Z]"):
        s = 0.0
        for i in range(start.shape[0] - 1):
            p = 1.0
            for k in range(start[i + 1] - 1, start[i] - 1, -1):
                p = p * np.sin(x[k]) + 0.1 * x[k]
                x[k] = x[k] * p + x[0]
            s += p * p
        return s
    """,
    "x", "return,x", **ROWS,
)  # fmt: skip
trap(
    """
    def as_often_as_an_array_says(n: "int64[R]", x: "float64[Z]", T: int):
        s = 1.0
        for t in range(T):
            for i in range(n[0]):
                if x[i] > 1.0:
                    continue
                for j in range(i + 1, n[1]):
                    s = s + 0.1 * s * x[i] * x[j]
                    x[j] = x[j] * 0.9 + s * 0.01
        return s + np.sum(x**3)
    """,
    "x", sizes={"R": 2, "Z": 6, "T": 3}, inputs={"n": {"values": [4, 5]}},
    edges=({"T": 0}, {"T": 1}),
)  # fmt: skip
trap(
    """
    def added_at_equal_positions(x: "float64[N]", w: "float64[M]", idx: "int64[M]"):
        y = x * 2.0
        np.add.at(y, idx, w * x[idx])
        np.subtract.at(y, idx, y[idx] * 0.1)
        s = sum(x[j] * y[j] for j in idx)
        for j, v in zip(idx, w):
            s += y[j] * y[j] * v
        return s
    """,
    "x,w", **SIZES,
)  # fmt: skip
trap(
    """
    def neighbours_that_may_be_missing(u: "float64[N]", w: "float64[M]", idx: "int64[M]", T: int):
        for t in range(T):
            v = u.copy()
            for e in range(idx.shape[0]):
                j = idx[e]
                if j >= 0 and v[j] > 0.1:
                    u[j] += 0.1 * w[e] * (v[0] - v[j]) * u[j]
                elif e > 0:
                    u[e % 2] *= w[e] if idx[e - 1] < 0 else v[idx[e - 1]]
        return np.sum(u * u)
    """,
    "u,w", "return,u", sizes={"N": 5, "M": 7, "T": 3}, edges=({"T": 0}, {"M": 1}),
    inputs={"idx": {"low": -7, "high": 5}},
)  # fmt: skip
trap(
    """
    def counted_from_the_end(u: "float64[N]", w: "float64[M]", idx: "int64[M]"):
        u[idx] = w * u[idx]
        for i in range(idx.shape[0]):
            u[idx[i]] *= u[i % 5] + u[-1]
        return np.sum(u * u) + u[idx[-1]]
    """,
    "u,w", "return,u", sizes={"N": 5, "M": 7}, edges=({"M": 1},),
    inputs={"idx": {"low": -5, "high": 5}},
)  # fmt: skip
#: The second row is empty, and the bounds of the fourth are not in order.
SEGMENTS: dict[str, Any] = {
    "inputs": {"start": {"values": [0, 3, 3, 5, 2, 6]}, "col": {"low": 0, "high": 5}},
    "sizes": {"R": 5, "Z": 6},
}
trap(
    """
    def rows_as_slices(start: "int64[R + 1]", col: "int64[Z]", a: "float64[Z]", x: "float64[Z]"):
        y = np.zeros(start.shape[0] - 1)
        for i in range(y.shape[0]):
            lo, hi = start[i], start[i + 1]
            row = a[lo:hi] * 2.0
            y[i] = np.dot(row, x[col[lo:hi]]) + np.sum(row**2)
            x[lo:hi] = row * y[i] + x[lo:hi] ** 2
            a[lo:hi] -= 0.1 * x[col[lo:hi]]
        return np.sum(y * y) + np.sum(x[: start[1]])
    """,
    "a,x", "return,a,x", **SEGMENTS,
)  # fmt: skip
#: A row whose place alone is read: `rows` is named in no value.
trap(
    """
    def rows_cleared(u: "float64[N, K]", w: "float64[M]", rows: "int64[M]"):
        v = u * u
        for e in range(rows.shape[0]):
            u[rows[e], :] = 0.0
            u[:] = np.sin(u) * w[e] + v
        return np.sum(u * u)
    """,
    "u,w", "return,u", sizes={"N": 5, "K": 3, "M": 4}, edges=({"M": 0}, {"K": 0}),
    inputs={"rows": {"low": -5, "high": 5}},
)  # fmt: skip
# The last of the starts is no position, and is not used as one.
trap(
    """
    def beside_the_last_start(x: "float64[N]", v: "float64[E]", col: "int64[E]", ptr: "int64[M]"):
        s = 0.0
        for i in range(ptr.shape[0] - 1):
            first = v[ptr[i]]
            for k in range(ptr[i], ptr[i + 1]):
                s += v[k] * x[col[k]] * first
        for i in range(ptr.shape[0] - 2, 0, -2):
            s += v[ptr[i]] * v[ptr[i + 1] - 1]
        return s + v[ptr[0]] * v[ptr[-1] - 1]
    """,
    "x,v", sizes={"N": 3, "E": 5, "M": 4}, inputs={
        "ptr": {"values": [0, 2, 3, 5]}, "col": {"values": [0, 1, 2, 2, -1]},
    },
)  # fmt: skip
