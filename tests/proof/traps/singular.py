"""Partial derivatives that are infinite or NaN where what they belong to is of no consequence."""

from __future__ import annotations

from tests.proof.traps.registry import trap

trap(
    """
    def pairwise_distances(x: "float64[N, 2]"):
        n = x.shape[0]
        d = np.zeros((n, n))
        for i in range(n):
            for j in range(n):
                d[i, j] = np.sqrt(np.sum((x[i] - x[j]) ** 2))
        return np.sum(np.tanh(d) * d)
    """,
    "x", sizes={"N": 4},
)  # fmt: skip
trap(
    """
    def warm_rain(x: "float64[N]", y: "float64[N]", r: "float64[N]"):
        out = np.zeros_like(x)
        for i in range(x.shape[0]):
            out[i] = y[i] + (max(x[i], 0.0) * r[i]) ** 0.1364
        return out
    """,
    "x,y,r", sizes={"N": 4}, inputs={"x": {"values": [0.7, -0.3, 1.2, -0.1]}},
)  # fmt: skip
trap(
    """
    def warm_rain_in_steps(x: "float64[N]", r: "float64[N]", c: float):
        wet = np.maximum(x, 0.0)
        rate = wet * r
        fall = rate**c
        return np.sum(fall * r)
    """,
    "x,r", sizes={"N": 4},
    inputs={"x": {"values": [0.7, -0.3, 1.2, -0.1]}, "c": {"values": 0.1364}},
)  # fmt: skip
trap(
    """
    def dry_exactly(x: "float64[2]", r: "float64[2]"):
        return np.sum((np.maximum(x, 0.0) * r) ** 0.1364)
    """,
    "x,r", oracle="finite", inputs={"x": {"values": [0.0, 0.0]}},
    expected={"x": [0.0, 0.0], "r": [0.0, 0.0]},
)  # fmt: skip
trap(
    """
    def overflow_that_is_not_taken(x: "float64[N]"):
        e = np.exp(x)
        soft = np.log1p(e)
        t = e * soft
        return np.sum(np.where(x > 30.0, x, soft)) + np.sum(np.where(x > 30.0, 0.0, t))
    """,
    "x", sizes={"N": 3}, inputs={"x": {"values": [1000.0, 0.3, -0.7]}},
)  # fmt: skip
trap(
    """
    def logarithms_of_what_is_masked(x: "float64[N]", y: "float64[N]"):
        l = np.log(x)
        q = y / x
        s = np.sqrt(x) * l
        t = l * y
        total = 0.0
        for i in range(x.shape[0]):
            if x[i] > 0.1:
                total = total + l[i] * q[i] + s[i] * t[i]
        return total
    """,
    "x,y", sizes={"N": 4}, inputs={"x": {"values": [0.5, 0.0, -1.0, 2.0]}},
)  # fmt: skip
trap(
    """
    def elements_that_are_not_selected(x: "float64[N]", y: "float64[N]"):
        inverse = 1.0 / x
        u = inverse * y
        v = np.arctanh(y) * u
        return u[1:] * v[1:]
    """,
    "x,y", sizes={"N": 4},
    inputs={"x": {"values": [0.0, 0.4, -1.3, 2.0]}, "y": {"values": [1.0, 0.2, -0.4, 0.6]}},
)  # fmt: skip
trap(
    """
    def saturated(x: "float64[N]", p: float):
        r = p / x
        return np.sum(np.exp(-np.abs(r)) + np.minimum(r, 3.0) + np.arctan(r))
    """,
    "p", sizes={"N": 3}, inputs={"x": {"values": [0.4, 0.0, 1.6]}},
)  # fmt: skip
trap(
    """
    def angles_of_clipped_cosines(c: "float64[N]"):
        a = np.arccos(np.clip(c, -1.0, 1.0))
        return np.sum(a * a)
    """,
    "c", sizes={"N": 4}, inputs={"c": {"values": [1.3, 0.2, -1.7, -0.6]}},
)  # fmt: skip
trap(
    """
    def direction_at_calm(u: "float64[N]", v: "float64[N]"):
        speed = np.sqrt(u * u + v * v)
        return np.sum(np.arctan2(v, u) * speed) + np.linalg.norm(u - u[0]) * 2.0
    """,
    "u,v", sizes={"N": 3}, oracle="finite",
    inputs={"u": {"values": [0.0, 0.0, 0.0]}, "v": {"values": [0.0, 0.0, 0.0]}},
    expected={"u": [0.0, 0.0, 0.0], "v": [0.0, 0.0, 0.0]},
)  # fmt: skip
