"""Lists that `append` makes longer, lists of buffers: whose items are whose arrays, how many."""

from __future__ import annotations

from typing import Any

from tests.proof.traps.registry import trap

STEPS: dict[str, Any] = {
    "sizes": {"N": 5, "T": 4}, "edges": ({"T": 0}, {"T": 1}, {"N": 2}),
}  # fmt: skip

trap(
    """
    def steps_kept_in_a_list(x: "float64[N]", T: int):
        u = x.copy()
        kept = [u]
        energies = []
        for t in range(T):
            u = u + 0.1 * np.sin(u)
            u[0] = 0.5 * u[0]
            kept.append(u)
            energies.append(np.sum(u * kept[t]))
        x[0] = 2.0
        return np.sum(np.array(kept) ** 2) + np.sum(kept[-1] * kept[T // 2]) + sum(energies)
    """,
    "x", "return,x", **STEPS,
)  # fmt: skip
trap(
    """
    def copies_in_a_list(x: "float64[N]", T: int):
        u = x * 1.0
        kept = [u.copy()]
        for t in range(T):
            u[0] = 0.5 * u[-1]
            u += 0.1 * np.cos(u) * kept[-1]
            kept.append(u.copy())
            kept[-1][1] *= 2.0
        u[:] = 0.0
        return np.sum(np.stack(kept) ** 3) + len(kept) * kept[0][0]
    """,
    "x", **STEPS,
)  # fmt: skip
trap(
    """
    def lists_in_nests(x: "float64[N]", T: int):
        rows, flat = [], [x[0]]
        s = 0.0
        for i in range(T):
            row = []
            for j in range(x.shape[0] - 1, -1, -1):
                row.append(x[j] * (i + 1) + flat[-1])
                if x[j] > 0.7:
                    flat.append(row[-1] * 0.1)
                else:
                    flat.append(flat[i] * 0.9)
            rows.append(row)
            row = [s, s]
            row.append(flat[-2])
            s += row[2] * np.mean(row)
        for k in range(0, x.shape[0], 2):
            flat.append(flat[-1] * x[k])
        return np.sum(np.array(rows) ** 2) + np.sum(flat) + s
    """,
    "x", sizes={"N": 4, "T": 3}, edges=({"T": 1}, {"N": 3}),
)  # fmt: skip
trap(
    """
    def pairs_in_a_list(x: "float64[N]", T: int):
        path = [(x[0], x[1])]
        for t in range(T):
            p, q = path[-1]
            path.append((p + 0.2 * q, q - 0.2 * np.sin(p) * path[0][1]))
        twice = path[0] * 2
        s = twice[2] * twice[1]
        for a, b in path:
            s += a * b * s
        return s + np.sum(np.array(path)[:, 1] ** 2)
    """,
    "x", sizes={"N": 2, "T": 3}, edges=({"T": 0}, {"T": 1}),
)  # fmt: skip
trap(
    """
    def buffers_by_parity(x: "float64[N]", T: int):
        u = [x.copy(), np.ones(x.shape[0]), x]
        c = [0.1, 0.2, 0.3]
        s = 0.0
        for t in range(T):
            old, new = u[t % 2], u[(t + 1) % 2]
            new[1:] = old[:-1] * c[t % 3] + np.sin(new[1:]) * old[1:]
            old[0] *= 0.5
            s += np.sum(u[-(t % 3)] ** 2)
            u[2][:] = x * u[t % 2]
        return np.sum(u[T % 2] ** 2) + s
    """,
    "x", "return,x", **STEPS,
)  # fmt: skip
trap(
    """
    def scaled(v, k):
        return np.sin(v) * k

    def comprehensions_make_lists(x: "float64[N]", y: "float64[N]", T: int):
        s = np.array([scaled(x[i], i) * y[i] for i in range(x.shape[0])])
        w = [v * v for v in x]
        A = np.array([[x[i] * y[j] for j in range(y.shape[0])] for i in range(x.shape[0])])
        p = [a * b for a, b in zip(y, w)]
        m = np.stack([x * k + y for k in range(T + 1)])
        x[0] = 3.0
        ends = [c + 1.0 for c in (x[0], y[0])]
        u = [np.zeros_like(x) for _ in range(2)]
        u[0][:] = 2.0 * y
        return np.sum(s * s) + sum(w) * ends[1] + np.sum(A * A) + p[-1] * p[0] + np.sum(
            m[-1] * x
        ) + np.sum(u[0] ** 2 + u[1])
    """,
    "x,y", "return,x", sizes={"N": 4, "T": 2}, edges=({"N": 1}, {"T": 0}),
)  # fmt: skip
