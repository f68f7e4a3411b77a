# signature: simulate(f: float64[9, H, W], tau: float64, nt: int)
import numpy as np

idxs = np.arange(9)
cxs = np.array([0, 0, 1, 1, 1, 0, -1, -1, -1])
cys = np.array([0, 1, 1, 0, -1, -1, -1, 0, 1])
weights = np.array([4 / 9, 1 / 9, 1 / 36, 1 / 9, 1 / 36, 1 / 9, 1 / 36, 1 / 9, 1 / 36])


def simulate(f, tau, nt):
    F = f
    for it in range(nt):
        for i, cx, cy in zip(idxs, cxs, cys):
            F[i, :, :] = np.roll(F[i, :, :], cx, axis=1)
            F[i, :, :] = np.roll(F[i, :, :], cy, axis=0)
        rho = np.sum(F, 0)
        ux = np.sum(F * cxs[:, None, None], 0) / rho
        uy = np.sum(F * cys[:, None, None], 0) / rho
        Feq = np.zeros(F.shape)
        for i, cx, cy, w in zip(idxs, cxs, cys, weights):
            Feq[i, :, :] = rho * w * (1 + 3 * (cx * ux + cy * uy) + 9 * (cx * ux + cy * uy) ** 2 / 2
                                      - 3 * (ux ** 2 + uy ** 2) / 2)
        F += -(1.0 / tau) * (F - Feq)
    vorticity = (np.roll(ux, -1, axis=0) - np.roll(ux, 1, axis=0)) - (np.roll(uy, -1, axis=1) - np.roll(uy, 1, axis=1))
    return np.sum(vorticity ** 2)
