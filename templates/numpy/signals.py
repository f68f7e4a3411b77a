# Functions of scipy.signal, as adc reads them (`adc/lowering/numpy/written.py`): not to be
# imported. Each by its definition in SciPy's reference.

import numpy as np


def scipy_signal_lfilter(b, a, x, axis=-1, zi=None):
    if zi is not None:
        if axis != -1:
            raise NotImplementedError("along the last axis, where `zi=` is given")
        return adc_lfilter_from(b, a, x, zi)
    # a[0]*y[n] = b[0]*x[n] + b[1]*x[n - 1] + ... - a[1]*y[n - 1] - ..., with zeros before x.
    if np.ndim(a) > 1 or np.ndim(b) > 1:
        raise NotImplementedError("for coefficients that are vectors")
    over, under = np.atleast_1d(b), np.atleast_1d(a)
    given = np.moveaxis(np.asarray(x), axis, -1)
    made = np.zeros(given.shape, dtype=np.result_type(over, under, given))
    for n in range(given.shape[-1]):
        for k in range(min(len(over), n + 1)):
            made[..., n] += over[k] * given[..., n - k]
        for k in range(1, min(len(under), n + 1)):
            made[..., n] -= under[k] * made[..., n - k]
        made[..., n] /= under[0]
    return np.moveaxis(made, -1, axis)


def scipy_signal_detrend(data, axis=-1, type="linear", bp=0, overwrite_data=False):
    if bp != 0:
        raise NotImplementedError("without break points")
    if overwrite_data:
        raise NotImplementedError("with `overwrite_data=False`")
    if type not in ("linear", "l", "constant", "c"):
        raise ValueError("Trend type must be 'linear' or 'constant'.")
    given = np.moveaxis(np.asarray(data) * 1.0, axis, -1)
    level = np.mean(given, axis=-1, keepdims=True)
    if type in ("constant", "c"):
        return np.moveaxis(given - level, -1, axis)
    n = given.shape[-1]
    time = (np.arange(n) - 0.5 * (n - 1)).astype(given.dtype)
    spread = np.maximum(np.sum(time * time), 0.5)  # of two; of one there is no slope
    slope = np.sum(given * time, axis=-1, keepdims=True) / spread
    return np.moveaxis(given - level - slope * time, -1, axis)


def scipy_signal_fftconvolve(in1, in2, mode="full", axes=None):
    if axes is not None:
        raise NotImplementedError("without axes")
    return adc_convolved(in1, in2, mode)


def scipy_signal_convolve(in1, in2, mode="full", method="auto"):
    return adc_convolved(in1, in2, mode)


def adc_convolved(in1, in2, mode):
    # "same" is as long as the first, not as the longer one as in NumPy.
    if np.ndim(in1) == 2 and np.ndim(in2) == 2:
        return signal.convolve2d(in1, in2, mode)
    if np.ndim(in1) != 1 or np.ndim(in2) != 1:
        raise NotImplementedError("for vectors and matrices")
    if mode == "same":
        whole = np.convolve(in1, in2, "full")
        first = (len(in2) - 1) // 2
        return whole[first : first + len(in1)]
    return np.convolve(in1, in2, mode)
