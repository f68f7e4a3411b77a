"""Functions of libraries at their edges: ties, NaN, empty and short arrays, integers, aliases."""

from __future__ import annotations

import pytest

from adc.diagnostics import AdcError
from tests.proof.marks import half_of
from tests.readings.reference import agree, lowered, refuses
from tests.readings.supported import reading
from tests.readings.table import Reading, text

#: Refused while compiling ("ADC…"), by the generated function ("assumed"), or read rightly ("").
EDGES: dict[str, str] = {
    "np.take_along_axis(A, -q[:, None], axis=1)": "",
    "A[np.ix_([-1, 0], [1, -2])]": "",
    "np.put(x, q % 3, x[::-1]); return x": "",
    "np.fill_diagonal(A, A[0]); return A": "",
    "np.fill_diagonal(A[1:, 1:], s); return A": "",
    "np.put_along_axis(A, q[:, None] % 2, A[:, :1], axis=1); return A": "",
    "A[np.triu_indices(5, -2)] = s; return A": "",
    "A[np.tril_indices(5, 7)]": "",
    "np.digitize(np.array([0.5, np.nan, 2.0]), [0.5, 0.5, 1.0]) * s": "",
    "np.digitize(np.array([0.5, np.nan, 2.0]), [1.0, 0.5], right=True) * s": "",
    "np.histogram(np.array([0.0, 0.5, 1.0, np.nan, 0.2]), 4, (0.0, 1.0), weights=x)[0]": "",
    "np.histogram(np.array([s, s, s]), bins=3)[0] * s": "",
    "np.histogram(q, bins=[1, 3, 5])[0] * s": "",
    "np.bincount(q, weights=q, minlength=8) * s": "",
    "np.bincount(q)": "ADC0235",
    "np.max(q, where=q < 3, initial=-5) * s": "",
    "np.max(x, where=x > 1.0)": "ADC0220",
    "np.std(A, axis=1, where=A > 0.6, keepdims=True)": "",
    "special.logsumexp(np.array([s, t]), b=np.array([-1, 2]))": "",
    "special.logsumexp(np.array([-np.inf, s]), b=np.array([0.0, 1.0]))": "",
    "np.quantile(q, 0.35, method='higher') * s": "",
    "np.quantile(x, 0.3, method='nearest')": "ADC0220",
    "np.nanmedian(np.where(A > 1.0, np.nan, A), axis=1)": "",
    "np.argsort(np.array([[s, np.nan, s], [t, t, 0.0]]), axis=1) * s": "",
    "np.array(sorted(np.array([1.0, 1.0, s])))": "",
    "sorted(x, key=abs)": "",
    "np.repeat(q, [1, 2, 0, 0, 1]) * s": "",
    "np.repeat(x, [1, 2])": "assumed",
    "np.pad(q, 1, constant_values=(7, 8)) * s": "",
    "np.linalg.lstsq(B.T, y, rcond=None)[0]": "assumed",
    "a, r, k, w = np.linalg.lstsq(B, x, rcond=None); return w": "ADC0220",
    "np.linalg.lstsq(B, x, rcond=0.1)[0]": "ADC0220",
    "np.linalg.matrix_rank(np.stack([A, A * 0])) * s": "",
    "np.linalg.qr(A, mode='complete')[1] * s": "",
    "np.linalg.qr(B, mode='complete')[0]": "ADC0220",
    "np.linalg.qr(B, mode='raw')[0]": "ADC0220",
    "q, r = np.linalg.qr(B.T); return q @ (r * r) * s": "assumed",
    "np.linalg.eigvalsh(q[:, None] * np.eye(5))": "",
    "w = np.linalg.eigvals(A - 4 * A.T); return np.abs(w), w.imag.max(), (w * w - w).real": "",
    "w = np.linalg.eigvals(A - 4 * A.T); u = [w / (1 + np.exp(w)), w * A[0]]; A[:] = s; "
    "return u[0].real, np.abs(u[1])": "",
    "w, v = np.linalg.eig(A + A.T + 9 * np.eye(5)); return (v * np.sqrt(w)) @ v.T, np.sort(w)": "",
    "w, v = np.linalg.eig(A - 4 * A.T); return (v @ np.diag(w) @ np.linalg.inv(v)).real": "",
    "w = np.linalg.eigvals(A - 4 * A.T); return w": "assumed",
    "w = np.linalg.eigvals(A - 4 * A.T); return np.abs(np.sqrt(w * w))": "assumed",
    "w = np.linalg.eigvals(A); u = w; u *= s; return np.abs(w)": "ADC0213",
    "w, v = linalg.eig(A - 4 * A.T); return w * s, np.abs(v) * np.isreal(np.sqrt(w))": "",
    "w = np.real_if_close(np.linalg.eigvals(q * A)); return np.sum(w[np.isreal(w)].real)": "",
    "r = np.roots([s, -1.0, t, x[0]]); return np.sum(np.angle(r) ** 2), r.real": "",
    "linalg.lu_solve(linalg.lu_factor(A), B, trans=1)": "",
    "linalg.solve_banded((2, 1), np.array([x, x - 1.0, x, 3 * x]), A)": "",
    "linalg.solve_banded((1, 1), A[:2], x)": "ADC0217",
    "ndimage.uniform_filter1d(x, 4, origin=1)": "",
    "ndimage.gaussian_filter(A, 0.5, order=(0, 2), mode='constant', cval=s)": "",
    "ndimage.gaussian_filter(A, s)": "ADC0220",
    "f = np.vectorize(lambda v: v * v if v > 1.0 else 0); return f(x)": "ADC0220",
    "f = np.vectorize(math.floor); return f(x) * s": "",
    "u = np.ma.masked_greater(x, 0.6); return u": "ADC0231",
    "u = np.ma.masked_greater(x, 0.0); return u.sum()": "assumed",
    "u = np.ma.masked_greater(A, 0.6); return u.var(axis=1, ddof=1).filled(s)": "",
    "u = np.ma.array(x, mask=x > 1.0); x[1] = 0.7; return u.sum() * s": "",
    "u = np.ma.masked_invalid(1 / (x - x[0])); x[1] = 7.0; return (u * x).sum()": "",
    "np.roots([s, t, 3.0])": "assumed",
    "np.emath.sqrt(x - 1.0)": "assumed",
    "np.poly1d([0.0, s]).coeffs": "assumed",
    "np.setxor1d(np.array([s, np.nan]), x)": "assumed",
    "len(np.union1d(np.array([s, np.nan]), np.array([np.nan, s]))) * s": "",
    "f = A.flat; A[0, 1] = s; return f[1] * t": "",
    "A.T.flat[1:9] = x[0]; return A": "",
    "A.flat[[1, 7]] = y[:2]; return A": "",
    "v = np.lib.stride_tricks.sliding_window_view(x, 2); x[1] = s; return v * t": "",
    "np.lib.stride_tricks.sliding_window_view(x, 2, writeable=True)": "ADC0220",
    "np.arange(0.25, n / 2, 0.75) * s": "",
    "np.arange(0.0, n * 0.1, 0.1) * s": "ADC0235",
    "k = int(len(x) * 0.75 + 0.5); return x[:k] * s": "",
    "k = math.ceil(n / 2); return x[:k] * s": "",
    "stats.ttest_1samp(x.astype(np.float32), s)[0]": "ADC0220",
    "distance.cdist(A, A)": "",
    "distance.pdist(A, 'mahalanobis')": "ADC0220",
    "optimize.brentq(lambda v: v * v - s, 2.0, 3.0)": "assumed",
    "optimize.brentq(lambda v: 1.0 if v > s else -1.0, 0.0, 3.0)": "assumed",
    "optimize.brentq(lambda v: v - s if v > s else 5.0 * (v - s), 0.0, 3.0)": "assumed",
    "optimize.root_scalar(lambda v: v - s, x0=1.0).root": "",
    "optimize.root_scalar(lambda v: np.exp(v) - s, x0=1.0, x1=2.0, method='secant').root": "",
    "optimize.root_scalar(lambda v: v - s, x0=1.0, method='newton')": "ADC0220",
    "optimize.newton(lambda v: (v - s) ** 2, 3.0, fprime=lambda v: 2 * (v - s))": "assumed",
    "optimize.newton(lambda v: v * v + s, 3.0, fprime=lambda v: 2 * v)": "assumed",
    "optimize.newton(lambda v: v - v * np.exp(-v * v) * s, 0.3)": "",
    "optimize.newton(lambda v: v**3 - s, x)": "ADC0220",
    "linalg.expm(np.array([[0.0, s], [-t, 0.0]]))": "",
    "ndimage.median_filter(x, 4)": "ADC0220",
    "ndimage.map_coordinates(A, [x, x])": "ADC0220",
    "signal.convolve2d(B[:2, :3], A, mode='valid')": "assumed",
    "stats.truncnorm.pdf(np.array([6.0, 7.0]), 5, 8) * s": "",
    "special.boxcox(np.array([s, t]), np.array([0.0, 2.0]))": "",
    "m = x > 1.0; return np.sum(y[np.flatnonzero(m[:2])])": "",
    "k = np.flatnonzero(x[:2] > 0.1); y[k] = s; return y": "",
    "u = np.ma.masked_greater(x, 1.0); u += 1.0; return u.sum()": "ADC0220",
    "m = x > 1.0; u = np.ma.array(x, mask=m); m[0] = True; return u.sum()": "",
    "m = x > 1.0; u = np.ma.masked_where(m, x); m[0] = True; return u.sum()": "",
    "isinstance(np.poly1d(x), np.poly1d) * s": "ADC0213",
    "np.unstack(B)[0] * s": "ADC0220",
    "stats.norm.std(x, s) * s": "",
    "stats.beta.var(s, t, x) * stats.lognorm.std(s, t)": "",
    "u = np.unstack(B[:2]); return (u + u)[1] * s": "",
    "np.fft.rfftn(B, s=(4,)).real + np.fft.irfftn(B + 0j, (3,))": "",
    "fft.rfftn(A, axes=(0, 0)).imag": "ADC0220",
    "fft.dct(x.astype(np.float32)) * s": "ADC0220",
    "special.boxcox(x, 0 * s) + special.boxcox1p(x, 0 * s) * special.inv_boxcox(x, 0 * s)": "",
    "u = np.array([0.0, 1e-9, 0.05, 0.2, 1.0]) * s; return special.boxcox(x, u)": "",
    "u = np.array([0.0, 1e-9, 0.005, 0.2, 1]) * s; return special.inv_boxcox(x, u)": "",
    "u = s - float(s); return special.boxcox(x, u)": "",
    "special.kn(-2, x)": "ADC0220",
    "Rotation.from_rotvec(y * 1e-4).as_matrix()": "",
    "Rotation.from_quat([0.0, 0.0, -s, 0.0]).as_rotvec()": "",
    "r = Rotation.from_rotvec(y * 4); return r.as_rotvec(degrees=True) * r.magnitude()": "",
    "r = Rotation.from_quat(x[:4], scalar_first=True); return r.apply(B, inverse=True)": "",
    "Rotation.identity().apply(y) * s": "",
    "Rotation.from_euler('z', [s]).as_matrix()": "ADC0220",
    "Rotation.from_euler('xYz', y).as_quat()": "ADC0233",
    "Rotation.from_rotvec(B).as_matrix()": "ADC0220",
    "g = interpolate.interp1d(np.arange(5.0), x, kind='next'); return g(np.arange(3.0)) * g(s)": "",
    "interpolate.interp1d(np.arange(5.0), x, kind='nearest')([0.5, 1.5, 4.0]) * s": "",
    "interpolate.interp1d(np.arange(3.0), B, fill_value='extrapolate')(9 * y)": "",
    "interpolate.interp1d(np.arange(3.0), B)(9 * y)": "assumed",
    "interpolate.interp1d(np.arange(5.0), x, kind='quadratic')": "ADC0220",
    "interpolate.CubicSpline(np.arange(5.0), x, bc_type='periodic')": "ADC0220",
    "interpolate.CubicSpline(np.cumsum(x), x).derivative(2)(y)": "",
    "interpolate.PchipInterpolator(np.arange(5.0), x).integrate(-1.0, 7 * s)": "",
    "interpolate.make_interp_spline(np.arange(5.0), x)(s)": "",
    "interpolate.CubicHermiteSpline(np.arange(5.0), x, A[0])(s, 1)": "",
    "f = interpolate.PchipInterpolator(np.cumsum(x), x); x[1] = 9.0; return f(s)": "",
    "f = interpolate.splrep(np.arange(5.0), x); x *= t; return interpolate.splev(s, f)": "",
    "f = interpolate.interp1d(np.arange(5.0), x, assume_sorted=True); x[1] = 9; return f(s)": "",
    "interpolate.interp1d(x, x, copy=False, assume_sorted=True)": "ADC0220",
    "u = np.cumsum(x); f = interpolate.CubicHermiteSpline(u, x, x); x[1] = 9.0; return f(s)": "",
    "u = np.cumsum(x); f = interpolate.CubicHermiteSpline(u, x, x); u[1] = 3.0; return f(s)": (
        "ADC0211"
    ),
    "u = np.arange(9, dtype=np.float32)[4:] / 3; return interpolate.CubicSpline(u, u**3)(x)": "",
    "p = np.arange(5.0); f = interpolate.RegularGridInterpolator((p, p), np.outer(x, x**2)); "
    "return f([(s, t), (t, 0.3), (0.1, s)]) * f([s, 2.0]) * f(([s], t))": "",
    "p = np.arange(4.0, -1.0, -1.0); f = interpolate.RegularGridInterpolator((p, p), "
    "np.outer(x, x), bounds_error=False); return f((s, t))": "assumed",
    "hasattr(interpolate.CubicSpline(np.arange(5.0), x), 'c') * s": "ADC0213",
    "signal.lfilter_zi([1.0, s], [0.0, 2.0, 0.3])": "assumed",
    "signal.filtfilt([1.0, s], [1.0, 0.2, 0.1], A, padtype='even', padlen=n)": "",
    "signal.filtfilt(np.ones(2) / 2, 1.0, A[:, 0], padtype='constant', padlen=2)": "",
    "signal.filtfilt([1.0, s], [1.0, 0.2], x)": "assumed",
    "b, a = signal.butter(3, 30 * s, 'high', fs=100.0); return a * b": "",
    "b, a = signal.butter(2, [0.1, s / 2], btype='bandstop'); return a * b": "",
    "signal.butter(2, s * 9)[0]": "assumed",
    "signal.butter(2, s / 2, output='sos')": "ADC0231",
    "signal.butter(2, s / 2, output='sos')[0]": "ADC0232",
    "signal.butter(2, s / 2, output='zpk')": "ADC0220",
    "signal.sosfiltfilt(signal.butter(1, s / 3, 'hp', output='sos'), A.ravel()) + s": "",
    "p = signal.butter(2, [0.2, 0.4], 'bp', output='sos'); return signal.sosfilt(p, x)": "",
    "np.lib.stride_tricks.sliding_window_view(A, (2, 3), axis=(1, 0)) * s": "",
    "np.lib.stride_tricks.sliding_window_view(A, 2)": "ADC0220",
    "signal.firwin(5, [0.2, s / 2], pass_zero=False, scale=False) * x": "",
    "signal.firwin(5, 9 * s, pass_zero='highpass', window='hann', fs=50.0) * x": "",
    "signal.lfilter_zi([1.0, s, 0.2], [2.0, 0.2])": "",
    "stats.genextreme.pdf(x, s * 1e-3, t, s) * stats.genextreme.sf(x, -s)": "",
    "stats.genextreme.logpdf(x, 0.0, s, t) + stats.genextreme.ppf(x / 2, 0.1, s)": "",
    "stats.genextreme.cdf(np.array([0.5, 2.0, 3.0]), 0.5 + 0.0 * s)": "assumed",
    "stats.genextreme.ppf(s / 9, 0.2) * stats.genpareto.ppf(s / 9, t)": "",
    "stats.genpareto.pdf(x - 1.0, 0.3) * stats.genpareto.ppf(x / 2, s)": "",
    "stats.nbinom.cdf(q, 3, x / 2) + stats.nbinom.sf(q, 3, x / 2)": "",
    "stats.geom.sf(q, x / 2) * stats.randint.pmf(q, 0, 3)": "",
    "stats.fisk.pdf(x, s) * stats.gennorm.pdf(x, t) * stats.halfcauchy.pdf(x)": "",
    "stats.levy.pdf(x) * stats.levy.cdf(x) * stats.triang.pdf(x / 2, 0.3)": "",
    "stats.chi(3).cdf(x) * stats.weibull_max.cdf(x - 1.0, s)": "",
    "np.delete(x, [1, 1, 3]) * np.delete(x, [-1, -3])": "",
    "np.delete(x, [1, -1])": "ADC0220",
    "np.insert(A, 1, s, axis=0) + np.insert(A, -1, x, axis=0)": "",
    "v = x[:4].reshape((2, 2), order='F'); v[0, 1] = s; return x * t": "",
    "v = A.T.ravel('F'); v[3] = s; return A": "",
    "v = A.ravel('F'); v[3] = s; return A": "ADC0211",
    "A.reshape(-1, order='A')": "ADC0220",
    "a, b, c = np.meshgrid(x, y, y, sparse=True); return a * b + c": "",
    "np.r_[0:n:2, 7, 5:0:-2] * s": "",
    "np.linspace(x, s, 4, endpoint=False)": "",
    "u = np.ma.masked_less(x, 1.0); return np.ma.average(u, weights=x) * np.ma.getmask(u)": "",
    "math.modf(s)[0] + math.modf(-s * 3)[1]": "",
    "np.polynomial.legendre.leggauss(4)[0] * s": "",
    "special.jv(0.5, x)": "ADC0220",
    "special.jv(-3, 40 * x) + special.jv(n, x) * special.yv(-1, x * 0.01)": "",
    "special.yn(2, 30 * x) * special.jn(5, 4.0 + x)": "",
    "special.kv(-s, x) * special.kve(2, x * 1e-3) * special.ive(0, 40 * x)": "",
    "special.iv(s, -x)": "assumed",
    "special.spherical_jn(6, 6 * x) * special.spherical_jn(6, s)": "",
    "special.spherical_yn(0, x) * special.spherical_yn(1, -x)": "",
    "special.spherical_yn(7, 0.2 * s)": "",
    "special.spherical_yn(5, 40 * x) + special.spherical_yn(n, s)": "",
    "special.polygamma(0, x) * special.polygamma(n, x)": "",
    "special.comb(q - 2, 3) * s": "",
    "special.binom(x, q)": "assumed",
    "special.expi(-x) + special.expi(x + 50)": "",
    "special.lpmv(2, 1, x / 2) + special.lpmv(1, 3, x / 2)": "",
    "special.lpmv(1, 2, x)": "assumed",
    "special.rgamma(x) * special.eval_hermitenorm(3, x)": "",
    "special.eval_sh_legendre(3, x) * special.eval_sh_chebyt(0, x)": "",
    "special.eval_legendre(-1, x)": "ADC0220",
    "special.eval_hermitenorm(3, 1) * s + special.eval_hermite(m, x)": "",
    "special.poch(x, 3) * special.factorial(q - 2)": "",
    "special.factorial(x)": "ADC0220",
    "np.zeros((n - 5).bit_length()) + s": "assumed",
    "np.zeros(1 + int(np.log2(n - m - 1))) + s": "assumed",
    "np.zeros(2 ** (int(np.log2(n - 3)) + 1) + 2 ** (9).bit_length()) + s": "",
    "q[0].bit_length() * s": "ADC0220",
    "k = int(2 ** np.floor(np.log2(n + m))); return np.zeros((k, 2)) + s": "",
    "k = int(0.4 * n); return np.mean(np.sort(x)[k:-k]) * s": "",
    "np.choose([0, 1, 0], [y, y * s]) * np.choose([True, False, True], (y, y + t))": "",
    "stats.gmean(A, weights=A[0]) + stats.gmean(A, weights=A, axis=None)": "",
    "stats.entropy(A, x) + stats.entropy(x, A)": "",
    "special.betaincc(s / 9, t, x * 1e-30)": "",
    "special.gammaincc(x * 1e-9, s / 2)": "",
    "special.rel_entr(np.array([1.0, 1.0, 3.0]) * s, np.array([2.0, 0.9, 1.0]))": "",
    "linalg.lu_solve(linalg.lu_factor(A), np.array([s, t, 0.7, 1.1, 0.9]))": "",
    "special.eval_chebyu(-2, x)": "ADC0220",
    "np.polymul([0.0, s], y)": "assumed",
    "p = np.poly1d(y); return ((p - p) * p)(s) * t": "",
    "np.polynomial.polynomial.polyadd(x, -x)": "assumed",
    "np.polynomial.polynomial.polyder(y, 3)": "assumed",
    "stats.hmean(x[:2] * 0.0) * s": "",
    "stats.pmean(x, 0)": "ADC0220",
    "stats.iqr(x, rng=(75, 25))": "",
    "stats.trim_mean(x, 0.6)": "assumed",
    "linalg.toeplitz(B)": "ADC0220",
    "u = np.ma.array(x); return u.sum()": "ADC0220",
    "u = np.ma.array(x, mask=x > 9.0); v = u.filled(0.0); v[1] = s; return v + x": "",
    "u = np.ma.array(x, mask=x > 0.9); v = u.filled(0.0); v[1] = s; return v + x": "",
    "v = np.asfortranarray(A); v[0] = s; return A": "ADC0211",
    "v = np.asfortranarray(x); v[0] = s; return x": "",
    "integrate.solve_ivp(lambda v, u: -s * u * u, [t, 0.0], x, 'RK23', [t, t / 2, 0], "
    "max_step=0.2).y": "",
    "r = integrate.solve_ivp(lambda v, u, a: -a * u, [0, t], q, args=(s,), first_step=0.1); "
    "return r.y[1, -1] * r.y[2][-1] * r.t[-1] * r.nfev": "",
    "integrate.solve_ivp(lambda v, u: -s * u, [0, t], x).y": "ADC0231",
    "integrate.solve_ivp(lambda v, u: -s * u, [0, t], x, method='BDF').t": "ADC0220",
    "integrate.solve_ivp(lambda v, u: u * u, [0, 9.0], x, t_eval=[9.0]).y": "assumed",
    "optimize.fsolve(lambda v: np.arctan(v) - 0.1 * s, 3.0, xtol=1e-14)": "",
    "optimize.fsolve(lambda v: v * v + s, 1.0)": "assumed",
    "special.gammasgn(np.array([-1.0, -0.0, 0.0, -2.5, -1.5, np.inf])[1:]) * s": "",
    "special.jvp(1, x, 2)": "ADC0220",
    "signal.freqs([s, 0.5], [1.0, t], x)[1].real * signal.correlation_lags(3, 3)": "",
    "signal.windows.triang(5)[0] * s + signal.windows.triang(1, False) + ndimage.sum(x)": "",
    "linalg.polar(B.T, 'left')[1] @ y": "",
    "linalg.leslie(x, x)": "ADC0233",
    "u, k, c = np.unique(np.array([2, 1, 2, 1, 3]), True, return_counts=True); "
    "return np.sum(x[k] * c)": "",
    "r = integrate.solve_ivp(lambda v, u: -s * u, [0, 1], x, 'RK23', [0, 1]); return r.t, r.y": "",
    "w = x * 0; r = integrate.solve_ivp(lambda v, u: np.multiply(-s, u, out=w), [0, 9], x)\n"
    "return r.y[:, -1]": "ADC0220",
    "integrate.solve_ivp(lambda v, u: -s * u, [0, t], x, first_step=9.0).t[-1]": "assumed",
    "integrate.solve_ivp(lambda v, u: -s * u, [0, t], x, 'RK23').y[None, -1]": "ADC0220",
    "w = x * 0; return optimize.fsolve(lambda v: np.subtract(v, x, out=w), x + s)": "ADC0220",
    "special.beta(-3, 2) * special.beta(3, -3) * s + special.betaln(-3, 2)": "",
    "np.sign(special.digamma(x[0] * 0.0)) * s": "",
    "x * special.gammasgn(x.astype(np.float32)).itemsize": "",
    "x * ndimage.mean(x.astype(np.float32)).itemsize": "",
    "w, h = signal.freqs([1.0, 2.0], [1.0, s], x); w[0] = s; return x + h.real": "",
    "w = []; for i in range(n): w.append(x[i : i + 2] * 1.0); return np.array(w)": "",
    "np.outer(x, range(3)) + np.asarray(range(1, 4)), np.array(range(9, 0, -2), dtype=float)": "",
    "np.polyfit(range(len(x)), x, 1)[0] * np.interp(s, range(len(x)), x) + np.array(range(0))": "",
    "np.array(range(s)) * t": "ADC0227",
    "u = 100.0; w = int(np.ceil(u * 0.07)); k = int(np.rint(2.5) + math.floor(-0.5 * u) + 50); "
    "return np.hanning(w) * s, x[:k], np.ones(int(np.trunc(u / 30))) * t": "",
    "w = np.broadcast_shapes(x.shape, (1,), 3 // 3); z = np.broadcast_shapes((2, 1), (3,), ()); "
    "return np.ones((*z, *w)) * x": "",
    "np.lib.scimath.sqrt(x) * np.lib.scimath.log(s)": "",
    "r = integrate.solve_ivp(lambda v, u: [-u[1], s * u[0]], [0, 1], [t, 1], 'RK23'); "
    "return r.y[:, -1]": "",
}

