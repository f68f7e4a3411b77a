# Nonlinear least squares, as adc reads them (`adc/lowering/numpy/written.py`): not to be imported.
# What each search ends with is refined by `adc_stationary` (minimisers.py).

import numpy as np


class adc_fit:
    def __init__(self, x, fun, jac):
        self.x = x
        self.fun = fun
        self.jac = jac
        self.grad = jac.T @ fun
        self.cost = 0.5 * np.sum(fun * fun)
        self.success = True
        self.status = 1
        self.message = "The least-squares solution was found."

    def __getitem__(self, key):
        if key == "x":
            return self.x
        if key == "fun":
            return self.fun
        if key == "jac":
            return self.jac
        if key == "cost":
            return self.cost
        if key == "success":
            return self.success
        raise NotImplementedError("for `x`, `fun`, `jac`, `cost` and `success` of what it gives")


def adc_residuals(v, f, args):
    return np.ravel(np.asarray(f(v * 1.0, *args)) * 1.0)


def adc_begun_fit(f, start, args):
    # SciPy hands on its own arrays: who writes to these changes its steps.
    seen = start * 1.0
    found = np.ravel(np.asarray(f(seen, *args)))
    if np.any(seen != start):
        raise NotImplementedError("for functions that leave their argument as it is")
    return len(found)


def adc_jacobian(v, f, args, m):
    # Exact: what is fitted is differentiated here.
    found = np.zeros((m, len(v)))
    for j in range(len(v)):
        way = np.zeros(len(v))
        way[j] = 1.0
        found[:, j] = adc_tangent(way, 0, adc_residuals, v, f, args)
    return found


def adc_normal_equations(v, f, args):
    residuals = adc_residuals(v, f, args)
    return adc_jacobian(v, f, args, len(residuals)).T @ residuals


def adc_residuals_and_slopes(v, f, fprime, across, high, args, m):
    # The residuals, and their slopes as they are given, or forward differences: backward ones where
    # there is no room below `high`.
    n = len(v)
    slopes = np.zeros((m, n))
    residuals = np.zeros(m)
    if callable(fprime):
        residuals[:] = adc_residuals(v, f, args)
        given = np.asarray(fprime(v * 1.0, *args))
        slopes[:, :] = given.T if across else given
    else:
        for q in range(n + 1):
            moved = v * 1.0
            h = 0.0
            for j in range(n):
                if q == j + 1:
                    h = 1.4901161193847656e-08 * np.abs(v[j])
                    h = np.where(h == 0.0, 1.4901161193847656e-08, h)
                    if high is not None:
                        h = np.where(v[j] + h <= high[j], h, -h)
                    moved[j] += h
            there = adc_residuals(moved, f, args)
            if q == 0:
                residuals[:] = there
            else:
                slopes[:, q - 1] = (there - residuals) / h
    return residuals, slopes


def adc_damped(upper, target, damping):
    # The x that makes |upper x - target|**2 + |damping x|**2 least.
    n = len(target)
    both = np.zeros((2 * n, n))
    both[:n] = upper
    both[n:] = np.diag(damping)
    q, r = np.linalg.qr(both)
    return np.linalg.solve(r, q[:n].T @ target), r


def adc_within_radius(upper, target, scale, radius, damping, near):
    # J. J. More, The Levenberg-Marquardt algorithm: implementation and theory (1978), section 5:
    # the damping for which the scaled step is as long as the radius, but for a part `near`.
    n = len(target)
    pivots = np.abs(np.diag(upper))
    whole = np.min(pivots) > 2.3e-16 * n * np.max(pivots)
    step = np.zeros(n)
    over, least = 0.0, 0.0
    if whole:
        step = np.linalg.solve(upper, target)
        size = adc_length(scale * step)
        over = size - radius
        if over > near * radius:
            bent = np.linalg.solve(upper.T, scale * (scale * step / size))
            least = over / radius / np.sum(bent * bent)
    if whole and over <= near * radius:
        damping = 0.0
    else:
        steep = adc_length((upper.T @ target) / scale)
        most = steep / radius
        if most == 0.0:
            most = 2.2250738585072014e-308 / np.minimum(radius, near)
        damping = np.minimum(np.maximum(damping, least), most)
        if damping == 0.0 and whole:
            damping = steep / adc_length(scale * step)
        rounds, ended = 0, False
        while not ended:
            if damping == 0.0:
                damping = np.maximum(2.2250738585072014e-308, 0.001 * most)
            step, both = adc_damped(upper, target, np.sqrt(damping) * scale)
            size = adc_length(scale * step)
            before = over
            over = size - radius
            rounds += 1
            ended = np.abs(over) <= near * radius or rounds >= 10
            ended = ended or (least == 0.0 and over <= before and before < 0.0)
            if not ended:
                bent = np.linalg.solve(both.T, scale * (scale * step / size))
                further = over / radius / np.sum(bent * bent)
                if over > 0.0:
                    least = np.maximum(least, damping)
                else:
                    most = np.minimum(most, damping)
                damping = np.maximum(least, damping + further)
    return step, damping


