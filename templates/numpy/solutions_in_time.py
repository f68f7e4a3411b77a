# Initial value problems whose solver goes ways of its own: they are solved as exactly as they can
# be, to a ten-thousandth of the tolerance that is asked for, by the method of order 8 of
# `initial_values_of_order_8.py`. Lengths of steps have no derivatives; read as that is.

import numpy as np


class adc_solution_in_time:
    def __init__(self, t, y):
        self.t = t
        self.y = y
        self.sol = None
        self.t_events = None
        self.y_events = None
        self.status = 0
        self.success = True
        self.message = "The solver successfully reached the end of the integration interval."


def adc_refuse_coarse(tolerance):
    if not adc_known(tolerance) or tolerance > 1e-6:
        raise NotImplementedError(
            "with `rtol=` and `atol=` numbers of 1e-6 or less: adc takes other steps, and where"
            " steps are coarse their derivatives are others"
        )


def adc_step_of_order_8(fun, t, y, h, nodes, rows, args):
    stages = np.zeros((len(nodes), len(y)))
    for k in range(len(nodes)):
        state = y + h * (rows[k, :k] @ stages[:k])
        stages[k] = np.asarray(adc_called(fun, t + nodes[k] * h, state, *args))
    return stages


def adc_tangents_ahead(fun, t, y, h, stages, ways, largest, rtol, args):
    # Where a step brings the tangents `ways`, how large they have been at most, and the size of
    # their errors. Along the second, what the right-hand side reads besides the state moves by 1.
    nodes, rows, weights, errors = adc_tableau_of_order_8()
    ahead, most, size = np.zeros(np.shape(ways)), np.zeros(2), 0.0
    for j in range(2):
        moved = np.zeros((len(nodes), len(y)))
        for k in range(len(nodes)):
            moved[k] = adc_tangent_of_all(
                ways[j] + h * (rows[k, :k] @ moved[:k]), j * 1.0, 1,
                lambda time, state: np.asarray(fun(time, state, *args)),
                t + nodes[k] * h, y + h * (rows[k, :k] @ stages[:k]),
            )  # fmt: skip
        ahead[j] = ways[j] + h * (weights @ moved)
        most[j] = max(largest[j], np.max(np.abs(ahead[j])))
        scale = np.zeros(len(y)) + max(rtol * most[j], 1e-300)
        off = adc_error_size(errors[:, :12], moved, h, scale)
        if off > size:
            size = off
    return ahead, most, size


def adc_power_of_slope(fun, t, y, way, args):
    # What the Jacobian makes of the direction `way`, and by how much it is longer.
    slope = adc_tangent(
        way, 1, lambda time, state, *given: np.asarray(fun(time, state, *given)), t, y, *args
    )
    slope = slope + 0.0 * way  # of the shape of the state, also where one number is given
    size = np.sqrt(np.sum(slope * slope))
    return (slope / size if size > 0.0 else way), size


