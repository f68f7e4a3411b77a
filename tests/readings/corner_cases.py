"""Names that are bound again, and None where it is compared or a bound of a slice."""

from __future__ import annotations

from tests.readings.table import Reading, text

READINGS: list[Reading] = [
    # generator_bound_again
    text(
        """
        def g(x):
            yield x[0]
        def h(x):
            return [x[1], x[2]]
        g = h
        def f(x: "float64[N]", s: float):
            r = 0.0
            for v in g(x):
                r += v * s
            return r
        """,
        "ADC0123",
    ),
    # none_equals
    text(
        """
        def f(x: "float64[N]", s: float):
            last = None
            r = 0.0
            for v in x:
                if last != None:
                    r += last * v
                if last == None:
                    r += 3.0
                last = v * s
            return r
        """
    ),
    # none_equals_another
    text(
        """
        def f(x: "float64[N]", s: float):
            a = None
            b = None
            c = None
            r = 0.0
            for v in x:
                if a == b:
                    r += v * s
                if a != c:
                    r += v * v
                if a == x[0]:
                    r *= s
                if v > 1.0:
                    a = v
                elif v > 0.8:
                    b = v
            return r
        """
    ),
    # none_field_equals
    text(
        """
        class P:
            def __init__(self):
                self.t = None
        def f(x: "float64[N]", s: float):
            a = P()
            r = 0.0
            for v in x:
                r += v * s if a.t == None else v * a.t
                a.t = v
                if None != a.t and v > 1.0:
                    a.t = None
            return r
        """
    ),
    # none_bound_of_slice
    text(
        """
        import numpy as np
        def f(x: "float64[N]", s: float):
            last = None
            r = 0.0
            for k in range(len(x)):
                r += np.sum(x[:last]) * s
                last = k
            return r
        """,
        "",
    ),
    # none_fields_of_equal_objects
    text(
        """
        from dataclasses import dataclass
        @dataclass
        class A:
            k: float
            t: float = None
        def f(x: "float64[N]", s: float):
            a = A(s)
            b = A(s)
            r = 0.0
            for v in x:
                if a == b:
                    r += v
                a.t = v
                if v > 1.0:
                    a.t = None
            return r
        """,
        "ADC0212",
    ),
    # dictionary_updated_by_another_name
    text(
        """
        def f(x: "float64[N]", s: float):
            p = {"k": s}
            q = p
            q |= {"k": s**3}
            return x * p["k"]
        """,
        "ADC0213",
    ),
    # none_handed_to_a_function_of_the_file
    text(
        """
        def max(a, b):
            if a is None:
                return b * 3.0
            return a * b
        def f(x: "float64[N]", s: float):
            last = None
            r = 0.0
            for v in x:
                r += max(last, v) * s
                last = v
            return r
        """,
        "",
    ),
    # none_handed_to_a_method
    text(
        """
        class M:
            def sqrt(self, a):
                if a is None:
                    return 3.0
                return a * 2
        def f(x: "float64[N]", s: float):
            m = M()
            last = None
            r = 0.0
            for v in x:
                r += m.sqrt(last) * s
                last = v
            return r
        """,
        "",
    ),
    # dictionary_set_in_a_loop_over_it
    text(
        """
        def f(x: "float64[N]", s: float):
            p = {"a": s, "b": x[0]}
            v = p.values()
            ks = p.keys()
            r = 0.0
            for w in x:
                p["a"] = p["a"] * w
                r += sum(v)
                for k, u in p.items():
                    p["b"] = p["b"] * 1.01
                    r += u
            p["c"] = r
            return r * len(ks)
        """
    ),
    # entries_handed_on
    text(
        """
        def h(v, p):
            p["a"] = 7.0
            return sum(v)
        def f(x: "float64[N]", s: float):
            p = {"a": s, "b": x[0], "c": x[1]}
            v, n = p.values(), 3
            r = h(v, p) * h(p.values(), p)
            p["b"] = s
            return r * sum(v) * n * s
        """
    ),
    # entries_returned
    text(
        """
        def h(p):
            v = p.values()
            return v
        def f(x: "float64[N]", s: float):
            p = {"a": s, "b": x[0], "c": x[1]}
            v = h(p)
            p["a"] = 5.0
            return sum(v) * s
        """,
        "ADC0211",
    ),
    # entries_kept_in_a_field
    text(
        """
        class A:
            def __init__(self, s):
                self.d = {"a": s, "b": 2.0}
                self.v = self.d.values()
        def f(x: "float64[N]", s: float):
            a = A(s)
            a.d["a"] = 9.0
            return sum(a.v) * x[0]
        """,
        "ADC0211",
    ),
    # a text in several lines
    text(
        """
        def f(x: "float64[N]", s: float, form: float):
            if s > 99.0:
                msg = (f"Invalid value ('{form}') for argument 'form'; "
                       "should be 'one'")
                raise ValueError(msg)
            return x * s
        """,
    ),
]
