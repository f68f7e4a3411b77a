"""Arrays of a module that its statements hand to functions of SciPy."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import least_squares
times = np.array([0.0, 0.1, 0.3])
seen = np.array([0.6, 0.63, 0.64])
def g(p):
    sol = solve_ivp(lambda t, z: -z*p[0], [times[0], times[-1]], [seen[0]], t_eval=times)
    return sol.y[0]*p[1] - seen
fitted = g(np.array([0.1, 0.2]))
def f(x: "float64[n]", s: float):
    return np.sum(g(x)*s)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import solve_ivp
times = np.array([0.0, 0.1, 0.2, 0.3])
def rhs(t, z, q):
    q[0] = 5.0
    return -z
def g(p):
    solve_ivp(rhs, [0.0, 3.0], [1.0], args=(times,))
    return p*times
fitted = g(np.array([0.1, 0.2, 0.3, 0.4]))
def f(x: "float64[n]", s: float):
    return x*times*s
""",
        "ADC0123",
    ),
    (
        """
import numpy as np
from scipy import integrate
times = np.array([0.0, 0.1, 0.2, 0.3])
def rhs(t, z):
    z[0] = 5.0
    return -z
fitted = integrate.solve_ivp(rhs, [0.0, 3.0], times)
def f(x: "float64[n]", s: float):
    return x*times*s
""",
        "ADC0123",
    ),
    (
        """
import numpy as np
import scipy.integrate as si
times = np.array([0.0, 0.1, 0.2, 0.3])
def rhs(z, t, q):
    q[0][0] = 5.0
    return -z
fitted = si.odeint(rhs, [1.0], [0.0, 1.0], args=([times],))
def f(x: "float64[n]", s: float):
    return x*times*s
""",
        "ADC0123",
    ),
    (
        """
import numpy as np
import scipy.integrate as si
times = np.array([0.0, 0.1, 0.2, 0.3])
start = np.array([1.0, 2.0])
fitted = si.odeint(lambda z, t: -z, [start[0], start[1]], times)
def f(x: "float64[n]", s: float):
    return x*times*s + start[1]
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import solve_ivp
times = np.array([0.0, 0.1, 0.2, 0.3])
def solve_ivp(f, a, b, t_eval):
    t_eval[0] = 7.0
solve_ivp(1, [0.0, 3.0], 2.0, t_eval=times)
def f(x: "float64[n]", s: float):
    return x*times*s
""",
        "ADC0123",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