def adc_find_steps(fun, y0, times, ends, counts, tableau, rtol, atol, longest, args):
    # Fills `ends` with where steps end, for all times one after another, and `counts` with how many
    # there are up to each time. Each step is tried until its errors are small, and then taken.
    # Steps are short for the Jacobian, too, whose largest eigenvalue the power method tells (as in
    # RKC: B. P. Sommeijer, L. F. Shampine and J. G. Verwer, Journal of Computational and Applied
    # Mathematics 88 (1998) 2.2): derivatives are as exact as the states, and no less stable.
    nodes, rows, weights, errors = tableau
    y, step, taken = adc_held(y0, 0.0), 0.0, adc_position(0)
    way_of_slope = np.cos(np.arange(1.0, len(y) + 1.0))
    way_of_slope = way_of_slope / np.sqrt(np.sum(way_of_slope * way_of_slope))
    size_of_slope = 0.0
    # States that are small or zero tell nothing of how derivatives change. Two tangents do: along a
    # way of the initial state, and of all else that the right-hand side reads.
    ways = np.zeros((2, len(y)))
    ways[0] = way_of_slope
    largest = np.zeros(2)
    for place in range(1, len(times)):
        t, end = adc_held(times[place - 1], 0.0), adc_held(times[place], 0.0)
        way = np.where(end < t, -1.0, 1.0)
        count = 0
        while way * (end - t) > 0.0:
            left = way * (end - t)
            if step == 0.0:
                f = adc_slope(fun, t, y + 0.0, args)
                step = adc_first_step(fun, t, y, f, left, way, 7, rtol, atol, longest, args)
                for _ in range(10):
                    way_of_slope, size_of_slope = adc_power_of_slope(fun, t, y, way_of_slope, args)
            before = size_of_slope
            way_of_slope, size_of_slope = adc_power_of_slope(fun, t, y, way_of_slope, args)
            eigenvalue = np.sqrt(before * size_of_slope)
            short = min(longest, 0.5 / eigenvalue if eigenvalue > 0.0 else longest)
            tried = 0.0
            accepted = False
            while not accepted:
                tried = min(step, min(left, short))
                h = way * tried
                stages = adc_step_of_order_8(fun, t, y, h, nodes, rows, args)
                beyond = y + h * (weights @ stages)
                scale = atol + np.maximum(np.abs(y), np.abs(beyond)) * rtol
                size = adc_error_size(errors[:, :12], stages, h, scale)
                ahead, most = ways * 1.0, largest * 1.0
                if size < 1.0:
                    ahead, most, off = adc_tangents_ahead(
                        fun, t, y, h, stages, ways, largest, 100.0 * rtol, args
                    )
                    size = max(size, off)
                least = 8.9e-16 * np.maximum(np.abs(t), np.abs(t + h))
                factor = 0.2
                if size == 0.0:
                    factor = 5.0
                elif not np.isnan(size):
                    factor = min(5.0, max(0.2, 0.9 * size**-0.125))
                accepted = size < 1.0 or (tried <= least and not np.isnan(size))
                if not accepted and tried <= least:
                    raise RuntimeError("The right-hand side is not a number.")
                limited = tried >= min(left, short)
                if size == 0.0:  # which says nothing of how derivatives change
                    step = min(tried * factor, np.abs(end - times[place - 1]) / 32.0)
                elif accepted and limited:
                    step = max(step, tried * factor)
                else:
                    step = tried * factor
                count += 1
                if count > 200000 or taken >= len(ends):
                    raise RuntimeError("The system is stiff: it takes too many steps.")
            ways, largest = ahead, most
            then = end if tried == left else t + way * tried
            y = y + (then - t) * (weights @ stages)
            t = then
            ends[taken] = adc_held(then, 0.0)
            taken += 1
        counts[place] = taken


def adc_solved_in_time(fun, y0, times, rtol, atol, longest, args):
    # The states at all times. Lengths of steps have no derivatives: they are found first.
    adc_refuse_coarse(rtol)
    if np.ndim(atol) == 0:
        adc_refuse_coarse(atol)
    elif np.any(np.asarray(atol) > 1e-6):
        raise RuntimeError("adc takes other steps than those of an `atol` above 1e-6.")
    tolerance = adc_held(rtol * 1.0, rtol * 1.0)
    found = np.zeros((len(times), len(y0)))
    if len(times) == 0:
        return found
    rtol = np.maximum(1e-4 * rtol, 1e-13)
    atol = 1e-4 * np.asarray(atol)
    ends, counts = np.empty(200000 + len(times)), np.zeros(len(times), dtype=np.int64)
    tableau = adc_tableau_of_order_8()
    adc_find_steps(fun, y0, times, ends, counts, tableau, rtol, atol, longest, args)
    nodes, rows, weights, _ = tableau
    y = y0 + 0.0
    found[0] = y
    for place in range(1, len(times)):
        t = times[place - 1] + 0.0
        k = counts[place - 1]
        while k < counts[place]:
            # Times between two that are asked for stay where they are if these move, so that none
            # moves over a jump.
            inside = ends[k]
            then = times[place] + 0.0 if k == counts[place] - 1 else inside
            h = then - t
            stages = adc_step_of_order_8(fun, t, y, h, nodes, rows, args)
            y = y + h * (weights @ stages)
            t = then
            k += 1
        found[place] = y + 0.0 * tolerance
    return found


def adc_ivp_in_time(fun, t, end, y, t_eval, rtol, atol, longest, args):
    asked = np.array([end]) if t_eval is None else np.asarray(t_eval, dtype=np.float64)
    times = np.zeros(len(asked) + 1)
    times[0] = t
    times[1:] = asked
    found = adc_solved_in_time(fun, y, times, rtol, atol, longest, args)
    if t_eval is None:
        return adc_solution_in_time(adc_last_row(end), adc_last_state(found[1]))
    return adc_solution_in_time(asked, found[1:].T)


