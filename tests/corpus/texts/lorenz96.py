# signature: forecast(x: float64[N], forcing: float64, nsteps: int)
"""Lorenz-96 toy atmosphere, RK4."""
import numpy as np

DT = 0.01


def tendency(x, forcing):
    d = np.zeros_like(x)
    d[2:-1] = (x[3:] - x[:-3]) * x[1:-2] - x[2:-1] + forcing
    d[0] = (x[1] - x[-2]) * x[-1] - x[0] + forcing
    d[1] = (x[2] - x[-1]) * x[0] - x[1] + forcing
    d[-1] = (x[0] - x[-3]) * x[-2] - x[-1] + forcing
    return d


def rk4(f, x, dt, *args):
    k1 = f(x, *args)
    k2 = f(x + 0.5 * dt * k1, *args)
    k3 = f(x + 0.5 * dt * k2, *args)
    k4 = f(x + dt * k3, *args)
    return x + dt / 6.0 * (k1 + 2 * k2 + 2 * k3 + k4)


def forecast(x, forcing=8.0, nsteps=10, dt=DT):
    if len(x) < 4:
        raise ValueError("need at least 4 variables, got %d" % len(x))
    traj = [x]
    for _ in range(nsteps):
        x = rk4(tendency, x, dt, forcing)
        traj.append(x)
    traj = np.array(traj)
    return np.mean(traj[1:] ** 2)
