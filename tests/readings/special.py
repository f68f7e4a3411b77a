"""Functions that NumPy does not have, imported in every usual way."""

from __future__ import annotations

import importlib.util

import numpy as np

from tests.readings.table import text, value

SCIPY = """
import math
import mpmath
import numpy as np

erf = np.vectorize(math.erf, otypes=[float])
erfc = np.vectorize(math.erfc, otypes=[float])
gamma = np.vectorize(math.gamma, otypes=[float])
gammaln = np.vectorize(lambda x: x if x == -math.inf else math.lgamma(x), otypes=[float])
digamma = psi = np.vectorize(lambda x: float(mpmath.digamma(x)), otypes=[float])
ndtr = np.vectorize(lambda x: float(mpmath.ncdf(x)), otypes=[float])
log_ndtr = np.vectorize(lambda x: float(mpmath.log(mpmath.ncdf(x))), otypes=[float])
xlogy = np.vectorize(lambda x, y: x * math.log(y) if x else 0.0, otypes=[float])
expm1, log1p, exp2, cbrt = np.expm1, np.log1p, np.exp2, np.cbrt


def expit(x):
    return 1 / (1 + np.exp(-1.0 * x))


def logit(p):
    return np.log(p) - np.log1p(-p)


def softmax(x, axis=None):
    return np.exp(x) / np.sum(np.exp(x), axis=axis, keepdims=True)


def log_softmax(x, axis=None):
    return np.log(softmax(x, axis))


def logsumexp(a, axis=None, keepdims=False):
    return np.log(np.sum(np.exp(a), axis=axis, keepdims=keepdims))


def comb(n, k, exact=False):
    return math.comb(n, k) if exact else np.float64(math.comb(n, k))
"""
#: Filters of images by their definition: each position beyond the image is one in it, or none.
NDIMAGE = """
import itertools
import numpy as np


def place(i, n, mode):
    if mode == "reflect":
        return min(i % (2 * n), 2 * n - 1 - i % (2 * n))
    if mode == "mirror":
        return min(i % (2 * n - 2), 2 * n - 2 - i % (2 * n - 2))
    if mode == "nearest":
        return max(0, min(i, n - 1))
    return i % n if mode == "wrap" or 0 <= i < n else None


def correlate(input, weights, output=None, mode="reflect", cval=0.0):
    weights = np.asarray(weights)
    result = np.zeros_like(input)
    for at in np.ndindex(result.shape):
        for by in np.ndindex(weights.shape):
            shifted = (p + q - m // 2 for p, q, m in zip(at, by, weights.shape))
            where = tuple(place(i, n, mode) for i, n in zip(shifted, input.shape))
            result[at] += weights[by] * (cval if None in where else input[where])
    return result


def convolve(input, weights, output=None, mode="reflect", cval=0.0):
    return correlate(input, np.flip(weights), output, mode, cval)


def laplace(input, output=None, mode="reflect", cval=0.0):
    result = np.zeros_like(input)
    for axis in range(input.ndim):
        shape = [3 if a == axis else 1 for a in range(input.ndim)]
        result += correlate(input, np.reshape([1.0, -2.0, 1.0], shape), None, mode, cval)
    return result
"""
#: SciPy itself where it is installed; else what Python's and NumPy's functions say.
MODULES = (
    {}
    if importlib.util.find_spec("scipy")
    else {"scipy": "", "scipy.special": SCIPY, "scipy.ndimage": NDIMAGE}
)
#: Where the logistic function is 0 or 1, and where 1 minus it is.
FAR = np.array([800.0, -800.0, 40.0, -40.0, 0.0])


def special(imports: str, expression: str, refused: str = "", **facts):  # type: ignore[no-untyped-def]
    """`expression` of `x` and `s` under `imports`, with a scipy made of Python's own functions."""
    parameters = 'def f(x: "float64[N]", s: float, n: int):'
    source = f"import math\nimport numpy as np\n{imports}\n{parameters}\n    return {expression}\n"
    return text(source, refused, modules=MODULES, **facts)


