"""Values whose memory an adjoint may take over, or only seems to; gradients that begin late."""

from __future__ import annotations

from tests.proof.traps.registry import N7, SMALL, trap

EDGES = (*SMALL, {"N": 3})

trap(
    """
    def sines_of_products(A: "float64[N, N]", B: "float64[N, N]"):
        P = A @ B
        Q = P @ B
        R = Q @ B
        return np.sum(np.sin(P) + np.sin(Q) + np.sin(R))
    """,
    "A,B", sizes={"N": 4}, edges=EDGES,
)  # fmt: skip
trap(
    """
    def read_across(A: "float64[N, N]", B: "float64[N, N]"):
        P = A @ B
        Q = P @ B
        R = Q @ B
        return np.sum(np.sin(P) * P.T) + np.sum(np.sin(Q) * Q[::-1]) + np.sum(R * R[:, ::-1])
    """,
    "A,B", sizes={"N": 4}, edges=EDGES,
)  # fmt: skip
trap(
    """
    def read_beside(x: "float64[N]", w: "float64[N]"):
        a = np.cumsum(x * w)
        b = np.cumsum(a * x)
        c = np.cumsum(b * w)
        s = np.sum(np.sin(a[1:]) * a[:-1]) + np.sum(np.sin(b[:-1]) * b[1:])
        return s + np.sum(np.sin(c[::-1]) * c)
    """,
    "x,w", sizes=N7, edges=EDGES,
)  # fmt: skip
trap(
    """
    def read_again_later(A: "float64[N, N]", B: "float64[N, N]"):
        P = A @ B
        Q = np.exp(0.1 * P)
        R = Q @ P
        S = R @ Q
        return np.sum(np.sin(P) * Q) + np.sum(np.sin(S) * R) + np.sum(S[0] * P[:, 0])
    """,
    "A,B", sizes={"N": 4}, edges=({"N": 1}, {"N": 2}, {"N": 3}),
)  # fmt: skip
trap(
    """
    def two_end_where_one_begins(x: "float64[N]", y: "float64[N]"):
        a = np.cumsum(np.sin(x))
        b = np.cumsum(np.cos(y))
        c = np.cumsum(a * b)
        d = np.cumsum(c * a)
        return np.sum(np.sin(c) * np.cos(d)) + np.sum(np.tanh(a * b))
    """,
    "x,y", sizes=N7, edges=EDGES,
)  # fmt: skip
trap(
    """
    def arguments_that_end_in_pieces(A: "float64[N, N]", x: "float64[N]"):
        P = A @ A
        A[1:, :] = np.sin(P[:-1, :])
        A[0, :] = x * P[-1, :]
        Q = A @ P
        A[:, 1:] = Q[:, :-1] * np.cos(A[:, :-1])
        R = Q @ A
        return np.sum(np.sin(Q) * R) + np.sum(R)
    """,
    "A,x", sizes={"N": 4}, edges=({"N": 1}, {"N": 2}, {"N": 3}),
)  # fmt: skip
trap(
    """
    def gradient_of_a_part(x: "float64[N]", y: "float64[N]", n: int):
        a = np.cumsum(y)
        b = np.cumsum(np.sin(a) * y)
        c = np.sin(b)
        s = 0.0
        for i in range(n):
            s += x[i] * c[i]
        return s + np.sum(np.sin(c) * a)
    """,
    "x,y", sizes={"N": 7, "n": 4}, edges=({"N": 3, "n": 0}, {"N": 1, "n": 1}, {"N": 3, "n": 3}),
)  # fmt: skip
trap(
    """
    def gradient_in_one_arm(x: "float64[N]", y: "float64[N]"):
        a = np.cumsum(y)
        b = np.cumsum(np.sin(a) * y)
        if b[0] > 0.0:
            c = np.cumsum(x * b)
            d = np.sin(c) * a
        else:
            d = np.sin(b)
        return np.sum(np.sin(d) * b)
    """,
    "x,y", sizes=N7, edges=({"N": 1}, {"N": 2}, {"N": 3}),
    also=({"y": {"low": -1.0, "high": -0.5}}, {"y": {"low": 0.5, "high": 1.0}}),
)  # fmt: skip
trap(
    """
    def steps_in_place(u: "float64[N]", w: "float64[N]", T: int):
        for t in range(T):
            v = np.sin(u) * w
            z = np.cumsum(v * u)
            q = np.sin(z) * v
            u[1:] = q[:-1] + 0.5 * z[1:] * w[1:]
        return np.sum(u * w)
    """,
    "u,w", sizes={"N": 5, "T": 3}, edges=({"N": 1, "T": 2}, {"N": 3, "T": 0}, {"N": 2, "T": 1}),
)  # fmt: skip
trap(
    """
    def seeds_and_gradients_in_one(x: "float64[N]", y: "float64[N]"):
        a = np.cumsum(x * y)
        b = np.cumsum(np.sin(a))
        x[:] = np.sin(b) * a
        c = np.cumsum(x)
        y[1:] = np.cos(c[:-1]) * b[1:]
    """,
    "x,y", "x,y", sizes=N7, edges=EDGES,
)  # fmt: skip
trap(
    """
    def gradients_of_other_sizes(A: "float64[M, N]", x: "float64[N]", y: "float64[M]"):
        p = A @ x
        q = np.sin(p) * y
        r = q @ A
        s = A @ np.sin(r)
        return np.sum(np.sin(s) * q) + np.sum(np.outer(s, r) * A)
    """,
    "A,x,y", sizes={"M": 3, "N": 5},
    edges=({"M": 1, "N": 1}, {"M": 0, "N": 2}, {"M": 4, "N": 1}, {"M": 2, "N": 3}),
)  # fmt: skip
trap(
    """
    def gradients_of_other_types(x: "float32[N]", y: "float64[N]"):
        a = np.cumsum(y * x)
        b = np.cumsum(np.sin(a))
        c = np.cumsum(np.cos(b) * a)
        return np.sum(np.sin(c) * b * x)
    """,
    "x,y", sizes=N7, edges=EDGES,
)  # fmt: skip
trap(
    """
    def no_numbers(x: "float64[N]", y: "float64[N]"):
        a = np.cumsum(x)
        b = np.sqrt(a - a) * y
        c = np.cumsum(np.sin(b) + a)
        d = np.where(c > 0.0, c, np.sin(c)) * y
        return np.sum(np.cumsum(d) * b)
    """,
    "x,y", sizes=N7, edges=EDGES,
)  # fmt: skip
