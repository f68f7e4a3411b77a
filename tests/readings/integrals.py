"""SciPy's integrals as functions, Voigt's profile, and curves through samples."""

from __future__ import annotations

import importlib.util

import numpy as np

from tests.readings.table import Reading, text

_HEAD = "import numpy as np\nfrom scipy import integrate, interpolate, special\n"
_F = 'def f(x: "float64[N]", y: "float64[N]", s: float, t: float, n: int):\n'


def run(statements: str, refused: str = "", **facts: object) -> Reading:
    lines = "".join(f"    {line}\n" for line in statements.splitlines())
    return text(_HEAD + _F + lines, refused, **facts)


def of(expression: str, refused: str = "", **facts: object) -> Reading:
    return run(f"return {expression}", refused, **facts)


#: Where two cases of a function meet, and on both sides.
_POINTS = {"x": np.array([-1.0, 0.0, 0.25, 2.5, 20.0])}
#: Infinite angles and parameters, and those near them.
_ENDS = {
    "x": np.array([-np.inf, -2.0, 0.0, 1.6, np.inf, np.nan, 1.0, 3.0]),
    "y": np.array([-np.inf, -1e10, 0.0, 0.5, 1.0, 1.5, np.inf, np.nan]),
}

SPECIAL = [
    of("special.erfcx(3 * x - 2) + special.dawsn(9 * x - 4) * special.erfi(x - 1)"),
    of("special.erfcx(x / 4) * special.erfcx(0 * s + x)", inputs=_POINTS),
    of("special.dawsn(x) + special.erfi(x / 20)", inputs=_POINTS),
    of("special.exp1(2 * x) * special.expn(2, 2 * x) + special.expn(n, x)"),
    of("special.expn(1, s) + special.expn(3, t)"),
    of("special.ellipk(x / 2) * special.ellipe(x - 1) + special.ellipkm1(x)"),
    of("special.ellipe(0 * x + x * s - x * s)"),
    run(
        "p, m = np.meshgrid(x, y)\n"
        "k, e = special.ellipkinc(p, m), special.ellipeinc(p, m)\n"
        "return k, e, special.ellipk(m), special.ellipe(m), special.ellipkm1(p)",
        smooth=False,
        inputs=_ENDS,
    ),
    of("special.spence(0.3 * x) * special.spence(x) + special.spence(3 * x)"),
    of("special.zeta(1 + x) * special.zeta(1 + x, s)"),
    of("special.lambertw(x - 0.7).real * special.lambertw(3 * s).real"),
    of("special.lambertw(x, -1).real", "ADC0220"),
    of("special.voigt_profile(x, s, t) + special.voigt_profile(3 * x - 4, s / 8, 0.02)"),
    of("special.voigt_profile(x, s / 9, t)", inputs=_POINTS),
    of("special.wofz(4 * x + 1j * s).imag * special.wofz(x / 3 + 7j * s).real"),
    of("special.wofz(x + 0.2j * s).imag", inputs=_POINTS),
]

CURVES = [
    run("g = interpolate.interp1d(np.arange(5.0), y)\nreturn g(x) * g(s)"),
    run("u = np.arange(5.0) / 5 + 0.6\n"
        "g = interpolate.interp1d(u, y, bounds_error=False, fill_value='extrapolate')\n"
        "h = interpolate.interp1d(u[::-1], y, bounds_error=False, fill_value=(s, 2.0))\n"
        "return g(x) * h(x)"),
    run("g = interpolate.interp1d(np.arange(5.0), y, kind='cubic')\nreturn g(x) + g(s)"),
    run("return interpolate.interp1d(np.arange(5.0), y)(9 * x)", "assumed", raises=True),
    run("g = interpolate.CubicSpline(np.cumsum(x), y)\n"
        "return g(2 * x) + g(s, 1) * g(s, 2) * g(x[0], nu=3)"),
    run("g = interpolate.CubicSpline(np.cumsum(x), y, bc_type='natural')\n"
        "return g(s) * interpolate.CubicSpline(np.cumsum(y), x, bc_type='clamped')(x)"),
    run("return interpolate.PchipInterpolator(np.cumsum(x), y)(3.0 * x, extrapolate=True)"),
    run("c = interpolate.splrep(np.cumsum(x), y)\n"
        "g = interpolate.InterpolatedUnivariateSpline(np.cumsum(x), y)\n"
        "return interpolate.splev(x + 1, c, der=1) + interpolate.splev(s, c) * g(x + s)"),
    run("t, c, k = interpolate.splrep(np.cumsum(x), y)\nreturn c", "ADC0213"),
    run("g = interpolate.RegularGridInterpolator((np.arange(5.0), np.arange(5.0) / 2), "
        "np.outer(y, y))\nreturn g(np.stack([x, x * s], axis=-1)) + g((s, x[0]))"),
]  # fmt: skip