READINGS = (
    special("from scipy.special import erf", "erf(x)"),
    special("from scipy.special import erf", "erf(s) * x"),
    special("from scipy.special import erf as e, erfc", "e(x) * erfc(x)"),
    special("import scipy.special as sp", "sp.erf(x) + sp.gamma(x)"),
    special("import scipy.special", "scipy.special.erfc(x) * scipy.special.gammaln(x / 2)"),
    special("import scipy.special", "scipy.special.erf(s)"),
    special("from scipy import special", "special.erf(x) * special.gammaln(s)"),
    special("from scipy import special as sc", "sc.gamma(x[1:]) * sc.erf(x[:-1])"),
    special("from scipy.special import *", "erf(x) + gamma(s)"),
    special("import scipy", "scipy.special.erf(x)"),
    special("import scipy as S", "S.special.erf(x)"),
    special("import scipy.special", "scipy.special.expit(x) * s"),
    special("import scipy.special as sp", "sp.logit(x / 2) + sp.expit(s)"),
    special("from scipy import special", "special.expit(special.logit(x / 2))"),
    special("from scipy.special import expit, logit as l", "expit(x) * l(s / 2)"),
    special("import scipy", "scipy.special.logit(x[1:] / 3) * scipy.special.expit(x[:-1])"),
    special("import scipy as S", "S.special.expit(n) * x"),
    special("from scipy.special import *", "expit(x) * log1p(s) + expm1(x)"),
    special("import scipy.special as sp", "sp.exp2(x) + sp.cbrt(x) * sp.log1p(x)"),
    special("import scipy.special as sp", "sp.expit(x)", inputs={"x": FAR}),
    special("import scipy.special as sp", "sp.expit(500 * (x - 1)) * s"),
    special("import scipy.special as sp", "np.log(sp.expit(x)) * x"),
    special("from scipy.special import expit", "expit(x > 1)", "ADC0220"),
    special("import scipy.special as sp", "sp.digamma(x) * sp.psi(s) + sp.ndtr(x - 1)"),
    special("from scipy.special import log_ndtr", "log_ndtr(x - 1) + log_ndtr(-20 * x - s)"),
    special("import scipy.special as sp", "sp.log_ndtr(x)", inputs={"x": FAR / 20}),
    special("import scipy.special as sp", "sp.xlogy(x, s) * sp.xlogy(s, x) + sp.xlogy(x, 2)"),
    special("from scipy.special import xlogy", "xlogy(x, s)", inputs={"x": np.zeros(5)}),
    special("import scipy.special as sp", "sp.softmax(x * s) * sp.log_softmax(x)"),
    special("import scipy.special as sp", "sp.logsumexp(x * s) * sp.softmax(x * x, axis=-1)"),
    special("import scipy.special as sp", "sp.softmax(np.outer(x, x), axis=0)"),
    special("import scipy.special as sp", "sp.logsumexp(np.outer(x, x), axis=1, keepdims=True)"),
    special("import scipy.special as sp", "sp.comb(5, 2) * x + sp.comb(4, 3, exact=True)"),
    special("import scipy.special as sp", "sp.comb(n, 2) * x"),
    special("", "math.factorial(5) * x + math.comb(6, 2)"),
    special("", "math.factorial(n) * x"),
    special("", "sum(x**k / math.factorial(k) for k in range(n + 2))"),
    *(
        special("from scipy import ndimage", f"ndimage.{call}")
        for call in (
            "laplace(np.outer(x, x * s)) + ndimage.laplace(np.outer(x, x), mode='wrap')",
            "laplace(x, mode='nearest') * ndimage.laplace(x * s, mode='constant', cval=2.0)",
            "convolve(x * s, np.array([s, 2.0, 3.0]))",
            "convolve(np.outer(x, x), [[1, 2, s], [0, s, 5], [1, 1, 4]], mode='mirror')",
            "correlate(x, np.array([s, 2.0, 3.0, 0.5, 1.0]), mode='wrap')",
        )
    ),
    special("import scipy.ndimage as nd", "nd.convolve(x, x)", "ADC0220"),
    special("import scipy.ndimage as nd", "nd.convolve(x, np.ones(2))"),
    special("import scipy.ndimage as nd", "nd.laplace(x, mode='near')", "ADC0220", raises=True),
    special("", "np.hypot(x, s) * np.logaddexp(x, s) + np.logaddexp2(s, x)"),
    special("", "np.exp2(x) * np.log2(x) + math.exp2(s) * math.log2(s) * math.cbrt(s)"),
    special("", "np.deg2rad(x) * np.rad2deg(s) + np.radians(s) * np.degrees(x)"),
    special("", "math.radians(s) * math.degrees(s) * math.hypot(s, s) + np.sinc(x)"),
    special("", "math.erf(s) * math.erfc(s)"),
    special("", "math.gamma(s) * math.lgamma(s)"),
    special(
        "from scipy.special import gammaln",
        "gammaln(s) + s * (gammaln(np.array([s, -np.inf, np.inf])) < 0)",
    ),
    special("", "math.gamma(n) * s"),
    special("", "math.erf(x[0]) + math.gamma(x[1])"),
    special("from math import erf, lgamma as lg", "erf(s) * lg(s)"),
    special("from math import *", "erf(s) * gamma(s)"),
    special("import math as m", "m.erfc(s)"),
    special("", "math.erf(x)", "ADC0220", raises=True),
    special("from math import gamma", "gamma(x)", "ADC0220", raises=True),
    special("from scipy.special import erf\nfrom math import erf", "erf(s)", "ADC0123"),
    value("np.erf(x)", "ADC0227", raises=True),
    value("np.expit(x)", "ADC0227", raises=True),
    value("math.arcsin(s / 2)", "ADC0227", raises=True),
)
