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
    # post_init_field
    text(
        """
        from dataclasses import dataclass, field
        @dataclass
        class P:
            a: float
            c: float = field(init=False)
            n: int = field(default=3, init=False)
            d: float = 2.0
            def __post_init__(self):
                self.c = self.a**2
                if self.a < 0:
                    raise ValueError(f"a must be >= 0, got {self.a}")
            def total(self):
                return self.a + self.c*self.d*self.n
        def f(x: "float64[N]", s: float):
            p = P(s)
            q = P(x[0], x[1])
            q.c = q.c + 1.0
            return p.total()*q.total() + p.n
        """
    ),
    # post_init_unset
    text(
        """
        from dataclasses import dataclass, field
        @dataclass
        class P:
            a: float
            c: float = field(init=False)
        def f(x: "float64[N]", s: float):
            p = P(s)
            r = p.c if hasattr(p, "c") else s
            p.c = x[0]
            return p.c*r
        """,
        "ADC0226",
    ),
    # post_init_passed
    text(
        """
        from dataclasses import dataclass, field
        @dataclass
        class P:
            a: float
            c: float = field(init=False)
            def __post_init__(self):
                self.c = self.a
        def f(x: "float64[N]", s: float):
            return P(s, x[0]).c
        """,
        "ADC0229",
        raises=True,
    ),
    # members_in_order
    text(
        """
        from enum import Enum, IntEnum
        class BC(Enum):
            DIRICHLET = 1
            NEUMANN = 2
            SAME = 1
            PER = "p"
        class L(IntEnum):
            A = 0
            B = 2
        def g(u, bc):
            if bc is BC.DIRICHLET:
                return u[0]
            elif bc == BC.NEUMANN:
                return u[1]*2
            return u[2]
        def f(x: "float64[N]", s: float):
            r = 0.0
            for b in BC:
                r = r*s + g(x, b)
            for i, l in enumerate(L):
                r += x[l]*(i + 1)
            return r + len(BC)*s + sum(g(x, b) for b in BC) + x[list(L)[1]]
        """
    ),
]
