# Filters of scipy.signal and how they are designed, as adc reads them
# (`adc/lowering/numpy/written.py`): not to be imported. Each by its definition in SciPy's
# reference.

import numpy as np
from scipy import signal


def adc_same_length(b, a):
    # Both coefficients as vectors of one length, by a[0].
    b, a = np.atleast_1d(b) * 1.0, np.atleast_1d(a) * 1.0
    if b.ndim > 1 or a.ndim > 1:
        raise NotImplementedError("for coefficients that are vectors")
    n = max(len(a), len(b))
    over, under = np.zeros(n), np.zeros(n)
    over[: len(b)] = b / a[0]
    under[: len(a)] = a / a[0]
    return over, under


def scipy_signal_lfilter_zi(b, a):
    # The state that a constant 1 leaves.
    over, under = adc_same_length(b, a)
    if np.atleast_1d(a)[0] == 0:
        raise NotImplementedError("for coefficients that do not begin with zero")
    rest = over - under * (np.sum(over) / np.sum(under))
    return np.cumsum(rest[::-1])[::-1][1:]


def adc_lfilter_from(b, a, x, zi):
    # What the state adds to the first outputs, and the state at the end.
    over, under = adc_same_length(b, a)
    x, zi = np.asarray(x) * 1.0, np.asarray(zi) * 1.0
    states = len(over) - 1
    if x.ndim != 1 or zi.ndim != 1:
        raise NotImplementedError("for vectors, where `zi=` is given")
    if len(zi) != states or len(x) < states:
        raise ValueError("`zi=` of another length is not supported")
    made = np.zeros(len(x))
    for n in range(len(x)):
        for k in range(min(len(over), n + 1)):
            made[n] += over[k] * x[n - k]
        if n < states:
            made[n] += zi[n]
        for k in range(1, min(len(under), n + 1)):
            made[n] -= under[k] * made[n - k]
    left = np.zeros(states)
    for k in range(states):
        for j in range(k + 1, states + 1):
            left[k] += over[j] * x[len(x) - j + k] - under[j] * made[len(x) - j + k]
    return made, left


def adc_extended(x, edge, padtype):
    # By `edge` elements at either end of the last axis.
    if padtype is None:
        return x
    if padtype == "constant":
        widths = [(0, 0)] * (x.ndim - 1) + [(edge, edge)]
        return np.pad(x, widths, mode="edge")
    before = x[..., 1 : edge + 1][..., ::-1]
    behind = x[..., x.shape[-1] - 1 - edge : x.shape[-1] - 1][..., ::-1]
    if padtype == "odd":
        before = 2.0 * x[..., :1] - before
        behind = 2.0 * x[..., -1:] - behind
    elif padtype != "even":
        raise ValueError("Unknown value given to padtype")
    return np.concatenate((before, x, behind), axis=-1)


def adc_steadily(b, a, x):
    # From the state that the first element, had it always been there, would have left.
    first = x[..., :1]
    gain = np.sum(np.atleast_1d(b)) / np.sum(np.atleast_1d(a))
    return signal.lfilter(b, a, x - first) + gain * first


def scipy_signal_filtfilt(b, a, x, axis=-1, padtype="odd", padlen=None, method="pad"):
    if method != "pad":
        raise NotImplementedError("for the method pad")
    x = np.moveaxis(np.asarray(x) * 1.0, axis, -1)
    edge = 3 * max(len(np.atleast_1d(a)), len(np.atleast_1d(b))) if padlen is None else padlen
    edge = 0 if padtype is None else edge
    if x.shape[-1] <= edge:
        raise ValueError("The length of the input vector x must be greater than padlen")
    made = adc_steadily(b, a, adc_extended(x, edge, padtype))
    made = adc_steadily(b, a, made[..., ::-1])[..., ::-1]
    return np.moveaxis(made[..., edge : edge + x.shape[-1]], -1, axis)


def scipy_signal_firwin(
    numtaps, cutoff, *, width=None, window="hamming", pass_zero=True, scale=True, fs=None
):
    if width is not None:
        raise NotImplementedError("without `width=`")
    edges = np.atleast_1d(cutoff) / (1.0 if fs is None else 0.5 * fs)
    if len(edges) > 2:
        raise NotImplementedError("for one band")
    if np.any(~((edges > 0.0) & (edges < 1.0))) or np.any(np.diff(edges) <= 0.0):
        raise ValueError("Invalid cutoff frequency")
    single = len(edges) == 1
    if pass_zero in ("lowpass", "highpass") and not single:
        raise ValueError("cutoff must have one element")
    if pass_zero in ("bandpass", "bandstop") and single:
        raise ValueError("cutoff must have at least two elements")
    low = pass_zero in (True, "lowpass", "bandstop")
    if numtaps % 2 == 0 and (not low if single else low):
        raise ValueError("an even number of coefficients has no response at the Nyquist frequency")
    m = np.arange(numtaps) - 0.5 * (numtaps - 1)
    whole = np.sinc(m)
    if single:
        passed = edges[0] * np.sinc(edges[0] * m)
        h = passed if low else whole - passed
        middle = 0.0 if low else 1.0
    else:
        band = edges[1] * np.sinc(edges[1] * m) - edges[0] * np.sinc(edges[0] * m)
        h = whole - band if low else band
        middle = 0.0 if low else 0.5 * (edges[0] + edges[1])
    h = h * signal.get_window(window, numtaps, fftbins=False)
    return h / np.sum(h * np.cos(np.pi * m * middle)) if scale else h


