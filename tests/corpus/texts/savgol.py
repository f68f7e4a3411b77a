# signature: smooth_penalty(y: float64[N], lam: float64)
import numpy as np

WINDOW, ORDER = 5, 2


def savgol_coeffs(window, order):
    half = window // 2
    A = np.vander(np.arange(-half, half + 1), order + 1, increasing=True)
    return np.linalg.inv(A.T @ A) @ A.T


def smooth_penalty(y, lam):
    c = savgol_coeffs(WINDOW, ORDER)[0]
    padded = np.pad(y, WINDOW // 2, mode="edge")
    smooth = np.convolve(padded, c[::-1], mode="valid")
    return np.sum((smooth - y) ** 2) + lam * np.sum(np.diff(smooth, 2) ** 2)
