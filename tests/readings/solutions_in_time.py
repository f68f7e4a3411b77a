"""Initial value problems by solvers whose steps are not followed, and by DOP853."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    def sir(y, t, beta, gamma):
        S, I, R = y
        dS = -beta*S*I
        dI = beta*S*I - gamma*I
        return dS, dI, gamma*I
    t = np.linspace(0, 1, 3)
    ret = odeint(sir, [0.9, 0.1, 0.0], t, args=(s, 0.3))
    S, I, R = ret.T
    return I, S
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    y, info = odeint(lambda t, y: -s*y, 2.0, [0.0, s], tfirst=True, full_output=True)
    return y[:, 0]
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def pend(y, t, b, c):
    theta, omega = y
    return [omega, -b*omega - c*np.sin(theta)]
def f(x: "float64[n]", s: float):
    sol = odeint(pend, [x[0], 0.0], np.linspace(0, 0.5, 3), args=(0.25*s, 5.0))
    return sol[-1]
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import integrate
def f(x: "float64[n]", s: float):
    r = integrate.solve_ivp(lambda t, v: [v[1], -s*s*v[0]], (0, 4.0), [s, x[0]], method="DOP853",
        t_eval=np.linspace(0.0, 4.0, 9), rtol=1e-6, atol=1e-8)
    return r.y
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import integrate
def f(x: "float64[n]", s: float):
    r = integrate.solve_ivp(lambda t, v: -s*v*v + np.cos(t), (0, 2), x*x + 1.0, method="DOP853")
    return r.y[:, -1], r.t[-1]
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import integrate
def f(x: "float64[n]", s: float):
    r = integrate.solve_ivp(lambda t, v: [v[1], (1 - v[0]**2)*v[1] - v[0]], (0, -3.0), [s, x[0]],
        method="DOP853", t_eval=[-1.0, -2.9], rtol=1e-9)
    return r.y
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import integrate
def f(x: "float64[n]", s: float):
    r = integrate.solve_ivp(lambda t, v: -s*v*v + np.cos(t), (0, 0.25), x*x + 1.0, t_eval=[0.1,
        0.25], method="LSODA", rtol=1e-8, atol=1e-10)
    return r.y
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import integrate
def f(x: "float64[n]", s: float):
    r = integrate.solve_ivp(lambda t, v: [v[1], -s*s*v[0]], (0, 0.5), [s, x[0]], method="Radau",
        t_eval=np.linspace(0.0, 0.5, 3), rtol=1e-9, atol=1e-10)
    return r.y
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import integrate
def f(x: "float64[n]", s: float):
    r = integrate.solve_ivp(lambda t, v: -s*v*v + np.cos(t), (0, 0.25), x*x + 1.0, method="BDF",
        rtol=1e-9, atol=1e-10)
    return r.y[:, -1], r.t[-1]
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import integrate
def f(x: "float64[n]", s: float):
    r = integrate.solve_ivp(lambda t, v: -s*v*v + np.cos(t), (0, 0.25), x*x + 1.0, method="BDF",
        rtol=1e-9, atol=1e-10)
    return r.nfev*x
""",
        "ADC0226",
    ),
    (
        """
import numpy as np
from scipy import integrate
def f(x: "float64[n]", s: float):
    r = integrate.solve_ivp(lambda t, v: -s*v*v + np.cos(t), (0, 2), x*x + 1.0, method="BDF")
    return r.y[:, -1], r.t[-1]
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    return odeint(lambda v, t: -s*v*v + np.cos(t), x*x + 1.0, [0.0, 1.0], rtol=1e-4)
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def f(x: "float64[n]", s: float, r: float):
    return odeint(lambda v, t: -s*v*v + np.cos(t), x*x + 1.0, [0.0, 1.0], rtol=r)
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    return odeint(lambda v, t: -s*v*v + np.cos(t), x*x + 1.0, [0.0, 1.0], atol=0.1)
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    return odeint(lambda v, t: -s*v*v + np.cos(t), x*x + 1.0, [0.0, s*s, 1.0 + s*s], tcrit=[0.5])
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def f(x: "float64[n]", s: float, r: float):
    return odeint(lambda v, t: -s*v*v + np.cos(t), x*x + 1.0, [0.0, 1.0], atol=[1e-7, 1e-9, 1e-8,
        1e-7], rtol=1e-9)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    return odeint(lambda v, t: -s*v*v + np.cos(t), x*x + 1.0, [x[0], x[0] + s*s, x[0] + 1.0 + s*s])
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    def rhs(v, t):
        v[0] = 2.0*v[0]
        return -v*s
    return odeint(rhs, x, [0.0, 1.0])
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    def rhs(v, t):
        out[:] = -v*s
        return out
    out = np.zeros(len(x))
    return odeint(rhs, x, [0.0, 1.0])
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
class Model:
    def __init__(self, k):
        self.k = k
    def rhs(self, v, t, c):
        a, b = v
        if t > 0.2:
            c = 2.0*c
        return np.array([-self.k*a, self.k*a - c*b])
    def run(self, v0, t, c):
        return odeint(self.rhs, v0, t, args=(c,), hmax=0.2, mxstep=5000)
def f(x: "float64[n]", s: float):
    return Model(s).run(x[:2], np.arange(0.0, 0.6, 0.3), x[2])
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    return odeint(lambda v, t: -s*v, x, [1.0, 0.5, 0.5, -1.0])
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    return odeint(lambda v, t: -s*v, x[0], np.array([1.0]))
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    def rhs(v, t):
        c = 1.0
        if t > 0.1:
            c = 3.0*s
        return -c*v
    return odeint(rhs, x, [0.0, 0.2])[-1]
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    return odeint(lambda v, t: s*(v if v[0] > 1e9 else -v), x, [0.0, 1.0])[-1]
""",
        "warned",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    return odeint(lambda v, t: (1.0 if t < s else 2.0)*v, x, [0.0, 1.0])[-1]
""",
        "warned",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    y = odeint(lambda v, t: np.array([-s*v[0], s*v[0] - 9.0*s*(v[1] - np.cos(t))]), x[:2]**2,
        [0.0, 0.125, 0.25])
    return y[-1], y[1]
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    y = odeint(lambda v, t: -s*v, np.zeros(2), np.linspace(0.0, 0.5, 3))
    z = odeint(lambda v, t: [v[1], (x[0] - s*s*v[0])], [0.0, 0.0], np.linspace(0.0, 0.5, 3))
    return y[-1] + z[-1]
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    t = np.linspace(0, 0.5, 3)
    u = np.sin(t)*s
    def rhs(y, t, tt, u):
        return -y*x[0] + np.interp(t, tt, u)
    return odeint(rhs, 0.5, t, args=(t, u)).ravel()
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import ode
def f(x: "float64[n]", s: float):
    r = ode(lambda t, y: -s*y + np.sin(t)).set_integrator("dopri5")
    r.set_initial_value(x, 0.0)
    out = np.zeros((4, len(x)))
    k = 0
    while r.successful() and r.t < 0.35:
        r.integrate(r.t + 0.1)
        out[k] = r.y
        k += 1
    return out
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import integrate
def rhs(t, y, a, b):
    return [y[1], -a*y[0] - b*y[1]]
def f(x: "float64[n]", s: float):
    solver = integrate.ode(rhs)
    solver.set_integrator("vode", method="bdf", rtol=1e-9, atol=1e-11, nsteps=2000)
    solver.set_f_params(s, x[0]).set_initial_value([x[1], 0.5], 0.1)
    states = [solver.integrate(t) for t in (0.2, 0.3)]
    return np.array(states), solver.t, solver.y
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import integrate
def f(x: "float64[n]", s: float):
    r = integrate.ode(lambda t, y: -s*y)
    r.set_initial_value(x[0])
    a = r.integrate(0.5)
    b = r.integrate(1.0)
    return a + b*r.y
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import ode
def f(x: "float64[n]", s: float):
    def rhs(t, y, p):
        return p*y
    r = ode(rhs).set_integrator("dop853")
    r.set_initial_value(x).set_f_params(s)
    calc = []
    times = []
    for k in range(3):
        calc.append(r.integrate(r.t + 0.1))
        times.append(r.t)
    return np.array(calc), np.array(times)
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import ode
def f(x: "float64[n]", s: float):
    r = ode(lambda t, y: s*y).set_integrator("dopri5", rtol=1e-3)
    return r.set_initial_value(x).integrate(0.3)
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
from scipy.integrate import ode
def f(x: "float64[n]", s: float):
    r = ode(lambda t, y: s*y).set_integrator("zvode")
    return r.set_initial_value(x).integrate(0.3)
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
from scipy.integrate import ode
def f(x: "float64[n]", s: float):
    y0 = x.copy()
    r = ode(lambda t, y: s*y)
    r.set_initial_value(y0)
    y0 *= 3.0
    a = r.integrate(0.3)
    b = r.y
    r.integrate(0.5)
    return a, b, y0
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import ode
def f(x: "float64[n]", s: float):
    def rhs(t, y, p):
        return p*y
    r = ode(rhs).set_integrator("lsoda")
    r.set_initial_value(x).set_f_params(s)
    calc = []
    times = []
    for k in range(3):
        calc.append(r.integrate(r.t + 0.1))
        times.append(r.t)
    return np.array(calc), np.array(times)
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def rate(t):
    return 2.0 if t > 0.05 else 1.0
def rhs(y, t, s):
    return -rate(t)*s*y
def f(x: "float64[n]", s: float):
    return odeint(rhs, x, [0.0, 0.1], args=(s,))[-1]
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def rate(t):
    return 2.0 if t > 0.05 else 1.0
def rhs(y, t, s):
    return -rate(y[0])*s*y
def f(x: "float64[n]", s: float):
    return odeint(rhs, x, [0.0, 0.1], args=(s,))[-1]
""",
        "warned",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def rhs(y, t, s):
    t = y[1]
    return -(2.0 if t > 5.0 else 1.0)*s*y
def f(x: "float64[n]", s: float):
    return odeint(rhs, x, [0.0, 0.1], args=(s,))[-1]
""",
        "warned",
    ),
    (
        """
import numpy as np
from scipy.integrate import solve_ivp
def rate(t):
    return 2.0 if t > 5.0 else 1.0
def f(x: "float64[n]", s: float):
    return solve_ivp(lambda t, y: -rate(t)*y + rate(y[0])*s, [0.0, 0.1], x, t_eval=[0.1]).y[:, 0]
""",
        "warned",
    ),
    (
        """
import numpy as np
from scipy.integrate import solve_ivp
def f(x: "float64[n]", s: float):
    return solve_ivp(lambda t, y: -y*s*(t > 5.0), [0.0, 0.1], x, t_eval=[0.1]).y[:, 0]
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import odeint
def rhs(y, t, s):
    c = 0.0
    for t in range(3):
        c += 2.0 if t > 1 else y[t]
    return -c*s*y
def f(x: "float64[n]", s: float):
    return odeint(rhs, x, [0.0, 0.1], args=(s,))[-1]
""",
        "warned",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