_SIGNAL = "from scipy import signal\n"
SIGNALS = [
    run(_SIGNAL + "b = signal.lfilter(x, [2.0, s], np.float32([1, 3]))\nreturn b * t"),
    run(_SIGNAL + "c = signal.lfilter(s, t, y)[0]\nreturn signal.lfilter(x, y, x[:2]) * c"),
    run(_SIGNAL + "return signal.detrend(x[:1]) + signal.detrend(x[:3])"),
    run(_SIGNAL + "return signal.detrend(np.arange(n) ** 2) * s"),
    run(_SIGNAL + "return signal.convolve(x, y[:2], 'same') * s"),
    run(_SIGNAL + "return signal.fftconvolve(x[:2], y, 'same') * s"),
    run(_SIGNAL + "return signal.fftconvolve(x[:, None], y[None, :])"),
    run(_SIGNAL + "return signal.lfilter(x, y, x, zi=y[1:])"),
]  # fmt: skip

SUMS = [
    of("integrate.fixed_quad(lambda v: np.exp(v * s), 0.0, x[0])[0] * "
       "integrate.fixed_quad(lambda v, k: v**k * s, s, 1.0, args=(3,), n=3)[0]"),
    of("integrate.romb(x, dx=s)", "ADC0235"),
    text("from scipy.integrate import romb\ndef f(x: 'float64[5]', s: float):\n"
         "    return romb(x, dx=s)\n"),
    of("integrate.simpson(y, x=x[:4])", "assumed", raises=True),
    of("integrate.simpson(y[:4], x=x)", "assumed", raises=True),
    of("integrate.simpson(x, x=np.array([0.0, 1.0, 1.0, 2.0, 3.0])) * s"),
    of("integrate.simpson(x[:4], x=np.array([0.0, 1.0, 1.0, s])) * s"),
    of("integrate.simpson(x[:4], x=np.array([0.0, 0.0, s, s])) * s"),
    of("integrate.simpson(x[:4], x=np.array([s, 1.0, 2.0, 2.0])) + integrate.simpson(x, dx=0.0)"),
    of("integrate.cumulative_trapezoid(x, np.array([0.0, s]))", "assumed", raises=True),
    of("integrate.cumulative_trapezoid(x[:2], y)", "assumed", raises=True),
    of("integrate.cumulative_trapezoid(x[: n - 4], dx=s)", "assumed", raises=True),
    of("integrate.cumulative_trapezoid(x[:1], dx=s)"),
    of("integrate.cumulative_trapezoid(x, initial=1.0)", "ADC0233", raises=True),
    of("integrate.cumulative_trapezoid(x, initial=s)", "assumed", raises=True),
    of("integrate.cumulative_trapezoid(np.outer(x, y), y, axis=0, initial=0)"),
    of("np.average(x, weights=np.array([s]))", "ADC0220", raises=True),
    of("np.average(np.outer(x, y), axis=1, weights=np.ones(1))", "ADC0220", raises=True),
    of("np.average(x[:1], weights=np.array([s]))"),
    of("integrate.dblquad(lambda v, w: v * s, 0.0, 1.0, 0.0, 1.0)[0]", "ADC0227"),
]  # fmt: skip

NUMPYS = [
    of("np.poly1d(x)(s) * np.poly1d([s, t, 1.0])(x) + np.poly1d(np.polyfit(y, x, 2))(s)"),
    of("np.polynomial.legendre.legval(x, y) * np.polynomial.legendre.legval(s, [1.0, t])"),
    of("np.polynomial.polynomial.polyder(x)[0] + np.require(x, float) * np.asfortranarray(y)"),
    of("np.modf(3 * x)[0] * s + np.modf(-3 * x)[1] * t + np.modf(-s)[0]"),
    of("np.ldexp(x, 2) + np.cumulative_sum(y) * np.cumulative_prod(x)"),
    of("np.kaiser(5, s + 1) * x"),
    of("np.linspace(0, s, 4, retstep=True)[1] * x"),
    of("np.poly1d(x).c * s"),
    of("np.poly1d(x).variable", "ADC0226"),
]

READINGS = (
    (*SPECIAL, *CURVES, *SUMS, *SIGNALS, *NUMPYS) if importlib.util.find_spec("scipy") else ()
)