def adc_by_marquardt(f, start, fprime, across, ftol, xtol, gtol, maxfev, args):
    # Levenberg's and Marquardt's method, with the constants of MINPACK's LMDIF and LMDER.
    n = len(start)
    m = adc_begun_fit(f, start, args)
    if m < n:
        raise TypeError("there are no fewer residuals than unknowns")
    x = start * 1.0
    moved = start * 1.0
    here, slopes = np.zeros(m), np.zeros((m, n))
    scale = np.ones(n)
    upper, target = np.zeros((n, n)), np.zeros(n)
    value, size, radius, damping, calls = 0.0, 0.0, 0.0, 0.0, 0
    first, anew, ended = True, True, False
    while not ended:
        if anew:
            here, slopes = adc_residuals_and_slopes(x, f, fprime, across, None, args, m)
            calls += 1 if callable(fprime) else n + 1 if first else n
            value = adc_length(here)
            columns = np.sqrt(np.sum(slopes * slopes, axis=0))
            q, upper = np.linalg.qr(slopes)
            target = q.T @ here
            if first:
                scale = np.where(columns == 0.0, 1.0, columns)
                size = adc_length(scale * x)
                radius = 100.0 if size == 0.0 else 100.0 * size
            steep = np.abs(upper.T @ target) / np.where(columns == 0.0, 1.0, columns)
            steep = np.max(steep)
            steepest = 0.0 if value == 0.0 else steep / value
            ended = steepest <= gtol or value == 0.0
            scale = np.maximum(scale, columns)
            anew = False
        if not ended:
            step, damping = adc_within_radius(upper, target, scale, radius, damping, 0.1)
            moved = x - step
            far = adc_length(scale * step)
            if first:
                radius = np.minimum(radius, far)
            there = adc_length(adc_residuals(moved, f, args))
            calls += 1
            gained = 1.0 - (there / value) ** 2 if 0.1 * there < value else -1.0
            straight = adc_length(upper @ step) / value
            damped = np.sqrt(damping) * far / value
            foreseen = straight * straight + 2.0 * damped * damped
            slope = -(straight * straight + damped * damped)
            ratio = 0.0 if foreseen == 0.0 else gained / foreseen
            if ratio <= 0.25 or np.isnan(ratio):
                share = 0.5 if gained >= 0.0 else 0.5 * slope / (slope + 0.5 * gained)
                if not (0.1 * there < value and share >= 0.1):
                    share = 0.1
                radius = share * np.minimum(radius, 10.0 * far)
                damping = damping / share
            elif damping == 0.0 or ratio >= 0.75:
                radius = 2.0 * far
                damping = 0.5 * damping
            if ratio >= 1e-4:
                x = moved * 1.0
                size = adc_length(scale * x)
                value = there
                first, anew = False, True
            ended = np.abs(gained) <= ftol and foreseen <= ftol and 0.5 * ratio <= 1.0
            ended = ended or radius <= xtol * size
            if not ended and (calls >= maxfev or np.isnan(value)):
                raise RuntimeError("Number of calls to function has reached maxfev")
            # No better than by rounding: what is found wanting then, is so by `adc_stationary`.
            ended = ended or (
                np.abs(gained) <= 2.3e-16 and foreseen <= 2.3e-16 and 0.5 * ratio <= 1.0
            )
            ended = ended or radius <= 2.3e-16 * size
    return x


