"""Decorators that the file defines, stand-ins for compilers, clocks, and what `try` handles."""

from __future__ import annotations

import textwrap

from tests.readings.table import Reading, text

DECORATORS = '''\
import functools
import time
from functools import lru_cache, wraps

import numpy as np


def scaled(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        """Twice."""
        return 2.0 * f(*args, **kwargs)
    return wrapper


def times(c=1.0):
    def inner(f):
        def wrapper(*args):
            return c * f(*args)
        return wrapper
    return inner


def weighed(f):
    def wrapper(*args, **kwargs):
        return kwargs.get("a", 1.0) * f(*args, **kwargs)
    return wrapper


def rows(f):
    @wraps(f)
    def over(x, *args, **kw):
        out = np.empty(x.shape[0])
        for i in range(x.shape[0]):
            out[i] = f(x[i], *args, **kw)
        return out
    return over


def twice(f):
    return lambda x: f(f(x))


def raised(f):
    def wrapper(x, *, power=2):
        return f(x) ** power
    return wrapper


def checked(f):
    def inner(x, *args):
        x = np.asarray(x)
        if x.ndim != 1:
            raise ValueError("one axis")
        return f(x, *args)
    return inner


def timed(f):
    def wrapper(*args, **kwargs):
        t0 = time.perf_counter()
        result = f(*args, **kwargs)
        elapsed = time.perf_counter() - t0
        print(f"{f.__name__} took {elapsed:.3f} s")
        return result
    return wrapper


KNOWN = {}


def registered(f):
    KNOWN[f.__name__] = f
    f.registered = True
    return f


def odd(f):
    def inner(x):
        return 1.0 * x
    return inner


try:
    from no_such_compiler import njit
except ImportError:
    def njit(*args, **kwargs):
        def inner(f):
            return f
        return inner(args[0]) if args else inner


try:
    from no_such_compiler import jit
except ImportError:
    def jit(*args, **kwargs):
        if len(args) == 1 and callable(args[0]):
            return args[0]
        return lambda f: f


try:
    from no_such_compiler import compiled
except ImportError:
    def compiled(func=None, *options, **more):
        if func is None or not callable(func):
            return compiled

        @wraps(func)
        def wrapper(*args, **kwargs):
            return func(*args, **kwargs)

        return wrapper


def never(f=None):
    return never


'''


def decorated(source: str, refused: str = "") -> Reading:
    return text(DECORATORS + textwrap.dedent(source).lstrip("\n"), refused)


