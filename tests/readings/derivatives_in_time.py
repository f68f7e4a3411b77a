"""Initial value problems whose states tell little of derivatives, or that jump elsewhere."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
from scipy.integrate import ode
def f(x: "float64[n]", s: float):
    r = ode(lambda t, y: -s*y*t)
    r.set_initial_value(x, 0.0)
    r.y[0] = 2.0*s
    out = np.zeros(3)
    for k in range(3):
        r.integrate(r.t + 0.1)
        out[k] = r.y[0]
        r.y[0] = 5.0
    r.set_initial_value(r.y, 0.0)
    r.y[1] = s
    return out, r.integrate(0.1)
""",
        "",
    ),
    (
        """
from scipy.integrate import ode
def f(x: "float64[n]", s: float):
    r = ode(lambda t, y: -s*y*t).set_integrator("vode")
    r.set_initial_value(x, 0.0)
    r.integrate(0.1)
    r.y[0] = 3.0
    r.t = 0.0
    a = r.integrate(0.2)
    r.set_integrator("dopri5")
    r.y[0] = 4.0*s
    return a, r.integrate(0.3)
""",
        "",
    ),
    (
        """
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    return odeint(lambda y, t: s*np.cos(t), 0.5, [0.0, 0.2])[-1]
""",
        "",
    ),
    (
        """
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    return odeint(lambda y, t: y*s if t > 1.0 else 2.0*y, x[:2], [s, s + 0.4], rtol=1e-11,
        atol=1e-12)[-1]
""",
        "",
    ),
    (
        """
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    def rhs(y, t):
        t = y[0]
        return y if t > 9.0 else 2*y
    return odeint(rhs, x, [0.0, 0.2])
""",
        "warned",
    ),
    (
        """
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    def gate(t):
        return 1.0 if t > 9.0 else 2.0
    return odeint(lambda y, t: y*gate(y[0]), x, [0.0, 0.2])
""",
        "warned",
    ),
    (
        """
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    h = np.sign
    return odeint(lambda y, t: -h(y)*s, x, [0.0, 0.2])
""",
        "warned",
    ),
    (
        """
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    return odeint(lambda y, t: y if max(y[0] - 9.0, 0.0) else 2*y, x, [0.0, 0.2])
""",
        "warned",
    ),
    (
        """
from scipy.integrate import odeint
from scipy.interpolate import interp1d
def f(x: "float64[n]", s: float):
    g = interp1d([0.0, 1.0, 2.0, 9.0], [0.0, 1.0, 2.0, 3.0], kind="previous")
    return odeint(lambda y, t: y*g(y[0]), x, [0.0, 0.2])
""",
        "warned",
    ),
    (
        """
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    g = {"gate": lambda v: 1.0*(v > 9.0)}
    return odeint(lambda y, t: -y*g["gate"](y[0]), x, [0.0, 0.2])
""",
        "warned",
    ),
    (
        """
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    def gate(v):
        return 1.0*(v > 9.0)
    return odeint(lambda y, t, g: -y*g(y[0]), x, [0.0, 0.2], args=(gate,))
""",
        "warned",
    ),
    (
        """
from functools import partial
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    def rhs(y, t, k):
        return y if y[0] > k else 2*y
    return odeint(partial(rhs, k=s + 9.0), x, [0.0, 0.2])
""",
        "warned",
    ),
    (
        """
from scipy.integrate import odeint
def f(x: "float64[n]", s: float):
    def make(g):
        def rhs(y, t):
            return y*g(y[0])
        return rhs
    return odeint(make(lambda v: 1.0*(v > 9.0)), x, [0.0, 0.2])
""",
        "warned",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
READINGS += [
    text(HEADER + "from scipy.integrate import odeint\n" + source, inputs={"s": 0.0})
    for source in (
        """
def f(s: float):
    return odeint(lambda y, t: s*np.sin(60*t), 0.0, [0.0, 2.0])[-1]
""",
        """
def f(s: float):
    return odeint(lambda y, t, k: -0.1*np.cos(60*t)*(y - k), s, [0.0, 1.0], args=(s*s,))[-1]
""",
    )
]
