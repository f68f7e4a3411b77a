# Roots of systems, as adc reads them (`adc/lowering/numpy/written.py`): not to be imported.
# Powell's hybrid method (M. J. D. Powell, A hybrid method for nonlinear equations, 1970), with the
# constants of MINPACK's HYBRD (J. J. More, B. S. Garbow, K. E. Hillstrom, ANL-80-74, 1980), so that
# it ends at the root that SciPy's ends at.

import numpy as np


class adc_solution:
    def __init__(self, x, fun):
        self.x = x
        self.fun = fun
        self.success = True
        self.status = 1
        self.message = "The solution converged."


def adc_of_system(f, v, args):
    # SciPy hands on its own arrays, and what it is given: who writes to these changes its steps.
    before = v * 1.0
    found = np.ravel(np.asarray(f(v, *args))) * 1.0
    if np.any(v != before):
        raise NotImplementedError("for functions that leave their argument as it is")
    return found


def adc_length(v):
    return np.sqrt(np.sum(v * v))


def adc_slopes(f, v, at_v, args):
    # Forward differences, column by column.
    found = np.zeros((len(v), len(v)))
    for j in range(len(v)):
        step = 1.4901161193847656e-08 * np.abs(v[j])
        step = np.where(step == 0.0, 1.4901161193847656e-08, step)
        moved = v * 1.0
        moved[j] += step
        found[:, j] = (adc_of_system(f, moved, args) - at_v) / step
    return found


def adc_dogleg(slopes, scale, at_v, radius):
    # Newton's step, if it is short enough; else the way to it over the steepest descent.
    newton = np.linalg.solve(slopes, at_v)
    size = adc_length(scale * newton)
    if size <= radius:
        return newton
    down = (slopes.T @ at_v) / scale
    steep = adc_length(down)
    short = 0.0
    share = radius / size
    if steep != 0.0:
        down = down / steep / scale
        bend = adc_length(slopes @ down)
        short = steep / bend / bend
        share = 0.0
        if short < radius:
            square = 1.0 - (short / radius) ** 2
            value = adc_length(at_v)
            both = (value / steep) * (value / size) * (short / radius)
            whole = radius / size
            root = np.sqrt((both - whole) ** 2 + (1.0 - whole**2) * square)
            share = whole * square / (both - whole * (short / radius) ** 2 + root)
    return (1.0 - share) * min(short, radius) * down + share * newton


def adc_hybrid(f, x0, fprime, args, xtol):
    x = np.ravel(np.asarray(x0)).astype(np.float64)
    n = len(x)
    here = adc_of_system(f, x, args)
    if len(here) != n:
        raise TypeError("there are as many equations as unknowns")
    # What is closer is found by `adc_exactly`.
    xtol = max(xtol, 1.49012e-8)
    slopes = np.zeros((n, n))
    scale = np.ones(n)
    radius = 0.0
    size = 0.0
    value = adc_length(here)
    first, anew, just_made, done = True, True, True, False
    good, bad, slow, slow_anew, calls = 0, 0, 0, 0, 1
    while not done:
        if anew:
            if fprime is None:
                slopes = adc_slopes(f, x, here, args)
                calls += n
            else:
                slopes = np.asarray(fprime(x, *args)) * 1.0
            columns = np.sqrt(np.sum(slopes * slopes, axis=0))
            if first:
                scale = np.where(columns == 0.0, 1.0, columns)
                size = adc_length(scale * x)
                radius = 100.0 if size == 0.0 else 100.0 * size
            scale = np.maximum(scale, columns)
            anew, just_made = False, True
        step = -adc_dogleg(slopes, scale, here, radius)
        far = adc_length(scale * step)
        if first:
            radius = min(radius, far)
        ahead = adc_of_system(f, x + step, args)
        calls += 1
        there = adc_length(ahead)
        planned = here + slopes @ step
        hoped = adc_length(planned)
        gained = 1.0 - (there / value) ** 2 if there < value else -1.0
        foreseen = 1.0 - (hoped / value) ** 2 if hoped < value else 0.0
        ratio = gained / foreseen if foreseen > 0.0 else 0.0
        if ratio < 0.1:
            good = 0
            bad += 1
            radius = 0.5 * radius
        else:
            bad = 0
            good += 1
            if ratio >= 0.5 or good > 1:
                radius = max(radius, 2.0 * far)
            if np.abs(ratio - 1.0) <= 0.1:
                radius = 2.0 * far
        # By Broyden: what the step has shown of the slopes along it.
        along = scale * scale * step / far
        slopes = slopes + np.outer((ahead - planned) / far, along)
        if ratio >= 1e-4:
            x = x + step
            here = ahead * 1.0
            size = adc_length(scale * x)
            value = there
            first = False
        slow = 0 if gained >= 0.001 else slow + 1
        if just_made:
            slow_anew = 0 if gained >= 0.1 else slow_anew + 1
        just_made = False
        anew = bad == 2
        done = radius <= xtol * size or value == 0.0
        tight = 0.1 * max(0.1 * radius, far) <= 2.220446049250313e-16 * size
        if not done and (calls > 200 * (n + 1) or tight or slow_anew == 5 or slow == 10):
            raise RuntimeError("The iteration is not making good progress")
        if np.isnan(value):
            raise RuntimeError("The function has no value")
    return x


def adc_exactly(f, low, args):
    # Steps by quotients of differences for the slopes: each makes the derivative's error smaller
    # by as much as these are off.
    n = len(low)
    slopes = np.zeros((n, n))
    for j in range(n):
        h = 1e-5 * np.maximum(np.abs(low[j]), 1e-3 * (1.0 + np.max(np.abs(low))))
        above, below = low * 1.0, low * 1.0
        above[j] += h
        below[j] -= h
        up, down = adc_of_system(f, above, args), adc_of_system(f, below, args)
        slopes[:, j] = (up - down) / (2.0 * h)
    found = low * 1.0
    for _ in range(5):
        found = found - np.linalg.solve(slopes, adc_of_system(f, found, args))
    if not np.all(np.abs(found - low) <= 1e-6 * (1e-3 + np.max(np.abs(low)))):
        raise NotImplementedError("for functions that are smooth around a single root")
    return found


def scipy_optimize_fsolve(
    func, x0, args=(), fprime=None, full_output=False, col_deriv=False, xtol=1.49012e-8
):
    if col_deriv:
        raise NotImplementedError("without `col_deriv=`")
    args = args if isinstance(args, tuple) else (args,)
    found = adc_exactly(func, adc_hybrid(func, x0, fprime, args, xtol), args)
    if full_output:
        facts = {"fvec": adc_of_system(func, found, args)}
        return found, facts, 1, "The solution converged."
    return found


def scipy_optimize_root(fun, x0, args=(), method="hybr", jac=None, tol=None, options=None):
    if method != "hybr" or isinstance(jac, bool) or options is not None or np.ndim(x0) > 1:
        raise NotImplementedError("for numbers and vectors, by the method hybr, without options")
    args = args if isinstance(args, tuple) else (args,)
    found = adc_hybrid(fun, x0, jac, args, 1.49012e-8 if tol is None else tol)
    found = adc_exactly(fun, found, args)
    return adc_solution(found, adc_of_system(fun, found, args))
