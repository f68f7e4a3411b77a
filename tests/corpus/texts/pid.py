# signature: itae(gains: float64[3], setpoint: float64, n: int)
import numpy as np


class Limits:
    lo = -2.0
    hi = 2.0


def itae(gains, setpoint, n, dt=0.05):
    kp, ki, kd = gains
    x, v = 0.0, 0.0
    integral, prev_err = 0.0, setpoint
    cost = 0.0
    for i in range(n):
        err = setpoint - x
        integral += err * dt
        deriv = (err - prev_err) / dt
        u = kp * err + ki * integral + kd * deriv
        u = max(min(u, Limits.hi), Limits.lo)
        v += (u - 0.5 * v) * dt
        x += v * dt
        prev_err = err
        cost += i * dt * abs(err) * dt
    return cost