def adc_turned_over(coefficients, degree):
    # A polynomial of s, from its highest power down, as one of 1/z: s = 4*(1 - 1/z)/(1 + 1/z).
    found = np.zeros(degree + 1)
    for k in range(degree + 1):
        term = np.ones(1) * coefficients[degree - k]
        for _ in range(k):
            term = np.convolve(term, np.array([4.0, -4.0]))
        for _ in range(degree - k):
            term = np.convolve(term, np.array([1.0, 1.0]))
        found = found + term
    return found


def adc_butter_part(btype, w, wide, cosine):
    # Numerator and denominator in s of a pair of poles, or of the one at -1 where `cosine` is None.
    if btype == "low":
        if cosine is None:
            return np.array([0.0, w]), np.array([1.0, w])
        return np.array([0.0, 0.0, w * w]), np.array([1.0, 2.0 * cosine * w, w * w])
    if btype == "high":
        if cosine is None:
            return np.array([1.0, 0.0]), np.array([1.0, w])
        return np.array([1.0, 0.0, 0.0]), np.array([1.0, 2.0 * cosine * w, w * w])
    # Of bands `w` is the square of the middle: s becomes (s*s + w)/(wide*s), or its reciprocal.
    if cosine is None:
        under = np.array([1.0, wide, w])
        return np.array([0.0, wide, 0.0]) if btype == "band" else np.array([1.0, 0.0, w]), under
    turn = 2.0 * cosine * wide
    under = np.array([1.0, turn, 2.0 * w + wide * wide, turn * w, w * w])
    if btype == "band":
        return np.array([0.0, 0.0, wide * wide, 0.0, 0.0]), under
    return np.array([1.0, 0.0, 2.0 * w, 0.0, w * w]), under


def adc_band_name(btype):
    if btype in ("low", "lowpass", "lp"):
        return "low"
    if btype in ("high", "highpass", "hp"):
        return "high"
    if btype in ("band", "bandpass", "bp", "pass"):
        return "band"
    if btype in ("bandstop", "bs", "stop", "bands"):
        return "stop"
    raise ValueError("this type of band is none")


def scipy_signal_butter(N, Wn, btype="low", analog=False, output="ba", fs=None):
    # The poles are those of A. V. Oppenheim and R. W. Schafer, Discrete-Time Signal Processing,
    # appendix B.1, at equal angles on a circle; the filter is theirs by the bilinear transform.
    if analog or output not in ("ba", "sos"):
        raise NotImplementedError("for digital filters, as coefficients or sections")
    btype = adc_band_name(btype)
    if N < 1 or N > 16:
        raise NotImplementedError("for known orders from 1 to 16")
    edges = np.atleast_1d(Wn) / (1.0 if fs is None else 0.5 * fs)
    if len(edges) != (1 if btype in ("low", "high") else 2):
        raise ValueError("one critical frequency for lowpass and highpass filters, two for bands")
    if np.any(~((edges > 0.0) & (edges < 1.0))):
        raise ValueError("Digital filter critical frequencies must be 0 < Wn < 1")
    warped = 4.0 * np.tan(0.5 * np.pi * edges)
    if btype in ("low", "high"):
        w, wide, size = warped[0], 0.0, 1
    else:
        w, wide, size = warped[0] * warped[1], warped[1] - warped[0], 2
    b, a = np.ones(1), np.ones(1)
    rows = N // 2
    overs, unders = np.zeros((rows, 2 * size + 1)), np.zeros((rows, 2 * size + 1))
    if N % 2 == 1:
        over, under = adc_butter_part(btype, w, wide, None)
        b, a = adc_turned_over(over, size), adc_turned_over(under, size)
    for k in range(rows):
        cosine = np.sin(np.pi * (2 * k + 1) / (2 * N))
        over, under = adc_butter_part(btype, w, wide, cosine)
        overs[k] = adc_turned_over(over, 2 * size)
        unders[k] = adc_turned_over(under, 2 * size)
    if output == "sos":
        taps = 2 * N + 1 if size == 2 else N + 1
        return adc_sections(b, a, overs, unders, taps)
    for k in range(rows):
        b = np.convolve(b, overs[k])
        a = np.convolve(a, unders[k])
    return b / a[0], a / a[0]


class adc_sections:
    # What butter gives as sections, for sosfilt and sosfiltfilt alone: not SciPy's rows.
    def __init__(self, b, a, overs, unders, taps):
        self._b = b
        self._a = a
        self._overs = overs
        self._unders = unders
        self._taps = taps


def adc_by_sections(sos, x, steadily):
    rows = sos._overs.shape[0]
    x = adc_steadily(sos._b, sos._a, x) if steadily else signal.lfilter(sos._b, sos._a, x)
    for k in range(rows):
        b, a = sos._overs[k], sos._unders[k]
        x = adc_steadily(b, a, x) if steadily else signal.lfilter(b, a, x)
    return x


def scipy_signal_sosfiltfilt(sos, x, axis=-1, padtype="odd", padlen=None):
    if not isinstance(sos, adc_sections):
        raise NotImplementedError("for the sections that butter gives")
    x = np.moveaxis(np.asarray(x) * 1.0, axis, -1)
    edge = 3 * sos._taps if padlen is None else padlen
    edge = 0 if padtype is None else edge
    if x.shape[-1] <= edge:
        raise ValueError("The length of the input vector x must be greater than padlen")
    made = adc_by_sections(sos, adc_extended(x, edge, padtype), True)
    made = adc_by_sections(sos, made[..., ::-1], True)[..., ::-1]
    return np.moveaxis(made[..., edge : edge + x.shape[-1]], -1, axis)