#: A file that gives NumPy's names, and Python's, other meanings.
SHADOWED = text(
    """
    import numpy


    def len(v):
        return 3.0


    def f(x: "float64[N]", s: float):
        np = s
        return numpy.polyfit(x, numpy.sin(x), 1) * np * len(x)
    """
)
#: One that takes a function's text several times, at data's word, and in a loop that data end.
AGAIN = text(
    """
    import numpy as np


    def fit(x, y):
        c = np.polyfit(x, y, 1)
        return c[0] * x + c[1] if c[0] > -9.0 else np.polyfit(y, x, 1)[0] * x


    def f(A: "float64[N, N]", x: "float64[N]", s: float):
        k = 0
        while np.linalg.cond(A) > 3.0 and k < 5:
            A = A + np.eye(A.shape[0]) * s
            k += 1
        return fit(x, fit(np.sort(x), A[0]))
    """
)


@pytest.mark.parametrize("example", half_of(EDGES))
def test_edge(example: str) -> None:
    own, refused = reading(example), EDGES[example]
    if refused == "assumed":
        assert refuses(own)
    elif refused:
        with pytest.raises(AdcError) as caught:
            lowered(own)
        assert caught.value.diagnostics[0].code == refused
    else:
        agree(own)


@pytest.mark.parametrize("own", (SHADOWED, AGAIN), ids=("shadowed", "again"))
def test_text_of_adcs_own(own: Reading) -> None:
    agree(own)
