"""Classes and compilers as decorators, what closures keep from call to call, missing packages."""

from __future__ import annotations

import textwrap

from tests.readings.table import Reading, text

NUMBA = """\
import numpy


class _Type:
    def __call__(self, *given):
        return self


float64 = int64 = _Type()


def vectorize(*given, **options):
    if given and not isinstance(given[0], (list, _Type)):
        return numpy.vectorize(given[0], otypes=[float])
    return lambda f: numpy.vectorize(f, otypes=[float])
"""

HEAD = "import functools\nimport numpy as np\n"


def file(source: str, refused: str = "", **facts: object) -> Reading:
    return text(HEAD + textwrap.dedent(source).lstrip("\n"), refused, **facts)


_ALONG = """
class along:
    '''The axis goes last for the function.'''

    def __init__(self, positions=(0,), back=True):
        self.positions = set(positions)
        self.back = back

    def __call__(self, func):
        @functools.wraps(func)
        def moved(*args, **kwargs):
            axis = kwargs.get("axis", None)
            if axis is None:
                return func(*args, **kwargs)
            if np.isscalar(axis):
                axis = (axis,)
            if len(axis) > 1:
                raise ValueError("one axis")
            if axis == (-1,) or axis == -1:
                return func(*args, **kwargs)
            if self.positions:
                given = []
                for pos, arg in enumerate(args):
                    if pos in self.positions:
                        given.append(np.moveaxis(arg, axis[0], -1))
                    else:
                        given.append(arg)
                given = tuple(given)
            else:
                given = args
            kwargs["axis"] = -1
            out = func(*given, **kwargs)
            return np.moveaxis(out, -1, axis[0]) if self.back else out
        return moved
"""

CLASSES = [
    file(_ALONG + "@along()\ndef g(x, *, axis=-1):\n    return x * x[:, ::-1]\n"
         "def f(x: 'float64[N, M]'):\n    return g(x, axis=0) + g(x) + g(x, axis=-1)\n"),
    file(_ALONG + "@along(back=False)\ndef g(x, y, *, axis=-1):\n    return np.cumsum(x, 1) * y\n"
         "def f(x: 'float64[N, M]', s: float):\n    return g(x, s, axis=0)\n"),
    file(
        """
        class Shifted:
            def __init__(self, f, *, c=3.0):
                self.f, self.c = f, c
                self.d = c * 2
                functools.update_wrapper(self, f)
            def scale(self, v):
                return v * self.d
            def __call__(self, a, *rest):
                inner = lambda v: v + self.c
                return inner(self.scale(self.f(a, *rest)))
        @Shifted
        def f(x: "float64[N]", s: float):
            return x * Shifted(lambda a: a * s, c=s)(x)
    """
    ),
    # What an object holds is its own in each call of the function that makes it.
    file(
        """
        class Counts:
            def __init__(self, n):
                self.seen = np.zeros(3)
            def __call__(self, a):
                self.seen[0] += a
                return self.seen[0] * a
        def f(x: "float64[N]", s: float):
            one, other = Counts(s), Counts(s)
            one(s)
            return one(s) * other(x[0])
    """
    ),
    file(
        """
        class Counts:
            def __init__(self, f):
                self.f = f
                self.k = 0
            def __call__(self, a):
                self.k += 1
                return self.f(a) * self.k
        @Counts
        def g(x):
            return x * x
        def f(x: "float64[N]"):
            return g(x) + g(x)
    """,
        "ADC0125",
    ),
    file(
        """
        class Scaled:
            def __init__(self, f):
                self.f = f
                self.k = 2.0
            def __call__(self, a):
                return self.f(a) * self.k
        @Scaled
        def g(x):
            return x * x
        g.k = 5.0
        def f(x: "float64[N]"):
            return g(x)
    """,
        "ADC0125",
    ),
    file(
        """
        class Scaled:
            def __init__(self, k):
                self.k = k
            def __call__(self, a):
                return a * self.k
        def f(x: "float64[N]", s: float):
            d = Scaled(s)
            return x * 2 if callable(d) and not hasattr(d, "__name__") else d(x)
    """,
        "ADC0213",
    ),
]  # fmt: skip

CLASSES.append(
    file(
        """
        class Sums:
            def __init__(self, k):
                self.k = k
            def __call__(self, a, kept=np.zeros(1)):
                kept[0] += 1.0
                return a * self.k * kept[0]
        def f(x: "float64[N]", s: float):
            return Sums(s)(x) + Sums(s)(x)
    """,
        "ADC0239",
    )
)