def adc_by_region(f, start, fprime, ftol, xtol, gtol, maxfev, args):
    # The same in a region of trust without scales, with SciPy's rules for its radius (M. A. Branch,
    # T. F. Coleman, Y. Li, 1999).
    n = len(start)
    m = adc_begun_fit(f, start, args)
    if m < n:
        raise NotImplementedError("where there are no fewer residuals than unknowns")
    x = start * 1.0
    here, slopes = np.zeros(m), np.zeros((m, n))
    upper, target = np.zeros((n, n)), np.zeros(n)
    value, damping, calls = 0.0, 0.0, 0
    radius = adc_length(x)
    radius = 1.0 if radius == 0.0 else radius
    anew, ended = True, False
    while not ended:
        if anew:
            here, slopes = adc_residuals_and_slopes(x, f, fprime, False, None, args, m)
            calls += 1 if calls == 0 else 0
            value = 0.5 * np.sum(here * here)
            q, upper = np.linalg.qr(slopes)
            target = q.T @ here
            ended = np.max(np.abs(slopes.T @ here)) < gtol
            anew = False
        if not ended:
            if calls >= maxfev or np.isnan(value):
                raise RuntimeError("The maximum number of function evaluations is exceeded.")
            step, damping = adc_within_radius(upper, target, np.ones(n), radius, damping, 0.01)
            far = adc_length(step)
            if damping > 0.0:
                step = step * (radius / far)
                far = radius
            bent = upper @ step
            foreseen = np.sum(target * bent) - 0.5 * np.sum(bent * bent)
            moved = x - step
            ahead = adc_residuals(moved, f, args)
            there = 0.5 * np.sum(ahead * ahead)
            calls += 1
            if not np.isfinite(there):
                radius = 0.25 * far
            else:
                gained = value - there
                ratio = gained / foreseen if foreseen > 0.0 else 0.0
                ratio = 1.0 if foreseen == 0.0 and gained == 0.0 else ratio
                last = radius
                if ratio < 0.25:
                    radius = 0.25 * far
                elif ratio > 0.75 and far > 0.95 * radius:
                    radius = 2.0 * radius
                ended = (gained < ftol * value and ratio > 0.25) or far < xtol * (
                    xtol + adc_length(x)
                )
                damping = damping * last / radius
                if gained > 0.0:
                    x = moved * 1.0
                    anew = True
    return x


def adc_by_projection(f, start, low, high, fprime, ftol, xtol, gtol, maxfev, args):
    # Levenberg's and Marquardt's steps of what is free, cut off at the bounds (C. Kanzow, N.
    # Yamashita, M. Fukushima, 2004), with the damping of H. B. Nielsen (1999).
    n = len(start)
    m = adc_begun_fit(f, start, args)
    x = start * 1.0
    here, slopes = np.zeros(m), np.zeros((m, n))
    normal, steep, scale = np.zeros((n, n)), np.zeros(n), np.ones(n)
    value, damping, growth, calls = 0.0, 1e-3, 2.0, 0
    anew, ended = True, False
    while not ended:
        if anew:
            here, slopes = adc_residuals_and_slopes(x, f, fprime, False, high, args, m)
            value = 0.5 * np.sum(here * here)
            steep = slopes.T @ here
            normal = slopes.T @ slopes
            scale = np.maximum(np.diag(normal), 1e-300)
            inside = x - np.minimum(high, np.maximum(low, x - steep))
            ended = np.max(np.abs(inside)) < gtol
            anew = False
        if not ended:
            if calls >= maxfev or np.isnan(value):
                raise RuntimeError("The maximum number of function evaluations is exceeded.")
            held = ((x <= low) & (steep > 0.0)) | ((x >= high) & (steep < 0.0))
            free = np.where(held, 0.0, 1.0)
            whole = np.outer(free, free) * normal + np.diag(damping * scale + 1.0 - free)
            step = -free * np.linalg.solve(whole, free * steep)
            moved = np.minimum(high, np.maximum(low, x + step))
            step = moved - x
            ahead = adc_residuals(moved, f, args)
            gained = value - 0.5 * np.sum(ahead * ahead)
            calls += 1
            foreseen = -np.sum(steep * step) - 0.5 * np.sum(step * (normal @ step))
            ratio = gained / foreseen if foreseen > 0.0 else 0.0
            far = adc_length(step)
            ended = (np.abs(gained) < ftol * value and ratio > 0.25) or far < xtol * (
                xtol + adc_length(x)
            )
            if gained > 0.0:
                x = moved * 1.0
                damping = damping * np.maximum(1.0 / 3.0, 1.0 - (2.0 * ratio - 1.0) ** 3)
                growth, anew = 2.0, True
            else:
                damping = damping * growth
                growth = 2.0 * growth
    return x


