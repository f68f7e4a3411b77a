# signature: end_effector_cost(q: float64[6], target: float64[3])
import numpy as np

# Denavit-Hartenberg parameters: a, alpha, d
DH = np.array([
    [0.0, np.pi / 2, 0.0892],
    [-0.425, 0.0, 0.0],
    [-0.392, 0.0, 0.0],
    [0.0, np.pi / 2, 0.1093],
    [0.0, -np.pi / 2, 0.09475],
    [0.0, 0.0, 0.0825],
])


def dh_transform(theta, a, alpha, d):
    ct, st = np.cos(theta), np.sin(theta)
    ca, sa = np.cos(alpha), np.sin(alpha)
    return np.array([
        [ct, -st * ca, st * sa, a * ct],
        [st, ct * ca, -ct * sa, a * st],
        [0.0, sa, ca, d],
        [0.0, 0.0, 0.0, 1.0],
    ])


def forward_kinematics(q):
    T = np.eye(4)
    for theta, (a, alpha, d) in zip(q, DH):
        T = T @ dh_transform(theta, a, alpha, d)
    return T


def end_effector_cost(q, target, reg=1e-3):
    T = forward_kinematics(q)
    err = T[:3, 3] - target
    return float(err @ err) + reg * np.dot(q, q)
