# Minimisers of functions of vectors, as adc reads them (`adc/lowering/numpy/written.py`): not to be
# imported. What each search ends with is refined by `adc_stationary` (minimisers.py).

import numpy as np


def adc_by_simplex(f, start, adaptive, xatol, fatol, maxiter, maxfev, jac, args):
    # J. A. Nelder, R. Mead, A simplex method for function minimization (1965); where it is
    # `adaptive`, with the constants of F. Gao, L. Han (2012).
    n = len(start)
    grow = 1.0 + 2.0 / n if adaptive else 2.0
    fall = 0.75 - 1.0 / (2.0 * n) if adaptive else 0.5
    shrink = 1.0 - 1.0 / n if adaptive else 0.5
    corners = np.zeros((n + 1, n))
    values = np.zeros(n + 1)
    corners[0] = start
    for k in range(n):
        corners[k + 1] = start
        corners[k + 1, k] = np.where(start[k] != 0.0, 1.05 * start[k], 0.00025)
    calls, done, first, anew, ended = 0, 0, 0, True, False
    while not ended:
        if anew:
            for k in range(n + 1):
                if k >= first:
                    corners[k] = corners[0] + (shrink if first == 1 else 1.0) * (
                        corners[k] - corners[0]
                    )
                    values[k] = adc_objective(corners[k], f, jac, args)
                    calls += 1
            first, anew = 1, False
        # By value, those that are alike as they were.
        for k in range(1, n + 1):
            for i in range(k):
                j = k - 1 - i
                if values[j + 1] < values[j] or (
                    np.isnan(values[j]) and values[j + 1] == values[j + 1]
                ):
                    value = values[j]
                    values[j] = values[j + 1]
                    values[j + 1] = value
                    corner = corners[j] * 1.0
                    corners[j] = corners[j + 1]
                    corners[j + 1] = corner
        done += 1
        spread = np.max(np.abs(corners[1:] - corners[0]))
        ended = spread <= xatol and np.max(np.abs(values[0] - values[1:])) <= fatol
        if not ended:
            if calls >= maxfev or done >= maxiter:
                raise RuntimeError("Maximum number of iterations has been exceeded.")
            middle = np.sum(corners[:-1], axis=0) / n
            worst = corners[n] * 1.0
            trial = 2.0 * middle - worst
            value, factor = 0.0, 1.0
            for turn in range(2):
                if turn == 0 or factor != 1.0:
                    moved = (1.0 + factor) * middle - factor * worst
                    found = adc_objective(moved, f, jac, args)
                    calls += 1
                    if turn == 0:
                        trial, value = moved, found
                        if found < values[0]:
                            factor = grow
                        elif found < values[n - 1]:
                            factor = 1.0
                        elif found < values[n]:
                            factor = fall
                        else:
                            factor = -fall
                    elif factor == grow:
                        if found < value:
                            trial, value = moved, found
                    elif factor > 0.0:
                        if found <= value:
                            trial, value = moved, found
                        else:
                            anew = True
                    elif found < values[n]:
                        trial, value = moved, found
                    else:
                        anew = True
            if not anew:
                corners[n] = trial
                values[n] = value
    return corners[0] * 1.0


def adc_slopes_of(v, f, jac, far, high, args):
    # The value, and the slopes that are given, or forward differences, which make SciPy's steps:
    # backward ones where there is no room below `high`.
    n = len(v)
    slopes = np.zeros(n)
    value = 0.0
    if adc_gives_both(jac):
        both = f(v * 1.0, *args)
        value = np.ravel(np.asarray(both[0]) * 1.0)[0]
        slopes[:] = np.asarray(both[1])
    elif not callable(jac):
        for q in range(n + 1):
            moved = v * 1.0
            for j in range(n):
                if q == j + 1:
                    if high is None:
                        moved[j] += far
                    else:
                        moved[j] += far if v[j] + far <= high[j] else -far
            there = adc_objective(moved, f, jac, args)
            if q == 0:
                value = there
            else:
                slopes[q - 1] = (there - value) / (moved[q - 1] - v[q - 1])
    else:
        value = adc_objective(v, f, jac, args)
        slopes[:] = np.asarray(jac(v * 1.0, *args))
    return value, slopes


def adc_objective_gradient(v, f, jac, args):
    # What the source itself takes for the gradient is zero where its search ends.
    if not callable(jac) and not adc_gives_both(jac):
        return adc_all_slopes(v, adc_objective, f, jac, args)
    given = jac(v * 1.0, *args) if callable(jac) else f(v * 1.0, *args)[1]
    found = np.zeros(len(v))
    found[:] = np.asarray(given)
    return found


