# signature: ssim(a: float64[H, W], b: float64[H, W])
import numpy as np
from scipy.ndimage import convolve

K1, K2, L = 0.01, 0.03, 1.0


def gaussian_window(size=3, sigma=1.5):
    ax = np.arange(size) - size // 2
    g = np.exp(-0.5 * (ax / sigma) ** 2)
    g /= g.sum()
    return np.outer(g, g)


def ssim(a, b):
    win = gaussian_window()
    c1, c2 = (K1 * L) ** 2, (K2 * L) ** 2
    mu_a, mu_b = convolve(a, win), convolve(b, win)
    va = convolve(a * a, win) - mu_a ** 2
    vb = convolve(b * b, win) - mu_b ** 2
    cab = convolve(a * b, win) - mu_a * mu_b
    num = (2 * mu_a * mu_b + c1) * (2 * cab + c2)
    den = (mu_a ** 2 + mu_b ** 2 + c1) * (va + vb + c2)
    return np.mean(num / den)
