"""Traps of generators, of fields that may be None, and of names that stop being arrays."""

from __future__ import annotations

from tests.readings.table import Reading, text

READINGS: list[Reading] = [
    # ret_y
    text(
        """
        def f(x: "float64[N]", s: float):
            y = x * s
            for v in x:
                y = v
            return y
        """,
        "",
    ),
    # ret_ry
    text(
        """
        def f(x: "float64[N]", s: float):
            r = 0.0
            y = x * s
            for v in x:
                y = v
                r += v
            return r * y
        """,
        "",
    ),
    # branch
    text(
        """
        def f(x: "float64[N]", s: float):
            y = x * s
            if s > 0.1:
                y = s
            return s * y
        """,
        "ADC0212",
    ),
    # same_target
    text(
        """
        def g(x):
            for v in x:
                yield v * 2
        def f(x: "float64[N]", s: float):
            r = 0.0
            for x in g(x):
                r += x
            return r * x
        """,
        "",
    ),
    # nested_return_continue
    text(
        """
        def g(x, s):
            for i in range(len(x)):
                for j in range(3):
                    if j == i:
                        continue
                    if i > 2:
                        return
                    if x[i] > 1.3:
                        break
                    yield i, x[i] * j * s
                yield i, s
            yield 7, 7.0
        def f(x: "float64[N]", s: float):
            r = 0.0
            for k, v in g(x, s):
                if v > 1.2:
                    continue
                r += k * v
            return r
        """
    ),
    # listcomp_cond
    text(
        """
        import numpy as np
        def g(x):
            i = 0
            for v in x:
                i += 1
                yield i, v
        def f(x: "float64[N]", s: float):
            r = np.sum(np.array([i * v for i, v in g(x) if i != 2]))
            return r + sum(1 for i, v in g(x)) * s
        """
    ),
    # lambda_draw
    text(
        """
        def g(x):
            for v in x:
                yield v
        def f(x: "float64[N]", s: float):
            h = lambda y: sum(g(y)) * s
            return h(x) + h(x * 2)
        """
    ),
    # inner_def_draw
    text(
        """
        def g(x):
            for v in x:
                yield v
        def f(x: "float64[N]", s: float):
            def h(y):
                r = 0.0
                for v in g(y):
                    r += v * s
                return r
            s = s * 2
            return h(x)
        """
    ),
    # gen_while_data
    text(
        """
        def g(s):
            t = s
            while t < 20.0:
                t = t * 1.7
                yield t
        def f(s: float):
            r = 0.0
            for t in g(s):
                r += t * s
                if r > 30.0:
                    break
            return r
        """
    ),
    # zip_gen
    text(
        """
        def g(x):
            for v in x:
                yield v
        def f(x: "float64[N]", s: float):
            r = 0.0
            for a, b in zip(g(x), x):
                r += a * b
            return r
        """,
        "ADC0108",
    ),
    # gen_calls_method
    text(
        """
        class M:
            def __init__(self, k):
                self.k = k
            def h(self, v):
                self.k = self.k * 1.5
                return v * self.k
        def g(m, x):
            for v in x:
                yield m.h(v)
        def f(x: "float64[N]", s: float):
            m = M(s)
            r = 0.0
            for v in g(m, x):
                r += v + m.k
                m.k -= 0.1
            return r * m.k
        """
    ),
    # gen_yield_array_view
    text(
        """
        import numpy as np
        def g(A):
            for i in range(A.shape[0]):
                yield A[i]
        def f(A: "float64[N, 3]", s: float):
            for row in g(A):
                row *= s
            return np.sum(A ** 2)
        """
    ),
    # gen_default_shadow
    text(
        """
        def g(x, n=3):
            for k in range(n):
                yield x * k
        def f(s: float, n: int):
            r = 0.0
            for v in g(s):
                r += v
            for v in g(s, n):
                r += v * n
            return r
        """
    ),
    # gen_mut_param
    text(
        """
        def g(s):
            while s < 9.0:
                s = s * 2
                yield s
        def f(s: float):
            r = 0.0
            for v in g(s):
                r += v * s
            return r
        """
    ),
    # gen_in_while
    text(
        """
        def g(s, n):
            for k in range(n):
                yield s + k
        def f(s: float, n: int):
            i = 0
            r = 0.0
            while i < n:
                for v in g(s, i):
                    if v > 2.5:
                        break
                    r += v
                i += 1
            return r
        """
    ),
    # gen_no_own_loopvar_leak
    text(
        """
        def g(n):
            for k in range(n):
                yield k
        def f(x: "float64[N]", s: float):
            k = 2
            for i in g(4):
                s += x[i] * k
            return s * k
        """
    ),
    # two_yields_body_large
    text(
        """
        def g(x):
            a = x
            yield a
            a = a * 2
            yield a
            a = a * 3
            yield a
        def f(s: float, t: float):
            last = None
            for v in g(s):
                if last is not None:
                    t += (v - last) ** 2
                last = v
            return t
        """
    ),
    # none_field_method_two_levels
    text(
        """
        class F:
            def __init__(self):
                self.p = None
            def go(self, v):
                if self.p is None or v > self.p:
                    self.p = v
                return self.p
        class G:
            def __init__(self):
                self.f = F()
            def go(self, v):
                if self.f.p is None:
                    return self.f.go(v) * 2.0
                return self.f.go(v)
        def f(x: "float64[N]", s: float):
            g = G()
            for v in x:
                s += g.go(v) * v
            return s
        """
    ),
    # none_field_while
    text(
        """
        class F:
            def __init__(self):
                self.old = None
            def done(self, v, tol):
                if self.old is not None and abs(v - self.old) < tol:
                    return True
                self.old = v
                return False
        def f(s: float, n: int):
            c = F()
            y = s
            for k in range(20):
                if c.done(y, 1e-2):
                    break
                y = 0.5 * (y + s / y)
            return y
        """
    ),
    # none_int_field
    text(
        """
        class F:
            def __init__(self):
                self.k = None
            def go(self, i, x):
                if self.k is None:
                    self.k = i
                return x[self.k]
        def f(x: "float64[N]", s: float):
            c = F()
            for i in range(1, 4):
                s += c.go(i, x)
            return s
        """
    ),
    # none_kwargs_reset
    text(
        """
        class F:
            def __init__(self, start=None, gain=2.0):
                self.start = start
                self.gain = gain
            def go(self, v):
                base = v if self.start is None else self.start
                if v > 1.2:
                    self.start = base * self.gain
                else:
                    self.start = None
                return base
        def f(x: "float64[N]", s: float):
            c = F()
            d = F(s, gain=s)
            for v in x:
                s += c.go(v) + d.go(v)
            return s
        """
    ),
]
