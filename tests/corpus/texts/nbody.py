# signature: simulate(pos: float64[N, 3], vel: float64[N, 3], mass: float64[N], steps: int)
"""N-body simulation, leapfrog."""
import numpy as np

G = 1.0
SOFTENING = 0.1


def getAcc(pos, mass, G, softening):
    x = pos[:, 0:1]
    y = pos[:, 1:2]
    z = pos[:, 2:3]
    dx = x.T - x
    dy = y.T - y
    dz = z.T - z
    inv_r3 = (dx ** 2 + dy ** 2 + dz ** 2 + softening ** 2)
    inv_r3[inv_r3 > 0] = inv_r3[inv_r3 > 0] ** (-1.5)
    ax = G * (dx * inv_r3) @ mass
    ay = G * (dy * inv_r3) @ mass
    az = G * (dz * inv_r3) @ mass
    a = np.stack((ax, ay, az), axis=1)
    return a


def getEnergy(pos, vel, mass, G):
    KE = 0.5 * np.sum(np.sum(mass[:, None] * vel ** 2))
    x = pos[:, 0:1]
    y = pos[:, 1:2]
    z = pos[:, 2:3]
    dx = x.T - x
    dy = y.T - y
    dz = z.T - z
    inv_r = np.sqrt(dx ** 2 + dy ** 2 + dz ** 2)
    inv_r[inv_r > 0] = 1.0 / inv_r[inv_r > 0]
    PE = G * np.sum(np.sum(np.triu(-(mass[:, None] * mass[None, :]) * inv_r, 1)))
    return KE, PE


def simulate(pos, vel, mass, steps, dt=0.01):
    vel -= np.mean(mass[:, None] * vel, 0) / np.mean(mass)
    acc = getAcc(pos, mass, G, SOFTENING)
    for i in range(steps):
        vel += acc * dt / 2.0
        pos += vel * dt
        acc = getAcc(pos, mass, G, SOFTENING)
        vel += acc * dt / 2.0
    KE, PE = getEnergy(pos, vel, mass, G)
    return KE + PE