def adc_start_in_time(y0):
    if np.iscomplexobj(y0):
        raise NotImplementedError("for real numbers")
    return np.atleast_1d(np.asarray(y0, dtype=np.float64))


def scipy_integrate_odeint(
    func, y0, t, args=(), Dfun=None, col_deriv=0, full_output=0, ml=None, mu=None, rtol=None,
    atol=None, tcrit=None, h0=0.0, hmax=0.0, hmin=0.0, ixpr=0, mxstep=0, mxhnil=0, mxordn=12,
    mxords=5, printmessg=0, tfirst=False,
):  # fmt: skip
    if tcrit is not None:
        raise NotImplementedError("without `tcrit=`")
    times = np.asarray(t, dtype=np.float64)
    start = adc_start_in_time(y0)
    if np.ndim(start) != 1:
        raise ValueError("Initial condition y0 must be one-dimensional.")
    if np.any(times[1:] < times[:-1]) and np.any(times[1:] > times[:-1]):
        raise ValueError("The values in t must be monotonically increasing or decreasing.")
    more = args if isinstance(args, tuple) else (args,)
    adc_switched(func, 0 if tfirst else 1, *more)
    rtol = 1.49012e-8 if rtol is None else rtol
    atol = 1.49012e-8 if atol is None else atol
    if tfirst:
        slope = func
    else:
        slope = lambda time, state, *given: func(state, time, *given)
    longest = hmax if hmax > 0.0 else np.inf
    found = adc_solved_in_time(slope, start, times, rtol, atol, longest, more)
    if full_output:
        return found, {"message": "Integration successful."}
    return found


class scipy_integrate_ode:
    def __init__(self, f, jac=None):
        self.f = f
        self.jac = jac
        self.f_params = ()
        self._rtol = 1e-6
        self._atol = 1e-12
        self._longest = np.inf
        self.stiff = 0
        self.t = 0.0
        self.y = np.zeros(0)
        # vode goes on from a state of its own, whatever the fields say, once it has `_started`.
        self._vode = True
        self._started = 0.0
        self._own_t = 0.0
        self._own_y = np.zeros(0)

    def set_integrator(
        self, name, method="adams", with_jacobian=False, rtol=1e-6, atol=1e-12, lband=None,
        uband=None, order=12, nsteps=500, max_step=0.0, min_step=0.0, first_step=0.0, ixpr=0,
        max_hnil=0, max_order_ns=12, max_order_s=5, verbosity=-1, safety=0.9, ifactor=10.0,
        dfactor=0.2, beta=0.0,
    ):  # fmt: skip
        if name not in ("vode", "dopri5", "dop853"):
            raise NotImplementedError(
                "with the integrators vode, dopri5 and dop853 (lsoda has one array for all its"
                " results in some of SciPy's versions)"
            )
        self._vode = name == "vode"
        self._started = 0.0
        self._rtol = rtol
        self._atol = atol
        self._longest = max_step if max_step > 0.0 else np.inf
        return self

    def set_initial_value(self, y, t=0.0):
        self.t = t * 1.0
        self.y = adc_start_in_time(y).copy()
        self._started = 0.0
        self._own_t = self.t
        self._own_y = self.y.copy()
        return self

    def set_f_params(self, *args):
        self.f_params = args
        return self

    def set_jac_params(self, *args):
        return self

    def successful(self):
        return True

    def get_return_code(self):
        return 2

    def integrate(self, t, step=False, relax=False):
        if step or relax:
            raise NotImplementedError("without `step=` and `relax=`")
        adc_switched(self.f, 0, *self.f_params)
        start, state = self.t, self.y
        if self._vode:
            start = np.where(self._started > 0.0, self._own_t, start)
            state = np.where(self._started > 0.0, self._own_y, state)
        times = np.array([start, t * 1.0])
        found = adc_solved_in_time(
            self.f, state, times, self._rtol, self._atol, self._longest, self.f_params
        )
        self.y = found[1].copy()
        self.t = t * 1.0
        if self._vode:
            self._started = 1.0
            self._own_t = self.t
            self._own_y = found[1].copy()
        return self.y
