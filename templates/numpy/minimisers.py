# Minimisers of functions of one number, and what all minimisers end with, as adc reads them
# (`adc/lowering/numpy/written.py`): not to be imported.

import numpy as np


class adc_minimum:
    def __init__(self, x, fun):
        self.x = x
        self.fun = fun
        self.success = True
        self.status = 0
        self.message = "Optimization terminated successfully."

    def __getitem__(self, key):
        if key == "x":
            return self.x
        if key == "fun":
            return self.fun
        if key == "success":
            return self.success
        raise NotImplementedError("for `x`, `fun` and `success` of what it gives")


def adc_gives_both(jac):
    return not (jac is None or callable(jac) or isinstance(jac, str)) and jac


def adc_the_number(found):
    if np.size(found) != 1:
        raise TypeError("the objective gives one number")
    return np.ravel(np.asarray(found) * 1.0)[0]


def adc_objective(v, f, jac, args):
    found = f(v * 1.0, *args)
    if adc_gives_both(jac):
        found = found[0]
    return adc_the_number(found)


def adc_all_slopes(v, f, *given):
    # Exact: what is minimised is differentiated here.
    found = np.zeros(len(v))
    for j in range(len(v)):
        way = np.zeros(len(v))
        way[j] = 1.0
        found[j] = adc_tangent(way, 0, f, v, *given)
    return found


def adc_sizes(start):
    # By what unknowns are measured where they are near zero: by where the search begins.
    return adc_held(np.where(start == 0.0, 1e-4, 0.01 * np.abs(start)), 0.0)


def adc_stationary(gradient, low, size, near, *given):
    # Where the gradient is zero near `low`: x_p = -H**-1 g_p there.
    free = np.ones(len(low))
    return adc_stationary_beside(gradient, low, free, low, size, near, *given)


def adc_stationary_beside(gradient, low, free, ends, size, near, *given):
    # The same where unknowns that are not `free` are at `ends`. The search, the first steps and the
    # matrix H of quotients of differences have no part in derivatives; each of the last two steps,
    # which have, makes the derivative's error smaller by as much as H is off.
    n = len(low)
    found = np.where(free > 0.0, adc_held(low, 0.0), adc_held(ends, 0.0))
    hessian, off, steep = np.zeros((n, n)), np.zeros((n, n)), np.ones(n)
    apart = np.inf
    rounds = 0
    while apart > 1e-9 and rounds < 8:
        h = 1e-5 * np.maximum(np.abs(found), size)
        slopes = np.zeros((4 * n + 1, n))
        for q in range(4 * n + 1):
            moved = found * 1.0
            for j in range(n):
                if q == 4 * j + 1:
                    moved[j] += h[j]
                if q == 4 * j + 2:
                    moved[j] -= h[j]
                if q == 4 * j + 3:
                    moved[j] += 0.5 * h[j]
                if q == 4 * j + 4:
                    moved[j] -= 0.5 * h[j]
            slopes[q] = free * gradient(moved, *given)
        off, bend = np.zeros((n, n)), np.zeros((n, n))
        for j in range(n):
            if free[j] > 0.0:
                up, down = slopes[4 * j + 1], slopes[4 * j + 2]
                hessian[:, j] = (slopes[4 * j + 3] - slopes[4 * j + 4]) / h[j]
                off[:, j] = (up - down) / (2.0 * h[j]) - hessian[:, j]
                bend[:, j] = (up - 2.0 * slopes[0] + down) / h[j]
            else:
                hessian[j, j] = 1.0
        steep = np.sqrt(np.abs(np.diag(hessian)))
        uneven = np.maximum(np.abs(off), 0.1 * np.abs(bend))
        if not np.all(uneven <= 1e-3 * np.outer(steep, steep)):
            raise RuntimeError("The function is not smooth around its minimum")
        step = np.linalg.solve(hessian, slopes[0])
        apart = np.max(np.abs(step) / np.maximum(np.abs(found), size))
        found = found - step
        rounds += 1
    if not apart <= 1e-7:
        raise RuntimeError("The minimum is not stationary, or not a single one")
    # By how much a step leaves the derivative's error: the error of H, as far as it comes through.
    left = np.linalg.solve(hessian, off) * steep[:, None] / steep
    if not np.all(np.sum(np.abs(left), axis=1) <= 1e-3):
        raise RuntimeError("The minimum is too flat in some direction for a derivative")
    if not np.all(np.abs(found - low) <= near + 1e-2 * np.maximum(np.abs(low), 10.0 * size)):
        raise RuntimeError("The search did not end near a minimum")
    hessian = adc_held(hessian, 0.0)
    start = np.where(free > 0.0, adc_held(found, 0.0), ends)
    found = start * 1.0
    for _ in range(2):
        found = found - np.linalg.solve(hessian, free * gradient(found, *given))
    if not np.all(np.abs(found - start) <= 1e-7 * np.maximum(np.abs(start), size)):
        raise RuntimeError("The minimum is not stationary, or not a single one")
    return found


