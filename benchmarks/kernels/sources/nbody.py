"""Bodies under their mutual, softened attraction: kicks and drifts of the leapfrog."""

import numpy as np


def acceleration(x, mass, soft):
    away = x[np.newaxis, :, :] - x[:, np.newaxis, :]
    square = np.sum(away * away, axis=2) + soft * soft
    weight = mass[np.newaxis, :] * square ** (-1.5)
    return np.sum(weight[:, :, np.newaxis] * away, axis=1)


def nbody(steps, dt, soft, mass, x, v):
    a = acceleration(x, mass, soft)
    for t in range(steps):
        v += 0.5 * dt * a
        x += dt * v
        a = acceleration(x, mass, soft)
        v += 0.5 * dt * a
