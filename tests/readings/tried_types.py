"""Statements that are tried: limits of types, and parts of arrays under handlers of all kinds."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    try:
        tol = -np.finfo(x.dtype).eps * 3
    except (AttributeError, ValueError):
        tol = -1.0
    return x * s if s > tol else x * tol
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    k = np.arange(3)
    try:
        tol = np.finfo(k.dtype).eps * 3
    except (AttributeError, ValueError):
        tol = 0.25
    return x * tol
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    y = [s, 2.0]
    try:
        tol = np.finfo(y.dtype).eps * 3
    except (AttributeError, ValueError):
        tol = 0.25
    return x * tol
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    k = np.arange(3)
    try:
        w = x * 3
        tol = np.finfo(k.dtype).eps * 3
        w = x * 5
    except ValueError:
        tol = 0.25
    else:
        tol = 4.0
    return w * tol
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n,m]"):
    try:
        y = np.array([row / np.max(row) for row in x[:, range(1, x.shape[1])]])
    except BaseException:
        y = x[:, 1:]
    return y * 2
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    a = np.arange(1, 5)
    try:
        y = x * (1 / k)
    except BaseException:
        y = x
    return y
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    try:
        y = x * x[k]
    except BaseException:
        y = x
    return y
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    try:
        y = [(k - 3) / v for v in range(3)]
    except BaseException:
        y = [1.0]
    return x * y[0]
""",
        "ADC0103",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    a = np.ones(1, dtype=int) * 3
    try:
        y = np.power(k, -k) * x
    except ValueError:
        y = 7 * x
    return y
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    a = np.ones(1, dtype=int) * 3
    try:
        y = a ** (-k) + x
    except ValueError:
        y = 7 * x
    return y
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    a = np.ones(1, dtype=int) * 3
    try:
        y = np.power(a, -k) * x
    except Exception:
        y = 7 * x
    return y
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", k: int):
    a = np.ones(1, dtype=int) * 3
    try:
        y = x ** -2 + a ** 2
    except ValueError:
        y = 7 * x
    return y
""",
        "",
    ),
    # What libraries give, with something else where they are missing.
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    try:
        from scipy.signal import periodogram
        w, p = periodogram(x * s, fs=max(2.0, len(x) // 2))
        return p[1:] * s
    except Exception:
        return np.abs(np.fft.rfft(x)) ** 2
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.special import erf
def f(x: "float64[n]", s: float):
    try:
        y = erf(x * s) + np.sum(x)
        return y
    except Exception:
        return x
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    def erf(v):
        return v if v[0] > s else 1.0 / 0.0
    try:
        from scipy.special import erf as other
        return erf(x) * other(s)
    except Exception:
        return x
""",
        "ADC0103",
    ),
    # What a rate of 0 raises, NaN for which no line can be fitted, and a module that is not there.
    (
        """
from scipy.signal import periodogram
def f(x: "float64[n]", s: float):
    try:
        w, p = periodogram(x, s - s)
        return p * s
    except Exception:
        return x * s
""",
        "ADC0103",
    ),
    (
        """
from scipy.signal import welch
def f(x: "float64[n]", s: float):
    try:
        w, p = welch(np.where(x > s, np.nan, x), nperseg=4, detrend="linear")
        return p
    except Exception:
        return x * s
""",
        "ADC0103",
    ),
    (
        """
from scipy.signal import detrend
def f(x: "float64[n]", s: float):
    try:
        return detrend(np.where(x > s, np.nan, x))
    except Exception:
        return x * s
""",
        "ADC0103",
    ),
    (
        """
from scipy.integrate import cumulative_trapezoid
def f(x: "float64[n]", s: float):
    try:
        return cumulative_trapezoid(x, initial=3.0)
    except Exception:
        return x * s
""",
        "ADC0103",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    try:
        import scipy.special.nowhere
        y = x * 2
    except Exception:
        y = x * s
    return y
""",
        "ADC0103",
    ),
    (
        """
from scipy.signal import welch
def f(x: "float64[n]", s: float):
    try:
        import scipy.signal
        w, y = welch(x, max(1, s), nperseg=4)
        return y[1:] * s
    except Exception:
        return x * s
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
