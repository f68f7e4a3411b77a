# Minimisers of functions of vectors between bounds, as adc reads them
# (`adc/lowering/numpy/written.py`): not to be imported. R. H. Byrd, P. Lu, J. Nocedal, C. Zhu, A
# limited memory algorithm for bound constrained optimization (1995), with the quadratic model in
# full, and the steps of J. L. Morales, J. Nocedal (2011).

import numpy as np


def adc_curvature(moves, changes, count, scale):
    # The matrix that the last pairs of moves and changes of the slopes make of a multiple of one.
    n = moves.shape[1]
    found = scale * np.eye(n)
    for k in range(moves.shape[0]):
        if k >= moves.shape[0] - count:
            bent = found @ moves[k]
            found = (
                found
                - np.outer(bent, bent) / np.sum(moves[k] * bent)
                + np.outer(changes[k], changes[k]) / np.sum(changes[k] * moves[k])
            )
    return found


def adc_cauchy_point(x, slopes, curvature, low, high):
    # The first minimum of the model along the steepest descent, bent at the bounds.
    n = len(x)
    times = np.zeros(n)
    for j in range(n):
        times[j] = np.inf
        if slopes[j] < 0.0:
            times[j] = (x[j] - high[j]) / slopes[j]
        elif slopes[j] > 0.0:
            times[j] = (x[j] - low[j]) / slopes[j]
    way = np.where(times > 0.0, -slopes, 0.0)
    moved = np.zeros(n)
    passed = 0.0
    ended = False
    rounds = 0
    while not ended:
        by = np.sum(slopes * way) + np.sum(moved * (curvature @ way))
        bend = np.sum(way * (curvature @ way))
        ahead = np.inf
        for j in range(n):
            if way[j] != 0.0 and times[j] < ahead:
                ahead = times[j]
        best = -by / bend if bend > 0.0 else np.inf
        ended = not by < 0.0
        if not ended:
            ended = best < ahead - passed or not np.isfinite(ahead)
            part = best if ended else ahead - passed
            moved = moved + part * way
            if not ended:
                for j in range(n):
                    if way[j] != 0.0 and times[j] <= ahead:
                        moved[j] = high[j] - x[j] if way[j] > 0.0 else low[j] - x[j]
                        way[j] = 0.0
                passed = ahead
        rounds += 1
        ended = ended or rounds > n or np.max(np.abs(way)) == 0.0
    return x + moved


def adc_within_face(x, slopes, curvature, corner, low, high):
    # The model's minimum where what is at a bound at Cauchy's point stays there; between bounds by
    # projection, or if that leads upwards, cut off at the first bound.
    n = len(x)
    free = np.where((corner > low) & (corner < high), 1.0, 0.0)
    at_corner = slopes + curvature @ (corner - x)
    whole = np.outer(free, free) * curvature + np.diag(1.0 - free)
    step = free * np.linalg.solve(whole, -free * at_corner)
    found = np.minimum(high, np.maximum(low, corner + step))
    if np.sum((found - x) * slopes) > 0.0:
        part = 1.0
        for j in range(n):
            if step[j] > 0.0 and corner[j] + part * step[j] > high[j]:
                part = (high[j] - corner[j]) / step[j]
            if step[j] < 0.0 and corner[j] + part * step[j] < low[j]:
                part = (low[j] - corner[j]) / step[j]
        found = np.minimum(high, np.maximum(low, corner + part * step))
    return found


def adc_room(x, way, low, high):
    # How often `way` fits between x and the bounds.
    found = 1e10
    for j in range(len(x)):
        if way[j] < 0.0 and np.isfinite(low[j]):
            found = np.minimum(found, (low[j] - x[j]) / way[j])
        if way[j] > 0.0 and np.isfinite(high[j]):
            found = np.minimum(found, (high[j] - x[j]) / way[j])
    return found