# -- one number ------------------------------------------------------------------------------------


def adc_at(f, x, args):
    return adc_the_number(f(x, *args))


def adc_downhill(f, a, b, args):
    # Three points with the lowest value in the middle: by golden sections of growing steps and
    # parabolas through the last three points (W. H. Press et al., Numerical Recipes, section 10.1).
    here, ahead, beyond, trial = a, a, a, a
    at_here, at_ahead, at_beyond = 0.0, 0.0, 0.0
    for k in range(3):
        value = adc_at(f, trial, args)
        if k == 0:
            here, at_here = trial, value
            trial = b
        elif k == 1:
            ahead, at_ahead = trial, value
            if at_here < at_ahead:
                here, ahead = ahead, here
                at_here, at_ahead = at_ahead, at_here
            trial = ahead + 1.618034 * (ahead - here)
        else:
            beyond, at_beyond = trial, value
    # What is tried next: a parabola's lowest point, or a golden step beyond.
    golden, ended, tries, limit = False, not at_beyond < at_ahead, 0, trial
    while not ended:
        if not golden:
            one = (ahead - here) * (at_ahead - at_beyond)
            two = (ahead - beyond) * (at_ahead - at_here)
            apart = two - one
            below = 2e-21 if np.abs(apart) < 1e-21 else 2.0 * apart
            trial = ahead - ((ahead - beyond) * two - (ahead - here) * one) / below
            limit = ahead + 110.0 * (beyond - ahead)
            if not (trial - beyond) * (ahead - trial) > 0.0:
                if (trial - limit) * (limit - beyond) >= 0.0:
                    trial = limit
                elif not (trial - limit) * (beyond - trial) > 0.0:
                    trial, golden = beyond + 1.618034 * (beyond - ahead), True
        value = adc_at(f, trial, args)
        inside = not golden and (trial - beyond) * (ahead - trial) > 0.0
        between = not golden and not inside and (trial - limit) * (beyond - trial) > 0.0
        if inside and value < at_beyond:
            here, at_here = ahead, at_ahead
            ahead, at_ahead = trial, value
            ended = True
        elif inside and value > at_ahead:
            beyond, at_beyond = trial, value
            ended = True
        elif inside or (between and value < at_beyond):
            if between:
                ahead, at_ahead = beyond, at_beyond
                beyond, at_beyond = trial, value
            trial, golden = beyond + 1.618034 * (beyond - ahead), True
        else:
            here, at_here = ahead, at_ahead
            ahead, at_ahead = beyond, at_beyond
            beyond, at_beyond = trial, value
            golden = False
            ended = not at_beyond < at_ahead
        tries += 1
        if tries > 2000:
            raise RuntimeError("No valid bracket was found before the iteration limit was reached")
    if not (at_ahead <= at_here and at_ahead <= at_beyond and np.isfinite(ahead + here + beyond)):
        raise RuntimeError("The algorithm terminated without finding a valid bracket")
    return here, ahead, beyond, at_ahead


def adc_bracket(f, bracket, args):
    if bracket is None:
        return adc_downhill(f, 0.0, 1.0, args)
    if len(bracket) == 2:
        return adc_downhill(f, bracket[0] * 1.0, bracket[1] * 1.0, args)
    if len(bracket) != 3:
        raise ValueError("Bracketing interval must be length 2 or 3 sequence.")
    points = np.array([bracket[0], bracket[1], bracket[2]]) * 1.0
    values = np.zeros(3)
    for k in range(3):
        values[k] = adc_at(f, points[k], args)
    left, right = np.minimum(points[0], points[2]), np.maximum(points[0], points[2])
    if not (left < points[1] and points[1] < right):
        raise ValueError(
            "Bracketing values do not fulfill this requirement: (xa < xb) and (xb < xc)"
        )
    if not (values[1] < values[0] and values[1] < values[2]):
        raise ValueError("Bracketing values do not fulfill: (f(xb) < f(xa)) and (f(xb) < f(xc))")
    return left, points[1], right, values[1]


def adc_next_step_of_three(ends, points, values, before, step, least, share):
    # A step from the best of three points to where their parabola is lowest, or a golden section
    # of the longer side; with it the step before, by which the next one is judged.
    best, low, high = points[0], ends[0], ends[1]
    golden = np.abs(before) <= least
    if not golden:
        one = (best - points[1]) * (values[0] - values[2])
        two = (best - points[2]) * (values[0] - values[1])
        above = (best - points[2]) * two - (best - points[1]) * one
        below = 2.0 * (two - one)
        if below > 0.0:
            above = -above
        below = np.abs(below)
        last = before
        before = step
        golden = not (
            np.abs(above) < np.abs(0.5 * below * last)
            and above > below * (low - best)
            and above < below * (high - best)
        )
        if not golden:
            step = above / below
            there = best + step
            if there - low < 2.0 * least or high - there < 2.0 * least:
                step = least if 0.5 * (low + high) - best >= 0.0 else -least
    if golden:
        before = low - best if best >= 0.5 * (low + high) else high - best
        step = share * before
    return before, step


