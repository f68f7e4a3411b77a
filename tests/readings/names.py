"""Names: a builtin may be hidden by an import, an assignment, a function or a parameter."""

from __future__ import annotations

from tests.readings.table import text

HELPERS = {
    "helpers": """
def max(a, b):
    return a + b
def abs(x):
    return 2 * x
def sum(x):
    return x[0]
def range(n):
    return [0]
def len(x):
    return 1
def scale(x):
    return 3 * x
def deco(g):
    return lambda *a: 5 * g(*a)
pi = 3
""",
    "numba": """
def njit(*given, **options):
    return given[0] if given else lambda g: g
jit = njit
prange = range
def vectorize(g):
    import numpy
    return numpy.vectorize(g)
import contextlib
def objmode(**types):
    return contextlib.nullcontext()
""",
}


def file(source: str, refused: str = "", **facts):  # type: ignore[no-untyped-def]
    return text(source, refused, modules=HELPERS, **facts)


READINGS = (
    # `from numpy import *` hides builtins of the same name.
    file("""
        from numpy import *
        def f(a: "float64[N,M]"):
            return sum(sum(a)**2)
    """),
    file("""
        from numpy import *
        def f(a: "float64[N,M]"):
            return max(a) * min(a, 0) + abs(a[0, 0])
    """),
    file(
        """
        from numpy import *
        def f(x: "float64[N]"):
            return max(x, 0) + round(x, 1)
    """,
        smooth=False,
    ),
    file("""
        from numpy import *
        def f(x: "float64[N]"):
            return pow(x, 2) * abs(-x)
    """),
    file(
        """
        from numpy import *
        def f(x: "float64[N]"):
            return round(x[0] * 3.3) / 2
    """,
        smooth=False,
    ),
    file(
        """
        from numpy import *
        def f(x: "float64[N]"):
            return max(x[0], x[1]) * x
    """,
        "ADC0220",
        raises=True,
    ),
    file("""
        from numpy import *
        def f(x: "float64[N]"):
            return x * bool(x[0]) + any(x) + all(x)
    """),
    file(
        """
        from numpy import *
        def f(x: "float64[N]", n: int):
            q, r = divmod(n, 3)
            return x * q + r
    """,
    ),
    file(
        """
        from math import *
        def f(x: "float64[N]", n: int):
            return x * pow(2, -1) * sqrt(n) * pow(n, 2) // 1 * e
    """,
        smooth=False,
    ),
    file("""
        from numpy import *
        from math import *
        def f(x: "float64[N]", s: float):
            return pow(s, 2) * sin(s) * x
    """),
    file("""
        from math import *
        from numpy import *
        def f(x: "float64[N]", s: float):
            return sin(x) * pow(x, 2)
    """),
    file("""
        from numpy import *
        def sum(x):
            return x[0] * x[1]
        def f(x: "float64[N]"):
            return sum(x)
    """),
    file("""
        def sum(x):
            return x[0] * x[1]
        from numpy import *
        def f(x: "float64[N]"):
            return sum(x)
    """),
    file("""
        from numpy import *
        pi = 3.0
        def f(x: "float64[N]"):
            return pi * x
    """),
    file("""
        pi = 3.0
        from numpy import *
        def f(x: "float64[N]"):
            return pi * x
    """),
    file("""
        from numpy import sum
        def f(a: "float64[N,M]"):
            return sum(a)
    """),
    file("""
        from numpy import sum as total, max as sum
        def f(a: "float64[N,M]"):
            return sum(a) * total(a)
    """),
    file(
        """
        from numpy import divmod
        def f(x: "float64[N]", n: int):
            q, r = divmod(n, 3)
            return x * q + r
    """,
    ),
    file(
        """
        from numpy import *
        from helpers import *
        def f(x: "float64[N]"):
            return sum(x)
    """,
        "ADC0123",
    ),
    file(
        """
        from numpy import *
        from math import *
        def f(x: "float64[N]"):
            return prod(x)
    """,
    ),
    file("""
        from math import *
        from numpy import *
        def f(a: "float64[N,M]"):
            return prod(a) * sum(a)
    """),
    file(
        """
        import numpy as np
        def sum(x):
            return [i for i in x]
        def f(x: "float64[N]"):
            return sum(x)[0]
    """,
    ),
    file(
        """
        import numpy as np
        from helpers import scale
        def f(x: "float64[N]"):
            return scale(x)
    """,
        "ADC0123",
    ),
    file(
        """
        if True:
            from numpy import *
        def f(a: "float64[N,M]"):
            return sum(a)
    """,
    ),
    file(
        """
        try:
            from helpers import *
        except ImportError:
            pass
        def f(x: "float64[N]"):
            return abs(x)
    """,
        "ADC0123",
    ),
    # Assignments of the module.
    file("""
        import numpy as np
        sum = np.sum
        def f(a: "float64[N,M]"):
            return sum(a)
    """),
    file("""
        import numpy as np
        abs = np.sin
        def f(x: "float64[N]"):
            return abs(x)
    """),
    file("""
        import numpy
        np = numpy
        la = np.linalg
        def f(x: "float64[N]"):
            return np.sum(x * x) + la.norm(x)
    """),
    file("""
        import numpy as np
        def double(x):
            return 2 * x
        abs = double
        def f(x: "float64[N]"):
            return abs(x)
    """),
    file("""
        import numpy as np
        sum, abs = np.prod, np.exp
        def f(x: "float64[N]"):
            return sum(abs(x))
    """),
    file("""
        import numpy as np
        sum = total = np.prod
        def f(x: "float64[N]"):
            return sum(x) + total(x)
    """),
    file(
        """
        import numpy as np
        max = {"a": 1}.get
        def f(x: "float64[N]"):
            return x * max(x[0], 0)
    """,
        "ADC0123",
    ),
    file(
        """
        import numpy as np
        max = lambda a, b: a + b
        def f(x: "float64[N]"):
            return x * max(x[0], 0.0)
    """,
    ),
    file(
        """
        from functools import partial
        import numpy as np
        sum = partial(np.sum, axis=0)
        def f(a: "float64[N,M]"):
            return sum(a)
    """,
    ),
    file(
        """
        import numpy as np
        if True:
            max = np.sum
        def f(x: "float64[N]"):
            return x * max(x)
    """,
    ),
    file(
        """
        import numpy as np
        try:
            from helpers import max
        except ImportError:
            pass
        def f(x: "float64[N]"):
            return x * max(x[0], x[1])
    """,
        "ADC0123",
    ),
    file(
        """
        import numpy as np
        for abs in (np.sin, np.cos):
            pass
        def f(x: "float64[N]"):
            return abs(x)
    """,
        "ADC0123",
    ),
    file(
        """
        import numpy as np
        (sum := np.prod)
        def f(x: "float64[N]"):
            return sum(x)
    """,
        "ADC0123",
    ),
    file(
        """
        import numpy as np
        LIMIT = (abs := np.exp)(0.0)
        def f(x: "float64[N]"):
            return abs(x)
    """,
        "ADC0123",
    ),
    file(
        """
        import numpy as np
        class max:
            def __new__(cls, a, b):
                return a + b
        def f(x: "float64[N]"):
            return x * max(x[0], x[1])
    """,
        "ADC0123",
    ),
    file(
        """
        import numpy as np
        np.sum = np.prod
        def f(x: "float64[N]"):
            return np.sum(x)
    """,
        "ADC0123",
        raises=False,
        smooth=False,
    ),
    file(
        """
        import numpy as np
        def g(x):
            global abs
            abs = np.exp
            return x
        def f(x: "float64[N]"):
            y = g(x)
            return abs(y)
    """,
        "ADC0123",
    ),
    file("""
        abs: int = 5
        def f(x: "float64[N]"):
            return abs * x
    """),
    file("""
        sum = 2.5
        def f(x: "float64[N]"):
            return sum * x
    """),
    file(
        """
        sum = 2.5
        def f(x: "float64[N]"):
            return sum(x)
    """,
        "ADC0232",
        raises=True,
    ),
    file("""
        DEFAULT, MODE = None, "fast"
        def f(x: "float64[N]"):
            dt = DEFAULT or 0.5
            return x * dt if MODE == "fast" else x
    """),
    # Imports from files that adc does not see.
    file(
        """
        from helpers import max
        def f(x: "float64[N]"):
            return x * max(x[0], x[1])
    """,
        "ADC0123",
    ),
    file(
        """
        from helpers import scale as abs
        def f(x: "float64[N]"):
            return abs(x)
    """,
        "ADC0123",
    ),
    file(
        """
        from helpers import *
        def f(x: "float64[N]"):
            return x * max(x[0], x[1])
    """,
        "ADC0123",
    ),
    file(
        """
        from helpers import *
        def f(x: "float64[N]"):
            return abs(x)
    """,
        "ADC0123",
    ),
    file(
        """
        from helpers import *
        def f(x: "float64[N]"):
            total = 0.0
            for i in range(3):
                total += x[i]
            return total
    """,
        "ADC0123",
    ),
    file(
        """
        from helpers import *
        def f(x: "float64[N]"):
            return x * len(x)
    """,
        "ADC0123",
    ),
    file(
        """
        from math import pi
        from helpers import *
        def f(x: "float64[N]"):
            return pi * x
    """,
        "ADC0123",
    ),
    file("""
        from helpers import *
        from math import pi
        def f(x: "float64[N]"):
            return pi * x
    """),
    file("""
        from helpers import *
        from numpy import *
        def f(x: "float64[N]"):
            return sum(x) * max(x)
    """),
    file("""
        from helpers import *
        import numpy as np
        def abs(x):
            return 7 * x
        def f(x: "float64[N]"):
            return abs(x) * np.sum(x)
    """),
    file(
        """
        import helpers
        def f(x: "float64[N]"):
            return helpers.scale(x)
    """,
        "ADC0123",
    ),
    file(
        """
        import helpers as max
        def f(x: "float64[N]"):
            return x * max.pi
    """,
        "ADC0123",
    ),
    file(
        """
        import helpers as np
        def f(x: "float64[N]"):
            return np.sum(x)
    """,
        "ADC0123",
    ),
    file("""
        import math as np
        def f(s: float):
            return np.sin(s)
    """),
    file("""
        import numpy as math
        def f(x: "float64[N]"):
            return math.sin(x)
    """),
    file("""
        import numpy as abs
        def f(x: "float64[N]"):
            return abs.sum(x)
    """),
    file(
        """
        import numpy as abs
        def f(x: "float64[N]"):
            return abs(x)
    """,
        "ADC0232",
        raises=True,
    ),
    # Functions of the file, parameters, variables.
    file("""
        import numpy as np
        def max(a, b):
            return a + b
        def f(x: "float64[N]"):
            return x * max(x[0], x[1])
    """),
    file(
        """
        def range(n):
            return [0, 2]
        def f(x: "float64[N]"):
            total = 0.0
            for i in range(3):
                total += x[i]
            return total
    """,
        "ADC0117",
    ),
    file(
        """
        def zip(a, b):
            return [(0, 1)]
        def f(x: "float64[N]"):
            total = 0.0
            for a, b in zip(x, x):
                total += a * b
            return total
    """,
        "ADC0117",
    ),
    file(
        """
        from numpy import *
        def f(x: "float64[N]"):
            return sum([v * v for v in x])
    """,
        "ADC0107",
    ),
    file("""
        def f(x: "float64[N]"):
            total = 0.0
            for x in x:
                total += x * x
            return total
    """),
    file("""
        a = 7.0
        def f(x: "float64[N]"):
            return sum(a * sum(a for a in x) for b in x)
    """),
    file("""
        def f(x: "float64[N]"):
            total = 0.0
            for i, v in enumerate(x, 2):
                i = i * 2
                total += v * i
            for a, (b, c) in zip(x, enumerate(reversed(x))):
                total = total * 0.5 + a * b * c
            return total
    """),
    file(
        """
        from helpers import range
        def f(x: "float64[N]"):
            total = 0.0
            for i in range(3):
                total += x[i]
            return total
    """,
        "ADC0123",
    ),
    file(
        """
        import helpers
        def f(x: "float64[N]"):
            total = 0.0
            for i in helpers.range(3):
                total += x[i]
            return total
    """,
        "ADC0123",
    ),
    file("""
        from numba import prange, njit
        @njit(parallel=True)
        def f(x: "float64[N]"):
            total = 0.0
            for i in prange(x.shape[0]):
                total += x[i]
            return total
    """),
    file("""
        import numpy as np
        from numba import njit, objmode
        @njit
        def f(x: "float64[N]"):
            with objmode(y="float64[:]"):
                y = np.real(np.fft.ifft(np.fft.fft(x) ** 2))
            return y * x[0]
    """),
    file(
        """
        import contextlib
        def objmode(y):
            return contextlib.suppress(ValueError)
        def f(x: "float64[N]"):
            with objmode(y="float64[:]"):
                y = 2.0 * x
            return y
    """,
        "ADC0104",
    ),
    file("""
        import numba as nb
        @nb.njit
        def f(x: "float64[N]"):
            total = 0.0
            for i in nb.prange(x.shape[0]):
                total += x[i]
            return total
    """),
    file(
        """
        def prange(n):
            return [n - 1]
        def f(x: "float64[N]"):
            total = 0.0
            for i in prange(3):
                total += x[i]
            return total
    """,
        "ADC0117",
    ),
    file(
        """
        def f(x: "float64[N]", range: int):
            total = 0.0
            for i in range(3):
                total += x[i]
            return total
    """,
        "ADC0117",
        raises=True,
        integers={"range": 3},
    ),
    file(
        """
        def f(x: "float64[N]", abs: float, sum: float, max: int):
            return x * abs + sum * max
    """,
        integers={"max": 3},
    ),
    file(
        """
        def f(x: "float64[N]", abs: float):
            return abs(x)
    """,
        "ADC0232",
        raises=True,
    ),
    file("""
        def f(x: "float64[N]"):
            sum = 0.0
            for max in range(3):
                sum += x[max] * max
            return sum * max
    """),
    file(
        """
        def f(x: "float64[N]"):
            a = abs(x[0])
            abs = 3.0
            return a * abs
    """,
        "ADC0224",
        raises=True,
    ),
    file("""
        def f(x: "float64[N]"):
            min, max = x[0], x[1]
            len = 2.0
            int = len * min
            return int * max
    """),
    file("""
        def f(x: "float64[N]"):
            float = 2
            return x / float
    """),
    file("""
        def g(x, sum):
            return x * sum
        def f(x: "float64[N]"):
            return g(x, sum=x[0]) + sum(x)
    """),
    file("""
        def int(x):
            return x * x
        def float(x):
            return 3 * x
        def bool(x):
            return x + 1
        def round(x):
            return x / 2
        def pow(a, b):
            return a * b
        def len(a):
            return 2
        def f(x: "float64[N]"):
            return int(x) * float(x) + bool(x) * round(x) + pow(x, 3) * len(x)
    """),
    file("""
        def g(x):
            return 2 * x
        def f(x: "float64[N]", g: float):
            return g * x
    """),
    file(
        """
        N = 3
        def f(x: "float64[M]"):
            return N * x
    """
    ),
    file("""
        def f(x: "float64[N]"):
            return x * 2
        def f(x: "float64[N]"):
            return x * 3
    """),
    # Decorators.
    file(
        """
        def twice(g):
            def wrapped(*a):
                return 2 * g(*a)
            return wrapped
        @twice
        def f(x: "float64[N]"):
            return x * x
    """
    ),
    file(
        """
        import numpy as np
        def twice(g):
            return lambda *a: 2 * g(*a)
        @twice
        def h(x):
            return np.sum(x)
        def f(x: "float64[N]"):
            return h(x) * x
    """
    ),
    file(
        """
        def times(c):
            def decorator(g):
                def wrapped(*a):
                    return c * g(*a)
                return wrapped
            return decorator
        @times(3.0)
        def f(x: "float64[N]"):
            return x * x
    """
    ),
    file(
        """
        @(lambda g: (lambda *a: 2 * g(*a)))
        def f(x: "float64[N]"):
            return x * x
    """,
        "ADC0125",
    ),
    file(
        """
        double = lambda g: (lambda *a: 2 * g(*a))
        @double
        def f(x: "float64[N]"):
            return x * x
    """,
        "ADC0125",
    ),
    file(
        """
        class memo:
            def __init__(self, g):
                self.g = g
            def __call__(self, x):
                return 4 * self.g(x)
        @memo
        def f(x: "float64[N]"):
            return x * x
    """
    ),
    file("""
        def njit(g):
            return g
        @njit
        def f(x: "float64[N]"):
            return x * x
    """),
    file("""
        def traced(g):
            \"\"\"Nothing happens here.\"\"\"
            return g
        @traced
        @traced
        def f(x: "float64[N]"):
            return x * x
    """),
    file("""
        try:
            from numba import njit
        except ImportError:
            def njit(g):
                return g
        @njit
        def f(x: "float64[N]"):
            return x * x
    """),
    file(
        """
        try:
            from nothing import njit
        except ImportError:
            def njit(g):
                return lambda *a: 2 * g(*a)
        @njit
        def f(x: "float64[N]"):
            return x * x
    """,
        "ADC0125",
    ),
    file("""
        from numba import jit
        import functools
        @functools.lru_cache
        def c(n):
            return n + 1
        @jit(nopython=True)
        def f(x: "float64[N]"):
            return x * c(3)
    """),
    file(
        """
        import numpy as np
        @np.vectorize
        def h(x):
            return np.sum(x) * 2
        def f(x: "float64[N]"):
            return h(x)
    """
    ),
    file(
        """
        import numpy as np
        from numba import vectorize
        @vectorize
        def h(x):
            return np.sum(x) * 2
        def f(x: "float64[N]"):
            return h(x)
    """
    ),
    file("""
        import numpy as np
        from numba import njit
        fast = njit(fastmath=True)
        @fast
        def f(x: "float64[N]"):
            return x * x
    """),
    file(
        """
        import numpy as np
        def twice(g):
            return lambda *a: 2 * g(*a)
        deco = twice
        @deco
        def f(x: "float64[N]"):
            return x * x
    """,
        "ADC0125",
    ),
    file(
        """
        import numpy as np
        from helpers import *
        @deco
        def f(x: "float64[N]"):
            return x * x
    """,
        "warned",
    ),
    file(
        """
        import numpy as np
        def h(x):
            return np.sum(x)
        h = np.exp
        def f(x: "float64[N]"):
            return h(x)
    """,
        "ADC0123",
    ),
)
