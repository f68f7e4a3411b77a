"""Methods that are generators, drawn from by the object's own methods and by others."""

from __future__ import annotations

from tests.readings.table import Reading, text

READINGS: list[Reading] = [
    # method_gen
    text(
        """
        class Sim:
            def __init__(self, y, dt):
                self.y = y
                self.dt = dt
            def steps(self, n):
                t = 0.0
                for _ in range(n):
                    self.y = self.y - self.dt * self.y ** 2
                    t += self.dt
                    yield t, self.y
            def run(self, n):
                total = 0.0
                for t, y in self.steps(n):
                    total += t * y
                return total
        def f(s: float, t: float, n: int):
            sim = Sim(s, t * 0.1)
            a = sim.run(n)
            for u, v in sim.steps(2):
                a += u * v
                sim.y *= 1.1
            return a + sum(v for u, v in sim.steps(3)) * sim.y
        """
    ),
    # method_override
    text(
        """
        class Sim:
            def __init__(self, y):
                self.y = y
            def steps(self, n):
                for k in range(n):
                    yield self.y * k
            def run(self, n):
                return sum(self.steps(n))
        class Sub(Sim):
            def steps(self, n):
                for k in range(n):
                    yield self.y * k * k
        def f(s: float, n: int):
            return Sub(s).run(n)
        """,
        "ADC0108",
    ),
    # method_inherit
    text(
        """
        class Sim:
            def __init__(self, y):
                self.y = y
            def steps(self, n):
                for k in range(n):
                    yield self.y * k
            def run(self, n):
                return sum(self.steps(n))
        class Sub(Sim):
            pass
        def f(s: float, n: int):
            q = Sub(s)
            return q.run(n) * sum(q.steps(2))
        """
    ),
    # method_other_object
    text(
        """
        class Sim:
            def __init__(self, y):
                self.y = y
            def values(self):
                yield self.y * 2
        def f(s: float, n: int):
            q = Sim(s)
            d = {'a': s, 'b': 2.0}
            return sum(q.values()) * sum(d.values())
        """,
        "ADC0108",
    ),
    # method_break_state
    text(
        """
        class Sim:
            def __init__(self, y):
                self.y = y
            def steps(self, n):
                for k in range(n):
                    self.y = self.y * 1.1
                    yield self.y
        def f(s: float, n: int):
            q = Sim(s)
            for v in q.steps(n):
                if v > 1.2:
                    break
            return q.y * v
        """
    ),
    # method_rebind
    text(
        """
        class Sim:
            def __init__(self, y):
                self.y = y
            def steps(self, n):
                for k in range(n):
                    self.y = self.y * 1.1
                    yield self.y
        def f(s: float, n: int):
            q = Sim(s)
            p = q
            r = 0.0
            for v in q.steps(n):
                q = Sim(v * 2)
                r += q.y * v
            return r * q.y + p.y
        """,
        "ADC0212",
    ),
    # method_local_class_name
    text(
        """
        import numpy as np
        class Sim:
            def __init__(self, y):
                self.y = y
            def steps(self, n):
                for k in range(n):
                    yield self.y * k
        class Other:
            def __init__(self, y):
                self.q = Sim(y)
            def run(self, n):
                return sum(self.q.steps(n)) + np.sum(np.fromiter(self.q.steps(n), float))
        def f(s: float, n: int):
            return Other(s).run(n)
        """
    ),
    # method_not_ours
    text(
        """
        class Sim:
            def __init__(self, y):
                self.y = y
            def steps(self, n):
                for k in range(n):
                    yield self.y * k
        class Other:
            def __init__(self, y):
                self.steps = lambda n: [y, y]
        def f(s: float, n: int):
            r = 0.0
            for v in Other(s).steps(n):
                r += v
            q = Other(s)
            for v in q.steps(n):
                r += v
            return r
        """,
        "ADC0108",
    ),
]
