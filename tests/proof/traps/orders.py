"""Loops of several lines over the same arrays, which a schedule may join or must not."""

from __future__ import annotations

from tests.proof.traps.registry import N7, SMALL, trap

EDGES = (*SMALL, {"N": 3}, {"N": 4}, {"N": 5})

trap(
    """
    def mirrored_in_turn(x: "float64[N]", y: "float64[N]"):
        n = x.shape[0]
        for i in range(n):
            y[i] = x[i] * x[n - 1 - i]
        for i in range(n):
            x[n - 1 - i] += y[i] * x[i]
        for i in range(n):
            y[i] *= x[n - 1 - i]
    """,
    "x,y", "x,y", sizes=N7, edges=EDGES,
)  # fmt: skip
trap(
    """
    def three_in_turn(x: "float64[N]", K: int):
        a = np.sin(x)
        b = x * a
        c = a + b
        for k in range(K):
            a[1:-1] = 0.3 * (b[:-2] + b[2:]) + c[1:-1]
            b[1:-1] = 0.3 * (c[:-2] + c[2:]) * a[1:-1]
            c[1:-1] = 0.3 * (a[:-2] + a[2:]) - b[1:-1]
        return np.sum(a * b) + np.sum(c * c)
    """,
    "x", sizes={"N": 7, "K": 3},
    edges=({"N": 1, "K": 1}, {"N": 5, "K": 0}, {"N": 2, "K": 3}, {"N": 3, "K": 4}),
)  # fmt: skip
trap(
    """
    def factors_that_change(x: "float64[N]", a: float, b: float):
        y = x * (a / (b * b))
        a = a * b
        z = x * (a / (b * b)) + y
        b = b + np.sum(z)
        w = z * (a / (b * b)) * y
        return np.sum(w * (a / (b * b)))
    """,
    "x,a,b", sizes=N7, edges=EDGES,
    inputs={"a": {"low": 0.5, "high": 1.5}, "b": {"low": 2.0, "high": 3.0}},
)  # fmt: skip
trap(
    """
    def factors_of_steps(x: "float64[N]", a: float, b: float, K: int):
        z = np.zeros_like(x)
        for k in range(K):
            z += x * (np.exp(a) * b * k) + np.exp(a) * b / (1.0 + k * k)
            for j in range(k):
                z *= np.exp(a) * b * k / (2.0 + j + k * b * b)
        return np.sum(z * z)
    """,
    "x,a,b", sizes={"N": 4, "K": 3}, edges=({"N": 1, "K": 1}, {"N": 5, "K": 0}, {"N": 2, "K": 4}),
)  # fmt: skip
trap(
    """
    def scaled_for_products(A: "float64[N, N]", x: "float64[N]", a: float, b: float, K: int):
        t = a * A
        y = t @ x + x @ t
        for k in range(K):
            s = -A.T * a * (1.0 + k)
            y = s @ y + s @ (b * s) @ x
            a = a + 0.25 * b
            A[k % 2] = 0.5 * y
            u = a * A
            A[0] = u @ y
        v = b * A
        w = 3.0 * A
        return np.sum((v @ w) @ (t @ y)) + np.sum(t * t)
    """,
    "A,x,b", sizes={"N": 4, "K": 2}, edges=({"N": 2, "K": 1}, {"N": 3, "K": 0}, {"N": 2, "K": 3}),
    inputs={"a": {"low": 0.2, "high": 0.4}, "b": {"low": 0.2, "high": 0.4}},
)  # fmt: skip
trap(
    """
    def zeros_between_steps(x: "float64[N]", y: "float64[N]", K: int):
        for k in range(K):
            y[1:-1] = (x[:-2] + x[1:-1] + x[2:]) / 3.0
            x[1:-1] = (y[:-2] - 2.0 * y[1:-1] + y[2:]) * 0.25 + x[1:-1]
            y[2:-1] = 0.5 * x[1:-2] * y[2:-1]
        return np.sum(x * y)
    """,
    "x,y", "x,y,return", sizes={"N": 9, "K": 3},
    edges=({"N": 3, "K": 1}, {"N": 4, "K": 2}, {"N": 2, "K": 3}, {"N": 1, "K": 1},
           {"N": 5, "K": 0}, {"N": 5, "K": 2}),
)  # fmt: skip
trap(
    """
    def chosen_beside_edges(x: "float64[N]", y: "float64[N]"):
        z = np.where((x[1:-1] > y[2:]) & (y[:-2] < 0.5), x[2:] * y[1:-1], np.exp(x[:-2]))
        total = np.sum(np.where(z > 1.0, z * z, 0.5 * z))
        for i in range(x.shape[0]):
            if i > 0 and x[i - 1] < x[i] or i == x.shape[0] - 1 or x[i] > y[i + 1]:
                total += (x[i - 1] if i > 2 else y[i]) * x[i]
        return total
    """,
    "x,y", sizes={"N": 11}, edges=({"N": 2}, {"N": 3}, {"N": 4}, {"N": 1}),
)  # fmt: skip
trap(
    """
    def rows_that_only_seem_apart(A: "float64[N, N]", x: "float64[N]"):
        n = A.shape[0]
        for i in range(n):
            row = A[i]
            for j in range(i + 1, n):
                A[j] -= x[j] * row
            A[i, : i + 1] *= x[i]
        for i in range(1, n):
            A[i] += 0.5 * A[n - i]
        for i in range(n - 1):
            A[:, i] += A[:, i + 1] * x[i]
    """,
    "A,x", "A", sizes=N7, edges=EDGES,
)  # fmt: skip
trap(
    """
    def numbers_of_the_step_before(A: "float64[N, N]", x: "float64[N]", y: "float64[N]"):
        n = x.shape[0]
        s = 0.5 * np.sum(x)
        B = np.zeros((n, n))
        for i in range(n):
            y[i] = s * x[i]
            for j in range(n):
                B[j, i] += s * A[i, j] * y[i]
            s = y[i] + A[i, i]
        for i in range(n - 1, -1, -1):
            y[i] = y[i] * x[n - 1 - i] + B[i, i]
            x[i] = x[i] + y[n - 1 - i]
        return np.sum(B * B) + s
    """,
    "A,x,y", sizes=N7, edges=EDGES,
)  # fmt: skip
trap(
    """
    def triangles(A: "float64[N, N]", B: "float64[N, N]", C: "float64[N, N]"):
        n = A.shape[0]
        for i in range(n):
            C[i, : i + 1] += 0.5 * A[: i + 1] @ B[i]
        for i in range(n):
            for j in range(i, n):
                for k in range(n):
                    C[i, j] += A[k, i] * B[k, j]
        for i in range(n - 1, -1, -1):
            for j in range(i):
                A[i, j] += B[i, : j + 1] @ C[j, : j + 1]
        for i in range(1, n):
            B[i] += A[i, :i] @ B[:i]
    """,
    "A,B,C", "A,B,C", sizes=N7, edges=EDGES,
)  # fmt: skip
trap(
    """
    def products_begun_together(A: "float64[N, N]", B: "float64[N, N]"):
        x = A @ B
        y = x @ B
        z = y @ B
        return np.sum(np.sin(x) + np.sin(y) + np.sin(z))
    """,
    "A,B", sizes={"N": 4}, edges=({"N": 0}, {"N": 1}, {"N": 2}, {"N": 3}),
)  # fmt: skip
trap(
    """
    def products_overwritten_between(A: "float64[N, N]", B: "float64[N, N]"):
        x = A @ B
        y = x @ A
        total = np.sum(np.sin(x) * np.cos(y))
        A[:] = np.sin(y) * x
        z = y @ A
        x[1:, :] = z[:-1, :] * x[1:, :]
        B[:, 0] = x[:, 0] * y[0, :]
        return total + np.sum(np.sin(x) * z + np.cos(z) * y)
    """,
    "A,B", "A,B,return", sizes={"N": 4}, edges=({"N": 1}, {"N": 2}, {"N": 3}),
)  # fmt: skip
trap(
    """
    def last_read_with_what_begins(A: "float64[N, N]", B: "float64[N, N]", W: "float64[N, N]"):
        R = A @ B
        Z = R @ W
        V = A @ W
        return np.sum(Z * np.sin(R) + V * V)
    """,
    "A,B,W", sizes={"N": 4}, edges=({"N": 0}, {"N": 1}, {"N": 2}),
)  # fmt: skip