def adc_next_step(
    lower, at_lower, by_lower, upper, at_upper, by_upper, step, value, slope, bracketed, least, most
):  # fmt: skip
    # The safeguarded cubic and quadratic steps of J. J. More, D. J. Thuente, Line search algorithms
    # with guaranteed sufficient decrease (1994), section 4.
    theta = 3.0 * (at_lower - value) / (step - lower) + by_lower + slope
    scale = np.maximum(np.abs(theta), np.maximum(np.abs(by_lower), np.abs(slope)))
    square = (theta / scale) ** 2 - (by_lower / scale) * (slope / scale)
    if value > at_lower:
        gamma = scale * np.sqrt(square) * (-1.0 if step < lower else 1.0)
        share = ((gamma - by_lower) + theta) / (((gamma - by_lower) + gamma) + slope)
        cubic = lower + share * (step - lower)
        quadratic = lower + (
            (by_lower / ((at_lower - value) / (step - lower) + by_lower)) / 2.0
        ) * (step - lower)
        ahead = cubic + (quadratic - cubic) / 2.0
        if np.abs(cubic - lower) <= np.abs(quadratic - lower):
            ahead = cubic
        bracketed = True
    elif slope * by_lower < 0.0:
        gamma = scale * np.sqrt(square) * (-1.0 if step > lower else 1.0)
        share = ((gamma - slope) + theta) / (((gamma - slope) + gamma) + by_lower)
        cubic = step + share * (lower - step)
        secant = step + (slope / (slope - by_lower)) * (lower - step)
        ahead = cubic if np.abs(cubic - step) > np.abs(secant - step) else secant
        bracketed = True
    elif np.abs(slope) < np.abs(by_lower):
        gamma = scale * np.sqrt(np.maximum(0.0, square)) * (-1.0 if step > lower else 1.0)
        share = ((gamma - slope) + theta) / ((gamma + (by_lower - slope)) + gamma)
        cubic = most if step > lower else least
        if share < 0.0 and gamma != 0.0:
            cubic = step + share * (lower - step)
        secant = step + (slope / (slope - by_lower)) * (lower - step)
        nearer = np.abs(cubic - step) < np.abs(secant - step)
        if bracketed:
            ahead = cubic if nearer else secant
            bound = step + 0.66 * (upper - step)
            ahead = np.minimum(bound, ahead) if step > lower else np.maximum(bound, ahead)
        else:
            ahead = secant if np.abs(cubic - step) <= np.abs(secant - step) else cubic
            ahead = np.minimum(most, np.maximum(least, ahead))
    elif bracketed:
        theta = 3.0 * (value - at_upper) / (upper - step) + by_upper + slope
        scale = np.maximum(np.abs(theta), np.maximum(np.abs(by_upper), np.abs(slope)))
        square = (theta / scale) ** 2 - (by_upper / scale) * (slope / scale)
        gamma = scale * np.sqrt(square) * (-1.0 if step > upper else 1.0)
        share = ((gamma - slope) + theta) / (((gamma - slope) + gamma) + by_upper)
        ahead = step + share * (upper - step)
    else:
        ahead = most if step > lower else least
    if value > at_lower:
        upper, at_upper, by_upper = step, value, slope
    else:
        if slope * by_lower < 0.0:
            upper, at_upper, by_upper = lower, at_lower, by_lower
        lower, at_lower, by_lower = step, value, slope
    return lower, at_lower, by_lower, upper, at_upper, by_upper, ahead, bracketed


def adc_line_begun(along, step):
    # What a search along a line knows at its beginning: its stage, whether a minimum is bracketed,
    # step, value and slope at both ends, the least and the greatest step, and two widths.
    line = np.zeros(12)
    line[0] = 1.0
    line[4], line[7] = along, along
    line[9] = 5.0 * step
    line[10], line[11] = 1e100, 2e100
    return line