def adc_pair(bounds, n):
    # The lower and the upper bounds of a fit, of a pair of numbers or vectors.
    if not isinstance(bounds, (tuple, list)):
        raise NotImplementedError("with bounds as a pair of numbers or vectors")
    low, high = np.full(n, -np.inf), np.full(n, np.inf)
    low[:] = np.asarray(bounds[0]) * 1.0
    high[:] = np.asarray(bounds[1]) * 1.0
    if np.any(low >= high):
        raise ValueError("Each lower bound must be strictly less than each upper bound.")
    return low, high


def adc_feasible(low, high):
    # Where SciPy begins between bounds.
    both = np.isfinite(low) & np.isfinite(high)
    middle = 0.5 * (np.where(both, low, 0.0) + np.where(both, high, 0.0))
    beside = np.where(np.isfinite(low), low + 1.0, np.where(np.isfinite(high), high - 1.0, 1.0))
    return np.where(both, middle, beside)


def adc_bounded_fit(f, start, low, high, fprime, ftol, xtol, gtol, maxfev, args):
    if np.any((start < low) | (start > high)):
        raise ValueError("Initial guess is outside of provided bounds")
    found = adc_by_projection(f, start, low, high, fprime, ftol, xtol, gtol, maxfev, args)
    found = adc_held(adc_held(found, np.sqrt(ftol)), xtol)
    return adc_between(adc_normal_equations, found, low, high, adc_sizes(start), 1e-8, f, args)


def adc_fitted(f, low, start, ftol, xtol, args):
    # A sum of squares that is near the least has unknowns that are near by the root of that.
    low = adc_held(adc_held(low, np.sqrt(ftol)), xtol)
    return adc_stationary(adc_normal_equations, low, adc_sizes(start), 0.0, f, args)


def adc_least_of_squares(f, x0, fprime, across, ftol, xtol, gtol, maxfev, args):
    start = adc_begun(x0)
    most = (100 if callable(fprime) else 200) * (len(start) + 1) if maxfev == 0 else maxfev
    low = adc_by_marquardt(f, start, fprime, across, ftol, xtol, gtol, most, args)
    return adc_fitted(f, low, start, ftol, xtol, args)


def scipy_optimize_leastsq(
    func, x0, args=(), Dfun=None, full_output=False, col_deriv=False, ftol=1.49012e-8,
    xtol=1.49012e-8, gtol=0.0, maxfev=0,
):  # fmt: skip
    args = args if isinstance(args, tuple) else (args,)
    x = adc_least_of_squares(func, x0, Dfun, col_deriv, ftol, xtol, gtol, maxfev, args)
    if full_output:
        residuals = adc_residuals(x, func, args)
        slopes = adc_jacobian(x, func, args, len(residuals))
        facts = {"fvec": residuals}
        return x, np.linalg.inv(slopes.T @ slopes), facts, "The fit converged.", 1
    return x, 1


def scipy_optimize_least_squares(
    fun, x0, jac="2-point", bounds=None, method="trf", ftol=1e-8, xtol=1e-8, gtol=1e-8,
    x_scale=None, loss="linear", max_nfev=None, verbose=0, args=(), kwargs=None,
):  # fmt: skip
    if x_scale is not None or loss != "linear" or kwargs is not None:
        raise NotImplementedError("without scales and kwargs, and with the loss linear")
    args = args if isinstance(args, tuple) else (args,)
    start = adc_begun(x0)
    n = len(start)
    if bounds is not None:
        if method not in ("trf", "dogbox"):
            raise NotImplementedError("with bounds by the methods trf and dogbox")
        low, high = adc_pair(bounds, n)
        most = 100 * n if max_nfev is None else max_nfev
        x = adc_bounded_fit(fun, start, low, high, jac, ftol, xtol, gtol, most, args)
        residuals = adc_residuals(x, fun, args)
        return adc_fit(x, residuals, adc_jacobian(x, fun, args, len(residuals)))
    if method == "lm":
        most = max_nfev
        if max_nfev is None:
            most = 100 * n if callable(jac) else 100 * n * (n + 1)
        low = adc_by_marquardt(fun, start, jac, False, ftol, xtol, gtol, most, args)
    elif method == "trf":
        most = 100 * n if max_nfev is None else max_nfev
        low = adc_by_region(fun, start, jac, ftol, xtol, gtol, most, args)
    else:
        raise NotImplementedError("by the methods trf and lm")
    x = adc_fitted(fun, low, start, ftol, xtol, args)
    residuals = adc_residuals(x, fun, args)
    return adc_fit(x, residuals, adc_jacobian(x, fun, args, len(residuals)))


