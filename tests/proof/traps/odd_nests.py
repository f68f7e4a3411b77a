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
