# signature: kabsch_rmsd(P: float64[N, 3], Q: float64[N, 3])
import numpy as np


def kabsch(P, Q):
    p0 = P.mean(axis=0)
    q0 = Q.mean(axis=0)
    H = (P - p0).T @ (Q - q0)
    U, S, Vt = np.linalg.svd(H)
    d = np.sign(np.linalg.det(Vt.T @ U.T))
    if d < 0:
        Vt[-1, :] *= -1
    R = Vt.T @ U.T
    t = q0 - R @ p0
    return R, t


def kabsch_rmsd(P, Q):
    R, t = kabsch(P, Q)
    diff = P @ R.T + t - Q
    return np.sqrt((diff ** 2).sum() / P.shape[0])
