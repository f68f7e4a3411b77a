"""Steps in place, whose adjoints go from one array to another: no step, an odd number of them and
an even one, what lies at the ends, what is read afterwards, and loops in loops."""

from __future__ import annotations

from tests.proof.traps.registry import trap

#: No step, one and two, and too few points for anything to change.
FEW = ({"T": 0}, {"T": 1}, {"T": 2}, {"N": 4}, {"N": 3, "T": 1}, {"N": 2}, {"N": 1}, {"N": 0})

trap(
    """
    def diffusion_in_place(u: "float64[N]", c: float, T: int):
        for t in range(T):
            u[1:-1] += c * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    """,
    "u,c", "u", sizes={"N": 7, "T": 3}, edges=FEW,
)  # fmt: skip
trap(
    """
    def used_after_its_steps(u: "float64[N]", w: "float64[N]", T: int):
        for t in range(T):
            u[1:-1] += 0.3 * w[1:-1] * (u[2:] - u[:-2])
        w += u * u
        return np.sum(w * u[::-1])
    """,
    "u,w", "return,u,w", sizes={"N": 6, "T": 3}, edges=FEW[1:6],
)  # fmt: skip
trap(
    """
    def every_other_step_down(u: "float32[N]", T: int):
        for t in range(T, -1, -2):
            u[2:-2] = 0.5 * (u[4:] - u[:-4]) + 0.1 * t * u[2:-2]
            u[0] = u[1] + u[-1]
    """,
    "u", "u", sizes={"N": 8, "T": 3}, edges=({"T": 1}, {"T": -1}, {"N": 5}, {"N": 4}),
)  # fmt: skip
trap(
    """
    def relaxed_within_each_step(p: "float64[N, M]", s: "float64[N, M]", T: int, K: int):
        for t in range(T):
            for k in range(K + t):
                p[1:-1, 1:-1] = 0.25 * (
                    p[1:-1, 2:] + p[1:-1, :-2] + p[2:, 1:-1] + p[:-2, 1:-1] - s[1:-1, 1:-1]
                )
                p[:, -1] = p[:, -2]
                p[0, :] = p[1, :]
                p[-1, :] = 0.0
            s *= p
        return np.sum(p * s)
    """,
    "p,s", "return,p", sizes={"N": 4, "M": 5, "T": 3, "K": 1},
    edges=({"T": 0}, {"T": 1, "K": 3}, {"T": 2, "K": 0}, {"N": 3, "M": 3}, {"N": 2, "M": 4},
           {"N": 4, "M": 2}),
)  # fmt: skip
trap(
    """
    def two_fields_in_place(u: "float64[N]", v: "float64[N]", T: int):
        for t in range(T):
            u[1:-1] += 0.3 * (u[2:] - u[:-2])
            v[1:-1] += 0.2 * u[1:-1] * (v[2:] - v[:-2])
            v[-1] = u[0] * v[0]
        return np.sum(u * v)
    """,
    "u,v", "return,v", sizes={"N": 6, "T": 3}, edges=FEW[1:6],
)  # fmt: skip
trap(
    """
    def steps_that_data_may_skip(u: "float64[N]", w: float, T: int):
        for t in range(T):
            if u[0] < w:
                u[1:-1] += 0.4 * (u[2:] - u[1:-1]) * u[1:-1]
            u[1:-1] += 0.1 * u[:-2] * u[2:]
            u[0] += 0.3
    """,
    "u,w", "u", sizes={"N": 6, "T": 4},
    edges=({"T": 0, "N": 2}, {"T": 1, "N": 3}, {"T": 2, "N": 2}, {"T": 3, "N": 4}),
)  # fmt: skip