def adc_ranked(there, found, ends, points, values):
    # The interval around a minimum, and the three best points in it, the best one first, after one
    # more value `found` at `there`.
    best = points[0]
    better = found <= values[0]
    edge = best if better else there
    ends = ends * 1.0
    if there >= best if better else there < best:
        ends[0] = edge
    else:
        ends[1] = edge
    if better:
        points = np.array([there, best, points[1]])
        values = np.array([found, values[0], values[1]])
    elif found <= values[1] or points[1] == best:
        points = np.array([best, there, points[1]])
        values = np.array([values[0], found, values[1]])
    elif found <= values[2] or points[2] in (best, points[1]):
        points = np.array([best, points[1], there])
        values = np.array([values[0], values[1], found])
    return ends, points, values


def adc_by_parabolas(f, a, b, start, value, xtol, mintol, maxiter, args):
    # R. P. Brent, Algorithms for Minimization Without Derivatives (1973), chapter 5.
    ends = np.array([np.minimum(a, b), np.maximum(a, b)])
    points, values = np.array([start, start, start]), np.array([value, value, value])
    before, step, done, ended = 0.0, 0.0, 0, False
    while not ended:
        best = points[0]
        least = xtol * np.abs(best) + mintol
        ended = np.abs(best - 0.5 * (ends[0] + ends[1])) < 2.0 * least - 0.5 * (ends[1] - ends[0])
        if not ended:
            before, step = adc_next_step_of_three(
                ends, points, values, before, step, least, 0.3819660
            )
            there = best + step
            if np.abs(step) < least:
                there = best + least if step >= 0.0 else best - least
            found = adc_at(f, there, args)
            ends, points, values = adc_ranked(there, found, ends, points, values)
            done += 1
            if done >= maxiter or np.isnan(found):
                raise RuntimeError("Maximum number of iterations exceeded")
    return points[0]


def adc_by_golden_sections(f, a, b, c, xtol, maxiter, args):
    # Golden sections (Numerical Recipes, section 10.2).
    share = 0.61803399
    inner = np.abs(c - b) > np.abs(b - a)
    left, right = a, c
    near = b if inner else b - (1.0 - share) * (b - a)
    far = b + (1.0 - share) * (c - b) if inner else b
    at_near, at_far, trial, place, done = 0.0, 0.0, near, 0, 0
    while place < 2 or np.abs(right - left) > xtol * (np.abs(near) + np.abs(far)):
        if place >= 2:
            if at_far < at_near:
                left = near
                near = far
                far = share * near + (1.0 - share) * right
                at_near = at_far
                trial, place = far, 3
            else:
                right = far
                far = near
                near = share * far + (1.0 - share) * left
                at_far = at_near
                trial, place = near, 2
        value = adc_at(f, trial, args)
        if place == 0 or place == 2:
            at_near = value
        else:
            at_far = value
        if place < 2:
            trial, place = far, place + 1
        done += 1
        if done > maxiter + 2 or np.isnan(value):
            raise RuntimeError("Maximum number of iterations exceeded")
    return near if at_near < at_far else far


def adc_within(f, a, b, xatol, maxiter, args):
    # The same as by parabolas, for an interval whose ends are not looked at (G. E. Forsythe, M. A.
    # Malcolm, C. B. Moler, Computer Methods for Mathematical Computations, 1977: FMIN).
    ends = np.array([a * 1.0, b * 1.0])
    share = 0.5 * (3.0 - np.sqrt(5.0))
    there = ends[0] + share * (ends[1] - ends[0])
    points, values = np.array([there, there, there]), np.zeros(3)
    before, step, done, ended = 0.0, 0.0, 0, False
    while not ended:
        found = adc_at(f, there, args)
        if done == 0:
            values = np.array([found, found, found])
        else:
            ends, points, values = adc_ranked(there, found, ends, points, values)
        done += 1
        if done > maxiter or np.isnan(found):
            raise RuntimeError("Maximum number of function calls reached.")
        best = points[0]
        least = 1.4832396974191326e-08 * np.abs(best) + xatol / 3.0
        middle = 0.5 * (ends[0] + ends[1])
        ended = not np.abs(best - middle) > 2.0 * least - 0.5 * (ends[1] - ends[0])
        before, step = adc_next_step_of_three(ends, points, values, before, step, least, share)
        there = best + np.maximum(np.abs(step), least) * (1.0 if step >= 0.0 else -1.0)
    return points[0]


