"""Nests and slices that are seldom met: each once ended in a fault of adc's own."""

from __future__ import annotations

from tests.proof.traps.registry import SMALL, trap

#: Inputs of which none, the third and the first are above 3.
LATE = {"x": {"low": 0.2, "high": 0.9}}
SOON = ({"x": {"low": 2.0, "high": 3.5}}, {"x": {"low": 3.1, "high": 4.0}})

trap(
    """
    def left_around_a_work_array(x: "float64[N]"):
        f = 0.0
        w = np.zeros(2)
        for i in range(x.shape[0]):
            for k in range(3):
                for m in range(2):
                    w[m] = m * x[i]
                f += w[0] * w[1]
            if x[i] > 3:
                break
        return f
    """,
    "x", sizes={"N": 6}, edges=SMALL, inputs=LATE, also=SOON,
)  # fmt: skip
trap(
    """
    def left_around_a_used_work_array(x: "float64[N]"):
        f = 0.0
        w = np.zeros(3)
        for i in range(x.shape[0]):
            for k in range(4):
                for m in range(3):
                    w[m] = np.sin(x[i] * (k + m)) + 0.1 * f
                f += w[0] * w[1] + w[2] * w[2]
            if f > 3:
                break
        return f * f
    """,
    "x", sizes={"N": 6}, edges=SMALL, inputs=LATE, also=SOON,
)  # fmt: skip
trap(
    """
    def even_times_odd(x: "float64[N]"):
        return np.sum(x[::2] * x[1::2])
    """,
    "x", sizes={"N": 8}, edges=({"N": 2}, {"N": 0}),
)  # fmt: skip
trap(
    """
    def as_many_as_came_before(x: "float64[N]", top: float):
        n = 0
        s = x[0]
        y = np.zeros(4)
        while n < x.shape[0] and s < top:
            for i in range(n):
                for j in range(4):
                    y[j] = np.sin(s * x[i] + j)
                s = s + y[0] * y[1] * y[2] * y[3]
            s = s * 1.2 + 0.1
            n += 1
        return s * s
    """,
    "x", sizes={"N": 6}, edges=({"N": 1}, {"N": 2}), inputs={"top": {"values": 3.0}},
    also=({"top": {"values": 1.2}}, {"top": {"values": 99.0}}),
)  # fmt: skip
# SymPy takes the number of a maximum inside a minimum for a bound of the maximum around.
trap(
    """
    def from_the_largest_of_smallest(x: "float64[N]", n: int, m: int, k: int):
        s = 0.0
        for i in range(max(0, min(1, n), min(m, max(2, k))), x.shape[0]):
            s += x[i] ** 2
        for i in range(min(x.shape[0], max(-1, n), max(m, min(-2, k))) + 2):
            s += np.sin(x[i])
        return s
    """,
    "x", sizes={"N": 6, "n": 1, "m": 0, "k": 0},
    edges=(
        {"N": 5, "n": -3, "m": -3, "k": -3}, {"N": 7, "n": 4, "m": 1, "k": 9},
        {"N": 9, "n": 0, "m": 3, "k": -5},
    ),
)  # fmt: skip
trap(
    """
    def work_of_every_length(x: "float64[N]", top: float):
        n = 0
        s = x[0]
        while n < x.shape[0] and s < top:
            for i in range(n):
                y = s * x[i:]
                s = s + 0.1 * np.sum(np.cos(y) * y)
            z = np.sin(s * x[:n])
            s = 1.1 * s + 0.1 * np.sum(z * z)
            n += 1
        return s * s
    """,
    "x", sizes={"N": 6}, edges=({"N": 1}, {"N": 2}), inputs={"top": {"values": 3.0}},
    also=({"top": {"values": 1.2}}, {"top": {"values": 99.0}}),
)  # fmt: skip
trap(
    """
    def nests_as_deep_as_counted(x: "float64[N]", top: float):
        n = 0
        s = x[0]
        y = np.zeros(x.shape[0])
        while s < top and n < x.shape[0]:
            s = s * 1.1
            n += 1
            for k in range(2):
                for i in range(n):
                    y[i] = np.sin(s * x[i] * (k + 1))
                    s = s + 0.1 * y[i] * y[i]
                    for j in range(i):
                        y[j] = np.cos(y[j] * s)
                        s = 0.9 * s + 0.1 * np.tanh(s * y[j])
        return s * s + np.sum(y * y)
    """,
    "x", sizes={"N": 5}, edges=({"N": 1}, {"N": 2}), inputs={"top": {"values": 2.0}},
    also=({"top": {"values": 1.1}}, {"top": {"values": 99.0}}),
)  # fmt: skip
