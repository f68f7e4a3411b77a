"""Fields that hold methods, of the object itself too, and functions that remember."""

from __future__ import annotations

from tests.readings.table import Reading, text

READINGS: list[Reading] = [
    # method_table1
    text(
        """
        import numpy as np
        class A:
            def __init__(self, v, method="exp"):
                self.v = v
                self.fn = {"exp": self._e, "sq": self._s}[method]
            def _e(self, y): return np.exp(self.v*y)
            def _s(self, y): return self.v*y**2
            def run(self, y): return self.fn(y)
        def f(x: "float64[N]", s: float):
            return np.sum(A(s).run(x)) + A(x[1], "sq").run(s)
        """
    ),
    # method_late
    text(
        """
        class A:
            def __init__(self, v):
                self.v = v
                self.fn = self._s
            def _s(self, y): return self.v*y**2
        def f(x: "float64[N]", s: float):
            a = A(s)
            g = a.fn
            a.v = x[0]
            h = a.fn(s)
            a.v = a.v*2
            return g(s) + h*a.fn(x[1])
        """
    ),
    # method_other
    text(
        """
        class B:
            def __init__(self, k): self.k = k
            def m(self, y): return self.k*y
        class A:
            def __init__(self, b):
                self.fn = b.m
        def f(x: "float64[N]", s: float):
            b = B(s)
            a = A(b)
            b.k = x[0]
            return a.fn(s)
        """
    ),
    # method_loop
    text(
        """
        class A:
            def __init__(self, v):
                self.v = v
                self.fn = self._s
            def _s(self, y): return self.v*y**2
            def step(self, y):
                self.v = self.v + self.fn(y)
        def f(x: "float64[N]", s: float):
            a = A(s)
            for i in range(len(x)):
                a.step(x[i])
            return a.v
        """
    ),
    # method_branch
    text(
        """
        class A:
            def __init__(self, v):
                self.v = v
                self.fn = self._s
            def _s(self, y): return self.v*y**2
        def f(x: "float64[N]", s: float):
            a = A(s)
            if s > 0.2:
                a.v = x[0]
            else:
                a.v = 2*s
            return a.fn(s)
        """
    ),
    # memo
    text(
        """
        import numpy as np
        def f(x: "float64[N]", s: float):
            memo = {}
            def p(n):
                if n in memo:
                    return memo[n]
                if n == 0:
                    r = 1.0
                elif n == 1:
                    r = s
                else:
                    r = 2*s*p(n-1) - p(n-2)
                memo[n] = r
                return r
            return np.sum(x)*p(5)
        """
    ),
    # self_holding
    text(
        """
        class A:
            def __init__(self, v):
                self.v = v
                self.me = self
        def f(x: "float64[N]", s: float):
            return A(s).me.v
        """,
        "ADC0211",
    ),
]