def adc_of_data(v, f, xdata, count):
    if count >= 0:
        return np.asarray(f(xdata, *[v[j] for j in range(count)]))
    return np.asarray(f(xdata, *v))


def adc_model(v, f, jac, xdata, ydata, weights, factor, count):
    apart = np.ravel(adc_of_data(v, f, xdata, count) * 1.0 - ydata)
    if factor is not None:
        return linalg.solve_triangular(factor, apart, lower=True)
    if weights is not None:
        return weights * apart
    return apart


def adc_model_slopes(v, f, jac, xdata, ydata, weights, factor, count):
    found = adc_of_data(v, jac, xdata, count) * 1.0
    if factor is not None:
        return linalg.solve_triangular(factor, found, lower=True)
    if weights is not None:
        return np.ravel(weights)[:, None] * found
    return found


def scipy_optimize_curve_fit(
    f, xdata, ydata, p0=None, sigma=None, absolute_sigma=False, check_finite=None, bounds=None,
    method=None, jac=None, full_output=False, maxfev=None, max_nfev=None, ftol=None, xtol=None,
    gtol=None,
):  # fmt: skip
    if full_output:
        raise NotImplementedError("where `full_output=` is left out")
    if method not in ((None, "lm") if bounds is None else (None, "trf")):
        raise NotImplementedError("by the method lm, with bounds by trf")
    x = np.asarray(xdata).astype(np.float64)
    y = np.ravel(np.asarray(ydata).astype(np.float64))
    count = adc_parameters(f) - 1
    if p0 is None and count < 0:
        raise ValueError("Unable to determine number of fit parameters.")
    weights, factor = None, None
    if sigma is not None:
        errors = np.asarray(sigma)
        if errors.ndim == 2:
            factor = linalg.cholesky(errors, lower=True)
        else:
            weights = 1.0 / errors
    args = (f, jac, x, y, weights, factor, count)
    slopes_of = adc_model_slopes if callable(jac) else None
    if bounds is None:
        start = np.ones(count) if p0 is None else adc_begun(p0)
        usual, least, most = 1.49012e-8, 0.0, 0 if maxfev is None else maxfev
    else:
        n = count if p0 is None else len(adc_begun(p0))
        low, high = adc_pair(bounds, n)
        start = adc_feasible(low, high) if p0 is None else adc_begun(p0)
        usual, least = 1e-8, 1e-8
        most = max_nfev if max_nfev is not None else 100 * n if maxfev is None else maxfev
    if count >= 0 and len(start) != count:
        raise TypeError("the function has as many parameters as there are in `p0`")
    ftol = usual if ftol is None else ftol
    xtol = usual if xtol is None else xtol
    gtol = least if gtol is None else gtol
    if bounds is None:
        popt = adc_least_of_squares(
            adc_model, start, slopes_of, False, ftol, xtol, gtol, most, args
        )
    else:
        popt = adc_bounded_fit(adc_model, start, low, high, slopes_of, ftol, xtol, gtol, most, args)
    residuals = adc_residuals(popt, adc_model, args)
    slopes = adc_jacobian(popt, adc_model, args, len(residuals))
    pcov = np.linalg.inv(slopes.T @ slopes)
    if not absolute_sigma:
        if len(residuals) <= len(popt):
            raise RuntimeError("There are too few data for a covariance")
        pcov = pcov * (np.sum(residuals * residuals) / (len(residuals) - len(popt)))
    return popt, pcov
