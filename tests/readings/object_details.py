"""Factories and equality of dataclasses, updated properties, sets of members, texts returned."""

from __future__ import annotations

from tests.readings.table import Reading, text

READINGS: list[Reading] = [
    # field_default_factory
    text(
        """
        from dataclasses import dataclass
        from dataclasses import field
        @dataclass
        class A:
            a: float
            items: list = field(default_factory=list)
            def add(self, v):
                self.items.append(v * self.a)
        def f(x: "float64[N]", s: float, t: float):
            a = A(s)
            b = A(t)
            a.add(s)
            a.add(t)
            b.add(t)
            return sum(a.items) * sum(b.items)
        """
    ),
    # field_default_factory_lambda
    text(
        """
        import numpy as np
        from dataclasses import dataclass
        from dataclasses import field
        @dataclass
        class A:
            a: float
            items: np.ndarray = field(default_factory=lambda: np.zeros(3))
        def f(x: "float64[N]", s: float, t: float):
            a = A(s)
            b = A(t)
            a.items[0] = t
            b.items[0] += s
            return np.sum(a.items) * np.sum(b.items + 1)
        """
    ),
    # dataclass_eq
    text(
        """
        from dataclasses import dataclass
        @dataclass
        class A:
            a: float
            b: float
        def f(x: "float64[N]", s: float, t: float):
            if A(s, t) == A(t, s):
                return s
            return t * s
        """
    ),
    # dataclass_order
    text(
        """
        from dataclasses import dataclass
        @dataclass(order=True)
        class A:
            a: float
            b: float
        def f(x: "float64[N]", s: float, t: float):
            if A(s, t) < A(t, s):
                return s
            return t * s
        """,
        "ADC0232",
    ),
    # prop_iadd
    text(
        """
        class A:
            def __init__(self, v):
                self._v = v
            @property
            def v(self):
                return self._v * 2
            @v.setter
            def v(self, u):
                self._v = u
        def f(s: float, t: float):
            a = A(s)
            a.v += t
            return a.v * t
        """
    ),
    # dc_eq_sub
    text(
        """
        from dataclasses import dataclass
        @dataclass
        class A:
            a: float
            b: float
        @dataclass
        class B(A):
            c: float = 1.0
        def f(s: float, t: float):
            r = 1.0
            if B(s, t) == B(s, t, 1.0):
                r *= s
            if A(s, t) != A(t, s):
                r *= t
            if A(s, t) == A(s, t):
                r *= 3.0
            return r
        """
    ),
    # dc_eq_sub2
    text(
        """
        from dataclasses import dataclass
        @dataclass
        class A:
            a: float
        @dataclass
        class B(A):
            c: float = 1.0
        def f(s: float, t: float):
            if B(s) == A(s):
                return s
            return t
        """,
    ),
    # dc_eq_false
    text(
        """
        from dataclasses import dataclass
        @dataclass(eq=False)
        class A:
            a: float
        def f(s: float, t: float):
            if A(s) == A(s):
                return s
            return t
        """,
    ),
    # dc_eq_arr
    text(
        """
        import numpy as np
        from dataclasses import dataclass
        @dataclass
        class A:
            a: np.ndarray
        def f(x: "float64[N]", t: float):
            if A(x) == A(x):
                return t
            return t * 2
        """,
        "ADC0226",
    ),
    # dc_compare
    text(
        """
        from dataclasses import dataclass
        from dataclasses import field
        @dataclass
        class A:
            a: float
            b: float = field(default=1.0, compare=False)
        def f(s: float, t: float):
            if A(s, t) == A(s, s):
                return s
            return t
        """,
    ),
    # dc_compare_sub
    text(
        """
        from dataclasses import dataclass
        from dataclasses import field
        @dataclass
        class A:
            a: float
            b: float = field(default=1.0, compare=False)
        @dataclass
        class B(A):
            c: float = field(default=2.0, compare=True)
        @dataclass
        class C(B):
            b: float = 3.0
        def f(s: float, t: float):
            y = 1.0
            if B(s, t) == B(s, s):
                y += s
            if B(s, t, s) == B(s, s, t):
                y += 2 * t
            if C(s, t) == C(s, s):
                y += 4 * s
            if C(s, t, s) == C(s, t, s):
                y += t * t
            return y
        """
    ),
    # dc_compare_own
    text(
        """
        from dataclasses import dataclass
        from dataclasses import field
        @dataclass(eq=False)
        class A:
            a: float
            b: float = field(default=1.0, compare=False)
        @dataclass
        class B(A):
            c: float = 2.0
        def f(s: float, t: float):
            return s if B(s, t) == B(s, s) else t
        """,
        "ADC0123",
    ),
    # dc_eq_own
    text(
        """
        from dataclasses import dataclass
        @dataclass
        class A:
            a: float
            def __eq__(self, o):
                return self.a > o.a
        def f(s: float, t: float):
            if A(s) == A(t):
                return s
            return t
        """
    ),
    # factory_two
    text(
        """
        from dataclasses import dataclass
        from dataclasses import field
        @dataclass
        class A:
            a: float
            items: list = field(default_factory=list)
            d: dict = field(default_factory=dict)
            def add(self, v):
                self.items.append(v * self.a)
                self.d['k'] = v
        def f(x: "float64[N]", s: float, t: float):
            a = A(s)
            b = A(t)
            c = A(t, [s])
            a.add(s)
            a.add(t)
            b.add(t)
            c.add(s)
            return sum(a.items) * sum(b.items) + sum(c.items) * a.d['k'] * b.d['k']
        """
    ),
    # factory_shared
    text(
        """
        from dataclasses import dataclass
        from dataclasses import field
        L = [1.0, 2.0]
        @dataclass
        class A:
            items: list = field(default_factory=lambda: L)
        def f(s: float, t: float):
            a = A()
            b = A()
            a.items[0] = s
            return b.items[0] * t
        """,
        "ADC0225",
    ),
    # factory_arr_shared
    text(
        """
        import numpy as np
        from dataclasses import dataclass
        from dataclasses import field
        Z = np.zeros(3)
        @dataclass
        class A:
            items: np.ndarray = field(default_factory=lambda: Z)
        def f(s: float, t: float):
            a = A()
            b = A()
            a.items[0] = s
            return b.items[0] * t
        """,
        "ADC0123",
    ),
    # factory_obj
    text(
        """
        from dataclasses import dataclass
        from dataclasses import field
        class P:
            def __init__(self):
                self.v = 1.0
        @dataclass
        class A:
            p: P = field(default_factory=P)
        def f(s: float, t: float):
            a = A()
            b = A()
            a.p.v = s
            return b.p.v * t + a.p.v
        """
    ),
    # prop_arr
    text(
        """
        class A:
            def __init__(self, v):
                self._v = v
            @property
            def v(self):
                return self._v
            @v.setter
            def v(self, u):
                self._v = u
        def f(x: "float64[N]", t: float):
            a = A(x)
            a.v += t
            return x
        """,
        "ADC0213",
    ),
    # prop_order
    text(
        """
        class A:
            def __init__(self, v):
                self._v = v
            @property
            def v(self):
                return self._v
            @v.setter
            def v(self, u):
                self._v = u
            def bump(self):
                self._v = self._v * 2
                return 1.0
        def f(s: float, t: float):
            a = A(s)
            a.v += a.bump()
            return a.v
        """
    ),
    # prop_loop
    text(
        """
        class A:
            def __init__(self, v):
                self._v = v
            @property
            def v(self):
                return self._v * 2
            @v.setter
            def v(self, u):
                self._v = 0.3 * u
        def f(x: "float64[N]", t: float):
            a = A(t)
            for u in x:
                a.v *= u
                a.v -= 0.1
            return a.v
        """
    ),
    # setmember
    text(
        """
        def f(x: "float64[N]", s: float, n: int):
            for i in range(n):
                if i in {1, 2}:
                    s *= x[i]
                if i not in {0, -1, 3}:
                    s += x[i]
            return s * 2 if s in {1.0, 2.5} else s
        """
    ),
    # setname
    text(
        """
        def f(s: float, n: int):
            a = 2
            return s if n in {a, 4} else s * s
        """,
        "ADC0114",
    ),
    # settext
    text(
        """
        def f(s: float, n: int):
            mode = 'b'
            return s * s if mode in {'a', 'b'} else s
        """
    ),
    # strings_among
    text(
        """
        def g(s):
            method = 'n'
            return s * 2, method, s * s
        def f(s: float, t: float):
            a, m, b = g(s)
            return a * b, m, t, None
        """
    ),
    # only_string
    text(
        """
        def f(s: float, t: float):
            return 'a'
        """,
        "ADC0231",
    ),
    # emptylist
    text(
        """
        import numpy as np
        def f(x: "float64[N]", s: float):
            w = list()
            for v in x:
                w.append(v * s)
            t = tuple()
            return np.array(w) + len(t)
        """
    ),
    # ne_own
    text(
        """
        from dataclasses import dataclass
        @dataclass(eq=False)
        class A:
            a: float
            def __eq__(self, o):
                return self.a > o.a
        def f(s: float, t: float):
            if A(s) != A(t):
                return s
            return t
        """
    ),
    # equal_to_one_of_several_without_a_name
    text(
        """
        from dataclasses import dataclass, field
        @dataclass
        class D:
            p: float
            q: float = field(default=1.0, compare=False)
        def f(x: "float64[N]", s: float):
            L = [D(x[0]), D(s, 9.0)]
            r = s if D(s) in L else 2*s
            return r*(3.0 if D(s) in [D(x[1]), D(x[2])] else x[0])
        """
    ),
    # deleted_nothing
    text(
        """
        import numpy as np
        def f(x: "float64[N]", s: float):
            y = np.delete(x, [])
            x[1] = s
            return y*s
        """
    ),
]