READINGS = (
    decorated(
        """
        @scaled
        def f(x: "float64[N]", a: float):
            return np.sum(np.sin(x) * a)
    """
    ),
    decorated(
        """
        @times(0.5)
        @scaled
        @njit
        def f(x: "float64[N]", t: float):
            return np.sin(x) * t
    """
    ),
    decorated(
        """
        @weighed
        def g(x, a=2.0):
            return np.sum(np.sin(x) * a)
        def f(x: "float64[N]"):
            return g(x, a=4.0) + g(x) + g(x, 3.0)
    """
    ),
    decorated(
        """
        @rows
        def f(x: "float64[N, M]", p: float):
            return np.sum(x ** p)
    """
    ),
    decorated(
        """
        @twice
        def f(x: "float64[N]"):
            return np.sin(x) * 2
    """
    ),
    decorated(
        """
        @raised
        def g(x):
            return np.sin(x) * 2
        def f(x: "float64[N]"):
            return g(x, power=3) + g(x)
    """
    ),
    decorated(
        """
        @checked
        @timed
        def f(x: "float64[N]", p: float):
            return np.sum(x ** p)
    """
    ),
    decorated(
        """
        @registered
        @njit(cache=True)
        def g(x):
            return x * x
        @jit
        def h(x):
            return g(x) + 1.0
        @jit(nopython=True)
        def f(x: "float64[N]"):
            return h(x) * g(x)
    """
    ),
    decorated(
        """
        @compiled(nopython=True, cache=True)
        def g(x):
            return x * x
        @compiled
        def f(x: "float64[N]"):
            return g(x) * 2.0
    """
    ),
    decorated(
        """
        @never
        def g(x):
            return x * x
        def f(x: "float64[N]"):
            return x * 2.0 if callable(g(x)) else x
    """
    ),
    decorated(
        """
        @odd
        def f(x: "float64[N]"):
            return np.sin(x) * 2
    """
    ),
    decorated(
        """
        def f(x: "float64[N]"):
            c = 3.0
            def local(g):
                def w(y):
                    return c * g(y) + 1
                return w
            @local
            def h(y):
                return y * y
            @lru_cache(maxsize=None)
            def k(j):
                return j * 2.0
            return h(x) * k(3)
    """
    ),
    decorated(
        """
        class Twice:
            def __init__(self, f):
                self.f = f
            def __call__(self, x):
                return 2.0 * self.f(x)
        @Twice
        def f(x: "float64[N]"):
            return x * x
    """
    ),
    decorated(
        """
        def f(x: "float64[N]"):
            @np.vectorize
            def g(v):
                return v * v if v > 1.0 else v
            return g(x)
    """
    ),
    decorated(
        """
        def remade(g):
            g.__defaults__ = (5.0,)
            return g
        @remade
        def f(x: "float64[N]", a=2.0):
            return x * a
    """,
        "ADC0213",
    ),
    decorated(
        """
        def f(x: "float64[N]"):
            g = lambda *a, k=2.0, **rest: k * a[1] * h(*a, **rest)
            h = lambda y, z, *, w=1.0: y * z + w
            p = lambda *, q: q ** 2
            return g(x, 3.0) + g(x, 2.0, k=4.0, w=x) + p(q=x)
    """
    ),
    decorated(
        """
        def f(x: "float64[N]"):
            start = time.time()
            total = s = 0.0
            for k in range(3):
                t0 = time.time()
                s += np.sum(x ** k)
                total += time.time() - t0
            elapsed = time.time() - start
            print("done", elapsed, total / elapsed)
            return s
    """,
        "ADC0123",
    ),
    decorated(
        """
        def f(x: "float64[N]"):
            start = time.time()
            total = 0.0
            s = 0.0
            for k in range(3):
                t0 = time.time()
                s += np.sum(x ** k)
                total += time.time() - t0
            elapsed = time.time() - start
            print("done", elapsed, total / elapsed)
            return s
    """
    ),
    decorated(
        """
        def f(x: "float64[N]"):
            t0 = time.time()
            s = np.sum(x * x)
            return s * (time.time() - t0)
    """,
        "ADC0123",
    ),
    # `try`: each is asked for beforehand.
    decorated(
        """
        def f(A: "float64[N, N]", b: "float64[N]"):
            S = A @ A.T + np.eye(A.shape[0])
            try:
                L = np.linalg.cholesky(S)
            except np.linalg.LinAlgError:
                return -np.inf
            return np.sum(np.linalg.solve(L, b))
    """
    ),
    decorated(
        """
        def f(A: "float64[N, N]", b: "float64[N]"):
            L = 2.0 * A
            try:
                b = 2.0 * b
                L = np.linalg.cholesky(A @ A.T - 100 * np.eye(A.shape[0]))
                y = np.linalg.solve(L, b)
            except Exception:
                y = b * A[0]
            return np.sum(y) + np.sum(L)
    """
    ),
    decorated(
        """
        def f(A: "float64[N, N]", b: "float64[N]"):
            K = A @ A.T - 0.3 * np.eye(A.shape[0])
            jitter = 1e-8
            L = np.zeros_like(A)
            while jitter < 1e3:
                try:
                    L = np.linalg.cholesky(K + jitter * np.eye(A.shape[0]))
                    break
                except np.linalg.LinAlgError as e:
                    jitter *= 10
                    print(e)
            return np.sum(np.linalg.solve(L, b))
    """
    ),
    decorated(
        """
        def f(A: "float64[N, N]"):
            try:
                B = np.linalg.inv(A + 3 * np.eye(A.shape[0]))
            except np.linalg.LinAlgError as e:
                raise ValueError("singular") from e
            return B
    """
    ),
    decorated(
        """
        def listed(v):
            try:
                n = len(v)
            except TypeError:
                v = np.array([v])
            return v
        def walked(v):
            try:
                iter(v)
            except TypeError:
                return np.array([v])
            return v
        def sized(v):
            try:
                return v.shape[0]
            except AttributeError:
                return 1
        def f(x: "float64[N]", t: float):
            k = np.sum(listed(t) * 2) + np.sum(walked(t)) + np.sum(walked(x) * listed(x))
            return k * sized(x)
    """
    ),
    decorated(
        """
        def f(x: "float64[N]"):
            given = {"a": 2.0}
            try:
                b = given["b"]
            except KeyError:
                b = 3.0
            try:
                a = given["a"]
            except KeyError:
                a = 5.0
            try:
                y = a * b * x
            finally:
                print("done")
            try:
                z = y + 1
            finally:
                y = 2 * y
            return y * z
    """
    ),
    # What was done before the exception stays done, and names are what they are by then.
    decorated(
        """
        def f(x: "float64[N]", t: float):
            c, v, w, d = 1.0, t, t, {"a": t}
            try:
                c = 5.0 * t
                n = len(v)
            except TypeError:
                n = 2
            try:
                w = [t, t * t]
                m = len(w)
            except TypeError:
                m = 7
            try:
                d = {"a": t, "b": 2.0 * t}
                y = d["b"]
            except KeyError:
                y = 9.0
            return c * n * x + m * w[0] * x + y
    """
    ),
    # What need not be evaluated need not raise.
    decorated(
        """
        def f(A: "float64[N, N]", t: float):
            try:
                L = np.linalg.cholesky(A - 100 * np.eye(A.shape[0])) if t > 100.0 else A * t
            except np.linalg.LinAlgError:
                L = -A
            return L
    """,
        "ADC0103",
    ),
    decorated(
        """
        def f(x: "float64[N]", t: float):
            try:
                n = len(t) if x[0] > 100.0 else 3
            except TypeError:
                n = 5
            return n * x
    """,
        "ADC0103",
    ),
    decorated(
        """
        def f(A: "float64[N, N]", t: float):
            try:
                if t > 100.0:
                    A = np.linalg.inv(A - A)
            except np.linalg.LinAlgError:
                A = -A
            return A
    """,
        "ADC0103",
    ),
)
