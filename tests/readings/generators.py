"""Generators, written out where loops and functions draw from them."""

from __future__ import annotations

from tests.readings.table import Reading, text

READINGS: list[Reading] = [
    # fromiter
    text(
        """
        import numpy as np
        def g(x):
            for v in x:
                yield v * v
        def f(x: "float64[N]", s: float):
            return np.fromiter(g(x), dtype=float) * s
        """
    ),
    # interleave
    text(
        """
        def g(x):
            for k in range(len(x)):
                yield x[k]
        def f(x: "float64[N]", s: float):
            r = 0.0
            for v in g(x):
                x[:] = x * s
                r += v
            return r
        """
    ),
    # buffer
    text(
        """
        import numpy as np
        def g(x, n):
            buf = x.copy()
            for k in range(n):
                buf *= 2.0
                yield buf
        def f(x: "float64[N]", s: float, n: int):
            r = np.zeros(len(x))
            for b in g(x, n):
                r += b * s
            return r
        """
    ),
    # buffer_sum
    text(
        """
        def g(x):
            buf = x.copy()
            for k in range(3):
                buf *= 2.0
                yield buf
        def f(x: "float64[N]", s: float, n: int):
            return sum(g(x))
        """
    ),
    # buffer_list
    text(
        """
        def g(x):
            buf = x.copy()
            for k in range(3):
                buf *= 2.0
                yield buf
        def f(x: "float64[N]", s: float, n: int):
            l = list(g(x))
            return l[0] + l[2] * s
        """,
        "ADC0211",
    ),
    # rebind
    text(
        """
        def g(x, k):
            for v in x:
                yield v * k
        def f(x: "float64[N]", s: float):
            r = 0.0
            k = s
            for v in g(x, k):
                k = k * 2
                r += v * k
            return r
        """
    ),
    # nested_same
    text(
        """
        def g(x):
            for v in x:
                yield v
                yield v * v
        def f(x: "float64[N]", s: float):
            r = 0.0
            for v in g(x):
                for w in g(x):
                    if w > v:
                        continue
                    if w > 3 * v:
                        break
                    r += v * w
            return r
        """
    ),
    # forelse
    text(
        """
        def g(x):
            for v in x:
                if v > 1.4:
                    return
                yield v
            yield 2.0
        def f(x: "float64[N]", s: float):
            r = 0.0
            for v in g(x):
                if v > s:
                    r = v
                    break
                r += v
            else:
                r = r * s
            return r
        """
    ),
    # retinside
    text(
        """
        def g(x):
            for v in x:
                yield v
        def f(x: "float64[N]", s: float):
            for v in g(x):
                if v > s:
                    return v * s
            return s
        """
    ),
    # anyall
    text(
        """
        def g(x):
            for v in x:
                yield v > 1.2
        def f(x: "float64[N]", s: float):
            if any(g(x)) and not all(g(x)):
                return s * s
            return s
        """
    ),
    # minmax
    text(
        """
        def g(x):
            for v in x:
                yield v * 1.2
        def f(x: "float64[N]", s: float):
            return max(g(x)) * min(g(x)) * s
        """
    ),
    # compr
    text(
        """
        import numpy as np
        def g(x):
            for i, v in enumerate(x):
                yield i, v * 1.2
        def f(x: "float64[N]", s: float):
            a = np.array([v * i for i, v in g(x)])
            return sum(v * s for i, v in g(x)) + a[1] + sum(v for i, v in g(x) if i > 1)
        """
    ),
    # enumgen
    text(
        """
        def g(x):
            for v in x:
                yield v * 1.2
        def f(x: "float64[N]", s: float):
            r = 0.0
            for i, v in enumerate(g(x), 3):
                r += i * v
                if i > 5:
                    break
            return r * s
        """
    ),
    # hiddenname
    text(
        """
        C = 2.0
        def g(x):
            for v in x:
                yield v * C
        def f(x: "float64[N]", s: float):
            C = 3.0
            return sum(g(x)) * C
        """,
        "ADC0108",
    ),
    # kwargs
    text(
        """
        def g(x, a=2.0, b=3.0):
            for v in x:
                yield v * a + b
        def f(x: "float64[N]", s: float):
            r = 0.0
            for v in g(x, b=s):
                r += v
            for v in g(b=s * s, x=x):
                r += v
            return r
        """
    ),
    # deleg
    text(
        """
        def h(x, s):
            t = s
            for v in x:
                t = t * v
                yield t
        def g(x, s):
            yield s
            yield from h(x, s)
            for v in h(x, s * 2):
                yield v * v
        def f(x: "float64[N]", s: float):
            return sum(g(x, s))
        """
    ),
    # infinite
    text(
        """
        def g(s):
            t = s
            while True:
                yield t
                t = t * s
        def f(s: float, n: int):
            r = 0.0
            k = 0
            for v in g(s):
                if k >= n:
                    break
                r += v
                k += 1
            return r
        """
    ),
    # whilegen
    text(
        """
        def integrate(x0, dt, n, s):
            x = x0
            t = 0.0
            for _ in range(n):
                yield t, x
                x = x + dt * (s - x * x)
                t += dt
        def f(s: float, t: float, n: int):
            r = 0.0
            for tt, xx in integrate(t, 0.1, n, s):
                r += tt * xx
            return r * xx
        """
    ),
    # method
    text(
        """
        class A:
            def __init__(self, x):
                self.x = x
            def total(self):
                return sum(g(self.x)) + sum(v * 2 for v in g(self.x))
        def g(x):
            for v in x:
                yield v * v
        def f(x: "float64[N]", s: float):
            return A(x).total() * s
        """
    ),
    # stored
    text(
        """
        def g(x):
            for v in x:
                yield v * v
        def f(x: "float64[N]", s: float):
            it = g(x)
            return sum(it) + sum(it)
        """,
        "ADC0108",
    ),
    # starred
    text(
        """
        def g(x):
            yield x
            yield 2 * x
        def h(a, b):
            return a * b
        def f(s: float):
            return h(*g(s))
        """
    ),
    # shadow
    text(
        """
        def g(x):
            for v in x:
                yield v * v
        def f(x: "float64[N]", s: float):
            def g(y):
                return y
            r = 0.0
            for v in g(x):
                r += v
            return r
        """
    ),
    # zero
    text(
        """
        def g(n, s):
            for k in range(n):
                yield s * k
        def f(s: float, n: int):
            r = s
            for v in g(n - 4, s):
                r = v
            return r * s
        """
    ),
    # genexpr_in
    text(
        """
        def g(x, n):
            for k in range(n):
                yield sum(v * k for v in x)
        def f(x: "float64[N]", s: float, n: int):
            return sum(g(x, n)) * s
        """
    ),
    # lambdain
    text(
        """
        def g(x):
            h = lambda v: v * x[0]
            for v in x:
                yield h(v)
        def f(x: "float64[N]", s: float, n: int):
            h = s
            return sum(g(x)) * h
        """
    ),
    # recurse
    text(
        """
        def g(x, n):
            yield x
            if n > 0:
                yield from g(x * 2, n - 1)
        def f(s: float):
            return sum(g(s, 3))
        """,
        "ADC0108",
    ),
    # tryf
    text(
        """
        def g(x):
            try:
                yield x
            finally:
                x = 2
        def f(s: float):
            return sum(g(s))
        """,
        "ADC0108",
    ),
    # mutate_local_arg
    text(
        """
        def g(x):
            for k in range(len(x)):
                x[k] = 2 * x[k]
                yield x[k]
        def f(x: "float64[N]", s: float):
            r = 0.0
            for v in g(x):
                r += v * x[0]
            return r
        """
    ),
    # none_yield
    text(
        """
        def g(x):
            for k in range(len(x)):
                x[k] = 2 * x[k]
                yield
        def f(x: "float64[N]", s: float):
            r = 0.0
            for _ in g(x):
                r += x[0]
            return r
        """
    ),
    # gen_for
    text(
        """
        def g(x, s):
            prev = x[0]
            for v in x[1:]:
                yield v - prev
                prev = v
        def f(x: "float64[N]", s: float):
            r = 0.0
            for d in g(x, s):
                r += d * d
            return r
        """
    ),
    # gen_fromiter
    text(
        """
        import numpy as np
        def g(x):
            for v in x:
                yield v * v
        def f(x: "float64[N]", s: float):
            return np.fromiter(g(x), dtype=float) * s
        """
    ),
    # gen_next
    text(
        """
        def g(x):
            yield x * 2
            yield x * 3
        def f(s: float):
            it = g(s)
            a = next(it)
            b = next(it)
            return a * b
        """,
        "ADC0108",
    ),
    # gen_break
    text(
        """
        def g(x):
            for v in x:
                yield v * v
        def f(x: "float64[N]", s: float):
            r = 0.0
            for d in g(x):
                if d > s:
                    break
                r += d
            return r
        """
    ),
    # gen_if
    text(
        """
        def g(x):
            for v in x:
                if v > 1.0:
                    yield v * v
        def f(x: "float64[N]", s: float):
            r = 0.0
            for d in g(x):
                r += d * s
            return r
        """
    ),
]
