# Windows of scipy.signal, as adc reads them (`adc/lowering/numpy/written.py`): not to be
# imported. Each by its formula in SciPy's reference; a periodic one is a longer one without its
# last point.

import numpy as np
from scipy import special


def adc_points(M, sym):
    return M if sym or M <= 1 else M + 1


def adc_cosine_sum(M, a, sym):
    if M <= 1:
        return np.ones(M)
    places = np.linspace(-np.pi, np.pi, adc_points(M, sym))
    found = np.zeros(adc_points(M, sym))
    for k in range(len(a)):
        found += a[k] * np.cos(k * places)
    return found[:M]


def scipy_signal_windows_boxcar(M, sym=True):
    return np.ones(M)


def scipy_signal_windows_hann(M, sym=True):
    return adc_cosine_sum(M, (0.5, 0.5), sym)


def scipy_signal_windows_hamming(M, sym=True):
    return adc_cosine_sum(M, (0.54, 1.0 - 0.54), sym)


def scipy_signal_windows_general_hamming(M, alpha, sym=True):
    return adc_cosine_sum(M, (alpha, 1.0 - alpha), sym)


def scipy_signal_windows_general_cosine(M, a, sym=True):
    return adc_cosine_sum(M, a, sym)


def scipy_signal_windows_blackman(M, sym=True):
    return adc_cosine_sum(M, (0.42, 0.50, 0.08), sym)


def scipy_signal_windows_nuttall(M, sym=True):
    return adc_cosine_sum(M, (0.3635819, 0.4891775, 0.1365995, 0.0106411), sym)


def scipy_signal_windows_blackmanharris(M, sym=True):
    return adc_cosine_sum(M, (0.35875, 0.48829, 0.14128, 0.01168), sym)


def scipy_signal_windows_flattop(M, sym=True):
    weights = (0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368)
    return adc_cosine_sum(M, weights, sym)


def scipy_signal_windows_bartlett(M, sym=True):
    if M <= 1:
        return np.ones(M)
    n = np.arange(0, M)
    last = adc_points(M, sym) - 1
    return np.where(n <= last / 2.0, 2.0 * n / last, 2.0 - 2.0 * n / last)


def scipy_signal_windows_cosine(M, sym=True):
    if M <= 1:
        return np.ones(M)
    return np.sin(np.pi / adc_points(M, sym) * (np.arange(0, M) + 0.5))


def scipy_signal_windows_gaussian(M, std, sym=True):
    if M <= 1:
        return np.ones(M)
    n = np.arange(0, M) - (adc_points(M, sym) - 1.0) / 2.0
    return np.exp(-(n**2) / (2 * std * std))


def scipy_signal_windows_exponential(M, center=None, tau=1.0, sym=True):
    if sym and center is not None:
        raise ValueError("If sym==True, center must be None.")
    if M <= 1:
        return np.ones(M)
    middle = (adc_points(M, sym) - 1) / 2 if center is None else center
    return np.exp(-np.abs(np.arange(0, M) - middle) / tau)


def scipy_signal_windows_kaiser(M, beta, sym=True):
    if M <= 1:
        return 1.0 + 0.0 * np.arange(0, M)
    alpha = (adc_points(M, sym) - 1) / 2.0
    square = 1 - ((np.arange(0, M) - alpha) / alpha) ** 2.0
    # At the ends the root is 0, where its derivative is none.
    root = np.where(square > 0, np.sqrt(np.where(square > 0, square, 1.0)), 0.0)
    return special.i0(beta * root) / special.i0(beta)


def scipy_signal_windows_tukey(M, alpha=0.5, sym=True):
    if M <= 1:
        return np.ones(M)
    if alpha <= 0:
        return np.ones(M)
    if alpha >= 1:
        return scipy_signal_windows_hann(M, sym)
    last = adc_points(M, sym) - 1
    n = np.arange(0, M)
    width = np.floor(alpha * last / 2.0)
    left = 0.5 * (1 + np.cos(np.pi * (-1 + 2.0 * n / alpha / last)))
    right = 0.5 * (1 + np.cos(np.pi * (-2.0 / alpha + 1 + 2.0 * n / alpha / last)))
    return np.where(n <= width, left, np.where(n >= last - width, right, 1.0))


def scipy_signal_windows_get_window(window, Nx, fftbins=True):
    return scipy_signal_get_window(window, Nx, fftbins)


def scipy_signal_get_window(window, Nx, fftbins=True):
    sym = not fftbins
    if isinstance(window, str):
        if window in ("hann", "hanning"):
            return scipy_signal_windows_hann(Nx, sym)
        if window in ("hamming", "hamm", "ham"):
            return scipy_signal_windows_hamming(Nx, sym)
        if window in ("blackman", "black", "blk"):
            return scipy_signal_windows_blackman(Nx, sym)
        if window in ("boxcar", "box", "ones", "rect", "rectangular"):
            return np.ones(Nx)
        if window in ("bartlett", "bart", "brt"):
            return scipy_signal_windows_bartlett(Nx, sym)
        if window in ("cosine", "halfcosine"):
            return scipy_signal_windows_cosine(Nx, sym)
        if window in ("blackmanharris", "blackharr", "bkh"):
            return scipy_signal_windows_blackmanharris(Nx, sym)
        if window in ("flattop", "flat", "flt"):
            return scipy_signal_windows_flattop(Nx, sym)
        raise NotImplementedError("for the common windows")
    if window[0] in ("kaiser", "ksr"):
        return scipy_signal_windows_kaiser(Nx, window[1], sym)
    if window[0] in ("gaussian", "gauss", "gss"):
        return scipy_signal_windows_gaussian(Nx, window[1], sym)
    if window[0] in ("tukey", "tuk"):
        return scipy_signal_windows_tukey(Nx, window[1], sym)
    raise NotImplementedError("for the common windows")


def scipy_signal_kaiser_beta(a):
    if a > 50:
        beta = 0.1102 * (a - 8.7)
    elif a > 21:
        beta = 0.5842 * (a - 21) ** 0.4 + 0.07886 * (a - 21)
    else:
        beta = 0.0
    return beta


def scipy_signal_kaiser_atten(numtaps, width):
    return 2.285 * (numtaps - 1) * np.pi * width + 7.95
