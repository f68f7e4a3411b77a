"""Functions that NumPy does not have, imported in every usual way."""

from __future__ import annotations

from tests.readings.table import text, value

SCIPY = """
import math
import numpy as np

erf = np.vectorize(math.erf, otypes=[float])
erfc = np.vectorize(math.erfc, otypes=[float])
gamma = np.vectorize(math.gamma, otypes=[float])
gammaln = np.vectorize(math.lgamma, otypes=[float])
"""
MODULES = {"scipy": "", "scipy.special": SCIPY}


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
    special("import scipy.special", "scipy.special.erfc(x) * scipy.special.gammaln(x)"),
    special("import scipy.special", "scipy.special.erf(s)"),
    special("from scipy import special", "special.erf(x) * special.gammaln(s)"),
    special("from scipy import special as sc", "sc.gamma(x[1:]) * sc.erf(x[:-1])"),
    special("from scipy.special import *", "erf(x) + gamma(s)"),
    special("import scipy", "scipy.special.erf(x)"),
    special("import scipy as S", "S.special.erf(x)"),
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
)
