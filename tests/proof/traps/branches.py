"""Branches, kinks, points without a derivative, and values of untaken branches."""

from __future__ import annotations

import math

from tests.proof.traps.registry import N7, SMALL, trap

# ---- branches

trap(
    """
    def branch_per_iteration(x: "float64[N]", y: "float64[N]"):
        for i in range(1, x.shape[0]):
            if x[i] > x[i - 1]:
                x[i] = x[i] * y[i]
            elif y[i] > 0.8:
                y[i] = x[i] + y[i - 1] * y[i]
            else:
                x[i] -= y[i] * y[i]
    """,
    "x,y", "x,y", sizes={"N": 9}, edges=({"N": 1}, {"N": 0}),
)  # fmt: skip
trap(
    """
    def predicate_overwritten(x: "float64[N]", T: int):
        s = 0.3
        for t in range(T):
            if s < 1.0:
                s = s * x[0] + 0.7
            else:
                s = s * x[1] - 0.4
        return s
    """,
    "x", sizes={"N": 3, "T": 7},
)  # fmt: skip
trap(
    """
    def branch_overwrites_array(x: "float64[N]", c: float):
        y = x * x
        if c > 0.5:
            y *= x
            x[0] = 2.0
        return y * x
    """,
    "x", sizes=N7, inputs={"c": {"low": 0.6, "high": 0.9}},
    also=({"c": {"low": 0.1, "high": 0.4}},),
)  # fmt: skip
trap(
    """
    def defined_on_both_sides(c: float, x: "float64[N]"):
        if c > 0.5:
            f = np.sin(c)
        else:
            f = c * c * c
        return f * x
    """,
    "c,x", sizes=N7, inputs={"c": {"low": 0.6, "high": 0.9}},
    also=({"c": {"low": 0.1, "high": 0.4}},),
)  # fmt: skip
trap(
    """
    def index_branches(A: "float64[N, M]"):
        for i in range(A.shape[0]):
            for j in range(A.shape[1]):
                if i == j:
                    A[i, j] = 1.0
                elif i < j and j % 2 == 0:
                    A[i, j] *= A[i, j - 1]
                elif not (i > 2 or j == 0):
                    A[i, j] = np.sin(A[i, j])
    """,
    "A", "A", sizes={"N": 5, "M": 6},
)  # fmt: skip
trap(
    """
    def ternary(x: "float64[N]", c: float):
        s = 0.0
        for i in range(x.shape[0]):
            s += x[i] * c if x[i] > 0.6 else c / (1.0 + x[i])
        return s
    """,
    "x,c", sizes=N7,
)  # fmt: skip

# ---- kinks and points without a derivative: the stated subgradient, and never a NaN

TIES = {"x": {"values": [0.0, 0.0, 2.0, -3.0]}}
trap(
    """
    def abs_at_zero(x: "float64[N]"):
        return np.abs(x) * 2.0
    """,
    "x", sizes={"N": 4}, inputs=TIES, oracle="between",
)  # fmt: skip
trap(
    """
    def relu_at_zero(x: "float64[N]"):
        return np.maximum(x, 0) * 3.0
    """,
    "x", sizes={"N": 4}, inputs=TIES, oracle="between",
)  # fmt: skip
trap(
    """
    def maximum_at_ties(x: "float64[N]", y: "float64[N]"):
        return np.maximum(x, y), np.minimum(x, y)
    """,
    "x,y",
    "return_0,return_1", sizes={"N": 4}, oracle="between",
    inputs={"x": {"values": [1.0, 2.0, 0.5, -1.0]}, "y": {"values": [1.0, 2.0, 0.7, -2.0]}},
)  # fmt: skip
trap(
    """
    def max_reduction_ties(x: "float64[N]"):
        return np.max(x), np.min(x)
    """,
    "x",
    "return_0,return_1", sizes={"N": 5},
    inputs={"x": {"values": [2.0, 1.0, 2.0, 1.0, 1.5]}}, oracle="between",
)  # fmt: skip
trap(
    """
    def max_axis_ties(A: "float64[N, M]"):
        return np.max(A, axis=1) * 2.0, np.min(A, axis=1, keepdims=False)
    """,
    "A",
    "return_0,return_1", sizes={"N": 2, "M": 3}, oracle="between",
    inputs={"A": {"values": [[1.0, 1.0, 1.0], [0.5, 2.0, 2.0]]}},
)  # fmt: skip
trap(
    """
    def clip_at_bounds(x: "float64[N]"):
        return np.clip(x, -0.5, 1.0) * 2.0
    """,
    "x", sizes={"N": 4}, inputs={"x": {"values": [1.0, -0.5, 0.3, 4.0]}}, oracle="between",
)  # fmt: skip
trap(
    """
    def power_at_zero(x: "float64[N]"):
        return x ** 2 + x ** 3 + x ** 1 + x ** 0
    """,
    "x", sizes={"N": 3}, inputs={"x": {"values": [0.0, 1.5, -0.8]}},
)  # fmt: skip
trap(
    """
    def float_power_at_zero(x: "float64[N]"):
        return x ** 2.0 + 2.0 * x ** 3.0
    """,
    "x", sizes={"N": 3}, inputs={"x": {"values": [0.0, 1.5, -0.8]}},
)  # fmt: skip
trap(
    """
    def sqrt_where_untaken(x: "float64[N]"):
        return np.where(x > 0.0, np.sqrt(x), 2.0 * x)
    """,
    "x", sizes={"N": 5}, inputs={"x": {"values": [1.0, -2.0, 0.3, -0.1, 4.0]}},
)  # fmt: skip
trap(
    """
    def log_where_untaken(x: "float64[N]", y: "float64[N]"):
        safe = np.where(x > 0.0, np.log(x) * y, 0.0)
        return safe * y
    """,
    "x,y", sizes={"N": 4}, inputs={"x": {"values": [1.0, -1.5, 0.3, -0.1]}},
)  # fmt: skip
trap(
    """
    def log_where_untaken_at_zero(x: "float64[N]"):
        return np.where(x > 0.0, np.log(x) + 1.0 / x, 0.0) + np.where(x > 0.0, np.sqrt(x), x)
    """,
    "x", sizes={"N": 4}, inputs={"x": {"values": [1.0, 0.0, 0.3, -0.1]}}, oracle="finite",
)  # fmt: skip
trap(
    """
    def variable_power_at_zero(x: "float64[N]", p: float):
        return np.sum(x ** p)
    """,
    "x,p", sizes={"N": 2}, inputs={"x": {"values": [0.0, 1.5]}, "p": {"values": 2.5}},
    oracle="finite",
    expected={"x": [0.0, 2.5 * 1.5**1.5], "p": 1.5**2.5 * math.log(1.5)},
)  # fmt: skip
trap(
    """
    def sqrt_of_inactive_zero(x: "float64[N]", z: "float64[N]"):
        r = np.sqrt(z)
        return x * r + r
    """,
    "x", sizes={"N": 2}, inputs={"z": {"values": [0.0, 2.25]}},
)  # fmt: skip
trap(
    """
    def quotient_where_untaken(x: "float64[N]", d: "float64[N]"):
        return np.where(d != 0.0, x / d, 0.0)
    """,
    "x", sizes={"N": 4}, inputs={"d": {"values": [1.0, 0.0, 0.3, -0.1]}},
)  # fmt: skip
trap(
    """
    def division_in_untaken_branch(x: "float64[N]", d: "float64[N]"):
        s = 0.0
        for i in range(x.shape[0]):
            if d[i] != 0.0:
                s += x[i] * x[i] / d[i]
        return s
    """,
    "x", sizes={"N": 4}, inputs={"d": {"values": [1.0, 0.0, 0.3, -0.1]}},
)  # fmt: skip
trap(
    """
    def inactive_infinity(x: "float64[N]", d: "float64[N]"):
        y = 1.0 / d
        z = np.minimum(y, 10.0)
        return x * z
    """,
    "x", sizes={"N": 3}, inputs={"d": {"values": [0.0, 2.0, 0.01]}},
)  # fmt: skip

