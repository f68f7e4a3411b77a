# signature: band_power(x: float64[N], fs: float64)
import numpy as np


def goertzel(x, k):
    N = len(x)
    w = 2 * np.pi * k / N
    coeff = 2 * np.cos(w)
    s_prev, s_prev2 = 0.0, 0.0
    for sample in x:
        s = sample + coeff * s_prev - s_prev2
        s_prev2, s_prev = s_prev, s
    return s_prev ** 2 + s_prev2 ** 2 - coeff * s_prev * s_prev2


def band_power(x, fs, bins=(1, 2, 3)):
    win = np.hanning(len(x))
    xw = (x - np.mean(x)) * win
    powers = np.array([goertzel(xw, k) for k in bins])
    return 10 * np.log10(powers.sum() / np.sum(win ** 2))