def adc_by_lbfgsb(f, start, low, high, ftol, gtol, maxiter, maxfun, jac, args):
    n = len(start)
    here = np.minimum(high, np.maximum(low, start))
    bounded = np.any(np.isfinite(low)) or np.any(np.isfinite(high))
    boxed = np.all(np.isfinite(low) & np.isfinite(high))
    moves, changes = np.zeros((10, n)), np.zeros((10, n))
    count, scale = 0, 1.0
    way, slopes, line = np.zeros(n), np.zeros(n), np.zeros(12)
    at_here, along, step, state, most = 0.0, 0.0, 0.0, 1.0, 1e10
    first, ended, tries, done, calls = True, False, 0, 0, 0
    while not ended:
        moved = here + step * way
        if bounded:
            moved = np.minimum(high, np.maximum(low, moved))
        value, ahead = adc_slopes_of(moved, f, jac, 1e-8, high, args)
        calls += 1 if callable(jac) or adc_gives_both(jac) else n + 1
        anew = False
        if not first:
            slope = np.sum(ahead * way)
            line, step, state = adc_searched(
                line, step, value, slope, at_here, along, 1e-3, 0.9, 0.1, 0.0, most
            )
            tries += 1
            # Where the line offers no better step, its last one is taken.
            state = np.abs(state)
            if state == 0.0 and tries >= 20:
                # Once more by the steepest descent; what is found wanting then, is so later.
                anew = count > 0
                ended = count == 0
                count, scale = 0, 1.0
        if state > 0.0 and not anew:
            move, change = moved - here, ahead - slopes
            fell = at_here - value
            size = np.maximum(1.0, np.maximum(np.abs(value), np.abs(at_here)))
            here, slopes = moved, ahead * 1.0
            inside = here - np.minimum(high, np.maximum(low, here - slopes))
            ended = np.max(np.abs(inside)) <= gtol or (not first and fell <= ftol * size)
            if not first:
                done += 1
                product = np.sum(move * change)
                if product > 2.220446049250313e-16 * np.sum(change * change):
                    older_moves, older_changes = moves * 1.0, changes * 1.0
                    moves[:9], changes[:9] = older_moves[1:], older_changes[1:]
                    moves[9], changes[9] = move, change
                    count = min(10, count + 1)
                    scale = np.sum(change * change) / product
            at_here = value
            if not ended and (done >= maxiter or calls > maxfun):
                raise RuntimeError("TOTAL NO. OF ITERATIONS OR EVALUATIONS EXCEEDS LIMIT")
            if np.isnan(value):
                raise RuntimeError("The function has no value")
            anew = not ended
        if anew:
            curvature = adc_curvature(moves, changes, count, scale)
            corner = adc_cauchy_point(here, slopes, curvature, low, high)
            way = adc_within_face(here, slopes, curvature, corner, low, high) - here
            along = np.sum(slopes * way)
            most = 1e10
            if bounded:
                most = adc_room(here, way, low, high) if done > 0 else 1.0
            step = np.minimum(1.0 / adc_length(way), most) if done == 0 and not boxed else 1.0
            line = adc_line_begun(along, step)
            line[10], line[11] = most, 2.0 * most
            first, tries, state = False, 0, 0.0
            ended = not along < 0.0
    return here


def scipy_optimize_Bounds(lb, ub, keep_feasible=False):
    # As an array of pairs; one pair is for all unknowns.
    lower, upper = np.ravel(np.asarray(lb)), np.ravel(np.asarray(ub))
    found = np.zeros((max(len(lower), len(upper)), 2))
    found[:, 0] = lower
    found[:, 1] = upper
    return found


def adc_ends(bounds, n):
    # The lower and the upper bounds; None and infinities are none.
    low, high = np.full(n, -np.inf), np.full(n, np.inf)
    if bounds is not None:
        count = len(bounds)
        if count not in (n, 1):
            raise ValueError("length of x0 != length of bounds")
        for j in range(n):
            pair = bounds[j] if count == n else bounds[0]
            if pair[0] is not None:
                low[j] = pair[0]
            if pair[1] is not None:
                high[j] = pair[1]
    if np.any(low > high):
        raise ValueError("One of the lower bounds is greater than an upper bound.")
    return low, high


def adc_at_ends(gradient, found, low, high, size, gtol, *given):
    # Which unknowns are free, and where the others are: at a bound beyond which the function falls.
    n = len(found)
    near = 1e-9 * np.maximum(np.abs(found), size)
    slopes = gradient(found, *given)
    free, above = np.ones(n), np.zeros(n)
    for j in range(n):
        if low[j] == high[j]:
            free[j] = 0.0
        elif found[j] <= low[j] + near[j] or found[j] >= high[j] - near[j]:
            free[j] = 0.0
            above[j] = 1.0 if found[j] >= high[j] - near[j] else 0.0
            if not (slopes[j] < -gtol if above[j] > 0.0 else slopes[j] > gtol):
                raise RuntimeError("The minimum is at a bound that it does not press against")
    return adc_held(free, 0.0), adc_held(above, 0.0)


