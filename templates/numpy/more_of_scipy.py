# Short functions of SciPy, as adc reads them (`adc/lowering/numpy/written.py`): not to be imported.

import numpy as np
from scipy import special


def scipy_special_sinc(x):
    return np.sinc(x)


def scipy_special_gammasgn(x):
    # NaN at negative integers, where gamma has no sign.
    x = np.asarray(x) * 1.0
    one = np.ones_like(x)
    below = np.floor(x)
    sign = np.where(below % 2.0 == 0.0, one, -one)
    sign = np.where(x == below, np.nan, sign)
    return np.where(
        x > 0.0,
        1.0,
        np.where(
            x == 0.0, np.copysign(1.0, x), np.where(np.isnan(x) | (x == -np.inf), np.nan, sign)
        ),
    )


def scipy_special_jvp(v, z, n=1):
    if n != 1:
        raise NotImplementedError("for the first derivative")
    return (special.jv(v - 1, z) - special.jv(v + 1, z)) / 2.0


def scipy_special_ivp(v, z, n=1):
    if n != 1:
        raise NotImplementedError("for the first derivative")
    return (special.iv(v - 1, z) + special.iv(v + 1, z)) / 2.0


def scipy_special_kvp(v, z, n=1):
    if n != 1:
        raise NotImplementedError("for the first derivative")
    return -(special.kv(v - 1, z) + special.kv(v + 1, z)) / 2.0


def scipy_linalg_polar(a, side="right"):
    if side not in ("right", "left"):
        raise ValueError("`side` must be either 'right' or 'left'")
    u, w, vh = np.linalg.svd(a, full_matrices=False)
    if side == "right":
        return u @ vh, (vh.T * w) @ vh
    return u @ vh, (u * w) @ u.T


def scipy_linalg_hilbert(n):
    i = np.arange(n)
    return 1.0 / (i[:, None] + i + 1.0)


def scipy_linalg_leslie(f, s):
    f, s = np.asarray(f), np.asarray(s)
    if f.ndim != 1 or s.ndim != 1:
        raise NotImplementedError("for vectors")
    if len(s) != len(f) - 1:
        raise ValueError("The length of s must be one less than the length of f.")
    found = np.zeros((len(f), len(f)), np.result_type(f, s))
    found[0] = f
    for i in range(len(f) - 1):
        found[i + 1, i] = s[i]
    return found


def scipy_linalg_solve_lyapunov(a, q):
    return scipy_linalg_solve_continuous_lyapunov(a, q)


def scipy_stats_boxcox(x, lmbda):
    return special.boxcox(x, lmbda)


def scipy_signal_correlation_lags(in1_len, in2_len, mode="full"):
    if mode != "full":
        raise NotImplementedError("in mode full")
    return np.arange(-in2_len + 1, in1_len)


def scipy_signal_freqs(b, a, worN):
    if np.ndim(worN) == 0:
        raise NotImplementedError("for a vector of frequencies")
    w = np.asarray(worN)
    return w, np.polyval(np.atleast_1d(b), 1j * w) / np.polyval(np.atleast_1d(a), 1j * w)


def scipy_signal_windows_triang(M, sym=True):
    if M <= 1:
        return np.ones(M)
    size = M if sym else M + 1
    n = np.arange(1, (size + 1) // 2 + 1)
    if size % 2 == 0:
        half = (2 * n - 1.0) / size
        found = np.concatenate((half, half[::-1]))
    else:
        half = 2 * n / (size + 1.0)
        found = np.concatenate((half, half[-2::-1]))
    return found if sym else found[:-1]


def scipy_ndimage_mean(input):
    # The count, of float64, divides what may be of less precision.
    return np.sum(input) / np.float64(np.size(input))


def scipy_ndimage_sum(input):
    return np.sum(input)