def adc_searched(line, step, value, slope, at_here, along, decrease, bend, near, least, most):
    # One step of DCSRCH (MINPACK-2), values counted from the line's beginning: the line, the next
    # step, and whether this one is taken (1.0), is to be followed (0.0), or none is found (-1.0).
    line = line * 1.0
    value = value - at_here
    enough = step * decrease * along
    stage = line[0]
    if stage == 1.0 and value <= enough and slope >= 0.0:
        stage = 2.0
    bracketed = line[1] > 0.0
    low, high = line[8], line[9]
    taken = value <= enough and np.abs(slope) <= -bend * along
    stuck = bracketed and (step <= low or step >= high or high - low <= near * high)
    stuck = stuck or (step >= most and value <= enough and slope <= decrease * along)
    stuck = stuck or (step <= least and (value > enough or slope >= decrease * along))
    state = 1.0 if taken else -1.0 if stuck or not np.isfinite(step) else 0.0
    if state == 0.0:
        less = decrease * along if stage == 1.0 and value <= line[3] and value > enough else 0.0
        (
            lower, at_lower, by_lower, upper, at_upper, by_upper, step, bracketed
        ) = adc_next_step(
            line[2], line[3] - line[2] * less, line[4] - less,
            line[5], line[6] - line[5] * less, line[7] - less,
            step, value - step * less, slope - less, bracketed, low, high,
        )  # fmt: skip
        width, wider = line[10], line[11]
        if bracketed:
            if np.abs(upper - lower) >= 0.66 * wider:
                step = lower + 0.5 * (upper - lower)
            wider = width
            width = np.abs(upper - lower)
            low, high = np.minimum(lower, upper), np.maximum(lower, upper)
        else:
            low = step + 1.1 * (step - lower)
            high = step + 4.0 * (step - lower)
        step = np.minimum(most, np.maximum(least, step))
        if bracketed and (step <= low or step >= high or high - low <= near * high):
            step = lower
        line[1] = 1.0 if bracketed else 0.0
        line[2], line[3], line[4] = lower, at_lower + lower * less, by_lower + less
        line[5], line[6], line[7] = upper, at_upper + upper * less, by_upper + less
        line[8], line[9], line[10], line[11] = low, high, width, wider
    line[0] = stage
    return line, step, state


def adc_by_bfgs(f, start, gtol, xrtol, maxiter, jac, args):
    # J. Nocedal, S. J. Wright, Numerical Optimization (2006), algorithm 6.1, with the line search
    # of More and Thuente (MINPACK-2's DCSRCH) to the strong conditions of Wolfe.
    n = len(start)
    here = start * 1.0
    inverse = np.eye(n)
    way, slopes = np.zeros(n), np.zeros(n)
    at_here, at_last, along = 0.0, 0.0, 0.0
    step, tries, done, state = 0.0, 0, 0, 1.0
    line = np.zeros(12)
    first, ended = True, False
    while not ended:
        moved = here + step * way
        length = step
        value, ahead = adc_slopes_of(moved, f, jac, 1.4901161193847656e-08, None, args)
        if not first:
            slope = np.sum(ahead * way)
            line, step, state = adc_searched(
                line, step, value, slope, at_here, along, 1e-4, 0.9, 1e-14, 1e-100, 1e100
            )
            tries += 1
            # What is found wanting then, is so by `adc_stationary`.
            ended = state < 0.0 or (state == 0.0 and tries > 100)
        if state > 0.0:
            moves = length * way
            change = ahead - slopes
            short = not first and adc_length(moves) <= xrtol * (xrtol + adc_length(moved))
            at_last = value + 0.5 * adc_length(ahead) if first else at_here
            here, slopes, at_here = moved, ahead * 1.0, value
            done += 0 if first else 1
            ended = np.max(np.abs(slopes)) <= gtol or short or not np.isfinite(value)
            if not ended:
                if done >= maxiter:
                    raise RuntimeError("Maximum number of iterations has been exceeded.")
                if not first:
                    product = np.sum(change * moves)
                    share = 1000.0 if product == 0.0 else 1.0 / product
                    left = np.eye(n) - share * np.outer(moves, change)
                    inverse = left @ inverse @ left.T + share * np.outer(moves, moves)
                first = False
                way = -(inverse @ slopes)
                along = np.sum(slopes * way)
                step = 1.0
                if along != 0.0:
                    step = np.minimum(1.0, 2.02 * (at_here - at_last) / along)
                    step = 1.0 if step < 0.0 else step
                line, tries = adc_line_begun(along, step), 0
    return here


def adc_begun(x0):
    x = np.ravel(np.asarray(x0))
    if x.dtype == np.float32:
        raise NotImplementedError("for numbers in double precision")
    return x.astype(np.float64)


def adc_refined_minimum(f, low, start, near, tolerance, jac, args):
    low = adc_held(adc_held(low, tolerance), 1.5e-8)
    return adc_stationary(adc_objective_gradient, low, adc_sizes(start), near, f, jac, args)


