"""Statements that not all sizes fit, where data decides whether they are run.

At the sizes and inputs given here every statement that is run fits; `tests/test_misfits.py` calls
the same programs where some do not.
"""

from __future__ import annotations

from tests.proof.traps.registry import trap

LOW, HIGH = {"x": {"low": 0.01, "high": 0.05}}, {"x": {"low": 0.6, "high": 0.9}}

trap(
    """
    def element_where_data_says_so(x: "float64[N]"):
        s = np.sum(x * x) + 0.1
        if s > 0.9:
            s = s * x[2] * s
        return s * s
    """,
    "x", sizes={"N": 4}, edges=({"N": 3}, {"N": 9}), inputs=HIGH, also=(LOW,),
)  # fmt: skip
trap(
    """
    def never_reached(x: "float64[N]", y: "float64[M]"):
        s = np.sum(x * x) + np.sum(np.sin(y))
        if s > 1000.0:
            s = s * x[7] + np.sum(np.sin(x * y)) * y[9]
        return s * s
    """,
    "x,y", sizes={"N": 4, "M": 3}, edges=({"N": 0}, {"M": 1}),
)  # fmt: skip
trap(
    """
    def neighbours_of_large_ones(x: "float64[N]", y: "float64[M]"):
        s = 0.1
        for i in range(x.shape[0]):
            if x[i] > 0.4:
                s = s * x[i] * y[i + 1] + y[2]
        return s
    """,
    "x,y", sizes={"N": 5, "M": 6}, edges=({"N": 2, "M": 3}, {"N": 0, "M": 0}),
    inputs=HIGH, also=(LOW, {"x": {"low": 0.1, "high": 0.7}}),
)  # fmt: skip
trap(
    """
    def until_it_is_enough(x: "float64[N]"):
        s = 0.1
        k = 0
        while s < 0.9:
            s = s + x[k] * np.cos(s)
            k += 1
        return s * s
    """,
    "x", sizes={"N": 5}, edges=({"N": 3},), inputs=HIGH,
)  # fmt: skip
trap(
    """
    def sum_until_it_is_enough(x: "float64[N]", n: int):
        s = 0.1
        for i in range(n):
            s = s + x[i] * np.cos(s)
            if s > 0.9:
                break
            s = s * x[i + 1] + 0.2
        return s * x[0]
    """,
    "x", sizes={"N": 6, "n": 9}, edges=({"N": 4, "n": 2}, {"N": 2, "n": 0}), inputs=HIGH,
)  # fmt: skip
trap(
    """
    def steps_that_may_fail(u: "float64[N]", w: "float64[M]", steps: int):
        u = u.copy()
        for t in range(steps):
            if np.sum(u) > 1.0:
                u[1:] = u[1:] * (0.9 - 0.1 * u[:-1] * w[2])
            else:
                u = u * (1.0 + w[t] * u)
        return np.sum(u * u)
    """,
    "u,w", sizes={"N": 5, "M": 4, "steps": 4}, edges=({"steps": 0}, {"M": 9, "steps": 9}),
)  # fmt: skip
trap(
    """
    def choices_of_elements(x: "float64[N]", y: "float64[M]"):
        s = np.sum(x)
        t = y[3] if s > 1.5 else x[1] * x[1]
        if s > 1.0 and y[2] > 0.3:
            t = t * y[1] + s
        return t * s
    """,
    "x,y", sizes={"N": 4, "M": 5}, inputs=HIGH, also=(LOW,),
)  # fmt: skip
trap(
    """
    def shapes_where_data_says_so(x: "float64[N]", y: "float64[M]"):
        s = np.sum(x) + np.sum(y)
        if s > 1.0:
            z = np.sin(x * y)
            s = s + np.sum(z * x)
        return s * s
    """,
    "x,y", sizes={"N": 4, "M": 4}, edges=({"N": 0, "M": 0}, {"N": 2, "M": 2}), also=(LOW,),
)  # fmt: skip
trap(
    """
    def loops_that_test_their_variables(x: "float64[N]", n: int):
        s = 0.0
        for i in range(n):
            if i > 2:
                s = s * x[i + 1] + x[i - 2]
            for j in range(i):
                if j != 1:
                    s = s + x[j] * x[i * j] * s
        return s + np.sum(x)
    """,
    "x", sizes={"N": 21, "n": 5}, edges=({"n": 2}, {"n": 0}, {"N": 1, "n": 1}),
)  # fmt: skip
trap(
    """
    def flags_of_many_elements(x: "float64[N]", y: "float64[M]"):
        z = np.zeros(x.shape[0])
        for i in range(x.shape[0]):
            if x[i] > 0.5:
                z[i] = x[i] * y[2] * x[i]
            else:
                z[i] = np.sin(x[i])
        return z
    """,
    "x,y", sizes={"N": 7, "M": 4}, edges=({"N": 0}, {"N": 1, "M": 3}), also=(LOW,),
)  # fmt: skip
trap(
    """
    def divisors_that_may_be_zero(x: "float64[N]", y: "float64[M]", n: int):
        s = 0.1
        for i in range(x.shape[0]):
            s = s + x[i] * y[i % (len(y) - 1)] * (7 // n)
        if s > 0.4:
            s = s * x[3 % (n - 2)] * (len(y) and len(x) % len(y)) ** 2
        return s * s
    """,
    "x,y", sizes={"N": 5, "M": 4, "n": 3}, edges=({"N": 0, "M": 1, "n": 0}, {"N": 4, "n": 1}),
    inputs=HIGH, also=(LOW,),
)  # fmt: skip
trap(
    """
    def largest_of_none(x: "float64[N]"):
        s = 0.1
        for t in range(3):
            m = x > 0.25 * t
            if s > 0.3:
                s += np.min(x[m]) * np.sum(x[m])
            s += 0.2 * np.max(x[x < 0.66])
        return s * s
    """,
    "x", sizes={"N": 9}, edges=({"N": 12},), inputs=HIGH,
)  # fmt: skip