def adc_one_minimum(f, low, size, near, tolerance, args):
    low = adc_held(adc_held(low, tolerance), 1.5e-8)
    start, sizes = np.zeros(1), np.zeros(1)
    start[0], sizes[0] = low, adc_held(size, 0.0)
    return adc_stationary(adc_slope_of_number, start, sizes, near, f, args)[0]


def adc_of_number(v, f, args):
    return adc_at(f, v[0], args)


def adc_slope_of_number(v, f, args):
    return adc_all_slopes(v, adc_of_number, f, args)


def adc_of_bracket(f, bracket, method, xtol, maxiter, args):
    a, b, c, value = adc_bracket(f, bracket, args)
    if method == "golden":
        low = adc_by_golden_sections(f, a, b, c, xtol, maxiter, args)
    else:
        low = adc_by_parabolas(f, a, c, b, value, xtol, 1e-11, maxiter, args)
    size = np.minimum(1e-4, 1e-4 * np.abs(c - a))
    return adc_one_minimum(f, low, size, 10.0 * xtol * np.abs(low), xtol, args)


def adc_of_interval(f, bounds, xatol, maxiter, args):
    # At an end where the function falls outwards the end itself is the minimum.
    a, b = bounds[0] * 1.0, bounds[1] * 1.0
    if not (a <= b and np.isfinite(a + b)):
        raise ValueError("The bounds are finite, and the lower one does not exceed the upper one.")
    low = adc_within(f, a, b, xatol, maxiter, args)
    low = adc_held(adc_held(low, xatol), 1.5e-8)
    width = 5.0 * (xatol + 1.5e-8 * np.abs(low))
    ends = np.zeros(2)
    ends[0], ends[1] = a, b
    for k in range(2):
        slope = adc_slope_of_number(ends[k : k + 1], f, args)[0]
        outward = slope > 0.0 if k == 0 else slope < 0.0
        if np.abs(low - ends[k]) <= width and outward:
            return ends[k]
    size = np.minimum(1e-4, 1e-4 * (b - a))
    return adc_one_minimum(f, low, size, 10.0 * xatol, xatol, args)


def scipy_optimize_minimize_scalar(
    fun, bracket=None, bounds=None, args=(), method=None, tol=None, options=None
):
    args = args if isinstance(args, tuple) else (args,)
    how = method if method is not None else "Brent" if bounds is None else "bounded"
    if how not in ("Brent", "brent", "bounded", "Bounded", "golden", "Golden"):
        raise NotImplementedError("by the methods brent, golden and bounded")
    options = {} if options is None else options
    for key in options:
        if key not in ("xtol", "xatol", "maxiter", "disp"):
            raise NotImplementedError("with the options xtol, xatol, maxiter and disp")
    if how in ("bounded", "Bounded"):
        if bounds is None or "xtol" in options:
            raise NotImplementedError("by the method bounded with bounds, and the option xatol")
        xatol = options.get("xatol", 1e-5 if tol is None else tol)
        x = adc_of_interval(fun, bounds, xatol, options.get("maxiter", 500), args)
    else:
        if bounds is not None or "xatol" in options:
            raise NotImplementedError("with bounds, and the option xatol, by the method bounded")
        golden = how in ("golden", "Golden")
        usual = 1.4901161193847656e-08 if golden else 1.48e-8
        xtol = options.get("xtol", usual if tol is None else tol)
        most = options.get("maxiter", 5000 if golden else 500)
        x = adc_of_bracket(fun, bracket, "golden" if golden else "brent", xtol, most, args)
    return adc_minimum(x, adc_at(fun, x, args))


def scipy_optimize_fminbound(func, x1, x2, args=(), xtol=1e-5, maxfun=500, full_output=0, disp=1):
    args = args if isinstance(args, tuple) else (args,)
    x = adc_of_interval(func, (x1, x2), xtol, maxfun, args)
    if full_output:
        raise NotImplementedError("where `full_output=` is left out")
    return x


def scipy_optimize_brent(func, args=(), brack=None, tol=1.48e-8, full_output=0, maxiter=500):
    args = args if isinstance(args, tuple) else (args,)
    if full_output:
        raise NotImplementedError("where `full_output=` is left out")
    return adc_of_bracket(func, brack, "brent", tol, maxiter, args)


def scipy_optimize_golden(
    func, args=(), brack=None, tol=1.4901161193847656e-08, full_output=0, maxiter=5000
):
    args = args if isinstance(args, tuple) else (args,)
    if full_output:
        raise NotImplementedError("where `full_output=` is left out")
    return adc_of_bracket(func, brack, "golden", tol, maxiter, args)