#: What all calls share: what is changed in it would be seen by the next one.
KEPT = [
    file(
        """
        def make(c):
            k = []
            def w(a):
                k.append(c)
                return a * len(k)
            return w
        def f(x: "float64[N]"):
            g = make(1.0)
            return g(x) + g(x)
    """,
        "ADC0211",
    ),
    *(
        file(
            f"""
            def counted(f):
                k = {made}
                def w(a):
                    {change}
                    return f(a) * {value}
                return w
            @counted
            def {inner}:
                return x * x
            {outer}
        """,
            refused,
        )
        for made, change, value, codes in (
            ("[]", "k.append(1)", "len(k)", ("ADC0211", "ADC0211")),
            ("[0.0]", "k[0] += 1.0", "k[0]", ("ADC0211", "ADC0211")),
            ('{"n": 0}', 'k["n"] += 1', 'k["n"]', ("ADC0211", "ADC0211")),
            ("np.zeros(1)", "k[0] += 1.0", "k[0]", ("ADC0239", "ADC0123")),
            # An array that a decorator keeps is filled when the module is run.
            ("np.zeros(2) + 3.0", "pass", "k[1]", ("", "ADC0123")),
            ("[2.0, 3.0]", "pass", "k[1]", ("", "")),
        )
        for (inner, outer), refused in zip(
            (
                ("f(x: 'float64[N]')", ""),
                ("g(x)", "def f(x: 'float64[N]'):\n                return g(x) + g(2 * x)"),
            ),
            codes,
            strict=True,
        )
    ),
    file(
        """
        def body(k, x):
            k[0] += 1.0
            return x * k[0]
        g = functools.partial(body, np.zeros(1))
        def f(x: "float64[N]"):
            return g(x) + g(x)
    """,
        "ADC0123",
    ),
]

COMPILED = [
    text(
        "from numba import float64, vectorize\nimport numpy as np\n"
        "@vectorize([float64(float64, float64)], cache=True)\n"
        "def g(a, b):\n    return a * b if a > b else 0\n"
        "@vectorize(nopython=True)\n"
        "def h(a):\n    if a > 1.0:\n        return g(a, 0.5) * np.exp(a)\n    return 0\n"
        "def f(x: 'float64[N]', y: 'float64[M]', s: float):\n"
        "    return g(x[:, None], y) * s + h(x)[0]\n",
        modules={"numba": NUMBA},
    ),
    text(
        "import numba\n@numba.vectorize(['int64(int64)'])\ndef g(a):\n    return a * 2\n"
        "def f(x: 'float64[N]'):\n    return x * g(2)\n",
        "ADC0125", modules={"numba": NUMBA},
    ),
    file(
        """
        DISABLED = False
        try:
            if DISABLED:
                raise ImportError
            from no_such_compiler import jit
            FAST = True
            jit = functools.partial(jit, nopython=True)
        except ImportError:
            FAST = False
            def jit(f=None, *args, **kwargs):
                if f is not None and callable(f):
                    @functools.wraps(f)
                    def wrapper(*args, **kwargs):
                        return f(*args, **kwargs)
                    return wrapper
                def wrap(f):
                    @functools.wraps(f)
                    def wrapper(*args, **kwargs):
                        return f(*args, **kwargs)
                    return wrapper
                return wrap
        def slow(x):
            return x * x
        quick = jit(slow, nopython=True)
        @jit(cache=True)
        def f(x: "float64[N]"):
            return quick(x) * (2 if FAST else 3)
    """
    ),
]  # fmt: skip

MISSING = [
    file(
        """
        try:
            import no_such_package as pd
            HAS = True
        except ImportError:
            pd, HAS = None, False
        try:
            from no_such_package import Series
        except (ImportError, AttributeError):
            pass
        def f(x: "float64[N]", s: float):
            if HAS and isinstance(x, (pd.Series, Series)):
                x = x.values
            return x * s if pd is None else x
    """
    ),
    file(
        """
        def f(x: "float64[N]", s: float):
            try:
                import no_such_package as pd
                if isinstance(x, pd.Series):
                    x = x.values
            except ImportError:
                s = 2.0 * s
            return x * s
    """
    ),
    # The handler does more than bind names: nothing tells what it leaves.
    file(
        """
        SCALE = [1.0]
        try:
            import no_such_package
            K = 1.0
        except ImportError:
            for k in range(3):
                K = 2.0 * k
        def f(x: "float64[N]"):
            return x * K
    """,
        "ADC0123",
    ),
]

LOOPS = [
    file(
        """
        def f(x: "float64[N]", s: float, t: float):
            for v in (1.0, 2.0):
                for w in (t, s):
                    if w * v > 2.2:
                        break
                else:
                    s += v
                    continue
                s *= 2
            else:
                s += t
            for u, v in zip(x, x[::-1], strict=True):
                s += u * v
            return s
    """
    ),
    file(
        """
        def f(x: "float64[N]", y: "float64[M]"):
            s = 0.0
            for u, v in zip(x, y, strict=True):
                s += u * v
            return s
    """,
        "assumed",
        raises=True,
    ),
    file(
        """
        def f(x: "float64[N]", s: float):
            for v in (3.0, 5.0):
                if v * s > 1e3:
                    break
                s *= v
            else:
                s = s + x[0]
            a, b = tuple(zip((s, x[0]), (2.0, 3.0), strict=True))
            return a[0] * a[1] + b[0] * b[1] if (1, 2) != 1 and (s,) != None else s
    """
    ),
]

READINGS = (*CLASSES, *KEPT, *COMPILED, *MISSING, *LOOPS)
