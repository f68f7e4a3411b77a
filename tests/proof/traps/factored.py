"""Matrices that are factored once for a loop, and such as must not be."""

from __future__ import annotations

from tests.proof.traps.registry import trap

EDGES = ({"n": 0}, {"n": 1}, {"N": 1})

trap(
    """
    def factored_in_steps(L: "float64[N, N]", u: "float64[N]", h: float, n: int):
        for t in range(n):
            u = np.linalg.solve(4.0 * np.eye(u.shape[0]) + h * L, u + h * u ** 2)
        return np.sum(u ** 2)
    """,
    "L,u,h", sizes={"N": 3, "n": 3}, edges=(*EDGES, {"N": 0}),
)  # fmt: skip
trap(
    """
    def changed_after_use(L: "float64[N, N]", u: "float64[N]", n: int):
        M = 4.0 * np.eye(u.shape[0]) + L
        for t in range(n):
            u = np.linalg.solve(M, u)
            M[:, 0] += u
        return np.sum(u ** 2)
    """,
    "L,u", sizes={"N": 3, "n": 3}, edges=EDGES,
)  # fmt: skip
trap(
    """
    def changed_in_some_steps(L: "float64[N, N]", u: "float64[N]", n: int):
        M = 4.0 * np.eye(u.shape[0]) + L
        s = 0.0
        for t in range(n):
            if t % 2 == 1:
                M = M + 0.5 * L
            C = np.linalg.cholesky(M @ M.T)
            u = np.linalg.solve(C, u)
            s += u[-1:].sum()
        return s
    """,
    "L,u", sizes={"N": 3, "n": 4}, edges=EDGES,
)  # fmt: skip
trap(
    """
    def factored_in_nests(L: "float64[N, N]", u: "float64[N]", n: int):
        for t in range(n):
            for k in range(t):
                u = np.linalg.solve(4.0 * np.eye(u.shape[0]) + L, u)
                u = np.linalg.solve((4.0 + t) * np.eye(u.shape[0]) + L, np.sin(u))
        return u
    """,
    "L,u", sizes={"N": 3, "n": 3}, edges=EDGES,
)  # fmt: skip
trap(
    """
    def factored_where_positive(L: "float64[N, N]", u: "float64[N]", n: int):
        s = 0.0
        for t in range(n):
            if np.sum(u) > 0.3:
                u = u - np.linalg.inv(4.0 * np.eye(u.shape[0]) + L) @ u
            else:
                u = u + 0.1
            s += np.sum(u ** 3)
        return s
    """,
    "L,u", sizes={"N": 3, "n": 4}, edges=({"n": 0}, {"N": 1}),
)  # fmt: skip
trap(
    """
    def factored_while_large(L: "float64[N, N]", u: "float64[N]"):
        k = 0
        while np.sum(u ** 2) > 0.1 and k < 6:
            u = np.linalg.solve(2.0 * np.eye(u.shape[0]) + L @ L.T, u)
            k += 1
        return np.sum(u)
    """,
    "L,u", sizes={"N": 3}, edges=({"N": 1}, {"N": 0}),
)  # fmt: skip
trap(
    """
    def part_of_a_stack(A: "float64[M, N, N]", u: "float64[N]", n: int):
        for t in range(min(n, A.shape[0] - 1)):
            u = np.linalg.solve(4.0 * np.eye(u.shape[0]) + A[1], u)
        return u
    """,
    "A,u", sizes={"M": 3, "N": 2, "n": 4}, edges=({"M": 1}, {"M": 2}, {"n": 0}),
)  # fmt: skip
