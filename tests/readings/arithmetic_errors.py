"""try around arithmetic: what Python's own numbers raise, and NumPy's do not."""

from __future__ import annotations

from tests.readings.table import Reading, text

READINGS: list[Reading] = [
    # zero_division_numpy
    text(
        """
        import numpy as np
        def f(x: "float64[N]", s: float):
            try:
                r = x[0]/s
            except ZeroDivisionError:
                r = 0.0
            return r + np.sum(x)
        """
    ),
    # zero_division
    text(
        """
        import numpy as np
        def f(x: "float64[N]", s: float, t: float):
            try:
                r = t/s
            except ZeroDivisionError:
                r = 7.0*t
            try:
                q = t/(s - s)
            except (ZeroDivisionError, ValueError):
                q = 3.0*t
            return r*q + np.sum(x)
        """
    ),
    # zero_division_inner
    text(
        """
        def f(x: "float64[N]", s: float, t: float):
            r = 1.0
            try:
                r = 2.0*s
                q = t/s
                r = q/(t/(q - q))
                r = 100.0
            except ZeroDivisionError:
                r = r*t
            return r
        """
    ),
    # zero_division_numpy_zero
    text(
        """
        def f(x: "float64[N]", s: float):
            try:
                r = s/(x[0]*0)
            except ZeroDivisionError:
                r = 0.0
            return r
        """,
        smooth=False,
    ),
    # zero_division_float_of
    text(
        """
        def f(x: "float64[N]", s: float):
            try:
                r = s/float(x[0] - x[0])
            except ZeroDivisionError:
                r = 5.0*s
            return r
        """
    ),
    # zero_integers
    text(
        """
        def f(x: "float64[N]", s: float, n: int):
            try:
                r = x[0] * (n // (n - 4))
            except ZeroDivisionError:
                r = s
            return r
        """
    ),
    # value_error
    text(
        """
        import math
        import numpy as np
        def f(x: "float64[N]", s: float):
            try:
                r = math.sqrt(s - 100.0)
            except ValueError:
                r = 2*s
            try:
                q = math.log(s) + math.acos(s/10.0)
            except (ValueError, ZeroDivisionError):
                q = 0.0
            else:
                q = q*2
            return r*q + np.sum(x)
        """
    ),
    # value_error_return
    text(
        """
        import math
        def f(x: "float64[N]", s: float):
            try:
                return math.log(s - 1e3)*x[0]
            except ValueError:
                return s*x[1]
        """
    ),
    # overflow
    text(
        """
        import math
        def f(x: "float64[N]", s: float):
            try:
                r = math.exp(1000.0*s)
            except OverflowError:
                r = 3.0*s
            try:
                q = math.exp(s)
            except OverflowError:
                q = 0.0
            return r*q
        """
    ),
    # index_error
    text(
        """
        import numpy as np
        def f(x: "float64[N]", s: float, n: int):
            try:
                r = x[n]
            except IndexError:
                r = s
            try:
                q = x[n + 7]
            except IndexError:
                q = 2.0*s
            l = [s, x[0]]
            try:
                p = l[5]
            except IndexError:
                p = l[-1]
            return r*q*p + np.sum(x)
        """
    ),
    # floating_point_error
    text(
        """
        import numpy as np
        def f(x: "float64[N]", s: float):
            try:
                r = np.log(x)/s
            except FloatingPointError:
                r = x
            return np.sum(r)*s
        """
    ),
    # broad
    text(
        """
        import math
        def f(x: "float64[N]", s: float, t: float):
            try:
                r = t/s + x[1]
                r = r*math.sqrt(t)
            except Exception:
                r = 0.0
            return r
        """
    ),
    # stores_stay
    text(
        """
        import numpy as np
        def f(x: "float64[N]", s: float, t: float):
            try:
                x[0] = s
                x[1] = t/(s - s)
                x[2] = 100.0
            except ZeroDivisionError:
                x[3] = 2*s
            return np.sum(x*x)
        """
    ),
    # user_call
    text(
        """
        def g(a, b):
            return a/b
        def f(x: "float64[N]", s: float, t: float):
            try:
                r = g(t, s)
            except ZeroDivisionError:
                r = 0.0
            return r
        """,
        smooth=False,
        inputs={"s": 0.0},
    ),
    # in_loop
    text(
        """
        def f(x: "float64[N]", s: float, t: float):
            r = 0.0
            for v in x:
                try:
                    r += t/(s - s)
                except ZeroDivisionError:
                    r += v*t
                    continue
                r += 100.0
            return r
        """
    ),
    # loop_inside
    text(
        """
        def f(x: "float64[N]", s: float, t: float):
            try:
                r = 0.0
                for v in x:
                    r += t/(s - s)
            except ZeroDivisionError:
                r = t
            return r
        """,
        "ADC0103",
    ),
    # conditional_inside
    text(
        """
        def f(x: "float64[N]", s: float, t: float):
            try:
                r = t/(s - s) if s > 5 else s
            except ZeroDivisionError:
                r = t
            return r
        """,
        "ADC0103",
    ),
    # power
    text(
        """
        def f(x: "float64[N]", s: float, t: float):
            try:
                r = (s - s)**(-t)
            except ZeroDivisionError:
                r = t
            return r
        """,
        "ADC0220",
    ),
    # augmented
    text(
        """
        def f(x: "float64[N]", s: float, t: float):
            try:
                t /= s - s
            except ZeroDivisionError as e:
                t = 2*t
            return t
        """
    ),
    # numpy_kind_argument
    text(
        """
        def f(x: "float64[N]", s: "float64"):
            t = s*2.0
            try:
                r = t/(s - s)
            except ZeroDivisionError:
                r = t
            return r
        """,
        "ADC0103",
    ),
    # except_raises_again
    text(
        """
        def f(x: "float64[N]", s: float, t: float):
            try:
                r = t/s
            except ZeroDivisionError as err:
                raise ValueError("s is zero") from err
            return r
        """
    ),
    # try_len_else
    text(
        """
        def g(v):
            try:
                n = len(v)
            except TypeError:
                return v
            else:
                n = n + 1
            return n*v[0]
        def f(x: "float64[N]", s: float):
            return g(x)*g(s)
        """
    ),
    # with_nullcontext
    text(
        """
        import numpy as np
        from contextlib import nullcontext
        def f(x: "float64[N]", s: float):
            with nullcontext():
                r = np.sum(x)*s
            return r
        """
    ),
    # with_recorded
    text(
        """
        import numpy as np
        import warnings
        def f(x: "float64[N]", s: float):
            with warnings.catch_warnings(record=True) as w, np.errstate(all="ignore"):
                warnings.filterwarnings("ignore", category=RuntimeWarning)
                r = np.sum(x)*s
            print(len(w))
            return r
        """
    ),
    # with_recorded_asked
    text(
        """
        import numpy as np
        import warnings
        def f(x: "float64[N]", s: float):
            with warnings.catch_warnings(record=True) as w:
                r = np.sum(x)*s
            return r if len(w) == 0 else 0.0
        """,
        "ADC0232",
    ),
    # seterr_kept
    text(
        """
        import numpy as np
        def f(x: "float64[N]", s: float):
            old = np.seterr(all="ignore")
            try:
                r = np.sum(x/s)
            finally:
                np.seterr(**old)
            return r
        """
    ),
    # seterr_asked
    text(
        """
        import numpy as np
        def f(x: "float64[N]", s: float):
            old = np.seterr(all="ignore")
            return s if old["divide"] == "warn" else x[0]
        """,
        "ADC0224",
    ),
    # seterr_raise
    text(
        """
        import numpy as np
        def f(x: "float64[N]", s: float):
            old = np.seterr(all="raise")
            return s*x[0]
        """,
        "ADC0126",
    ),
    # with_bound_errstate
    text(
        """
        import numpy as np
        def f(x: "float64[N]", s: float):
            with np.errstate(all="ignore") as e:
                r = s*x[0]
            return r
        """,
        "ADC0104",
    ),
    # round_numpy
    text(
        """
        import numpy as np
        def f(x: "float64[N]", s: float, n: int):
            r = round(x[0]*100, 2)*s + round(np.sum(x), 1)
            return r + round(n, 2) + round(-2.675, 2) + round(s)
        """,
        smooth=False,
    ),
    # round_python
    text(
        """
        def f(x: "float64[N]", s: float):
            return round(s, 2)*x[0]
        """,
        smooth=False,
    ),
    # round_none
    text(
        """
        def f(x: "float64[N]", s: float):
            return round(s, None)*x[0]
        """,
        smooth=False,
    ),
    # tried_python_or_numpy
    *(
        text(
            f"""
            import numpy as np
            def f(x: "float64[N]", s: float, n: int):
                {made}
                try:
                    r = 1/(s/d)
                except ZeroDivisionError:
                    r = s*s
                return r + s
            """,
            refused,
            smooth=False,
        )
        for made, refused in (
            ("d = max(0.0, -x[0])", "ADC0103"),
            ("d = (s if s > 0.1 else x[0])*0", "ADC0103"),
            ("d = -abs(sorted([0.0, x[0]])[0])", "ADC0103"),
            ("d = sum([0.0, *x[:0]])*np.sum(x)", ""),
            ("d = max(x[0], x[1])*0", ""),
        )
    ),
    # tried_paths_of_python_and_numpy
    *(
        text(
            f"""
            import numpy as np
            def f(x: "float64[N]", s: float, n: int):
                d = 0.0
                L = [0.0]*n
                for i in range(n - 4):
                    {one}
                {last}
                try:
                    r = 1/(s/d)
                except ZeroDivisionError:
                    r = s*s
                return r + s
            """,
            "ADC0103",
            smooth=False,
        )
        for one, last in (
            ("d += x[i]", "pass"),
            ("d = max(d, x[i])", "d = d*2"),
            ("pass", "d = x[0] - x[0] if s > 0 else 0.0"),
            ("L[i] = x[i]", "L[1] = x[0] - x[0]; d = L[1]"),
        )
    ),
    # tried_stores_before
    *(
        text(
            f"""
            import numpy as np
            def f(x: "float64[N]", s: float, n: int):
                y, i = np.zeros(4), 9
                try:
                    {stores}
                except IndexError:
                    y[3] = s*s
                return y
            """,
            "ADC0103",
        )
        for stores in ("y[0], y[9] = s, s*2", "y[0] = y[9] = s", "i, y[i] = 2, s")
    ),
]
