"""Arrays whose length data decide: packed, cut, joined, made and grown."""

from __future__ import annotations

from typing import Any

from tests.proof.traps.registry import N7, SMALL, trap

SIZES: dict[str, Any] = {"sizes": N7, "edges": SMALL}

trap(
    """
    def selected_and_numbered(x: "float64[N]", y: "float64[N]"):
        m = x > 0.8
        a = x[m]
        b = np.sort(y[m]) * a[::-1]
        x[:] = x * y
        s = np.sum(np.diff(a) ** 2 * b[1:]) + np.trapezoid(b, a) + np.sum(np.cumsum(a) * y[m])
        if len(a) > 1:
            s += a[0] * b[-1] + np.median(a) * a[np.argmax(b)]
            a[0] = b[1] * 2.0
            a[1:] *= b[:-1]
        for u, v in zip(a, b):
            s = s * u + v
        return s + np.sum(np.concatenate([a, x, b[x[m] > 1.0]]) ** 2)
    """,
    "x,y", **SIZES,
)  # fmt: skip
trap(
    """
    def lengths_of_each_iteration(x: "float64[N]", y: "float64[N]", T: int):
        s, n = 0.5, 1
        for t in range(T):
            s += 0.1 * n * s
            a = x[x > 0.7 + 0.1 * t] * s
            n = len(a)
            z = np.zeros(n + 1)
            z[1:] = a
            z[:n] += y[:n] * a
            for i in range(n):
                s += 0.1 * z[i] * z[i + 1] * a[i]
        return s
    """,
    "x,y", sizes={"N": 7, "T": 4}, edges=({"N": 1, "T": 2}, {"N": 0, "T": 1}, {"N": 3, "T": 0}),
)  # fmt: skip
trap(
    """
    def positions_of_a_mask(x: "float64[N]", y: "float64[N]"):
        up = np.where(x[1:] > x[:-1])[0]
        z = x * y
        z[up + 1] -= y[up] * x[up + 1]
        s = np.sum(z[up] * y[up + 1])
        for k in range(len(up) - 1):
            i, j = up[k], up[k + 1]
            s += np.sum(z[i:j] ** 2) * y[j] + np.mean(x[i : j + 1])
        for i in up:
            for j in up:
                if i < j:
                    s += (z[i] - z[j]) ** 2
        return s
    """,
    "x,y", **SIZES,
)  # fmt: skip
trap(
    """
    def parts_up_to_data(x: "float64[N]", y: "float64[N]"):
        k = int(np.sum(y > 0.9))
        z = x * y
        z[1:k] *= y[1:k]
        z[k:] += x[k:] ** 2
        z[: k - 1] = z[1:k] * z[: k - 1]
        return np.dot(z[:k], x[:k]) + np.sum(z[-2:k] ** 2) + np.sum(z[k - 3 : k + 9] ** 3)
    """,
    "x,y", **SIZES,
)  # fmt: skip
trap(
    """
    def lists_under_a_test(x: "float64[N]", y: "float64[N]"):
        s, peaks = 0.0, []
        for i in range(len(x)):
            found = [0.5 * y[i]]
            for j in range(i):
                if x[j] > y[i]:
                    found.append(x[j] * found[-1])
                    s += found[-1] * len(found)
            if len(found) > 2:
                peaks.append(sum(found))
        a = np.array(peaks)
        peaks.append(s)
        return s + np.sum(a * a) * peaks[-1] + np.sum([v * v for v in peaks if v > 0.9])
    """,
    "x,y", **SIZES,
)  # fmt: skip
trap(
    """
    def distinct_values(x: "float64[N]", y: "float64[N]"):
        u, inverse, counts = np.unique(
            np.where(x > 1.0, y, x[0]), return_inverse=True, return_counts=True
        )
        return np.sum(u ** 2 * counts) + np.sum(u[inverse] * x * y) + len(u) * np.sum(y)
    """,
    "x,y", sizes=N7, edges=({"N": 1}, {"N": 2}),
)  # fmt: skip