def adc_minimum_by_simplex(f, x0, adaptive, xatol, fatol, maxiter, maxfev, jac, args):
    start = adc_begun(x0)
    n = len(start)
    most = maxiter
    calls = maxfev
    if maxiter is None and maxfev is None:
        most, calls = 200 * n, 200 * n
    elif maxiter is None:
        most = np.inf
    elif maxfev is None:
        calls = np.inf
    low = adc_by_simplex(f, start, adaptive, xatol, fatol, most, calls, jac, args)
    return adc_refined_minimum(f, low, start, 100.0 * xatol, xatol, jac, args)


def adc_minimum_by_bfgs(f, x0, gtol, xrtol, maxiter, jac, args):
    start = adc_begun(x0)
    most = 200 * len(start) if maxiter is None else maxiter
    low = adc_by_bfgs(f, start, gtol, xrtol, most, jac, args)
    return adc_refined_minimum(f, low, start, 1e3 * gtol, gtol, jac, args)


def scipy_optimize_fmin(
    func, x0, args=(), xtol=1e-4, ftol=1e-4, maxiter=None, maxfun=None, full_output=0, disp=1
):
    if full_output:
        raise NotImplementedError("where `full_output=` is left out")
    args = args if isinstance(args, tuple) else (args,)
    return adc_minimum_by_simplex(func, x0, False, xtol, ftol, maxiter, maxfun, None, args)


def scipy_optimize_fmin_bfgs(
    f, x0, fprime=None, args=(), gtol=1e-5, norm=np.inf, maxiter=None, full_output=0, disp=1,
    xrtol=0.0,
):  # fmt: skip
    if full_output or norm != np.inf:
        raise NotImplementedError("where `full_output=` is left out, and for the norm inf")
    args = args if isinstance(args, tuple) else (args,)
    return adc_minimum_by_bfgs(f, x0, gtol, xrtol, maxiter, fprime, args)


def scipy_optimize_minimize(
    fun, x0, args=(), method=None, jac=None, hess=None, hessp=None, bounds=None, constraints=(),
    tol=None, callback=None, options=None,
):  # fmt: skip
    if len(constraints) > 0 or callback is not None:
        raise NotImplementedError("without constraints and callbacks")
    args = args if isinstance(args, tuple) else (args,)
    options = {} if options is None else options
    if bounds is not None and method not in (None, "L-BFGS-B", "l-bfgs-b"):
        raise NotImplementedError("with bounds by the method L-BFGS-B")
    if method in ("L-BFGS-B", "l-bfgs-b") or bounds is not None:
        for key in options:
            if key not in ("ftol", "gtol", "maxiter", "maxfun", "disp"):
                raise NotImplementedError(
                    "by L-BFGS-B with the options ftol, gtol, maxiter, maxfun and disp"
                )
        ftol = options.get("ftol", 2.220446049250313e-09 if tol is None else tol)
        gtol = options.get("gtol", 1e-5 if tol is None else tol)
        x = adc_minimum_in_box(
            fun, x0, bounds, ftol, gtol, options.get("maxiter", 15000),
            options.get("maxfun", 15000), jac, args,
        )  # fmt: skip
    elif method is None or method in ("BFGS", "bfgs"):
        for key in options:
            if key not in ("gtol", "maxiter", "disp", "xrtol"):
                raise NotImplementedError("by BFGS with the options gtol, xrtol, maxiter and disp")
        gtol = options.get("gtol", 1e-5 if tol is None else tol)
        most = options.get("maxiter", None)
        x = adc_minimum_by_bfgs(fun, x0, gtol, options.get("xrtol", 0.0), most, jac, args)
    elif method in ("Nelder-Mead", "nelder-mead"):
        for key in options:
            if key not in ("xatol", "fatol", "maxiter", "maxfev", "disp", "adaptive"):
                raise NotImplementedError(
                    "by Nelder-Mead with the options xatol, fatol, maxiter, maxfev, adaptive, disp"
                )
        usual = 1e-4 if tol is None else tol
        x = adc_minimum_by_simplex(
            fun, x0, options.get("adaptive", False), options.get("xatol", usual),
            options.get("fatol", usual), options.get("maxiter", None), options.get("maxfev", None),
            jac, args,
        )  # fmt: skip
    else:
        raise NotImplementedError("by the methods BFGS, L-BFGS-B and Nelder-Mead")
    return adc_minimum(x, adc_objective(x, fun, jac, args))
