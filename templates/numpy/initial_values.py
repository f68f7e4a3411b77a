# Initial value problems, as adc reads them (`adc/lowering/numpy/written.py`): not to be imported.
# Explicit Runge-Kutta pairs with step control, by E. Hairer, S. P. Norsett and G. Wanner, Solving
# Ordinary Differential Equations I (1993), II.4; the constants of the control are SciPy's.

import numpy as np


class adc_last_row:
    # One component at all accepted times, of which the last is known.
    def __init__(self, last):
        self._last = last

    def __getitem__(self, place):
        if place != -1:
            raise NotImplementedError("with `t_eval=`, or for what is last: `sol.y[:, -1]`")
        return self._last


class adc_last_state:
    # The states at all accepted times: how many these are is up to data, and the last is known.
    def __init__(self, last):
        self._last = last

    def __getitem__(self, place):
        if isinstance(place, int):
            return adc_last_row(self._last[place])
        # Where the first is None, -1 picks a component.
        if not isinstance(place, tuple) or len(place) != 2:
            raise NotImplementedError("with `t_eval=`, or for what is last: `sol.y[:, -1]`")
        component, time = place
        if not isinstance(time, int) or time != -1 or component is None:
            raise NotImplementedError("with `t_eval=`, or for what is last: `sol.y[:, -1]`")
        return self._last[component] * 1.0


class adc_ivp:
    def __init__(self, t, y, nfev):
        self.t = t
        self.y = y
        self.nfev = nfev
        self.sol = None
        self.t_events = None
        self.y_events = None
        self.status = 0
        self.success = True
        self.message = "The solver successfully reached the end of the integration interval."


