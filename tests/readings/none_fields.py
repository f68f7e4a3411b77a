"""Fields that are None at first, and numbers or arrays later."""

from __future__ import annotations

from tests.readings.table import Reading, text

READINGS: list[Reading] = [
    # pid_none
    text(
        """
        class PID:
            def __init__(self, kp, kd):
                self.kp = kp
                self.kd = kd
                self.last = None
                self.total = 0.0
            def step(self, e):
                if self.last is None:
                    d = 0.0
                else:
                    d = e - self.last
                self.last = e
                self.total += e
                return self.kp * e + self.kd * d + self.total
        def f(x: "float64[N]", s: float, t: float):
            p = PID(s, t)
            out = 0.0
            for k in range(len(x)):
                out += p.step(x[k])
            return out
        """
    ),
    # pid_dc
    text(
        """
        from dataclasses import dataclass
        from typing import Optional
        @dataclass
        class PID:
            kp: float
            kd: float = 0.5
            last: Optional[float] = None
            def step(self, e):
                d = 0.0 if self.last is None else e - self.last
                self.last = e
                return self.kp * e + self.kd * d
            def reset(self):
                self.last = None
        def f(x: "float64[N]", s: float, t: float):
            p = PID(s, t)
            q = PID(t, s, 1.5)
            out = 0.0
            for v in x:
                out += p.step(v)
                out += q.step(v * v)
                if v > 1.2:
                    p.reset()
            return out
        """
    ),
    # none_field_arr
    text(
        """
        class A:
            def __init__(self):
                self.acc = None
            def add(self, v):
                if self.acc is None:
                    self.acc = v.copy()
                else:
                    self.acc += v
        def f(x: "float64[N]", s: float, n: int):
            a = A()
            for i in range(n):
                a.add(x * s * i)
            return a.acc
        """,
        "ADC0212",
    ),
    # none_field_cache
    text(
        """
        import math
        class A:
            def __init__(self, k):
                self.k = k
                self._c = None
            def c(self):
                if self._c is None:
                    self._c = math.exp(self.k)
                return self._c
        def f(x: "float64[N]", s: float, n: int):
            a = A(s)
            r = 0.0
            for i in range(n):
                r += a.c() * x[i]
            return r
        """
    ),
    # cache_prop
    text(
        """
        class A:
            def __init__(self, k):
                self.k = k
                self._c = None
            def slow(self):
                return self.k * self.k
            @property
            def c(self):
                if self._c is None:
                    self._c = self.slow()
                return self._c
        def f(x: "float64[N]", s: float, n: int):
            a = A(s)
            r = 0.0
            for i in range(n):
                r += a.c * x[i]
                if x[i] > 1.0:
                    a.k = r
                    a._c = None
            return r
        """
    ),
    # unseen_return
    text(
        """
        class A:
            def __init__(self):
                self.last = None
            def push(self, v):
                self.last = v
        def f(x: "float64[N]", s: float):
            a = A()
            for v in x:
                if v > 1.1:
                    a.push(v)
            return a.last
        """
    ),
    # unseen_truth
    text(
        """
        class A:
            def __init__(self):
                self.last = None
        def f(x: "float64[N]", s: float):
            a = A()
            for v in x:
                if a.last:
                    s += v
                a.last = v
            return s
        """,
        "ADC0212",
    ),
    # alias
    text(
        """
        class A:
            def __init__(self):
                self.last = None
        def f(x: "float64[N]", s: float):
            a = A()
            b = a
            for v in x:
                if a.last is not None:
                    b.last = None
                    y = a.last
                    s += 1.0 if y is None else y
                a.last = v
            return s
        """,
        "ADC0212",
    ),
    # call_between
    text(
        """
        class A:
            def __init__(self):
                self.last = None
            def reset(self):
                self.last = None
                return 1.0
            def go(self, v):
                if self.last is not None:
                    w = self.reset()
                    u = self.last
                    if u is None:
                        return w
                    return u
                self.last = v
                return v
        def f(x: "float64[N]", s: float):
            a = A()
            for v in x:
                s += a.go(v)
            return s
        """,
        "ADC0212",
    ),
    # two_objects
    text(
        """
        class A:
            def __init__(self):
                self.last = None
            def d(self, v):
                r = 0.0 if self.last is None else v - self.last
                self.last = v
                return r
        class B:
            def __init__(self):
                self.a = A()
                self.b = A()
                self.best = None
            def go(self, v):
                if self.best is None or v > self.best:
                    self.best = v
                r = self.a.d(v) * 2
                if v > 1.0:
                    r += self.b.d(v * v)
                return r
        def f(x: "float64[N]", s: float):
            b = B()
            for v in x:
                s += b.go(v) * s
            return s * b.best
        """
    ),
    # tupleset
    text(
        """
        class A:
            def __init__(self):
                self.p, self.q = None, 1.0
            def go(self, v):
                if self.p is not None:
                    self.q = self.q * (v - self.p)
                self.p, self.q = v, self.q + v
                return self.q
        def f(x: "float64[N]", s: float):
            a = A()
            for v in x:
                s += a.go(v)
            return s
        """
    ),
    # passnone
    text(
        """
        class A:
            def __init__(self, last=None):
                self.last = last
            def go(self, v):
                if self.last is None:
                    self.last = v
                    return v
                self.last = self.last * v
                return self.last
        def f(x: "float64[N]", s: float, n: int):
            a = A()
            b = A(s)
            for v in x:
                s += a.go(v) * b.go(v)
            return s
        """
    ),
    # othersame
    text(
        """
        class C:
            def __init__(self, v):
                self.last = v
        class A:
            def __init__(self):
                self.last = None
            def go(self, v, c):
                r = c.last if self.last is None else v - self.last + c.last
                self.last = v
                c.last = r
                return r
        def f(x: "float64[N]", s: float, n: int):
            a = A()
            c = C(s)
            for v in x:
                s += a.go(v, c)
            return s * c.last
        """,
        "ADC0212",
    ),
    # othersame_arith
    text(
        """
        class C:
            def __init__(self, v):
                self.last = v
        class A:
            def __init__(self):
                self.last = None
            def go(self, v, c):
                r = 1.0 * c.last if self.last is None else v - self.last + c.last
                self.last = v
                c.last = r
                return r
        def f(x: "float64[N]", s: float, n: int):
            a = A()
            c = C(s)
            for v in x:
                s += a.go(v, c)
            return s * c.last
        """
    ),
    # zerotrip
    text(
        """
        class A:
            def __init__(self):
                self.last = None
            def go(self, v):
                self.last = v if self.last is None else self.last * v
        def f(x: "float64[N]", s: float, n: int):
            a = A()
            for i in range(n - 4):
                a.go(x[i])
            if a.last is None:
                return s
            return a.last * s
        """
    ),
    # comprehension
    text(
        """
        import numpy as np
        class A:
            def __init__(self):
                self.last = None
            def go(self, x):
                if self.last is None:
                    self.last = np.sum(x)
                return sum(v * self.last for v in x)
        def f(x: "float64[N]", s: float, n: int):
            a = A()
            r = 0.0
            for i in range(n):
                r += a.go(x)
            return r * s
        """,
        "ADC0212",
    ),
    # vecstate
    text(
        """
        import numpy as np
        class Ema:
            def __init__(self, alpha):
                self.alpha = alpha
                self.state = None
            def update(self, v):
                if self.state is None:
                    self.state = v
                else:
                    self.state = self.alpha * v + (1 - self.alpha) * self.state
                return self.state
        def f(x: "float64[N, 3]", s: float):
            e = Ema(s)
            r = 0.0
            for row in x:
                r += np.sum(e.update(row) ** 2)
            return r
        """
    ),
    # optarg
    text(
        """
        class A:
            def __init__(self):
                self.last = None
                self.n = 0
            def go(self, v):
                if self.last is not None:
                    self.n = self.n + 1
                    return v * self.last
                self.last = v
                return 0.0
        def f(x: "float64[N]", s: float):
            a = A()
            h = A()
            for v in x:
                s += a.go(v)
                h = a
            return s + h.go(s)
        """,
        "",
    ),
    # rebind_root
    text(
        """
        class A:
            def __init__(self):
                self.last = None
        def f(x: "float64[N]", s: float):
            a = A()
            for v in x:
                if a.last is not None:
                    a = A()
                    y = a.last
                    s += 2.0 if y is None else y
                a.last = v
            return s
        """,
        "ADC0212",
    ),
    # best_helper
    text(
        """
        def g(x):
            best = None
            for v in x:
                if best is None or v > best:
                    best = v
            return best
        def f(x: "float64[N]", s: float):
            return g(x) * s + g(x * 2)
        """
    ),
    # operator_sets
    text(
        """
        class A:
            def __init__(self):
                self.last = None
            def __add__(self, v):
                self.last = None
                return v
        def f(x: "float64[N]", s: float):
            a = A()
            for v in x:
                if a.last is not None:
                    s += a + v
                    y = a.last
                    s += 2.0 if y is None else y
                a.last = v
            return s
        """,
        "ADC0212",
    ),
    # given_object
    text(
        """
        class A:
            def __init__(self, k, last):
                self.k = k
                self.last = last
        def f(x: "float64[N]", s: float):
            a = A(s, None)
            for v in x:
                if a.last is not None:
                    s += a.last * a.k
                a.last = v
            return s
        """
    ),
]
