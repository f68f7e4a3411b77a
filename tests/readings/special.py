"""Functions that NumPy does not have, imported in every usual way."""

from __future__ import annotations

import importlib.util

import numpy as np

from tests.readings.table import text, value

SCIPY = """
import math
import numpy as np

erf = np.vectorize(math.erf, otypes=[float])
erfc = np.vectorize(math.erfc, otypes=[float])
gamma = np.vectorize(math.gamma, otypes=[float])
gammaln = np.vectorize(math.lgamma, otypes=[float])
expm1, log1p, exp2, cbrt = np.expm1, np.log1p, np.exp2, np.cbrt


def expit(x):
    return 1 / (1 + np.exp(-1.0 * x))


def logit(p):
    return np.log(p) - np.log1p(-p)
"""
#: SciPy itself where it is installed; else what Python's and NumPy's functions say.
MODULES = {} if importlib.util.find_spec("scipy") else {"scipy": "", "scipy.special": SCIPY}
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
    special("", "np.hypot(x, s) * np.logaddexp(x, s) + np.logaddexp2(s, x)"),
    special("", "np.exp2(x) * np.log2(x) + math.exp2(s) * math.log2(s) * math.cbrt(s)"),
    special("", "np.deg2rad(x) * np.rad2deg(s) + np.radians(s) * np.degrees(x)"),
    special("", "math.radians(s) * math.degrees(s) * math.hypot(s, s) + np.sinc(x)"),
    special("", "math.erf(s) * math.erfc(s)"),
    special("", "math.gamma(s) * math.lgamma(s)"),
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