def adc_tableau(method):
    # Order of the error's estimate; nodes, coefficients, weights, differences of both weights,
    # and the polynomials between two steps.
    if method == "RK45":
        nodes = [0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0]
        rows = [
            [0.0, 0.0, 0.0, 0.0, 0.0],
            [1 / 5, 0.0, 0.0, 0.0, 0.0],
            [3 / 40, 9 / 40, 0.0, 0.0, 0.0],
            [44 / 45, -56 / 15, 32 / 9, 0.0, 0.0],
            [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0.0],
            [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
        ]
        weights = [35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84]
        errors = [-71 / 57600, 0.0, 71 / 16695, -71 / 1920, 17253 / 339200, -22 / 525, 1 / 40]
        between = [
            [1.0, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432],
            [0.0, 0.0, 0.0, 0.0],
            [0.0, 131558114200 / 32700410799, -68118460800 / 10900136933,
             87487479700 / 32700410799],
            [0.0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072],
            [0.0, 127303824393 / 49829197408, -318862633887 / 49829197408,
             701980252875 / 199316789632],
            [0.0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844],
            [0.0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423],
        ]  # fmt: skip
        return (
            4,
            np.array(nodes),
            np.array(rows),
            np.array(weights),
            np.array(errors),
            (np.array(between)),
        )
    if method == "RK23":
        nodes = [0.0, 1 / 2, 3 / 4]
        rows = [[0.0, 0.0], [1 / 2, 0.0], [0.0, 3 / 4]]
        weights = [2 / 9, 1 / 3, 4 / 9]
        errors = [5 / 72, -1 / 12, -1 / 9, 1 / 8]
        between = [[1.0, -4 / 3, 5 / 9], [0.0, 1.0, -2 / 3], [0.0, 4 / 3, -8 / 9], [0.0, -1.0, 1.0]]
        return (
            2,
            np.array(nodes),
            np.array(rows),
            np.array(weights),
            np.array(errors),
            (np.array(between)),
        )
    if method == "DOP853":
        nodes, rows, weights, errors = adc_tableau_of_order_8()
        return 7, nodes, rows, weights, errors, np.zeros((0, 0))
    raise NotImplementedError("for the methods RK45, RK23, DOP853, LSODA, BDF and Radau")


def adc_error_size(errors, stages, h, scale):
    if np.ndim(errors) == 1:
        return adc_rms((errors @ stages) * h / scale)
    fifth = np.sum(((errors[0] @ stages) / scale) ** 2)
    third = np.sum(((errors[1] @ stages) / scale) ** 2)
    if fifth == 0.0 and third == 0.0:
        return 0.0
    return np.abs(h) * fifth / np.sqrt((fifth + 0.01 * third) * len(scale))


def adc_between_times(fun, t, y, h, y_new, stages, between, args):
    # Coefficients of the polynomials between two steps.
    if len(between) > 0:
        return stages.T @ between
    nodes, rows, powers = adc_between_of_order_8()
    every = np.zeros((16, len(y)))
    every[:13] = stages
    for k in range(3):
        ahead = (rows[k, : 13 + k] @ every[: 13 + k]) * h
        every[13 + k] = np.asarray(fun(t + nodes[k] * h, y + ahead, *args))
    found = np.zeros((7, len(y)))
    found[0] = y_new - y
    found[1] = h * stages[0] - found[0]
    found[2] = 2 * found[0] - h * (stages[12] + stages[0])
    found[3:] = h * (powers @ every)
    return found


def adc_at_time(share, y, h, inside, between):
    if len(between) > 0:
        powers = share ** np.arange(1, between.shape[1] + 1)
        return y + h * (inside @ powers)
    found = np.zeros(len(y))
    for k in range(7):
        found = (found + inside[6 - k]) * (share if k % 2 == 0 else 1.0 - share)
    return y + found


def adc_rms(v):
    return np.sqrt(np.sum(v * v)) / len(v) ** 0.5


def adc_slope(fun, t, y, args):
    # No copy: what `fun` writes at the next call into the array that it gave is seen in this, too.
    return np.asarray(fun(t, y, *args), dtype=np.float64)


def adc_first_step(fun, t, y, f, span, way, order, rtol, atol, max_step, args):
    # Of the size for which an explicit step of Euler's is small, and the second derivative, too.
    scale = atol + np.abs(y) * rtol
    size, slope = adc_rms(y / scale), adc_rms(f / scale)
    h0 = 1e-6 if size < 1e-5 or slope < 1e-5 else 0.01 * size / slope
    h0 = min(h0, span)
    ahead = adc_slope(fun, t + h0 * way, y + h0 * way * f, args)
    bend = adc_rms((ahead - f) / scale) / h0
    if slope <= 1e-15 and bend <= 1e-15:
        h1 = max(1e-6, h0 * 1e-3)
    else:
        h1 = (0.01 / max(slope, bend)) ** (1.0 / (order + 1))
    return min(min(100.0 * h0, h1), min(span, max_step))


def scipy_integrate_solve_ivp(
    fun, t_span, y0, method="RK45", t_eval=None, dense_output=False, events=None,
    vectorized=False, args=None, *, rtol=1e-3, atol=1e-6, max_step=np.inf, first_step=None,
    jac=None, jac_sparsity=None, lband=None, uband=None, min_step=0.0,
):  # fmt: skip
    if dense_output or events is not None or vectorized:
        raise NotImplementedError(
            "without `events=`, `vectorized=` and `dense_output=` (name the times in `t_eval=`)"
        )
    args = () if args is None else args
    adc_switched(fun, 0, *args)
    t, end = t_span[0] * 1.0, t_span[1] * 1.0
    if np.ndim(y0) != 1:
        raise ValueError("`y0` must be 1-dimensional.")
    if np.iscomplexobj(y0):
        raise NotImplementedError("for real numbers")
    y = np.asarray(y0, dtype=np.float64)
    if max_step <= 0.0:
        raise ValueError("`max_step` must be positive.")
    if np.any(np.asarray(atol) < 0.0):
        raise ValueError("`atol` must be positive.")
    if np.ndim(atol) > 0 and np.shape(atol) != np.shape(y0):
        raise ValueError("`atol` has wrong shape.")
    wanted = np.zeros(0) if t_eval is None else np.array(t_eval)
    way = np.where(end < t, -1.0, 1.0)
    steps = way * wanted
    if np.any(steps < way * t) or np.any(steps > way * end) or np.any(steps[1:] <= steps[:-1]):
        raise ValueError("Values in `t_eval` are not properly sorted, or not within `t_span`.")
    if method in ("LSODA", "BDF", "Radau"):
        return adc_ivp_in_time(fun, t, end, y, t_eval, rtol, atol, max_step, args)
    order, nodes, rows, weights, errors, between = adc_tableau(method)
    rtol = np.maximum(rtol, 100.0 * 2.220446049250313e-16)
    kept = np.zeros((len(y), len(wanted)))
    stages = np.zeros((len(nodes) + 1, len(y)))
    f = adc_slope(fun, t, y, args)
    nfev = 1
    if first_step is None:
        step = adc_first_step(fun, t, y, f, way * (end - t), way, order, rtol, atol, max_step, args)
        nfev += 1
    else:
        if first_step <= 0.0 or first_step > np.abs(end - t):
            raise ValueError("`first_step` must be positive, and within `t_span`.")
        step = first_step * 1.0
    at = 0
    if end == t:
        raise NotImplementedError("from one time to another")
    while way * (t - end) < 0.0:
        step = min(step, max_step)
        accepted = False
        rejected = False
        t_new, y_new, f_new, h = t, y, f, 0.0
        while not accepted:
            if not step > 2.220446049250313e-15 * np.abs(t):
                raise RuntimeError("Required step size is less than spacing between numbers.")
            t_new = t + step * way
            if way * (t_new - end) > 0.0:
                t_new = end
            h = t_new - t
            step = np.abs(h)
            stages[0] = f
            for k in range(1, len(nodes)):
                between_steps = rows[k, :k] @ stages[:k]
                stages[k] = np.asarray(fun(t + nodes[k] * h, y + between_steps * h, *args))
            y_new = y + h * (weights @ stages[:-1])
            f_new = adc_slope(fun, t + h, y_new, args)
            stages[-1] = f_new
            nfev += len(nodes)
            scale = atol + np.maximum(np.abs(y), np.abs(y_new)) * rtol
            size = adc_error_size(errors, stages, h, scale)
            if size < 1.0:
                factor = 10.0 if size == 0.0 else min(10.0, 0.9 * size ** (-1.0 / (order + 1)))
                if rejected:
                    factor = min(1.0, factor)
                accepted = True
            else:
                factor = 0.2 if np.isnan(size) else max(0.2, 0.9 * size ** (-1.0 / (order + 1)))
                rejected = True
            step = step * factor
        if at < len(wanted) and steps[at] <= way * t_new:
            inside = adc_between_times(fun, t, y, h, y_new, stages, between, args)
            while at < len(wanted) and steps[at] <= way * t_new:
                kept[:, at] = adc_at_time((wanted[at] - t) / h, y, h, inside, between)
                at += 1
        t, y, f = t_new, y_new, f_new
    if t_eval is None:
        return adc_ivp(adc_last_row(t), adc_last_state(y), nfev)
    return adc_ivp(wanted, kept, nfev)