def adc_minimum_in_box(f, x0, bounds, ftol, gtol, maxiter, maxfun, jac, args):
    start = adc_begun(x0)
    n = len(start)
    low, high = adc_ends(bounds, n)
    found = adc_by_lbfgsb(f, start, low, high, ftol, gtol, maxiter, maxfun, jac, args)
    if bounds is None:
        found = adc_held(found, np.sqrt(ftol))
        return adc_refined_minimum(f, found, start, 1e3 * gtol, gtol, jac, args)
    found = adc_held(adc_held(found, np.sqrt(ftol)), gtol)
    return adc_between(
        adc_objective_gradient, found, low, high, adc_sizes(start), gtol, f, jac, args
    )


def adc_between(gradient, found, low, high, size, gtol, *given):
    free, above = adc_at_ends(gradient, found, low, high, size, gtol, *given)
    ends = np.where(above > 0.0, high, low)
    x = adc_stationary_beside(gradient, found, free, ends, size, 1e3 * gtol, *given)
    if not np.all((free == 0.0) | ((x > low) & (x < high))):
        raise RuntimeError("The minimum is at a bound that it does not press against")
    return x


def scipy_optimize_fmin_l_bfgs_b(
    func, x0, fprime=None, args=(), approx_grad=0, bounds=None, factr=1e7, pgtol=1e-5,
    maxfun=15000, maxiter=15000, disp=None, iprint=-1,
):  # fmt: skip
    args = args if isinstance(args, tuple) else (args,)
    jac = fprime if fprime is not None else not approx_grad
    ftol = 2.220446049250313e-16 * factr
    x = adc_minimum_in_box(func, x0, bounds, ftol, pgtol, maxiter, maxfun, jac, args)
    return x, adc_objective(x, func, jac, args), {"warnflag": 0, "task": "CONVERGENCE"}


def scipy_optimize_nnls(A, b, maxiter=None):
    # C. L. Lawson, R. J. Hanson, Solving Least Squares Problems (1974), chapter 23.
    a, y = np.asarray(A).astype(np.float64), np.ravel(np.asarray(b).astype(np.float64))
    n = a.shape[1]
    normal, right = adc_held(a.T @ a, 0.0), adc_held(a.T @ y, 0.0)
    x, passive = np.zeros(n), np.zeros(n)
    tolerance = (
        10.0 * 2.220446049250313e-16 * np.max(np.sum(np.abs(normal), axis=0)) * max(a.shape[0], n)
    )
    rounds, ended = 0, False
    while not ended:
        slopes = np.where(passive > 0.0, -np.inf, right - normal @ x)
        ended = not np.max(slopes) > tolerance
        if not ended:
            best = np.argmax(slopes)
            for j in range(n):
                if j == best:
                    passive[j] = 1.0
            inner = True
            while inner:
                whole = np.outer(passive, passive) * normal + np.diag(1.0 - passive)
                tried = np.linalg.solve(whole, passive * right)
                inner = np.any((passive > 0.0) & (tried <= 0.0))
                if inner:
                    part = 1.0
                    for j in range(n):
                        if passive[j] > 0.0 and tried[j] <= 0.0:
                            part = np.minimum(part, x[j] / (x[j] - tried[j]))
                    x = x + part * (tried - x)
                    for j in range(n):
                        if passive[j] > 0.0 and tried[j] <= 0.0 and x[j] <= 1e-15 * np.max(x):
                            passive[j] = 0.0
                            x[j] = 0.0
                else:
                    x = tried
                rounds += 1
                if rounds > 10 * n + 20:
                    raise RuntimeError("Maximum number of iterations reached.")
    # Where what is held at zero has no slope, there is no derivative.
    slopes = normal @ x - right
    if not np.all((passive > 0.0) | (slopes > 1e-10 * np.max(np.abs(right)))):
        raise RuntimeError("The solution is not smooth: an unknown is zero by its own")
    passive = adc_held(passive, 0.0)
    whole = np.outer(passive, passive) * (a.T @ a) + np.diag(1.0 - passive)
    x = passive * np.linalg.solve(whole, passive * (a.T @ y))
    return x, np.sqrt(np.sum((a @ x - y) ** 2))