# ---- elements that exist only where a condition holds

trap(
    """
    def neighbours_where_they_exist(x: "float64[N]"):
        s = 0.0
        for i in range(x.shape[0]):
            after = x[i + 1] if i + 1 < x.shape[0] else 0.5
            before = x[i - 1] * x[i] if i > 0 else 1.0
            s += before * after * x[i]
            x[i] = np.exp(0.1 * (x[i + 1] * s if i + 1 < x.shape[0] else s)) * x[i]
        return s
    """,
    "x", sizes=N7, edges=SMALL,
)  # fmt: skip
trap(
    """
    def third_element_if_any(x: "float64[N]"):
        y = np.exp(x * (x[2] if x.shape[0] > 2 else 1.0))
        y = np.exp(-y * (y[3] if x.shape[0] > 3 else 1.0))
        s = x[2] if x.shape[0] > 2 and x[2] > 0.1 else 2.0
        return np.sum(y) * s
    """,
    "x", sizes=N7, edges=SMALL,
)  # fmt: skip
trap(
    """
    def sums_where_defined(x: "float64[N, M]"):
        s = 1.0
        first = np.sum(x[0] * x[0]) if x.shape[0] > 0 else 0.5
        if x.shape[0] > 1 and np.sum(x[1] * first) > 0.1:
            s = 3.0 * first
        root = np.sum(np.sqrt(x - 5.0)) if np.sum(x) > 1e6 else np.sum(x * first)
        return s * root
    """,
    "x", sizes={"N": 3, "M": 4}, edges=({"N": 1}, {"N": 2, "M": 1}, {"M": 0}),
)  # fmt: skip
trap(
    """
    def flags_of_sizes(x: "float64[N]", k: int):
        long = x.shape[0] > 4
        if long:
            turned = k < 0
            m = x.shape[0] - 2
        elif k == 0:
            turned = long
            m = 2
        else:
            turned = True
            m = 1
        s = 0.0
        first = True
        odd = k > 5
        for i in range(m):
            s += x[i] * x[i]
            odd = i % 2 == 1
            if odd and turned:
                s *= x[0]
            if first:
                s += x[m]
            first = not long and i > k
        if odd or turned:
            s *= x[1]
        turned = turned and s > 0.5
        return s * x[2] if turned else s
    """,
    "x", sizes={"N": 7, "k": 1},
    edges=({"N": 7, "k": -1}, {"N": 4, "k": 0}, {"N": 4, "k": 3}, {"N": 3, "k": -2}),
)  # fmt: skip
trap(
    """
    def comparisons_that_meet_numbers(x: "float64[N]"):
        k = np.arange(len(x)) - 2
        large = x[0] > 0.5
        if large != large or np.any(k != k):
            return 0.0
        s = 1.0 if (len(x) > 1) == 3 else x[0]
        s = s * (((len(x) > 2) < 2) + (len(x) < 3) * 4)
        return s * np.sum(x * x * (7 // k) + x * (k % (k * k)) + x)
    """,
    "x", sizes={"N": 5}, edges=({"N": 1},),
)  # fmt: skip
