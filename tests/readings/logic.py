"""Truth: `and` and `or` hand on an operand, `not` and comparisons give booleans."""

from __future__ import annotations

from tests.readings.table import body, text, value

READINGS = (
    *(
        text(f"""
            import numpy as np
            def f(B: "float64[N, 1]", s: float):
                if {test}:
                    B = B.T
                return np.sum(B * s, axis=0)
        """)
        for test in (
            "isinstance(s, int) is True",
            "(B.ndim == 2) is not True and s is None",
            "B.shape[0] == 1 and B.shape[1] > 1",
            "not (B.shape[0] > 2 or B.ndim == 2)",
        )
    ),
    *(
        text(f"""
            import numpy as np
            def f(x: "float64[N]", B: "float64[N, M]", n: int):
                y = {value}
                x[0] = 3.0
                B[0, 0] = 2.0
                return y * 2.0
        """)
        for value in (
            "np.repeat(x, n)",
            "np.repeat(B, n)",
            "np.repeat(B, n + 1, axis=-1)",
            "np.repeat(B[1:], n, 0)",
            "np.repeat(x[:1, None], x.shape[0], axis=0)",
        )
    ),
    value("(x[0] and x[1]) * s"),
    value("(x[0] or x[1]) * s"),
    value("(s and t) + (s or t)"),
    value("(s and t and x[2]) * 3"),
    value("(s > 5.0 and t or x[2]) * 3"),
    value("(s < 5.0 and t or x[2]) * 3"),
    value("(s > 5.0 or t) * 2"),
    value("(s > 5.0 and t) * 2 + x[0]"),
    value("(n or 7) * s"),
    value("(n and 7) * s"),
    value("(0 or s) * t"),
    value("(0 and s) * t + s"),
    value("(0.0 or s) * t"),
    value("(2.5 and s) * t"),
    value("(2 or s) * t"),
    value("(None or s) * t"),
    value("((n > 2) and s) * t"),
    value("((n > 20) or s) * t"),
    value("((n > 20) and s) * t + s"),
    value("(n > 2 and n < 9) * s"),
    value("((n > 2) + (n > 1)) * s"),
    value("((x[0] > 0) + (x[1] > 0)) * s"),
    value("((not n > 9) + (not n > 8)) * s"),
    value("((not s) + (not t) + 1) * s"),
    value("(((n > 2) & (n > 1)) + ((n > 1) | (n > 9))) * s"),
    value("(((n > 2) and (n > 1)) + ((n > 1) or (n > 9))) * s"),
    value("((0 < n < 9) + (0 < m < 9)) * s"),
    value("((0 < s < 9) + (0 < t < 9)) * s"),
    value("((0 < x[0] < 9) + (0 < x[1] < 9)) * s"),
    value("(bool(x[0]) + bool(x[1])) * s"),
    value("(bool(s) + bool(n)) * s"),
    value("(bool(0.0) + bool(3) + bool(None)) * s + s"),
    value("(True + 1) * s"),
    value("(True + True) * s"),
    value("True * s + False"),
    value("x[True + 1] * s"),
    value("-True * s"),
    value("+True * s"),
    value("(+(n > 2)) / 2 * s"),
    value("(True - False) * s"),
    value("(n > 2) * x"),
    value("(n > 2) - (n > 1) + s"),
    value("(n > 2) / 2 * s"),
    value("(n > 2) // 1 * s"),
    value("(n > 2)**2 * s"),
    value("2**(n > 2) * s"),
    value("abs(n > 2) * s"),
    value("min(n > 2, 3) * s"),
    value("max(True, s) * t"),
    value("sum((n > 2, n > 1)) * s"),
    value("round(n > 2) * s"),
    value("int(n > 2) * s + float(n > 2)"),
    value("~(n > 2) * s", "ADC0213"),
    value("(~(x > 1)) * s", smooth=False),
    value("(~(x[0] > 9)) * s"),
    value("np.sum(x > 0.9) * s"),
    value("sum(x > 0.9) * s"),
    value("(not s) * t + s"),
    value("(not 0.0) * t + s"),
    value("(not None) * t + s"),
    value("(not (s and t)) * t + s"),
    value("(not not n) * t + s"),
    value("s if n else t"),
    value("s if s and n > 2 else t"),
    value("s if n > 9 or s > 9 and t else t"),
    value("s if not (n and m) else t"),
    value("s if n > 3 else n"),
    value("n if n > 9 else s"),
    value("(1 if n > 3 else 0.5) * s"),
    value("(1 if s > 9 else 0.5) * s"),
    value("(True if n > 9 else 0.5) * s"),
    value("(True if s > 9 else n) * s"),
    value("(n > 3 if s > 9 else n) * s + 1"),
    value("(1 if n > 3 else 2) / 2 * s"),
    value("(7 if n > 3 else 2) // 2 * s"),
    value("(7 if s < 3 else 2) // 2 * s"),
    value("np.sum(s if n > 3 else x)", "ADC0212"),
    value("np.sum(x if n > 3 else s)", "ADC0212"),
    value("np.sum(x[:1] if n > 9 else x)"),
    value("np.sum(s if s < 9 else x)", "ADC0212"),
    value("np.sum(x[:1] if s > 9 else x)", "assumed"),
    value("np.sum(x if s > 9 else 2 * x)"),
    value("(x if s > 9 else 2 * x)[1]"),
    value("s < t < n"),
    value("(s < t) == (t > s)"),
    value("(n == 4) == True"),
    value("1 < n < 9 > m"),
    value("x and s", "ADC0226", raises=True),
    value("x or s", "ADC0226", raises=True),
    value("not x", "ADC0226", raises=True),
    value("s if x else t", "ADC0226", raises=True),
    value("(x[:1] and s) * t", "ADC0212"),
    value("(x[:1] or s) * t", "ADC0212"),
    value("(np.ones(1) * s and np.ones(1) * t) * t"),
    value("(s and x) * t", "ADC0212"),
    value("(s and None) is None", "ADC0232", smooth=False),
    body("""
        dt = s
        dt = dt or 0.1
        return x * dt
    """),
    body("""
        s = s and s * 2
        t = s or t
        return s * t
    """),
    body("""
        w = x[0] and x[1]
        v = w or s
        return w * v
    """),
    body("""
        k = n and 2
        return x[k] * s
    """),
    body("""
        k = n or 2
        return s * k
    """),
    body("""
        ok = s > 0 and t > 0
        both = ok + (s > 0)
        return s * both
    """),
    body("""
        if s and t:
            s = s * 2
        if s > 9 or (t and n):
            s = s * 3
        return s
    """),
    body("""
        if not (s and t) or n:
            s = s * 2
        return s
    """),
    body("""
        k = 0
        while s and k < 3:
            s = s * 1.5
            k += 1
        return s
    """),
    body("""
        k = n
        while k:
            s = s * 1.5
            k -= 1
        return s
    """),
    body("""
        c = s > 0.1
        if c:
            y2 = x * 2
        else:
            y2 = x * 3
        return np.sum(y2) * c
    """),
    body(
        """
        if s > 9:
            z = s
        else:
            z = x
        return np.sum(z)
    """,
        "ADC0212",
    ),
    body(
        """
        if n > 9:
            z = s
        else:
            z = x
        return np.sum(z)
    """,
        "ADC0212",
    ),
    body(
        """
        z = s
        if t > 9:
            z = x * 2
        w = z + 1
        return np.exp(z) * w * x + z * y[0]
    """,
    ),
    body("""
        z = s
        if t > 9:
            z = x * 2
        w = z + 1
        v = x + w
        return np.sum(np.exp(z) * w * x) + np.sum(v)
    """),
    body(
        """
        z = s
        if t > 9:
            z = x * 2
        w = z + 1
        return np.sum(np.exp(w))
    """,
        "ADC0212",
    ),
    body(
        """
        if t > 9:
            return x * 2
        return s
    """,
        "ADC0212",
    ),
    body("""
        z = 0.0
        for i in range(m):
            z = z + x
        return np.sum(z)
    """),
    body(
        """
        z = s
        for i in range(n - m - 1):
            z = z + x
        return np.sum(z)
    """,
        "assumed",
    ),
    body("""
        if s > 9:
            z = 1
        else:
            z = s
        return z * 2
    """),
    body(
        """
        if s > 9:
            z = x[:1]
        else:
            z = x
        return np.sum(z)
    """,
        "assumed",
    ),
    value("np.sum(np.ones(1) * s if s > 9 else x)"),
    text("""
        import numpy as np
        def g(x, dt=None, w=0):
            dt = dt or 0.5
            w = w or 2
            return x * dt * w
        def f(x: "float64[N]", s: float):
            return g(x) + g(x, s) + g(x, dt=0.0, w=3)
    """),
    text("""
        import numpy as np
        def g(x, w=None):
            if w is None:
                w = np.ones(x.shape[0])
            return x * w
        def f(x: "float64[N]"):
            return g(x) * g(x, 2 * x)
    """),
    text("""
        import numpy as np
        def g(x, verbose=False, order=()):
            if order or not verbose:
                return x * 2
            return x * 3
        def f(x: "float64[N]"):
            return g(x) * g(x, True) * g(x, verbose=1, order=(1,))
    """),
    text(
        """
        def f(x: "float32[N]", s: float):
            return (x[0] or s) * x + (s and x[1])
    """,
        "ADC0212",
    ),
    # an integer on one path
    text(
        """
        def f(s: float, t: float):
            v = 0
            if s > 9.0:
                v = t
            return s if isinstance(v, int) else t
    """,
        "ADC0213",
    ),
)
