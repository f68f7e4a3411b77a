# signature: curve_length(ctrl: float64[C, 2])
# inputs: ctrl=rng.random((6,2))
import numpy as np

BASIS = np.array([[-1, 3, -3, 1], [3, -6, 3, 0], [-3, 0, 3, 0], [1, 4, 1, 0]]) / 6.0


def curve_length(ctrl, samples=5):
    t = np.linspace(0, 1, samples)
    T = np.stack([t ** 3, t ** 2, t, np.ones_like(t)], axis=1)
    segments = [T @ BASIS @ ctrl[k:k + 4] for k in range(len(ctrl) - 3)]
    pts = np.concatenate(segments, axis=0)
    return np.sqrt(np.sum(np.diff(pts, axis=0) ** 2, axis=1)).sum()
