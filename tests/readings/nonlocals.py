"""nonlocal: variables that functions inside another one set."""

from __future__ import annotations

from tests.readings.table import Reading, text

READINGS: list[Reading] = [
    # nonlocal_sum
    text(
        """
        def f(x: "float64[N]", s: float):
            total = 0.0
            def add(v):
                nonlocal total
                total += v*s
            for v in x:
                add(v)
            return total
        """
    ),
    # nonlocal_parameter
    text(
        """
        def f(x: "float64[N]", s: float):
            def twice():
                nonlocal s
                s = s*2
                return s
            r = twice()
            return r*twice() + s
        """
    ),
    # nonlocal_array
    text(
        """
        import numpy as np
        def f(x: "float64[N]", s: float):
            u = x*s
            v = u
            def step(k):
                nonlocal u
                u = u + k*x
                u[0] += 1.0
            step(2.0)
            v[0] = 5.0
            u += 1.0
            step(s)
            return np.sum(u*v) + u[0]
        """
    ),
    # nonlocal_counter
    text(
        """
        def f(x: "float64[N]", s: float):
            calls = 0
            def g(v):
                nonlocal calls
                calls += 1
                return v*v*s
            r = g(x[0]) + g(x[1])
            return r*calls
        """
    ),
    # nonlocal_in_symbolic_loop
    text(
        """
        def f(x: "float64[N]", s: float):
            calls, last = 0, s
            def g(v):
                nonlocal calls, last
                calls += 1
                last = v*last
                return v + last
            r = 0.0
            for v in x:
                if v > 0.8:
                    r += g(v)
            return r*last + calls
        """
    ),
    # nonlocal_two_levels
    text(
        """
        def f(x: "float64[N]", s: float):
            t = s
            def g(v):
                def h(w):
                    nonlocal t
                    t = t*w
                h(v)
                h(2.0)
                return t
            return g(x[0]) + g(x[1])*t
        """
    ),
    # nonlocal_of_middle
    text(
        """
        def f(x: "float64[N]", s: float):
            t = s
            def g(v):
                t = v
                def h(w):
                    nonlocal t
                    t = t*w
                h(3.0)
                return t
            return g(x[0]) + t
        """
    ),
    # nonlocal_shadowed
    text(
        """
        def f(x: "float64[N]", s: float):
            t = s
            def g(v):
                nonlocal t
                t = t + v
            def k(t):
                return t*t
            h = lambda t: t*3
            m = lambda v, t=t: v*t
            g(x[0])
            w = sum([t*2 for t in x])
            return k(x[1]) + h(x[2]) + m(2.0) + w + t
        """
    ),
    # nonlocal_factory
    text(
        """
        def make(s):
            n = 0.0
            def count(v):
                nonlocal n
                n += v*s
                return n
            return count
        def f(x: "float64[N]", s: float):
            c = make(s)
            d = make(2*s)
            a = c(x[0])
            b = d(x[1])
            return a + 2*c(x[2]) + 3*d(x[3]) + b
        """
    ),
    # nonlocal_read_before
    text(
        """
        def f(x: "float64[N]", s: float):
            def g(v):
                nonlocal t
                t = t + v
            g(x[0])
            t = s
            return t
        """,
        "ADC0232",
        raises=True,
    ),
    # nonlocal_loop_target
    text(
        """
        def f(x: "float64[N]", s: float):
            r = 0.0
            def g():
                nonlocal i
                i = 2
            for i in range(3):
                g()
                r += x[i]
            return r
        """,
        "ADC0111",
    ),
    # nonlocal_evaluation_order
    text(
        """
        def f(x: "float64[N]", s: float):
            t = s
            def g(v):
                nonlocal t
                t = t*v
                return t
            return t + g(x[0]) + t
        """
    ),
    # nonlocal_last_branch
    text(
        """
        def f(x: "float64[N]", s: float):
            best = 0.0
            k = 0
            def look(i):
                nonlocal best, k
                if x[i] > best:
                    best, k = x[i], i
            for i in range(len(x)):
                look(i)
            return best*s + x[k]
        """
    ),
    # nonlocal_text
    text(
        """
        def f(x: "float64[N]", s: float):
            mode = "a"
            def g():
                nonlocal mode
                mode = "b"
            g()
            return s if mode == "b" else x[0]
        """
    ),
    # nonlocal_in_comprehensions
    *(
        text(
            f"""
            def f(x: "float64[N]", s: float):
                t = 0.0
                def g(v):
                    nonlocal t
                    t += v
                    return t
                m = {made}
                return t*s + {used}
            """
        )
        for made, used in (
            ("[g(v) for v in x if t < 2.0]", "sum(m)"),
            ("sum(g(v) for v in x if t < 2.0)", "m"),
            ("[g(v) + t for v in x]", "m[1]"),
            ("[sum(g(v) + t for v in x) for w in range(2)]", "m[1]"),
            ("all(t < 2 for v in x if g(v) > 0)", "1.0*m"),
            ("[g(t) for t in x]", "m[2]"),
        )
    ),
]
