"""Time loops of which all states are kept: what stays at the edges, what is read of which state."""

from __future__ import annotations

from tests.proof.traps.registry import trap

#: No step, one, and too few points for anything to change.
FEW = ({"T": 0}, {"T": 1}, {"N": 2}, {"N": 3, "T": 1}, {"N": 1}, {"N": 0})

trap(
    """
    def what_a_step_leaves_at_the_ends(u: "float64[N]", T: int):
        for t in range(T):
            u[1:-1] = u[1:-1] + 0.3 * np.sin(u[2:] - u[:-2]) * u[1:-1]
        return np.sum(u * u * u)
    """,
    "u", "return,u", sizes={"N": 7, "T": 4}, edges=FEW,
)  # fmt: skip
trap(
    """
    def ends_set_in_every_step(u: "float64[N]", T: int):
        for t in range(T):
            v = u.copy()
            u[1:-1] = v[1:-1] * (1.0 + 0.2 * (v[2:] - v[:-2]))
            u[0] = u[1] * u[1]
            u[-1] = 0.5
        return np.sum(u * u)
    """,
    "u", "return,u", sizes={"N": 6, "T": 3}, edges=({"T": 0}, {"T": 1}, {"N": 3}, {"N": 2}),
)  # fmt: skip
trap(
    """
    def two_fields_that_read_each_other(u: "float64[N]", v: "float64[N]", T: int):
        for t in range(T):
            u[1:] = u[1:] - 0.4 * u[1:] * (v[1:] - v[:-1])
            v[:-1] = v[:-1] - 0.4 * v[:-1] * (u[1:] - u[:-1])
        return np.sum(u * v * v)
    """,
    "u,v", "return,v", sizes={"N": 6, "T": 4}, edges=FEW,
)  # fmt: skip
trap(
    """
    def two_steps_back(u: "float64[N]", w: "float64[N]", T: int):
        for t in range(T):
            new = 2.0 * u - w
            new[1:-1] += 0.1 * np.sin(u[2:] - 2.0 * u[1:-1] + u[:-2]) * u[1:-1]
            w[:] = u
            u[:] = new
        return np.sum(u * u + w * u)
    """,
    "u,w", sizes={"N": 6, "T": 4}, edges=FEW,
)  # fmt: skip
trap(
    """
    def rows_and_columns(p: "float64[N, M]", T: int):
        for t in range(T):
            p[1:-1, 1:-1] = p[1:-1, 1:-1] + 0.2 * p[1:-1, 1:-1] * (
                p[2:, 1:-1] + p[:-2, 1:-1] + p[1:-1, 2:] + p[1:-1, :-2] - 4.0 * p[1:-1, 1:-1]
            )
        return np.sum(p * p * p)
    """,
    "p", "return,p", sizes={"N": 5, "M": 4, "T": 3},
    edges=({"T": 0}, {"N": 2}, {"M": 2}, {"N": 1, "M": 1}, {"N": 0}, {"M": 3, "T": 1}),
)  # fmt: skip
trap(
    """
    def from_the_last_step_on(u: "float64[N]", c: "float64[T]"):
        for t in range(c.shape[0] - 1, -1, -1):
            u[:-1] = u[:-1] * np.cos(u[1:]) + c[t] * u[:-1]
        return np.sum(u * u)
    """,
    "u,c", sizes={"N": 5, "T": 4}, edges=FEW,
)  # fmt: skip
trap(
    """
    def every_third_step(u: "float64[N]", T: int):
        s = 0.0
        for t in range(1, T, 3):
            u[1:] = u[1:] + t * u[1:] * u[:-1] * 0.1
            s += np.sum(u[1:] ** 3)
        return s
    """,
    "u", sizes={"N": 5, "T": 9}, edges=FEW,
)  # fmt: skip
trap(
    """
    def a_sum_over_all_states(u: "float64[N]", T: int):
        s = 0.0
        for t in range(T):
            s += np.sum(u**3)
            u[1:-1] = 0.5 * u[1:-1] + 0.3 * u[2:] * u[:-2]
        return s * np.sum(u * u)
    """,
    "u", sizes={"N": 6, "T": 4}, edges=FEW,
)  # fmt: skip
trap(
    """
    def changed_before_and_behind_the_loop(x: "float64[N]", T: int):
        u = np.sin(x)
        u[0] = 2.0
        for t in range(T):
            u[1:-1] = u[1:-1] * u[1:-1] * 0.6 + u[2:] * u[:-2] * 0.3
        u[-1] = u[-1] * u[0]
        u *= u
        return np.sum(u * x)
    """,
    "x", sizes={"N": 6, "T": 3}, edges=({"T": 0}, {"T": 1}, {"N": 2}, {"N": 1}),
)  # fmt: skip
trap(
    """
    def a_loop_after_a_loop(u: "float64[N]", T: int):
        for t in range(T):
            u[1:-1] = u[1:-1] * u[1:-1] + 0.2 * u[2:]
        for t in range(T + 1):
            u[1:] = 0.7 * np.tanh(u[1:] * u[:-1])
        return np.sum(u * u)
    """,
    "u", sizes={"N": 5, "T": 3}, edges=FEW,
)  # fmt: skip
trap(
    """
    def smaller_in_one_array(u: "float64[N]", v: "float32[N]", T: int):
        for t in range(T):
            v[1:-1] = v[1:-1] + u[2:] * v[1:-1] * v[:-2] * 0.2
            u[1:-1] = u[1:-1] + v[1:-1] * u[1:-1]
        return np.sum(u * v)
    """,
    "u,v", sizes={"N": 6, "T": 3}, edges=FEW,
)  # fmt: skip
trap(
    """
    def kinks_and_branches(u: "float64[N]", k: "float64[N]", T: int):
        for t in range(T):
            flow = np.where(k[1:] > 0.5, u[1:] - u[:-1], 0.0)
            u[1:] = u[1:] - 0.2 * np.maximum(flow, 0.0) * u[1:]
            if t % 2 == 1:
                u[0] = u[0] * 0.9
        return np.sum(u**3)
    """,
    "u,k", sizes={"N": 6, "T": 4}, edges=({"T": 0}, {"T": 1}, {"N": 2}, {"N": 1}),
)  # fmt: skip
trap(
    """
    def in_loops_of_loops(x: "float64[N]", K: int, T: int):
        s = 0.0
        for k in range(K):
            u = x * (1.0 + 0.1 * k)
            for t in range(T):
                u[1:-1] = u[1:-1] + 0.2 * u[2:] * u[:-2] * u[1:-1]
            s += np.sum(u * u)
        return s
    """,
    "x", sizes={"N": 5, "K": 2, "T": 3}, edges=({"K": 0}, {"T": 0}, {"N": 2}, {"N": 0}),
)  # fmt: skip
trap(
    """
    def windows_that_wander(u: "float64[N]", T: int):
        for t in range(T):
            for i in range(2):
                u[t + i] = u[t + i] * u[t + i + 1] + u[0]
        return np.sum(u * u)
    """,
    "u", sizes={"N": 8, "T": 5}, edges=({"T": 0}, {"T": 1}),
)  # fmt: skip
