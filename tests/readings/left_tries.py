"""try around what the file raises: the handler follows what was done before."""

from __future__ import annotations

from tests.readings.table import Reading, text

_FUNCTIONS = """
        import math
        import numpy as np

        class Mine(ValueError):
            pass

        def limited(v, k, top=4.0):
            s = 0.0
            for i in range(3):
                s += v * k
                if s > top:
                    raise Mine("too much")
            if v < -1:
                raise ValueError("below")
            return np.sqrt(v + 1) + s

        def pair(v, k):
            v = 2 * v
            if v < 0 and k > 0:
                raise RuntimeError(f"no {v}")
            assert k < 3, "k"
            return v * k, limited(v, k)

        def fill(a, k):
            for i in range(a.shape[0]):
                a[i] = a[i] * k
                if a[i] > 2:
                    raise RuntimeError("too much")
"""

#: What is called twice, on either way, and what both give.
READINGS: list[Reading] = [
    # handlers_by_class
    text(
        _FUNCTIONS
        + """
        def one(x, k):
            y = z = 0.5
            try:
                y = x
                y, z = pair(x, k)
                y *= 2
            except Mine:
                z = 7 * y * k
            except (RuntimeError, AssertionError) as error:
                print(f"failed {error}")
                z = 5 * y
            except Exception:
                return x * k * 11
            else:
                z = z * 13
            return y * z

        def f(x: "float64[N]", k: float):
            s = one(0.1*x[0], 0.5*k) + 3*one(1.5*x[0], 2.0*k) + 5*one(-0.3*x[0], k)
            return s + 7*one(0.1*x[0], 4.0*k) + 11*one(-0.6*x[0], -2.0*k)
        """
    ),
    # writes_before_stay
    text(
        _FUNCTIONS
        + """
        def f(x: "float64[N]", k: float):
            s = 0.0
            for factor in (0.2*k, 1.5*k, 8.0*k):
                b = x.copy()
                for j in range(2):
                    try:
                        fill(b, factor)
                        if b[0] > 1:
                            break
                        s += 2 * b[1]
                    except RuntimeError:
                        s += np.sum(b) * k
                        continue
                    s += b[0]
                s += np.sum(b * b)
            return s
        """
    ),
    # raised_in_loops
    text(
        _FUNCTIONS
        + """
        def one(x, k):
            s = 0.0
            try:
                for i in range(4):
                    s += x
                    if s > 2 * k:
                        raise Mine
                    if i > 1 and s < 0:
                        return s * s * k
                s = s * k
            except ValueError:
                s = s * s
            return s + k * x

        def f(x: "float64[N]", k: float):
            return one(0.1*x[0], k) + 3*one(2.5*x[0], k) + 5*one(-x[0], k)
        """
    ),
    # what_python_raises_in_functions
    text(
        """
        import math

        def over(v: float, k: float):
            if v > 1 or k == 3:
                raise ValueError("v")
            return math.sqrt(v) / k

        def one(v: float, k: float):
            y = v
            try:
                y = 2 * v
                y = over(v, k) * k
            except (ValueError, ZeroDivisionError):
                y = y * v * (k + 2)
            return y

        def f(x: "float64[N]", k: float):
            return x[0] * (one(0.5*k, k) + 3*one(k + 2, k) + 5*one(-k, k) + 7*one(0.5, k - k))
        """
    ),
]
