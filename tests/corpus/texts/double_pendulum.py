# signature: final_angle(state: float64[4], l1: float64, l2: float64, m1: float64, m2: float64, nt: int)
import numpy as np
from numpy import sin, cos

g = 9.8


def derivs(state, l1, l2, m1, m2):
    dydx = np.zeros_like(state)
    dydx[0] = state[1]
    delta = state[2] - state[0]
    den1 = (m1 + m2) * l1 - m2 * l1 * cos(delta) * cos(delta)
    dydx[1] = ((m2 * l1 * state[1] * state[1] * sin(delta) * cos(delta)
                + m2 * g * sin(state[2]) * cos(delta)
                + m2 * l2 * state[3] * state[3] * sin(delta)
                - (m1 + m2) * g * sin(state[0])) / den1)
    dydx[2] = state[3]
    den2 = (l2 / l1) * den1
    dydx[3] = ((- m2 * l2 * state[3] * state[3] * sin(delta) * cos(delta)
                + (m1 + m2) * g * sin(state[0]) * cos(delta)
                - (m1 + m2) * l1 * state[1] * state[1] * sin(delta)
                - (m1 + m2) * g * sin(state[2])) / den2)
    return dydx


def final_angle(state, l1, l2, m1, m2, nt, dt=0.02):
    y = np.empty((nt + 1, 4))
    y[0] = state
    for i in range(1, nt + 1):
        y[i] = y[i - 1] + derivs(y[i - 1], l1, l2, m1, m2) * dt
    x2 = l2 * sin(y[:, 2]) + l1 * sin(y[:, 0])
    return x2[-1]
