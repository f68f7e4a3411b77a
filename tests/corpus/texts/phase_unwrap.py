# signature: doppler(i: float64[N], q: float64[N], fs: float64)
import numpy as np


def doppler(i, q, fs):
    phase = np.unwrap(np.arctan2(q, i))
    inst = np.diff(phase) * fs / (2.0 * np.pi)
    kernel = np.ones(3) / 3
    return np.mean(np.convolve(inst, kernel, mode="same") ** 2)
