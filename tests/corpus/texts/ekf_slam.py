# signature: innovation(x: float64[3], P: float64[3, 3], u: float64[T, 2], z: float64[T, 2])
# inputs: P=np.diag([0.5, 0.3, 0.2])
import numpy as np

LANDMARKS = [(1.0, 2.0), (3.0, -1.0)]
Q = np.diag([0.1, np.deg2rad(1.0)]) ** 2
R = np.diag([0.3, 0.05])


def wrap(a):
    return (a + np.pi) % (2 * np.pi) - np.pi


def motion(x, u, dt):
    return x + np.array([u[0] * np.cos(x[2]), u[0] * np.sin(x[2]), u[1]]) * dt


def innovation(x, P, u, z, dt=0.1):
    cost = 0.0
    for k in range(u.shape[0]):
        G = np.eye(3)
        G[0, 2] = -dt * u[k, 0] * np.sin(x[2])
        G[1, 2] = dt * u[k, 0] * np.cos(x[2])
        V = np.array([[dt * np.cos(x[2]), 0], [dt * np.sin(x[2]), 0], [0, dt]])
        x = motion(x, u[k], dt)
        P = G @ P @ G.T + V @ Q @ V.T
        for lx, ly in LANDMARKS:
            dx, dy = lx - x[0], ly - x[1]
            q = dx ** 2 + dy ** 2
            zhat = np.array([np.sqrt(q), wrap(np.arctan2(dy, dx) - x[2])])
            H = np.array([[-dx / np.sqrt(q), -dy / np.sqrt(q), 0], [dy / q, -dx / q, -1]])
            S = H @ P @ H.T + R
            y = z[k] - zhat
            y[1] = wrap(y[1])
            K = P @ H.T @ np.linalg.inv(S)
            x = x + K @ y
            P = (np.eye(3) - K @ H) @ P
            cost += y @ np.linalg.inv(S) @ y + np.log(np.linalg.det(S))
    return cost
